//! How good were the forecasts, and what would have made them better? Pure: rows in, figures, a map or a picture out.
//!
//! | module | what it decides |
//! |---|---|
//! | [`score`] | Brier, log score, sharpness of rows |
//! | [`bins`](mod@bins) | what share of the forecasts around 0.7 came true |
//! | [`bootstrap`] | how far a mean may be chance; two forecasters on the same questions |
//! | [`crate::base_rates`](mod@reference) | what always-0.5, the base rate and the crowd would have scored |
//! | [`map`] | a recalibration: probability in, probability out |
//! | [`platt`], [`isotonic`] | two ways to fit one |
//! | [`history`] | the past in time folds |
//! | [`stable`] | whether a fit may be used at all |
//! | [`plot`] | the calibration as an SVG |
//!
//! Numbers are plain `f64`: a question list of strangers knows no [0.01, 0.99]. Chance is an input, as a seed.

pub mod bins;
pub mod bootstrap;
pub mod history;
pub mod isotonic;
pub mod map;
pub mod platt;
pub mod plot;
pub mod reference;
pub mod score;
pub mod stable;

pub use bins::{Bin, bins, expected_error};
pub use bootstrap::{Interval, mean_interval, paired};
pub use history::Past;
pub use map::Map;
pub use score::{Row, Summary, summary};
pub use stable::fit;

/// ln(p / (1 − p)), finite for every p in 0 to 1: a certain forecast is read as one in a million short of it.
pub(crate) fn log_odds(p: f64) -> f64 {
    let p = p.clamp(score::CERTAIN, 1.0 - score::CERTAIN);
    (p / (1.0 - p)).ln()
}

/// The inverse of [`log_odds`].
pub(crate) fn from_log_odds(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// A count as a number to divide by.
#[expect(clippy::cast_precision_loss, reason = "fewer than 2^53 forecasts")]
pub(crate) fn count(n: usize) -> f64 {
    n as f64
}

/// The mean; 0 of nothing.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, n) = values.into_iter().fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
    if n == 0 { 0.0 } else { sum / count(n) }
}
