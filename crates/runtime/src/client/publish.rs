//! Publishing events from outside a worker: each message is confirmed, many at a time, and each refusal has a reason.

use async_nats::HeaderMap;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use bytes::Bytes;
use domain::port::DeadLetter;
use domain::{JobId, Tenant, Time};
use futures::stream::{self, StreamExt};

use super::Client;
use crate::delivery::{CONTENT_TYPE, JOB, MESSAGE_ID, TENANT};
use crate::publisher::confirmed;
use crate::topology::wire_subject;

/// Headers that a redriven message gets anew; the others are copied.
const REPLACED_HEADERS: [&str; 4] = [MESSAGE_ID, TENANT, JOB, "Nats-Expected-Stream"];

/// A message to publish.
#[derive(Debug, Clone, Default)]
pub struct NewMessage {
    /// Subject of the event, `auspex.event.<kind>.<tenant>`, or of work; a missing tenant is added.
    pub subject: String,
    /// `Nats-Msg-Id`; the stream stores an id once within its duplicate window, two minutes.
    pub id: String,
    /// Tenant that the work is done for.
    pub tenant: Tenant,
    /// Protobuf, or the format that `content_type` names.
    pub payload: Bytes,
    /// Media type, e.g. `application/json`; empty for protobuf.
    pub content_type: String,
    /// W3C `traceparent`; empty for none.
    pub traceparent: String,
    /// Further headers, in order.
    pub headers: Vec<(String, String)>,
}

/// Confirmation by the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Sequence in the stream.
    pub sequence: u64,
    /// The stream already had a message with this id.
    pub duplicate: bool,
}

/// The stream has not confirmed the message.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The message exceeds the limit of the stream or the server.
    #[error("the message is too large: {size} bytes; the limit is {limit} bytes, headers included")]
    TooLarge {
        /// Size of the payload in bytes.
        size: usize,
        /// Maximum size of a message in bytes.
        limit: usize,
    },
    /// No stream stores this subject.
    #[error("no stream stores the subject {0}; check its spelling and that `auspex topology apply` was run")]
    NoStream(String),
    /// The stream is full, or refused the message for another reason.
    #[error("the stream refused the message")]
    Stream(#[source] PublishError),
    /// No confirmation arrived; the message may be stored all the same. Publishing it again under the same id is
    /// harmless.
    #[error("the server did not confirm the message within 5 s; publish it again, which is harmless under the same id")]
    Unconfirmed(#[source] PublishError),
}

impl Refused {
    /// Returns true if publishing the message again may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unconfirmed(_))
    }
}

impl Client {
    /// Publishes one message and waits for the stream's confirmation.
    pub async fn publish(&self, message: NewMessage) -> Result<Published, Refused> {
        let (size, limit) = (message.payload.len(), self.limit());
        if size > limit {
            return Err(Refused::TooLarge { size, limit });
        }
        let subject = wire_subject(&message.subject, &message.tenant).into_owned();
        let message = build_message(NewMessage { subject: subject.clone(), ..message });
        let answer = confirmed(self.jetstream(), &subject, || message.clone()).await;
        answer.map(|ack| Published { sequence: ack.sequence, duplicate: ack.duplicate }).map_err(|error| {
            match error.kind() {
                PublishErrorKind::MaxPayloadExceeded => Refused::TooLarge { size, limit },
                PublishErrorKind::StreamNotFound => Refused::NoStream(subject),
                PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe | PublishErrorKind::MaxAckPending => {
                    Refused::Unconfirmed(error)
                }
                // The stream's own limit includes the headers; the server reports it only in the text.
                _ if format!("{error} {error:?}").contains("message size exceeds") => Refused::TooLarge { size, limit },
                _ => Refused::Stream(error),
            }
        })
    }

    /// Publishes messages, `at_once` of them in flight, and reports each with its index in the input as soon as its
    /// result is known. An unconfirmed message is published up to twice more, under its id.
    pub async fn publish_all<I, R>(&self, messages: I, at_once: usize, mut report: R)
    where
        I: IntoIterator<Item = NewMessage>,
        R: FnMut(usize, Result<Published, Refused>),
    {
        let publishing =
            messages.into_iter().enumerate().map(|(place, message)| async move { (place, self.insist(message).await) });
        let mut publishing = stream::iter(publishing).buffer_unordered(at_once.max(1));
        while let Some((place, answer)) = publishing.next().await {
            report(place, answer);
        }
    }

    async fn insist(&self, message: NewMessage) -> Result<Published, Refused> {
        for _ in 0..2 {
            match self.publish(message.clone()).await {
                Err(refused) if refused.is_transient() => {}
                answer => return answer,
            }
        }
        self.publish(message).await
    }

    /// Publishes a dead letter's message again on its original subject, as the same job. The message id is new (derived
    /// from the job and `at`), since the stream's duplicate window still contains the old one. The caller must have
    /// removed the job's dead letter from the journal, else its inbox row answers the delivery.
    pub async fn redrive(&self, letter: &DeadLetter, at: Time) -> Result<Published, Refused> {
        let kept = letter
            .headers
            .iter()
            .filter(|(name, _)| !REPLACED_HEADERS.iter().any(|own| own.eq_ignore_ascii_case(name)));
        let mut headers: Vec<_> = kept.cloned().collect();
        headers.push((JOB.to_owned(), letter.job.to_string()));
        let nanos = at.timestamp_nanos_opt().unwrap_or_default();
        self.publish(NewMessage {
            subject: proto::subject::with_tenant(&letter.subject, &letter.tenant).into_owned(),
            id: redrive_id(letter.job, nanos).to_string(),
            tenant: letter.tenant.clone(),
            payload: letter.payload.clone().into(),
            headers,
            ..NewMessage::default()
        })
        .await
    }

    fn limit(&self) -> usize {
        self.max_payload().min(512 * 1024)
    }
}

fn redrive_id(job: JobId, nanos: i64) -> JobId {
    job.derive(&format!("redrive.{nanos}"), 0)
}

fn build_message(message: NewMessage) -> PublishMessage {
    let mut headers = HeaderMap::new();
    for (name, value) in &message.headers {
        headers.append(name.as_str(), value.as_str());
    }
    let own = [
        (MESSAGE_ID, message.id.as_str()),
        (TENANT, message.tenant.as_str()),
        (CONTENT_TYPE, message.content_type.as_str()),
        (telemetry::propagate::HEADER, message.traceparent.as_str()),
    ];
    for (name, value) in own.into_iter().filter(|(_, value)| !value.is_empty()) {
        headers.insert(name, value);
    }
    PublishMessage::build().headers(headers).payload(message.payload)
}
