//! Forecasts of questions that yes or no alone does not answer, with their answers: the input of the scores by kind.

use domain::answer::ResolvedAnswer;
use domain::port::PortError;
use domain::{Forecast, Tenant, Time};

use super::answer_scores::AnswerScores;
use super::facet::PgForecasts;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// A published forecast with the answer of its question.
#[derive(Debug, Clone, PartialEq)]
pub struct AnsweredForecast {
    /// The forecast as it was made.
    pub forecast: Forecast,
    /// The answer in force.
    pub answer: ResolvedAnswer,
    /// Scores of the forecast by this answer.
    pub scores: AnswerScores,
    /// Time of resolution.
    pub resolved_at: Time,
    /// `true` if the scheduled close has passed, or none is known.
    pub past_close: bool,
}

/// Selection of answered forecasts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnsweredFilter<'a> {
    /// Restricts to one tenant.
    pub tenant: Option<&'a Tenant>,
    /// Restricts to one model.
    pub model: Option<&'a str>,
    /// Restricts to questions of one kind ([`domain::AnswerKind::name`]).
    pub kind: Option<&'a str>,
    /// Restricts to forecasts with (`true`) or without (`false`) a market price in the pool.
    pub with_crowd: Option<bool>,
    /// Restricts to questions whose scheduled close has passed, or is unknown.
    pub past_close: bool,
    /// Maximum number of forecasts, most recently asked first.
    pub limit: u32,
}

/// Excludes questions that had resolved before they were asked.
const ANSWERED: &str = "
SELECT f.body::text, o.answer::text, o.resolved_at, coalesce(o.due_at, '-infinity') <= now()
FROM answer_outcome o JOIN forecast f ON f.run = o.run
WHERE ($1::text IS NULL OR o.tenant = $1) AND o.retired_at IS NULL AND o.asked_at < o.resolved_at
  AND (f.review IS NULL OR f.review = 'approved') AND ($2::text IS NULL OR f.body->>'model' = $2)
  AND ($4::text IS NULL OR f.body->'run'->'asked'->'kind'->>'kind' = $4)
  AND ($5::bool IS NULL OR (f.body->'run'->'asked'->'market'->>'price' IS NOT NULL
       AND NOT coalesce((f.body->'run'->'asked'->'config'->>'independent')::bool, false)) = $5)
  AND (NOT $6::bool OR coalesce(o.due_at, '-infinity') <= now())
ORDER BY o.asked_at DESC, o.run LIMIT $3";

row! {
    struct AnsweredRow {
        body: String,
        answer: String,
        resolved_at: Time,
        past_close: bool,
    }
}

impl PgForecasts {
    /// Returns published forecasts with their answers, most recently asked first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored one of them.
    pub async fn answered(&self, filter: AnsweredFilter<'_>) -> Result<Vec<AnsweredForecast>, PortError> {
        let AnsweredFilter { tenant, model, kind, with_crowd, past_close, limit } = filter;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(ANSWERED).bind(tenant.map(Tenant::as_str)).bind(model).bind(i64::from(limit));
            let query = query.bind(kind).bind(with_crowd).bind(past_close);
            let rows: Vec<AnsweredRow> = query.fetch_all(&pool).await?;
            rows.into_iter().map(answered).collect()
        };
        self.database.run("answer_outcome", select).await
    }
}

fn answered(row: AnsweredRow) -> Result<AnsweredForecast, Failed> {
    let AnsweredRow { body, answer, resolved_at, past_close } = row;
    let (forecast, answer) = (serde_json::from_str(&body)?, serde_json::from_str(&answer)?);
    let scores = AnswerScores::of(&forecast, &answer);
    Ok(AnsweredForecast { forecast, answer, scores, resolved_at, past_close })
}
