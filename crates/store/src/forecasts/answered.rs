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

/// Excludes questions that had resolved before they were asked.
const ANSWERED: &str = "
SELECT f.body::text, o.answer::text, o.resolved_at, coalesce(o.due_at, '-infinity') <= now()
FROM answer_outcome o JOIN forecast f ON f.run = o.run
WHERE ($1::text IS NULL OR o.tenant = $1) AND o.retired_at IS NULL AND o.asked_at < o.resolved_at
  AND (f.review IS NULL OR f.review = 'approved') AND ($2::text IS NULL OR f.body->>'model' = $2)
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
    /// Returns published forecasts with their answers, most recently asked first; of one tenant and one model, if
    /// named.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored one of them.
    pub async fn answered(
        &self,
        tenant: Option<&Tenant>,
        (model, limit): (Option<&str>, u32),
    ) -> Result<Vec<AnsweredForecast>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(ANSWERED).bind(tenant.map(Tenant::as_str)).bind(model).bind(i64::from(limit));
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
