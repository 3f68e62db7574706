//! The probability of a threshold: that a number, or the time at which something happens, is at most a given value.

use chrono::{Days, NaiveDate, NaiveTime};
use domain::access::AccessScope::Read;
use domain::{AnswerKind, Distribution, Forecast, RunId, Time};
use serde::{Deserialize, Serialize};
use store::forecasts::quantiles::{Bounds, probability_at_most};
use utoipa::{IntoParams, ToSchema};

use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Microseconds of a second.
const SECOND: f64 = 1e6;

/// A threshold.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ThresholdQuery {
    /// The threshold: a number in the unit of the question, with or without the unit; of a date a day, which is meant
    /// to its end in UTC, or a time in RFC 3339.
    #[param(min_length = 1, max_length = 100)]
    pub at_most: String,
}

/// The probability of a threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ThresholdProbability {
    /// The threshold as it was read: a number, or a time in RFC 3339.
    pub at_most: String,
    /// Probability that the answer is at most the threshold, 0 to 1.
    pub probability: f64,
}

/// Returns the probability that the answer to a question for a number or a date is at most a threshold: linear between
/// the quantiles of its forecast, or in their logarithms if they span orders of magnitude, with exponential tails.
///
/// # Errors
/// The tenant has no such run, it has no forecast yet, the question is of another kind, or the threshold is no number
/// or date.
pub async fn probability(
    cx: Context<'_>,
    run: RunId,
    query: &ThresholdQuery,
) -> Result<ThresholdProbability, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    let forecast = cx.store().forecasts().published(run).await?.ok_or(OperationError::NoForecast)?;
    of(&forecast, &query.at_most)
}

/// Returns the probability of a threshold by a forecast.
///
/// # Errors
/// As for [`probability`].
pub fn of(forecast: &Forecast, threshold: &str) -> Result<ThresholdProbability, OperationError> {
    let text = threshold.trim();
    let problem = |text: &str| OperationError::invalid("at_most", text.to_owned());
    match &forecast.distribution {
        Some(Distribution::Number { unit, quantiles }) => {
            let value = number(text, unit).ok_or_else(|| problem("must be a number in the unit of the question"))?;
            let probability = probability_at_most(quantiles, bounds(&forecast.run.answer_kind()), value);
            Ok(ThresholdProbability { at_most: domain::answer::number_text(value), probability })
        }
        Some(Distribution::Date { quantiles }) => {
            let at = time(text).ok_or_else(|| problem("must be a day like 2027-03-01, or a time in RFC 3339"))?;
            // Quantiles are instants; seconds since the first one keep their precision.
            let values = quantiles.values();
            let seconds = |other: Time| micros(other - values[0]) / SECOND;
            let found =
                domain::answer::Quantiles::try_from(values.map(seconds)).map_err(|_| OperationError::Unavailable)?;
            let probability = probability_at_most(&found, Bounds::default(), seconds(at));
            Ok(ThresholdProbability { at_most: at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true), probability })
        }
        _ => Err(OperationError::StateForbids(format!(
            "run {} has no quantiles: only the forecast of a number or a date answers a threshold",
            forecast.run.id
        ))),
    }
}

#[expect(clippy::cast_precision_loss, reason = "spans of years are far below 2^53 microseconds")]
fn micros(span: chrono::TimeDelta) -> f64 {
    span.num_microseconds().unwrap_or(i64::MAX) as f64
}

fn bounds(kind: &AnswerKind) -> Bounds {
    match kind {
        AnswerKind::Numeric { lower, upper, .. } => Bounds { lower: *lower, upper: *upper },
        _ => Bounds::default(),
    }
}

fn number(text: &str, unit: &str) -> Option<f64> {
    let bare = text.strip_suffix(unit).unwrap_or(text).trim();
    bare.replace('_', "").parse().ok().filter(|value: &f64| value.is_finite())
}

fn time(text: &str) -> Option<Time> {
    let day = || {
        let next = text.parse::<NaiveDate>().ok()?.checked_add_days(Days::new(1))?;
        Some(next.and_time(NaiveTime::MIN).and_utc() - chrono::TimeDelta::seconds(1))
    };
    text.parse::<Time>().ok().or_else(day)
}

#[cfg(test)]
mod tests {
    use domain::answer::{DateQuantiles, Quantiles};

    use super::*;

    fn made(distribution: Distribution, kind: AnswerKind) -> Forecast {
        let mut made = domain::testing::forecast();
        made.run.asked.kind = Some(kind);
        made.distribution = Some(distribution);
        made
    }

    #[test]
    fn a_threshold_of_a_number_is_read_with_its_unit_and_limits() {
        let quantiles = Quantiles::try_from([300.0, 400.0, 500.0, 600.0, 700.0]).unwrap();
        let kind = AnswerKind::Numeric { unit: "ships".into(), lower: Some(0.0), upper: None };
        let made = made(Distribution::Number { unit: "ships".into(), quantiles }, kind);
        let at = |text: &str| of(&made, text).unwrap().probability;
        assert!((at("500") - 0.5).abs() < 1e-12 && (at("450 ships") - 0.375).abs() < 1e-12 && at("-1").abs() < 1e-12);
        assert!(at("900") > 0.95 && at("900") < 1.0);
        assert_eq!(of(&made, "500 ships").unwrap().at_most, "500");
        for wrong in ["many", "", "2027-01-01", "inf"] {
            assert!(matches!(of(&made, wrong), Err(OperationError::Input(_))), "{wrong}");
        }
    }

    #[test]
    fn a_day_is_meant_to_its_end() {
        let days = ["2027-01-31", "2027-03-31", "2027-05-31", "2027-07-31", "2027-12-31"];
        let at = days.map(|day| format!("{day}T23:59:59Z").parse().unwrap());
        let made = made(Distribution::Date { quantiles: DateQuantiles::try_from(at).unwrap() }, AnswerKind::Date);
        let at = |text: &str| of(&made, text).unwrap();
        assert!((at("2027-05-31").probability - 0.5).abs() < 1e-9, "{:?}", at("2027-05-31"));
        assert_eq!(at("2027-05-31").at_most, "2027-05-31T23:59:59Z");
        assert!(at("2027-05-31T00:00:00Z").probability < 0.5);
        assert!(matches!(of(&made, "May"), Err(OperationError::Input(_))));
        let binary = domain::testing::forecast();
        assert!(matches!(of(&binary, "5"), Err(OperationError::StateForbids(_))));
    }
}
