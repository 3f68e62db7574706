//! One replica researches an entity. The row in Postgres decides and gives the fence; Redis shows it to others; the fence
//! that the commit checks is what keeps a zombie from writing.
//!
//! I/O: takes, renews and gives back the lease.

use std::sync::Arc;
use std::time::Duration;

use coordination::{Coordination, Lease, Topic};
use domain::EntityId;
use domain::effect::Fence;
use domain::port::{Job, PortError};
use runtime::{Failure, Verdict};
use store::Memory;
use tokio_util::task::AbortOnDropHandle;

use crate::desk::Kit;

/// A lease that is held.
pub(crate) struct Held<M> {
    row: Row<M>,
}

/// The lease in both places.
struct Row<M> {
    memory: Arc<M>,
    coordination: Arc<dyn Coordination>,
    lease: Lease,
    ttl: Duration,
    entity: EntityId,
}

impl<M> Clone for Row<M> {
    fn clone(&self) -> Self {
        Self {
            memory: Arc::clone(&self.memory),
            coordination: Arc::clone(&self.coordination),
            lease: self.lease.clone(),
            ttl: self.ttl,
            entity: self.entity.clone(),
        }
    }
}

impl<M: Memory> Held<M> {
    /// Takes the lease; `None` while another job holds it. The same job takes it again after a crash or a pause.
    pub(crate) async fn take<W>(kit: &Kit<M, W>, entity: &EntityId, job: Job) -> Result<Option<Self>, Failure> {
        let ttl = kit.config.lease;
        let Some(fence) = kit.memory.take_fence(entity, &job, ttl).await? else { return Ok(None) };
        let lease = Lease { topic: Topic::Entity(entity.clone()), holder: job.id.to_string(), fence };
        let (memory, coordination) = (Arc::clone(&kit.memory), Arc::clone(&kit.coordination));
        let row = Row { memory, coordination, lease, ttl, entity: entity.clone() };
        // A hint for others: without Redis the row in Postgres is enough.
        let _ = row.coordination.acquire(&row.lease, ttl).await;
        Ok(Some(Self { row }))
    }

    /// Proof for the commit.
    pub(crate) fn fence(&self) -> Fence {
        self.row.lease.fence
    }

    /// What is held.
    pub(crate) fn entity(&self) -> &EntityId {
        &self.row.entity
    }

    /// Renews the lease while the work goes on; if it is lost the work is dropped, and what it paid for stays remembered. The
    /// renewals are a task of their own: work that keeps its thread busy does not hold them up, and a slow renewal not the work.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        let renewals = AbortOnDropHandle::new(tokio::spawn(self.row.clone().renewed()));
        tokio::select! {
            biased;
            done = work => Ok(done),
            lost = renewals => Err(lost.unwrap_or_else(Failure::retry)),
        }
    }

    /// What becomes of the lease when the work failed. Work that comes back keeps it until then: another job would begin anew and
    /// pay again for all that this one remembers. Work that never comes back gives it back.
    pub(crate) async fn after(&self, failure: &Failure) {
        match failure.verdict() {
            Verdict::Reject => self.give_back().await,
            Verdict::Retry => self.keep(Duration::ZERO).await,
            Verdict::Defer(wait) => self.keep(wait).await,
        }
    }

    /// For a pause, and for as long as a lease lasts after it.
    async fn keep(&self, pause: Duration) {
        let row = Row { ttl: pause + self.row.ttl, ..self.row.clone() };
        if let Err(error) = row.renew().await {
            tracing::warn!(%error, entity = %row.entity, "the lease could not be kept for the time of a pause");
        }
    }

    /// Gives it back: nothing will be written.
    pub(crate) async fn give_back(&self) {
        let Row { memory, coordination, lease, entity, .. } = &self.row;
        let _ = coordination.surrender(lease).await;
        if let Err(error) = memory.release(entity, lease.fence).await {
            tracing::warn!(%error, %entity, "the lease could not be given back and will lapse");
        }
    }

    /// The research is about to be committed: others may see that it is fresh. The row in Postgres is left to lapse, so
    /// that nobody takes a newer fence before the commit; until then they find the lease held, afterwards the research.
    pub(crate) async fn hand_over(&self, identifiers: &[String], fresh_for: Duration) {
        let Row { coordination, lease, entity, .. } = &self.row;
        let _ = coordination.mark_fresh(entity, identifiers, fresh_for).await;
        let _ = coordination.surrender(lease).await;
    }
}

impl<M: Memory> Row<M> {
    /// Renews for ever; ends when the lease is lost, with what the job does then.
    async fn renewed(self) -> Failure {
        let mut ticks = tokio::time::interval(self.ttl / 3);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            ticks.tick().await;
            match self.renew().await {
                Ok(true) => {}
                Ok(false) => {
                    let lost = anyhow::anyhow!("the lease on {} was lost to another job", self.entity);
                    return Failure::defer(self.ttl, lost);
                }
                // Postgres is away for a moment: the fence decides at the commit, so going on does no harm.
                Err(error) => tracing::warn!(%error, entity = %self.entity, "the lease could not be renewed"),
            }
        }
    }

    /// `false` if another has it. Postgres first, which decides; a Redis that has forgotten it is told again.
    async fn renew(&self) -> Result<bool, PortError> {
        let ours = self.memory.renew(&self.entity, self.lease.fence, self.ttl).await?;
        if ours && matches!(self.coordination.renew(&self.lease, self.ttl).await, Ok(false)) {
            let _ = self.coordination.acquire(&self.lease, self.ttl).await;
        }
        Ok(ours)
    }
}
