//! Configuration of a fleet.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use cli::up::OfflineProfile;
use local_servers::{NatsOptions, PostgresOptions, RedisOptions};
use runtime::topology::Options as Topology;

use crate::fleet::WORKERS;

/// Configuration of a fleet.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Replicas by worker name; a missing worker is not started.
    pub replicas: BTreeMap<String, usize>,
    /// Environment of every worker; overrides the defaults of the fleet.
    pub env: BTreeMap<String, String>,
    /// Acknowledgement deadline of JetStream, used by the topology and the workers.
    pub ack_wait: Duration,
    /// Latency of a model call.
    pub latency: Duration,
    /// Time from the submission of a batch of model calls to its end.
    pub batch_delay: Duration,
    /// Provider that the offline world imitates, incidents included.
    pub profile: OfflineProfile,
    /// Thinking tokens of a reply of a thinking model; the profile's own number if absent.
    pub thinking_tokens: Option<u64>,
    /// Output tokens per second of the model; unlimited if absent.
    pub tokens_per_second: Option<u64>,
    /// Options of nats-server.
    pub nats: NatsOptions,
    /// Options of Valkey.
    pub redis: RedisOptions,
    /// Options of Postgres.
    pub postgres: PostgresOptions,
    /// Replicas and limits of the streams; its `ack_wait` is ignored.
    pub topology: Topology,
    /// Folder with documents, in place of the generated corpus.
    pub corpus: Option<PathBuf>,
}

impl Default for Setup {
    /// One replica of each worker, short timeouts, no model latency.
    fn default() -> Self {
        Self {
            replicas: WORKERS.iter().map(|name| ((*name).to_owned(), 1)).collect(),
            env: BTreeMap::new(),
            ack_wait: Duration::from_secs(5),
            latency: Duration::ZERO,
            batch_delay: Duration::from_secs(1),
            profile: OfflineProfile::Generic,
            thinking_tokens: None,
            tokens_per_second: None,
            nats: NatsOptions::default(),
            redis: RedisOptions::default(),
            postgres: PostgresOptions::default(),
            topology: Topology::default(),
            corpus: None,
        }
    }
}

impl Setup {
    /// Sets a variable for every worker.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.env.insert(name.to_owned(), value.to_string());
        self
    }

    /// Shortens leases and intervals, so that work is recovered within seconds after a worker ends.
    #[must_use]
    pub fn quick_recovery(self) -> Self {
        Self { ack_wait: Duration::from_secs(2), ..self }
            .with("AUSPEX_WORKER_LEASE", "2s")
            .with("AUSPEX_WORKER_BACKOFF_CAP", "1s")
            .with("AUSPEX_RELAY_AGE", "200ms")
            .with("AUSPEX_RELAY_INTERVAL", "200ms")
            .with("AUSPEX_RECONCILE_INTERVAL", "1s")
            .with("AUSPEX_RECONCILE_AGE", "3s")
    }

    /// Keeps one replica of each of these workers and no others.
    #[must_use]
    pub fn only(mut self, workers: &[&str]) -> Self {
        self.replicas.retain(|name, _| workers.contains(&name.as_str()));
        self
    }
}
