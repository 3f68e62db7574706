//! What another round of research will cost, from what research did cost.
//!
//! The cost of a question is the mean of this run's questions, held back by the fleet's, which is held back by the configured
//! guess: each is believed like a few questions, so that the first cheap answer (from memory) does not make the next
//! round look free, nor one dear one make it look unaffordable (the posterior mean of a normal with that many cases of
//! prior, Gelman et al., 2.5).

use domain::MicroUsd;

/// How many questions a prior is believed like.
const PRIOR: u128 = 3;

/// What some questions did cost, all agents and the forecaster's own share included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// The money.
    pub amount: MicroUsd,
    /// The questions.
    pub questions: u64,
}

/// The expected cost of so many more questions.
pub fn expected(questions: u64, run: Spent, fleet: Spent, guess: MicroUsd) -> MicroUsd {
    let each = after(after(guess, fleet), run);
    MicroUsd(u64::try_from(u128::from(each.0) * u128::from(questions)).unwrap_or(u64::MAX).min(MicroUsd::MAX.0))
}

fn after(prior: MicroUsd, spent: Spent) -> MicroUsd {
    let sum = u128::from(prior.0) * PRIOR + u128::from(spent.amount.0);
    MicroUsd(u64::try_from(sum / (PRIOR + u128::from(spent.questions))).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spent(amount: u64, questions: u64) -> Spent {
        Spent { amount: MicroUsd(amount), questions }
    }

    #[test]
    fn the_guess_stands_until_there_is_a_history() {
        assert_eq!(expected(2, Spent::default(), Spent::default(), MicroUsd(100)), MicroUsd(200));
        assert_eq!(expected(1, spent(0, 3), Spent::default(), MicroUsd(100)), MicroUsd(50), "three were free");
        assert_eq!(expected(1, Spent::default(), spent(97_000_000, 970_000), MicroUsd(100)), MicroUsd(100));
        assert_eq!(expected(1, spent(300, 3), spent(700, 7), MicroUsd(100)), MicroUsd(100));
    }

    proptest! {
        #[test]
        fn it_lies_between_the_guess_and_what_was_paid(guess in 0..10_000_000u64, fleet in 0..10_000_000u64, run in 0..10_000_000u64, of in (1..100u64, 1..10_000u64)) {
            let each = expected(1, spent(run * of.0, of.0), spent(fleet * of.1, of.1), MicroUsd(guess)).0;
            let (low, high) = (guess.min(fleet).min(run), guess.max(fleet).max(run));
            prop_assert!(each + 2 >= low && each <= high, "{each} in {low} to {high}, rounded down twice");
            prop_assert_eq!(expected(7, spent(run * of.0, of.0), spent(fleet * of.1, of.1), MicroUsd(guess)).0, 7 * each);
        }
    }
}
