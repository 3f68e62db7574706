//! [`Store`]: the handle that services hold, and the facets that it is reached by, one per noun.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use domain::port::embedding::Embedder;
use domain::{Clock, Tenant, Time};
use retrieval::ranking::Calibration;

use crate::audit::PgAudit;
use crate::batches::PgBatches;
use crate::bundles::PgBundles;
use crate::clock;
use crate::config::PostgresConfig;
use crate::console::PgConsole;
use crate::database::Database;
use crate::dead_letters::PgDeadLetters;
use crate::events::PgEvents;
use crate::failure::Failed;
use crate::fleet::PgFleet;
use crate::forecasts::PgForecasts;
use crate::intake::PgIntake;
use crate::intake::accept::AcceptLanes;
use crate::jobs::PgJobs;
use crate::journal::{JournalQueues, PgJournal};
use crate::ledger::{LedgerQueues, PgLedger};
use crate::maintenance::PgMaintenance;
use crate::mcp::PgMcp;
use crate::memory::PgMemory;
use crate::memory::retrieve::shares::CachedShares;
use crate::memory::vectors::embedding::Vectors;
use crate::migrations;
use crate::outcomes::PgOutcomes;
use crate::pages::PgPages;
use crate::redrives::PgRedrives;
use crate::reports::PgReports;
use crate::results::PgResults;
use crate::review_desk::PgReviewDesk;
use crate::reviews::PgReviews;
use crate::roles::PgRoles;
use crate::runs::{Compared, PgRuns};
use crate::schedules::PgSchedules;
use crate::server::PgServer;
use crate::tenants::PgTenants;
use crate::tokens::PgTokens;
use crate::webhooks::PgWebhooks;
use crate::worker_models::PgWorkerModels;

/// A Postgres store. Cheap to clone; all clones and all facets share one pool and one set of batchers.
#[derive(Clone)]
pub struct Store {
    shared: Shared,
    database: Arc<Database>,
}

/// What the facets of all tenants share.
#[derive(Clone)]
struct Shared {
    accept: Arc<AcceptLanes>,
    journal: Arc<JournalQueues>,
    ledger: Arc<LedgerQueues>,
    word_shares: Arc<CachedShares>,
    vectors: Option<Arc<Vectors>>,
    compared: Arc<Compared>,
}

impl Shared {
    fn start(database: &Arc<Database>) -> Self {
        Self {
            accept: Arc::new(AcceptLanes::start(database)),
            journal: Arc::new(JournalQueues::start(database)),
            ledger: Arc::new(LedgerQueues::start(database)),
            word_shares: Arc::default(),
            vectors: None,
            compared: Arc::default(),
        }
    }
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
        Ok(Self { shared: Shared::start(&database), database })
    }

    /// Returns a store whose memory is searched by words and by vectors, where the server has pgvector.
    #[must_use]
    pub fn with_embedder(self, embedder: Arc<dyn Embedder>) -> Self {
        let calibration = Calibration::of_model(&embedder.model().name);
        self.with_calibrated(embedder, calibration)
    }

    /// As [`Store::with_embedder`], with the calibration of the embedder's model.
    #[must_use]
    pub fn with_calibrated(mut self, embedder: Arc<dyn Embedder>, calibration: Calibration) -> Self {
        self.shared.vectors = Some(Arc::new(Vectors::new(embedder, calibration)));
        self
    }

    /// Returns a store for the work of one tenant. If the process names its tenants
    /// ([`PostgresConfig::names_tenants`]), its single statements and transactions see and change rows of that tenant
    /// only, and those that all tenants share. Batched operations name the tenants of their members themselves.
    #[must_use]
    pub fn of(&self, tenant: &Tenant) -> Self {
        Self { shared: self.shared.clone(), database: Arc::new(self.database.of(tenant)) }
    }

    /// Migrates the schema to this binary's version. Any number of processes may call it at once, while others write.
    ///
    /// # Errors
    /// `Unavailable` if the lock of another migration or of a busy table was not free within two minutes; `Refused` if
    /// the database was migrated with other text under the same version, or the user may not create tables.
    pub async fn migrate(&self) -> Result<(), PortError> {
        migrations::migrate(&self.database).await
    }

    /// Migrates like [`Store::migrate`], and then to versions that a later binary has.
    ///
    /// # Errors
    /// As for [`Store::migrate`].
    #[cfg(feature = "testing")]
    pub async fn migrate_further(&self, later: &[(i64, &'static str, &'static str)]) -> Result<(), PortError> {
        migrations::migrate_further(&self.database, later).await
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
        let now = |pool| async move { Ok(sqlx::query_scalar("SELECT now()").fetch_one(&pool).await?) };
        self.database.run("clock", now).await
    }

    /// Returns the database's clock, which all instances share. Until this instance has renewed its lease, which
    /// happens before its first job, it shows the time of `fallback`.
    pub fn clock(&self, fallback: Arc<dyn Clock>) -> Arc<dyn Clock> {
        clock::of(&self.database, fallback)
    }

    /// Closes the pool when the running statements have ended. Later batches return `Unavailable`.
    pub async fn close_pool(&self) {
        self.database.pool.connections().close().await;
    }

    fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }
}

