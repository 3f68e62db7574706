//! Which jobs of messages the database knows, for the reconciliation with the streams.

use domain::port::PortError;
use domain::{JobId, Time};
use uuid::Uuid;

use super::facet::PgJobs;
use crate::journal::quiet;
use crate::pool::PgPool;

/// What the database knows about a message at one of its consumers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DispatchState {
    /// It has an outcome.
    Done,
    /// It has none, and the outbox watches it: the reconciler of its sender publishes it again if it was lost.
    Watched,
    /// It has none, and nothing in the database leads to it.
    Nowhere,
}

/// A verdict, or the mark of an ordinary outcome, is an outcome of the classifier. Keys of jobs that ended leave the
/// inbox.
const KNOWN: &str = "
SELECT i.done_at IS NOT NULL
       OR EXISTS (SELECT 1 FROM inbox_old o WHERE o.job = asked.job AND o.consumer = asked.consumer)
       OR (asked.consumer = $3 AND EXISTS (SELECT 1 FROM verdict v WHERE v.job = asked.job)), EXISTS (SELECT 1 FROM dispatch d WHERE d.id = asked.job AND d.consumer = asked.consumer)
FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS asked (consumer, job, place)
LEFT JOIN inbox i ON i.consumer = asked.consumer AND i.job = asked.job
ORDER BY asked.place";

/// Ids that have no row.
const MISSING: &str = "
SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) WHERE NOT EXISTS (SELECT 1 FROM result r WHERE r.id = asked.id)";

const ANSWERED: &str = "SELECT message FROM verdict_group WHERE answered_at >= $1";

impl PgJobs {
    /// Returns what is known about each pair of consumer and job, in order.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn find(&self, asked: &[(&'static str, JobId)]) -> Result<Vec<DispatchState>, PortError> {
        let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = asked.iter().map(|(consumer, job)| (*consumer, job.0)).unzip();
        let select = |pool: PgPool| {
            let query = sqlx::query_as(KNOWN).bind(consumers.clone()).bind(jobs.clone()).bind(quiet::CONSUMER);
            async move {
                let rows: Vec<(bool, bool)> = query.fetch_all(&pool).await?;
                Ok(rows.into_iter().map(known).collect())
            }
        };
        self.database.run("inbox", select).await
    }

    /// Returns the results among `asked` that are not stored.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn missing_results(&self, asked: &[JobId]) -> Result<Vec<JobId>, PortError> {
        let ids: Vec<Uuid> = asked.iter().map(|id| id.0).collect();
        let select = |pool: PgPool| {
            let query = sqlx::query_scalar(MISSING).bind(ids.clone());
            async move {
                let rows: Vec<Uuid> = query.fetch_all(&pool).await?;
                Ok(rows.into_iter().map(JobId).collect())
            }
        };
        self.database.run("result", select).await
    }

    /// Returns the groups of quiet events whose result was committed since then.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn answered_groups(&self, since: Time) -> Result<Vec<JobId>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<Uuid> = sqlx::query_scalar(ANSWERED).bind(since).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(JobId).collect())
        };
        self.database.run("verdict_group", select).await
    }
}

fn known((is_done, is_watched): (bool, bool)) -> DispatchState {
    match (is_done, is_watched) {
        (true, _) => DispatchState::Done,
        (false, true) => DispatchState::Watched,
        (false, false) => DispatchState::Nowhere,
    }
}
