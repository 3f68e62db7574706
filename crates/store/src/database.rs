//! The connection pool, and the limits under which every statement and every batch runs.

mod read_only;
mod readings;
mod tls;

use std::ops::Deref;
use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use domain::Tenant;
use domain::port::PortError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, Postgres};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::budget_share::OwnShare;
use crate::config::{Pooler, PostgresConfig};
use crate::failure::Failed;
use crate::fair::FairPermits;
use crate::found_nothing::FoundNothing;
use crate::list_timeout::ListTimeout;
use crate::observe::{self, Statement};
use crate::pool::{PgPool, Preambles};
use crate::retry;
use read_only::ReadOnly;
use readings::Readings;

/// Time to wait for the pool to open a connection before checking for one that has been returned.
const RECHECK_AFTER: Duration = Duration::from_millis(25);
/// A connection is closed at this age even while it is in constant use, so that a process without a connection gets one
/// when the server has no more to give. Opening a connection takes milliseconds.
const MAX_CONNECTION_AGE: Duration = Duration::from_secs(60);

/// Time after which the server ends the read of a list.
const LIST_LIMIT: Duration = Duration::from_secs(2);

const PROBE: &str = "SELECT pg_logical_emit_message(true, 'auspex', 'probe')";

/// The pool for the rows of some tenants, and what all stores of a process share.
pub(crate) struct Database {
    pub(crate) pool: PgPool,
    /// The tenant whose rows its transactions touch; `None` for all tenants.
    tenant: Option<Tenant>,
    shared: Arc<Shared>,
}

/// The settings that all batches and queries share.
pub(crate) struct Shared {
    pub(crate) options: PgConnectOptions,
    pub(crate) pooler: Pooler,
    /// Unique per start: a restarted process with the same label is a different lease holder.
    pub(crate) instance: String,
    pub(crate) retry_for: Duration,
    pub(crate) transaction_timeout: Duration,
    pub(crate) shares_memory: bool,
    /// Permits for statements outside a batch. The pool serves requests in order; without this limit a thousand single
    /// look-ups would delay a batch that waits for its connection. Tenants share them, so that look-ups of one delay no
    /// other's for long.
    singles: FairPermits,
    /// Discards connections to a server that accepts no writes.
    pub(crate) read_only: Arc<ReadOnly>,
    /// Connection of the lease, outside of the pool: a pool whose connections all wait must not end the lease.
    pub(crate) heartbeat: Mutex<Option<PgConnection>>,
    /// Readings of the database's clock.
    pub(crate) readings: Readings,
    /// Claims of the relay that found nothing.
    pub(crate) found_nothing: FoundNothing,
    /// The share of tenants' daily budgets that calls of this process reserve from.
    pub(crate) budget_share: OwnShare,
}

impl Deref for Database {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl Database {
    /// Returns a database whose transactions touch rows of one tenant only.
    pub(crate) fn of(&self, tenant: &Tenant) -> Self {
        Self { pool: self.pool.of([tenant]), tenant: Some(tenant.clone()), shared: Arc::clone(&self.shared) }
    }

    /// Opens one connection, retrying for [`PostgresConfig::retry_for`].
    pub(crate) async fn connect(config: &PostgresConfig) -> Result<Self, PortError> {
        let options = connect_options(config)?;
        let read_only = Arc::new(ReadOnly::default());
        let connections = read_only.watch(pool_options(config)).connect_lazy_with(options.clone());
        let pool = PgPool::new(connections, preambles(config));
        let deadline = Instant::now() + config.retry_for;
        let connect = || async { pool.connections().acquire().await.map(drop).map_err(Failed::from) };
        let connected = retry::until_or(deadline, Failed::refuses_login, connect).await;
        connected.map_err(|failed| tls::explained(failed.into_connect_error()))?;
        let instance = unique_name(&config.instance);
        let shared = Shared {
            options,
            pooler: config.pooler,
            budget_share: OwnShare::of(&instance),
            instance,
            retry_for: config.retry_for,
            transaction_timeout: config.transaction_timeout,
            shares_memory: config.shares_memory,
            singles: single_permits(config.max_connections),
            read_only,
            heartbeat: Mutex::new(None),
            readings: Readings::default(),
            found_nothing: FoundNothing::default(),
        };
        Ok(Self { pool, tenant: None, shared: Arc::new(shared) })
    }

