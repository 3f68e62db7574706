//! [`Store`]: the handle that services hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::port::PortError;
use domain::{Tenant, Time};

use crate::PostgresConfig;
use crate::batch::Batcher;
use crate::database::Database;
use crate::failure::Failed;
use crate::gateway::accept::AcceptLanes;
use crate::journal::begin::Begin;
use crate::journal::commit::Commit;
use crate::journal::hand_back::HandBack;
use crate::journal::outbox::MarkSent;
use crate::journal::park::Park;
use crate::journal::quiet::CommitQuiet;
use crate::journal::step::{ReadStep, WriteStep};
use crate::ledger::budgets::ReadBudget;
use crate::ledger::entries::LedgerEntries;
use crate::memory::retrieve::shares::CachedShares;
use crate::pool::PgPool;
use crate::runs::due::Compared;

/// A Postgres store. Cheap to clone; all clones share one pool and one set of batchers.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
    pub(crate) database: Arc<Database>,
}

pub(crate) struct Inner {
    pub(crate) begin: Batcher<Begin>,
    pub(crate) hand_back: Batcher<HandBack>,
    pub(crate) park: Batcher<Park>,
    pub(crate) commit: Batcher<Commit>,
    pub(crate) quiet: Batcher<CommitQuiet>,
    pub(crate) sent: Batcher<MarkSent>,
    pub(crate) accept: AcceptLanes,
    pub(crate) recall: Batcher<ReadStep>,
    pub(crate) remember: Batcher<WriteStep>,
    pub(crate) left: Batcher<ReadBudget>,
    pub(crate) ledger: Batcher<LedgerEntries>,
    pub(crate) shares: CachedShares,
    pub(crate) compared_runs: Compared,
    openings: AtomicI64,
}

impl Store {
    /// Connects, retrying for [`PostgresConfig::retry_for`]. Must be called inside a Tokio runtime. Opens one
    /// connection; further connections are opened on demand.
    ///
    /// # Errors
    /// `Refused` if the URL is not a Postgres URL or the server rejects the user, `Down` if the server cannot be
    /// reached.
    pub async fn connect(config: PostgresConfig) -> Result<Self, PortError> {
        let database = Arc::new(Database::connect(&config).await?);
        Ok(Self { inner: Arc::new(Inner::new(&database)), database })
    }

    /// Returns a store for the work of one tenant. If the process names its tenants
    /// ([`PostgresConfig::names_tenants`]), its single statements and transactions see and change rows of that tenant
    /// only, and those that all tenants share. Batched operations name the tenants of their members themselves.
    #[must_use]
    pub fn of(&self, tenant: &Tenant) -> Self {
        Self { inner: Arc::clone(&self.inner), database: Arc::new(self.database.of(tenant)) }
    }

    /// Returns the unique name of this start, as leases record it: the label and a random suffix.
    pub fn instance(&self) -> &str {
        &self.database.instance
    }

    /// Makes one round trip without retrying. Used by the readiness check.
    ///
    /// # Errors
    /// `Down` if Postgres does not answer within a second.
    pub async fn ping(&self) -> Result<(), PortError> {
        let ping = async { sqlx::query("SELECT 1").execute(&self.database.pool).await.map_err(Failed::from) };
        let limit = Duration::from_secs(1);
        let answer = tokio::time::timeout(limit, ping).await.unwrap_or(Err(Failed::Hung(limit)));
        answer.map(drop).map_err(|failed| failed.into_port("ping"))
    }

    /// Returns the time by the database's clock, which all instances share.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn now(&self) -> Result<Time, PortError> {
        self.run("clock", |pool| async move { Ok(sqlx::query_scalar("SELECT now()").fetch_one(&pool).await?) }).await
    }

    /// Closes the pool when the running statements have ended. Later batches return `Unavailable`.
    pub async fn close_pool(&self) {
        self.database.pool.connections().close().await;
    }

    /// Runs one idempotent statement with retries; see [`Database::run`].
    pub(crate) async fn run<T, F, Fut>(&self, what: &'static str, attempt: F) -> Result<T, PortError>
    where
        F: Fn(PgPool) -> Fut,
        Fut: Future<Output = Result<T, Failed>>,
    {
        self.database.run(what, attempt).await
    }

    /// Returns a number that is unique to one `Ledger::open` call of this process. Retries inside the store carry the
    /// same number, a new call by the caller carries another.
    pub(crate) fn next_opening(&self) -> i64 {
        self.inner.openings.fetch_add(1, Ordering::Relaxed)
    }
}

impl Inner {
    fn new(database: &Arc<Database>) -> Self {
        Self {
            begin: Batcher::start(database),
            hand_back: Batcher::start(database),
            park: Batcher::start(database),
            commit: Batcher::start(database),
            quiet: Batcher::start(database),
            sent: Batcher::start(database),
            accept: AcceptLanes::start(database),
            recall: Batcher::start(database),
            remember: Batcher::start(database),
            left: Batcher::start(database),
            ledger: Batcher::start(database),
            shares: CachedShares::default(),
            compared_runs: Compared::default(),
            openings: AtomicI64::new(0),
        }
    }
}
