//! Other runs of the same question, or about the same market.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use uuid::Uuid;

use super::port::PgRuns;
use crate::pool::PgPool;
use crate::rows::row;

/// A run of the same question or about the same market.
#[derive(Debug, Clone, PartialEq)]
pub struct RelatedRun {
    /// Id of the run.
    pub run: RunId,
    /// Text of its question.
    pub question: String,
    /// Start of the run.
    pub started_at: Time,
    /// Probability of YES, once the forecast is published.
    pub probability: Option<f64>,
    /// The market's price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// The recorded outcome in force, 0 to 1.
    pub outcome: Option<f64>,
}

/// The two conditions have an index each; the newest of both are read.
pub(crate) const RELATED: &str = "
SELECT r.id, r.question, r.started_at, CASE WHEN f.unpublished IS NULL THEN f.probability END,
       (r.body->'asked'->'market'->>'price')::float8,
       (SELECT o.value FROM outcome o WHERE o.run = r.id AND o.retired_at IS NULL LIMIT 1)
FROM (
  (SELECT id FROM run WHERE tenant = $1 AND question = (SELECT question FROM run WHERE id = $2) ORDER BY started_at DESC LIMIT $3)
  UNION
  (SELECT id FROM run WHERE tenant = $1 AND market = (SELECT market FROM run WHERE id = $2) ORDER BY started_at DESC LIMIT $3)
) AS related JOIN run r ON r.id = related.id LEFT JOIN run_forecast f ON f.run = r.id
WHERE r.id <> $2 ORDER BY r.started_at DESC, r.id LIMIT $3";

row! {
    struct Row {
        run: Uuid,
        question: String,
        started_at: Time,
        probability: Option<f64>,
        crowd: Option<f64>,
        outcome: Option<f64>,
    }
}

impl PgRuns {
    /// Returns other runs of a tenant with the question of a run or about its market, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn related(&self, tenant: &Tenant, run: RunId, limit: u32) -> Result<Vec<RelatedRun>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RELATED).bind(tenant.as_str()).bind(run.0).bind(i64::from(limit));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            let related = |row: Row| {
                let Row { run, question, started_at, probability, crowd, outcome } = row;
                RelatedRun { run: RunId(run), question, started_at, probability, crowd, outcome }
            };
            Ok(rows.into_iter().map(related).collect())
        };
        self.database.run("run", select).await
    }
}
