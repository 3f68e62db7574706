//! The journal: inbox, outbox, attempts and memoised steps. Implements [`domain::port::Journal`].

pub(crate) mod begin;
pub(crate) mod commit;
mod dead;
pub(crate) mod hand_back;
mod lease;
mod loads;
pub(crate) mod lost;
pub(crate) mod old;
pub(crate) mod outbox;
pub(crate) mod park;
pub(crate) mod quiet;
mod redelivery;
pub(crate) mod relay;
pub(crate) mod step;
pub(crate) mod verdicts;

use std::sync::Arc;
use std::time::Duration;

use domain::Outgoing;
use domain::port::{
    Begun, Committed, Confirmed, HandBackReason, Job, Journal, Lost, Parking, PortError, QuietBatch, QuietSettled,
    Settled, StepKey, TenantLoad, Unconfirmed, Watched,
};

use crate::batch::Batcher;
use crate::database::Database;
use crate::lane;
use crate::roles::missing;

/// Access to the journal in Postgres; see [`crate::Store::journal`].
#[derive(Clone)]
pub struct PgJournal {
    pub(crate) database: Arc<Database>,
    pub(crate) queues: Arc<JournalQueues>,
}

/// The batched operations of the journal.
pub(crate) struct JournalQueues {
    begin: Batcher<begin::Begin>,
    hand_back: Batcher<hand_back::HandBack>,
    park: Batcher<park::Park>,
    commit: Batcher<commit::Commit>,
    quiet: Batcher<quiet::CommitQuiet>,
    sent: Batcher<outbox::MarkSent>,
    load_step: Batcher<step::ReadStep>,
    store_step: Batcher<step::WriteStep>,
}

impl JournalQueues {
    pub(crate) fn start(database: &Arc<Database>) -> Self {
        Self {
            begin: Batcher::start(database),
            hand_back: Batcher::start(database),
            park: Batcher::start(database),
            commit: Batcher::start(database),
            quiet: Batcher::start(database),
            sent: Batcher::start(database),
            load_step: Batcher::start(database),
            store_step: Batcher::start(database),
        }
    }
}

impl Journal for PgJournal {
    async fn begin(&self, job: &Job) -> Result<Begun, PortError> {
        self.queues.begin.submit(job.clone()).await
    }

    async fn hand_back(&self, job: &Job, why: &HandBackReason) -> Result<u32, PortError> {
        self.queues.hand_back.submit(hand_back::HandedBack { job: job.clone(), why: why.clone() }).await
    }

    async fn park(&self, job: &Job, parking: &Parking) -> Result<bool, PortError> {
        self.queues.park.submit(park::Parked { job: job.clone(), parking: parking.clone() }).await
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        self.queues.commit.submit(commit::prepare(settled)?).await
    }

    async fn commit_quiet(&self, batch: QuietBatch) -> Result<QuietSettled, PortError> {
        self.queues.quiet.submit(batch).await
    }

    async fn sent(&self, confirmed: &[Confirmed]) -> Result<(), PortError> {
        if confirmed.is_empty() {
            return Ok(());
        }
        self.queues.sent.submit(confirmed.to_vec()).await
    }

    async fn unsent(
        &self,
        subjects: &[&'static str],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Outgoing>, PortError> {
        relay::unsent(&self.database, subjects, older_than, limit).await
    }

    async fn unconfirmed(&self, rows: &[Unconfirmed]) -> Result<(), PortError> {
        relay::unconfirmed(&self.database, rows).await
    }

    async fn lacks(&self) -> Result<Option<String>, PortError> {
        let missing = missing::of_process(&self.database).await?;
        Ok((!missing.is_empty()).then(|| format!("Postgres lacks {}: {}", missing.join(", "), missing::MEND)))
    }

    async fn register_consumers(&self, consumers: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        lost::register_consumers(&self.database, consumers).await
    }

    async fn unconsumed(
        &self,
        consumers: &[Watched],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Lost>, PortError> {
        lost::unconsumed(&self.database, consumers, older_than, limit).await
    }

    async fn elect(&self, role: &str, lease: Duration) -> Result<bool, PortError> {
        lane::hold(&self.database, role, lease).await
    }

    async fn is_server_known(&self, consumer: &'static str, server: &str) -> Result<bool, PortError> {
        redelivery::is_known(&self.database, consumer, server).await
    }

    async fn record_server(&self, consumer: &'static str, server: &str) -> Result<(), PortError> {
        redelivery::record(&self.database, consumer, server).await
    }

    async fn renew_lease(&self, lease: Duration) -> Result<bool, PortError> {
        lease::renew(&self.database, lease).await
    }

    async fn end_lease(&self) -> Result<(), PortError> {
        lease::end(&self.database).await
    }

    async fn report_loads(&self, loads: &[TenantLoad]) -> Result<(), PortError> {
        loads::report(&self.database, loads).await
    }

    async fn load_step(&self, step: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        self.queues.load_step.submit(step.clone()).await
    }

    async fn store_step(&self, step: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        self.queues.store_step.submit(step::StepValue { key: step.clone(), value }).await
    }
}
