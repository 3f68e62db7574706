//! From a prior and classes to a rate.
//!
//! Each class is a beta-binomial: `(s + k·p) / (n + k)` where `p` is the rate of the class above it and `k` is [`STRENGTH`]. A class
//! without cases passes on what it was given, one with many says it alone (hierarchical shrinkage: Gelman et al., Bayesian Data
//! Analysis, ch. 5; the first `p` is the stated prior of the form).

use crate::base_rates::cohort::Past;

/// What a rate from above weighs, in cases. Stated, not fitted: a class needs some twenty independent cases before it may
/// speak louder than the classes above it.
pub const STRENGTH: f64 = 20.0;

/// What is believed, and how it came to that.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    /// The rate, 0 to 1.
    pub rate: f64,
    /// The classes that had cases, in order, with what was believed after each.
    pub steps: Vec<Step>,
}

/// One class that had cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What it counted.
    pub past: Past,
    /// What is believed after it, 0 to 1.
    pub rate: f64,
}

/// Shrinks each class towards the one before it, the first towards `prior`.
pub fn believe(prior: f64, classes: &[Past]) -> Belief {
    let mut rate = if prior.is_finite() { prior.clamp(0.0, 1.0) } else { 0.5 };
    let mut steps = Vec::new();
    for past in classes.iter().filter(|past| past.trials > 0 && is_sound(past)) {
        rate = (past.effective_successes + STRENGTH * rate) / (past.effective_trials + STRENGTH);
        steps.push(Step { past: past.clone(), rate });
    }
    Belief { rate, steps }
}

/// Counts may have come over a wire.
fn is_sound(past: &Past) -> bool {
    past.effective_trials.is_finite() && (0.0..=past.effective_trials).contains(&past.effective_successes)
}

/// Independent cases under which a class is not worth naming: fewer are an anecdote.
pub const NAMED: f64 = 5.0;

impl Belief {
    /// The most particular class with enough cases to be named. `None`: what is believed rests on the stated prior.
    pub fn nearest(&self) -> Option<&Step> {
        self.steps.iter().rfind(|step| step.past.effective_trials >= NAMED)
    }
}

impl Step {
    /// "of 43 questions whether …, 6 came out YES (14 %)".
    pub fn words(&self) -> String {
        let Past { class, successes, trials, .. } = &self.past;
        #[expect(clippy::cast_precision_loss, reason = "counted cases")]
        let share = 100.0 * successes / *trials as f64;
        let whole = (successes - successes.round()).abs() < 1e-9;
        let successes = if whole { format!("{successes:.0}") } else { format!("{successes:.1}") };
        format!("of {trials} {class}, {successes} came out YES ({share:.0} %)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn past(successes: f64, trials: u64) -> Past {
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let effective_trials = trials as f64;
        Past { class: "questions".into(), successes, trials, effective_trials, effective_successes: successes }
    }

    #[test]
    fn without_cases_the_prior_stands_and_with_many_it_is_forgotten() {
        assert!((believe(0.3, &[]).rate - 0.3).abs() < 1e-12);
        assert!((believe(0.3, &[past(0.0, 0)]).rate - 0.3).abs() < 1e-12);
        assert!(
            (believe(0.3, &[past(20.0, 20)]).rate - 0.65).abs() < 1e-12,
            "as many cases as the prior is worth: half way"
        );
        assert!(believe(0.3, &[past(90_000.0, 100_000)]).rate > 0.89);
    }

    #[test]
    fn the_particular_class_speaks_last() {
        let belief = believe(0.5, &[past(0.0, 1_000), past(40.0, 40)]);
        assert!(belief.steps[0].rate < 0.02 && belief.rate > 0.6);
        assert_eq!(belief.nearest().unwrap().words(), "of 40 questions, 40 came out YES (100 %)");
        let anecdote = believe(0.5, &[past(10.0, 50), past(1.0, 1)]);
        assert_eq!(anecdote.nearest().unwrap().past.trials, 50, "one case is no class");
        assert_eq!(believe(0.5, &[past(1.0, 1)]).nearest(), None);
    }

    #[test]
    fn counts_that_cannot_be_are_not_heard() {
        let mut wrong = past(3.0, 4);
        wrong.effective_successes = 9.0;
        assert_eq!(believe(0.3, &[wrong]).steps, []);
    }

    proptest! {
        #[test]
        fn belief_lies_between_the_prior_and_the_cases(prior in 0.0..=1.0_f64, counts in prop::collection::vec((0_u64..50, 0_u64..50), 0..6)) {
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let classes: Vec<Past> = counts.iter().map(|(yes, no)| past(*yes as f64, yes + no)).collect();
            let belief = believe(prior, &classes);
            let heard: Vec<f64> = belief.steps.iter().map(|step| step.past.effective_successes / step.past.effective_trials).chain([prior]).collect();
            let (low, high) = (heard.iter().copied().fold(1.0, f64::min), heard.iter().copied().fold(0.0, f64::max));
            prop_assert!(belief.rate >= low - 1e-9 && belief.rate <= high + 1e-9);
        }

        #[test]
        fn one_more_yes_never_lowers_the_rate(prior in 0.0..=1.0_f64, yes in 0_u64..50, no in 0_u64..50) {
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let of = |yes: u64| believe(prior, &[past(yes as f64, yes + no)]).rate;
            prop_assert!(of(yes + 1) >= of(yes) - 1e-12);
        }
    }
}
