//! The end of a run whose decision was dead-lettered: computed from the stored evidence alone. It calls no model, so
//! nothing can prevent it.

use domain::event::Wanted;
use domain::run::{NoForecast, Phase, RunState};
use domain::{MicroUsd, Time};
use runtime::handler::Outcome;
use store::runs::ExpiredDecision;

use crate::coherence::Relations;
use crate::conclude;
use crate::deep_report::assembly;
use crate::digest::Digest;
use crate::distribution;
use crate::outcome::{ended, finished};
use crate::request;
use crate::review;

/// Ends the run with a flagged forecast, or with an unvalued research request if the caller asked for one. `because` is
/// the reason of the dead letter. The forecast is kept coherent with those of related questions.
pub fn end(state: &RunState, because: &str, (related, now): (&Relations, Time)) -> Outcome {
    let why = format!("the decision was dead-lettered, so only the stored evidence counts: {because}");
    if let Some(clarification) = state.run.clarification().filter(|_| state.cancelled.is_none()) {
        return ended(state, NoForecast::Unclear(clarification), now);
    }
    if state.run.asked.config.wanted == Wanted::Research && state.cancelled.is_none() {
        return ended(state, NoForecast::Proposed(Box::new(request::unanalyzed(state, &why))), now);
    }
    if state.run.asked.is_report() {
        let flags = state.cancelled.iter().map(ToString::to_string).chain([why]).collect();
        let made = assembly::by_code(&state.clone().without_hindsight(), flags);
        return ended(state, NoForecast::Reported(Box::new(made)), now);
    }
    let mut troubles: Vec<String> = state.cancelled.iter().map(ToString::to_string).collect();
    troubles.push(why);
    let seen = state.clone().without_hindsight();
    let made = distribution::conclude::undecided(conclude::undecided(&seen, now, (&troubles, related)));
    finished(state.version, review::marked(made, &Digest::from_state(&seen)))
}

/// Returns the state of a run of which only the row itself can be decoded: without questions and answers.
pub fn unreadable(expired: &ExpiredDecision) -> RunState {
    RunState {
        run: expired.run.clone(),
        phase: Phase::Analyzing,
        iteration: expired.iteration,
        version: expired.version,
        deadline: expired.deadline,
        questions: Vec::new(),
        answers: Vec::new(),
        spent: MicroUsd::ZERO,
        cancelled: None,
        ended: None,
        decision_dead_lettered: Some(expired.because.clone()),
    }
}

#[cfg(test)]
mod tests {
    use domain::Effect;
    use domain::forecast::{Account, Action};

    use super::*;
    use crate::sample::{found, state, when};

    #[test]
    fn a_report_is_written_by_code() {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        state.run.asked.kind = Some(domain::AnswerKind::Report { depth: 3 });
        let outcome = end(&state, "rejected: no", (&Relations::default(), when()));
        let [Effect::RunEnded { ending: NoForecast::Reported(made), .. }] = outcome.effects.as_slice() else {
            panic!("a report")
        };
        assert_eq!((made.sections.len(), made.checks.supported), (1, 2));
        assert!(made.flags[0].contains("rejected: no"), "{:?}", made.flags);
    }

    #[test]
    fn without_estimates_the_market_price_is_stated_with_a_flag() {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        let outcome = end(&state, "rejected: no", (&Relations::default(), when()));
        let [Effect::RunFinished { forecast: made, .. }] = outcome.effects.as_slice() else { panic!("a forecast") };
        assert!((made.probability.get() - 0.7).abs() < 1e-12, "the market's price");
        let is_flag = |flag: &String| flag.contains("dead-lettered") && flag.contains("rejected: no");
        assert!(made.flags.iter().any(is_flag), "{:?}", made.flags);
        assert_eq!((made.questions_answered, made.cost), (1, state.spent));
        let Account { recalibration, views, .. } = made.account.clone();
        assert_eq!((views.own, views.pooled), (None, Some(made.probability)));
        assert_eq!(made.account, Account { recalibration, views, ..Account::default() });
        let advice = made.recommendation.as_ref().expect("there is a market");
        assert_eq!((advice.action, advice.size), (Action::Abstain, MicroUsd::ZERO));
        state.run.asked.config.wanted = Wanted::Research;
        let outcome = end(&state, "rejected: no", (&Relations::default(), when()));
        let [Effect::RunEnded { ending: NoForecast::Proposed(made), .. }] = outcome.effects.as_slice() else {
            panic!("a request")
        };
        assert_eq!((made.questions.len(), made.is_worth_it()), (1, false), "nothing is valued");
        assert!(made.reason.contains("rejected: no"), "{}", made.reason);
    }

    #[test]
    fn it_is_kept_coherent_with_related_forecasts() {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        let event_option = domain::reading::EventOption { key: "e".into(), option: "ada".into(), options: None };
        state.run.reading = Some(domain::Reading { event_option: Some(event_option), ..domain::Reading::default() });
        let other = store::forecasts::OptionRow {
            run: domain::RunId(domain::JobId::named(&["bo"]).0),
            question: "Will Bo win?".into(),
            option: "bo".into(),
            probability: domain::Probability::clamp(0.6).unwrap(),
        };
        let related = Relations::new(&state.run, &[], &[other]);
        let outcome = end(&state, "rejected: no", (&related, when()));
        let [Effect::RunFinished { forecast: made, .. }] = outcome.effects.as_slice() else { panic!("a forecast") };
        assert!((made.probability.get() - 0.4).abs() < 1e-9, "the market's 0.7 leaves no room for Bo");
        assert!((made.account.options.as_ref().unwrap().sum - 1.0).abs() < 1e-9);
    }
}
