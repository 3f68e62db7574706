//! The truth about work: inbox, outbox, attempts, memoised steps. Semantics as [`domain::port::Journal`] says them.

mod alive;
pub(crate) mod begin;
pub(crate) mod commit;
mod dead;
pub(crate) mod outbox;
pub(crate) mod pause;
mod relay;
pub(crate) mod sent;
pub(crate) mod step;
mod unheard;

use std::time::Duration;

use domain::port::{Begun, Committed, Job, Journal, Pause, PortError, Settled, StepKey};
use domain::{JobId, Outgoing};

use crate::Store;

impl Journal for Store {
    async fn begin(&self, job: &Job) -> Result<Begun, PortError> {
        self.inner.begin.submit(job.clone()).await
    }

    async fn pause(&self, job: &Job, why: &Pause) -> Result<u32, PortError> {
        self.inner.pause.submit(pause::Paused { job: job.clone(), why: why.clone() }).await
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        self.inner.commit.submit(commit::prepare(settled)?).await
    }

    async fn sent(&self, ids: &[JobId]) -> Result<(), PortError> {
        if ids.is_empty() {
            return Ok(());
        }
        self.inner.sent.submit(ids.to_vec()).await
    }

    async fn unsent(
        &self,
        subjects: &[&'static str],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Outgoing>, PortError> {
        relay::unsent(self, subjects, older_than, limit).await
    }

    async fn introduce(&self, hearers: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        unheard::introduce(self, hearers).await
    }

    async fn unheard(
        &self,
        hearers: &[(&'static str, &'static str)],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Outgoing>, PortError> {
        unheard::unheard(self, hearers, older_than, limit).await
    }

    async fn alive(&self, lease: Duration) -> Result<bool, PortError> {
        alive::alive(self, lease).await
    }

    async fn recall(&self, step: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        self.inner.recall.submit(step.clone()).await
    }

    async fn remember(&self, step: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        self.inner.remember.submit(step::Value { key: step.clone(), value }).await
    }
}
