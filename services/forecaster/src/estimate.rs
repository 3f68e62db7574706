//! An independent estimate: the model states base rates and the weight of each finding; the probability is computed
//! from them.

use domain::Probability;
use domain::forecast::{BaseRate, Cases};
use domain::run::RunState;
use forecasting::consistency::inconsistency;
use forecasting::factor::support;
use forecasting::starting_probability;
use forecasting::{BetaPrior, Line, Opinion, RateEstimate, shift};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose;
use crate::digest::Digest;
use crate::perspective::{Perspective, ordered};
use crate::weigh::{Stated, factors};

/// Input of the tool `estimate_probability`, as the model filled it in.
#[derive(Debug, Clone, Deserialize)]
pub struct EstimateReply {
    /// Base rates to start from.
    pub base_rates: Vec<StatedRate>,
    /// Weights of the evidence.
    #[serde(default)]
    pub factors: Vec<Stated>,
    /// The resulting probability as the model states it; checked against the computed one.
    pub probability: f64,
    /// Trust in the estimate, 0 to 1.
    pub confidence: f64,
    /// Explanation for a person.
    #[serde(default)]
    pub reasoning: String,
    /// The question whose answer would change this estimate most.
    #[serde(default)]
    pub crux: String,
}

/// A base rate as a model states it.
#[derive(Debug, Clone, Deserialize)]
pub struct StatedRate {
    /// `historical`, `domain` or `reference_class`.
    pub kind: String,
    /// The event whose rate it is.
    pub description: String,
    /// The rate, if no cases are counted.
    #[serde(default)]
    pub rate: Option<f64>,
    /// Number of cases with the outcome YES.
    #[serde(default)]
    pub successes: Option<f64>,
    /// Number of cases.
    #[serde(default)]
    pub trials: Option<f64>,
}

/// An estimate of one perspective.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The perspective that the estimate was made from.
    pub perspective: Perspective,
    /// The model. Samples of one model are pooled before they are pooled with others.
    pub model: String,
    /// The prior and the factors that change it.
    pub line: Line,
    /// Trust, 0 to 1; halved if the stated probability does not follow from the stated evidence.
    pub confidence: f64,
    /// The base rates that form the prior.
    pub base_rates: Vec<BaseRate>,
    /// Explanation by the model, which no rule checked.
    pub reasoning: String,
    /// `true` if the stated probability does not follow from the stated evidence.
    pub inconsistent: bool,
    /// The question whose answer would change the estimate most, by the model's judgement; may be empty.
    pub crux: String,
}

/// The inputs that all estimates of a run share.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The run's state.
    pub state: &'a RunState,
    /// The run's evidence.
    pub digest: &'a Digest,
    /// Base rates counted from this fleet's own outcomes. Every estimate starts from them, besides those that the model
    /// states.
    pub known: &'a [BaseRate],
}

/// Number of cases that the wider classes behind a counted rate are worth (`crates/forecasting/src/base_rates`).
const WIDER_CLASSES: f64 = 20.0;

/// Maximum number of cases that a model may claim; a larger number was not counted.
const MAX_CASES: f64 = 1e6;

impl Sample {
    /// Returns the computed probability.
    pub fn probability(&self) -> Probability {
        self.line.probability()
    }

    /// Returns the estimate as an input of the pool.
    pub fn opinion(&self) -> Opinion {
        let (confidence, support) = (self.confidence, support(&self.line.factors));
        Opinion { probability: self.probability(), confidence, support }
    }

