//! What simpler forecasters would have said to the same questions. A score alone says nothing: 0.05 is poor where nothing ever
//! happens.

use std::collections::BTreeMap;

use crate::calibration::{Row, count, mean};

/// How many questions' worth the overall rate counts beside a group's own.
const PRIOR: f64 = 4.0;

/// Even odds to everything.
pub fn even(outcomes: &[f64]) -> Vec<Row> {
    outcomes.iter().map(|outcome| Row { p: 0.5, outcome: *outcome }).collect()
}

/// The rate of all outcomes to everything. It has seen the answers, so no forecaster could have said it.
pub fn base_rate(outcomes: &[f64]) -> Vec<Row> {
    let rate = mean(outcomes.iter().copied());
    outcomes.iter().map(|outcome| Row { p: rate, outcome: *outcome }).collect()
}

/// Each question's group's rate without the question itself, shrunk to the overall rate: group and outcome in, place by place.
pub fn group_rate(questions: &[(&str, f64)]) -> Vec<Row> {
    let overall = mean(questions.iter().map(|(_, outcome)| *outcome));
    let mut groups: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for (group, outcome) in questions {
        let (sum, n) = groups.entry(group).or_default();
        *sum += outcome;
        *n += 1;
    }
    let said = |(group, outcome): &(&str, f64)| {
        let (sum, n) = groups.get(group).copied().unwrap_or_default();
        let p = (sum - outcome + overall * PRIOR) / (count(n) - 1.0 + PRIOR);
        Row { p: p.clamp(0.0, 1.0), outcome: *outcome }
    };
    questions.iter().map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::summary;

    #[test]
    fn each_says_what_its_name_says() {
        let outcomes = [1.0, 0.0, 0.0, 0.0];
        assert!((summary(&even(&outcomes)).brier - 0.25).abs() < 1e-12);
        assert!((summary(&base_rate(&outcomes)).brier - 0.1875).abs() < 1e-12);
        let questions: Vec<(&str, f64)> = vec![("a", 1.0), ("a", 1.0), ("b", 0.0), ("b", 0.0)];
        let rows = group_rate(&questions);
        // (1 + 0.5 × 4) / (1 + 4) for "a", (0 + 0.5 × 4) / 5 for "b".
        let said: Vec<f64> = rows.iter().map(|row| row.p).collect();
        assert!((said[0] - 0.6).abs() < 1e-12 && (said[2] - 0.4).abs() < 1e-12);
        assert!(even(&[]).is_empty() && base_rate(&[]).is_empty() && group_rate(&[]).is_empty());
    }
}
