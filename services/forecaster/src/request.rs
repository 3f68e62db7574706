//! The research request, for a caller who wants it instead of a forecast: the questions, the value and the cost of
//! their answers, and the estimate without them.

use domain::forecast::Valuation;
use domain::run::{Priority, Proposal, Question, RunState};
use domain::{MicroUsd, Probability};
use forecasting::question_cost::Spending;

use crate::analyze::{AnalysisReply, RoundLimits};
use crate::decompose;
use crate::voi::{self, Prospect};

/// Makes the request. `reply` is the model's analysis before any research; without one, the market's price or even odds
/// are the estimate, with maximum uncertainty.
pub fn request(
    state: &RunState,
    reply: Result<&AnalysisReply, &str>,
    limits: &RoundLimits,
    fleet: Spending,
) -> Proposal {
    let price = state.run.asked.market_price();
    let (estimate, uncertainty, missing) = match reply {
        Ok(reply) => (Probability::clamp(reply.probability).ok(), reply.uncertainty.clamp(0.0, 0.5), None),
        Err(why) => (price, UNKNOWN, Some(why)),
    };
    let estimate = estimate.or(price).unwrap_or_else(even);
    let (questions, resolves) = asked(state, reply.ok(), limits);
    let prospect = Prospect { estimate, uncertainty, resolves: &resolves };
    let Valuation { gain, cost, .. } = voi::value(state, prospect, limits, fleet);
    let sufficient = reply.is_ok_and(|reply| reply.sufficient);
    let reason = reason(gain, cost, sufficient, missing);
    Proposal { reason, questions, gain, cost, estimate, uncertainty }
}

/// Makes the request of a run without an analysis: its questions, unvalued.
pub fn unanalyzed(state: &RunState, why: &str) -> Proposal {
    let estimate = state.run.asked.market_price().unwrap_or_else(even);
    let reason = format!("its worth is not known: {why}");
    let (gain, cost) = (MicroUsd::ZERO, MicroUsd::ZERO);
    Proposal { reason, questions: state.questions.clone(), gain, cost, estimate, uncertainty: UNKNOWN }
}

/// Assumed standard deviation without an analysis: even odds may become 0.25 or 0.75.
const UNKNOWN: f64 = 0.25;

fn even() -> Probability {
    Probability::clamp(0.5).expect("a half lies within 0 to 1")
}

/// Returns the questions of the decomposition and the open ones of the analysis, with the share of the uncertainty's
/// variance that each would resolve.
fn asked(state: &RunState, reply: Option<&AnalysisReply>, limits: &RoundLimits) -> (Vec<Question>, Vec<f64>) {
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

/// The assumed share that an answer resolves if the model states none, by priority.
fn usual(priority: Priority) -> f64 {
    match priority {
        Priority::Critical => 0.5,
        Priority::Important => 0.25,
        Priority::Supplementary => 0.1,
    }
}

fn reason(gain: MicroUsd, cost: MicroUsd, sufficient: bool, missing: Option<&str>) -> String {
    let verdict = if gain > cost { "is worth its price" } else { "is not worth its price" };
    let mut reason = format!("research {verdict}: its answers would gain about {gain} and cost about {cost}");
    if sufficient {
        reason.push_str("; what is known suffices for an estimate");
    }
    if let Some(why) = missing {
        reason.push_str(&format!("; no analysis was made ({why}), so the uncertainty is assumed"));
    }
    reason
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::ForecasterConfig;
    use crate::sample::state;

    fn limits() -> RoundLimits {
        ForecasterConfig::defaults().limits
    }

    fn reply(uncertainty: f64, gaps: &serde_json::Value) -> AnalysisReply {
        serde_json::from_value(
            json!({ "sufficient": false, "probability": 0.6, "uncertainty": uncertainty, "gaps": gaps }),
        )
        .unwrap()
    }

    #[test]
    fn open_questions_are_proposed_with_their_value() {
        let mut asked = state(&[("i1q1", None), ("i1q2", None)]);
        asked.run.asked.market = None;
        let gaps = json!([{ "question": "Who abstains?", "priority": "important", "resolves": 0.8 }]);
        let made = request(&asked, Ok(&reply(0.3, &gaps)), &limits(), Spending::default());
        let told: Vec<&str> = made.questions.iter().map(|question| question.id.as_str()).collect();
        assert_eq!(told, ["i1q1", "i1q2", "i2q1"], "the most important first");
        // Variance 0.09; two usual critical answers and one stated leave 0.5 * 0.5 * 0.2 of it: 0.0855 * 50 dollars.
        assert_eq!(made.gain, MicroUsd(4_275_000));
        assert!(made.is_worth_it() && made.reason.contains("is worth its price"), "{}", made.reason);
        assert!((made.estimate.get() - 0.6).abs() < 1e-12 && (made.uncertainty - 0.3).abs() < 1e-12);
    }

    #[test]
    fn a_request_that_cannot_change_the_answer_is_not_worth_it() {
        let made = request(&state(&[("i1q1", None)]), Ok(&reply(0.0, &json!([]))), &limits(), Spending::default());
        assert_eq!(made.gain, MicroUsd::ZERO);
        assert!(!made.is_worth_it() && made.reason.contains("not worth"), "{}", made.reason);
    }

    #[test]
    fn without_an_analysis_the_price_is_the_estimate() {
        let made = request(&state(&[("i1q1", None)]), Err("the budget is spent"), &limits(), Spending::default());
        assert!((made.estimate.get() - 0.7).abs() < 1e-12);
        assert!(made.reason.contains("the budget is spent"), "{}", made.reason);
        let mut bare = state(&[]);
        bare.run.asked.market = None;
        assert!((request(&bare, Err(""), &limits(), Spending::default()).estimate.get() - 0.5).abs() < 1e-12);
    }
}
