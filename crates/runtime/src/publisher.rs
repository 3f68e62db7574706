//! Publishes outbox rows: many at once, each confirmed by the stream, then marked as sent in groups.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use async_nats::{HeaderMap, HeaderName};
use domain::Outgoing;
use domain::port::{Confirmed, Journal, Unconfirmed};
use futures::future::join_all;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::Span;

use crate::crash;
use crate::delivery::{JOB, MESSAGE_ID, TENANT};
use crate::link::Link;
use crate::topology;

/// Delay before a retry while a stream elects a leader, when its subjects have no responder (ADR-22 of NATS).
const ELECTION_DELAY: Duration = Duration::from_millis(250);
/// Maximum attempts during a leader election. The relay publishes rows that are still unconfirmed then.
const ATTEMPTS: u32 = 5;
/// Maximum rows marked as sent in one call.
const MAX_MARKED: usize = 512;
/// Time for which the first of them waits for others.
const GATHER: Duration = Duration::from_millis(5);

/// Header names that every message has, parsed once.
const ID_HEADER: HeaderName = HeaderName::from_static(MESSAGE_ID);
const TENANT_HEADER: HeaderName = HeaderName::from_static(TENANT);
const TRACE_HEADER: HeaderName = HeaderName::from_static(telemetry::propagate::HEADER);

/// A publisher of outbox rows. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Publisher {
    link: Link,
    sent: mpsc::UnboundedSender<Confirmed>,
    took: metrics::Histogram,
}

impl Publisher {
    /// Returns the publisher and the task that marks rows as sent, which ends when every clone of the publisher is
    /// dropped.
    pub(crate) fn new<J: Journal>(link: Link, journal: Arc<J>) -> (Self, impl Future<Output = ()> + Send) {
        // Unbounded, but each entry is 24 bytes for a message in flight; the slots limit their number.
        let (sent, received) = mpsc::unbounded_channel();
        let took = metrics::histogram!(telemetry::metric::PUBLISH_DURATION, "service" => telemetry::service());
        (Self { link, sent, took }, mark(received, journal))
    }

    /// Publishes all rows at once; returns true if the stream has confirmed each. Unconfirmed rows stay in the outbox
    /// for the relay.
    pub(crate) async fn publish(&self, outgoing: &[Outgoing]) -> bool {
        match outgoing {
            [] => true,
            [one] => self.publish_one(one, || message(outgoing_id(one), one)).await.is_none(),
            many => self.publish_each(many).await.is_empty(),
        }
    }

    /// Publishes all rows at once; returns those that the stream has not confirmed.
    pub(crate) async fn publish_each(&self, outgoing: &[Outgoing]) -> Vec<Unconfirmed> {
        let all = outgoing.iter().map(|one| self.publish_one(one, || message(outgoing_id(one), one)));
        join_all(all).await.into_iter().flatten().collect()
    }

    /// Publishes a row that its stream lost, with a suffix to its id if there is one; the job is then in a header.
    /// Returns `None` if it is confirmed.
    pub(crate) async fn publish_again(&self, outgoing: &Outgoing, suffix: Option<u32>) -> Option<Unconfirmed> {
        let id = outgoing_id(outgoing);
        let Some(suffix) = suffix else {
            return self.publish_one(outgoing, || message(id.clone(), outgoing)).await;
        };
        let job = outgoing.id.to_string();
        self.publish_one(outgoing, || message(format!("{id}/{suffix}"), outgoing).header(JOB, job.as_str())).await
    }

    /// Returns `None` if the stream has confirmed the message.
    async fn publish_one(&self, outgoing: &Outgoing, message: impl Fn() -> PublishMessage) -> Option<Unconfirmed> {
        let started = Instant::now();
        let span = span(outgoing);
        let subject = topology::wire_subject(&outgoing.subject, &outgoing.tenant);
        match confirmed(&self.link.jetstream, &subject, message).await {
            Ok(ack) => {
                self.took.record(started.elapsed());
                // Closed only at the end of a shutdown; the relay then publishes the row once more, under the same id.
                let _ = self.sent.send(Confirmed { id: outgoing.id, sequence: ack.sequence });
                None
            }
            Err(error) => {
                telemetry::propagate::set_error(&span, &error.to_string());
                let service = telemetry::service();
                metrics::counter!(telemetry::metric::PUBLISH_FAILURES, "service" => service).increment(1);
                tracing::warn!(subject = outgoing.subject, id = %outgoing.id, %error, "the stream did not confirm a message; the relay will publish it again");
                Some(Unconfirmed { id: outgoing.id, refused: is_refusal(error.kind()) })
            }
        }
    }
}

