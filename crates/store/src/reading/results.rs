//! Events, runs, reports, evidence and the audit trail, for people.

use domain::effect::{AuditLine, MarkdownReport};
use domain::port::PortError;
use domain::{Classification, Evidence, Forecast, JobId, MicroUsd, RunId, Tenant, Time};
use uuid::Uuid;

use crate::Store;
use crate::failure::Failed;
use crate::pool::PgPool;

/// A run in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLine {
    /// Id of the run.
    pub run: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// Text of the question.
    pub question: String,
    /// `waiting`, `analyzing`, `done`; `cancelled` or `proposed` for a run that is done without a forecast; `pending`,
    /// `rejected` or `expired` for a run whose forecast is not published, because of its review.
    pub phase: String,
    /// Number of rounds so far.
    pub iteration: u32,
    /// Probability of YES, once the forecast is published.
    pub probability: Option<f64>,
    /// Start of the run.
    pub started_at: Time,
}

/// An event with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct EventView {
    /// The classification, which contains the event.
    pub classification: Classification,
    /// Time at which the fleet accepted the event.
    pub received_at: Time,
    /// Time at which the first result was stored.
    pub answered_at: Option<Time>,
    /// Results as (kind, canonical JSON), oldest first.
    pub results: Vec<(String, serde_json::Value)>,
}

const RUNS: &str = "
SELECT r.id, r.tenant, r.question,
       CASE WHEN r.ended IS NULL THEN coalesce(f.unpublished, r.phase) ELSE (SELECT min(kind) FROM json_object_keys(r.ended) AS kind) END,
       r.iteration, f.probability, r.started_at
FROM run r LEFT JOIN run_forecast f ON f.run = r.id ORDER BY r.started_at DESC, r.id LIMIT $1";

const EVENT: &str = "
SELECT body::text, received_at, (SELECT min(stored_at) FROM result WHERE event = job),
       ARRAY(SELECT kind FROM result WHERE event = job ORDER BY stored_at, id),
       ARRAY(SELECT body::text FROM result WHERE event = job ORDER BY stored_at, id)
FROM event WHERE job = $1";

const AUDIT: &str = "
SELECT job, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at
FROM audit WHERE event = $1 OR job = $1 ORDER BY at, worker, ordinal LIMIT $2";

const EVIDENCE: &str = "SELECT body::text FROM evidence WHERE event = $1 ORDER BY stored_at, job LIMIT $2";

type RunRow = (Uuid, String, String, String, i32, Option<f64>, Time);
type EventRow = (String, Time, Option<Time>, Vec<String>, Vec<String>);
type AuditRow = (Uuid, Uuid, String, String, String, String, Option<bool>, String, i64, String, Time);

impl Store {
    /// Returns the newest runs.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn recent_runs(&self, limit: u32) -> Result<Vec<RunLine>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RUNS).bind(i64::from(limit));
            let rows: Vec<RunRow> = query.fetch_all(&pool).await?;
            let line = |(run, tenant, question, phase, iteration, probability, started_at): (
                Uuid,
                String,
                String,
                String,
                i32,
                _,
                _,
            )| RunLine {
                run: RunId(run),
                tenant: Tenant::parse(&tenant).unwrap_or_default(),
                question,
                phase,
                iteration: u32::try_from(iteration).unwrap_or(0),
                probability,
                started_at,
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.run("run", select).await
    }

    /// Returns a run's forecast as it is published: with the changes of its reviewer. A forecast that waits for its
    /// review, or was not approved, is `None`; see [`crate::Reviews`].
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored the forecast in an unknown format.
    pub async fn forecast(&self, run: RunId) -> Result<Option<Forecast>, PortError> {
        self.read_forecast("SELECT body::text FROM run_forecast WHERE run = $1 AND unpublished IS NULL", run).await
    }

    /// Returns a run's forecast as it was made, whether it is published or not.
    ///
    /// # Errors
    /// As for [`Store::forecast`].
    pub async fn made_forecast(&self, run: RunId) -> Result<Option<Forecast>, PortError> {
        self.read_forecast("SELECT body::text FROM forecast WHERE run = $1", run).await
    }

    async fn read_forecast(&self, sql: &'static str, run: RunId) -> Result<Option<Forecast>, PortError> {
        let select = |pool: PgPool| async move {
            let body: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(&pool).await?;
            Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
        };
        self.run("forecast", select).await
    }

    /// Returns an event with its results.
    ///
    /// # Errors
    /// As for [`Store::forecast`].
    pub async fn event(&self, job: JobId) -> Result<Option<EventView>, PortError> {
        self.run("event", |pool| async move { event(&pool, job).await }).await
    }

    /// Returns the evidence of an event's tasks, in the order in which it was stored.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version stored it in an unknown format.
    pub async fn evidence_of(&self, event: JobId, limit: u32) -> Result<Vec<Evidence>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(EVIDENCE).bind(event.0).bind(i64::from(limit));
            let bodies: Vec<String> = query.fetch_all(&pool).await?;
            bodies.iter().map(|body| Ok(serde_json::from_str(body)?)).collect()
        };
        self.run("evidence", select).await
    }

    /// Returns a report by its key, e.g. `runs/<id>/report.md`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn report(&self, key: &str) -> Result<Option<MarkdownReport>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as("SELECT key, tenant, markdown, made_at FROM report WHERE key = $1").bind(key);
            let row: Option<(String, String, String, Time)> = query.fetch_optional(&pool).await?;
            let report = |(key, tenant, markdown, made_at): (String, String, String, Time)| MarkdownReport {
                key,
                tenant: Tenant::parse(&tenant).unwrap_or_default(),
                markdown,
                made_at,
            };
            Ok(row.map(report))
        };
        self.run("report", select).await
    }

    /// Returns the keys of the newest reports.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn report_keys(&self, limit: u32) -> Result<Vec<String>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar("SELECT key FROM report ORDER BY made_at DESC, key LIMIT $1");
            Ok(query.bind(i64::from(limit)).fetch_all(&pool).await?)
        };
        self.run("report", select).await
    }

    /// Returns the audit trail of an event or of one job, in order.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn audit_of(&self, event_or_job: JobId, limit: u32) -> Result<Vec<AuditLine>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<AuditRow> =
                sqlx::query_as(AUDIT).bind(event_or_job.0).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(audit_line).collect())
        };
        self.run("audit", select).await
    }
}

async fn event(pool: &PgPool, job: JobId) -> Result<Option<EventView>, Failed> {
    let row: Option<EventRow> = sqlx::query_as(EVENT).bind(job.0).fetch_optional(pool).await?;
    let Some((body, received_at, answered_at, kinds, bodies)) = row else { return Ok(None) };
    let mut results = Vec::with_capacity(kinds.len());
    for (kind, body) in kinds.into_iter().zip(bodies) {
        results.push((kind, serde_json::from_str(&body)?));
    }
    Ok(Some(EventView { classification: serde_json::from_str(&body)?, received_at, answered_at, results }))
}

fn audit_line(row: AuditRow) -> AuditLine {
    let (job, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at) = row;
    AuditLine {
        job: JobId(job),
        event: JobId(event),
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        worker,
        action,
        subject,
        from_cache,
        tools: lines(&tools),
        cost: MicroUsd::from_i64(cost),
        errors: lines(&errors),
        at,
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
