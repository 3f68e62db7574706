//! An independent estimate: the model states base rates, the weight of each finding, and a probability. Code computes
//! a probability from the first two and pools it with the stated one (`forecasting::estimate`).

use domain::Probability;
use domain::forecast::{BaseRate, Case, Cases, StatedEstimate};
use domain::run::RunState;
use forecasting::consistency::inconsistency;
use forecasting::factor::support;
use forecasting::starting_probability;
use forecasting::{BetaPrior, Estimate, Line, Opinion, RateEstimate, shift};
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
    /// The probability that the model states.
    pub probability: f64,
    /// Trust in the estimate, 0 to 1.
    pub confidence: f64,
    /// Explanation for a person.
    #[serde(default)]
    pub reasoning: String,
    /// The question whose answer would change this estimate most.
    #[serde(default)]
    pub crux: String,
    /// Reason why the probability is not higher.
    #[serde(default)]
    pub why_not_higher: String,
    /// Reason why the probability is not lower.
    #[serde(default)]
    pub why_not_lower: String,
}

/// A base rate as a model states it.
#[derive(Debug, Clone, Deserialize)]
pub struct StatedRate {
    /// Kind of the rate: `historical`, `domain` or `reference_class`.
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
    /// The line of base rates and factors, with the stated probability and the confidence, which is halved if the
    /// stated probability does not follow from the stated evidence.
    pub estimate: Estimate,
    /// The base rates that form the prior.
    pub base_rates: Vec<BaseRate>,
    /// Explanation by the model, which no rule checked.
    pub reasoning: String,
    /// `true` if the stated probability does not follow from the stated evidence.
    pub inconsistent: bool,
    /// The question whose answer would change the estimate most, by the model's judgement; may be empty.
    pub crux: String,
    /// The reasons why the probability is neither higher nor lower; `would_change` is the crux.
    pub case: Case,
}

/// The inputs that all estimates of a run share.
#[derive(Debug, Clone, Copy)]
pub struct EstimateInputs<'a> {
    /// The run's state.
    pub state: &'a RunState,
    /// The run's evidence.
    pub digest: &'a Digest,
    /// Base rates counted from this fleet's own outcomes. Every estimate starts from them, besides those that the model
    /// states.
    pub known: &'a [BaseRate],
    /// Weight of the stated probability in the own view, 0 to 1.
    pub stated_weight: f64,
}

/// Number of cases that the wider classes behind a counted rate are worth (`crates/forecasting/src/base_rates`).
const WIDER_CLASSES: f64 = 20.0;

/// Maximum number of cases that a model may claim; a larger number was not counted.
const MAX_CASES: f64 = 1e6;

impl Sample {
    /// Returns the own view: stated and computed probability pooled.
    pub fn probability(&self) -> Probability {
        self.estimate.view()
    }

    /// Returns the own view as an input of the pool.
    pub fn opinion(&self) -> Opinion {
        self.estimate.opinion()
    }

    /// Returns the figures of the estimate, from which a forecast can be computed again.
    pub fn figures(&self) -> StatedEstimate {
        let Estimate { line, stated, confidence, stated_weight: _ } = &self.estimate;
        StatedEstimate {
            perspective: self.perspective.name().to_owned(),
            model: self.model.clone(),
            stated: *stated,
            start: line.prior,
            computed: self.estimate.computed(),
            view: self.estimate.view(),
            confidence: *confidence,
            support: support(&line.factors),
            settled: self.estimate.settled().is_some(),
        }
    }

    /// Returns the references of the findings that it uses.
    pub fn evidence(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.estimate.line.factors.iter().flat_map(|factor| factor.evidence.clone()).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// Returns the input of the `number`-th estimate. Its perspective and the order of its findings differ from those of
/// the others.
pub fn input(inputs: EstimateInputs<'_>, number: usize) -> Value {
    let EstimateInputs { state, digest, known, .. } = inputs;
    json!({
        "estimate": number,
        "perspective": Perspective::nth(number).name(),
        "question": decompose::asked(&state.run),
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
pub fn sample(
    reply: EstimateReply,
    model: &str,
    inputs: EstimateInputs<'_>,
    perspective: Perspective,
) -> Option<Sample> {
    let stated = Probability::clamp(reply.probability).ok()?;
    let own: Vec<BaseRate> =
        reply.base_rates.iter().filter_map(base_rate).filter(|own| !names(inputs.known, own)).collect();
    let rates: Vec<RateEstimate> =
        inputs.known.iter().map(counted_here).chain(own.iter().map(RateEstimate::from_base_rate)).collect();
    let mut base_rates: Vec<BaseRate> = inputs.known.iter().cloned().chain(own).collect();
    let factors = factors(&reply.factors, inputs.digest);
    let prior = match starting_probability(&rates) {
        Some(prior) => prior,
        None => {
            let implied = implied(stated, shift(&factors));
            base_rates.push(as_implied(implied));
            implied
        }
    };
    let inconsistent = inconsistency(prior, stated, shift(&factors)).is_some();
    let confidence = trust(reply.confidence);
    let confidence = if inconsistent { confidence / 2.0 } else { confidence };
    let crux = reply.crux;
    Some(Sample {
        perspective,
        model: model.to_owned(),
        estimate: Estimate { line: Line { prior, factors }, stated, confidence, stated_weight: inputs.stated_weight },
        inconsistent,
        base_rates,
        reasoning: reply.reasoning,
        case: Case {
            why_not_higher: shorten(&reply.why_not_higher),
            why_not_lower: shorten(&reply.why_not_lower),
            would_change: shorten(&crux),
        },
        crux,
    })
}

/// Returns the start that a stated probability and its evidence imply. Without a base rate the evidence is thereby
/// counted once: the computed probability is the stated one.
fn implied(stated: Probability, shift: f64) -> Probability {
    Probability::from_log_odds(stated.log_odds() - shift).unwrap_or(stated)
}

fn counted_here(known: &BaseRate) -> RateEstimate {
    let stated = RateEstimate::from_base_rate(known);
    RateEstimate { cases: stated.cases + WIDER_CLASSES, ..stated }
}

/// A known rate that the model repeats is not counted twice.
fn names(known: &[BaseRate], own: &BaseRate) -> bool {
    known.iter().any(|known| decompose::folded(&known.description) == decompose::folded(&own.description))
}

fn as_implied(rate: Probability) -> BaseRate {
    BaseRate {
        kind: "domain".into(),
        description: "implied by the stated probability and its evidence".into(),
        rate,
        cases: None,
        source: "the model stated no base rate".into(),
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

/// Returns a confidence that the model states, within 0 to 1; 0 for one that is no number.
pub(crate) fn trust(stated: f64) -> f64 {
    if stated.is_finite() { stated.clamp(0.0, 1.0) } else { 0.0 }
}

/// Returns the first 300 characters of a line of the model, without control characters.
pub(crate) fn shorten(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(300).collect()
}

#[cfg(test)]
#[path = "estimate_test.rs"]
mod tests;