    /// Returns the references of the findings that it uses.
    pub fn evidence(&self) -> Vec<String> {
        let mut all: Vec<String> = self.line.factors.iter().flat_map(|factor| factor.evidence.clone()).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// Returns the schema of the tool `estimate_probability`.
pub fn schema() -> Value {
    let unit = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let count = json!({ "type": "number", "minimum": 0 });
    json!({
        "type": "object",
        "required": ["base_rates", "probability", "confidence"],
        "properties": {
            "base_rates": { "type": "array", "items": {
                "type": "object",
                "required": ["kind", "description"],
                "properties": {
                    "kind": { "enum": ["historical", "domain", "reference_class"] },
                    "description": { "type": "string" },
                    "rate": unit, "successes": count, "trials": count,
                },
            }},
            "factors": { "type": "array", "items": {
                "type": "object",
                "required": ["evidence", "direction", "strength"],
                "properties": {
                    "evidence": { "type": "array", "minItems": 1, "items": { "type": "string" } },
                    "direction": { "enum": ["up", "down"] },
                    "strength": { "enum": ["none", "weak", "moderate", "strong"] },
                    "group": { "type": "string" },
                },
            }},
            "probability": unit,
            "confidence": unit,
            "reasoning": { "type": "string" },
            "crux": { "type": "string" },
        },
    })
}

/// Returns the input of the `number`-th estimate. Its perspective and the order of its findings differ from those of
/// the others.
pub fn input(given: Given<'_>, number: usize) -> Value {
    let Given { state, digest, known } = given;
    json!({
        "estimate": number,
        "perspective": Perspective::nth(number).name(),
        "question": decompose::asked(&state.run.asked),
        "asked_at": decompose::asked_on(&state.run),
        "known_base_rates": known.iter().map(base_rate_json).collect::<Vec<_>>(),
        "questions": digest.questions,
        "findings": ordered(&digest.findings, state.run.id, number),
    })
}

fn base_rate_json(known: &BaseRate) -> Value {
    let mut rate = json!({
        "kind": known.kind, "description": known.description, "rate": known.rate.get(), "source": known.source,
    });
    if let Some(Cases { successes, trials }) = known.cases {
        rate["successes"] = successes.into();
        rate["trials"] = trials.into();
    }
    rate
}

/// Computes the sample of a reply; `None` if the reply states no usable number.
pub fn sample(reply: EstimateReply, model: &str, given: Given<'_>, perspective: Perspective) -> Option<Sample> {
    let stated = Probability::clamp(reply.probability).ok()?;
    let own: Vec<BaseRate> =
        reply.base_rates.iter().filter_map(base_rate).filter(|own| !names(given.known, own)).collect();
    let mut rates: Vec<RateEstimate> =
        given.known.iter().map(counted_here).chain(own.iter().map(RateEstimate::from_base_rate)).collect();
    let mut base_rates: Vec<BaseRate> = given.known.iter().cloned().chain(own).collect();
    if base_rates.is_empty() {
        base_rates.push(as_stated(stated));
        rates.push(RateEstimate::from_base_rate(&base_rates[0]));
    }
    let prior = starting_probability(&rates)?;
    let factors = factors(&reply.factors, given.digest);
    let inconsistent = inconsistency(prior, stated, shift(&factors)).is_some();
    let confidence = if reply.confidence.is_finite() { reply.confidence.clamp(0.0, 1.0) } else { 0.0 };
    Some(Sample {
        perspective,
        model: model.to_owned(),
        line: Line { prior, factors },
        confidence: if inconsistent { confidence / 2.0 } else { confidence },
        inconsistent,
        base_rates,
        reasoning: reply.reasoning,
        crux: reply.crux,
    })
}

fn counted_here(known: &BaseRate) -> RateEstimate {
    let stated = RateEstimate::from_base_rate(known);
    RateEstimate { cases: stated.cases + WIDER_CLASSES, ..stated }
}

/// A known rate that the model repeats is not counted twice.
fn names(known: &[BaseRate], own: &BaseRate) -> bool {
    known.iter().any(|known| decompose::folded(&known.description) == decompose::folded(&own.description))
}

fn as_stated(rate: Probability) -> BaseRate {
    BaseRate {
        kind: "domain".into(),
        description: "as the model states it".into(),
        rate,
        cases: None,
        source: "the model".into(),
    }
}

/// Counted cases update a uniform prior (the rule of succession), so that three of three cases are not a certainty.
/// Otherwise the stated rate.
fn base_rate(stated: &StatedRate) -> Option<BaseRate> {
    let (kind, description) = (stated.kind.as_str(), shorten(&stated.description));
    if let Some(cases) = cases(stated) {
        return Some(BetaPrior::uniform().base_rate(kind, &description, (cases, "counted by the model")));
    }
    let rate = Probability::clamp(stated.rate?).ok()?;
    Some(BaseRate { kind: kind.to_owned(), description, rate, cases: None, source: "stated by the model".into() })
}

fn cases(stated: &StatedRate) -> Option<Cases> {
    let (successes, trials) = (stated.successes?, stated.trials?);
    if !(1.0..=MAX_CASES).contains(&trials) || !(0.0..=trials).contains(&successes) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held within 0 to a million")]
    let whole = |count: f64| count.round() as u64;
    Some(Cases { successes: whole(successes), trials: whole(trials) })
}

fn shorten(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(300).collect()
}

#[cfg(test)]
#[path = "estimate_test.rs"]
mod tests;
