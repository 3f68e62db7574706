//! Forgetting what nobody can ask for any more.

use std::time::Duration;

use domain::port::PortError;
use sqlx::PgPool;

use crate::Store;
use crate::failure::Failed;

/// Longer than any stream keeps a message (72 h) and than a dead letter is likely to be redriven: an inbox row that is gone
/// would let a late redelivery run again.
const SHORTEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// What findings rest on is kept as long as anybody may ask where a finding comes from, at least a year. The bytes of pages
/// lie in the object store, shared by content; that no page names them any more is noted here (`page_bytes`).
const SHORTEST_EVIDENCE: Duration = Duration::from_secs(365 * 24 * 3600);

/// How many rows were forgotten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Outcomes.
    pub inbox: u64,
    /// Messages.
    pub outbox: u64,
    /// Step values.
    pub steps: u64,
    /// Instances that have long been dead.
    pub instances: u64,
    /// Which job rested on what.
    pub uses: u64,
    /// Pages, and answers of services, that nobody rests on any more.
    pub pages: u64,
    /// Stops of runs that have begun since, or that nobody can begin any more.
    pub stops: u64,
    /// Notes that a round's decision was given up, of rounds that are decided or over.
    pub given_up: u64,
}

/// All rows of a table that are old enough; in bites, as everything here, so that no lock and no transaction is held for long.
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
/// A message that is still watched is still wanted.
const OUTBOX: &str = "
DELETE FROM outbox WHERE ctid = ANY(ARRAY(
    SELECT o.ctid FROM outbox o WHERE o.created_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM dispatch d WHERE d.id = o.id) LIMIT 5000 FOR UPDATE SKIP LOCKED))";
const STEPS: &str = old!("step", "made_at");
/// An instance that still has something in its name stays: its death is what frees it.
const INSTANCES: &str = "
DELETE FROM instance a WHERE a.alive_until < now() - make_interval(secs => $1)
  AND NOT EXISTS (SELECT 1 FROM call c WHERE c.instance = a.name AND c.state = 'intent')";

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

/// A run that has begun carries its stop itself. One that has not may still be begun by a dead letter that is redriven, and must
/// find its stop then: that is waited for as long as for evidence.
const STOPS: &str = "
DELETE FROM run_stop WHERE ctid = ANY(ARRAY(
    SELECT s.ctid FROM run_stop s WHERE s.stopped_at < now() - make_interval(secs => $1)
      AND EXISTS (SELECT 1 FROM run r WHERE r.id = s.run) LIMIT 5000 FOR UPDATE OF s SKIP LOCKED))";
const STOPS_OF_NOBODY: &str = old!("run_stop", "stopped_at");
/// Where the round still waits for its decision, the note is what ends the run.
const GIVEN_UP: &str = "
DELETE FROM run_given_up WHERE ctid = ANY(ARRAY(
    SELECT g.ctid FROM run_given_up g WHERE g.given_up_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = g.run AND r.iteration = g.round AND r.phase = 'analyzing')
    LIMIT 5000 FOR UPDATE OF g SKIP LOCKED))";

impl Store {
    /// Deletes outcomes, sent messages, steps and what is noted beside runs and wanted no more, older than `age`, at least 30 days;
    /// pages and answers that nobody rests on any more after a year at least. Safe at any time, in any number.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn prune(&self, age: Duration) -> Result<Pruned, PortError> {
        self.prune_older(age.max(SHORTEST).as_secs_f64(), age.max(SHORTEST_EVIDENCE).as_secs_f64()).await
    }

    async fn prune_older(&self, seconds: f64, evidence: f64) -> Result<Pruned, PortError> {
        Ok(Pruned {
            uses: self.bites(USES, evidence).await?,
            pages: self.bites(PAGES, evidence).await? + self.bites(ANSWERS, evidence).await?,
            inbox: self.bites(INBOX, seconds).await?,
            outbox: self.bites(OUTBOX, seconds).await?,
            steps: self.bites(STEPS, seconds).await?,
            stops: self.bites(STOPS, seconds).await? + self.bites(STOPS_OF_NOBODY, evidence).await?,
            given_up: self.bites(GIVEN_UP, seconds).await?,
            instances: self.run("instance", |pool| async move { bite(&pool, INSTANCES, seconds).await }).await?,
        })
    }

    async fn bites(&self, sql: &'static str, seconds: f64) -> Result<u64, PortError> {
        let mut all = 0;
        loop {
            let gone = self.run("prune", |pool| async move { bite(&pool, sql, seconds).await }).await?;
            all += gone;
            if gone == 0 {
                return Ok(all);
            }
        }
    }
}

async fn bite(pool: &PgPool, sql: &'static str, seconds: f64) -> Result<u64, Failed> {
    Ok(sqlx::query(sql).bind(seconds).execute(pool).await?.rows_affected())
}
