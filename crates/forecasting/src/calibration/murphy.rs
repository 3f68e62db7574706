//! The parts of the Brier score: how far forecasts are from what happened, how well they tell questions apart, and how
//! uncertain the questions were.
//!
//! Murphy (1973), "A new vector partition of the probability score", over bins k of nₖ forecasts with the mean forecast
//! f̄ₖ and the mean outcome ōₖ, where n is the number of all forecasts and ō the mean of all outcomes:
//!
//! ```text
//! Brier       = reliability − resolution + uncertainty + within bins
//! reliability = Σₖ nₖ (f̄ₖ − ōₖ)² / n
//! resolution  = Σₖ nₖ (ōₖ − ō)² / n
//! uncertainty = Σᵢ (oᵢ − ō)² / n, which is ō (1 − ō) if every outcome is 0 or 1
//! within bins = Σₖ Σᵢ [(fᵢ − f̄ₖ)² − 2 (fᵢ − f̄ₖ)(oᵢ − ōₖ)] / n
//! ```
//!
//! Murphy's three parts are exact if the forecasts of a bin are equal. The fourth part is what the bins hide:
//! Stephenson, Coelho and Jolliffe (2008), "Two extra components in the Brier score decomposition". With few forecasts
//! in a bin, reliability and resolution are both too high (Bröcker 2012, "Estimating reliability and resolution of
//! probability forecasts through decomposition of the empirical score").

use serde::Serialize;

use crate::calibration::bins::by_bin;
use crate::calibration::{Row, mean};
use crate::to_f64;

/// The parts of a mean Brier score. Each is 0 without forecasts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct BrierParts {
    /// Mean squared distance between forecast and frequency, 0 (best) to 1.
    pub reliability: f64,
    /// Mean squared distance between the frequencies of the bins and that of all; higher is better.
    pub resolution: f64,
    /// Variance of the outcomes: the score of a forecaster who always says the base rate.
    pub uncertainty: f64,
    /// The part of the score that the bins hide; may be negative.
    pub within_bins: f64,
}

impl BrierParts {
    /// Returns the Brier score that the parts add up to.
    pub fn brier(self) -> f64 {
        self.reliability - self.resolution + self.uncertainty + self.within_bins
    }
}

/// Splits the Brier score of rows over `bins` equal bins.
pub fn brier_parts(rows: &[Row], bins: usize) -> BrierParts {
    let base = mean(rows.iter().map(|row| row.outcome));
    let n = to_f64(rows.len().max(1));
    let mut parts =
        BrierParts { uncertainty: mean(rows.iter().map(|row| (row.outcome - base).powi(2))), ..BrierParts::default() };
    for bin in by_bin(rows, bins).iter().filter(|bin| !bin.is_empty()) {
        let (forecast, happened) = (mean(bin.iter().map(|row| row.p)), mean(bin.iter().map(|row| row.outcome)));
        let share = to_f64(bin.len()) / n;
        let hidden = |row: &Row| (row.p - forecast).powi(2) - 2.0 * (row.p - forecast) * (row.outcome - happened);
        parts.reliability += share * (forecast - happened).powi(2);
        parts.resolution += share * (happened - base).powi(2);
        parts.within_bins += bin.iter().map(hidden).sum::<f64>() / n;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::calibration::bins::DEFAULT_BINS;
    use crate::calibration::summary;

    fn rows(pairs: &[(f64, f64)]) -> Vec<Row> {
        pairs.iter().map(|(p, outcome)| Row { p: *p, outcome: *outcome }).collect()
    }

    #[test]
    fn the_parts_of_two_bins_are_those_of_the_formula() {
        // Two bins of two: 0.2 with one YES of two, and 0.8 with two of two. The base rate is 0.75.
        let parts = brier_parts(&rows(&[(0.2, 0.0), (0.2, 1.0), (0.8, 1.0), (0.8, 1.0)]), DEFAULT_BINS);
        let expected = [(0.09 + 0.04) / 2.0, 0.0625, 0.1875, 0.0];
        let found = [parts.reliability, parts.resolution, parts.uncertainty, parts.within_bins];
        assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn a_constant_base_rate_is_reliable_and_does_not_resolve() {
        let parts = brier_parts(&rows(&[(0.25, 1.0), (0.25, 0.0), (0.25, 0.0), (0.25, 0.0)]), DEFAULT_BINS);
        assert!(parts.reliability.abs() < 1e-12 && parts.resolution.abs() < 1e-12, "{parts:?}");
        assert!((parts.uncertainty - 0.1875).abs() < 1e-12);
        assert_eq!(brier_parts(&[], DEFAULT_BINS), BrierParts::default());
    }

    proptest! {
        #[test]
        fn the_parts_add_up_to_the_score(values in prop::collection::vec((0.0..=1.0f64, 0.0..=1.0f64), 1..80), many in 1..20_usize) {
            let rows = rows(&values);
            let parts = brier_parts(&rows, many);
            prop_assert!((parts.brier() - summary(&rows).brier).abs() < 1e-9, "{parts:?}");
            prop_assert!(parts.reliability >= 0.0 && parts.resolution >= 0.0);
            prop_assert!(parts.resolution <= parts.uncertainty + 1e-9);
        }
    }
}
