//! Hearing results as a subscriber does. Results stay for 72 h, so one may also begin in the past.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::{self, Stream};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer};
use bytes::Bytes;
use domain::{Tenant, Time};
use futures::StreamExt;
use proto::event::{Envelope, Event, InvalidEvent};
use proto::events::ResultPublished;

use super::Client;

const STREAM: &str = "AUSPEX_RESULTS";
/// The server forgets a subscriber that has been away for this long; it is built anew from where it was.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// Between two attempts to build it anew.
const PAUSE: Duration = Duration::from_millis(500);

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// With what is published from now on.
    Now,
    /// With the oldest that is kept.
    Start,
    /// With what was published since then.
    Since(Time),
    /// With this number in the stream.
    Sequence(u64),
}

/// One result.
#[derive(Debug, Clone)]
pub struct ResultMessage {
    /// `auspex.result.<kind>.<tenant>`.
    pub subject: String,
    /// Its number in the stream.
    pub sequence: u64,
    /// Protobuf bytes of `auspex.v1.Result`.
    pub payload: Bytes,
    /// The same, decoded.
    pub result: Result<ResultPublished, InvalidEvent>,
}

/// Results cannot be heard.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// No consumer could be made.
    #[error("stream {STREAM} cannot be read; was `auspex topology apply` run, and is the user allowed to?")]
    Consumer(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Results, one after another, for ever.
pub struct Results {
    client: Client,
    filter: String,
    messages: Stream,
    last: From,
}

impl Client {
    /// Results of one kind or all (`None`), of one tenant or all.
    pub async fn subscribe_results(
        &self,
        kind: Option<&str>,
        tenant: Option<&Tenant>,
        from: From,
    ) -> Result<Results, ResultsError> {
        let filter = format!("auspex.result.{}.{}", kind.unwrap_or("*"), tenant.map_or("*", Tenant::as_str));
        let messages = self.results(&filter, from).await?;
        Ok(Results { client: self.clone(), filter, messages, last: from })
    }

    /// An ephemeral consumer without acknowledgements: whoever must not miss one makes a durable consumer of his own.
    async fn results(&self, filter: &str, from: From) -> Result<Stream, ResultsError> {
        let config = pull::Config {
            filter_subject: filter.to_owned(),
            deliver_policy: policy(from),
            ack_policy: AckPolicy::None,
            inactive_threshold: FORGOTTEN,
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
    /// The next result. A lost connection or consumer is built anew behind this call, from the last result on.
    pub async fn next(&mut self) -> ResultMessage {
        loop {
            match self.messages.next().await {
                Some(Ok(message)) => {
                    if let Some(result) = decoded(&message) {
                        self.last = From::Sequence(result.sequence + 1);
                        return result;
                    }
                }
                // A missed heartbeat after a server's restart is the only sign of an ephemeral consumer that did not
                // survive it; a new one begins where this one was, so building it in vain costs nothing but a request.
                Some(Err(_)) | None => self.rebuild().await,
            }
        }
    }

    async fn rebuild(&mut self) {
        loop {
            match self.client.results(&self.filter, self.last).await {
                Ok(messages) => {
                    self.messages = messages;
                    return;
                }
                Err(error) => tracing::debug!(%error, "waiting for results"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn policy(from: From) -> DeliverPolicy {
    match from {
        From::Now => DeliverPolicy::New,
        From::Start => DeliverPolicy::All,
        From::Sequence(start_sequence) => DeliverPolicy::ByStartSequence { start_sequence },
        From::Since(time) => {
            let nanos = i128::from(time.timestamp_nanos_opt().unwrap_or_default());
            async_nats::datetime::from_nanos(nanos)
                .map_or(DeliverPolicy::All, |start_time| DeliverPolicy::ByStartTime { start_time })
        }
    }
}

fn decoded(message: &async_nats::jetstream::Message) -> Option<ResultMessage> {
    let sequence = message.info().ok()?.stream_sequence;
    let envelope = Envelope { subject: &message.subject, ..Envelope::default() };
    let result = ResultPublished::decode(&envelope, &message.payload);
    Some(ResultMessage { subject: message.subject.to_string(), sequence, payload: message.payload.clone(), result })
}
