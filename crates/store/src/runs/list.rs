//! The newest runs of all tenants.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use uuid::Uuid;

use super::port::PgRuns;
use crate::pool::PgPool;
use crate::rows::row;

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
    /// The published answer in one line, if it is not a probability of YES.
    pub answer: Option<String>,
    /// Start of the run.
    pub started_at: Time,
}

const RECENT: &str = "
SELECT r.id, r.tenant, r.question,
       CASE WHEN r.ended IS NULL THEN coalesce(f.unpublished, r.phase) ELSE (SELECT min(kind) FROM json_object_keys(r.ended) AS kind) END,
       r.iteration, f.probability, f.answer, r.started_at
FROM run r LEFT JOIN run_forecast f ON f.run = r.id ORDER BY r.started_at DESC, r.id LIMIT $1";

row! {
    struct RecentRow {
        run: Uuid,
        tenant: String,
        question: String,
        phase: String,
        iteration: i32,
        probability: Option<f64>,
        answer: Option<String>,
        started_at: Time,
    }
}

impl PgRuns {
    /// Returns the newest runs.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn recent(&self, limit: u32) -> Result<Vec<RunLine>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RECENT).bind(i64::from(limit));
            let rows: Vec<RecentRow> = query.fetch_all(&pool).await?;
            let line = |row: RecentRow| RunLine {
                run: RunId(row.run),
                tenant: Tenant::parse(&row.tenant).unwrap_or_default(),
                question: row.question,
                phase: row.phase,
                iteration: u32::try_from(row.iteration).unwrap_or(0),
                probability: row.probability,
                answer: row.answer,
                started_at: row.started_at,
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("run", select).await
    }
}
