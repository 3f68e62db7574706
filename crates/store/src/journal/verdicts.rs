//! Rows of verdicts and marks. A job has at most one, in one of the partitions of `verdict` (ADR 0009).
//!
//! Within a partition a unique index decides. The closed partition receives no rows: a transaction that inserts shares
//! a lock from before it reads which partition is open until it ends, and the change of the open partition takes that
//! lock alone. So the transaction sees all rows of the closed partition, and inserts only jobs that have none there.

use std::collections::{BTreeMap, HashSet};

use domain::JobId;
use domain::port::QuietEvent;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::aging::verdicts::LOCK;
use crate::failure::Failed;

const SHARE: &str = "SELECT pg_advisory_xact_lock_shared($1)";
const OPEN: &str = "SELECT slot FROM verdict_period WHERE closed_at IS NULL";
const CLOSED: &str = "SELECT job FROM verdict WHERE job = ANY($1) AND slot <> $2";

/// Inserts in the order of the key, as marks are inserted.
const INSERT: &str = "
INSERT INTO verdict (job, sequence, grp, score, kind, rule, digest, slot)
SELECT *, $8 FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::real[], $5::smallint[], $6::smallint[], $7::bytea[])
ON CONFLICT DO NOTHING
RETURNING job";

const MARK: &str = "
INSERT INTO verdict (job, slot) SELECT job, $2 FROM unnest($1::uuid[]) AS job ON CONFLICT DO NOTHING RETURNING job";

const UNMARK: &str = "DELETE FROM verdict WHERE job = ANY($1) AND grp IS NULL";

const SETTLED: &str = "SELECT job FROM verdict WHERE job = ANY($1)";

/// Returns those of the jobs that have a verdict or a mark.
pub(crate) async fn settled(conn: &mut PgConnection, jobs: &[Uuid]) -> Result<HashSet<Uuid>, Failed> {
    if jobs.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<Uuid> = sqlx::query_scalar(SETTLED).bind(jobs).fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Inserts verdicts, each with its group. Returns the jobs that had no verdict and no mark.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    rows: &BTreeMap<JobId, (i64, &QuietEvent)>,
) -> Result<HashSet<Uuid>, Failed> {
    let jobs: Vec<Uuid> = rows.keys().map(|job| job.0).collect();
    let Some(place) = Place::of_new(conn, &jobs).await? else { return Ok(HashSet::new()) };
    let new = || rows.iter().filter(|(job, _)| !place.closed.contains(&job.0)).map(|(_, row)| row);
    let column = |value: fn(&QuietEvent) -> i16| new().map(|(_, event)| value(event)).collect::<Vec<i16>>();
    let position = |event: &QuietEvent| i64::try_from(event.sequence).unwrap_or(i64::MAX);
    let insert = sqlx::query_scalar(INSERT)
        .bind(new().map(|(_, event)| event.job.0).collect::<Vec<_>>())
        .bind(new().map(|(_, event)| position(event)).collect::<Vec<_>>())
        .bind(new().map(|(group, _)| *group).collect::<Vec<_>>())
        .bind(new().map(|(_, event)| event.verdict.score).collect::<Vec<_>>())
        .bind(column(|event| event.verdict.kind_code()))
        .bind(column(|event| event.verdict.rule.code()))
        .bind(new().map(|(_, event)| &event.digest[..]).collect::<Vec<_>>())
        .bind(place.slot);
    Ok(insert.fetch_all(conn).await?.into_iter().collect())
}

/// Marks jobs as settled in the ordinary way. Returns those that had neither a mark nor a verdict. The jobs are sorted.
pub(crate) async fn mark(conn: &mut PgConnection, jobs: &[Uuid]) -> Result<HashSet<Uuid>, Failed> {
    let Some(place) = Place::of_new(conn, jobs).await? else { return Ok(HashSet::new()) };
    let new: Vec<Uuid> = jobs.iter().filter(|job| !place.closed.contains(*job)).copied().collect();
    let marked: Vec<Uuid> = sqlx::query_scalar(MARK).bind(new).bind(place.slot).fetch_all(conn).await?;
    Ok(marked.into_iter().collect())
}

/// Deletes marks of jobs that will be run again.
pub(crate) async fn unmark(conn: &mut PgConnection, jobs: &[Uuid]) -> Result<(), Failed> {
    if !jobs.is_empty() {
        sqlx::query(UNMARK).bind(jobs).execute(conn).await?;
    }
    Ok(())
}

/// Where new rows go until the transaction ends.
struct Place {
    /// The open partition.
    slot: i16,
    /// Those of the jobs that have a row in the other one.
    closed: HashSet<Uuid>,
}

impl Place {
    /// Returns `None` for no jobs, which take no lock.
    async fn of_new(conn: &mut PgConnection, jobs: &[Uuid]) -> Result<Option<Self>, Failed> {
        if jobs.is_empty() {
            return Ok(None);
        }
        sqlx::query(SHARE).bind(LOCK).execute(&mut *conn).await?;
        let slot: i16 = sqlx::query_scalar(OPEN).fetch_one(&mut *conn).await?;
        let closed: Vec<Uuid> = sqlx::query_scalar(CLOSED).bind(jobs).bind(slot).fetch_all(conn).await?;
        Ok(Some(Self { slot, closed: closed.into_iter().collect() }))
    }
}
