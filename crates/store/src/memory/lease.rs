//! Leases with fences, by the database's clock. Redis may say the same faster; this row decides.
//!
//! A lease lasts until it lapses, and then for as long as the instance that works on its holder's job is alive: a machine so
//! busy that renewals come late must not make two jobs pay for one entity. It ends at once when the holder's job has its outcome.

use std::time::Duration;

use domain::EntityId;
use domain::effect::Fence;
use domain::port::{Job, PortError};

use crate::Store;

/// The lease's holder is still at work: its job is in the hands of an instance that is alive. `$lease` is the row's name.
macro_rules! at_work {
    ($lease:literal) => {
        concat!(
            "EXISTS (SELECT FROM inbox i JOIN instance a ON a.name = i.holder WHERE i.consumer = ",
            $lease,
            ".consumer AND i.job = ",
            $lease,
            ".job AND i.done_at IS NULL AND a.alive_until > now())"
        )
    };
}
pub(super) use at_work;

/// The fence grows with every taking, also by the same holder.
const TAKE: &str = concat!(
    "
INSERT INTO entity_lease (entity, fence, holder, consumer, job, lease_until)
VALUES ($1, 1, $3::uuid::text, $2, $3::uuid, now() + make_interval(secs => $4))
ON CONFLICT (entity) DO UPDATE SET fence = entity_lease.fence + 1, holder = excluded.holder,
    consumer = excluded.consumer, job = excluded.job, lease_until = excluded.lease_until
WHERE entity_lease.holder IS NULL OR entity_lease.holder = excluded.holder
   OR EXISTS (SELECT FROM inbox i
              WHERE i.consumer = entity_lease.consumer AND i.job = entity_lease.job AND i.done_at IS NOT NULL)
   OR (entity_lease.lease_until <= now() AND NOT ",
    at_work!("entity_lease"),
    ")
RETURNING fence"
);

const RENEW: &str = "
UPDATE entity_lease SET lease_until = now() + make_interval(secs => $3) WHERE entity = $1 AND fence = $2 AND holder IS NOT NULL";

const RELEASE: &str = "UPDATE entity_lease SET holder = NULL, lease_until = now() WHERE entity = $1 AND fence = $2";

pub(super) async fn take(
    store: &Store,
    entity: &EntityId,
    holder: &Job,
    lease: Duration,
) -> Result<Option<Fence>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let query = sqlx::query_scalar(TAKE).bind(entity.as_str()).bind(holder.consumer).bind(holder.id.0);
        Ok(query.bind(lease.as_secs_f64()).fetch_optional(&pool).await?.map(Fence))
    };
    store.run("lease", ask).await
}

pub(super) async fn renew(store: &Store, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let query = sqlx::query(RENEW).bind(entity.as_str()).bind(fence.0).bind(lease.as_secs_f64());
        Ok(query.execute(&pool).await?.rows_affected() == 1)
    };
    store.run("lease", ask).await
}

pub(super) async fn release(store: &Store, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        sqlx::query(RELEASE).bind(entity.as_str()).bind(fence.0).execute(&pool).await?;
        Ok(())
    };
    store.run("lease", ask).await
}
