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

use super::block::{block, fingerprint};
use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

/// The time as text has all digits and is compared as it was read.
const MISSING: &str = "
SELECT slot, opened_at::text FROM inbox_period WHERE closed_at IS NOT NULL AND NOT fingerprinted ORDER BY slot";
const HOLD: &str = "
SELECT slot FROM inbox_period JOIN unnest($1::smallint[], $2::timestamptz[]) AS closed (slot, opened_at) USING (slot, opened_at)
WHERE closed_at IS NOT NULL ORDER BY slot FOR SHARE OF inbox_period";
const COMPLETE: &str = "
UPDATE inbox_period SET fingerprinted = true FROM unnest($1::smallint[], $2::timestamptz[]) AS closed (slot, opened_at)
WHERE inbox_period.slot = closed.slot AND inbox_period.opened_at = closed.opened_at";

/// Closed partitions: their numbers, and the times at which they were opened.
type Closed = (Vec<i16>, Vec<String>);

impl Store {
    /// Stores the fingerprints of closed partitions that have none yet, and returns the number of these partitions. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the next call begins with the same partition.
    pub async fn fingerprint_ended(&self) -> Result<u64, PortError> {
        let mut complete = 0;
        loop {
            let missing = |pool: PgPool| async move { Ok(sqlx::query_as(MISSING).fetch_all(&pool).await?) };
            let rows: Vec<(i16, String)> = self.run("inbox ring", missing).await?;
            let closed: &Closed = &rows.into_iter().unzip();
            if closed.0.is_empty() {
                return Ok(complete);
            }
            for first in 0..=u8::MAX {
                if !self.run("inbox ring", |pool| async move { store_part(&pool, closed, first).await }).await? {
                    return Ok(complete);
                }
            }
            let mark = |pool: PgPool| async move {
                sqlx::query(COMPLETE).bind(&closed.0).bind(&closed.1).execute(&pool).await?;
                Ok(())
            };
            self.run("inbox ring", mark).await?;
            complete += closed.0.len() as u64;
        }
    }
}

/// Stores the fingerprints of ids that begin with this byte. Returns `false` if one of the partitions is no longer the same.
async fn store_part(pool: &PgPool, (slots, opened): &Closed, first: u8) -> Result<bool, Failed> {
    let mut tx = pool.begin().await?;
    if sqlx::query(HOLD).bind(slots).bind(opened).fetch_all(&mut *tx).await?.len() < slots.len() {
        return Ok(false);
    }
    let [mut least, mut most] = [[0; 16], [u8::MAX; 16]];
    (least[0], most[0]) = (first, first);
    let part = sqlx::query(AssertSqlSafe(part_sql(slots)));
    part.bind(Uuid::from_bytes(least)).bind(Uuid::from_bytes(most)).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// A block without a key of a partition loses the fingerprints of the partition's earlier life, unless no other partition has a key there;
/// they cost a search at most.
fn part_sql(slots: &[i16]) -> String {
    let (block, fingerprint) = (block!(), fingerprint!());
    let list = |part: &dyn Fn(&i16) -> String| slots.iter().map(part).collect::<Vec<_>>().join(", ");
    let columns = list(&|slot| format!("fingerprints_{slot}"));
    let values = list(&|slot| format!("string_agg({fingerprint}, '') FILTER (WHERE slot = {slot})"));
    let changes = list(&|slot| format!("fingerprints_{slot} = EXCLUDED.fingerprints_{slot}"));
    let slots = list(&|slot| slot.to_string());
    format!(
        "
INSERT INTO inbox_old_block (block, {columns})
SELECT {block}, {values}
FROM inbox_old WHERE slot IN ({slots}) AND job BETWEEN $1 AND $2 GROUP BY 1 ORDER BY 1
ON CONFLICT (block) DO UPDATE SET {changes}"
    )
}
