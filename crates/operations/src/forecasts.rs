//! Forecasts of runs, as the contract describes them.

use domain::access::AccessScope::Read;
use domain::{Forecast, Reading, RunId, Time};
use proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::runs::check_owned;
use crate::{ConfidenceLevel, Context, OperationError};

/// Returns the forecast of a run.
///
/// # Errors
/// The tenant has no such run, it has no forecast yet, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, run: RunId) -> Result<v1::ForecastMade, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    let forecast = cx.store().forecasts().published(run).await?.ok_or(OperationError::NoForecast)?;
    Ok(v1::ForecastMade::from(&forecast))
}

/// A forecast with its reasoning.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ForecastOutput {
    /// Text of the question.
    pub question: String,
    /// How the question is read: `assumption` where it has several meanings, the `deadline` that its words name, what
    /// `counts`, who reports it. Absent for a trade.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// Kind of the answer: `binary`, `multiple_choice`, `numeric`, `date` or `conditional`.
    pub kind: String,
    /// Condition under which the answer holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The answer to a question for an option, a number or a time: `options` with millionths that sum to 1,000,000, or
    /// `quantiles` at 5, 25, 50, 75 and 95 %. Absent if nothing usable was estimated.
    #[schema(value_type = Option<Object>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<domain::Distribution>,
    /// Probability of YES, 0.01 to 0.99; of the most probable option; of the interval from p5 to p95.
    pub probability: f64,
    /// Lower bound of the probability.
    pub lower: f64,
    /// Upper bound of the probability.
    pub upper: f64,
    /// Confidence in the estimate itself, 0 to 1.
    pub confidence: f64,
    /// The confidence in words.
    pub confidence_level: ConfidenceLevel,
    /// Reasoning; each statement of fact cites evidence as `[question/finding]`.
    pub reasoning: String,
    /// Evidence used, as `question/finding`.
    pub evidence_used: Vec<String>,
    /// Reasons why the forecast is partial and needs attention.
    pub flags: Vec<String>,
    /// Number of research rounds.
    pub iterations: u32,
    /// Number of questions with a usable answer.
    pub questions_answered: u32,
    /// Cost of the run in micro-dollars.
    pub cost_micro_usd: u64,
    /// Market recommendation, if a market exists.
    #[schema(value_type = Option<Object>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<domain::Recommendation>,
    /// The probability before a contradiction to forecasts of related questions was repaired, and those forecasts.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coherence: Option<domain::forecast::Coherence>,
    /// Forecasts of the other options of the event that were asked as questions of their own, with the `sum` of all.
    #[schema(value_type = Option<Object>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<domain::forecast::OptionSum>,
    /// The findings as the estimates used them: `direction` (`for`, `against`, `context`), `weight`, and the `question`
    /// that each answers; the heaviest of each direction first.
    #[schema(value_type = Vec<Object>)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<domain::forecast::WeighedEvidence>,
    /// Time of the forecast.
    #[schema(value_type = String, format = DateTime)]
    pub made_at: Time,
}

impl From<Forecast> for ForecastOutput {
    fn from(forecast: Forecast) -> Self {
        Self {
            question: forecast.run.asked.text.clone(),
            reading: forecast.run.reading.clone(),
            kind: forecast.run.answer_kind().name().to_owned(),
            condition: forecast.condition(),
            distribution: forecast.distribution,
            probability: forecast.probability.get(),
            lower: forecast.lower.get(),
            upper: forecast.upper.get(),
            confidence: forecast.confidence,
            confidence_level: ConfidenceLevel::of(forecast.confidence),
            reasoning: forecast.reasoning,
            evidence_used: forecast.evidence_used,
            flags: forecast.flags,
            iterations: forecast.iterations,
            questions_answered: forecast.questions_answered,
            cost_micro_usd: forecast.cost.0,
            recommendation: forecast.recommendation,
            coherence: forecast.account.coherence,
            options: forecast.account.options,
            evidence: forecast.account.evidence,
            made_at: forecast.made_at,
        }
    }
}
