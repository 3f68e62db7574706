//! The journal: inbox, outbox, attempts and memoised steps. Implements [`domain::port::Journal`].

mod alive;
pub(crate) mod begin;
pub(crate) mod commit;
mod dead;
pub(crate) mod hand_back;
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

use std::time::Duration;

use domain::Outgoing;
use domain::port::{
    Begun, Committed, Confirmed, HandBackReason, Job, Journal, Lost, Parking, PortError, QuietBatch, QuietSettled,
    Settled, StepKey, TenantLoad, Unconfirmed, Watched,
};

use crate::Store;

impl Journal for Store {
    async fn begin(&self, job: &Job) -> Result<Begun, PortError> {
        self.inner.begin.submit(job.clone()).await
    }

    async fn hand_back(&self, job: &Job, why: &HandBackReason) -> Result<u32, PortError> {
        self.inner.hand_back.submit(hand_back::HandedBack { job: job.clone(), why: why.clone() }).await
    }

    async fn park(&self, job: &Job, parking: &Parking) -> Result<bool, PortError> {
        self.inner.park.submit(park::Parked { job: job.clone(), parking: parking.clone() }).await
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        self.inner.commit.submit(commit::prepare(settled)?).await
    }

    async fn commit_quiet(&self, batch: QuietBatch) -> Result<QuietSettled, PortError> {
        self.inner.quiet.submit(batch).await
    }

    async fn sent(&self, confirmed: &[Confirmed]) -> Result<(), PortError> {
        if confirmed.is_empty() {
            return Ok(());
        }
        self.inner.sent.submit(confirmed.to_vec()).await
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
        let missing = self.missing_privileges().await?;
        Ok((!missing.is_empty()).then(|| format!("Postgres lacks {}: {}", missing.join(", "), crate::roles::MEND)))
    }

    async fn introduce(&self, consumers: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        lost::introduce(&self.database, consumers).await
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
        self.hold_lane(role, lease).await
    }

    async fn is_server_known(&self, consumer: &'static str, server: &str) -> Result<bool, PortError> {
        redelivery::is_known(&self.database, consumer, server).await
    }

    async fn record_server(&self, consumer: &'static str, server: &str) -> Result<(), PortError> {
        redelivery::record(&self.database, consumer, server).await
    }

    async fn alive(&self, lease: Duration) -> Result<bool, PortError> {
        alive::alive(&self.database, lease).await
    }

    async fn farewell(&self) -> Result<(), PortError> {
        alive::farewell(&self.database).await
    }

    async fn report_loads(&self, loads: &[TenantLoad]) -> Result<(), PortError> {
        loads::report(&self.database, loads).await
    }

    async fn recall(&self, step: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        self.inner.recall.submit(step.clone()).await
    }

    async fn remember(&self, step: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        self.inner.remember.submit(step::StepValue { key: step.clone(), value }).await
    }
}