/// Returns true if the stream, or the client for its limit, refused the message itself. Without leader, quorum or
/// connection nothing answers, and every other message would have failed as well.
fn is_refusal(kind: PublishErrorKind) -> bool {
    match kind {
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::TimedOut
        | PublishErrorKind::BrokenPipe
        | PublishErrorKind::MaxAckPending => false,
        PublishErrorKind::MaxPayloadExceeded
        | PublishErrorKind::WrongLastMessageId
        | PublishErrorKind::WrongLastSequence
        | PublishErrorKind::Other => true,
    }
}

/// Creates the span of a publish, in the trace of the job that emitted the row: the relay publishes rows of other
/// processes.
fn span(outgoing: &Outgoing) -> Span {
    let template = proto::subject::template(&outgoing.subject);
    let span = tracing::info_span!(
        target: telemetry::DETAIL,
        parent: None,
        "publish",
        otel.name = %format_args!("publish {template}"),
        otel.kind = "producer",
        messaging.system = "nats",
        messaging.operation.r#type = "send",
        messaging.operation.name = "publish",
        messaging.destination.name = outgoing.subject,
        messaging.destination.template = template,
        messaging.message.id = %outgoing.id,
        messaging.message.body.size = outgoing.payload.len(),
    );
    if !span.is_disabled() {
        telemetry::propagate::set_parent(&span, &outgoing.traceparent);
    }
    span
}

/// Publishes until the stream confirms, as long as the subject has no responder; any other error is returned. The
/// message id makes every repetition harmless.
pub(crate) async fn confirmed(
    jetstream: &Context,
    subject: &str,
    message: impl Fn() -> PublishMessage,
) -> Result<PublishAck, PublishError> {
    let mut attempt = 1;
    loop {
        // Boxed, so that a delivery that waits for its handler reserves no space for the publish.
        let answer = match Box::pin(jetstream.send_publish(subject.to_owned(), message())).await {
            Ok(confirmation) => confirmation.await,
            Err(error) => Err(error),
        };
        match answer {
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound && attempt < ATTEMPTS => attempt += 1,
            answer => return answer,
        }
        tokio::time::sleep(ELECTION_DELAY).await;
    }
}

/// Returns the message id: that of the row, except for events, whose stream other publishers share.
fn outgoing_id(outgoing: &Outgoing) -> String {
    if outgoing.subject.starts_with(proto::subject::EVENTS) {
        return proto::subject::message_id(outgoing.id, &outgoing.payload);
    }
    outgoing.id.to_string()
}

fn message(id: String, outgoing: &Outgoing) -> PublishMessage {
    let mut headers = HeaderMap::new();
    headers.insert(ID_HEADER, id);
    headers.insert(TENANT_HEADER, outgoing.tenant.as_str());
    if !outgoing.traceparent.is_empty() {
        headers.insert(TRACE_HEADER, outgoing.traceparent.as_str());
    }
    PublishMessage::build().headers(headers).payload(outgoing.payload.clone())
}

/// Marks rows as sent, in groups. A failure loses nothing: the relay publishes such rows again, and the stream detects
/// the duplicate.
async fn mark<J: Journal>(mut received: mpsc::UnboundedReceiver<Confirmed>, journal: Arc<J>) {
    let mut ids = Vec::with_capacity(MAX_MARKED);
    while let Some(first) = received.recv().await {
        ids.push(first);
        let gathered = tokio::time::sleep(GATHER);
        tokio::pin!(gathered);
        while ids.len() < MAX_MARKED {
            tokio::select! {
                id = received.recv() => match id {
                    Some(id) => ids.push(id),
                    None => break,
                },
                () = &mut gathered => break,
            }
        }
        crash::at("before_sent");
        if let Err(error) = journal.sent(&ids).await {
            tracing::debug!(%error, rows = ids.len(), "rows could not be marked as sent; the relay will publish them again");
        }
        crash::at("after_sent");
        ids.clear();
    }
}
