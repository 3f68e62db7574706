//! The lease of an entity: one job of a tenant researches it at a time, or one job of all tenants while memory is
//! shared. The row in Postgres decides and yields the fence, which the commit checks, so a stale holder cannot write.
//! Redis shows the lease to other replicas.
//!
//! I/O: acquires, renews and releases the lease.

use std::sync::Arc;
use std::time::Duration;

use coordination::{Coordination, Lease, Topic};
use domain::EntityId;
use domain::effect::Fence;
use domain::port::PortError;
use runtime::{Failure, FailureAction};
use store::Memory;
use store::memory::LeaseHolder;
use tokio_util::task::AbortOnDropHandle;

/// Acquires the leases of entities.
pub(crate) struct Leases<M> {
    pub(crate) memory: Arc<M>,
    pub(crate) coordination: Arc<dyn Coordination>,
    /// Time to live without renewal.
    pub(crate) ttl: Duration,
}

/// A lease that is held.
pub(crate) struct HeldLease<M> {
    row: Row<M>,
}

/// The lease in Postgres and Redis.
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

impl<M: Memory> Leases<M> {
    /// Acquires the lease of an entity; `None` while another job holds it. The same job acquires it again after a crash
    /// or a deferral.
    pub(crate) async fn acquire(
        &self,
        entity: &EntityId,
        holder: LeaseHolder,
    ) -> Result<Option<HeldLease<M>>, Failure> {
        let ttl = self.ttl;
        let Some(fence) = self.memory.take_fence(entity, &holder, ttl).await? else { return Ok(None) };
        let topic = Topic::Identifier(Topic::of_tenant(&holder.tenant, &format!("lease of {entity}")));
        let lease = Lease { topic, holder: holder.job.id.to_string(), fence };
        let (memory, coordination) = (Arc::clone(&self.memory), Arc::clone(&self.coordination));
        let row = Row { memory, coordination, lease, ttl, entity: entity.clone() };
        // A hint for other replicas: the row in Postgres suffices without Redis.
        let _ = row.coordination.acquire(&row.lease, ttl).await;
        Ok(Some(HeldLease { row }))
    }
}

impl<M: Memory> HeldLease<M> {
    /// Returns the fence that the commit checks.
    pub(crate) fn fence(&self) -> Fence {
        self.row.lease.fence
    }

    /// Returns the leased entity.
    pub(crate) fn entity(&self) -> &EntityId {
        &self.row.entity
    }

    /// Renews the lease during the work. If the lease is lost, the work is dropped; its completed steps stay stored.
    /// The renewals run in a task of their own, so neither delays the other.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Failure> {
        let renewals = AbortOnDropHandle::new(tokio::spawn(self.row.clone().renew_until_lost()));
        tokio::select! {
            biased;
            done = work => Ok(done),
            lost = renewals => Err(lost.unwrap_or_else(Failure::retry)),
        }
    }

    /// Keeps or releases the lease after a failure. Work that will be retried keeps it: another job would start over
    /// and pay again for the steps that this one has stored. Rejected work releases it.
    pub(crate) async fn after(&self, failure: &Failure) {
        match failure.action() {
            FailureAction::Reject => self.release().await,
            FailureAction::Retry => self.keep(Duration::ZERO).await,
            FailureAction::Defer(wait) => self.keep(wait).await,
        }
    }

    /// Extends the lease by a wait and the time to live.
    async fn keep(&self, wait: Duration) {
        let row = Row { ttl: wait + self.row.ttl, ..self.row.clone() };
        if let Err(error) = row.renew().await {
            tracing::warn!(%error, entity = %row.entity, "cannot extend an entity's lease for the wait before a retry");
        }
    }

    /// Releases the lease; nothing will be written.
    pub(crate) async fn release(&self) {
        let Row { memory, coordination, lease, entity, .. } = &self.row;
        let _ = coordination.surrender(lease).await;
        if let Err(error) = memory.release(entity, lease.fence).await {
            tracing::warn!(%error, %entity, "cannot release an entity's lease; it will expire");
        }
    }

    /// Marks the entity as fresh before the commit. The row in Postgres expires by itself, so that no job acquires a
    /// newer fence before the commit: until then other jobs find the lease, afterwards the research.
    pub(crate) async fn mark_fresh(&self, identifiers: &[String], fresh_for: Duration) {
        let Row { coordination, lease, entity, .. } = &self.row;
        let _ = coordination.mark_fresh(entity, identifiers, fresh_for).await;
        let _ = coordination.surrender(lease).await;
    }
}

