//! Broker access for other programs than workers: the command line, the gateway, tests.

mod inbound;
mod publish;
mod request;
mod results;
mod stored;
mod waiting;

use std::time::Duration;

use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;
use domain::Tenant;
use serde::Serialize;

use crate::link::Link;
use crate::topology::{self, CONSUMERS, Difference, Holding, Options, STREAMS, TopologyError};

pub use crate::link::{LinkError, Target};
pub use inbound::InboundError;
pub use publish::{NewMessage, Published, Refused};
pub use request::{NewRequest, RequestError};
pub use results::{ResultMessage, ResultSignals, Results, ResultsError, StartAt};
pub use stored::{Stored, StoredError, StoredMessage};
pub use waiting::TenantWaiting;

/// Oldest server on which async-nats 0.51 can create our consumers: the reply of 2.9 cannot be parsed.
pub const OLDEST_SERVER: (u32, u32) = (2, 10);

/// A connection to the broker.
#[derive(Clone)]
pub struct Client {
    link: Link,
}

/// The server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The connection failed.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The server is older than [`OLDEST_SERVER`]; contains its version.
    #[error("nats-server {0} is too old; 2.10 or newer is needed, 2.12.3 or newer advised")]
    TooOld(String),
    /// The server runs without JetStream.
    #[error("JetStream is not enabled on this nats-server; start it with --jetstream and a --store_dir on a disk")]
    NoJetStream,
}

/// Backlog of a consumer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConsumerLag {
    /// Name of the consumer.
    pub consumer: &'static str,
    /// Name of its stream.
    pub stream: &'static str,
    /// Messages not yet delivered.
    pub pending: u64,
    /// Messages delivered but not acknowledged.
    pub ack_pending: u64,
    /// Unacknowledged messages that were delivered more than once.
    pub redelivered: u64,
    /// Pull requests that wait for a message; 0 means that no worker is connected, or that all are busy.
    pub waiting: u64,
    /// Stream sequence up to which every message is acknowledged.
    pub ack_floor: u64,
}

/// Size of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StreamState {
    /// Name of the stream.
    pub stream: &'static str,
    /// Number of messages.
    pub messages: u64,
    /// Size of the messages in bytes.
    pub bytes: u64,
    /// Content of the stream.
    pub holding: Holding,
    /// Time between the oldest and the newest message.
    pub span: Duration,
    /// Maximum size in bytes; 0 for no limit.
    pub max_bytes: u64,
    /// Sequence of the last message.
    pub last_sequence: u64,
}

impl Client {
    /// Connects and checks that the server can be used.
    pub async fn connect(target: &Target) -> Result<Self, ServerError> {
        let client = Self { link: Link::connect(target, true).await? };
        let version = client.server_version();
        if parse_version(&version).is_none_or(|found| found < OLDEST_SERVER) {
            return Err(ServerError::TooOld(version));
        }
        if !client.link.client.server_info().jetstream {
            return Err(ServerError::NoJetStream);
        }
        Ok(client)
    }

    /// Returns the server's version, e.g. `2.15.1`.
    pub fn server_version(&self) -> String {
        self.link.client.server_info().version
    }

    /// Returns the largest message that the server accepts, in bytes.
    pub fn max_payload(&self) -> usize {
        self.link.client.max_payload()
    }

    /// Creates or updates the streams and consumers of the topology.
    pub async fn apply_topology(&self, options: &Options) -> Result<(), TopologyError> {
        topology::apply(self.jetstream(), options).await
    }

    /// Creates or updates the consumer of a tenant's results.
    pub async fn apply_tenant(&self, tenant: &Tenant) -> Result<(), TopologyError> {
        topology::apply_tenant(self.jetstream(), tenant).await
    }

    /// Returns the differences between the server and the topology.
    pub async fn check_topology(&self, options: &Options) -> Vec<Difference> {
        topology::check(self.jetstream(), options).await
    }

    /// Flushes and closes the connection.
    pub async fn close(self) {
        self.link.close(std::time::Duration::from_secs(2)).await;
    }

    /// Returns the last operation for which the server denied permission, if any.
    pub fn denied(&self) -> Option<String> {
        self.link.state.borrow().denied.clone()
    }

    /// Returns the backlog of every consumer of the topology; `None` for a missing consumer.
    pub async fn lag(&self) -> Vec<(&'static str, Option<ConsumerLag>)> {
        let mut lags = Vec::with_capacity(CONSUMERS.len());
        for spec in CONSUMERS {
            let found: Result<PullConsumer, _> =
                self.jetstream().get_consumer_from_stream(spec.name, spec.stream).await;
            let lag = found.ok().map(|found| {
                let info = found.cached_info();
                ConsumerLag {
                    consumer: spec.name,
                    stream: spec.stream,
                    pending: info.num_pending,
                    ack_pending: info.num_ack_pending as u64,
                    redelivered: info.num_redelivered as u64,
                    waiting: info.num_waiting as u64,
                    ack_floor: info.ack_floor.stream_sequence,
                }
            });
            lags.push((spec.name, lag));
        }
        lags
    }

    /// Returns the size of every stream of the topology; `None` for a missing stream.
    pub async fn streams(&self) -> Vec<(&'static str, Option<StreamState>)> {
        let mut states = Vec::with_capacity(STREAMS.len());
        for spec in STREAMS {
            let state = self.jetstream().get_stream(spec.name).await.ok().map(|found| {
                let info = found.cached_info();
                StreamState {
                    stream: spec.name,
                    holding: spec.holding,
                    span: (info.state.last_timestamp - info.state.first_timestamp).unsigned_abs(),
                    messages: info.state.messages,
                    bytes: info.state.bytes,
                    max_bytes: u64::try_from(info.config.max_bytes).unwrap_or(0),
                    last_sequence: info.state.last_sequence,
                }
            });
            states.push((spec.name, state));
        }
        states
    }

    fn jetstream(&self) -> &jetstream::Context {
        &self.link.jetstream
    }
}

fn parse_version(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.trim_start_matches('v').split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(parse_version("2.9.10").unwrap() < OLDEST_SERVER);
        assert!(parse_version("2.10.0-RC.1").unwrap() >= OLDEST_SERVER);
        assert!(parse_version("v2.15.1").unwrap() >= OLDEST_SERVER);
        assert_eq!(parse_version("(devel)"), None);
    }
}
