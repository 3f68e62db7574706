//! Leases with fences, by the database's clock. Redis may say the same faster; this row decides.

use std::time::Duration;

use domain::EntityId;
use domain::effect::Fence;
use domain::port::PortError;

use crate::Store;

/// The fence grows with every taking, also by the same holder.
const TAKE: &str = "
INSERT INTO entity_lease (entity, fence, holder, lease_until) VALUES ($1, 1, $2, now() + make_interval(secs => $3))
ON CONFLICT (entity) DO UPDATE SET fence = entity_lease.fence + 1, holder = excluded.holder, lease_until = excluded.lease_until
WHERE entity_lease.holder IS NULL OR entity_lease.holder = excluded.holder OR entity_lease.lease_until <= now()
RETURNING fence";

const RENEW: &str = "
UPDATE entity_lease SET lease_until = now() + make_interval(secs => $3) WHERE entity = $1 AND fence = $2 AND holder IS NOT NULL";

const RELEASE: &str = "UPDATE entity_lease SET holder = NULL, lease_until = now() WHERE entity = $1 AND fence = $2";

pub(super) async fn take(
    store: &Store,
    entity: &EntityId,
    holder: &str,
    lease: Duration,
) -> Result<Option<Fence>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let query = sqlx::query_scalar(TAKE).bind(entity.as_str()).bind(holder).bind(lease.as_secs_f64());
        Ok(query.fetch_optional(&pool).await?.map(Fence))
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
