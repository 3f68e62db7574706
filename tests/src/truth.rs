//! What stands in Postgres, read from outside: the tests trust no code of the fleet to tell what the fleet did.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context;
use domain::JobId;
use sqlx::{AssertSqlSafe, PgPool, Row};

use crate::wait;

/// A look at the database.
#[derive(Clone)]
pub struct Truth {
    pool: PgPool,
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerCall {
    /// `intent`, `settled`, `wasted`, `refused`, `unknown`.
    pub state: String,
    /// Micro-dollars.
    pub charged: u64,
    /// Micro-dollars reserved.
    pub max: u64,
}

impl Truth {
    /// Connects lazily: the server may be down at the moment.
    pub fn at(url: &str) -> anyhow::Result<Self> {
        let options = sqlx::postgres::PgPoolOptions::new().max_connections(3).acquire_timeout(Duration::from_secs(5));
        Ok(Self { pool: options.connect_lazy(url).context("the database's address")? })
    }

    /// A number.
    pub async fn count(&self, sql: &str) -> anyhow::Result<i64> {
        let row =
            sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_one(&self.pool).await.with_context(|| sql.to_owned())?;
        Ok(row.try_get(0)?)
    }

    /// Changes something behind the fleet's back.
    pub async fn change(&self, sql: &str) -> anyhow::Result<u64> {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&self.pool).await;
        Ok(done.with_context(|| sql.to_owned())?.rows_affected())
    }

    /// The first column of every row, as text.
    pub async fn texts(&self, sql: &str) -> anyhow::Result<Vec<String>> {
        let rows =
            sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_all(&self.pool).await.with_context(|| sql.to_owned())?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// How many of these jobs are accounted for: classified, or dead.
    pub async fn accounted(&self, jobs: &[JobId]) -> anyhow::Result<usize> {
        let ids: Vec<String> = jobs.iter().map(ToString::to_string).collect();
        let sql = "SELECT count(*) FROM (SELECT job FROM event WHERE job::text = ANY($1)
                   UNION SELECT job FROM dead_letter WHERE job::text = ANY($1)) known";
        let row = sqlx::query(sql).bind(&ids).fetch_one(&self.pool).await?;
        Ok(usize::try_from(row.try_get::<i64, _>(0)?)?)
    }

    /// Everything that is still going on, by what it is; empty when all work has its outcome.
    pub async fn open_work(&self) -> anyhow::Result<BTreeMap<String, i64>> {
        let sql = "SELECT what, n FROM (
            SELECT 'jobs without outcome' AS what, count(*) AS n FROM inbox WHERE done_at IS NULL
            UNION ALL SELECT 'messages not sent', count(*) FROM dispatch WHERE sent_at IS NULL
            UNION ALL SELECT 'messages not heard', count(*) FROM dispatch d JOIN hearer h ON h.subject = d.subject
                WHERE NOT EXISTS (SELECT 1 FROM inbox i WHERE i.consumer = h.consumer AND i.job = d.id AND i.done_at IS NOT NULL)
            UNION ALL SELECT 'runs not done', count(*) FROM run WHERE phase <> 'done'
            UNION ALL SELECT 'calls in flight', count(*) FROM call WHERE state = 'intent') open WHERE n > 0";
        let rows = sqlx::query(sql).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Waits until every one of these jobs is accounted for and nothing is going on any more.
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

    /// The ledger, by the id that went to the provider.
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
