//! Proper scores and sharpness of probability forecasts.
//!
//! Brier (1950), "Verification of forecasts expressed in terms of probability"; the logarithmic score of Good (1952),
//! "Rational decisions". Both have their minimum at the forecaster's true belief. Lower is better.

use serde::Serialize;

use crate::calibration::{bins, mean};

/// Distance from 0 and 1 to which probabilities are clamped, because a wrong certain forecast would have an infinite
/// log score.
pub const CERTAINTY_MARGIN: f64 = 1e-6;

/// A forecast with its outcome.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Forecast probability of YES, 0 to 1.
    pub p: f64,
    /// 1 for YES, 0 for NO, between for a partial resolution.
    pub outcome: f64,
}

impl Row {
    /// Returns the Brier score, 0 (best) to 1.
    pub fn brier(self) -> f64 {
        (self.p - self.outcome).powi(2)
    }

    /// Returns `true` if the question came to YES, for a partial resolution at least by half.
    pub fn is_yes(self) -> bool {
        self.outcome >= 0.5
    }

    /// Returns the negative log probability of the outcome in nats, 0 (best) to 13.8.
    pub fn log_score(self) -> f64 {
        let p = self.p.clamp(CERTAINTY_MARGIN, 1.0 - CERTAINTY_MARGIN);
        -(self.outcome * p.ln() + (1.0 - self.outcome) * (1.0 - p).ln())
    }
}

/// Summary of rows. Means are 0 if `n` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    /// Number of rows.
    pub n: usize,
    /// Mean Brier score.
    pub brier: f64,
    /// Mean log score, in nats.
    pub log_score: f64,
    /// Expected calibration error over ten bins.
    pub calibration_error: f64,
    /// Mean |2p − 1|: 0 if every forecast is 0.5, 1 if every forecast is certain. Desirable only with a small
    /// calibration error (Gneiting et al. 2007, "Probabilistic forecasts, calibration and sharpness").
    pub sharpness: f64,
    /// Mean of the outcomes.
    pub yes_rate: f64,
}

/// Computes the summary of rows.
pub fn summary(rows: &[Row]) -> Summary {
    Summary {
        n: rows.len(),
        brier: mean(rows.iter().map(|row| row.brier())),
        log_score: mean(rows.iter().map(|row| row.log_score())),
        calibration_error: bins::expected_error(&bins::bins(rows, bins::DEFAULT_BINS)),
        sharpness: mean(rows.iter().map(|row| (2.0 * row.p - 1.0).abs())),
        yes_rate: mean(rows.iter().map(|row| row.outcome)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn scores_match_textbook_cases() {
        let even = [Row { p: 0.5, outcome: 1.0 }, Row { p: 0.5, outcome: 0.0 }];
        let scored = summary(&even);
        assert!((scored.brier - 0.25).abs() < 1e-12);
        assert!((scored.log_score - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((scored.yes_rate - 0.5).abs() < 1e-12 && scored.sharpness.abs() < 1e-12);
        let right = summary(&[Row { p: 1.0, outcome: 1.0 }, Row { p: 0.0, outcome: 0.0 }]);
        assert!(right.brier.abs() < 1e-12 && right.log_score < 1e-5 && (right.sharpness - 1.0).abs() < 1e-12);
        let wrong = Row { p: 0.0, outcome: 1.0 };
        assert!((wrong.log_score() - 1e6_f64.ln()).abs() < 1e-9, "a wrong certain forecast has a finite score");
        assert_eq!(summary(&[]).n, 0);
    }

    proptest! {
        #[test]
        fn the_true_rate_has_the_best_expected_score(rate in 0.01..0.99f64, forecast in 0.0..=1.0f64) {
            let expected = |p: f64, score: fn(Row) -> f64| {
                rate * score(Row { p, outcome: 1.0 }) + (1.0 - rate) * score(Row { p, outcome: 0.0 })
            };
            prop_assert!(expected(rate, Row::brier) <= expected(forecast, Row::brier) + 1e-12);
            prop_assert!(expected(rate, Row::log_score) <= expected(forecast, Row::log_score) + 1e-12);
        }

        #[test]
        fn scores_stay_within_their_bounds(p in 0.0..=1.0f64, outcome in 0.0..=1.0f64) {
            let row = Row { p, outcome };
            prop_assert!((0.0..=1.0).contains(&row.brier()));
            prop_assert!((0.0..=14.0).contains(&row.log_score()));
        }
    }
}
