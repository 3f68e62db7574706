//! Open jobs, unconfirmed messages, and counts of events, results and audit actions.

use domain::port::PortError;
use domain::{JobId, Time};
use uuid::Uuid;

use super::verdicts;
use crate::Store;
use crate::pool::PgPool;

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

/// Counts of the events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct EventCount {
    /// Event kind, as in the subject.
    pub kind: String,
    /// Number of events accepted.
    pub events: u64,
    /// Events classified as interesting.
    pub interesting: u64,
    /// Events that started a run.
    pub runs: u64,
    /// Events with at least one result.
    pub answered: u64,
    /// Events whose own job was dead-lettered and not redriven.
    pub dead: u64,
    /// Events that are neither answered nor dead-lettered.
    pub open: u64,
}

/// Count of the results of one kind.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ResultCount {
    /// Kind of result: `classification`, `research` or `forecast`.
    pub kind: String,
    /// Number of results.
    pub results: u64,
}

const EVENTS: &str = "
SELECT kind, count(*), count(*) FILTER (WHERE interesting), count(*) FILTER (WHERE run IS NOT NULL),
       count(*) FILTER (WHERE answered), count(*) FILTER (WHERE dead), count(*) FILTER (WHERE NOT answered AND NOT dead)
FROM (SELECT e.kind, e.interesting, e.run,
             EXISTS (SELECT 1 FROM result r WHERE r.event = e.job) AS answered,
             EXISTS (SELECT 1 FROM dead_letter d WHERE d.job = e.job AND d.redriven_at IS NULL) AS dead
      FROM event e) AS accounted
GROUP BY kind ORDER BY kind";

/// A group of quiet events has one result, whether it is stored for a webhook or not.
const RESULTS: &str = "
SELECT kind, count(*) FROM result WHERE kind <> 'classifications' GROUP BY kind
UNION ALL SELECT 'classifications', count(*) FROM verdict_group WHERE answered_at IS NOT NULL HAVING count(*) > 0
ORDER BY kind";

const BEGUN: &str = "
SELECT i.consumer, i.job, coalesce(o.subject, ''), i.holder, i.failures, i.last_error, i.begun_at
FROM inbox i LEFT JOIN outbox o ON o.id = i.job WHERE i.done_at IS NULL ORDER BY i.begun_at LIMIT $1";

/// Messages that a registered consumer has not started to process.
const WAITING: &str = "
SELECT d.consumer, d.id, d.subject, NULL::text, 0, NULL::text, d.created_at FROM dispatch d
WHERE d.consumer <> '' AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.consumer = d.consumer AND i.job = d.id)
ORDER BY d.created_at LIMIT $1";

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

type Row = (String, Uuid, String, Option<String>, i32, Option<String>, Time);

impl Store {
    /// Returns started jobs without an outcome, then messages without a started job, each oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_work(&self, limit: u32) -> Result<Vec<OpenWork>, PortError> {
        let select = |pool: PgPool| async move {
            let mut rows: Vec<Row> = sqlx::query_as(BEGUN).bind(i64::from(limit)).fetch_all(&pool).await?;
            let room = i64::from(limit) - i64::try_from(rows.len()).unwrap_or(0);
            rows.extend(sqlx::query_as::<_, Row>(WAITING).bind(room).fetch_all(&pool).await?);
            let open = |(consumer, job, subject, holder, failures, last_error, since): Row| OpenWork {
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
        self.run("inbox", select).await
    }

    /// Returns the consumers with jobs that began at least `age` ago and have no outcome, among the oldest 200,000 jobs
    /// of the inbox.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unfinished(&self, age: std::time::Duration) -> Result<Vec<Unfinished>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(UNFINISHED).bind(age.as_secs_f64());
            let rows: Vec<(String, i64, Time, String)> = query.fetch_all(&pool).await?;
            let found =
                |(consumer, jobs, since, last_error)| Unfinished { consumer, jobs: number(jobs), since, last_error };
            Ok(rows.into_iter().map(found).collect())
        };
        self.run("inbox", select).await
    }

    /// Counts messages that the stream has not confirmed, up to 50,000 each of those that a relay has tried and of
    /// others.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unsent_count(&self) -> Result<u64, PortError> {
        let select = |pool: PgPool| async move { Ok(number(sqlx::query_scalar(UNSENT).fetch_one(&pool).await?)) };
        self.run("outbox", select).await
    }

    /// Counts events by kind, quiet ones included.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn event_counts(&self) -> Result<Vec<EventCount>, PortError> {
        type Row = (String, i64, i64, i64, i64, i64, i64);
        let count = |(kind, events, interesting, runs, answered, dead, open): Row| EventCount {
            kind,
            events: number(events),
            interesting: number(interesting),
            runs: number(runs),
            answered: number(answered),
            dead: number(dead),
            open: number(open),
        };
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(EVENTS).fetch_all(&pool).await?;
            let quiet: Vec<verdicts::CountRow> = sqlx::query_as(verdicts::COUNTS).fetch_all(&pool).await?;
            let mut counts = rows.into_iter().map(count).collect();
            verdicts::add(&mut counts, quiet);
            Ok(counts)
        };
        self.run("event", select).await
    }

    /// Counts results by kind.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn result_counts(&self) -> Result<Vec<ResultCount>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RESULTS);
            let rows: Vec<(String, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(kind, results)| ResultCount { kind, results: number(results) }).collect())
        };
        self.run("result", select).await
    }

    /// Counts audit entries as (worker, action, all entries, entries answered from the cache).
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn action_counts(&self) -> Result<Vec<(String, String, u64, u64)>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(
                "SELECT worker, action, count(*), count(*) FILTER (WHERE from_cache) FROM audit GROUP BY 1, 2 ORDER BY 1, 2",
            );
            let rows: Vec<(String, String, i64, i64)> = query.fetch_all(&pool).await?;
            Ok(rows
                .into_iter()
                .map(|(worker, action, all, cached)| (worker, action, number(all), number(cached)))
                .collect())
        };
        self.run("audit", select).await
    }
}

/// Converts a count, which is never negative.
pub(super) fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
