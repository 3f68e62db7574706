//! The research request itself, for a caller who wants to know what should be found out instead of a forecast (SPEC 4.4): the
//! questions, what their answers are worth, what they would cost, and the estimate without them.

use domain::forecast::Valuation;
use domain::run::{Priority, Proposal, Question, RunState};
use domain::{MicroUsd, Probability};
use forecasting::history::Spent;

use crate::analyze::{Limits, Reply};
use crate::decompose;
use crate::voi::{self, Prospect};

/// The request. `reply` is the model's analysis of what is known before any research; without one the market's price stands, or
/// even odds, and everything is uncertain.
pub fn request(state: &RunState, reply: Result<&Reply, &str>, limits: &Limits, fleet: Spent) -> Proposal {
    let price = state.run.asked.market_price();
    let (estimate, uncertainty, said) = match reply {
        Ok(reply) => (Probability::clamp(reply.probability).ok(), reply.uncertainty.clamp(0.0, 0.5), None),
        Err(why) => (price, UNKNOWN, Some(why)),
    };
    let estimate = estimate.or(price).unwrap_or_else(even);
    let (questions, resolves) = asked(state, reply.ok(), limits);
    let prospect = Prospect { estimate, uncertainty, resolves: &resolves };
    let Valuation { gain, cost, .. } = voi::value(state, prospect, limits, fleet);
    let sufficient = reply.is_ok_and(|reply| reply.sufficient);
    let reason = reason((gain, cost), sufficient, said);
    Proposal { reason, questions, gain, cost, estimate, uncertainty }
}

/// The request that can be made of a run whose analysis nobody makes: its questions, unvalued.
pub fn unanalyzed(state: &RunState, why: &str) -> Proposal {
    let estimate = state.run.asked.market_price().unwrap_or_else(even);
    let reason = format!("its worth is not known: {why}");
    let (gain, cost) = (MicroUsd::ZERO, MicroUsd::ZERO);
    Proposal { reason, questions: state.questions.clone(), gain, cost, estimate, uncertainty: UNKNOWN }
}

/// Standard deviation of an estimate that nobody made: even odds that may as well become 0.25 or 0.75.
const UNKNOWN: f64 = 0.25;

fn even() -> Probability {
    Probability::clamp(0.5).expect("a half lies within 0 to 1")
}

/// What the question was decomposed into, and what the analysis misses besides; with the share of the uncertainty's variance that
/// each would resolve.
fn asked(state: &RunState, reply: Option<&Reply>, limits: &Limits) -> (Vec<Question>, Vec<f64>) {
    let gaps = reply.map(|reply| reply.gaps.as_slice()).unwrap_or_default();
    let proposed = gaps.iter().map(|gap| gap.proposed.clone()).collect();
    let fresh = decompose::questions(proposed, state.iteration + 1, limits.questions, &state.questions);
    let stated = |question: &Question| {
        gaps.iter()
            .find(|gap| gap.proposed.question.trim().eq_ignore_ascii_case(question.text.trim()))
            .map(|gap| gap.resolves)
    };
    let mut questions: Vec<Question> = state.questions.iter().cloned().chain(fresh).collect();
    questions.sort_by_key(|question| std::cmp::Reverse(question.priority));
    questions.truncate(limits.questions);
    let resolves =
        questions.iter().map(|question| stated(question).unwrap_or_else(|| usual(question.priority))).collect();
    (questions, resolves)
}

/// What an answer usually resolves where the model does not say: half of what is open for what no good answer can do without,
/// and falling from there.
fn usual(priority: Priority) -> f64 {
    match priority {
        Priority::Critical => 0.5,
        Priority::Important => 0.25,
        Priority::Supplementary => 0.1,
    }
}

fn reason((gain, cost): (MicroUsd, MicroUsd), sufficient: bool, unsaid: Option<&str>) -> String {
    let verdict = if gain > cost { "is worth its price" } else { "is not worth its price" };
    let mut reason = format!("research {verdict}: its answers would gain about {gain} and cost about {cost}");
    if sufficient {
        reason.push_str("; what is known suffices for an estimate");
    }
    if let Some(why) = unsaid {
        reason.push_str(&format!("; no analysis was made ({why}), so the uncertainty is assumed"));
    }
    reason
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::Config;
    use crate::sample::state;

    fn limits() -> Limits {
        Config::defaults().limits
    }

    fn reply(uncertainty: f64, gaps: &serde_json::Value) -> Reply {
        serde_json::from_value(
            json!({ "sufficient": false, "probability": 0.6, "uncertainty": uncertainty, "gaps": gaps }),
        )
        .unwrap()
    }

    #[test]
    fn what_is_open_is_proposed_with_what_it_is_worth() {
        let mut asked = state(&[("i1q1", None), ("i1q2", None)]);
        asked.run.asked.market = None;
        let gaps = json!([{ "question": "Who abstains?", "priority": "important", "resolves": 0.8 }]);
        let made = request(&asked, Ok(&reply(0.3, &gaps)), &limits(), Spent::default());
        let told: Vec<&str> = made.questions.iter().map(|question| question.id.as_str()).collect();
        assert_eq!(told, ["i1q1", "i1q2", "i2q1"], "the most important first");
        // Variance 0.09; two usual critical answers and one stated leave 0.5 * 0.5 * 0.2 of it: 0.0855 * 50 dollars.
        assert_eq!(made.gain, MicroUsd(4_275_000));
        assert!(made.is_worth_it() && made.reason.contains("is worth its price"), "{}", made.reason);
        assert!((made.estimate.get() - 0.6).abs() < 1e-12 && (made.uncertainty - 0.3).abs() < 1e-12);
    }

    #[test]
    fn where_nothing_can_move_the_answer_it_says_that_it_is_not_worth_it() {
        let made = request(&state(&[("i1q1", None)]), Ok(&reply(0.0, &json!([]))), &limits(), Spent::default());
        assert_eq!(made.gain, MicroUsd::ZERO);
        assert!(!made.is_worth_it() && made.reason.contains("not worth"), "{}", made.reason);
    }

    #[test]
    fn without_an_analysis_the_price_stands_and_it_is_said() {
        let made = request(&state(&[("i1q1", None)]), Err("the budget is spent"), &limits(), Spent::default());
        assert!((made.estimate.get() - 0.7).abs() < 1e-12);
        assert!(made.reason.contains("the budget is spent"), "{}", made.reason);
        let mut bare = state(&[]);
        bare.run.asked.market = None;
        assert!((request(&bare, Err(""), &limits(), Spent::default()).estimate.get() - 0.5).abs() < 1e-12);
    }
}
