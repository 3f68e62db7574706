//! Decision on another round: whether the evidence suffices, and if not, whether more research is worth its price.

use domain::forecast::{Measure, Valuation};
use domain::run::{Question, RunState};
use domain::{MicroUsd, Probability};
use forecasting::question_cost::Spending;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::crux;
use crate::decompose::{self, Proposed, proposed_schema};
use crate::digest::Digest;
use crate::voi::{self, Prospect};

/// Input of the tool `analyze_evidence`, as the model filled it in.
#[derive(Debug, Clone, Deserialize)]
pub struct AnalysisReply {
    /// `true` if more knowledge would change little.
    pub sufficient: bool,
    /// Probability of YES by the present evidence.
    pub probability: f64,
    /// Standard deviation of the estimate after complete research, in probability.
    pub uncertainty: f64,
    /// Questions that are still open.
    #[serde(default)]
    pub gaps: Vec<Gap>,
}

/// An open question.
#[derive(Debug, Clone, Deserialize)]
pub struct Gap {
    /// The question to ask.
    #[serde(flatten)]
    pub proposed: Proposed,
    /// Share of the uncertainty's variance that an answer would resolve, 0 to 1.
    #[serde(default)]
    pub resolves: f64,
}

/// Limits and prices of a run's rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundLimits {
    /// Maximum number of research rounds.
    pub iterations: u32,
    /// Maximum number of questions in a round.
    pub questions: usize,
    /// Maximum number of calls to the forecaster's model per round of a run.
    pub turns: u32,
    /// Number of independent estimates.
    pub estimates: u32,
    /// Assumed cost of a round until there is a history.
    pub round_guess: MicroUsd,
    /// Smallest expected gain for which another round is bought.
    pub min_value: MicroUsd,
    /// Value of one whole point of Brier score.
    pub per_point: MicroUsd,
    /// Stake on a market.
    pub stake: MicroUsd,
    /// Fees and spread of a market, in probability.
    pub trade_cost: f64,
}

impl RoundLimits {
    /// Returns the measure of a gain: a trading decision if there is a price, else the Brier score.
    pub fn measure(&self, price: Option<Probability>) -> Measure {
        match price {
            Some(price) => Measure::Trade { price: price.get(), stake: self.stake, cost: self.trade_cost },
            None => Measure::Score { per_point: self.per_point },
        }
    }

    /// Returns the assumed cost of one question until there is a history.
    pub fn question_guess(&self) -> MicroUsd {
        MicroUsd(self.round_guess.0 / u64::try_from(self.questions.max(1)).unwrap_or(1))
    }
}

/// Decision on a round, with the value of another one.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundDecision {
    /// Questions of the next round. Empty if the forecast is due.
    pub questions: Vec<Question>,
    /// The valuation that the decision is based on.
    pub valued: Valuation,
}

/// Returns the schema of the tool `analyze_evidence`.
pub fn schema() -> Value {
    let mut gap = proposed_schema();
    gap["properties"]["resolves"] = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    json!({
        "type": "object",
        "required": ["sufficient", "probability", "uncertainty"],
        "properties": {
            "sufficient": { "type": "boolean" },
            "probability": { "type": "number", "minimum": 0, "maximum": 1 },
            "uncertainty": { "type": "number", "minimum": 0, "maximum": 0.5 },
            "gaps": { "type": "array", "items": gap },
        },
    })
}

/// Returns the model's input.
pub fn input(state: &RunState, digest: &Digest, limits: &RoundLimits) -> Value {
    json!({
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "round": state.iteration,
        "most_rounds": limits.iterations,
        "most_questions": limits.questions,
        "questions": digest.questions,
        "findings": digest.findings,
    })
}

/// Reason why another round is impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barred {
    /// The last permitted round is over, or the crux was researched.
    LastRound,
    /// The budget or the turns do not suffice; an explanation for a person.
    Spent(String),
}

/// Returns the reason why another round is impossible, if there is one. Checked before the model is called, so that no
/// money is spent on a reply that changes nothing. `had` is the number of turns used so far in this round.
pub fn barred(state: &RunState, limits: &RoundLimits, fleet: Spending, had: u32) -> Option<Barred> {
    if state.iteration >= limits.iterations || crux::was_asked(state) {
        return Some(Barred::LastRound);
    }
    if had.saturating_add(1).saturating_add(limits.estimates) > limits.turns {
        return Some(Barred::Spent(format!(
            "{had} of {} turns are used up, an analysis is not possible",
            limits.turns
        )));
    }
    let left = state.run.budget.saturating_sub(state.spent);
    let needed = voi::cost(state, 1, limits, fleet);
    (left < needed)
        .then(|| Barred::Spent(format!("the run's budget has {left} left, another question costs about {needed}")))
}

