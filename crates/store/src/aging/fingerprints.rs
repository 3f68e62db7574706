//! Fingerprints of the keys in a closed partition (ADR 0055).
//!
//! A start that finds no fingerprint of its job skips the partition, so none may be missing. A closed partition receives no more keys. Each
//! part is written under a lock on the row of the period, which the emptying of the partition deletes: no part of an earlier life of the
//! partition is written after that, and the next period begins without fingerprints.

use domain::port::PortError;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::block::{block, fingerprint};
use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

/// The time as text has all digits and is compared as it was read.
const MISSING: &str = "
SELECT slot, opened_at::text FROM inbox_period WHERE closed_at IS NOT NULL AND NOT fingerprinted ORDER BY opened_at LIMIT 1";
const HOLD: &str = "
SELECT slot FROM inbox_period WHERE slot = $1 AND opened_at = $2::timestamptz AND closed_at IS NOT NULL FOR SHARE";
const COMPLETE: &str = "UPDATE inbox_period SET fingerprinted = true WHERE slot = $1 AND opened_at = $2::timestamptz";

/// A closed partition: its number, and the time at which it was opened.
type Closed = (i16, String);

impl Store {
    /// Stores the fingerprints of closed partitions that have none yet, and returns the number of these partitions. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the next call begins with the same partition.
    pub async fn fingerprint_ended(&self) -> Result<u64, PortError> {
        let mut complete = 0;
        loop {
            let missing = |pool: PgPool| async move { Ok(sqlx::query_as(MISSING).fetch_optional(&pool).await?) };
            let Some(closed): Option<Closed> = self.run("inbox ring", missing).await? else { return Ok(complete) };
            let closed = &closed;
            for first in 0..=u8::MAX {
                if !self.run("inbox ring", |pool| async move { store_part(&pool, closed, first).await }).await? {
                    return Ok(complete);
                }
            }
            let mark = |pool: PgPool| async move {
                sqlx::query(COMPLETE).bind(closed.0).bind(&closed.1).execute(&pool).await?;
                Ok(())
            };
            self.run("inbox ring", mark).await?;
            complete += 1;
        }
    }
}

/// Stores the fingerprints of ids that begin with this byte. Returns `false` if the partition is no longer the same.
async fn store_part(pool: &PgPool, (slot, opened): &Closed, first: u8) -> Result<bool, Failed> {
    let mut tx = pool.begin().await?;
    if sqlx::query(HOLD).bind(slot).bind(opened).fetch_optional(&mut *tx).await?.is_none() {
        return Ok(false);
    }
    let [mut least, mut most] = [[0; 16], [u8::MAX; 16]];
    (least[0], most[0]) = (first, first);
    let part = sqlx::query(AssertSqlSafe(part_sql(*slot)));
    part.bind(Uuid::from_bytes(least)).bind(Uuid::from_bytes(most)).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// Blocks without a key keep the fingerprints of the partition's earlier life, which cost a search at most.
fn part_sql(slot: i16) -> String {
    let (block, fingerprint) = (block!(), fingerprint!());
    format!(
        "
INSERT INTO inbox_old_block (block, fingerprints_{slot})
SELECT {block}, string_agg({fingerprint}, '')
FROM inbox_old WHERE slot = {slot} AND job BETWEEN $1 AND $2 GROUP BY 1 ORDER BY 1
ON CONFLICT (block) DO UPDATE SET fingerprints_{slot} = EXCLUDED.fingerprints_{slot}"
    )
}
