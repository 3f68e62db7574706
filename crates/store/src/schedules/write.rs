//! Statements that change schedules.

use domain::schedule::Schedule;

use super::port::Fired;
use crate::failure::Failed;
use crate::intake::requesters;
use crate::journal::outbox;
use crate::pool::PgPool;

const PUT: &str = "
INSERT INTO schedule (tenant, name, cron, event, next_at) SELECT $1, $2, $3, $4::json, $5
WHERE (SELECT count(*) FROM (SELECT FROM schedule WHERE tenant = $1 AND name <> $2 LIMIT $6) AS others) < $6
ON CONFLICT (tenant, name) DO UPDATE
SET cron = excluded.cron, event = excluded.event, next_at = excluded.next_at, fired = 0, last_at = NULL, last_job = NULL";

/// Advances only from the instant that was read: of many replicas, one succeeds.
const MOVE: &str = "
UPDATE schedule SET next_at = $4, fired = fired + (CASE WHEN $5::uuid IS NULL THEN 0 ELSE 1 END),
                    last_at = CASE WHEN $5::uuid IS NULL THEN last_at ELSE $3 END, last_job = coalesce($5, last_job)
WHERE tenant = $1 AND name = $2 AND next_at = $3";

/// Two requests of a tenant are counted one after the other.
const IN_TURN: &str = "SELECT pg_advisory_xact_lock(hashtextextended('schedules of ' || $1, 0))";

pub(super) async fn put(pool: &PgPool, schedule: &Schedule, limit: Option<u32>) -> Result<bool, Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(IN_TURN).bind(schedule.tenant.as_str()).execute(&mut *transaction).await?;
    let put = sqlx::query(PUT)
        .bind(schedule.tenant.as_str())
        .bind(&schedule.name)
        .bind(&schedule.cron)
        .bind(serde_json::to_string(&schedule.event)?)
        .bind(schedule.next_at)
        .bind(limit.map_or(i64::MAX, i64::from));
    let stored = put.execute(&mut *transaction).await?.rows_affected() == 1;
    transaction.commit().await?;
    Ok(stored)
}

pub(super) async fn fire(pool: &PgPool, fired: &Fired) -> Result<bool, Failed> {
    let mut transaction = pool.begin().await?;
    let moved = sqlx::query(MOVE)
        .bind(fired.tenant.as_str())
        .bind(&fired.name)
        .bind(fired.at)
        .bind(fired.next)
        .bind(fired.event.as_ref().map(|event| event.id.0));
    let moved = moved.execute(&mut *transaction).await?.rows_affected() == 1;
    if let Some(event) = fired.event.as_ref().filter(|_| moved) {
        outbox::insert(&mut transaction, &[event]).await?;
        requesters::insert(&mut transaction, &[(event, None)]).await?;
    }
    transaction.commit().await?;
    Ok(moved)
}
