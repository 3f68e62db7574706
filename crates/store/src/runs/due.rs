//! Finds rounds that should be closed.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use uuid::Uuid;

use super::DueRun;
use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Waiting runs whose `outstanding` differs from their questions and answers. Read without locks, so a hint only.
const SUSPECTS: &str = "
SELECT r.id FROM run r WHERE r.phase = 'waiting' AND r.outstanding <>
    (SELECT count(*) FROM question q LEFT JOIN answer a ON a.run = q.run AND a.question = q.id
     WHERE q.run = r.id AND q.iteration = r.iteration AND a.run IS NULL)
ORDER BY r.id";

const LOCK: &str = "SELECT id FROM run WHERE id = ANY($1) AND phase = 'waiting' ORDER BY id FOR UPDATE";

/// A statement of its own after the lock, so that it sees every answer that was committed before.
const REPAIR: &str = "
UPDATE run SET outstanding = derived.open, version = version + 1, changed_at = now()
FROM (SELECT q.run, r.iteration, count(*) FILTER (WHERE a.run IS NULL)::int AS open
      FROM run r JOIN question q ON q.run = r.id AND q.iteration = r.iteration
      LEFT JOIN answer a ON a.run = q.run AND a.question = q.id
      WHERE r.id = ANY($1) GROUP BY q.run, r.iteration) AS derived
WHERE run.id = derived.run AND run.phase = 'waiting' AND run.iteration = derived.iteration AND run.outstanding <> derived.open";

const DUE: &str = "
SELECT id, tenant, iteration, deadline, outstanding FROM run
WHERE phase = 'waiting' AND (deadline <= $1 OR outstanding = 0) ORDER BY deadline LIMIT $2";

pub(super) async fn due(store: &Store, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
    let ask = |pool: PgPool| async move {
        repair(&pool).await?;
        let query = sqlx::query_as(DUE).bind(now).bind(i64::from(limit));
        let rows: Vec<(Uuid, String, i32, Time, i32)> = query.fetch_all(&pool).await?;
        let due = |(run, tenant, iteration, deadline, outstanding): (Uuid, String, i32, Time, i32)| DueRun {
            run: RunId(run),
            tenant: Tenant::parse(&tenant).unwrap_or_default(),
            iteration: u32::try_from(iteration).unwrap_or(0),
            deadline,
            outstanding: u32::try_from(outstanding).unwrap_or(0),
        };
        Ok(rows.into_iter().map(due).collect())
    };
    store.run("run", ask).await
}

/// Corrects counters from the questions and answers, which are authoritative.
async fn repair(pool: &PgPool) -> Result<(), Failed> {
    let suspects: Vec<Uuid> = sqlx::query_scalar(SUSPECTS).fetch_all(pool).await?;
    if suspects.is_empty() {
        return Ok(());
    }
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK).bind(&suspects).execute(&mut *transaction).await?;
    let repaired = sqlx::query(REPAIR).bind(&suspects).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    if repaired > 0 {
        tracing::warn!(repaired, "corrected the count of open questions");
    }
    Ok(())
}
