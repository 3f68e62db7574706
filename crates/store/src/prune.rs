//! Deletion of rows past their retention time.

use std::time::Duration;

use domain::port::PortError;
use sqlx::PgPool;

use crate::Store;
use crate::failure::Failed;

/// Minimum retention: longer than any stream keeps a message (72 h) and than a dead letter is likely to be redriven. Without its
/// inbox row a late redelivery would run the job again.
const MIN_AGE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Minimum retention of the sources of findings: at least a year. The bytes of pages are in the object store, shared by content;
/// `page_bytes` records which of them no page references any more.
const MIN_EVIDENCE_AGE: Duration = Duration::from_secs(365 * 24 * 3600);

/// Numbers of deleted rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Inbox rows with an outcome.
    pub inbox: u64,
    /// Outbox rows that are no longer watched.
    pub outbox: u64,
    /// Values of memoised steps.
    pub steps: u64,
    /// Instances whose lease expired long ago.
    pub instances: u64,
    /// Records that a job used a page or an answer.
    pub uses: u64,
    /// Pages and service answers that no job references any more.
    pub pages: u64,
    /// Stops of runs that have begun, or that can no longer begin.
    pub stops: u64,
    /// Idempotency keys of the gateway.
    pub request_keys: u64,
    /// MCP sessions and tasks, and records of what their clients were shown.
    pub mcp_sessions: u64,
    /// Dead-lettered decisions of rounds that have been decided or have ended.
    pub dead_decisions: u64,
    /// Queued calls of the batch endpoints, and batches.
    pub batches: u64,
    /// Decided results of macros and reviewed forecasts, with their decisions and sessions.
    pub reviews: u64,
    /// Deliveries of webhooks that succeeded or failed for good.
    pub deliveries: u64,
}

/// Deletes old rows of a table in batches, so that no lock and no transaction is held for long.
macro_rules! old {
    ($table:literal, $since:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE ctid = ANY(ARRAY(SELECT ctid FROM ",
            $table,
            " WHERE ",
            $since,
            " < now() - make_interval(secs => $1) LIMIT 5000 FOR UPDATE SKIP LOCKED))"
        )
    };
}

const INBOX: &str = old!("inbox", "done_at");
const DELIVERIES: &str = old!("webhook_delivery", "done_at");
/// Keeps messages that are still watched.
const OUTBOX: &str = "
DELETE FROM outbox WHERE ctid = ANY(ARRAY(
    SELECT o.ctid FROM outbox o WHERE o.created_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM dispatch d WHERE d.id = o.id) LIMIT 5000 FOR UPDATE SKIP LOCKED))";
const STEPS: &str = old!("step", "made_at");
/// Keeps instances with open calls: the sweep settles these because the instance is dead.
const INSTANCES: &str = "
DELETE FROM instance a WHERE a.alive_until < now() - make_interval(secs => $1)
  AND NOT EXISTS (SELECT 1 FROM call c WHERE c.instance = a.name AND c.state = 'intent')";

const BATCH_ITEMS: &str = old!("batch_item", "queued_at");
const BATCHES: &str = old!("batch", "done_at");

const USES: &str = old!("page_use", "used_at");
const PAGES: &str = "
WITH gone AS (
    DELETE FROM page WHERE ctid = ANY(ARRAY(
        SELECT p.ctid FROM page p WHERE p.checked_at < now() - make_interval(secs => $1)
          AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = p.hash) LIMIT 5000 FOR UPDATE SKIP LOCKED))
    RETURNING hash
), loose AS (
    INSERT INTO page_bytes (hash) SELECT DISTINCT hash FROM gone ORDER BY hash ON CONFLICT (hash) DO UPDATE SET loose_at = now()
)
SELECT hash FROM gone";
const ANSWERS: &str = "
DELETE FROM kept_answer WHERE ctid = ANY(ARRAY(
    SELECT a.ctid FROM kept_answer a WHERE a.answered_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = a.hash) LIMIT 5000 FOR UPDATE SKIP LOCKED))";

/// Keeps results that wait for their review, and those that wait for the execution of their verbs.
const MACRO_RESULTS: &str = "
DELETE FROM macro_result WHERE ctid = ANY(ARRAY(
    SELECT m.ctid FROM macro_result m WHERE m.changed_at < now() - make_interval(secs => $1) AND m.state <> 'pending'
      AND NOT EXISTS (SELECT 1 FROM macro_session s
                      WHERE s.tenant = m.tenant AND s.id = m.session AND s.result = m.id AND s.state = 'verbs_ready')
    LIMIT 5000 FOR UPDATE OF m SKIP LOCKED))";
