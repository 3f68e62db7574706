//! One independent estimate: the model states priors and how each finding speaks, code does the arithmetic.

use domain::Probability;
use domain::forecast::BaseRate;
use domain::run::RunState;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose;
use crate::digest::Digest;
use crate::weigh::{Factor, group_by_evidence, weigh};

/// The tool's input as the model filled it.
#[derive(Debug, Clone, Deserialize)]
pub struct Reply {
    /// Places to start from.
    pub base_rates: Vec<StatedRate>,
    /// How the evidence speaks.
    #[serde(default)]
    pub factors: Vec<Factor>,
    /// What it comes to, in the model's own words: held against the arithmetic.
    pub probability: f64,
    /// 0 to 1: how far the estimate is to be trusted.
    pub confidence: f64,
    /// Why.
    #[serde(default)]
    pub reasoning: String,
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
    /// What it comes to.
    pub probability: Probability,
    /// 0 to 1.
    pub confidence: f64,
    /// What it started from.
    pub base_rates: Vec<BaseRate>,
    /// References to findings that count in it.
    pub evidence: Vec<String>,
    /// Why, unchecked.
    pub reasoning: String,
    /// The stated probability is on the other side of the prior than the stated evidence points, or far from where it leads.
    pub inconsistent: bool,
}

/// How far the stated probability may lie from what its own factors come to: a third in probability.
const CONSISTENT: f64 = 0.33;

/// The schema of the tool `estimate_probability`.
pub fn schema() -> Value {
    let unit = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let count = json!({ "type": "number", "minimum": 0 });
    json!({
        "type": "object",
        "required": ["base_rates", "probability", "confidence"],
        "properties": {
            "base_rates": { "type": "array", "minItems": 1, "items": {
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
        },
    })
}

/// What the model is told. Each estimate gets the same, except for its number, which makes it a step of its own.
pub fn input(state: &RunState, digest: &Digest, number: usize) -> Value {
    json!({
        "estimate": number,
        "question": decompose::asked(&state.run.asked),
        "asked_at": state.run.asked_at.date_naive().to_string(),
        "questions": digest.questions,
        "findings": digest.findings,
    })
}

/// The sample that a reply comes to; `None` if nothing in it is a number to start from.
pub fn sample(reply: Reply, digest: &Digest) -> Option<Sample> {
    let stated = Probability::clamp(reply.probability).ok()?;
    let mut base_rates: Vec<BaseRate> = reply.base_rates.iter().filter_map(base_rate).collect();
    if base_rates.is_empty() {
        base_rates.push(BaseRate { kind: "domain".into(), description: "as the model states it".into(), rate: stated });
    }
    let factors = standing(reply.factors, digest);
    let priors: Vec<Probability> = base_rates.iter().map(|base| base.rate).collect();
    let probability = weigh(&priors, &factors)?;
    let mut evidence: Vec<String> = factors.iter().flat_map(|factor| factor.evidence.clone()).collect();
    evidence.sort();
    evidence.dedup();
    Some(Sample {
        probability,
        confidence: if reply.confidence.is_finite() { reply.confidence.clamp(0.0, 1.0) } else { 0.0 },
        inconsistent: (stated.get() - probability.get()).abs() > CONSISTENT,
        base_rates,
        evidence,
        reasoning: reply.reasoning,
    })
}

/// Counted cases by Laplace's rule of succession, (s + 1) / (n + 2): a beta-binomial with a uniform prior, so that three
/// cases of three are no certainty. Else the rate as stated.
fn base_rate(stated: &StatedRate) -> Option<BaseRate> {
    let counted = match (stated.successes, stated.trials) {
        (Some(successes), Some(trials)) if (0.0..=trials).contains(&successes) => {
            Some((successes + 1.0) / (trials + 2.0))
        }
        _ => None,
    };
    let rate = Probability::clamp(counted.or(stated.rate)?).ok()?;
    Some(BaseRate { kind: stated.kind.clone(), description: shorten(&stated.description), rate })
}

/// Factors that cite findings which exist; one that cites nothing else is not evidence.
fn standing(factors: Vec<Factor>, digest: &Digest) -> Vec<Factor> {
    let real = factors.into_iter().filter_map(|mut factor| {
        factor.evidence = factor.evidence.iter().map(|id| id.trim_matches(['[', ']']).to_owned()).collect();
        factor.evidence.retain(|reference| digest.has(reference));
        (!factor.evidence.is_empty()).then_some(factor)
    });
    group_by_evidence(real.collect())
}

fn shorten(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    fn digest() -> Digest {
        Digest::of(&state(&[("i1q1", Some(found(2)))]))
    }

    fn told(json: Value) -> Option<Sample> {
        sample(serde_json::from_value(json).unwrap(), &digest())
    }

    #[test]
    fn code_does_the_arithmetic() {
        let sample = told(json!({
            "base_rates": [{ "kind": "historical", "description": "bills", "successes": 3, "trials": 8 }],
            "factors": [{ "evidence": ["[i1q1/f1]"], "direction": "up", "strength": "moderate" }],
            "probability": 0.9, "confidence": 0.4,
        }))
        .unwrap();
        let odds = 2.0 * (0.4 / 0.6);
        assert!((sample.probability.get() - odds / (1.0 + odds)).abs() < 1e-9);
        assert_eq!(sample.evidence, ["i1q1/f1"]);
        assert!(!sample.inconsistent, "0.9 is within a third of 0.57");
    }

    #[test]
    fn invented_evidence_moves_nothing_and_a_jump_is_noticed() {
        let sample = told(json!({
            "base_rates": [{ "kind": "domain", "description": "d", "rate": 0.2 }],
            "factors": [{ "evidence": ["i7q7/f7"], "direction": "up", "strength": "strong" }],
            "probability": 0.95, "confidence": 7.0,
        }))
        .unwrap();
        assert!((sample.probability.get() - 0.2).abs() < 1e-9);
        assert!(sample.inconsistent && sample.evidence.is_empty());
        assert!((sample.confidence - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_rate_that_is_none_is_left_out() {
        let sample = told(json!({
            "base_rates": [{ "kind": "domain", "description": "d", "rate": 3.0 }, { "kind": "domain", "description": "d" }],
            "probability": 0.3, "confidence": 0.1,
        }))
        .unwrap();
        assert!((sample.probability.get() - 0.3).abs() < 1e-9);
        assert_eq!(told(json!({ "base_rates": [], "probability": 3.0, "confidence": 0.1 })), None);
    }
}
