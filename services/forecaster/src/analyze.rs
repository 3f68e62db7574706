//! Is the evidence enough, and if not, is another round worth its price?

use domain::run::{Question, RunState};
use domain::{MicroUsd, Probability};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose::{self, Proposed, proposed_schema};
use crate::digest::Digest;
use crate::voi::{self, Worth};

/// The tool's input as the model filled it.
#[derive(Debug, Clone, Deserialize)]
pub struct Reply {
    /// It would change little to know more.
    pub sufficient: bool,
    /// The estimate now.
    pub probability: f64,
    /// Standard deviation of what more knowledge would make of it, in probability.
    pub uncertainty: f64,
    /// What to ask next.
    #[serde(default)]
    pub gaps: Vec<Gap>,
}

/// Something that is missing.
#[derive(Debug, Clone, Deserialize)]
pub struct Gap {
    /// What to ask.
    #[serde(flatten)]
    pub proposed: Proposed,
    /// Share of the uncertainty's variance that an answer would resolve, 0 to 1.
    #[serde(default)]
    pub resolves: f64,
}

/// What a round may cost and gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Rounds of research at most.
    pub iterations: u32,
    /// Questions of a round at most.
    pub questions: usize,
    /// What a round costs before there is a history.
    pub round_guess: MicroUsd,
    /// Dollars for one whole point of Brier score.
    pub per_point: f64,
    /// Dollars that would be staked on a market.
    pub stake: f64,
    /// Fees and spread of a market, in probability.
    pub trade_cost: f64,
}

/// What to do with the round.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Ask these; another round is worth it.
    Research(Vec<Question>),
    /// Make the forecast. The reason is for the log.
    Estimate(String),
}

/// The schema of the tool `analyze_evidence`.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["sufficient", "probability", "uncertainty"],
        "properties": {
            "sufficient": { "type": "boolean" },
            "probability": { "type": "number", "minimum": 0, "maximum": 1 },
            "uncertainty": { "type": "number", "minimum": 0, "maximum": 0.5 },
            "gaps": { "type": "array", "items": proposed_schema() },
        },
    })
}

/// What the model is told.
pub fn input(state: &RunState, digest: &Digest, limits: &Limits) -> Value {
    json!({
        "question": decompose::asked(&state.run.asked),
        "asked_at": state.run.asked_at.date_naive().to_string(),
        "round": state.iteration,
        "most_rounds": limits.iterations,
        "most_questions": limits.questions,
        "questions": digest.questions,
        "findings": digest.findings,
    })
}

/// Why there can be no other round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barred {
    /// This was the last that is allowed.
    LastRound,
    /// The money does not last for another; in words for a person.
    Money(String),
}

/// May there be another round at all? Asked before the model is, so that no money is spent on an answer that changes
/// nothing.
pub fn barred(state: &RunState, limits: &Limits) -> Option<Barred> {
    if state.iteration >= limits.iterations {
        return Some(Barred::LastRound);
    }
    let left = state.run.budget.saturating_sub(state.spent);
    let needed = voi::cost(state.spent, state.iteration, limits.round_guess);
    (left < needed)
        .then(|| Barred::Money(format!("the run's budget has {left} left, another round costs about {needed}")))
}

/// What to do, by the value of information.
pub fn decide(state: &RunState, reply: Reply, limits: &Limits) -> Next {
    if reply.sufficient {
        return Next::Estimate("the evidence suffices".to_owned());
    }
    let resolves: Vec<f64> = reply.gaps.iter().map(|gap| gap.resolves).collect();
    let proposed = reply.gaps.into_iter().map(|gap| gap.proposed).collect();
    let questions = decompose::questions(proposed, state.iteration + 1, limits.questions, &state.questions);
    if questions.is_empty() {
        return Next::Estimate("nothing new to ask".to_owned());
    }
    let estimate = Probability::clamp(reply.probability).map_or(0.5, Probability::get);
    let movable = voi::movable(reply.uncertainty, &resolves);
    let gain = voi::gain(worth(state, limits), estimate, movable);
    let cost = voi::cost(state.spent, state.iteration, limits.round_guess);
    tracing::info!(
        run = %state.run.id, round = state.iteration, estimate, uncertainty = reply.uncertainty, movable, gain_usd = gain,
        cost_micro_usd = cost.0, "value of information"
    );
    if gain > dollars(cost) {
        Next::Research(questions)
    } else {
        Next::Estimate(format!("another round would gain ${gain:.4} and cost {cost}"))
    }
}

fn worth(state: &RunState, limits: &Limits) -> Worth {
    match state.run.asked.market_price() {
        Some(price) => Worth::Trade { price: price.get(), stake: limits.stake, cost: limits.trade_cost },
        None => Worth::Score { per_point: limits.per_point },
    }
}

#[expect(clippy::cast_precision_loss, reason = "compared with an estimate, not settled")]
fn dollars(amount: MicroUsd) -> f64 {
    amount.0 as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    const LIMITS: Limits = Limits {
        iterations: 3,
        questions: 4,
        round_guess: MicroUsd(50_000),
        per_point: 50.0,
        stake: 100.0,
        trade_cost: 0.02,
    };

    fn reply(sufficient: bool, uncertainty: f64) -> Reply {
        serde_json::from_value(json!({
            "sufficient": sufficient, "probability": 0.6, "uncertainty": uncertainty,
            "gaps": [{ "question": "Who votes?", "priority": "critical", "resolves": 0.8 }],
        }))
        .unwrap()
    }

    #[test]
    fn research_goes_on_only_while_it_is_worth_more_than_it_costs() {
        let state = state(&[("i1q1", Some(found(1)))]);
        let Next::Research(questions) = decide(&state, reply(false, 0.3), &LIMITS) else { panic!("worth it") };
        assert_eq!((questions[0].id.as_str(), questions[0].text.as_str()), ("i2q1", "Who votes?"));
        assert!(matches!(decide(&state, reply(false, 0.0), &LIMITS), Next::Estimate(why) if why.contains("gain")));
        assert!(matches!(decide(&state, reply(true, 0.3), &LIMITS), Next::Estimate(_)));
    }

    #[test]
    fn what_was_asked_before_is_nothing_new() {
        let mut state = state(&[("i1q1", Some(found(1)))]);
        state.questions[0].text = "who  VOTES?".into();
        assert_eq!(decide(&state, reply(false, 0.3), &LIMITS), Next::Estimate("nothing new to ask".into()));
    }

    #[test]
    fn the_last_round_and_an_empty_purse_bar_another() {
        let mut state = state(&[("i1q1", Some(found(1)))]);
        assert_eq!(barred(&state, &LIMITS), None);
        state.iteration = 3;
        assert_eq!(barred(&state, &LIMITS), Some(Barred::LastRound));
        state.iteration = 1;
        state.run.budget = state.spent;
        assert!(matches!(barred(&state, &LIMITS), Some(Barred::Money(why)) if why.contains("left")));
    }
}
