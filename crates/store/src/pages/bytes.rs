//! Removal of page bytes from the object store that no row references any more. A writer announces bytes before writing
//! them; the collector claims the row of the bytes for the time of the removal, in which no writer can announce them.
//! So the collector either sees the announcement and keeps the bytes, or the writer waits and writes them after the
//! removal.
//!
//! No transaction is open while an object is removed: a bucket may be slow. Each removal is recorded at once, so an
//! interrupted pass loses at most one record; that removal is repeated harmlessly when its claim has expired.
//!
//! Not covered: a removal that the bucket executes after the collector stopped waiting for it. It may remove bytes that
//! were written again meanwhile. A reader of such a page finds nothing and fetches the page again.

use std::time::Duration;

use domain::Time;
use domain::port::PortError;
use sqlx::postgres::PgConnection;
use tokio::time::{Instant, timeout};

use super::port::PgPages;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Changes no row while the bytes are being removed.
const ANNOUNCE: &str = "
INSERT INTO page_bytes AS b (hash) VALUES ($1)
ON CONFLICT (hash) DO UPDATE SET loose_at = now() WHERE b.removed_until IS NULL OR b.removed_until < now()";
const NAMED: &str = "DELETE FROM page_bytes WHERE hash = $1";

/// Bytes announced before this time are unreferenced. Read once per pass, so that rows postponed in the pass are not
/// selected again.
const SINCE: &str = "SELECT extract(epoch FROM now() - make_interval(secs => $1))::float8";
/// Claims the oldest row and skips rows that another collector has claimed or holds. Postgres evaluates the condition
/// again when it locks the row, so a row that was announced since is skipped.
const CLAIM: &str = "
WITH loose AS MATERIALIZED (
    SELECT b.hash FROM page_bytes b
    WHERE b.loose_at < to_timestamp($1) AND (b.removed_until IS NULL OR b.removed_until < now())
      AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = b.hash)
    ORDER BY b.loose_at LIMIT 1 FOR UPDATE OF b SKIP LOCKED
)
UPDATE page_bytes b SET removed_until = now() + make_interval(secs => $2) FROM loose WHERE b.hash = loose.hash
RETURNING b.hash, EXISTS (SELECT 1 FROM page p WHERE p.hash = b.hash), b.removed_until";
const FORGET: &str = "DELETE FROM page_bytes WHERE hash = $1 AND removed_until = $2";
/// Moves a row behind all other unreferenced rows, so that bytes that cannot be removed do not block those that can.
const LATER: &str = "
UPDATE page_bytes SET loose_at = now() - make_interval(secs => $3), removed_until = NULL WHERE hash = $1 AND removed_until = $2";

/// Maximum duration of one removal; a bucket that needs longer for one object counts as unavailable.
const MAX_REMOVAL: Duration = Duration::from_secs(20);
/// Duration of a claim: longer than a removal and its record, so that it expires only if the collector is dead or
/// frozen.
const CLAIMED_FOR: Duration = Duration::from_secs(30);

/// Limits of one pass of [`PgPages::collect_bytes`].
#[derive(Debug, Clone, Copy)]
pub struct CollectionLimits {
    /// Maximum number of objects.
    pub objects: u32,
    /// Time after which no further removal begins.
    pub time: Duration,
}

/// Records that the bytes are about to be written. Waits while they are being removed.
pub(crate) async fn announce(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    let announced = sqlx::query(ANNOUNCE).bind(hash).execute(conn).await?;
    if announced.rows_affected() == 0 { Err(Failed::Again) } else { Ok(()) }
}

/// Records that a page references the bytes.
pub(crate) async fn named(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    sqlx::query(NAMED).bind(hash).execute(conn).await?;
    Ok(())
}

/// Bytes claimed for removal: no writer announces them meanwhile.
struct Claimed {
    hash: String,
    /// A page references the bytes; nothing is removed.
    named: bool,
    /// Time at which the claim expires, which identifies it.
    until: Time,
}

impl PgPages {
    /// Passes the hash of each page's bytes that have been unreferenced for `grace` to `remove`. Returns the number of
    /// removed objects. Hashes whose removal failed are passed again in a later pass. Processes may collect
    /// concurrently.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable. Removals made until then are recorded.
    pub async fn collect_bytes<F, R>(
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
            let Some(claimed) = self.claim_loose(since).await? else { break };
            // A removal that takes too long counts as failed, even if it succeeds later.
            let gone = claimed.named || timeout(MAX_REMOVAL, remove(claimed.hash.clone())).await.unwrap_or(false);
            removed += u64::from(gone && !claimed.named);
            self.note_removal(&claimed, (!gone).then_some(grace)).await?;
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
        self.database.run("page bytes", select).await
    }

    async fn claim_loose(&self, since: f64) -> Result<Option<Claimed>, PortError> {
        let claim = |pool: PgPool| async move {
            let query = sqlx::query_as(CLAIM).bind(since).bind(CLAIMED_FOR.as_secs_f64());
            let row: Option<(String, bool, Time)> = query.fetch_optional(&pool).await?;
            Ok(row.map(|(hash, named, until)| Claimed { hash, named, until }))
        };
        self.database.run("page bytes", claim).await
    }

    /// Ends a claim: the row is deleted, or returned with this grace period if the removal failed.
    async fn note_removal(&self, claimed: &Claimed, returned: Option<Duration>) -> Result<(), PortError> {
        let note = |pool: PgPool| async move {
            let query = sqlx::query(if returned.is_some() { LATER } else { FORGET });
            let query = query.bind(&claimed.hash).bind(claimed.until);
            let query = returned.iter().fold(query, |query, grace| query.bind(grace.as_secs_f64()));
            query.execute(&pool).await?;
            Ok(())
        };
        self.database.run("page bytes", note).await
    }
}