const MACRO_DECISIONS: &str = "
DELETE FROM macro_review WHERE ctid = ANY(ARRAY(
    SELECT v.ctid FROM macro_review v WHERE v.at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM macro_result m WHERE m.id = v.result) LIMIT 5000 FOR UPDATE OF v SKIP LOCKED))";
const MACRO_SESSIONS: &str = "
DELETE FROM macro_session WHERE ctid = ANY(ARRAY(
    SELECT s.ctid FROM macro_session s WHERE s.changed_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM macro_result m WHERE m.tenant = s.tenant AND m.session = s.id)
    LIMIT 5000 FOR UPDATE OF s SKIP LOCKED))";

const REQUEST_KEYS: &str = old!("gateway_request", "at");
const MCP_SESSIONS: &str = old!("mcp_session", "opened_at");
const MCP_TASKS: &str = old!("mcp_task", "created_at");
const MCP_SHOWN: &str = old!("mcp_shown", "shown_at");

/// A run that has begun carries its stop itself. A run that has not may begin when a dead letter is redriven and must find its stop
/// then, so its stop is kept as long as the sources of findings.
const STOPS: &str = "
DELETE FROM run_stop WHERE ctid = ANY(ARRAY(
    SELECT s.ctid FROM run_stop s WHERE s.stopped_at < now() - make_interval(secs => $1)
      AND EXISTS (SELECT 1 FROM run r WHERE r.id = s.run) LIMIT 5000 FOR UPDATE OF s SKIP LOCKED))";
const STOPS_WITHOUT_RUN: &str = old!("run_stop", "stopped_at");
/// Keeps the row while the round waits for its decision, because the row ends the run.
const DEAD_DECISIONS: &str = "
DELETE FROM run_given_up WHERE ctid = ANY(ARRAY(
    SELECT g.ctid FROM run_given_up g WHERE g.given_up_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = g.run AND r.iteration = g.round AND r.phase = 'analyzing')
    LIMIT 5000 FOR UPDATE OF g SKIP LOCKED))";

impl Store {
    /// Deletes outcomes, sent messages, steps and auxiliary rows of runs older than `age`, at least 30 days, and after at least a year
    /// pages and answers that no job references any more, and decided results of macros and reviews. Published results, and forecasts
    /// with their review, are kept. May run at any time and concurrently.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn prune(&self, age: Duration) -> Result<Pruned, PortError> {
        self.prune_older(age.max(MIN_AGE).as_secs_f64(), age.max(MIN_EVIDENCE_AGE).as_secs_f64()).await
    }

    async fn prune_older(&self, seconds: f64, evidence: f64) -> Result<Pruned, PortError> {
        Ok(Pruned {
            uses: self.delete_all(USES, evidence).await?,
            pages: self.delete_all(PAGES, evidence).await? + self.delete_all(ANSWERS, evidence).await?,
            inbox: self.delete_all(INBOX, seconds).await?,
            outbox: self.delete_all(OUTBOX, seconds).await?,
            steps: self.delete_all(STEPS, seconds).await?,
            stops: self.delete_all(STOPS, seconds).await? + self.delete_all(STOPS_WITHOUT_RUN, evidence).await?,
            reviews: self.delete_all(MACRO_RESULTS, evidence).await?
                + self.delete_all(MACRO_DECISIONS, evidence).await?
                + self.delete_all(MACRO_SESSIONS, evidence).await?,
            request_keys: self.delete_all(REQUEST_KEYS, seconds).await?,
            mcp_sessions: self.delete_all(MCP_SESSIONS, seconds).await?
                + self.delete_all(MCP_SHOWN, seconds).await?
                + self.delete_all(MCP_TASKS, seconds).await?,
            dead_decisions: self.delete_all(DEAD_DECISIONS, seconds).await?,
            batches: self.delete_all(BATCH_ITEMS, seconds).await? + self.delete_all(BATCHES, seconds).await?,
            deliveries: self.delete_all(DELIVERIES, seconds).await?,
            instances: self.run("instance", |pool| async move { delete_some(&pool, INSTANCES, seconds).await }).await?,
        })
    }

    async fn delete_all(&self, sql: &'static str, seconds: f64) -> Result<u64, PortError> {
        let mut all = 0;
        loop {
            let gone = self.run("prune", |pool| async move { delete_some(&pool, sql, seconds).await }).await?;
            all += gone;
            if gone == 0 {
                return Ok(all);
            }
        }
    }
}

async fn delete_some(pool: &PgPool, sql: &'static str, seconds: f64) -> Result<u64, Failed> {
    Ok(sqlx::query(sql).bind(seconds).execute(pool).await?.rows_affected())
}
