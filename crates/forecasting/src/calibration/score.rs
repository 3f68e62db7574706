//! Proper scores of probability forecasts, and how sharp they were.
//!
//! Brier (1950), "Verification of forecasts expressed in terms of probability"; the logarithmic score of Good (1952), "Rational
//! decisions". Both are least when the forecaster says what it believes. Lower is better.

use serde::Serialize;

use crate::calibration::{bins, mean};

/// A certain forecast that fails would cost an infinite log score: certainty is read as this far from it.
pub const CERTAIN: f64 = 1e-6;

/// One forecast and what came of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// How likely YES was said to be, 0 to 1.
    pub p: f64,
    /// 1 is YES, 0 is NO; between, where a question resolved in part.
    pub outcome: f64,
}

impl Row {
    /// Squared distance from what happened, 0 to 1.
    pub fn brier(self) -> f64 {
        (self.p - self.outcome).powi(2)
    }

    /// Minus the logarithm of the probability given to what happened, in nats; 0 is best, 13.8 worst.
    pub fn log_score(self) -> f64 {
        let p = self.p.clamp(CERTAIN, 1.0 - CERTAIN);
        -(self.outcome * p.ln() + (1.0 - self.outcome) * (1.0 - p).ln())
    }
}

/// Rows in figures. Means of nothing are 0; look at `n` first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    /// How many.
    pub n: usize,
    /// Mean Brier score.
    pub brier: f64,
    /// Mean log score, in nats.
    pub log_score: f64,
    /// Mean distance between what was said and what happened, over ten bins (expected calibration error).
    pub calibration_error: f64,
    /// How far the forecasts keep from even odds: mean |2p − 1|. 0 is always 0.5, 1 is always certain. Good only together with a
    /// small calibration error (Gneiting et al. 2007, "Probabilistic forecasts, calibration and sharpness").
    pub sharpness: f64,
    /// Mean of what happened.
    pub yes_rate: f64,
}

/// The figures of these rows.
pub fn summary(rows: &[Row]) -> Summary {
    Summary {
        n: rows.len(),
        brier: mean(rows.iter().map(|row| row.brier())),
        log_score: mean(rows.iter().map(|row| row.log_score())),
        calibration_error: bins::expected_error(&bins::bins(rows, bins::TEN)),
        sharpness: mean(rows.iter().map(|row| (2.0 * row.p - 1.0).abs())),
        yes_rate: mean(rows.iter().map(|row| row.outcome)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_textbook_cases() {
        let even = [Row { p: 0.5, outcome: 1.0 }, Row { p: 0.5, outcome: 0.0 }];
        let scored = summary(&even);
        assert!((scored.brier - 0.25).abs() < 1e-12);
        assert!((scored.log_score - std::f64::consts::LN_2).abs() < 1e-12);
        assert!((scored.yes_rate - 0.5).abs() < 1e-12 && scored.sharpness.abs() < 1e-12);
        let right = summary(&[Row { p: 1.0, outcome: 1.0 }, Row { p: 0.0, outcome: 0.0 }]);
        assert!(right.brier.abs() < 1e-12 && right.log_score < 1e-5 && (right.sharpness - 1.0).abs() < 1e-12);
        let wrong = Row { p: 0.0, outcome: 1.0 };
        assert!((wrong.log_score() - 1e6_f64.ln()).abs() < 1e-9, "certain and wrong is bad, not infinite");
        assert_eq!(summary(&[]).n, 0);
    }

    proptest! {
        #[test]
        fn whoever_says_the_rate_scores_best(rate in 0.01..0.99f64, said in 0.0..=1.0f64) {
            let expected = |p: f64, score: fn(Row) -> f64| {
                rate * score(Row { p, outcome: 1.0 }) + (1.0 - rate) * score(Row { p, outcome: 0.0 })
            };
            prop_assert!(expected(rate, Row::brier) <= expected(said, Row::brier) + 1e-12);
            prop_assert!(expected(rate, Row::log_score) <= expected(said, Row::log_score) + 1e-12);
        }

        #[test]
        fn scores_stay_within_their_bounds(p in 0.0..=1.0f64, outcome in 0.0..=1.0f64) {
            let row = Row { p, outcome };
            prop_assert!((0.0..=1.0).contains(&row.brier()));
            prop_assert!((0.0..=14.0).contains(&row.log_score()));
        }
    }
}
