//! One independent estimate: the model states priors and how each finding speaks, code does the arithmetic.

use domain::Probability;
use domain::forecast::{BaseRate, Cases};
use domain::run::RunState;
use forecasting::base_rate::start;
use forecasting::consistency::misfit;
use forecasting::evidence::support;
use forecasting::{Line, Opinion, Prior, Rate, shift};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose;
use crate::digest::Digest;
use crate::weigh::{Stated, factors};

/// The tool's input as the model filled it.
#[derive(Debug, Clone, Deserialize)]
pub struct Reply {
    /// Places to start from.
    pub base_rates: Vec<StatedRate>,
    /// How the evidence speaks.
    #[serde(default)]
    pub factors: Vec<Stated>,
    /// What it comes to, in the model's own words: held against the arithmetic.
    pub probability: f64,
    /// 0 to 1: how far the estimate is to be trusted.
    pub confidence: f64,
    /// Why.
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
    /// What it is the rate of.
    pub description: String,
    /// The rate, where no cases are counted.
    #[serde(default)]
    pub rate: Option<f64>,
    /// Cases that came out YES.
    #[serde(default)]
    pub successes: Option<f64>,
    /// Cases.
    #[serde(default)]
    pub trials: Option<f64>,
}

/// An estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Who made it: samples of one model are one voice.
    pub model: String,
    /// Where it starts and what moves it.
    pub line: Line,
    /// 0 to 1; halved where the stated probability does not follow from the stated evidence.
    pub confidence: f64,
    /// What it started from.
    pub base_rates: Vec<BaseRate>,
    /// Why, unchecked.
    pub reasoning: String,
    /// The stated probability does not follow from the stated evidence.
    pub inconsistent: bool,
    /// The question whose answer would change it most, as its maker says; may be empty.
    pub crux: String,
}

/// What all estimates of a run are made from.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The run.
    pub state: &'a RunState,
    /// Its evidence.
    pub digest: &'a Digest,
    /// Base rates that the fleet has counted itself: every estimate starts from them, whatever else its maker states.
    pub known: &'a [BaseRate],
}

/// A rate that the fleet counted is held back by wider classes, which are worth so many cases (`crates/forecasting/src/base_rates`).
const WIDER_CLASSES: f64 = 20.0;

/// Cases that a model may claim to have counted: beyond that nobody counted.
const COUNTABLE: f64 = 1e6;

impl Sample {
    /// What it comes to.
    pub fn probability(&self) -> Probability {
        self.line.probability()
    }

    /// As one voice in the pool.
    pub fn opinion(&self) -> Opinion {
        let (confidence, support) = (self.confidence, support(&self.line.factors));
        Opinion { probability: self.probability(), confidence, support }
    }

    /// References to findings that count in it.
    pub fn evidence(&self) -> Vec<String> {
        let mut all: Vec<String> = self.line.factors.iter().flat_map(|factor| factor.evidence.clone()).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// The schema of the tool `estimate_probability`.
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

/// What the model is told. Each estimate gets the same, except for its number, which makes it a step of its own.
pub fn input(given: Given<'_>, number: usize) -> Value {
    let Given { state, digest, known } = given;
    json!({
        "estimate": number,
        "question": decompose::asked(&state.run.asked),
        "asked_at": decompose::asked_on(&state.run),
        "known_base_rates": known.iter().map(told).collect::<Vec<_>>(),
        "questions": digest.questions,
        "findings": digest.findings,
    })
}

fn told(known: &BaseRate) -> Value {
    let mut rate = json!({
        "kind": known.kind, "description": known.description, "rate": known.rate.get(), "source": known.source,
    });
    if let Some(Cases { successes, trials }) = known.cases {
        rate["successes"] = successes.into();
        rate["trials"] = trials.into();
    }
    rate
}

/// The sample that a reply comes to; `None` if nothing in it is a number to start from.
pub fn sample(reply: Reply, model: &str, given: Given<'_>) -> Option<Sample> {
    let stated = Probability::clamp(reply.probability).ok()?;
    let own: Vec<BaseRate> =
        reply.base_rates.iter().filter_map(base_rate).filter(|own| !names(given.known, own)).collect();
    let mut rates: Vec<Rate> = given.known.iter().map(counted_here).chain(own.iter().map(Rate::of)).collect();
    let mut base_rates: Vec<BaseRate> = given.known.iter().cloned().chain(own).collect();
    if base_rates.is_empty() {
        base_rates.push(as_stated(stated));
        rates.push(Rate::of(&base_rates[0]));
    }
    let prior = start(&rates)?;
    let factors = factors(&reply.factors, given.digest);
    let inconsistent = misfit(prior, stated, shift(&factors)).is_some();
    let confidence = if reply.confidence.is_finite() { reply.confidence.clamp(0.0, 1.0) } else { 0.0 };
    Some(Sample {
        model: model.to_owned(),
        line: Line { prior, factors },
        confidence: if inconsistent { confidence / 2.0 } else { confidence },
        inconsistent,
        base_rates,
        reasoning: reply.reasoning,
        crux: reply.crux,
    })
}

fn counted_here(known: &BaseRate) -> Rate {
    let stated = Rate::of(known);
    Rate { cases: stated.cases + WIDER_CLASSES, ..stated }
}

/// A model that repeats a known rate does not make it count twice.
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

/// Counted cases update a uniform prior (the rule of succession), so that three cases of three are no certainty. Else the rate as stated.
fn base_rate(stated: &StatedRate) -> Option<BaseRate> {
    let (kind, description) = (stated.kind.as_str(), shorten(&stated.description));
    if let Some(cases) = cases(stated) {
        return Some(Prior::uniform().base_rate(kind, &description, (cases, "counted by the model")));
    }
    let rate = Probability::clamp(stated.rate?).ok()?;
    Some(BaseRate { kind: kind.to_owned(), description, rate, cases: None, source: "stated by the model".into() })
}

fn cases(stated: &StatedRate) -> Option<Cases> {
    let (successes, trials) = (stated.successes?, stated.trials?);
    if !(1.0..=COUNTABLE).contains(&trials) || !(0.0..=trials).contains(&successes) {
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
