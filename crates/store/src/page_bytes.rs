//! Removal of page bytes from the object store that no row references any more. A writer announces bytes before writing them; the
//! collector holds the row of the bytes until they are removed. So the collector either sees the announcement and keeps the bytes, or
//! the writer waits and writes them after the removal.
//!
//! Each object is removed in its own transaction: a bucket may be slow, and Postgres ends a transaction that is idle for long. Each
//! removal is recorded at once, so an interrupted pass loses at most one record, and that removal is repeated harmlessly.
//!
//! Not covered: a removal that the bucket executes after the collector stopped waiting for it. It may remove bytes that were written
//! again meanwhile. A reader of such a page finds nothing and fetches the page again.

use std::time::Duration;

use domain::port::PortError;
use sqlx::postgres::PgConnection;
use sqlx::{Postgres, Transaction};
use tokio::time::{Instant, timeout};

use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

const ANNOUNCE: &str = "
INSERT INTO page_bytes (hash) VALUES ($1) ON CONFLICT (hash) DO UPDATE SET loose_at = now()";
const NAMED: &str = "DELETE FROM page_bytes WHERE hash = $1";

/// Bytes announced before this time are unreferenced. Read once per pass, so that rows postponed in the pass are not selected again.
const SINCE: &str = "SELECT extract(epoch FROM now() - make_interval(secs => $1))::float8";
/// A removal may take longer than the usual limit of idle transactions, and this transaction blocks only writers of the same bytes.
/// Longer than [`MAX_REMOVAL`], so that the collector ends the transaction as long as it runs.
const EXTEND_IDLE_TIMEOUT: &str = "SET LOCAL idle_in_transaction_session_timeout = '30s'";
/// Selects the oldest row and skips rows that another collector holds. Postgres evaluates the condition again when it locks the row,
/// so a row that was announced since is skipped.
const LOOSE: &str = "
SELECT b.hash, EXISTS (SELECT 1 FROM page p WHERE p.hash = b.hash)
FROM page_bytes b WHERE b.loose_at < to_timestamp($1)
  AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = b.hash)
ORDER BY b.loose_at LIMIT 1 FOR UPDATE OF b SKIP LOCKED";
/// Moves a row behind all other unreferenced rows, so that bytes that cannot be removed do not block those that can.
const LATER: &str = "UPDATE page_bytes SET loose_at = now() - make_interval(secs => $2) WHERE hash = $1";

/// Maximum duration of one removal; a bucket that needs longer for one object counts as unavailable.
const MAX_REMOVAL: Duration = Duration::from_secs(20);

/// Limits of one pass of [`Store::collect_page_bytes`].
#[derive(Debug, Clone, Copy)]
pub struct CollectionLimits {
    /// Maximum number of objects.
    pub objects: u32,
    /// Time after which no further removal begins.
    pub time: Duration,
}

/// Records that the bytes are about to be written. Waits while they are being removed.
pub(crate) async fn announce(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    sqlx::query(ANNOUNCE).bind(hash).execute(conn).await?;
    Ok(())
}

/// Records that a page references the bytes.
pub(crate) async fn named(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    sqlx::query(NAMED).bind(hash).execute(conn).await?;
    Ok(())
}

/// Bytes locked for removal: no writer writes them before the transaction ends.
struct Held {
    tx: Transaction<'static, Postgres>,
    hash: String,
    /// A page references the bytes; nothing is removed.
    named: bool,
}

impl Held {
    async fn forget(mut self) -> Result<(), Failed> {
        named(&mut self.tx, &self.hash).await?;
        Ok(self.tx.commit().await?)
    }

    async fn put_back(mut self, grace: Duration) -> Result<(), Failed> {
        sqlx::query(LATER).bind(&self.hash).bind(grace.as_secs_f64()).execute(&mut *self.tx).await?;
        Ok(self.tx.commit().await?)
    }
}

impl Store {
    /// Passes the hash of each page's bytes that have been unreferenced for `grace` to `remove`. Returns the number of removed
    /// objects. Hashes whose removal failed are passed again in a later pass. Processes may collect concurrently.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable. Removals made until then are recorded.
    pub async fn collect_page_bytes<F, R>(
        &self,
        grace: Duration,
        limits: CollectionLimits,
        remove: F,
    ) -> Result<u64, PortError>
    where
        F: Fn(String) -> R,
        R: Future<Output = bool>,
    {
        let begun = Instant::now();
        let since = self.loose_since(grace).await?;
        let mut removed = 0;
        for _ in 0..limits.objects {
            let Some(held) = self.hold_loose(since).await? else { break };
            // A removal that takes too long counts as failed, even if it succeeds later.
            let gone = held.named || timeout(MAX_REMOVAL, remove(held.hash.clone())).await.unwrap_or(false);
            removed += u64::from(gone && !held.named);
            let note = async { if gone { held.forget().await } else { held.put_back(grace).await } };
            let transaction_timeout = self.database.transaction_timeout;
            let noted = timeout(transaction_timeout, note).await.unwrap_or(Err(Failed::Hung(transaction_timeout)));
            noted.map_err(|failed| failed.into_port("page bytes"))?;
            if begun.elapsed() >= limits.time {
                break;
            }
        }
        Ok(removed)
    }

    /// Returns seconds since 1970 by the database's clock.
    async fn loose_since(&self, grace: Duration) -> Result<f64, PortError> {
        let select = |pool: PgPool| async move {
            Ok(sqlx::query_scalar(SINCE).bind(grace.as_secs_f64()).fetch_one(&pool).await?)
        };
        self.run("page bytes", select).await
    }

    async fn hold_loose(&self, since: f64) -> Result<Option<Held>, PortError> {
        let hold = |pool: PgPool| async move {
            let mut tx = pool.begin().await?;
            sqlx::query(EXTEND_IDLE_TIMEOUT).execute(&mut *tx).await?;
            let row: Option<(String, bool)> = sqlx::query_as(LOOSE).bind(since).fetch_optional(&mut *tx).await?;
            Ok(row.map(|(hash, named)| Held { tx, hash, named }))
        };
        self.run("page bytes", hold).await
    }
}
