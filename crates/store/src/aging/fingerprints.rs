//! Fingerprints of the keys in a closed partition (ADR 0055).
//!
//! A start that finds no fingerprint of its job skips the partition, so none may be missing. A closed partition receives no more keys. Each
//! part is written under a lock on the row of the period, which the emptying of the partition deletes: no part of an earlier life of the
//! partition is written after that, and the next period begins without fingerprints.
//!
//! All partitions that lack them are done together, so that each row is written once: a version of a row per partition would leave the
//! table several times as large as its content, and starts read it at random places.

use domain::port::PortError;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::turn::Ring;
use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Closed partitions, as columns.
struct Closed {
    slots: Vec<i16>,
    /// Times at which they were opened. The time as text has all digits and is compared as it was read.
    opened: Vec<String>,
}

impl Store {
    /// Stores the fingerprints of closed partitions that have none yet, and returns the number of these partitions. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the next call begins with the same partition.
    pub async fn fingerprint_ended(&self) -> Result<u64, PortError> {
        Ok(self.fingerprint(&super::RING).await? + self.fingerprint(&super::verdicts::RING).await?)
    }

    async fn fingerprint(&self, ring: &Ring) -> Result<u64, PortError> {
        let mut complete = 0;
        loop {
            let closed = &self.run(ring.periods, |pool| async move { missing(&pool, ring).await }).await?;
            if closed.slots.is_empty() {
                return Ok(complete);
            }
            for first in 0..=u8::MAX {
                if !self.run(ring.periods, |pool| async move { store_part(&pool, ring, closed, first).await }).await? {
                    return Ok(complete);
                }
            }
            self.run(ring.periods, |pool| async move { mark_complete(&pool, ring, closed).await }).await?;
            complete += closed.slots.len() as u64;
        }
    }
}

/// Returns the closed partitions without fingerprints.
async fn missing(pool: &PgPool, ring: &Ring) -> Result<Closed, Failed> {
    let sql = format!(
        "SELECT slot, opened_at::text FROM {} WHERE closed_at IS NOT NULL AND NOT fingerprinted AND slot >= 0 ORDER BY slot",
        ring.periods
    );
    let rows: Vec<(i16, String)> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await?;
    let (slots, opened) = rows.into_iter().unzip();
    Ok(Closed { slots, opened })
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

/// Stores the fingerprints of ids that begin with this byte. Returns `false` if one of the partitions is no longer the same.
async fn store_part(pool: &PgPool, ring: &Ring, closed: &Closed, first: u8) -> Result<bool, Failed> {
    let mut tx = pool.begin().await?;
    let hold = format!(
        "SELECT period.slot FROM {} AS period JOIN unnest($1::smallint[], $2::timestamptz[]) AS closed (slot, opened_at) USING (slot, opened_at)
         WHERE closed_at IS NOT NULL ORDER BY period.slot FOR SHARE OF period",
        ring.periods
    );
    let held = sqlx::query(AssertSqlSafe(hold)).bind(&closed.slots).bind(&closed.opened).fetch_all(&mut *tx).await?;
    if held.len() < closed.slots.len() {
        return Ok(false);
    }
    let [mut least, mut most] = [[0; 16], [u8::MAX; 16]];
    (least[0], most[0]) = (first, first);
    let part = sqlx::query(AssertSqlSafe(part_sql(ring, &closed.slots)));
    part.bind(Uuid::from_bytes(least)).bind(Uuid::from_bytes(most)).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// A block without a key of a partition loses the fingerprints of the partition's earlier life, unless no other partition has a key there;
/// they cost a search at most. Each partition is read by its own name: its index contains all that is read, and the partitioned table would
/// require the column `slot` of each row.
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
