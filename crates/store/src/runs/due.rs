//! Finds rounds that should be closed.

use std::sync::PoisonError;

use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use uuid::Uuid;

use super::port::{Compared, DueRun};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// Number of waiting runs whose counters a pass compares with their questions and answers.
const PAGE: i64 = 1000;

/// The next waiting runs in the order of their deadlines, with those whose `outstanding` differs from their questions
/// and answers. Read without locks, so a hint only. The last row is the one from which the next pass goes on.
const SUSPECTS: &str = "
SELECT r.id, r.deadline, r.outstanding <>
    (SELECT count(*) FROM question q LEFT JOIN answer a ON a.run = q.run AND a.question = q.id
     WHERE q.run = r.id AND q.iteration = r.iteration AND a.run IS NULL)
FROM (SELECT id, iteration, outstanding, deadline FROM run
      WHERE phase = 'waiting' AND (deadline, id) > (coalesce($1, '-infinity'::timestamptz), coalesce($2, '00000000-0000-0000-0000-000000000000'::uuid))
      ORDER BY deadline, id LIMIT $3) AS r
ORDER BY r.deadline, r.id";

const LOCK: &str = "SELECT id FROM run WHERE id = ANY($1) AND phase = 'waiting' ORDER BY id FOR UPDATE";

/// A statement of its own after the lock, so that it sees every answer that was committed before.
const REPAIR: &str = "
UPDATE run SET outstanding = derived.open, version = version + 1, changed_at = now()
FROM (SELECT q.run, r.iteration, count(*) FILTER (WHERE a.run IS NULL)::int AS open
      FROM run r JOIN question q ON q.run = r.id AND q.iteration = r.iteration
      LEFT JOIN answer a ON a.run = q.run AND a.question = q.id
      WHERE r.id = ANY($1) GROUP BY q.run, r.iteration) AS derived
WHERE run.id = derived.run AND run.phase = 'waiting' AND run.iteration = derived.iteration AND run.outstanding <> derived.open";

/// Runs whose round is over, and those of the page that have all answers: the commit of the last answer closes the
/// round, unless its counter was wrong.
const DUE: &str = "
SELECT id, tenant, iteration, deadline, outstanding FROM run WHERE phase = 'waiting' AND deadline <= $1
UNION ALL
SELECT id, tenant, iteration, deadline, outstanding FROM run
WHERE id = ANY($3) AND phase = 'waiting' AND outstanding = 0 AND deadline > $1
ORDER BY deadline LIMIT $2";

row! {
    struct DueRow {
        run: Uuid,
        tenant: String,
        iteration: i32,
        deadline: Time,
        outstanding: i32,
    }
}

pub(super) async fn due(
    database: &Database,
    compared: &Compared,
    now: Time,
    limit: u32,
) -> Result<Vec<DueRun>, PortError> {
    let ask = |pool: PgPool| async move {
        let page = repair(&pool, compared).await?;
        let query = sqlx::query_as(DUE).bind(now).bind(i64::from(limit)).bind(page);
        let rows: Vec<DueRow> = query.fetch_all(&pool).await?;
        let due = |DueRow { run, tenant, iteration, deadline, outstanding }: DueRow| DueRun {
            run: RunId(run),
            tenant: Tenant::parse(&tenant).unwrap_or_default(),
            iteration: u32::try_from(iteration).unwrap_or(0),
            deadline,
            outstanding: u32::try_from(outstanding).unwrap_or(0),
        };
        Ok(rows.into_iter().map(due).collect())
    };
    database.run("run", ask).await
}

/// Corrects the counters of the next page of runs from the questions and answers, which are authoritative. Returns the
/// page.
async fn repair(pool: &PgPool, compared: &Compared) -> Result<Vec<Uuid>, Failed> {
    let last = *compared.lock().unwrap_or_else(PoisonError::into_inner);
    let (deadline, id) = last.unzip();
    let query = sqlx::query_as(SUSPECTS).bind(deadline).bind(id).bind(PAGE);
    let page: Vec<(Uuid, Time, bool)> = query.fetch_all(pool).await?;
    let is_full = i64::try_from(page.len()).is_ok_and(|rows| rows == PAGE);
    let next = page.last().filter(|_| is_full).map(|(id, deadline, _)| (*deadline, *id));
    *compared.lock().unwrap_or_else(PoisonError::into_inner) = next;
    let suspects: Vec<Uuid> = page.iter().filter(|(.., differs)| *differs).map(|(id, ..)| *id).collect();
    if !suspects.is_empty() {
        correct(pool, &suspects).await?;
    }
    Ok(page.into_iter().map(|(id, ..)| id).collect())
}

async fn correct(pool: &PgPool, suspects: &[Uuid]) -> Result<(), Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK).bind(suspects).execute(&mut *transaction).await?;
    let repaired = sqlx::query(REPAIR).bind(suspects).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    if repaired > 0 {
        tracing::warn!(repaired, "corrected the count of open questions");
    }
    Ok(())
}
