//! Bytes of pages in the object store that no row names any more. Whoever puts bytes announces them first; whoever collects them holds
//! their row until they are gone. So a writer either is seen, and his bytes stay, or waits, and puts them after the removal.
//!
//! What is not covered: a collector that is stopped in the middle for so long that Postgres gives up its connection, and then goes on.
//! It may remove bytes that were put again meanwhile. Whoever reads such a page finds nothing and fetches it again.

use std::time::Duration;

use domain::port::PortError;
use sqlx::postgres::PgConnection;

use crate::Store;
use crate::failure::Failed;

const ANNOUNCE: &str = "
INSERT INTO page_bytes (hash) VALUES ($1) ON CONFLICT (hash) DO UPDATE SET loose_at = now()";
const NAMED: &str = "DELETE FROM page_bytes WHERE hash = $1";

/// Oldest first; what somebody else collects at the moment is left to him. A row that was announced again while we waited for it
/// is looked at once more by Postgres, and is too young then.
const LOOSE: &str = "
SELECT b.hash, EXISTS (SELECT 1 FROM page p WHERE p.hash = b.hash)
FROM page_bytes b WHERE b.loose_at < now() - make_interval(secs => $1)
  AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = b.hash)
ORDER BY b.loose_at LIMIT $2 FOR UPDATE OF b SKIP LOCKED";
const FORGET: &str = "DELETE FROM page_bytes WHERE hash = ANY($1)";

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

impl Store {
    /// Hands the hashes of at most `most` pages' bytes to `remove` that nobody has named for `grace`; answers how many it has removed.
    /// What it could not remove is handed out again later. Any number of processes may do it at once.
    ///
    /// # Errors
    /// `Unavailable` if Postgres is.
    pub async fn collect_page_bytes<F, R>(&self, grace: Duration, most: u32, remove: F) -> Result<u64, PortError>
    where
        F: Fn(String) -> R,
        R: Future<Output = bool>,
    {
        let remove = &remove;
        let collect = |pool: sqlx::PgPool| async move {
            let mut tx = pool.begin().await?;
            let loose = sqlx::query_as(LOOSE).bind(grace.as_secs_f64()).bind(i64::from(most));
            let loose: Vec<(String, bool)> = loose.fetch_all(&mut *tx).await?;
            let (mut done, mut removed) = (Vec::with_capacity(loose.len()), 0);
            for (hash, named) in loose {
                if !named {
                    // Its row is locked: nobody puts these bytes before this transaction has ended.
                    if !remove(hash.clone()).await {
                        continue;
                    }
                    removed += 1;
                }
                done.push(hash);
            }
            sqlx::query(FORGET).bind(&done).execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(removed)
        };
        self.run("page bytes", collect).await
    }
}
