//! Scores and recalibration of resolved forecasts. Pure: rows in, figures, a map or a plot out.
//!
//! | module | purpose |
//! |---|---|
//! | [`score`] | Brier score, log score and sharpness |
//! | [`bins`](mod@bins) | observed frequency of the forecasts in each range |
//! | [`murphy`] | reliability, resolution and uncertainty of a Brier score |
//! | [`bootstrap`] | confidence intervals; paired comparison of two forecasters |
//! | [`baselines`] | scores of constant forecasts and base rates on the same questions |
//! | [`map`] | recalibration: probability in, probability out |
//! | [`platt`], [`isotonic`] | two methods to fit a recalibration |
//! | [`folds`] | resolved forecasts in time folds |
//! | [`stable`] | test whether a recalibration may be applied |
//! | `walk_forward` | validation of a correction on rounds of unseen questions |
//! | [`plot`] | calibration plot as SVG |
//!
//! Probabilities are plain `f64`, because imported question sets are not limited to [0.01, 0.99]. Randomness is an
//! input, as a seed.

pub mod baselines;
pub mod bins;
pub mod bootstrap;
pub mod folds;
pub mod isotonic;
pub mod map;
pub mod murphy;
pub mod platt;
pub mod plot;
pub mod score;
pub mod stable;
pub(crate) mod walk_forward;

pub use bins::{Bin, bins, expected_error};
pub use bootstrap::{Interval, mean_interval, paired};
pub use folds::ResolvedForecast;
pub use map::Map;
pub use murphy::{BrierParts, brier_parts};
pub use score::{Row, Summary, summary};
pub use stable::fit;

/// Returns ln(p / (1 − p)), finite for every p in 0 to 1: certainty is clamped by [`score::CERTAINTY_MARGIN`].
pub(crate) fn log_odds(p: f64) -> f64 {
    let p = p.clamp(score::CERTAINTY_MARGIN, 1.0 - score::CERTAINTY_MARGIN);
    (p / (1.0 - p)).ln()
}

/// The inverse of [`log_odds`].
pub(crate) fn from_log_odds(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the mean; 0 without values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, n) = values.into_iter().fold((0.0, 0_u64), |(sum, n), value| (sum + value, n + 1));
    if n == 0 { 0.0 } else { sum / crate::to_f64(n) }
}
