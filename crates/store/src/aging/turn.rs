//! Lets the partitions of a table take turns: empties the one past the deduplication window, and opens it again.

use std::time::Duration;

use domain::port::PortError;
use sqlx::AssertSqlSafe;

use super::ring::{self, Period, Turn};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Tables of a ring.
pub(crate) struct Ring {
    /// The partitioned table. Its partitions have the number of their slot as suffix.
    pub(crate) partitions: &'static str,
    /// The table of the partitions in use. The one without a time of closing receives rows.
    pub(crate) periods: &'static str,
    /// Key of the advisory lock that transactions share while they insert; `None` if they lock the row of the open
    /// period instead.
    pub(crate) lock: Option<i64>,
}

/// Workers queue behind a waiting truncation or lock, so it gives up early; the next pass tries again.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '500ms'";

/// Takes all steps that are due, and returns the number of partitions that were emptied.
pub(super) async fn turn_all(database: &Database, ring: &Ring, window: Duration) -> Result<u64, PortError> {
    let mut emptied = 0;
    while let Some(turn) = database.run(ring.periods, |pool| async move { turn(&pool, ring, window).await }).await? {
        emptied += u64::from(matches!(turn, Turn::Empty(_)));
    }
    Ok(emptied)
}

/// Takes one step, if one is due.
async fn turn(pool: &PgPool, ring: &Ring, window: Duration) -> Result<Option<Turn>, Failed> {
    let Ring { partitions, periods, lock } = ring;
    let change = |sql: String| sqlx::query(AssertSqlSafe(sql));
    let mut tx = pool.begin().await?;
    sqlx::query(LOCK_TIMEOUT).execute(&mut *tx).await?;
    let in_use = format!(
        "SELECT slot, extract(epoch FROM now() - opened_at)::float8, extract(epoch FROM now() - closed_at)::float8
         FROM {periods} ORDER BY opened_at FOR UPDATE"
    );
    let rows: Vec<(i16, f64, Option<f64>)> = sqlx::query_as(AssertSqlSafe(in_use)).fetch_all(&mut *tx).await?;
    let in_use: Vec<Period> = rows.into_iter().map(|(slot, opened, closed)| Period { slot, opened, closed }).collect();
    let turn = ring::next(&in_use, window.as_secs_f64());
    match turn {
        None => {}
        Some(Turn::Empty(slot)) => {
            change(format!("DELETE FROM {periods} WHERE slot = $1")).bind(slot).execute(&mut *tx).await?;
            change(format!("TRUNCATE {partitions}_{slot}")).execute(&mut *tx).await?;
        }
        Some(Turn::Open(slot)) => {
            if let Some(key) = lock {
                sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(key).execute(&mut *tx).await?;
            }
            change(format!("UPDATE {periods} SET closed_at = now() WHERE closed_at IS NULL")).execute(&mut *tx).await?;
            change(format!("INSERT INTO {periods} (slot) VALUES ($1)")).bind(slot).execute(&mut *tx).await?;
        }
    }
    tx.commit().await?;
    Ok(turn)
}