    /// Returns a new connection if the server accepts one, else the first connection that is returned to the pool. On
    /// error 53300 (too many connections) the pool only keeps retrying to connect and does not check for returned
    /// connections.
    ///
    /// # Errors
    /// No connection within [`PostgresConfig::transaction_timeout`], or the server rejects the user.
    pub(crate) async fn connection(&self) -> Result<PoolConnection<Postgres>, Failed> {
        let asked = Instant::now();
        let mut acquiring = pin!(self.pool.connections().acquire());
        let acquired = loop {
            if let Ok(acquired) = tokio::time::timeout(RECHECK_AFTER, acquiring.as_mut()).await {
                break acquired.map_err(Failed::from);
            }
            if let Some(returned) = self.pool.connections().try_acquire() {
                break Ok(returned);
            }
        };
        observe::pool(self.pool.connections(), asked.elapsed());
        acquired
    }

    /// Returns `true` if the server commits a transaction that waits for the disk, within half of the limit of a
    /// transaction. It writes a record to the write-ahead log that no reader uses.
    pub(crate) async fn commits(&self) -> bool {
        let commit = async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query(PROBE).execute(&mut *transaction).await?;
            transaction.commit().await
        };
        tokio::time::timeout(self.transaction_timeout / 2, commit).await.is_ok_and(|committed| committed.is_ok())
    }

