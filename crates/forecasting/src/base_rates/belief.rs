//! Hierarchical shrinkage of the rates of reference classes.
//!
//! Each class is a beta-binomial: `(s + k·p) / (n + k)`, where `p` is the rate of the class before it and `k` is
//! [`PRIOR_CASES`]. A class without cases keeps the rate, one with many cases determines it (Gelman et al., Bayesian
//! Data Analysis, ch. 5). The first `p` is the stated prior of the form.

use crate::base_rates::cohort::ClassHistory;
use crate::to_f64;

/// Weight, in cases, of the rate of the class before. Stated, not fitted: a class needs twenty independent cases to
/// outweigh the more general classes.
pub const PRIOR_CASES: f64 = 20.0;

/// Rate after all classes.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    /// Estimated share of YES, 0 to 1.
    pub rate: f64,
    /// Classes with cases, in order, with the rate after each.
    pub steps: Vec<Step>,
}

/// A class with cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Counts of the class.
    pub past: ClassHistory,
    /// Rate after this class, 0 to 1.
    pub rate: f64,
}

/// Shrinks each class towards the one before it, and the first towards `prior`.
pub fn shrink(prior: f64, classes: &[ClassHistory]) -> Belief {
    let mut rate = if prior.is_finite() { prior.clamp(0.0, 1.0) } else { 0.5 };
    let mut steps = Vec::new();
    for past in classes.iter().filter(|past| past.trials > 0 && is_valid(past)) {
        rate = (past.effective_successes + PRIOR_CASES * rate) / (past.effective_trials + PRIOR_CASES);
        steps.push(Step { past: past.clone(), rate });
    }
    Belief { rate, steps }
}

/// Checks counts, which may have been decoded from a message.
fn is_valid(past: &ClassHistory) -> bool {
    past.effective_trials.is_finite() && (0.0..=past.effective_trials).contains(&past.effective_successes)
}

/// Minimum independent cases for a class to be shown: fewer are an anecdote.
pub const MIN_SHOWN_CASES: f64 = 5.0;

impl Belief {
    /// Returns the most specific class with at least [`MIN_SHOWN_CASES`]; `None` if the rate rests on the stated prior.
    pub fn nearest(&self) -> Option<&Step> {
        self.steps.iter().rfind(|step| step.past.effective_trials >= MIN_SHOWN_CASES)
    }
}

impl Step {
    /// Describes the counts: "of 43 questions whether …, 6 resolved YES (14 %)".
    pub fn description(&self) -> String {
        let ClassHistory { class, successes, trials, .. } = &self.past;
        let share = 100.0 * successes / to_f64(*trials);
        let whole = (successes - successes.round()).abs() < 1e-9;
        let successes = if whole { format!("{successes:.0}") } else { format!("{successes:.1}") };
        format!("of {trials} {class}, {successes} resolved YES ({share:.0} %)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn past(successes: f64, trials: u64) -> ClassHistory {
        let effective_trials = to_f64(trials);
        ClassHistory { class: "questions".into(), successes, trials, effective_trials, effective_successes: successes }
    }

    #[test]
    fn the_prior_applies_without_cases_and_vanishes_with_many() {
        assert!((shrink(0.3, &[]).rate - 0.3).abs() < 1e-12);
        assert!((shrink(0.3, &[past(0.0, 0)]).rate - 0.3).abs() < 1e-12);
        assert!(
            (shrink(0.3, &[past(20.0, 20)]).rate - 0.65).abs() < 1e-12,
            "as many cases as the prior's weight: half way"
        );
        assert!(shrink(0.3, &[past(90_000.0, 100_000)]).rate > 0.89);
    }

    #[test]
    fn the_most_specific_class_applies_last() {
        let belief = shrink(0.5, &[past(0.0, 1_000), past(40.0, 40)]);
        assert!(belief.steps[0].rate < 0.02 && belief.rate > 0.6);
        assert_eq!(belief.nearest().unwrap().description(), "of 40 questions, 40 resolved YES (100 %)");
        let anecdote = shrink(0.5, &[past(10.0, 50), past(1.0, 1)]);
        assert_eq!(anecdote.nearest().unwrap().past.trials, 50, "one case is not shown");
        assert_eq!(shrink(0.5, &[past(1.0, 1)]).nearest(), None);
    }

    #[test]
    fn impossible_counts_are_ignored() {
        let mut wrong = past(3.0, 4);
        wrong.effective_successes = 9.0;
        assert_eq!(shrink(0.3, &[wrong]).steps, []);
    }

    proptest! {
        #[test]
        fn the_rate_lies_between_the_prior_and_the_cases(prior in 0.0..=1.0_f64, counts in prop::collection::vec((0_u64..50, 0_u64..50), 0..6)) {
            let classes: Vec<ClassHistory> = counts.iter().map(|(yes, no)| past(to_f64(*yes), yes + no)).collect();
            let belief = shrink(prior, &classes);
            let rates: Vec<f64> = belief.steps.iter().map(|step| step.past.effective_successes / step.past.effective_trials).chain([prior]).collect();
            let (low, high) = (rates.iter().copied().fold(1.0, f64::min), rates.iter().copied().fold(0.0, f64::max));
            prop_assert!(belief.rate >= low - 1e-9 && belief.rate <= high + 1e-9);
        }

        #[test]
        fn one_more_yes_never_lowers_the_rate(prior in 0.0..=1.0_f64, yes in 0_u64..50, no in 0_u64..50) {
            let rate = |yes: u64| shrink(prior, &[past(to_f64(yes), yes + no)]).rate;
            prop_assert!(rate(yes + 1) >= rate(yes) - 1e-12);
        }
    }
}
