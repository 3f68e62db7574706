//! The connection pool and the groups that share it.

use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::port::PortError;
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::batch::Batcher;
use crate::failure::Failed;
use crate::journal::{begin::Begin, commit::Commit, pause::PauseWork, sent::Sent, step};
use crate::ledger::{entries::Entries, left::Left};
use crate::memory::retrieve::Known;
use crate::{Config, retry};

/// How long a new connection is waited for before a look at what has become free.
const LOOK: Duration = Duration::from_millis(25);
/// A connection is closed after this long even if it is in use all the time: where connections are short, whoever has none gets
/// one then. Opening one takes milliseconds.
const LIFETIME: Duration = Duration::from_secs(60);

/// Postgres. Cheap to clone; all clones share one pool and one set of groups.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

/// What every group and every query needs.
pub(crate) struct Shared {
    pub(crate) pool: PgPool,
    pub(crate) options: PgConnectOptions,
    /// Unique per start: a process that comes back under the same label is another holder.
    pub(crate) instance: String,
    pub(crate) retry_for: Duration,
    pub(crate) patience: Duration,
    /// Turns of those who come alone. The pool serves in the order of asking: without it a thousand single look-ups would stand
    /// between a group and its connection.
    singles: Semaphore,
}

pub(crate) struct Inner {
    pub(crate) shared: Arc<Shared>,
    pub(crate) begin: Batcher<Begin>,
    pub(crate) pause: Batcher<PauseWork>,
    pub(crate) commit: Batcher<Commit>,
    pub(crate) sent: Batcher<Sent>,
    pub(crate) recall: Batcher<step::Recall>,
    pub(crate) remember: Batcher<step::Remember>,
    pub(crate) left: Batcher<Left>,
    pub(crate) ledger: Batcher<Entries>,
    pub(crate) shares: Known,
    openings: AtomicI64,
}

impl Shared {
    /// A connection: a new one if the server gives it, else the first that becomes free. A server that has no room for another
    /// (53300) is asked again and again by the pool, which meanwhile does not look at what was given back.
    ///
    /// # Errors
    /// None within [`Config::patience`], or the server refuses us.
    pub(crate) async fn connection(&self) -> Result<PoolConnection<Postgres>, Failed> {
        let mut asked = pin!(self.pool.acquire());
        loop {
            if let Ok(answer) = tokio::time::timeout(LOOK, asked.as_mut()).await {
                return answer.map_err(Failed::from);
            }
            if let Some(free) = self.pool.try_acquire() {
                return Ok(free);
            }
        }
    }
}

impl Store {
    /// Connects, retrying inside [`Config::retry_for`]; must be called inside a Tokio runtime. Opens one connection; the
    /// others follow when they are needed.
    ///
    /// # Errors
    /// `Refused` if the URL is no Postgres URL or the server refuses the user, `Down` if it cannot be reached.
    pub async fn connect(config: Config) -> Result<Self, PortError> {
        let options = options(&config)?;
        let pool = pool_options(&config).connect_lazy_with(options.clone());
        let deadline = Instant::now() + config.retry_for;
        retry::until(deadline, || async { pool.acquire().await.map(drop).map_err(Failed::from) })
            .await
            .map_err(|failed| failed.into_port("connect"))?;
        let shared = Arc::new(Shared {
            pool,
            options,
            instance: unique(&config.instance),
            retry_for: config.retry_for,
            patience: config.patience,
            singles: Semaphore::new(singles(config.max_connections)),
        });
        Ok(Self { inner: Arc::new(Inner::new(&shared)) })
    }

    /// This start's name, as it stands in leases: the label and a suffix of its own.
    pub fn instance(&self) -> &str {
        &self.inner.shared.instance
    }

