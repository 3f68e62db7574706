//! Baseline forecasters on the same questions. A score alone is meaningless: 0.05 is poor if nearly every question
//! resolves NO.

use std::collections::BTreeMap;

use crate::calibration::{Row, mean};
use crate::to_f64;

/// Weight, in questions, of the overall rate relative to a group's own.
const PRIOR_QUESTIONS: f64 = 4.0;

/// Forecasts 0.5 for every question.
pub fn even(outcomes: &[f64]) -> Vec<Row> {
    outcomes.iter().map(|outcome| Row { p: 0.5, outcome: *outcome }).collect()
}

/// Forecasts the mean of all outcomes for every question. It uses the answers, so no forecaster could have achieved it.
pub fn base_rate(outcomes: &[f64]) -> Vec<Row> {
    let rate = mean(outcomes.iter().copied());
    outcomes.iter().map(|outcome| Row { p: rate, outcome: *outcome }).collect()
}

/// Forecasts the mean of the question's group without the question itself, shrunk to the overall mean. Takes (group,
/// outcome) pairs.
pub fn group_rate(questions: &[(&str, f64)]) -> Vec<Row> {
    let overall = mean(questions.iter().map(|(_, outcome)| *outcome));
    let mut groups: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for (group, outcome) in questions {
        let (sum, n) = groups.entry(group).or_default();
        *sum += outcome;
        *n += 1;
    }
    let forecast = |(group, outcome): &(&str, f64)| {
        let (sum, n) = groups.get(group).copied().unwrap_or_default();
        let p = (sum - outcome + overall * PRIOR_QUESTIONS) / (to_f64(n) - 1.0 + PRIOR_QUESTIONS);
        Row { p: p.clamp(0.0, 1.0), outcome: *outcome }
    };
    questions.iter().map(forecast).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::summary;

    #[test]
    fn baselines_match_the_formulas() {
        let outcomes = [1.0, 0.0, 0.0, 0.0];
        assert!((summary(&even(&outcomes)).brier - 0.25).abs() < 1e-12);
        assert!((summary(&base_rate(&outcomes)).brier - 0.1875).abs() < 1e-12);
        let questions: Vec<(&str, f64)> = vec![("a", 1.0), ("a", 1.0), ("b", 0.0), ("b", 0.0)];
        let rows = group_rate(&questions);
        // (1 + 0.5 × 4) / (1 + 4) for "a", (0 + 0.5 × 4) / 5 for "b".
        let forecast: Vec<f64> = rows.iter().map(|row| row.p).collect();
        assert!((forecast[0] - 0.6).abs() < 1e-12 && (forecast[2] - 0.4).abs() < 1e-12);
        assert!(even(&[]).is_empty() && base_rate(&[]).is_empty() && group_rate(&[]).is_empty());
    }
}
