//! The state of the fleet as the journal knows it: jobs of the last hour, what waits and why, and which processes run.
//! Every statement reads a bounded part of an index.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::Time;
use domain::port::PortError;

use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Minutes of a history.
pub const MINUTES: usize = 60;

/// Access to the state of the fleet; see [`crate::Store::fleet`].
#[derive(Clone)]
pub struct PgFleet {
    pub(crate) database: Arc<Database>,
}

/// The jobs of one consumer that began within the last hour. Of more than 20,000 jobs of all consumers the newest are
/// counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConsumerJobs {
    /// Name of the consumer.
    pub consumer: String,
    /// Jobs that ended within the last five minutes.
    pub ended: u64,
    /// Jobs that ended within the last ten minutes.
    pub ended_recently: u64,
    /// Jobs that an instance works on.
    pub running: u64,
    /// Jobs that were handed back and wait for their next start.
    pub handed_back: u64,
    /// Transient failures of all of these jobs.
    pub failures: u64,
    /// Median of the seconds between first start and outcome.
    pub median_seconds: Option<f64>,
    /// 95th percentile of these seconds.
    pub p95_seconds: Option<f64>,
    /// First start of the oldest job that is counted.
    pub since: Option<Time>,
    /// Jobs that ended in each of the last 60 minutes, the oldest minute first.
    pub by_minute: Vec<u64>,
}

/// Messages that wait for one consumer.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsumerQueue {
    /// Name of the consumer.
    pub consumer: String,
    /// Publication of the oldest message of its stream that has no outcome.
    pub oldest_at: Option<Time>,
    /// Parked messages: jobs that were put off and are published again when they are due, up to 1,000.
    pub parked: u64,
    /// The time at which the next of them is due.
    pub next_at: Option<Time>,
}

/// Jobs that wait for one reason.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingReason {
    /// Name of the consumer.
    pub consumer: String,
    /// Why the jobs were handed back the last time.
    pub reason: String,
    /// Number of jobs.
    pub jobs: u64,
    /// First start of the oldest.
    pub since: Time,
    /// The time at which the next of them is due; `None` if the stream delivers them.
    pub next_at: Option<Time>,
}

/// Reviews of all tenants that wait for a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WaitingReviews {
    /// Number of results, up to 1,000.
    pub results: u64,
    /// Creation of the oldest.
    pub oldest_at: Option<Time>,
}

/// Model calls of the last hour, of the newest 20,000.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecentCalls {
    /// Number of calls.
    pub calls: u64,
    /// Calls whose outcome is unknown.
    pub unknown: u64,
}

/// Instances of which the lease is valid. A name is the service with a suffix.
const INSTANCES: &str =
    "SELECT name FROM instance WHERE alive_until > now() AND left_at IS NULL ORDER BY name LIMIT 10000";

/// Instances that have started within the last hour, whether or not they still run.
const STARTS: &str = "SELECT name, started_at FROM instance WHERE started_at > now() - interval '1 hour' ORDER BY started_at DESC LIMIT 200";

const JOBS: &str = "
SELECT consumer, count(*) FILTER (WHERE done_at > now() - interval '5 minutes'),
       count(*) FILTER (WHERE done_at > now() - interval '10 minutes'),
       count(*) FILTER (WHERE done_at IS NULL AND holder IS NOT NULL), count(*) FILTER (WHERE done_at IS NULL AND holder IS NULL),
       sum(failures)::int8,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM done_at - begun_at)::float8) FILTER (WHERE done_at IS NOT NULL),
       percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM done_at - begun_at)::float8) FILTER (WHERE done_at IS NOT NULL),
       min(begun_at)
FROM (SELECT consumer, begun_at, done_at, holder, failures FROM inbox
      WHERE begun_at > now() - interval '1 hour' ORDER BY begun_at DESC LIMIT 20000) AS recent
 GROUP BY consumer ORDER BY consumer";

const BY_MINUTE: &str = "
SELECT consumer, floor(extract(epoch FROM now() - done_at) / 60)::int4, count(*)
FROM (SELECT consumer, begun_at, done_at, holder, failures FROM inbox
      WHERE begun_at > now() - interval '1 hour' ORDER BY begun_at DESC LIMIT 20000) AS recent
 WHERE done_at > now() - interval '1 hour' GROUP BY 1, 2";