/// The facets. Each is cheap to create and to clone.
impl Store {
    /// Returns access to the audit trail.
    pub fn audit(&self) -> PgAudit {
        PgAudit { database: self.database() }
    }

    /// Returns access to batches of model calls.
    pub fn batches(&self) -> PgBatches {
        PgBatches { database: self.database() }
    }

    /// Returns access to the steps of runs, for bundles.
    pub fn bundles(&self) -> PgBundles {
        PgBundles { database: self.database() }
    }

    /// Returns access to the drafts and the presence of reviewers.
    pub fn review_desk(&self) -> PgReviewDesk {
        PgReviewDesk { database: self.database() }
    }

    /// Returns access to the sessions of the console.
    pub fn console(&self) -> PgConsole {
        PgConsole { database: self.database() }
    }

    /// Returns access to dead letters.
    pub fn dead_letters(&self) -> PgDeadLetters {
        PgDeadLetters { database: self.database() }
    }

    /// Returns access to events and verdicts.
    pub fn events(&self) -> PgEvents {
        PgEvents { database: self.database() }
    }

    /// Returns access to the state of the fleet.
    pub fn fleet(&self) -> PgFleet {
        PgFleet { database: self.database() }
    }

    /// Returns access to forecasts and their scores.
    pub fn forecasts(&self) -> PgForecasts {
        PgForecasts { database: self.database() }
    }

    /// Returns access to the intake of events and requests.
    pub fn intake(&self) -> PgIntake {
        PgIntake { database: self.database(), lanes: Arc::clone(&self.shared.accept) }
    }

    /// Returns access to jobs of messages.
    pub fn jobs(&self) -> PgJobs {
        PgJobs { database: self.database() }
    }

    /// Returns access to the journal.
    pub fn journal(&self) -> PgJournal {
        PgJournal { database: self.database(), queues: Arc::clone(&self.shared.journal) }
    }

    /// Returns access to the ledger and its budgets.
    pub fn ledger(&self) -> PgLedger {
        PgLedger { database: self.database(), queues: Arc::clone(&self.shared.ledger) }
    }

    /// Returns access to work on old rows.
    pub fn maintenance(&self) -> PgMaintenance {
        PgMaintenance { database: self.database() }
    }

    /// Returns access to MCP sessions, questions and tasks.
    pub fn mcp(&self) -> PgMcp {
        PgMcp { database: self.database() }
    }

    /// Returns access to entities, notes and research.
    pub fn memory(&self) -> PgMemory {
        PgMemory {
            database: self.database(),
            shares: Arc::clone(&self.shared.word_shares),
            vectors: self.shared.vectors.clone(),
        }
    }

    /// Returns access to outcomes of questions.
    pub fn outcomes(&self) -> PgOutcomes {
        PgOutcomes { database: self.database(), announce: None }
    }

    /// Returns access to fetched pages and answers of services.
    pub fn pages(&self) -> PgPages {
        PgPages { database: self.database() }
    }

    /// Returns access to redrives of many dead letters.
    pub fn redrives(&self) -> PgRedrives {
        PgRedrives { database: self.database() }
    }

    /// Returns access to reports.
    pub fn reports(&self) -> PgReports {
        PgReports { database: self.database() }
    }

    /// Returns access to results and their stream.
    pub fn results(&self) -> PgResults {
        PgResults { database: self.database() }
    }

    /// Returns access to reviews of results.
    pub fn reviews(&self) -> PgReviews {
        PgReviews { database: self.database() }
    }

    /// Returns access to roles and privileges.
    pub fn roles(&self) -> PgRoles {
        PgRoles { database: self.database() }
    }

    /// Returns access to runs.
    pub fn runs(&self) -> PgRuns {
        PgRuns { database: self.database(), compared: Arc::clone(&self.shared.compared) }
    }

    /// Returns access to schedules.
    pub fn schedules(&self) -> PgSchedules {
        PgSchedules { database: self.database() }
    }

    /// Returns access to the server itself.
    pub fn server(&self) -> PgServer {
        PgServer { database: self.database() }
    }

    /// Returns access to tenants and what they own.
    pub fn tenants(&self) -> PgTenants {
        PgTenants { database: self.database() }
    }

    /// Returns access to access tokens.
    pub fn tokens(&self) -> PgTokens {
        PgTokens { database: self.database() }
    }

    /// Returns access to webhooks.
    pub fn webhooks(&self) -> PgWebhooks {
        PgWebhooks { database: self.database() }
    }

    /// Returns access to the models of the workers.
    pub fn worker_models(&self) -> PgWorkerModels {
        PgWorkerModels { database: self.database() }
    }
}
