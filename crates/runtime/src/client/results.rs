//! Subscribing to results. The stream keeps results for 72 h, so a subscription may begin in the past.

use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::consumer::pull::{self, Stream};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer};
use bytes::Bytes;
use domain::{Tenant, Time};
use futures::StreamExt;
use proto::event::{Envelope, Event, InvalidEvent};
use proto::events::ResultPublished;

use super::Client;

const STREAM: &str = "AUSPEX_RESULTS";
/// Time after which the server deletes the consumer of an absent subscriber; it is recreated at the last position.
const INACTIVE_THRESHOLD: Duration = Duration::from_secs(60);
/// Delay between two attempts to recreate the consumer.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Start of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartAt {
    /// Results published from now on.
    Now,
    /// The oldest result in the stream.
    Start,
    /// Results published since this time.
    Since(Time),
    /// Results from this sequence in the stream on.
    Sequence(u64),
}

/// A result from the stream.
#[derive(Debug, Clone)]
pub struct ResultMessage {
    /// Subject of the result, `auspex.result.<kind>.<tenant>`.
    pub subject: String,
    /// Sequence in the stream.
    pub sequence: u64,
    /// Protobuf bytes of `auspex.v1.Result`.
    pub payload: Bytes,
    /// The decoded result.
    pub result: Result<ResultPublished, InvalidEvent>,
}

/// The subscription failed.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The consumer could not be created.
    #[error(
        "stream {STREAM} cannot be read; check that `auspex topology apply` was run and that the user has permission"
    )]
    Consumer(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// An endless stream of results.
pub struct Results {
    client: Client,
    filter: String,
    messages: Stream,
    last: StartAt,
}

/// Signals that results of a tenant are published.
pub struct ResultSignals(Subscriber);

impl ResultSignals {
    /// Waits for the next result. Returns `false` if the subscription has ended. A signal may be lost with the
    /// connection.
    pub async fn next(&mut self) -> bool {
        self.0.next().await.is_some()
    }
}

impl Client {
    /// Subscribes to signals that results of a tenant are published: a reader of Postgres looks for them then.
    pub async fn result_signals(&self, tenant: &Tenant) -> Result<ResultSignals, ResultsError> {
        let subscribed = self.link.client.subscribe(format!("auspex.result.*.{tenant}")).await;
        subscribed.map(ResultSignals).map_err(|error| ResultsError::Consumer(error.into()))
    }

    /// Subscribes to results of one kind and tenant; `None` means all.
    pub async fn subscribe_results(
        &self,
        kind: Option<&str>,
        tenant: Option<&Tenant>,
        from: StartAt,
    ) -> Result<Results, ResultsError> {
        let filter = format!("auspex.result.{}.{}", kind.unwrap_or("*"), tenant.map_or("*", Tenant::as_str));
        let messages = self.results(&filter, from).await?;
        Ok(Results { client: self.clone(), filter, messages, last: from })
    }

    /// Creates an ephemeral consumer without acknowledgements. A subscriber that must not miss a result needs a durable
    /// one.
    async fn results(&self, filter: &str, from: StartAt) -> Result<Stream, ResultsError> {
        let config = pull::Config {
            filter_subject: filter.to_owned(),
            deliver_policy: policy(from),
            ack_policy: AckPolicy::None,
            inactive_threshold: INACTIVE_THRESHOLD,
            ..pull::Config::default()
        };
        let made: Result<PullConsumer, _> = self.jetstream().create_consumer_on_stream(config, STREAM).await;
        let consumer = made.map_err(|error| ResultsError::Consumer(error.into()))?;
        let stream =
            consumer.stream().expires(Duration::from_secs(5)).heartbeat(Duration::from_secs(2)).messages().await;
        stream.map_err(|error| ResultsError::Consumer(error.into()))
    }
}

impl Results {
    /// Returns the next result. A lost connection or consumer is recreated behind this call, from the last result on.
    pub async fn next(&mut self) -> ResultMessage {
        loop {
            match self.messages.next().await {
                Some(Ok(message)) => {
                    // A server that crashed delivers again what its consumer had not yet recorded as delivered.
                    if let Some(result) = decode(&message).filter(|result| !self.is_repeated(result)) {
                        self.last = StartAt::Sequence(result.sequence + 1);
                        return result;
                    }
                }
                // After a restart of the server a missed heartbeat is the only sign that an ephemeral consumer is gone.
                // A new one begins at the same position, so recreating it needlessly costs one request.
                Some(Err(_)) | None => self.rebuild().await,
            }
        }
    }

    fn is_repeated(&self, result: &ResultMessage) -> bool {
        matches!(self.last, StartAt::Sequence(next) if result.sequence < next)
    }

    async fn rebuild(&mut self) {
        loop {
            match self.client.results(&self.filter, self.last).await {
                Ok(messages) => {
                    self.messages = messages;
                    return;
                }
                Err(error) => tracing::debug!(%error, "results are not available; trying again"),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}

pub(super) fn policy(from: StartAt) -> DeliverPolicy {
    match from {
        StartAt::Now => DeliverPolicy::New,
        StartAt::Start => DeliverPolicy::All,
        StartAt::Sequence(start_sequence) => DeliverPolicy::ByStartSequence { start_sequence },
        StartAt::Since(time) => {
            let nanos = i128::from(time.timestamp_nanos_opt().unwrap_or_default());
            async_nats::datetime::from_nanos(nanos)
                .map_or(DeliverPolicy::All, |start_time| DeliverPolicy::ByStartTime { start_time })
        }
    }
}

fn decode(message: &async_nats::jetstream::Message) -> Option<ResultMessage> {
    let sequence = message.info().ok()?.stream_sequence;
    let envelope = Envelope { subject: &message.subject, ..Envelope::default() };
    let result = ResultPublished::decode(&envelope, &message.payload);
    Some(ResultMessage { subject: message.subject.to_string(), sequence, payload: message.payload.clone(), result })
}
