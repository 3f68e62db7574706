//! Publishing from outside: confirmed one by one, many at a time, each refusal with its reason.

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

/// Headers that a redriven message gets anew; the others travel with it.
const OWN: [&str; 4] = [MESSAGE_ID, TENANT, JOB, "Nats-Expected-Stream"];

/// A message to publish.
#[derive(Debug, Clone, Default)]
pub struct NewMessage {
    /// `auspex.event.<kind>`.
    pub subject: String,
    /// `Nats-Msg-Id`: publishing the same id twice within 24 h stores it once.
    pub id: String,
    /// Whom the work is for.
    pub tenant: Tenant,
    /// Protobuf, or what `content_type` says.
    pub payload: Bytes,
    /// Empty for protobuf, else e.g. `application/json`.
    pub content_type: String,
    /// Empty for none.
    pub traceparent: String,
    /// Any other headers.
    pub headers: Vec<(String, String)>,
}

/// The stream has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Its number in the stream.
    pub sequence: u64,
    /// It was there already, under this id.
    pub duplicate: bool,
}

/// The stream does not have it, as far as anybody knows.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Larger than the stream or the server takes.
    #[error("it is too large: {size} bytes; a message may have {limit} bytes, headers included")]
    TooLarge {
        /// Of the payload.
        size: usize,
        /// Of a message.
        limit: usize,
    },
    /// No stream keeps this subject.
    #[error("no stream keeps the subject {0}; is it right, and was `auspex topology apply` run?")]
    NoStream(String),
    /// The stream is full, or refuses for a reason of its own.
    #[error("the stream refused it")]
    Stream(#[source] PublishError),
    /// No answer: it may be stored all the same. Publishing it again under the same id is harmless.
    #[error("the server did not confirm it within 5 s; publish it again, the id makes that harmless")]
    Unconfirmed(#[source] PublishError),
}

impl Refused {
    /// Publishing it again may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unconfirmed(_))
    }
}

impl Client {
    /// Publishes one message and waits for the stream.
    pub async fn publish(&self, message: NewMessage) -> Result<Published, Refused> {
        let (size, limit) = (message.payload.len(), self.limit());
        if size > limit {
            return Err(Refused::TooLarge { size, limit });
        }
        let subject = message.subject.clone();
        let message = built(message);
        let answer = confirmed(self.jetstream(), &subject, || message.clone()).await;
        answer.map(|ack| Published { sequence: ack.sequence, duplicate: ack.duplicate }).map_err(|error| {
            match error.kind() {
                PublishErrorKind::MaxPayloadExceeded => Refused::TooLarge { size, limit },
                PublishErrorKind::StreamNotFound => Refused::NoStream(subject),
                PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe | PublishErrorKind::MaxAckPending => {
                    Refused::Unconfirmed(error)
                }
                // The stream's own limit is measured with headers; the server says so in words only.
                _ if format!("{error} {error:?}").contains("message size exceeds") => Refused::TooLarge { size, limit },
                _ => Refused::Stream(error),
            }
        })
    }

    /// Publishes many, `at_once` of them in flight, and reports each with its place in the input as soon as it is known.
    /// A message that is not confirmed is tried twice more, under its id.
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

    /// Publishes a dead letter's message again, where it came from, as the same job. The message's id is fresh (it derives
    /// from the job and `at`), since the stream's window still knows the old one. The journal must have forgotten the job's
    /// death before, or its inbox answers.
    pub async fn redrive(&self, letter: &DeadLetter, at: Time) -> Result<Published, Refused> {
        let kept = letter.headers.iter().filter(|(name, _)| !OWN.iter().any(|own| own.eq_ignore_ascii_case(name)));
        let mut headers: Vec<_> = kept.cloned().collect();
        headers.push((JOB.to_owned(), letter.job.to_string()));
        let nanos = at.timestamp_nanos_opt().unwrap_or_default();
        self.publish(NewMessage {
            subject: letter.subject.clone(),
            id: redriven(letter.job, nanos).to_string(),
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

fn redriven(job: JobId, nanos: i64) -> JobId {
    job.derive(&format!("redrive.{nanos}"), 0)
}

fn built(message: NewMessage) -> PublishMessage {
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
