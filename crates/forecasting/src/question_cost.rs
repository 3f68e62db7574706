//! Expected cost of another round of research, estimated from past costs.
//!
//! The expected cost of a question is the mean of this run's questions, shrunk towards the fleet's mean, which is
//! shrunk towards the configured guess. Each prior has the weight of a few questions, so that a first cheap answer
//! (from memory) does not make the next round look free, and one expensive answer does not make it look unaffordable
//! (the posterior mean of a normal with that many cases of prior, Gelman et al., 2.5).

use domain::MicroUsd;

/// Weight of a prior, in questions.
const PRIOR_QUESTIONS: u128 = 3;

/// Cost of past questions, including all agents and the forecaster's own share.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spending {
    /// Total cost of the questions.
    pub amount: MicroUsd,
    /// Number of questions.
    pub questions: u64,
}

/// Returns the expected cost of `questions` further questions.
pub fn expected_cost(questions: u64, run: Spending, fleet: Spending, guess: MicroUsd) -> MicroUsd {
    let each = posterior(posterior(guess, fleet), run);
    MicroUsd(u64::try_from(u128::from(each.0) * u128::from(questions)).unwrap_or(u64::MAX).min(MicroUsd::MAX.0))
}

fn posterior(prior: MicroUsd, spent: Spending) -> MicroUsd {
    let sum = u128::from(prior.0) * PRIOR_QUESTIONS + u128::from(spent.amount.0);
    MicroUsd(u64::try_from(sum / (PRIOR_QUESTIONS + u128::from(spent.questions))).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spent(amount: u64, questions: u64) -> Spending {
        Spending { amount: MicroUsd(amount), questions }
    }

    #[test]
    fn the_guess_applies_until_there_are_past_costs() {
        assert_eq!(expected_cost(2, Spending::default(), Spending::default(), MicroUsd(100)), MicroUsd(200));
        assert_eq!(expected_cost(1, spent(0, 3), Spending::default(), MicroUsd(100)), MicroUsd(50), "three were free");
        assert_eq!(expected_cost(1, Spending::default(), spent(97_000_000, 970_000), MicroUsd(100)), MicroUsd(100));
        assert_eq!(expected_cost(1, spent(300, 3), spent(700, 7), MicroUsd(100)), MicroUsd(100));
    }

    proptest! {
        #[test]
        fn the_expectation_lies_between_the_guess_and_past_costs(guess in 0..10_000_000u64, fleet in 0..10_000_000u64, run in 0..10_000_000u64, of in (1..100u64, 1..10_000u64)) {
            let each = expected_cost(1, spent(run * of.0, of.0), spent(fleet * of.1, of.1), MicroUsd(guess)).0;
            let (low, high) = (guess.min(fleet).min(run), guess.max(fleet).max(run));
            prop_assert!(each + 2 >= low && each <= high, "{each} in {low} to {high}, rounded down twice");
            prop_assert_eq!(expected_cost(7, spent(run * of.0, of.0), spent(fleet * of.1, of.1), MicroUsd(guess)).0, 7 * each);
        }
    }
}
