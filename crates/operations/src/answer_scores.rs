//! Scores of forecasts of options, numbers, times, and of probabilities under a condition, each kind apart.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use store::forecasts::{AnswerScores, AnsweredFilter, AnsweredForecast};
use utoipa::ToSchema;

use crate::scores::{MAX_FORECASTS, ScoredQuery, checked_query};
use crate::{Context, OperationError};

/// A published forecast of another kind than a probability of YES, with its answer and scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnswerScore {
    /// Id of the run (UUID).
    #[schema(value_type = String, format = Uuid)]
    pub run: RunId,
    /// Kind of the answer: `multiple_choice`, `numeric`, `date` or `conditional`.
    pub kind: String,
    /// Topic of the question; may be empty.
    pub topic: String,
    /// Name of the model.
    pub model: String,
    /// Version of the forecaster's prompts.
    pub prompt_version: String,
    /// Text of the question.
    pub question: String,
    /// The forecast in one line.
    pub forecast: String,
    /// Outcome of the question.
    pub answer: String,
    /// Brier score: over all options 0 to 2, of a probability under a condition 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brier: Option<f64>,
    /// Natural logarithm of the probability of what came true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<f64>,
    /// Continuous ranked probability score in the unit of the number; in days for a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crps: Option<f64>,
    /// `true` if the answer lies within the 90 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<bool>,
    /// Time at which the question was asked.
    #[schema(value_type = String, format = DateTime)]
    pub asked_at: Time,
    /// Time of resolution.
    #[schema(value_type = String, format = DateTime)]
    pub resolved_at: Time,
    /// `true` if the scheduled close has passed or is unknown. Only these count.
    pub past_close: bool,
}

/// Returns the tenant's forecasts of other kinds whose questions are answered, most recently asked first. A question
/// whose condition did not hold has no score.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: ScoredQuery) -> Result<Vec<AnswerScore>, OperationError> {
    cx.require(Read)?;
    let limit = checked_query(&query)?.min(MAX_FORECASTS);
    let (tenant, model) = (Some(cx.tenant()), query.model.as_deref());
    let filter = AnsweredFilter { tenant, model, limit, ..AnsweredFilter::default() };
    let answered = cx.store().forecasts().answered(filter).await?;
    Ok(answered.into_iter().map(AnswerScore::from).collect())
}

impl From<AnsweredForecast> for AnswerScore {
    fn from(answered: AnsweredForecast) -> Self {
        let AnsweredForecast { forecast, answer, scores, resolved_at, past_close } = answered;
        let AnswerScores { brier, log, crps, covered } = scores;
        let probability = || format!("{:.0} %", forecast.probability.get() * 100.0);
        Self {
            run: forecast.run.id,
            kind: forecast.run.answer_kind().name().to_owned(),
            forecast: forecast.headline().unwrap_or_else(probability),
            answer: answer.text(),
            brier,
            log,
            crps,
            covered,
            asked_at: forecast.run.asked.config.as_of.unwrap_or(forecast.run.asked_at),
            resolved_at,
            past_close,
            topic: forecast.run.asked.topic,
            question: forecast.run.asked.text,
            model: forecast.model,
            prompt_version: forecast.prompt_version,
        }
    }
}