impl<M: Memory> Row<M> {
    /// Renews the lease until it is lost; returns the failure for the job.
    async fn renew_until_lost(self) -> Failure {
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
                // Continuing without Postgres is safe, because the commit checks the fence.
                Err(error) => tracing::warn!(%error, entity = %self.entity, "cannot renew an entity's lease"),
            }
        }
    }

    /// Renews the lease in Postgres, which decides, and then in Redis, where a missing lease is written again. Returns
    /// false if another job holds it.
    async fn renew(&self) -> Result<bool, PortError> {
        let ours = self.memory.renew(&self.entity, self.lease.fence, self.ttl).await?;
        if ours && matches!(self.coordination.renew(&self.lease, self.ttl).await, Ok(false)) {
            let _ = self.coordination.acquire(&self.lease, self.ttl).await;
        }
        Ok(ours)
    }
}

#[cfg(test)]
mod tests {
    use coordination::testing::FakeCoordination;
    use domain::port::Job;
    use domain::{JobId, Tenant};
    use store::testing::FakeMemory;

    use super::*;

    const TTL: Duration = Duration::from_secs(30);

    fn holder(name: &str) -> LeaseHolder {
        LeaseHolder { tenant: Tenant::default(), job: Job { consumer: "researcher", id: JobId::named(&[name]) } }
    }

    async fn held(memory: &Arc<FakeMemory>) -> HeldLease<FakeMemory> {
        let coordination = Arc::new(FakeCoordination::default());
        let leases = Leases { memory: Arc::clone(memory), coordination, ttl: TTL };
        leases.acquire(&EntityId::slug("bonk"), holder("one")).await.unwrap().expect("free")
    }

    /// A process that was frozen for longer than the lease of its instance finds the lease taken when it goes on.
    #[tokio::test(start_paused = true)]
    async fn work_is_dropped_and_deferred_when_another_job_has_taken_the_lease_meanwhile() {
        let memory = Arc::new(FakeMemory::default());
        let lease = held(&memory).await;
        memory.release(lease.entity(), lease.fence()).await.unwrap();
        let other = memory.take_fence(lease.entity(), &holder("another"), TTL).await.unwrap().expect("free");
        let begun = tokio::time::Instant::now();
        let lost = lease.during(std::future::pending::<()>()).await.unwrap_err();
        assert_eq!(lost.action(), FailureAction::Defer(TTL), "it comes back when the other may be done");
        assert!(begun.elapsed() <= TTL, "the loss is noticed with the next renewal");
        lease.after(&lost).await;
        assert!(memory.renew(lease.entity(), other, TTL).await.unwrap(), "the lease of the other is not touched");
    }

    /// Slow work does not lose the lease: each renewal begins a new time to live.
    #[tokio::test(start_paused = true)]
    async fn work_that_takes_many_times_the_time_to_live_keeps_its_lease() {
        let memory = Arc::new(FakeMemory::default());
        let lease = held(&memory).await;
        let fence = lease.fence();
        let done = lease.during(async {
            tokio::time::sleep(TTL * 20).await;
            memory.take_fence(lease.entity(), &holder("another"), TTL).await.unwrap()
        });
        assert_eq!(done.await.unwrap(), None);
        assert!(memory.renew(lease.entity(), fence, TTL).await.unwrap());
    }
}
