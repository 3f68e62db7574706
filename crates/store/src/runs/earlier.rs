//! Other runs of the same question, or about the same market.

use domain::port::PortError;
use domain::{Run, RunId, Tenant, Time};
use uuid::Uuid;

use super::port::{EarlierPlan, EarlierPlans, PgRuns};
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
    /// The published answer in one line, if it is not a probability of YES.
    pub answer: Option<String>,
    /// The market's price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// The recorded outcome in force, 0 to 1.
    pub outcome: Option<f64>,
}

/// The two conditions have an index each; the newest of both are read.
pub(crate) const RELATED: &str = "
SELECT r.id, r.question, r.started_at, CASE WHEN f.unpublished IS NULL THEN f.probability END, f.answer,
       (r.body->'asked'->'market'->>'price')::float8,
       (SELECT o.value FROM outcome o WHERE o.run = r.id AND o.retired_at IS NULL LIMIT 1)
FROM (
  (SELECT id FROM run WHERE tenant = $1 AND question = (SELECT question FROM run WHERE id = $2) ORDER BY started_at DESC LIMIT $3)
  UNION
  (SELECT id FROM run WHERE tenant = $1 AND market = (SELECT market FROM run WHERE id = $2) ORDER BY started_at DESC LIMIT $3)
) AS related JOIN run r ON r.id = related.id LEFT JOIN run_forecast f ON f.run = r.id
WHERE r.id <> $2 ORDER BY r.started_at DESC, r.id LIMIT $3";

/// Few runs share a question and a tenant, so those found by the index are sorted.
pub(crate) const PLAN: &str = "
SELECT r.body::text, ARRAY(SELECT q.body::text FROM question q WHERE q.run = r.id AND q.iteration = 1 ORDER BY q.ordinal)
FROM run r JOIN forecast f ON f.run = r.id
WHERE r.question = $1 AND r.tenant = $2 AND r.started_at >= $3 AND r.id <> $4 AND f.body->>'prompt_version' = $5
ORDER BY r.started_at DESC LIMIT 1";

row! {
    struct Row {
        run: Uuid,
        question: String,
        started_at: Time,
        probability: Option<f64>,
        answer: Option<String>,
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
                let Row { run, question, started_at, probability, answer, crowd, outcome } = row;
                RelatedRun { run: RunId(run), question, started_at, probability, answer, crowd, outcome }
            };
            Ok(rows.into_iter().map(related).collect())
        };
        self.database.run("run", select).await
    }
}

impl EarlierPlans for PgRuns {
    async fn earlier_plan(
        &self,
        run: &Run,
        prompt_version: &str,
        since: Time,
    ) -> Result<Option<EarlierPlan>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(PLAN).bind(&run.asked.text).bind(run.tenant.as_str()).bind(since);
            let row: Option<(String, Vec<String>)> =
                query.bind(run.id.0).bind(prompt_version).fetch_optional(&pool).await?;
            // A plan that a newer version stored in another format is none: the question is decomposed anew.
            Ok(row.and_then(|(run, questions)| {
                let questions = questions.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>();
                Some(EarlierPlan { run: serde_json::from_str(&run).ok()?, questions: questions.ok()? })
            }))
        };
        self.database.run("run", select).await
    }
}
