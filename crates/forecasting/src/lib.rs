//! The arithmetic of forecasting. Pure: statements in, numbers out. A model says what it starts from and how strongly each finding
//! speaks; everything that is computed from that is computed here, by formulas whose sources stand beside them.
//!
//! | module | what it decides |
//! |---|---|
//! | [`base_rate`] | where to start: counted cases and stated rates, weighed by how much is behind them |
//! | [`evidence`] | how far findings move the odds, correlated ones counted once |
//! | [`line`](mod@line) | one line of reasoning: start, findings, and what remains without one of them |
//! | [`consistency`] | whether a stated probability follows from the stated evidence |
//! | [`pool`](mod@pool) | many forecasters and a market: one probability |
//! | [`agreement`] | whether the forecasters agree, and whether that rests on one unverified claim |
//! | [`crux`](mod@crux) | what they disagree about |
//! | [`bounds`](mod@bounds) | how far it may be off |
//! | [`worth`] | what another round of research is worth in dollars |
//! | [`history`] | what it will cost, from what it did cost |
//! | [`kelly`] | an edge after fees, and how much may be staked on it at most |
//! | [`normal`] | the normal distribution |
//!
//! Invariants, held by property tests: no NaN leaves a function, every probability lies in 0.01 to 0.99, YES and NO are
//! treated alike (swap them and every answer is mirrored), more evidence for YES never lowers the probability.

pub mod agreement;
pub mod base_rate;
pub mod base_rates;
pub mod bounds;
pub mod calibration;
pub mod consistency;
pub mod crux;
pub mod evidence;
pub mod history;
pub mod kelly;
pub mod line;
pub mod normal;
pub mod pool;
pub mod worth;

pub use agreement::{Agreement, judge, spread};
pub use base_rate::{Prior, Rate};
pub use bounds::{Doubt, bounds};
pub use crux::{Crux, crux};
pub use evidence::{Direction, Factor, Strength, shift};
pub use line::Line;
pub use pool::{Opinion, Pooled, combine};

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of cases, samples and questions: far below 2^53")]
pub(crate) fn number(count: usize) -> f64 {
    count as f64
}
