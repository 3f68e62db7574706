//! The arithmetic of forecasting. Pure functions: a model states base rates and the strength of each finding, and this
//! crate computes everything else with formulas whose sources are cited beside them.
//!
//! | module | purpose |
//! |---|---|
//! | [`base_rates`] | reference classes of a question and their rates among resolved questions |
//! | [`starting_point`] | the starting probability from counted cases and stated rates |
//! | [`factor`] | shift of the odds by findings, dependent ones counted once |
//! | [`line`](mod@line) | one line of reasoning: prior and findings, with the contribution of each finding |
//! | [`consistency`] | check of a stated probability against the stated evidence |
//! | [`estimate`](mod@estimate) | one estimate: stated and computed probability, and the own view of both |
//! | [`numbers`] | the four probabilities of a forecast |
//! | [`price`] | the weight of a market's price |
//! | [`advice`] | conditions for advice on a market |
//! | [`pool`](mod@pool) | one probability from several forecasters and a market price |
//! | [`agreement`] | agreement of estimates, and its dependence on one unverified claim |
//! | [`crux`](mod@crux) | the finding that explains most of a disagreement |
//! | [`bounds`](mod@bounds) | uncertainty bounds of a probability |
//! | [`weights`] | the weights of stated probability and price, fitted on resolved questions |
//! | [`worth`] | value in dollars of another round of research |
//! | [`question_cost`] | expected cost of a round from past costs |
//! | [`kelly`] | edge after fees and maximum stake |
//! | [`normal`] | the normal distribution |
//! | [`deadline`] | the deadline that the words of a question name |
//! | [`event_option`](mod@event_option) | options of one event that are asked one by one |
//! | [`family`](mod@family) | questions that differ only in deadline or limit |
//! | [`kinds`] | options, numbers and times: pools, scores, coherence |
//! | [`calibration`] | scores, calibration and recalibration of resolved forecasts |
//!
//! Invariants, checked by property tests: no function returns NaN, every probability is between 0.01 and 0.99, YES and
//! NO are symmetric (exchanging them mirrors every result), and more evidence for YES never lowers the probability.

pub mod advice;
pub mod agreement;
pub mod base_rates;
pub mod bounds;
pub mod calibration;
pub mod consistency;
pub mod crux;
pub mod deadline;
pub mod estimate;
pub mod event_option;
pub mod factor;
pub mod family;
pub mod kelly;
pub mod kinds;
pub mod line;
pub mod normal;
pub mod numbers;
pub mod pool;
pub mod price;
pub mod question_cost;
pub mod starting_point;
pub mod weights;
pub mod worth;

pub use agreement::{Agreement, assess_agreement, spread};
pub use bounds::{Uncertainty, bounds, quartiles};
pub use crux::{Crux, crux};
pub use estimate::Estimate;
pub use factor::{Direction, Factor, Strength, shift};
pub use line::Line;
pub use numbers::Numbers;
pub use pool::{Opinion, Pooled, Price, combine};
pub use price::Crowd;
pub use starting_point::{BetaPrior, RateEstimate, starting_probability};

/// Converts a count to a float.
#[expect(clippy::cast_precision_loss, reason = "counts of cases, samples and questions: far below 2^53")]
pub(crate) fn to_f64(count: impl TryInto<u64>) -> f64 {
    count.try_into().unwrap_or(u64::MAX) as f64
}