/// Decides by the value of information.
pub fn decide(state: &RunState, reply: AnalysisReply, limits: &RoundLimits, fleet: Spending) -> RoundDecision {
    let (resolves, proposed): (Vec<_>, Vec<_>) =
        reply.gaps.into_iter().map(|gap| ((gap.proposed.question.clone(), gap.resolves), gap.proposed)).unzip();
    let mut questions = decompose::questions(proposed, state.iteration + 1, limits.questions, &state.questions);
    if reply.sufficient {
        questions.clear();
    }
    let share = |question: &Question| {
        resolves.iter().find(|(text, _)| decompose::same(text, &question.text)).map_or(0.0, |(_, share)| *share)
    };
    let resolves: Vec<f64> = questions.iter().map(share).collect();
    let estimate =
        Probability::clamp(reply.probability).or(Probability::clamp(0.5)).expect("a half lies within 0 to 1");
    let prospect = Prospect { estimate, uncertainty: reply.uncertainty, resolves: &resolves };
    let mut valued = voi::value(state, prospect, limits, fleet);
    if reply.sufficient {
        valued.reason = "the evidence suffices".to_owned();
    } else if questions.is_empty() {
        valued.reason = "nothing new to ask".to_owned();
    }
    voi::log(state, &valued);
    if !valued.goes_on {
        questions.clear();
    }
    RoundDecision { questions, valued }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    const LIMITS: RoundLimits = RoundLimits {
        iterations: 3,
        questions: 4,
        turns: 15,
        estimates: 3,
        round_guess: MicroUsd(50_000),
        min_value: MicroUsd::ZERO,
        per_point: MicroUsd::dollars(50),
        stake: MicroUsd::dollars(100),
        trade_cost: 0.02,
    };

    fn reply(sufficient: bool, uncertainty: f64) -> AnalysisReply {
        serde_json::from_value(json!({
            "sufficient": sufficient, "probability": 0.6, "uncertainty": uncertainty,
            "gaps": [{ "question": "Who votes?", "priority": "critical", "resolves": 0.8 }],
        }))
        .unwrap()
    }

    fn decided(state: &RunState, reply: AnalysisReply) -> RoundDecision {
        decide(state, reply, &LIMITS, Spending::default())
    }

    #[test]
    fn research_continues_only_while_its_value_exceeds_its_cost() {
        let state = state(&[("i1q1", Some(found(1)))]);
        let goes_on = decided(&state, reply(false, 0.3));
        assert_eq!((goes_on.questions[0].id.as_str(), goes_on.questions[0].text.as_str()), ("i2q1", "Who votes?"));
        assert!(goes_on.valued.goes_on && goes_on.valued.gain > goes_on.valued.cost);
        assert!((goes_on.valued.movable - 0.3 * 0.8f64.sqrt()).abs() < 1e-9);
        let stays = decided(&state, reply(false, 0.0));
        assert!(stays.questions.is_empty() && stays.valued.reason.contains("would gain"), "{}", stays.valued.reason);
        assert_eq!(decided(&state, reply(true, 0.3)).valued.reason, "the evidence suffices");
    }

    #[test]
    fn a_repeated_question_is_dropped_and_resolves_nothing() {
        let mut state = state(&[("i1q1", Some(found(1)))]);
        state.questions[0].text = "who  VOTES?".into();
        let stays = decided(&state, reply(false, 0.3));
        assert_eq!((stays.questions.len(), stays.valued.reason.as_str()), (0, "nothing new to ask"));
        assert!(stays.valued.movable.abs() < 1e-12);
    }

    #[test]
    fn another_round_is_barred_after_the_last_without_budget_or_turns() {
        let barred = |state: &RunState, limits: &RoundLimits| barred(state, limits, Spending::default(), 1);
        let mut state = state(&[("i1q1", Some(found(1)))]);
        assert_eq!(barred(&state, &LIMITS), None);
        assert!(
            matches!(barred(&state, &RoundLimits { turns: 4, ..LIMITS }), Some(Barred::Spent(why)) if why.contains("turns"))
        );
        state.iteration = 3;
        assert_eq!(barred(&state, &LIMITS), Some(Barred::LastRound));
        state.iteration = 1;
        state.run.budget = state.spent;
        assert!(matches!(barred(&state, &LIMITS), Some(Barred::Spent(why)) if why.contains("left")));
        state.questions[0].topic = crux::TOPIC.into();
        assert_eq!(barred(&state, &LIMITS), Some(Barred::LastRound), "after the crux the forecast is due");
    }
}
