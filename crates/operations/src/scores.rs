//! Forecasts of resolved questions, from which scores and calibration are computed.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use store::forecasts::{ScoredFilter, ScoredForecast};
use utoipa::{IntoParams, ToSchema};

use crate::{Context, OperationError};

/// Maximum forecasts of an answer.
pub const MAX_FORECASTS: u32 = 10_000;

/// Selects forecasts of resolved questions.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ScoredQuery {
    /// Only forecasts of this model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Maximum number of forecasts, 1 to 10,000; 10,000 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 10000)]
    pub limit: Option<u32>,
}

/// A published forecast with its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoredItem {
    /// Id of the run (UUID).
    #[schema(value_type = String, format = Uuid)]
    pub run: RunId,
    /// Tenant that asked.
    pub tenant: String,
    /// Publisher of the question; may be empty.
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
    /// Own view without the market price, 0 to 1; absent in forecasts of older versions.
    #[serde(default)]
    pub view: Option<f64>,
    /// Market price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// 1 is YES, 0 is NO; values between mean a partial resolution.
    pub outcome: f64,
    /// Time at which the question was asked.
    #[schema(value_type = String, format = DateTime)]
    pub asked_at: Time,
    /// Time of resolution.
    #[schema(value_type = String, format = DateTime)]
    pub resolved_at: Time,
    /// `true` if the scheduled close has passed or is unknown. Only these count for scores and calibration: of the
    /// others, those that resolve early are mostly YES.
    #[serde(default = "counts")]
    pub past_close: bool,
}

/// Items of older gateways carry no close.
fn counts() -> bool {
    true
}

/// Returns the tenant's forecasts of resolved questions, most recently asked first.
///
/// # Errors
/// The limit is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: ScoredQuery) -> Result<Vec<ScoredItem>, OperationError> {
    cx.require(Read)?;
    let limit = checked_query(&query)?;
    let tenant = Some(cx.tenant().clone());
    let filter = ScoredFilter { tenant, model: query.model, published: true, limit, ..ScoredFilter::default() };
    Ok(cx.store().forecasts().scored(&filter).await?.into_iter().map(ScoredItem::from).collect())
}

/// Checks a query and returns its limit.
pub(crate) fn checked_query(query: &ScoredQuery) -> Result<u32, OperationError> {
    let limit = query.limit.unwrap_or(MAX_FORECASTS);
    if !(1..=MAX_FORECASTS).contains(&limit) {
        return Err(OperationError::invalid("limit", format!("must be 1 to {MAX_FORECASTS}")));
    }
    if query.model.as_ref().is_some_and(|model| model.contains('\0')) {
        return Err(OperationError::invalid("model", "must have no NUL"));
    }
    Ok(limit)
}

impl From<ScoredForecast> for ScoredItem {
    fn from(scored: ScoredForecast) -> Self {
        Self {
            run: scored.run,
            tenant: scored.tenant.to_string(),
            source: scored.source,
            topic: scored.topic,
            model: scored.model,
            prompt_version: scored.prompt_version,
            question: scored.question,
            probability: scored.probability,
            view: scored.view,
            crowd: scored.crowd,
            outcome: scored.outcome,
            asked_at: scored.asked_at,
            resolved_at: scored.resolved_at,
            past_close: scored.past_close,
        }
    }
}
