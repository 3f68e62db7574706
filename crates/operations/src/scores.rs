//! Forecasts of resolved questions, and their score with its parts.

use std::str::FromStr;

use domain::access::AccessScope::Read;
use domain::{RunId, Tenant, Time};
use forecasting::calibration::bins::DEFAULT_BINS;
use forecasting::calibration::{Bin, BrierParts, Row, bins, brier_parts, summary};
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
    /// Probability that a reviewer set in place of the forecast, 0 to 1; `probability` is the model's.
    #[serde(default)]
    pub reviewed: Option<f64>,
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

/// Forecasts that an operator shows to anyone: those of a tenant, or of one of its topics, or of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicForecasts {
    /// The tenant that asked.
    pub tenant: Tenant,
    /// Topic of the questions, or id of the run; `None` for all.
    only: Option<String>,
}

impl PublicForecasts {
    /// Returns `true` if anyone may see this forecast.
    pub fn contains(&self, item: &ScoredItem) -> bool {
        let is_named = |only: &String| *only == item.topic || *only == item.run.to_string();
        item.tenant == self.tenant.as_str() && self.only.as_ref().is_none_or(is_named)
    }
}

impl FromStr for PublicForecasts {
    type Err = String;

    /// Reads `TENANT`, `TENANT/TOPIC` or `TENANT/RUN`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (tenant, only) = text.split_once('/').map_or((text, None), |(tenant, only)| (tenant, Some(only.trim())));
        let tenant = tenant.trim();
        let parsed = Tenant::parse(tenant).map_err(|error| format!("{text:?}: {error}"))?;
        // An empty name would mean the default tenant, or every question without a topic.
        if tenant.is_empty() || only == Some("") {
            return Err(format!("{text:?} is not TENANT, TENANT/TOPIC or TENANT/RUN"));
        }
        Ok(Self { tenant: parsed, only: only.map(str::to_owned) })
    }
}

/// The score of forecasts whose scheduled close has passed. Each figure is 0 without forecasts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ForecastScore {
    /// Number of forecasts that count.
    pub forecasts: u64,
    /// Forecasts that do not count, because their questions were resolved before the scheduled close.
    pub left_out: u64,
    /// Mean Brier score, 0 (best) to 1: `reliability` minus `resolution` plus `uncertainty` plus `within_bins`.
    pub brier: f64,
    /// Mean negative logarithm of the probability of what happened, in nats; lower is better.
    pub log_score: f64,
    /// Mean distance between forecast and frequency over ten bins.
    pub calibration_error: f64,
    /// Mean distance of the forecasts from 50 %, from 0 (always 50 %) to 1 (always certain).
    pub sharpness: f64,
    /// Mean of the outcomes.
    pub yes_rate: f64,
    /// Mean squared distance between forecast and frequency over ten bins (Murphy 1973); lower is better.
    pub reliability: f64,
    /// Mean squared distance between the frequencies of the bins and `yes_rate`; higher is better.
    pub resolution: f64,
    /// Variance of the outcomes: the Brier score of a forecaster who always says `yes_rate`.
    pub uncertainty: f64,
    /// The part of the score that the bins hide (Stephenson, Coelho and Jolliffe 2008); may be negative.
    pub within_bins: f64,
    /// Forecasts by range of probabilities, lowest first; ranges without forecasts are left out.
    pub bins: Vec<ScoreBin>,
}

/// Forecasts in a range of probabilities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoreBin {
    /// Lower bound, inclusive.
    pub low: f64,
    /// Upper bound; inclusive in the last range only.
    pub high: f64,
    /// Number of forecasts.
    pub forecasts: u64,
    /// Number of those whose questions came to YES, for a partial resolution at least by half.
    pub yes: u64,
    /// Mean forecast.
    pub forecast: f64,
    /// Mean outcome.
    pub happened: f64,
}

/// Returns the score of the tenant's forecasts of resolved questions, with the parts of the Brier score.
///
/// # Errors
/// The limit is invalid, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, query: ScoredQuery) -> Result<ForecastScore, OperationError> {
    Ok(ForecastScore::of(&list(cx, query).await?))
}