/// Jobs without an outcome by the reason of their last hand-back.
const REASONS: &str = "
SELECT r.consumer, left(r.last_error, 300), count(*), min(r.begun_at), min(d.look_at) FILTER (WHERE d.sequence IS NULL)
FROM (SELECT consumer, job, begun_at, done_at, holder, last_error FROM inbox
      WHERE begun_at > now() - interval '1 hour' ORDER BY begun_at DESC LIMIT 20000) AS r
LEFT JOIN dispatch d ON d.id = r.job AND d.consumer = r.consumer
WHERE r.done_at IS NULL AND r.holder IS NULL AND r.last_error IS NOT NULL
GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 20";

/// Events that the rules alone settle, in groups: they are not jobs of the inbox.
const QUIET: &str = "
SELECT floor(extract(epoch FROM now() - g.made_at) / 60)::int4, sum(events)::int8 FROM (
  SELECT made_at, counts FROM verdict_group WHERE made_at > now() - interval '1 hour' ORDER BY made_at DESC LIMIT 20000) AS g
CROSS JOIN LATERAL unnest(g.counts) AS events GROUP BY 1";

/// For each topic of a consumer its first message in the stream, and the messages at no position, in the order in which
/// they are due.
const QUEUES: &str = "
SELECT h.consumer, min(first.created_at), sum(parked.messages)::int8, min(parked.next_at)
FROM hearer h
LEFT JOIN LATERAL (
  SELECT d.created_at FROM dispatch d
  WHERE subject_topic(d.subject) = h.subject AND d.consumer = h.consumer AND d.sequence IS NOT NULL
  ORDER BY d.sequence LIMIT 1) AS first ON true
CROSS JOIN LATERAL (
  SELECT count(*) AS messages, min(look_at) AS next_at FROM (
    SELECT d.look_at FROM dispatch d
    WHERE subject_topic(d.subject) = h.subject AND d.consumer = h.consumer AND d.sequence IS NULL AND d.sent_at IS NOT NULL
    ORDER BY d.look_at LIMIT 1000) AS due) AS parked
GROUP BY h.consumer ORDER BY h.consumer";

const REVIEWS: &str = "
SELECT count(*), min(made_at) FROM (SELECT made_at FROM macro_result WHERE state = 'pending' ORDER BY expires_at LIMIT 1000) AS pending";

const DEAD: &str = "
SELECT consumer, count(*) FROM (
  SELECT consumer FROM dead_letter WHERE at > now() - interval '1 hour' AND redriven_at IS NULL AND dropped_at IS NULL ORDER BY at DESC LIMIT 10000) AS recent
GROUP BY consumer ORDER BY consumer";

const CALLS: &str = "
SELECT count(*), count(*) FILTER (WHERE state = 'unknown') FROM (
  SELECT state FROM call WHERE opened_at > now() - interval '1 hour' ORDER BY opened_at DESC LIMIT 20000) AS recent";

row! {
    struct JobsRow {
        consumer: String,
        ended: i64,
        ended_recently: i64,
        running: i64,
        handed_back: i64,
        failures: i64,
        median_seconds: Option<f64>,
        p95_seconds: Option<f64>,
        since: Option<Time>,
    }
}

row! {
    struct QueueRow {
        consumer: String,
        oldest_at: Option<Time>,
        parked: i64,
        next_at: Option<Time>,
    }
}

row! {
    struct ReasonRow {
        consumer: String,
        reason: String,
        jobs: i64,
        since: Time,
        next_at: Option<Time>,
    }
}

