//! The last word about a run whose decision was given up: what arithmetic alone can say of what is there. It asks nobody, so nothing
//! can keep it from being said.

use domain::event::Wanted;
use domain::run::{Proposal, RunState};
use domain::{Forecast, MicroUsd, Time};

use crate::conclude;
use crate::request;

/// How such a run ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// With a forecast, flagged.
    Forecast(Box<Forecast>),
    /// With the research request that its caller wanted, as far as it can be made without an analysis.
    Request(Box<Proposal>),
}

/// The word. `because` says why nobody decides.
pub fn word(state: &RunState, because: &str, now: Time) -> Word {
    let why = format!("the decision was given up, so this is what stands without it: {because}");
    if state.run.asked.config.wanted == Wanted::Research && state.cancelled.is_none() {
        return Word::Request(Box::new(request::unanalyzed(state, &why)));
    }
    let mut troubles: Vec<String> = state.cancelled.iter().map(ToString::to_string).collect();
    troubles.push(why);
    let state = &state.clone().without_hindsight();
    Word::Forecast(Box::new(conclude::undecided(state, now, &troubles)))
}

/// A run of which only the row itself can be read: its questions and answers are what nobody understands.
pub fn unreadable(run: &store::runs::GivenUp) -> RunState {
    RunState {
        run: run.run.clone(),
        phase: domain::run::Phase::Analyzing,
        iteration: run.iteration,
        version: run.version,
        deadline: run.deadline,
        questions: Vec::new(),
        answers: Vec::new(),
        spent: MicroUsd::ZERO,
        cancelled: None,
        ended: None,
        given_up: Some(run.because.clone()),
    }
}

#[cfg(test)]
mod tests {
    use domain::forecast::Account;

    use super::*;
    use crate::sample::{found, state, when};

    #[test]
    fn the_price_stands_flagged_and_nothing_is_advised() {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        let Word::Forecast(made) = word(&state, "rejected: no", when()) else { panic!("a forecast") };
        assert!((made.probability.get() - 0.7).abs() < 1e-12, "the market's price");
        assert!(
            made.flags.iter().any(|flag| flag.contains("given up") && flag.contains("rejected: no")),
            "{:?}",
            made.flags
        );
        assert_eq!((made.questions_answered, made.cost), (1, state.spent));
        assert_eq!(made.account, Account { recalibration: made.account.recalibration.clone(), ..Account::default() });
        let advice = made.recommendation.expect("there is a market");
        assert_eq!((advice.action, advice.size), (domain::forecast::Action::Abstain, MicroUsd::ZERO));
        state.run.asked.config.wanted = Wanted::Research;
        let Word::Request(made) = word(&state, "rejected: no", when()) else { panic!("a request") };
        assert_eq!((made.questions.len(), made.is_worth_it()), (1, false), "nothing is valued");
        assert!(made.reason.contains("rejected: no"), "{}", made.reason);
    }
}
