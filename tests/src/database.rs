//! Reads the database directly: the tests do not rely on code of the fleet to observe the fleet.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context;
use domain::JobId;
use sqlx::{AssertSqlSafe, PgPool, Row};

use crate::wait;

/// Maximum time to connect: longer than any fault makes the server refuse connections.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);

/// A lazily connected pool of one connection.
///
/// With more, a statement right after another one may find the first connection not yet returned and open a second one.
/// A server without free connections refuses it, and the pool then retries the connect until the timeout although the
/// first connection is idle.
#[derive(Clone)]
pub struct Database {
    pool: PgPool,
}

/// One call in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerCall {
    /// State: `intent`, `settled`, `wasted`, `refused` or `unknown`.
    pub state: String,
    /// Amount charged in micro-dollars.
    pub charged: u64,
    /// Amount reserved in micro-dollars.
    pub max: u64,
}

impl Database {
    /// Creates a pool that connects on first use, because the server may be down.
    pub fn connect_lazy(url: &str) -> anyhow::Result<Self> {
        let options = sqlx::postgres::PgPoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE_TIMEOUT);
        Ok(Self { pool: options.connect_lazy(url).context("the database's address")? })
    }

    /// Returns the number in the first column of the only row.
    pub async fn count(&self, sql: &str) -> anyhow::Result<i64> {
        let row =
            sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_one(&self.pool).await.with_context(|| sql.to_owned())?;
        Ok(row.try_get(0)?)
    }

    /// Executes statements that change the database and returns the affected rows.
    pub async fn change(&self, sql: &str) -> anyhow::Result<u64> {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&self.pool).await;
        Ok(done.with_context(|| sql.to_owned())?.rows_affected())
    }

    /// Returns the first column of every row as text.
    pub async fn texts(&self, sql: &str) -> anyhow::Result<Vec<String>> {
        let rows =
            sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_all(&self.pool).await.with_context(|| sql.to_owned())?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Returns how many of these jobs are classified or dead-lettered.
    pub async fn accounted(&self, jobs: &[JobId]) -> anyhow::Result<usize> {
        let ids: Vec<String> = jobs.iter().map(ToString::to_string).collect();
        let sql = "SELECT count(*) FROM (SELECT job FROM event WHERE job::text = ANY($1)
                   UNION SELECT job FROM verdict WHERE grp IS NOT NULL AND job::text = ANY($1)
                   UNION SELECT job FROM dead_letter WHERE job::text = ANY($1)) known";
        let row = sqlx::query(sql).bind(&ids).fetch_one(&self.pool).await?;
        Ok(usize::try_from(row.try_get::<i64, _>(0)?)?)
    }

    /// Returns the open work by kind; empty if all work has its outcome.
    pub async fn open_work(&self) -> anyhow::Result<BTreeMap<String, i64>> {
        let mut open = self.open_jobs().await?;
        let groups = self.count("SELECT count(*) FROM verdict_group WHERE answered_at IS NULL").await?;
        if groups > 0 {
            open.insert("groups of verdicts without result".to_owned(), groups);
        }
        Ok(open)
    }

    /// Returns the open work by kind, as far as every version of the schema has its tables.
    pub async fn open_jobs(&self) -> anyhow::Result<BTreeMap<String, i64>> {
        let sql = "SELECT what, n FROM (
            SELECT 'jobs without outcome' AS what, count(*) AS n FROM inbox WHERE done_at IS NULL
            UNION ALL SELECT 'messages not sent', count(*) FROM dispatch WHERE sent_at IS NULL
            UNION ALL SELECT 'messages not consumed', count(*) FROM dispatch d JOIN hearer h ON h.subject = d.subject
                WHERE NOT EXISTS (SELECT 1 FROM inbox i WHERE i.consumer = h.consumer AND i.job = d.id AND i.done_at IS NOT NULL)
            UNION ALL SELECT 'runs not done', count(*) FROM run WHERE phase <> 'done'
            UNION ALL SELECT 'calls in flight', count(*) FROM call WHERE state = 'intent') open WHERE n > 0";
        let rows = sqlx::query(sql).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Waits until each of these jobs is accounted for and no work is open.
    pub async fn settled(&self, jobs: &[JobId], patience: Duration) -> anyhow::Result<()> {
        wait::until("all work has its outcome", patience, || async {
            let (accounted, open) = (self.accounted(jobs).await?, self.open_work().await?);
            let done = accounted == jobs.len() && open.is_empty();
            Ok(if done {
                Ok(())
            } else {
                Err(format!("{accounted} of {} events accounted for, open: {open:?}", jobs.len()))
            })
        })
        .await
    }

    /// Returns the calls by the id that was sent to the provider.
    pub async fn ledger(&self) -> anyhow::Result<BTreeMap<String, LedgerCall>> {
        let rows = sqlx::query("SELECT id::text, state, charged, max FROM call").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                let amount =
                    |index: usize| -> anyhow::Result<u64> { Ok(u64::try_from(row.try_get::<i64, _>(index)?)?) };
                Ok((row.try_get(0)?, LedgerCall { state: row.try_get(1)?, charged: amount(2)?, max: amount(3)? }))
            })
            .collect()
    }
}