    /// One round trip, without retrying: for readiness.
    ///
    /// # Errors
    /// `Down` if Postgres does not answer within a second.
    pub async fn ping(&self) -> Result<(), PortError> {
        let ping = async { sqlx::query("SELECT 1").execute(&self.inner.shared.pool).await.map_err(Failed::from) };
        let limit = Duration::from_secs(1);
        let answer = tokio::time::timeout(limit, ping).await.unwrap_or(Err(Failed::Hung(limit)));
        answer.map(drop).map_err(|failed| failed.into_port("ping"))
    }

    /// Closes the pool after what is under way; groups that come later answer `Unavailable`.
    pub async fn close_pool(&self) {
        self.inner.shared.pool.close().await;
    }

    /// Runs one idempotent read or write with retries, and names it in the error.
    pub(crate) async fn run<T, F, Fut>(&self, what: &'static str, attempt: F) -> Result<T, PortError>
    where
        F: Fn(PgPool) -> Fut,
        Fut: Future<Output = Result<T, Failed>>,
    {
        let shared = &self.inner.shared;
        // A statement under way takes kilobytes. On the heap they are gone when it ends; inside the caller's future every job
        // that waits for a model would hold room for the largest of all statements that it might make.
        let limited = || {
            Box::pin(async {
                let _turn = shared.singles.acquire().await.map_err(|_| Failed::Closed)?;
                let work = attempt(shared.pool.clone());
                tokio::time::timeout(shared.patience, work).await.unwrap_or(Err(Failed::Hung(shared.patience)))
            })
        };
        retry::until(Instant::now() + shared.retry_for, limited).await.map_err(|failed| failed.into_port(what))
    }

    /// A number that tells one `Ledger::open` of this process from every other: a repetition inside the store carries
    /// the same, a caller's new try another.
    pub(crate) fn next_opening(&self) -> i64 {
        self.inner.openings.fetch_add(1, Ordering::Relaxed)
    }
}

impl Inner {
    fn new(shared: &Arc<Shared>) -> Self {
        Self {
            shared: shared.clone(),
            begin: Batcher::start(shared),
            pause: Batcher::start(shared),
            commit: Batcher::start(shared),
            sent: Batcher::start(shared),
            recall: Batcher::start(shared),
            remember: Batcher::start(shared),
            left: Batcher::start(shared),
            ledger: Batcher::start(shared),
            shares: Known::default(),
            openings: AtomicI64::new(0),
        }
    }
}

fn options(config: &Config) -> Result<PgConnectOptions, PortError> {
    // sqlx takes any scheme for Postgres; another server's address deserves a clearer answer than a broken handshake.
    if !["postgres://", "postgresql://"].iter().any(|scheme| config.url.starts_with(scheme)) {
        let what = "the database URL: it must begin with postgres://".to_owned();
        return Err(PortError::Refused { what, source: "another scheme".into() });
    }
    let parsed =
        PgConnectOptions::from_str(&config.url).map_err(|error| Failed::from(error).into_port("database URL"))?;
    Ok(parsed
        .application_name(&config.instance)
        // Statements are short and planned once: compiling them costs more than it saves.
        .options([
            ("jit", "off"),
            // A client that is frozen in the middle of a transaction must not keep the budgets' rows from everybody else. Ours
            // are a few statements long and wait for nothing but Postgres.
            ("idle_in_transaction_session_timeout", "5s"),
        ]))
}

fn pool_options(config: &Config) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(config.max_connections)
        .min_connections(0)
        // A look before every use would cost a round trip; a broken connection fails its first statement and is retried.
        .test_before_acquire(false)
        .acquire_timeout(config.patience)
        .idle_timeout(LIFETIME)
        .max_lifetime(LIFETIME)
}

/// Half of the connections are for those who come alone, the others for groups.
fn singles(connections: u32) -> usize {
    usize::try_from(connections / 2).unwrap_or(usize::MAX).clamp(1, Semaphore::MAX_PERMITS)
}

fn unique(label: &str) -> String {
    #[allow(
        clippy::disallowed_methods,
        reason = "a start's own name is on no retried path: it must differ from every other start"
    )]
    let suffix = uuid::Uuid::new_v4().simple().to_string();
    format!("{label}-{}", &suffix[..12])
}