impl ForecastScore {
    /// Computes the score of forecasts.
    pub fn of(scored: &[ScoredItem]) -> Self {
        let rows: Vec<Row> = scored.iter().filter(|item| item.past_close).map(ScoredItem::row).collect();
        let (figures, parts) = (summary(&rows), brier_parts(&rows, DEFAULT_BINS));
        let BrierParts { reliability, resolution, uncertainty, within_bins } = parts;
        Self {
            forecasts: rows.len() as u64,
            left_out: (scored.len() - rows.len()) as u64,
            brier: figures.brier,
            log_score: figures.log_score,
            calibration_error: figures.calibration_error,
            sharpness: figures.sharpness,
            yes_rate: figures.yes_rate,
            reliability,
            resolution,
            uncertainty,
            within_bins,
            bins: bins(&rows, DEFAULT_BINS).into_iter().map(ScoreBin::from).collect(),
        }
    }
}

impl From<Bin> for ScoreBin {
    fn from(bin: Bin) -> Self {
        let Bin { low, high, n, yes, forecast, happened, .. } = bin;
        Self { low, high, forecasts: n as u64, yes: yes as u64, forecast, happened }
    }
}

impl ScoredItem {
    /// Returns the forecast with its outcome.
    pub fn row(&self) -> Row {
        Row { p: self.probability, outcome: self.outcome }
    }
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
            reviewed: scored.reviewed,
            crowd: scored.crowd,
            outcome: scored.outcome,
            asked_at: scored.asked_at,
            resolved_at: scored.resolved_at,
            past_close: scored.past_close,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(probability: f64, outcome: f64, past_close: bool) -> ScoredItem {
        ScoredItem {
            run: RunId(uuid::Uuid::nil()),
            tenant: "acme".to_owned(),
            source: String::new(),
            topic: String::new(),
            model: String::new(),
            prompt_version: String::new(),
            question: String::new(),
            probability,
            view: None,
            crowd: None,
            reviewed: None,
            outcome,
            asked_at: Time::UNIX_EPOCH,
            resolved_at: Time::UNIX_EPOCH,
            past_close,
        }
    }

    #[test]
    fn only_named_forecasts_are_public() {
        let public = |text: &str, tenant: &str, topic: &str, run: u128| {
            let (tenant, topic, run) = (tenant.to_owned(), topic.to_owned(), RunId(uuid::Uuid::from_u128(run)));
            let item = ScoredItem { tenant, topic, run, ..item(0.5, 1.0, true) };
            text.parse::<PublicForecasts>().map(|one| one.contains(&item))
        };
        let run = RunId(uuid::Uuid::from_u128(7)).to_string();
        for (text, tenant, topic, is_public) in [
            ("acme", "acme", "", true),
            (" acme ", "acme", "energy", true),
            ("acme", "acme2", "energy", false),
            ("acme/energy", "acme", "energy", true),
            ("acme/energy", "acme", "energy prices", false),
            ("acme/energy", "acme", "", false),
            ("acme/energy/gas", "acme", "energy/gas", true),
            ("other/energy", "acme", "energy", false),
        ] {
            assert_eq!(public(text, tenant, topic, 1), Ok(is_public), "{text} {tenant} {topic}");
        }
        assert_eq!(public(&format!("acme/{run}"), "acme", "", 7), Ok(true));
        assert_eq!(public(&format!("acme/{run}"), "acme", "", 8), Ok(false));
        for wrong in ["", "/", "/energy", "acme/", "acme / ", "a b", "*"] {
            assert!(wrong.parse::<PublicForecasts>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_parts_of_the_score_add_up_and_early_questions_are_left_out() {
        let items = [item(0.2, 0.0, true), item(0.2, 1.0, true), item(0.85, 1.0, true), item(0.9, 1.0, false)];
        let score = ForecastScore::of(&items);
        assert_eq!((score.forecasts, score.left_out), (3, 1));
        let sum = score.reliability - score.resolution + score.uncertainty + score.within_bins;
        assert!((sum - score.brier).abs() < 1e-12 && score.resolution > 0.0, "{score:?}");
        let counts: Vec<(u64, u64)> = score.bins.iter().map(|bin| (bin.forecasts, bin.yes)).collect();
        assert_eq!(counts, [(2, 1), (1, 1)]);
        assert_eq!(ForecastScore::of(&[]), ForecastScore::default());
    }
}
