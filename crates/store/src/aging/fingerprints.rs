//! Fingerprints of the keys in a closed partition (ADR 0009).
//!
//! A start that finds no fingerprint of its job skips the partition, so none may be missing. A closed partition
//! receives no more keys. Each part is written under a lock on the row of the period, which the emptying of the
//! partition deletes: no part of an earlier life of the partition is written after that, and the next period begins
//! without fingerprints.
//!
//! All partitions that lack them are done together, so that each row is written once: a version of a row per partition
//! would leave the table several times as large as its content, and starts read it at random places.
//!
//! A pass stores what it has done after each portion, and a portion whose statement was cancelled is halved, so a
//! partition of any size is completed, also by passes that are interrupted.

use std::ops::Range;

use domain::port::PortError;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::turn::Ring;
use crate::failure::Failed;
use crate::maintenance::PgMaintenance;
use crate::pool::PgPool;

/// Number of portions at most: an id belongs to that of its first two bytes, and so do all ids of a block.
const PREFIXES: i32 = 1 << 16;
/// Prefixes of a portion at first: 1/256 of the keys.
const PORTION: i32 = 1 << 8;

/// Closed partitions, as columns.
struct Closed {
    slots: Vec<i16>,
    /// Times at which they were opened. The time as text has all digits and is compared as it was read.
    opened: Vec<String>,
    /// The first prefix that is missing in one of them.
    next: i32,
}

/// What became of a portion.
enum Portion {
    Stored,
    /// Its statement was cancelled, because it took too long.
    TooLarge,
    /// One of the partitions is no longer the same.
    Changed,
}

impl PgMaintenance {
    /// Stores the fingerprints of closed partitions of a ring that have none yet, and returns the number of these
    /// partitions.
    pub(super) async fn fingerprint(&self, ring: &Ring) -> Result<u64, PortError> {
        let mut complete = 0;
        loop {
            let closed = &self.database.run(ring.periods, |pool| async move { missing(&pool, ring).await }).await?;
            if closed.slots.is_empty() {
                return Ok(complete);
            }
            let (mut next, mut size) = (closed.next, PORTION);
            while next < PREFIXES {
                let until = (next + size).min(PREFIXES);
                let store = |pool: PgPool| async move { store_portion(&pool, ring, closed, next..until).await };
                match self.database.run(ring.periods, store).await? {
                    Portion::Stored => next = until,
                    Portion::TooLarge => size /= 2,
                    Portion::Changed => return Ok(complete),
                }
            }
            self.database.run(ring.periods, |pool| async move { mark_complete(&pool, ring, closed).await }).await?;
            complete += closed.slots.len() as u64;
        }
    }
}

/// Returns the closed partitions without fingerprints.
async fn missing(pool: &PgPool, ring: &Ring) -> Result<Closed, Failed> {
    let sql = format!(
        "SELECT slot, opened_at::text, fingerprinted_to FROM {} WHERE closed_at IS NOT NULL AND NOT fingerprinted AND slot >= 0 ORDER BY slot",
        ring.periods
    );
    let rows: Vec<(i16, String, i32)> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await?;
    let next = rows.iter().map(|(.., next)| *next).min().unwrap_or(0);
    let (slots, opened) = rows.into_iter().map(|(slot, opened, _)| (slot, opened)).unzip();
    Ok(Closed { slots, opened, next })
}

async fn mark_complete(pool: &PgPool, ring: &Ring, closed: &Closed) -> Result<(), Failed> {
    let sql = format!(
        "UPDATE {} AS period SET fingerprinted = true FROM unnest($1::smallint[], $2::timestamptz[]) AS closed (slot, opened_at)
         WHERE period.slot = closed.slot AND period.opened_at = closed.opened_at",
        ring.periods
    );
    sqlx::query(AssertSqlSafe(sql)).bind(&closed.slots).bind(&closed.opened).execute(pool).await?;
    Ok(())
}

/// Stores the fingerprints of the ids with these prefixes, the second one excluded, and that they are stored.
async fn store_portion(pool: &PgPool, ring: &Ring, closed: &Closed, prefixes: Range<i32>) -> Result<Portion, Failed> {
    let is_single = prefixes.len() == 1;
    match store_prefixes(pool, ring, closed, prefixes).await {
        Ok(true) => Ok(Portion::Stored),
        Ok(false) => Ok(Portion::Changed),
        Err(failed) if failed.is_cancelled() && !is_single => Ok(Portion::TooLarge),
        Err(failed) => Err(failed),
    }
}

/// Returns `false` if one of the partitions is no longer the same.
async fn store_prefixes(pool: &PgPool, ring: &Ring, closed: &Closed, prefixes: Range<i32>) -> Result<bool, Failed> {
    let mut tx = pool.begin().await?;
    let hold = format!(
        "UPDATE {} AS period SET fingerprinted_to = $3 FROM unnest($1::smallint[], $2::timestamptz[]) AS closed (slot, opened_at)
         WHERE period.slot = closed.slot AND period.opened_at = closed.opened_at AND period.closed_at IS NOT NULL",
        ring.periods
    );
    let hold = sqlx::query(AssertSqlSafe(hold)).bind(&closed.slots).bind(&closed.opened).bind(prefixes.end);
    if hold.execute(&mut *tx).await?.rows_affected() < closed.slots.len() as u64 {
        return Ok(false);
    }
    let part = sqlx::query(AssertSqlSafe(part_sql(ring, &closed.slots)));
    part.bind(bound(prefixes.start, 0)).bind(bound(prefixes.end - 1, u8::MAX)).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns the least or the largest id with a prefix.
fn bound(prefix: i32, rest: u8) -> Uuid {
    let mut bytes = [rest; 16];
    bytes[..2].copy_from_slice(&u16::try_from(prefix).unwrap_or(u16::MAX).to_be_bytes());
    Uuid::from_bytes(bytes)
}

/// A block without a key of a partition loses the fingerprints of the partition's earlier life, unless no other
/// partition has a key there; they cost a search at most. Each partition is read by its own name: its index contains
/// all that is read, and the partitioned table would require the column `slot` of each row.
fn part_sql(ring: &Ring, slots: &[i16]) -> String {
    let Ring { partitions, block, fingerprint, .. } = ring;
    let list =
        |separator: &str, part: &dyn Fn(&i16) -> String| slots.iter().map(part).collect::<Vec<_>>().join(separator);
    let columns = list(", ", &|slot| format!("fingerprints_{slot}"));
    let values = list(", ", &|slot| format!("string_agg({fingerprint}, '') FILTER (WHERE slot = {slot})"));
    let changes = list(", ", &|slot| format!("fingerprints_{slot} = EXCLUDED.fingerprints_{slot}"));
    let keys = list(" UNION ALL ", &|slot| {
        format!("SELECT {slot} AS slot, job FROM {partitions}_{slot} WHERE job BETWEEN $1 AND $2")
    });
    format!(
        "
INSERT INTO {partitions}_block (block, {columns})
SELECT {block}, {values}
FROM ({keys}) AS keys GROUP BY 1 ORDER BY 1
ON CONFLICT (block) DO UPDATE SET {changes}"
    )
}
