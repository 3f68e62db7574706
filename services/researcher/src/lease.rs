//! One replica researches an entity. The row in Postgres decides and gives the fence; Redis shows it to others; the fence
//! that the commit checks is what keeps a zombie from writing.
//!
//! I/O: takes, renews and gives back the lease.

use std::time::Duration;

use coordination::{Coordination, Lease, Topic};
use domain::effect::Fence;
use domain::{EntityId, JobId};
use runtime::Failure;
use store::Memory;

/// A lease that is held.
pub(crate) struct Held<'a, M> {
    pub(crate) memory: &'a M,
    pub(crate) coordination: &'a dyn Coordination,
    pub(crate) lease: Lease,
    pub(crate) ttl: Duration,
    entity: EntityId,
}

impl<'a, M: Memory> Held<'a, M> {
    /// Takes the lease; `None` while another job holds it. The same job takes it again after a crash.
    pub(crate) async fn take(
        (memory, coordination): (&'a M, &'a dyn Coordination),
        entity: &EntityId,
        job: JobId,
        ttl: Duration,
    ) -> Result<Option<Self>, Failure> {
        let holder = job.to_string();
        let Some(fence) = memory.take_fence(entity, &holder, ttl).await? else { return Ok(None) };
        let lease = Lease { topic: Topic::Entity(entity.clone()), holder, fence };
        // A hint for others: without Redis the row above is enough.
        let _ = coordination.acquire(&lease, ttl).await;
        Ok(Some(Self { memory, coordination, lease, ttl, entity: entity.clone() }))
    }

    /// Proof for the commit.
    pub(crate) fn fence(&self) -> Fence {
        self.lease.fence
    }

    /// Renews the lease while the work goes on; if it is lost the work is dropped, and what it paid for stays remembered.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        let mut work = std::pin::pin!(work);
        let mut ticks = tokio::time::interval(self.ttl / 3);
        ticks.tick().await;
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = ticks.tick() => self.renew().await?,
            }
        }
    }

    async fn renew(&self) -> Result<(), Failure> {
        let _ = self.coordination.renew(&self.lease, self.ttl).await;
        match self.memory.renew(&self.entity, self.lease.fence, self.ttl).await {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(Failure::defer(self.ttl, anyhow::anyhow!("the lease on {} was lost to another job", self.entity)))
            }
            // Postgres is away for a moment: the fence decides at the commit, so going on does no harm.
            Err(error) => {
                tracing::warn!(%error, entity = %self.entity, "the lease could not be renewed");
                Ok(())
            }
        }
    }

    /// Gives it back: nothing will be written.
    pub(crate) async fn give_back(&self) {
        let _ = self.coordination.surrender(&self.lease).await;
        if let Err(error) = self.memory.release(&self.entity, self.lease.fence).await {
            tracing::warn!(%error, entity = %self.entity, "the lease could not be given back and will lapse");
        }
    }

    /// The research is about to be committed: others may see that it is fresh. The row in Postgres is left to lapse, so
    /// that nobody takes a newer fence before the commit; until then they find the lease held, afterwards the research.
    pub(crate) async fn hand_over(&self, identifiers: &[String], fresh_for: Duration) {
        let mut topics = vec![self.lease.topic.clone()];
        topics.extend(identifiers.iter().map(|identifier| Topic::Identifier(identifier.clone())));
        let _ = self.coordination.mark_fresh(&topics, fresh_for).await;
        let _ = self.coordination.surrender(&self.lease).await;
    }
}
