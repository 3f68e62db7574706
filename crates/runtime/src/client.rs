//! The broker for whoever is no worker: the command line, the gateway, tests.

mod lag;
mod publish;
mod results;

use async_nats::jetstream;

use crate::link::Link;
use crate::topology::{self, Difference, Options, TopologyError};

pub use crate::link::{LinkError, Target};
pub use lag::{ConsumerLag, StreamState};
pub use publish::{NewMessage, Published, Refused};
pub use results::{From, ResultMessage, Results, ResultsError};

/// Oldest server that async-nats 0.51 can create our consumers on: 2.9 answers with something it cannot read.
pub const OLDEST_SERVER: (u32, u32) = (2, 10);

/// A connection.
#[derive(Clone)]
pub struct Client {
    link: Link,
}

/// The server is not one that we can use.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// No connection.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// Too old.
    #[error("nats-server {0} is too old; 2.10 or newer is needed, 2.12.3 or newer advised")]
    TooOld(String),
    /// No JetStream.
    #[error("JetStream is not enabled on this nats-server; start it with --jetstream and a --store_dir on a disk")]
    NoJetStream,
}

impl Client {
    /// Connects, and makes sure that the server is one that we can use.
    pub async fn connect(target: &Target) -> Result<Self, ServerError> {
        let client = Self { link: Link::connect(target, true).await? };
        let version = client.server_version();
        if parsed(&version).is_none_or(|found| found < OLDEST_SERVER) {
            return Err(ServerError::TooOld(version));
        }
        if !client.link.client.server_info().jetstream {
            return Err(ServerError::NoJetStream);
        }
        Ok(client)
    }

    /// The server's version, e.g. `2.15.1`.
    pub fn server_version(&self) -> String {
        self.link.client.server_info().version
    }

    /// The largest message that the server takes, in bytes.
    pub fn max_payload(&self) -> usize {
        self.link.client.max_payload()
    }

    /// Makes streams and consumers what the topology says.
    pub async fn apply_topology(&self, options: &Options) -> Result<(), TopologyError> {
        topology::apply(self.jetstream(), options).await
    }

    /// What differs from the topology.
    pub async fn check_topology(&self, options: &Options) -> Vec<Difference> {
        topology::check(self.jetstream(), options).await
    }

    /// Flushes and closes.
    pub async fn close(self) {
        self.link.close(std::time::Duration::from_secs(2)).await;
    }

    /// What the server has forbidden us, if it has.
    pub fn denied(&self) -> Option<String> {
        self.link.state.borrow().denied.clone()
    }

    fn jetstream(&self) -> &jetstream::Context {
        &self.link.jetstream
    }
}

fn parsed(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.trim_start_matches('v').split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(parsed("2.9.10").unwrap() < OLDEST_SERVER);
        assert!(parsed("2.10.0-RC.1").unwrap() >= OLDEST_SERVER);
        assert!(parsed("v2.15.1").unwrap() >= OLDEST_SERVER);
        assert_eq!(parsed("(devel)"), None);
    }
}