    /// Runs one idempotent read or write with retries. `what` names it in the error.
    pub(crate) async fn run<T, F, Fut>(&self, what: &'static str, attempt: F) -> Result<T, PortError>
    where
        F: Fn(PgPool) -> Fut,
        Fut: Future<Output = Result<T, Failed>>,
    {
        let statement = Statement::begin(what);
        let done = self.attempts(&self.pool, |_| false, attempt).await.map_err(|failed| failed.into_port(what));
        statement.end(&done);
        done
    }

    /// Runs one read of a list that a person waits for. The server ends it after [`LIST_LIMIT`]; it is not repeated
    /// then, because it reads too many rows ([`ListTimeout`]).
    pub(crate) async fn list<T, F, Fut>(&self, what: &'static str, attempt: F) -> Result<T, PortError>
    where
        F: Fn(PgPool) -> Fut,
        Fut: Future<Output = Result<T, Failed>>,
    {
        let statement = Statement::begin(what);
        let done = self.attempts(&self.pool.within(LIST_LIMIT), Failed::is_cancelled, attempt).await;
        let done = done.map_err(|failed| match failed.is_cancelled() {
            true => PortError::Refused { what: what.to_owned(), source: Box::new(ListTimeout) },
            false => failed.into_port(what),
        });
        statement.end(&done);
        done
    }

    /// Repeats an attempt while it fails transiently, unless `ends` holds for its failure.
    async fn attempts<T, F, Fut>(&self, pool: &PgPool, ends: impl Fn(&Failed) -> bool, attempt: F) -> Result<T, Failed>
    where
        F: Fn(PgPool) -> Fut,
        Fut: Future<Output = Result<T, Failed>>,
    {
        // Boxed: a running statement takes kilobytes. Inside the caller's future, every job that waits for a model
        // would reserve the size of the largest statement that it might run.
        let limited = || {
            Box::pin(async {
                let _permit = self.singles.acquire(self.tenant.as_ref()).await;
                let work = attempt(pool.clone());
                let answer = tokio::time::timeout(self.transaction_timeout, work)
                    .await
                    .unwrap_or(Err(Failed::Hung(self.transaction_timeout)));
                self.read_only.note(answer.as_ref().err());
                answer
            })
        };
        retry::until_or(Instant::now() + self.retry_for, ends, limited).await
    }
}

fn connect_options(config: &PostgresConfig) -> Result<PgConnectOptions, PortError> {
    // sqlx accepts any scheme; the URL of another kind of server deserves a clearer error than a failed handshake.
    if !["postgres://", "postgresql://"].iter().any(|scheme| config.url.starts_with(scheme)) {
        let what = "the database URL: it must begin with postgres://".to_owned();
        return Err(PortError::Refused { what, source: "another scheme".into() });
    }
    if names_several_hosts(&config.url) {
        let what =
            "the database URL: it names several servers; give the one address that follows the primary".to_owned();
        return Err(PortError::Refused { what, source: "the driver connects to one address".into() });
    }
    let parsed =
        PgConnectOptions::from_str(&config.url).map_err(|error| Failed::from(error).into_port("database URL"))?;
    let named = tls::verified(without_brackets(parsed), config)?.application_name(&config.instance);
    Ok(match config.pooler {
        Pooler::None => named.options(session_settings(config)),
        // The pooler refuses settings of a session. A statement that stays prepared would be missing on another server
        // connection.
        Pooler::Transaction => named.extra_float_digits(None).statement_cache_capacity(0),
    })
}

/// Removes the brackets around an IPv6 address, which sqlx would resolve as a name.
fn without_brackets(options: PgConnectOptions) -> PgConnectOptions {
    let address = options.get_host().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::to_owned);
    match address {
        Some(address) => options.host(&address),
        None => options,
    }
}

/// Returns the settings of every session, or of every transaction behind a pooler.
fn session_settings(config: &PostgresConfig) -> [(&'static str, String); 4] {
    let [statement_ms, lock_ms] = server_limits(config.transaction_timeout).map(|limit| limit.as_millis().to_string());
    [
        // Statements are short and planned once: JIT compilation costs more than it saves.
        ("jit", "off".to_owned()),
        // A client that freezes inside a transaction must not keep the budget rows locked. Our transactions are a few
        // statements long and wait for nothing but Postgres.
        ("idle_in_transaction_session_timeout", "5s".to_owned()),
        ("statement_timeout", statement_ms),
        ("lock_timeout", lock_ms),
    ]
}

/// Returns the statements at the start of each transaction. Behind a pooler the names of prepared statements are unique
/// per client only.
fn preambles(config: &PostgresConfig) -> Preambles {
    let settings = match config.pooler {
        Pooler::None => String::new(),
        Pooler::Transaction => {
            let settings = session_settings(config).map(|(name, value)| format!("; SET LOCAL {name} = '{value}'"));
            format!("DEALLOCATE ALL{}", settings.concat())
        }
    };
    let (names_tenants, shares_memory) = (config.names_tenants, config.shares_memory);
    Preambles { settings: settings.into(), names_tenants, shares_memory }
}

/// Returns true for `postgres://user@one,two/database`, which other drivers accept.
fn names_several_hosts(url: &str) -> bool {
    let authority = url.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?']).next().unwrap_or_default());
    authority.rsplit('@').next().is_some_and(|hosts| hosts.contains(','))
}

/// Limits of one statement and of one wait for a lock on the server. Both are shorter than the transaction's: the
/// server cancels the statement before the client gives up, so that the connection stays usable and no abandoned
/// session waits in a lock queue.
fn server_limits(transaction: Duration) -> [Duration; 2] {
    [transaction * 4 / 5, transaction / 2]
}

fn pool_options(config: &PostgresConfig) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(config.max_connections)
        .min_connections(0)
        // A test before each use would cost a round trip; on a broken connection the first statement fails and is
        // retried.
        .test_before_acquire(false)
        .acquire_timeout(config.transaction_timeout)
        .idle_timeout(MAX_CONNECTION_AGE)
        .max_lifetime(MAX_CONNECTION_AGE)
}

/// Half of the connections serve single statements, the other half serves batches. One tenant has two thirds of the
/// permits at most.
fn single_permits(connections: u32) -> FairPermits {
    let permits = usize::try_from(connections / 2).unwrap_or(usize::MAX).max(1);
    FairPermits::new(permits, permits * 2 / 3)
}

fn unique_name(label: &str) -> String {
    #[allow(
        clippy::disallowed_methods,
        reason = "an instance name is on no retried path: it must differ at every start"
    )]
    let suffix = uuid::Uuid::new_v4().simple().to_string();
    format!("{label}-{}", &suffix[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_servers_is_refused_with_the_reason() {
        let refused = |url: &str| {
            connect_options(&PostgresConfig::new(url, "tests")).map(drop).map_err(|error| error.to_string())
        };
        assert!(refused("postgres://u:p,w@one:5432/db?application_name=a,b").is_ok());
        let several = refused("postgres://u:p@one:5432,two:5432/db?target_session_attrs=read-write").unwrap_err();
        assert!(several.contains("follows the primary"), "{several}");
    }

    #[test]
    fn the_address_of_the_server_may_be_of_ipv6() {
        let host = |url: &str| connect_options(&PostgresConfig::new(url, "tests")).unwrap().get_host().to_owned();
        assert_eq!(host("postgres://u:p@[fd00::5]:5433/db"), "fd00::5");
        assert_eq!(host("postgres://u@[::1]/db?sslmode=disable"), "::1");
        assert_eq!(host("postgres://u@127.0.0.1/db"), "127.0.0.1");
        assert_eq!(host("postgres://u@pg.example/db"), "pg.example");
    }
}
