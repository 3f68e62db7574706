//! Publishing outbox rows: confirmed by the stream, many at once, and then marked as sent, many at once.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::publish::PublishAck;
use async_nats::{HeaderMap, HeaderName};
use domain::port::Journal;
use domain::{JobId, Outgoing};
use futures::future::join_all;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::crash;
use crate::delivery::{JOB, MESSAGE_ID, TENANT};

/// While a stream elects a leader its subjects have no responder for a moment (ADR-22).
const LEADERLESS: Duration = Duration::from_millis(250);
/// Attempts at such a moment. What is still unconfirmed then is the relay's.
const ATTEMPTS: u32 = 5;
/// Rows marked as sent in one call.
const MARKED: usize = 512;
/// How long the first of them waits for others.
const GATHER: Duration = Duration::from_millis(5);

/// Names of headers that every message has, known before it is made.
const ID_HEADER: HeaderName = HeaderName::from_static(MESSAGE_ID);
const TENANT_HEADER: HeaderName = HeaderName::from_static(TENANT);
const TRACE_HEADER: HeaderName = HeaderName::from_static(telemetry::propagate::HEADER);

/// Publishes. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Publisher {
    jetstream: Context,
    sent: mpsc::UnboundedSender<JobId>,
    took: metrics::Histogram,
}

impl Publisher {
    /// With the task that marks rows as sent; it ends when every clone of the publisher is gone.
    pub(crate) fn new<J: Journal>(jetstream: Context, journal: Arc<J>) -> (Self, impl Future<Output = ()> + Send) {
        // Unbounded, but each entry is 16 bytes and stands for a message in flight, of which there are as many as slots.
        let (sent, received) = mpsc::unbounded_channel();
        let took = metrics::histogram!(telemetry::metric::PUBLISH_DURATION, "service" => telemetry::service());
        (Self { jetstream, sent, took }, mark(received, journal))
    }

    /// Publishes all of them at once; true if the stream has confirmed every one. What is not confirmed stays in the
    /// outbox, and a relay publishes it.
    pub(crate) async fn publish(&self, outgoing: &[Outgoing]) -> bool {
        match outgoing {
            [] => true,
            [one] => self.one(one, || message(outgoing_id(one), one)).await,
            many => {
                let all = many.iter().map(|one| self.one(one, || message(outgoing_id(one), one)));
                join_all(all).await.into_iter().all(|confirmed| confirmed)
            }
        }
    }

    /// Publishes what was confirmed before and heard by nobody, for the `round`-th time. The first time under its own id,
    /// so that a stream that still has it says so. After that under an id of the round, with the job beside it: a stream that
    /// was purged remembers the ids that it no longer has for the rest of its duplicate window, and would drop them in silence.
    pub(crate) async fn again(&self, outgoing: &Outgoing, round: u32) -> bool {
        if round <= 1 {
            return self.one(outgoing, || message(outgoing_id(outgoing), outgoing)).await;
        }
        let id = outgoing_id(outgoing);
        self.one(outgoing, || message(format!("{id}/{round}"), outgoing).header(JOB, id.as_str())).await
    }

    async fn one(&self, outgoing: &Outgoing, message: impl Fn() -> PublishMessage) -> bool {
        let started = Instant::now();
        match confirmed(&self.jetstream, &outgoing.subject, message).await {
            Ok(_) => {
                self.took.record(started.elapsed());
                // Closed only at the very end of a shutdown; the row is then published once more, under the same id.
                let _ = self.sent.send(outgoing.id);
                true
            }
            Err(error) => {
                let service = telemetry::service();
                metrics::counter!(telemetry::metric::PUBLISH_FAILURES, "service" => service).increment(1);
                tracing::warn!(subject = outgoing.subject, id = %outgoing.id, %error, "publish not confirmed; the relay will repeat it");
                false
            }
        }
    }
}

/// Publishes until the stream confirms, for as long as nobody answers; any other error is returned. The id makes every
/// repetition harmless.
pub(crate) async fn confirmed(
    jetstream: &Context,
    subject: &str,
    message: impl Fn() -> PublishMessage,
) -> Result<PublishAck, PublishError> {
    let mut attempt = 1;
    loop {
        // Boxed: a delivery that waits for its handler holds no room for what it will send.
        let answer = match Box::pin(jetstream.send_publish(subject.to_owned(), message())).await {
            Ok(confirmation) => confirmation.await,
            Err(error) => Err(error),
        };
        match answer {
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound && attempt < ATTEMPTS => attempt += 1,
            answer => return answer,
        }
        tokio::time::sleep(LEADERLESS).await;
    }
}

fn outgoing_id(outgoing: &Outgoing) -> String {
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

/// Marks rows as sent, together. A failure is no loss: the relay publishes such rows again, and the stream knows their ids.
async fn mark<J: Journal>(mut received: mpsc::UnboundedReceiver<JobId>, journal: Arc<J>) {
    let mut ids = Vec::with_capacity(MARKED);
    while let Some(first) = received.recv().await {
        ids.push(first);
        let gathered = tokio::time::sleep(GATHER);
        tokio::pin!(gathered);
        while ids.len() < MARKED {
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
