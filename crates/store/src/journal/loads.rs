//! Reports about the work of each tenant, which an operator reads.

use domain::port::{PortError, TenantLimit, TenantLoad};

use crate::database::Database;
use crate::pool::PgPool;

/// Deletes the last report of this instance, and those of instances that ended. Rows that another instance is deleting
/// are skipped.
const FORGET: &str = "
DELETE FROM tenant_load WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM tenant_load WHERE instance = $1 OR at < now() - interval '10 minutes' FOR UPDATE SKIP LOCKED))";

/// A report that was repeated after a lost answer replaces the first one.
const REPORT: &str = "
INSERT INTO tenant_load (instance, consumer, tenant, running, held_back, limited, oldest_at)
SELECT $1, consumer, tenant, running, held_back, limited, now() - make_interval(secs => oldest)
FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::float8[])
     AS load (consumer, tenant, running, held_back, limited, oldest)
ON CONFLICT (instance, consumer, tenant) DO UPDATE
SET running = excluded.running, held_back = excluded.held_back, limited = excluded.limited, oldest_at = excluded.oldest_at, at = excluded.at";

pub(super) async fn report(database: &Database, loads: &[TenantLoad]) -> Result<(), PortError> {
    let instance = &database.instance;
    let report = |pool: PgPool| async move {
        let mut transaction = pool.begin().await?;
        sqlx::query(FORGET).bind(instance).execute(&mut *transaction).await?;
        let insert = sqlx::query(REPORT)
            .bind(instance)
            .bind(loads.iter().map(|load| load.consumer).collect::<Vec<_>>())
            .bind(loads.iter().map(|load| load.tenant.as_str()).collect::<Vec<_>>())
            .bind(loads.iter().map(|load| stored(load.running)).collect::<Vec<_>>())
            .bind(loads.iter().map(|load| stored(load.held_back)).collect::<Vec<_>>())
            .bind(loads.iter().map(|load| load.limit.map(TenantLimit::as_str)).collect::<Vec<_>>())
            .bind(loads.iter().map(|load| load.oldest.map(|age| age.as_secs_f64())).collect::<Vec<_>>());
        insert.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
    };
    database.run("tenant load", report).await
}

fn stored(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
