//! What a store must be told.

use std::fmt;
use std::time::Duration;

/// Where Postgres is and how to treat it. Adapters never read the environment: whoever wires them fills this in.
#[derive(Clone)]
pub struct Config {
    /// `postgres://user:password@host:port/database`.
    pub url: String,
    /// Connections at most. Groups keep four busy at full load; a backend costs the server about 5 MB.
    pub max_connections: u32,
    /// A label for this process in leases and `pg_stat_activity`, e.g. `researcher`. The store makes it unique per start.
    pub instance: String,
    /// How long a call is retried while Postgres restarts before it answers `Down`. 30 s outlasts a crash recovery
    /// (RELIABILITY, fault 21).
    pub retry_for: Duration,
    /// How long one transaction may take before its connection is given up as hung. Longer than any `fsync` storm, shorter
    /// than `retry_for`, so that a frozen server is noticed and a second connection gets its chance.
    pub patience: Duration,
}

impl Config {
    /// Sensible defaults for everything but the address and the label.
    pub fn new(url: impl Into<String>, instance: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            max_connections: 6,
            instance: instance.into(),
            retry_for: Duration::from_secs(30),
            patience: Duration::from_secs(10),
        }
    }
}

impl fmt::Debug for Config {
    /// Without the URL: it may carry a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("max_connections", &self.max_connections)
            .field("instance", &self.instance)
            .field("retry_for", &self.retry_for)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}
