//! Conclusions as a specification.

use super::*;
use crate::sample::{failed, found, run, state, when};

const BAR: Bar = Bar { cost: 0.02, edge: 0.05, confidence: 0.3 };

fn p(value: f64) -> Probability {
    Probability::clamp(value).unwrap()
}

fn sample(probability: f64, confidence: f64, reasoning: &str) -> Sample {
    Sample {
        probability: p(probability),
        confidence,
        base_rates: vec![BaseRate { kind: "domain".into(), description: "d".into(), rate: p(0.5) }],
        evidence: vec!["i1q1/f1".into()],
        reasoning: reasoning.into(),
        inconsistent: false,
    }
}

fn signed() -> Signature {
    Signature { model: "m".into(), prompt_version: "p".into(), at: when(), cost: MicroUsd(7) }
}

fn forecast(state: &RunState, samples: &[Sample]) -> Forecast {
    let digest = Digest::of(state);
    conclude(Grounds { state, digest: &digest, samples, troubles: &[] }, signed(), BAR)
}

#[test]
fn the_pool_is_stated_with_bounds_around_it() {
    let state = state(&[("i1q1", Some(found(2)))]);
    let made = forecast(
        &state,
        &[sample(0.8, 0.8, "Senator 1 supports it [i1q1/f1]."), sample(0.7, 0.8, ""), sample(0.75, 0.8, "")],
    );
    assert!(made.lower < made.probability && made.probability < made.upper);
    assert!(made.probability > p(0.7) && made.probability < p(0.8));
    assert_eq!(made.evidence_used, ["i1q1/f1"]);
    assert_eq!((made.questions_asked, made.questions_answered, made.iterations), (1, 1, 1));
    assert_eq!(made.cost, MicroUsd(7));
    assert_eq!(made.flags, Vec::<String>::new());
    assert_eq!(made.base_rates.len(), 2, "each rate once, and the market");
}

#[test]
fn who_knows_little_stays_at_the_price_and_abstains() {
    let state = state(&[("i1q1", Some(found(2)))]);
    let made = forecast(&state, &[sample(0.4, 0.05, ""), sample(0.4, 0.05, ""), sample(0.4, 0.05, "")]);
    assert!((made.probability.get() - 0.7).abs() < 0.01);
    assert_eq!(made.recommendation.unwrap().action, domain::forecast::Action::Abstain);
}

#[test]
fn never_nothing() {
    let mut state = state(&[("i1q1", Some(failed("no money"))), ("i1q2", None)]);
    let priced = forecast(&state, &[]);
    assert!((priced.probability.get() - 0.7).abs() < 1e-9);
    assert!(priced.reasoning.contains("market's price"));
    assert_eq!(priced.flags, ["2 of 2 questions have no usable answer"]);
    state.run.asked.market = None;
    let even = forecast(&state, &[]);
    assert!((even.probability.get() - 0.5).abs() < 1e-9);
    assert!(even.lower.get() < 0.2 && even.upper.get() > 0.8 && even.recommendation.is_none());
}

#[test]
fn what_a_person_should_see_is_flagged() {
    let mut state = state(&[("i1q1", Some(found(1)))]);
    state.run.asked.config.min_confidence = Some(0.9);
    state.run.asked.config.human_review = true;
    let mut far = sample(0.2, 0.5, "");
    far.inconsistent = true;
    let flags = forecast(&state, &[far, sample(0.8, 0.5, "")]).flags.join("; ");
    for word in ["apart", "does not follow", "0.90 that was asked for", "review"] {
        assert!(flags.contains(word), "{word} in {flags}");
    }
}

#[test]
fn unanswered_questions_and_disagreement_cost_confidence() {
    let whole = state(&[("i1q1", Some(found(1))), ("i1q2", Some(found(1)))]);
    let half = state(&[("i1q1", Some(found(1))), ("i1q2", Some(failed("x")))]);
    let agreeing = [sample(0.6, 0.8, ""), sample(0.6, 0.8, "")];
    let apart = [sample(0.3, 0.8, ""), sample(0.7, 0.8, "")];
    let best = forecast(&whole, &agreeing).confidence;
    assert!(best > forecast(&half, &agreeing).confidence);
    assert!(best > forecast(&whole, &apart).confidence);
}

#[test]
fn ungrounded_reasoning_is_replaced() {
    let state = state(&[("i1q1", Some(found(1)))]);
    let made = forecast(&state, &[sample(0.6, 0.5, "It rose by 99 % [i4q4/f1].")]);
    assert_eq!(made.reasoning, "The estimates were pooled with the market's price.");
}

#[test]
fn a_run_that_cannot_be_read_still_gets_an_answer() {
    assert_eq!(fallback(&run(), when(), "why").flags, ["why"]);
}
