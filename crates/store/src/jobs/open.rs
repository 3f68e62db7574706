//! Open jobs, unconfirmed messages, and counts of events, results and audit actions.

use domain::port::PortError;
use domain::{JobId, Time};
use uuid::Uuid;

use super::facet::PgJobs;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// A job without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWork {
    /// Name of the durable consumer.
    pub consumer: String,
    /// Id of the job.
    pub job: JobId,
    /// Subject of the message; empty for a publisher's event.
    pub subject: String,
    /// Instance that holds the job, if any.
    pub holder: Option<String>,
    /// Number of transient failures so far.
    pub failures: u32,
    /// Reason of the last hand-back.
    pub last_error: Option<String>,
    /// Time of the first start, or of the message's creation if the job was never started.
    pub since: Time,
}

/// Started jobs, then messages that a registered consumer has not started to process. One statement, so that a job that
/// starts, or ends and emits another one, between two reads is not missed.
const OPEN: &str = "
(SELECT i.consumer, i.job, coalesce(o.subject, ''), i.holder, i.failures, i.last_error, i.begun_at
 FROM inbox i LEFT JOIN outbox o ON o.id = i.job WHERE i.done_at IS NULL ORDER BY i.begun_at LIMIT $1)
UNION ALL
(SELECT d.consumer, d.id, d.subject, NULL::text, 0, NULL::text, d.created_at FROM dispatch d
 WHERE d.consumer <> '' AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.consumer = d.consumer AND i.job = d.id)
 ORDER BY d.created_at LIMIT $1)
LIMIT $1";

/// Unsent messages, by the two indexes that contain them. Not more than 100,000 are counted.
const UNSENT: &str = "
SELECT count(DISTINCT id) FROM (
    (SELECT id FROM dispatch WHERE sent_at IS NULL AND relayed = 0 LIMIT 50000)
    UNION ALL (SELECT id FROM dispatch WHERE sent_at IS NULL AND relayed > 0 LIMIT 50000)) AS unsent";

/// Old jobs without an outcome, by consumer. Finished jobs leave the inbox after a day at the latest, or once there are
/// half a million, so the oldest rows by the index are few finished ones. Not more than the first 200,000 are read.
const UNFINISHED: &str = "
SELECT consumer, count(*), min(begun_at), (array_agg(coalesce(last_error, '') ORDER BY begun_at))[1]
FROM (SELECT consumer, begun_at, done_at, last_error FROM inbox
      WHERE begun_at < now() - make_interval(secs => $1) ORDER BY begun_at LIMIT 200000) AS old
WHERE done_at IS NULL GROUP BY consumer ORDER BY min(begun_at)";

/// Jobs of one consumer that began long ago and have no outcome.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Unfinished {
    /// Name of the durable consumer.
    pub consumer: String,
    /// Number of jobs.
    pub jobs: u64,
    /// First start of the oldest.
    pub since: Time,
    /// Reason for which the oldest was handed back the last time; empty if there is none.
    pub last_error: String,
}

row! {
    struct Row {
        consumer: String,
        job: Uuid,
        subject: String,
        holder: Option<String>,
        failures: i32,
        last_error: Option<String>,
        since: Time,
    }
}

row! {
    struct UnfinishedRow {
        consumer: String,
        jobs: i64,
        since: Time,
        last_error: String,
    }
}

impl PgJobs {
    /// Returns started jobs without an outcome, then messages without a started job, each oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open(&self, limit: u32) -> Result<Vec<OpenWork>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(OPEN).bind(i64::from(limit)).fetch_all(&pool).await?;
            let open = |Row { consumer, job, subject, holder, failures, last_error, since }: Row| OpenWork {
                consumer,
                job: JobId(job),
                subject,
                holder,
                failures: u32::try_from(failures).unwrap_or(0),
                last_error,
                since,
            };
            Ok(rows.into_iter().map(open).collect())
        };
        self.database.run("inbox", select).await
    }

    /// Returns the consumers with jobs that began at least `age` ago and have no outcome, among the oldest 200,000 jobs
    /// of the inbox.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unfinished(&self, age: std::time::Duration) -> Result<Vec<Unfinished>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(UNFINISHED).bind(age.as_secs_f64());
            let rows: Vec<UnfinishedRow> = query.fetch_all(&pool).await?;
            let found = |UnfinishedRow { consumer, jobs, since, last_error }: UnfinishedRow| Unfinished {
                consumer,
                jobs: number(jobs),
                since,
                last_error,
            };
            Ok(rows.into_iter().map(found).collect())
        };
        self.database.run("inbox", select).await
    }

    /// Counts messages that the stream has not confirmed, up to 50,000 each of those that a relay has tried and of
    /// others.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unsent(&self) -> Result<u64, PortError> {
        let select = |pool: PgPool| async move { Ok(number(sqlx::query_scalar(UNSENT).fetch_one(&pool).await?)) };
        self.database.run("outbox", select).await
    }
}
