//! The inbox keeps recent jobs. Keys of jobs that ended are moved to `inbox_old`, which has partitions by time (ADR
//! 0009).
//!
//! The index of the inbox is changed at a random place by each job. Once it is much larger than the memory of the
//! server, each of these changes reads a page and, after a checkpoint, writes the whole page to the WAL. A move visits
//! the keys in the order of the index, so that many keys share a page.

mod ring;
mod turn;
pub(crate) mod verdicts;

use std::time::Duration;

use domain::port::PortError;
use uuid::Uuid;

use crate::failure::Failed;
use crate::maintenance::PgMaintenance;
use crate::pool::PgPool;
use crate::prune::Retention;
use turn::{Ring, turn_all};

/// Age of an outcome before it is moved. Most repeated deliveries come earlier; a later one is recognised, at the cost
/// of a second look-up.
const MIN_AGE: Duration = Duration::from_secs(60);

/// Seconds that an outcome must have ended before, for a move that is due; NULL if none is due. A move is due for half
/// a million jobs, or after a day, since a move of few keys writes about one page per key.
const DUE: &str = "
SELECT CASE
    WHEN (SELECT count(*) FROM (SELECT FROM inbox WHERE begun_at < now() - make_interval(secs => $1) LIMIT 500000) AS many) = 500000 THEN $1
    WHEN EXISTS (SELECT FROM (SELECT done_at FROM inbox WHERE begun_at < now() - interval '2 days' ORDER BY begun_at LIMIT 10000) AS oldest
                 WHERE done_at IS NOT NULL) THEN 86400
END::float8";

/// Moves keys in the order of the index, from a key on, and returns the last key that was read: a region of unfinished
/// jobs is read in portions, too. The partition stays open until the transaction ends.
pub(crate) const MOVE: &str = "
WITH page AS MATERIALIZED (
    SELECT ctid AS place, consumer, job, done_at FROM inbox
    WHERE (consumer, job) > ($1, $2) ORDER BY consumer, job LIMIT 3000
), ended AS MATERIALIZED (
    SELECT ctid AS place FROM inbox
    WHERE ctid = ANY(ARRAY(SELECT place FROM page WHERE done_at < now() - make_interval(secs => $3))) AND done_at IS NOT NULL
    FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM inbox WHERE ctid = ANY(ARRAY(SELECT place FROM ended)) RETURNING consumer, job
), moved AS (
    INSERT INTO inbox_old (job, slot, consumer)
    SELECT job, (SELECT slot FROM inbox_period WHERE closed_at IS NULL FOR SHARE), consumer FROM gone ORDER BY job
)
SELECT consumer, job, (SELECT count(*) FROM gone) FROM page ORDER BY consumer DESC, job DESC LIMIT 1";

const RING: Ring = Ring { partitions: "inbox_old", periods: "inbox_period", lock: None };

/// Result of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aged {
    /// Keys that were moved out of the inbox.
    pub moved: u64,
    /// Partitions that were emptied, because all of their jobs are past the deduplication window.
    pub emptied: u64,
}

impl PgMaintenance {
    /// Moves keys of ended jobs out of the inbox if a move is due, opens the next partition, and empties the one past
    /// the deduplication window. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable or a lock was not free; the next pass goes on.
    pub async fn age_inbox(&self, retention: &Retention) -> Result<Aged, PortError> {
        let mut aged = Aged { moved: 0, emptied: turn_all(&self.database, &RING, retention.work()).await? };
        let min_age = MIN_AGE.as_secs_f64();
        let due = |pool: PgPool| async move { Ok(sqlx::query_scalar(DUE).bind(min_age).fetch_one(&pool).await?) };
        let due: Option<f64> = self.database.run("inbox", due).await?;
        if let Some(seconds) = due {
            aged.moved = self.move_ended(Duration::from_secs_f64(seconds)).await?;
        }
        Ok(aged)
    }

    /// Moves the keys of all jobs that ended at least `age` ago out of the inbox, and returns their number.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the keys that were moved stay moved.
    pub async fn move_ended(&self, age: Duration) -> Result<u64, PortError> {
        let (mut from, mut moved) = ((String::new(), Uuid::nil()), 0);
        loop {
            let after = &from;
            let some = |pool: PgPool| async move { move_some(&pool, after, age).await };
            let Some((consumer, job, count)) = self.database.run("inbox", some).await? else { return Ok(moved) };
            moved += u64::try_from(count).unwrap_or(0);
            from = (consumer, job);
        }
    }
}

/// Consumer and job of the last key that was read, and the number of moved keys.
type Moved = (String, Uuid, i64);

async fn move_some(pool: &PgPool, (consumer, job): &(String, Uuid), age: Duration) -> Result<Option<Moved>, Failed> {
    Ok(sqlx::query_as(MOVE).bind(consumer).bind(job).bind(age.as_secs_f64()).fetch_optional(pool).await?)
}
