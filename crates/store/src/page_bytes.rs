//! Bytes of pages in the object store that no row names any more. Whoever puts bytes announces them first; whoever removes bytes holds
//! their row until they are gone. So a writer either is seen, and his bytes stay, or waits, and puts them after the removal.
//!
//! One object, one transaction: a bucket may be slow, and Postgres ends a transaction that stands idle for long. What was removed is
//! noted at once, so a pass that is stopped anywhere has lost at most one note, and that removal is repeated, which harms nothing.
//!
//! What is not covered: a removal that the bucket carries out after we gave up waiting for it, be it that the bucket or that we stood
//! still. It may remove bytes that were put again meanwhile. Whoever reads such a page finds nothing and fetches it again.

use std::time::Duration;

use domain::port::PortError;
use sqlx::postgres::PgConnection;
use sqlx::{Postgres, Transaction};
use tokio::time::{Instant, timeout};

use crate::Store;
use crate::failure::Failed;

const ANNOUNCE: &str = "
INSERT INTO page_bytes (hash) VALUES ($1) ON CONFLICT (hash) DO UPDATE SET loose_at = now()";
const NAMED: &str = "DELETE FROM page_bytes WHERE hash = $1";

/// What is older than this is loose. Taken once for a pass, so that what the pass puts back does not come to it again.
const SINCE: &str = "SELECT extract(epoch FROM now() - make_interval(secs => $1))::float8";
/// A removal may take longer than our transactions may stand idle otherwise, and this one keeps nothing from anybody but a writer of
/// these very bytes. Longer than [`LONGEST`], so that it is us who end it as long as we run.
const PATIENT: &str = "SET LOCAL idle_in_transaction_session_timeout = '30s'";
/// The oldest; what somebody else is removing at the moment is left to him. A row that was announced again since is looked at once
/// more by Postgres when it is locked, and is too young then.
const LOOSE: &str = "
SELECT b.hash, EXISTS (SELECT 1 FROM page p WHERE p.hash = b.hash)
FROM page_bytes b WHERE b.loose_at < to_timestamp($1)
  AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = b.hash)
ORDER BY b.loose_at LIMIT 1 FOR UPDATE OF b SKIP LOCKED";
/// It is as loose as before, and behind all others that are: what cannot be removed must not stand before what can.
const LATER: &str = "UPDATE page_bytes SET loose_at = now() - make_interval(secs => $2) WHERE hash = $1";

/// Longest removal: a bucket that needs longer for one object is as good as away.
const LONGEST: Duration = Duration::from_secs(20);

/// How much one pass of [`Store::collect_page_bytes`] may do.
#[derive(Debug, Clone, Copy)]
pub struct Bite {
    /// Objects at most.
    pub most: u32,
    /// No removal begins after this long.
    pub time: Duration,
}

/// The bytes are about to be put. Waits while they are being removed.
pub(crate) async fn announce(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    sqlx::query(ANNOUNCE).bind(hash).execute(conn).await?;
    Ok(())
}

/// A page names them now.
pub(crate) async fn named(conn: &mut PgConnection, hash: &str) -> Result<(), Failed> {
    sqlx::query(NAMED).bind(hash).execute(conn).await?;
    Ok(())
}

/// Bytes that are ours to remove for as long as the transaction lasts: nobody puts them before it has ended.
struct Held {
    tx: Transaction<'static, Postgres>,
    hash: String,
    /// By a page that came after the row: nothing to remove.
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
    /// Hands the hashes of pages' bytes that nobody has named for `grace` to `remove`, one after the other; answers how many it has
    /// removed. What it could not remove is handed out again later. Any number of processes may do it at once.
    ///
    /// # Errors
    /// `Down` if Postgres is. What was removed until then is noted.
    pub async fn collect_page_bytes<F, R>(&self, grace: Duration, bite: Bite, remove: F) -> Result<u64, PortError>
    where
        F: Fn(String) -> R,
        R: Future<Output = bool>,
    {
        let begun = Instant::now();
        let since = self.loose_since(grace).await?;
        let mut removed = 0;
        for _ in 0..bite.most {
            let Some(held) = self.hold_loose(since).await? else { break };
            // What takes too long counts as not removed, also if it is gone in the end.
            let gone = held.named || timeout(LONGEST, remove(held.hash.clone())).await.unwrap_or(false);
            removed += u64::from(gone && !held.named);
            let note = async { if gone { held.forget().await } else { held.put_back(grace).await } };
            let patience = self.inner.shared.patience;
            let noted = timeout(patience, note).await.unwrap_or(Err(Failed::Hung(patience)));
            noted.map_err(|failed| failed.into_port("page bytes"))?;
            if begun.elapsed() >= bite.time {
                break;
            }
        }
        Ok(removed)
    }

    /// In seconds since 1970, by the database's clock.
    async fn loose_since(&self, grace: Duration) -> Result<f64, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            Ok(sqlx::query_scalar(SINCE).bind(grace.as_secs_f64()).fetch_one(&pool).await?)
        };
        self.run("page bytes", ask).await
    }

    async fn hold_loose(&self, since: f64) -> Result<Option<Held>, PortError> {
        let hold = |pool: sqlx::PgPool| async move {
            let mut tx = pool.begin().await?;
            sqlx::query(PATIENT).execute(&mut *tx).await?;
            let row: Option<(String, bool)> = sqlx::query_as(LOOSE).bind(since).fetch_optional(&mut *tx).await?;
            Ok(row.map(|(hash, named)| Held { tx, hash, named }))
        };
        self.run("page bytes", hold).await
    }
}