impl PgFleet {
    /// Returns the names of the instances whose leases are valid: a service with a suffix each.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn instances(&self) -> Result<Vec<String>, PortError> {
        let select = |pool: PgPool| async move { Ok(sqlx::query_scalar(INSTANCES).fetch_all(&pool).await?) };
        self.database.run("instance", select).await
    }

    /// Returns the names and the starts of the instances that have started within the last hour, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn starts(&self) -> Result<Vec<(String, Time)>, PortError> {
        let select = |pool: PgPool| async move { Ok(sqlx::query_as(STARTS).fetch_all(&pool).await?) };
        self.database.run("instance", select).await
    }

    /// Returns the jobs of the last hour by consumer.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn jobs(&self) -> Result<Vec<ConsumerJobs>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<JobsRow> = sqlx::query_as(JOBS).fetch_all(&pool).await?;
            let minutes: Vec<(String, i32, i64)> = sqlx::query_as(BY_MINUTE).fetch_all(&pool).await?;
            let mut histories = histories(&minutes);
            Ok(rows.into_iter().map(|row| jobs(row, &mut histories)).collect())
        };
        self.database.run("inbox", select).await
    }

    /// Returns the events that were settled in groups in each of the last 60 minutes, the oldest minute first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn quiet_by_minute(&self) -> Result<Vec<u64>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(i32, i64)> = sqlx::query_as(QUIET).fetch_all(&pool).await?;
            let rows: Vec<_> = rows.into_iter().map(|(ago, events)| (String::new(), ago, events)).collect();
            Ok(histories(&rows).remove("").unwrap_or_else(|| vec![0; MINUTES]))
        };
        self.database.run("verdict", select).await
    }

    /// Returns what waits for each registered consumer.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn queues(&self) -> Result<Vec<ConsumerQueue>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<QueueRow> = sqlx::query_as(QUEUES).fetch_all(&pool).await?;
            let queue = |row: QueueRow| {
                let QueueRow { consumer, oldest_at, parked, next_at } = row;
                ConsumerQueue { consumer, oldest_at, parked: number(parked), next_at }
            };
            Ok(rows.into_iter().map(queue).collect())
        };
        self.database.run("dispatch", select).await
    }

    /// Returns the reasons for which jobs of the last hour wait, those with the most jobs first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn reasons(&self) -> Result<Vec<WaitingReason>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<ReasonRow> = sqlx::query_as(REASONS).fetch_all(&pool).await?;
            let reason = |row: ReasonRow| {
                let ReasonRow { consumer, reason, jobs, since, next_at } = row;
                WaitingReason { consumer, reason, jobs: number(jobs), since, next_at }
            };
            Ok(rows.into_iter().map(reason).collect())
        };
        self.database.run("inbox", select).await
    }

    /// Counts the results that wait for a review.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn reviews(&self) -> Result<WaitingReviews, PortError> {
        let select = |pool: PgPool| async move {
            let (results, oldest_at): (i64, Option<Time>) = sqlx::query_as(REVIEWS).fetch_one(&pool).await?;
            Ok(WaitingReviews { results: number(results), oldest_at })
        };
        self.database.run("macro_result", select).await
    }

    /// Counts the open dead letters of the last hour, by consumer.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn dead_letters(&self) -> Result<BTreeMap<String, u64>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64)> = sqlx::query_as(DEAD).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(consumer, letters)| (consumer, number(letters))).collect())
        };
        self.database.run("dead letter", select).await
    }

    /// Counts the model calls of the last hour.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn calls(&self) -> Result<RecentCalls, PortError> {
        let select = |pool: PgPool| async move {
            let (calls, unknown): (i64, i64) = sqlx::query_as(CALLS).fetch_one(&pool).await?;
            Ok(RecentCalls { calls: number(calls), unknown: number(unknown) })
        };
        self.database.run("call", select).await
    }
}

/// Returns the ended jobs of each minute by consumer, the oldest minute first.
fn histories(rows: &[(String, i32, i64)]) -> BTreeMap<String, Vec<u64>> {
    let mut histories: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (consumer, minutes_ago, jobs) in rows {
        let history = histories.entry(consumer.clone()).or_insert_with(|| vec![0; MINUTES]);
        let place = usize::try_from(*minutes_ago).ok().and_then(|ago| (MINUTES - 1).checked_sub(ago));
        if let Some(minute) = place.and_then(|place| history.get_mut(place)) {
            *minute += number(*jobs);
        }
    }
    histories
}

fn jobs(row: JobsRow, histories: &mut BTreeMap<String, Vec<u64>>) -> ConsumerJobs {
    let by_minute = histories.remove(&row.consumer).unwrap_or_else(|| vec![0; MINUTES]);
    ConsumerJobs {
        consumer: row.consumer,
        ended: number(row.ended),
        ended_recently: number(row.ended_recently),
        running: number(row.running),
        handed_back: number(row.handed_back),
        failures: number(row.failures),
        median_seconds: row.median_seconds,
        p95_seconds: row.p95_seconds,
        since: row.since,
        by_minute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_minute_is_the_first_of_a_history() {
        let rows = [("filter".to_owned(), 0, 3), ("filter".to_owned(), 59, 2), ("filter".to_owned(), 60, 9)];
        let found = histories(&rows);
        assert_eq!((found["filter"][59], found["filter"][0], found["filter"].iter().sum::<u64>()), (3, 2, 5));
    }
}
