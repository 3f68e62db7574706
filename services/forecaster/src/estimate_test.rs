//! An estimate as a specification.

use forecasting::estimate::STATED_WEIGHT;

use super::*;
use crate::sample::{found, state};

fn parsed(known: &[BaseRate], json: Value) -> Option<Sample> {
    let mut evidence = found(2);
    evidence.research.findings.iter_mut().for_each(|finding| finding.independent_sources = 2);
    let state = state(&[("i1q1", Some(evidence))]);
    let digest = Digest::from_state(&state);
    sample(
        serde_json::from_value(json).unwrap(),
        "m",
        EstimateInputs { state: &state, digest: &digest, known, stated_weight: STATED_WEIGHT },
        Perspective::BaseRate,
    )
}

fn p(value: f64) -> Probability {
    Probability::clamp(value).unwrap()
}

fn known(rate: f64, successes: u64, trials: u64) -> BaseRate {
    BaseRate {
        kind: "reference_class".into(),
        description: "questions like this one".into(),
        rate: p(rate),
        cases: Some(Cases { successes, trials }),
        source: "our outcomes".into(),
    }
}

#[test]
fn code_does_the_arithmetic() {
    let sample = parsed(
        &[],
        json!({
            "base_rates": [{ "kind": "historical", "description": "bills", "successes": 3, "trials": 8 }],
            "factors": [{ "evidence": ["[i1q1/f1]"], "direction": "up", "strength": "moderate" }],
            "probability": 0.7, "confidence": 0.4,
        }),
    )
    .unwrap();
    let odds = 2.0 * (0.4 / 0.6);
    assert!((sample.estimate.computed().get() - odds / (1.0 + odds)).abs() < 1e-9);
    let half = f64::midpoint(odds.ln(), p(0.7).log_odds());
    assert!((sample.probability().log_odds() - half).abs() < 1e-9, "half stated, half computed");
    assert_eq!(sample.evidence(), ["i1q1/f1"]);
    assert!(!sample.inconsistent && (sample.estimate.confidence - 0.4).abs() < 1e-12);
    assert!((sample.opinion().support - 0.5).abs() < 1e-9);
    assert_eq!(sample.base_rates[0].cases, Some(Cases { successes: 3, trials: 8 }));
    assert_eq!(sample.base_rates[0].source, "counted by the model; uniform prior, rule of succession");
}

#[test]
fn invented_evidence_moves_nothing_and_a_jump_costs_confidence() {
    let sample = parsed(
        &[],
        json!({
            "base_rates": [{ "kind": "domain", "description": "d", "rate": 0.2 }],
            "factors": [{ "evidence": ["i7q7/f7"], "direction": "up", "strength": "strong" }],
            "probability": 0.95, "confidence": 7.0,
        }),
    )
    .unwrap();
    assert!((sample.estimate.computed().get() - 0.2).abs() < 1e-9);
    assert!(sample.inconsistent && sample.evidence().is_empty());
    assert!((sample.estimate.confidence - 0.5).abs() < 1e-12, "one, halved");
}

#[test]
fn a_rate_that_is_none_is_left_out() {
    let sample = parsed(
        &[],
        json!({
            "base_rates": [
                { "kind": "domain", "description": "d", "rate": 3.0 }, { "kind": "domain", "description": "d" },
                { "kind": "domain", "description": "d", "successes": 5, "trials": 2 },
                { "kind": "domain", "description": "d", "successes": 0, "trials": 0 },
            ],
            "probability": 0.3, "confidence": 0.1,
        }),
    )
    .unwrap();
    assert!((sample.probability().get() - 0.3).abs() < 1e-9);
    assert_eq!(parsed(&[], json!({ "base_rates": [], "probability": 3.0, "confidence": 0.1 })), None);
}

#[test]
fn every_estimate_starts_from_counted_rates() {
    let guess = json!({ "base_rates": [], "probability": 0.6, "confidence": 0.1 });
    let counted = [known(0.1, 12, 120)];
    let sample = parsed(&counted, guess).unwrap();
    assert!((sample.estimate.computed().get() - 0.1).abs() < 1e-9, "nothing else was stated");
    let stated = json!({
        "base_rates": [{ "kind": "domain", "description": "d", "rate": 0.5 }, { "kind": "domain", "description": "Questions like THIS one", "rate": 0.9 }],
        "probability": 0.2, "confidence": 0.1,
    });
    let sample = parsed(&counted, stated).unwrap();
    assert_eq!(sample.base_rates.len(), 2, "a repetition counts once");
    assert!(sample.probability() > p(0.1) && sample.probability() < p(0.3), "a count outweighs a guess");
}

#[test]
fn without_a_base_rate_the_evidence_counts_once() {
    let sample = parsed(
        &[],
        json!({
            "base_rates": [], "probability": 0.7, "confidence": 0.5, "why_not_higher": "No vote.", "crux": "When?",
            "factors": [{ "evidence": ["i1q1/f1"], "direction": "up", "strength": "moderate" }],
        }),
    )
    .unwrap();
    assert!((sample.estimate.computed().get() - 0.7).abs() < 1e-9 && !sample.inconsistent);
    assert!(sample.estimate.line.prior < p(0.6) && sample.base_rates.len() == 1);
    assert_eq!((sample.case.why_not_higher.as_str(), sample.case.would_change.as_str()), ("No vote.", "When?"));
    let figures = sample.figures();
    assert_eq!((figures.stated, figures.view), (p(0.7), sample.probability()));
    assert!((figures.support - 0.5).abs() < 1e-9 && !figures.settled);
}

#[test]
fn the_prompt_contains_counted_rates_but_not_the_price() {
    let state = state(&[]);
    let counted = [known(0.1, 12, 120)];
    let told = input(
        EstimateInputs {
            state: &state,
            digest: &Digest::from_state(&state),
            known: &counted,
            stated_weight: STATED_WEIGHT,
        },
        2,
    );
    assert_eq!(told["known_base_rates"][0]["trials"], 120);
    assert!(!told.to_string().contains("0.7"));
    assert_eq!(told["perspective"], "evidence first");
}
