//! Forecasts with their outcomes: the input of scores and recalibration maps. One current outcome per run.

use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use super::facet::PgForecasts;
use crate::pool::PgPool;

/// A forecast with its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredForecast {
    /// Id of the run.
    pub run: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// Publisher of the event, e.g. `forecastbench`; may be empty.
    pub source: String,
    /// Topic of the question; may be empty.
    pub topic: String,
    /// Name of the model.
    pub model: String,
    /// Version of the forecaster's prompts.
    pub prompt_version: String,
    /// Text of the question.
    pub question: String,
    /// Forecast probability of YES, 0 to 1.
    pub probability: f64,
    /// Probability before recalibration, 0 to 1.
    pub uncalibrated: f64,
    /// Own view without the market price, 0 to 1; `None` in forecasts of older versions.
    pub view: Option<f64>,
    /// Probability of a reviewer who changed the forecast, 0 to 1.
    pub reviewed: Option<f64>,
    /// Market price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// 1 is YES, 0 is NO; values between mean a partial resolution.
    pub outcome: f64,
    /// Time at which the question was asked.
    pub asked_at: Time,
    /// Time of resolution.
    pub resolved_at: Time,
    /// `true` if the scheduled close has passed, or none is known. Questions that resolve before it are mostly YES, so
    /// that a score or map of those alone is biased until the others have resolved as well.
    pub past_close: bool,
}

/// Selection of scored forecasts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoredFilter {
    /// Restricts to one tenant.
    pub tenant: Option<Tenant>,
    /// Restricts to one model.
    pub model: Option<String>,
    /// Restricts to forecasts with (`true`) or without (`false`) a market price in the pool.
    pub with_crowd: Option<bool>,
    /// Uses the outcomes known at this time; `None` means now.
    pub known_at: Option<Time>,
    /// Leaves out forecasts that no person has approved although they wait, or have waited, for a review.
    pub published: bool,
    /// Restricts to questions whose scheduled close has passed at that time, or is unknown.
    pub past_close: bool,
    /// Maximum number of forecasts, newest first.
    pub limit: u32,
}

/// Excludes questions that had resolved before they were asked, and answers that are not probabilities of YES or depend
/// on a condition.
const SCORED: &str = "
SELECT run, tenant, source, topic, model, prompt_version, question, probability, coalesce(uncalibrated, probability) AS uncalibrated, view,
       reviewed, crowd, value, asked_at, resolved_at, past_close
FROM (SELECT DISTINCT ON (o.run) o.run, f.tenant, coalesce(e.source, '') AS source, o.topic,
             coalesce(f.body->>'model', '') AS model, coalesce(f.body->>'prompt_version', '') AS prompt_version,
             r.question, f.probability, (f.body->>'uncalibrated')::float8 AS uncalibrated,
             (f.body->'run'->'asked'->'market'->>'price')::float8 AS crowd, o.value, o.asked_at, o.resolved_at,
             (f.body->'account'->'views'->>'own')::float8 AS view,
             nullif((f.approved->>'probability')::float8, f.probability) AS reviewed,
             coalesce((f.body->'run'->'asked'->'config'->>'independent')::bool, false) AS independent,
             coalesce(o.due_at, (f.body->'run'->'asked'->>'closes')::timestamptz, '-infinity')
                 <= coalesce($2, now()) AS past_close
      FROM outcome o JOIN forecast f ON f.run = o.run JOIN run r ON r.id = o.run LEFT JOIN event e ON e.job = r.event
      WHERE o.asked_at < o.resolved_at AND f.answer IS NULL
        AND coalesce(f.body->'run'->'asked'->'kind'->>'kind', 'binary') = 'binary' AND ($1::text IS NULL OR f.tenant = $1)
        AND (NOT $6 OR f.review IS NULL OR f.review = 'approved')
        AND (($2::timestamptz IS NULL AND o.retired_at IS NULL)
             OR (o.learned_at <= $2 AND (o.retired_at IS NULL OR o.retired_at > $2)))
      ORDER BY o.run, o.learned_at DESC) AS known
WHERE ($3::text IS NULL OR model = $3) AND ($4::bool IS NULL OR (crowd IS NOT NULL AND NOT independent) = $4)
  AND (NOT $7 OR past_close)
ORDER BY asked_at DESC, run LIMIT $5";

impl PgForecasts {
    /// Returns forecasts of resolved questions, most recently asked first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn scored(&self, scope: &ScoredFilter) -> Result<Vec<ScoredForecast>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(SCORED).bind(scope.tenant.as_ref().map(Tenant::as_str)).bind(scope.known_at);
            let query =
                query.bind(&scope.model).bind(scope.with_crowd).bind(i64::from(scope.limit)).bind(scope.published);
            let query = query.bind(scope.past_close);
            Ok(query.fetch_all(&pool).await?)
        };
        self.database.run("outcome", select).await
    }
}

impl FromRow<'_, PgRow> for ScoredForecast {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let tenant: String = row.try_get("tenant")?;
        Ok(Self {
            run: RunId(row.try_get("run")?),
            tenant: Tenant::parse(&tenant).unwrap_or_default(),
            source: row.try_get("source")?,
            topic: row.try_get("topic")?,
            model: row.try_get("model")?,
            prompt_version: row.try_get("prompt_version")?,
            question: row.try_get("question")?,
            probability: row.try_get("probability")?,
            uncalibrated: row.try_get("uncalibrated")?,
            view: row.try_get("view")?,
            reviewed: row.try_get("reviewed")?,
            crowd: row.try_get("crowd")?,
            outcome: row.try_get("value")?,
            asked_at: row.try_get("asked_at")?,
            resolved_at: row.try_get("resolved_at")?,
            past_close: row.try_get("past_close")?,
        })
    }
}
