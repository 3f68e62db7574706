//! Keys of jobs that ended before and were moved out of the inbox (`crate::aging`, ADR 0009).
//!
//! A job is in the inbox or among the old keys, and a transaction that starts it looks into both: it inserts its inbox
//! row first and searches the old keys afterwards. The insertion waits for a transaction that is moving the same key,
//! and the search, a later statement, sees what that transaction has committed. So no start misses an outcome, and no
//! lock is held against starts.

use std::collections::HashSet;

use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;

const FIND: &str = "SELECT consumer, job FROM inbox_old WHERE job = ANY($1)";

const WITHDRAW: &str = "
DELETE FROM inbox USING unnest($1::text[], $2::uuid[]) AS ended (consumer, job)
WHERE inbox.consumer = ended.consumer AND inbox.job = ended.job";

const FORGET: &str = "DELETE FROM inbox_old WHERE consumer = $1 AND job = $2";

type Key = (String, Uuid);

/// Returns those of the jobs that ended before, and deletes their inbox rows, which this transaction has inserted.
pub(crate) async fn withdraw(conn: &mut PgConnection, inserted: &[Key]) -> Result<HashSet<Key>, Failed> {
    if inserted.is_empty() {
        return Ok(HashSet::new());
    }
    let jobs: Vec<Uuid> = inserted.iter().map(|(_, job)| *job).collect();
    let found: Vec<Key> = sqlx::query_as(FIND).bind(&jobs).fetch_all(&mut *conn).await?;
    if found.is_empty() {
        return Ok(HashSet::new());
    }
    let found: HashSet<Key> = found.into_iter().collect();
    let ended: HashSet<Key> = inserted.iter().filter(|key| found.contains(*key)).cloned().collect();
    let (consumers, jobs): (Vec<&str>, Vec<Uuid>) =
        ended.iter().map(|(consumer, job)| (consumer.as_str(), *job)).unzip();
    sqlx::query(WITHDRAW).bind(&consumers).bind(&jobs).execute(conn).await?;
    Ok(ended)
}

/// Forgets the outcome of a job that will be run again. Its inbox row must have been deleted before, for the reason
/// above.
pub(crate) async fn forget(conn: &mut PgConnection, consumer: &str, job: Uuid) -> Result<(), Failed> {
    sqlx::query(FORGET).bind(consumer).bind(job).execute(conn).await?;
    Ok(())
}
