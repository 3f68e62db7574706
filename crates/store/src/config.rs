//! Configuration of a store.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use domain::TlsFiles;
use sqlx::postgres::PgConnectOptions;

/// Connection settings. Adapters do not read the environment; the program that creates them fills this in.
#[derive(Clone)]
pub struct PostgresConfig {
    /// `postgres://user:password@host:port/database`.
    pub url: String,
    /// Maximum number of connections of the pool, besides the one of the lease. With fewer connections the batches are
    /// larger; a backend costs the server about 5 MB.
    pub max_connections: u32,
    /// Label of this process in leases and `pg_stat_activity`, e.g. `researcher`. The store makes it unique per start.
    pub instance: String,
    /// Time for which a call is retried while Postgres restarts before it returns `Down`. 30 s outlasts a crash
    /// recovery.
    pub retry_for: Duration,
    /// Maximum duration of one transaction, after which its connection is considered hung and closed. Longer than a
    /// slow `fsync` under load, shorter than `retry_for`, so that a frozen server is noticed and a second connection is
    /// tried.
    pub transaction_timeout: Duration,
    /// Kind of server behind the URL.
    pub pooler: Pooler,
    /// Certificates of TLS. With any of them the server's certificate is verified.
    pub tls: TlsFiles,
    /// Tenants read the research and the findings of others about public subjects, such as mints.
    pub shares_memory: bool,
    /// Every transaction names the tenants whose rows it may touch, which row-level security checks for the role of
    /// this process (ADR 0023): those of [`crate::Store::of`], otherwise all.
    pub names_tenants: bool,
}

/// A connection pooler between the process and Postgres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pooler {
    /// Postgres itself, or a pooler in session mode, which keeps the server connection of a client until it leaves.
    #[default]
    None,
    /// A pooler such as `pgbouncer` assigns a server connection per transaction.
    Transaction,
}

/// Neither `none` nor `transaction`.
#[derive(Debug, thiserror::Error)]
#[error("expected `none` or `transaction`")]
pub struct UnknownPooler;

impl FromStr for Pooler {
    type Err = UnknownPooler;

    fn from_str(text: &str) -> Result<Self, UnknownPooler> {
        match text {
            "none" => Ok(Self::None),
            "transaction" => Ok(Self::Transaction),
            _ => Err(UnknownPooler),
        }
    }
}

impl fmt::Display for Pooler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Transaction => "transaction",
        })
    }
}

impl PostgresConfig {
    /// Returns the defaults for everything but the address and the label.
    pub fn new(url: impl Into<String>, instance: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            max_connections: 2,
            instance: instance.into(),
            retry_for: Duration::from_secs(30),
            transaction_timeout: Duration::from_secs(10),
            pooler: Pooler::None,
            tls: TlsFiles::default(),
            shares_memory: false,
            names_tenants: false,
        }
    }

    /// Returns the server's host and port, for messages: the URL itself may contain a password. Empty if the URL cannot
    /// be read, which connecting reports.
    pub fn address(&self) -> String {
        PgConnectOptions::from_str(&self.url)
            .map(|options| format!("{}:{}", options.get_host(), options.get_port()))
            .unwrap_or_default()
    }
}

impl fmt::Debug for PostgresConfig {
    /// Omits the URL, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("max_connections", &self.max_connections)
            .field("instance", &self.instance)
            .field("retry_for", &self.retry_for)
            .field("transaction_timeout", &self.transaction_timeout)
            .field("pooler", &self.pooler)
            .field("tls", &self.tls)
            .field("shares_memory", &self.shares_memory)
            .field("names_tenants", &self.names_tenants)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_the_server_without_user_and_password() {
        let address = |url: &str| PostgresConfig::new(url, "test").address();
        assert_eq!(address("postgres://user:secret@database.example/auspex"), "database.example:5432");
        assert_eq!(address("postgres://user:secret@10.0.0.1:6543/auspex"), "10.0.0.1:6543");
        assert_eq!(address("secret"), "");
    }
}
