//! Conclusions as a specification.

use domain::forecast::Cases;
use forecasting::calibration::map::MapKind;
use forecasting::{Estimate, assess_agreement};
use proptest::prelude::*;

use super::*;
use crate::sample::{failed, found, sample_of, state, when};

const BAR: Bar = Bar { cost: 0.02, edge: 0.05, confidence: 0.3, stake: MicroUsd::dollars(100) };

fn p(value: f64) -> Probability {
    Probability::clamp(value).unwrap()
}

/// An estimate of that probability with a finding behind it that weighs nothing.
fn sample(probability: f64, confidence: f64, reasoning: &str) -> Sample {
    let mut made = sample_of(probability, &["+i1q1/f1"]);
    made.estimate.line.factors[0].strength = forecasting::Strength::None;
    made.estimate = Estimate { stated: p(probability), confidence, ..made.estimate };
    let (description, source) = ("d".into(), String::new());
    let base = BaseRate { kind: "domain".into(), description, rate: p(0.5), cases: None, source };
    Sample { base_rates: vec![base], reasoning: reasoning.into(), ..made }
}

fn signed() -> Signature {
    Signature {
        model: "m".into(),
        prompt_version: "p".into(),
        at: when(),
        cost: MicroUsd(7),
        account: Account::default(),
    }
}

fn mapped_by(state: &RunState, samples: &[Sample], recalibration: &Map) -> Forecast {
    let digest = Digest::from_state(state);
    let estimates: Vec<Estimate> = samples.iter().map(|sample| sample.estimate.clone()).collect();
    let agreement = assess_agreement(&estimates, &digest.unverified());
    let grounds = Grounds { state, digest: &digest, samples, agreement: &agreement, known: &[], troubles: &[] };
    conclude(
        grounds,
        signed(),
        Rules {
            bar: BAR,
            recalibration,
            require_recommendation: false,
            record: None,
            market_weight: None,
            related: &Relations::default(),
        },
    )
}

#[test]
fn a_required_recommendation_is_to_abstain_where_the_price_is_unknown() {
    let advised = |state: &RunState, require_recommendation| {
        let (digest, samples) = (Digest::from_state(state), [sample(0.9, 0.8, "")]);
        let agreement = Agreement::Agree;
        let grounds =
            Grounds { state, digest: &digest, samples: &samples, agreement: &agreement, known: &[], troubles: &[] };
        let recalibration = &Map::identity("no outcomes yet");
        conclude(
            grounds,
            signed(),
            Rules {
                bar: BAR,
                recalibration,
                require_recommendation,
                record: None,
                market_weight: None,
                related: &Relations::default(),
            },
        )
        .recommendation
    };
    let mut state = state(&[("i1q1", Some(found(2)))]);
    assert_eq!(advised(&state, true), advised(&state, false), "a price is known");
    state.run.asked.market.as_mut().unwrap().price = None;
    assert_eq!(advised(&state, false), None);
    let advice = advised(&state, true).unwrap();
    assert_eq!((advice.action, advice.size), (domain::forecast::Action::Abstain, MicroUsd::ZERO));
    assert!(advice.reason.contains("not known"), "{}", advice.reason);
    state.run.asked.market = None;
    assert_eq!(advised(&state, true), None, "there is no market");
}

fn forecast(state: &RunState, samples: &[Sample]) -> Forecast {
    mapped_by(state, samples, &Map::identity("no outcomes yet"))
}

#[test]
fn the_pool_is_stated_with_bounds_around_it() {
    let mut state = state(&[("i1q1", Some(found(2)))]);
    state.run.asked.market = None;
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
    assert_eq!(made.base_rates.len(), 1, "each rate once");
    assert_eq!(made.account.recalibration, "identity: no outcomes yet");
}

#[test]
fn without_evidence_the_price_is_kept_and_the_advice_is_to_abstain() {
    let state = state(&[("i1q1", Some(found(2)))]);
    let made = forecast(&state, &[sample(0.4, 0.05, ""), sample(0.4, 0.05, ""), sample(0.4, 0.05, "")]);
    assert!((made.probability.get() - 0.7).abs() < 1e-12, "exactly at the price: nothing speaks against it");
    assert_eq!(made.base_rates.len(), 2, "ours, and the market");
    let advice = made.recommendation.unwrap();
    assert_eq!((advice.action, advice.size), (domain::forecast::Action::Abstain, MicroUsd::ZERO));
}

#[test]
fn the_view_alone_is_given_on_request_and_the_advice_still_compares_it_with_the_price() {
    let mut state = state(&[("i1q1", Some(found(2)))]);
    let mut samples = [sample_of(0.2, &["-i1q1/f1"]), sample_of(0.2, &["-i1q1/f1"])];
    samples.iter_mut().for_each(|sample| sample.estimate.confidence = 0.8);
    let pooled = forecast(&state, &samples);
    let views = &pooled.account.views;
    let own = views.own.unwrap();
    assert!(pooled.probability > own && views.pooled == Some(pooled.probability) && views.price.is_some());
    assert!(pooled.lower <= own && own <= pooled.upper, "the bounds contain the own view");
    assert_eq!(pooled.account.estimates.len(), 2);
    state.run.asked.config.independent = true;
    let alone = forecast(&state, &samples);
    assert_eq!((alone.probability, alone.account.views.pooled), (own, None));
    assert!(alone.base_rates.iter().all(|base| base.kind != "market"));
    let action = |made: &Forecast| made.recommendation.as_ref().unwrap().action;
    assert_eq!((action(&alone), action(&pooled)), (domain::forecast::Action::Sell, domain::forecast::Action::Sell));
}

#[test]
fn evidence_and_trust_move_the_price() {
    let state = state(&[("i1q1", Some(found(2)))]);
    let against = |confidence: f64| {
        let mut made = sample_of(0.5, &["-i1q1/f1"]);
        made.estimate.confidence = confidence;
        forecast(&state, &[made.clone(), made]).probability
    };
    assert!(against(0.9) < against(0.3) && against(0.3) < p(0.7));
    assert!(against(0.5) > p(0.5), "an ordinary estimate is one part in four");
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
fn without_an_estimate_the_counted_rate_is_stated() {
    let mut state = state(&[]);
    state.run.asked.market = None;
    let (digest, cases) = (Digest::from_state(&state), Some(Cases { successes: 2, trials: 20 }));
    let (kind, description, source) = ("reference_class".into(), "like questions".into(), "outcomes".into());
    let known = [BaseRate { kind, description, rate: p(0.1), cases, source }];
    let grounds = Grounds {
        state: &state,
        digest: &digest,
        samples: &[],
        agreement: &Agreement::Agree,
        known: &known,
        troubles: &[],
    };
    let made = conclude(
        grounds,
        signed(),
        Rules {
            bar: BAR,
            recalibration: &Map::identity("none"),
            require_recommendation: false,
            record: None,
            market_weight: None,
            related: &Relations::default(),
        },
    );
    assert!((made.probability.get() - 0.1).abs() < 1e-9 && made.base_rates == known);
    assert!(made.reasoning.contains("rate of like questions"));
}

#[test]
fn a_map_is_applied_first_and_the_uncalibrated_value_is_kept() {
    let mut state = state(&[("i1q1", Some(found(1)))]);
    state.run.asked.market = None;
    let sharper = Map { kind: MapKind::Platt { offset: 0.0, slope: 2.0 }, reason: "stable over five rounds".into() };
    let made = mapped_by(&state, &[sample(0.6, 0.8, "")], &sharper);
    let expected = Probability::from_log_odds(2.0 * p(0.6).log_odds()).unwrap();
    assert!((made.probability.get() - expected.get()).abs() < 1e-9);
    assert!((made.uncalibrated.unwrap().get() - 0.6).abs() < 1e-9);
    assert!(made.lower <= made.probability && made.probability <= made.upper);
    assert_eq!(made.account.recalibration, "platt: stable over five rounds");
    assert_eq!(forecast(&state, &[sample(0.6, 0.8, "")]).uncalibrated, None);
}

#[test]
fn conditions_that_need_attention_are_flagged() {
    let mut state = state(&[("i1q1", Some(found(1)))]);
    state.run.asked.config.min_confidence = Some(0.9);
    state.run.asked.config.human_review = true;
    let mut far = sample(0.2, 0.5, "");
    far.inconsistent = true;
    let flags = forecast(&state, &[far, sample(0.8, 0.5, "")]).flags.join("; ");
    for word in ["0.60 apart", "does not follow", "0.90 that was asked for", "review"] {
        assert!(flags.contains(word), "{word} in {flags}");
    }
}

#[test]
fn agreement_on_one_unverified_claim_is_as_good_as_disagreement() {
    let mut state = state(&[("i1q1", Some(found(1)))]);
    state.run.asked.market = None;
    let leaning = || sample_of(0.3, &["+i1q1/f1"]);
    let fragile = forecast(&state, &[leaning(), leaning()]);
    let firm =
        forecast(&state, &[sample_of(fragile.probability.get(), &[]), sample_of(fragile.probability.get(), &[])]);
    assert!(
        fragile.flags[0].contains("unverified claim [i1q1/f1]; without it they come to 0.30"),
        "{:?}",
        fragile.flags
    );
    assert!((fragile.probability.get() - firm.probability.get()).abs() < 1e-9);
    assert!(fragile.confidence < firm.confidence);
    assert!(fragile.lower < firm.lower && fragile.lower <= p(0.31), "the bounds reach what they come to without it");
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
    let made = undecided(&state(&[]), when(), (&["why".to_owned()], &Relations::default()));
    assert_eq!(made.flags, ["why"]);
}

proptest! {
    #[test]
    fn every_estimate_yields_a_complete_forecast(
        estimates in prop::collection::vec((0.0..=1.0f64, 0.0..=1.0f64, prop::sample::select(vec!["+i1q1/f1", "-i1q1/f1", "+i1q1/f2"])), 0..6),
        market in prop::option::of(0.0..=1.0f64),
        (offset, slope) in (-2.0..2.0f64, 0.0..3.0f64),
    ) {
        let mut state = state(&[("i1q1", Some(found(2)))]);
        state.run.asked.market = market.map(|price| domain::event::Market { price: Some(price), ..Default::default() });
        let samples: Vec<Sample> = estimates
            .into_iter()
            .map(|(prior, confidence, finding)| {
                let mut made = sample_of(prior, &[finding]);
                made.estimate.confidence = confidence;
                made
            })
            .collect();
        let made = mapped_by(&state, &samples, &Map { kind: MapKind::Platt { offset, slope }, reason: "a test".into() });
        prop_assert!(made.lower <= made.probability && made.probability <= made.upper);
        prop_assert!((0.0..=1.0).contains(&made.confidence));
        prop_assert_eq!(made.recommendation.is_some(), market.is_some());
        if let Some(advice) = made.recommendation {
            prop_assert!(advice.size <= BAR.stake && (0.0..=0.25).contains(&advice.fraction));
            prop_assert_eq!(advice.size == MicroUsd::ZERO, advice.fraction < 1e-6);
            prop_assert!(advice.action != domain::forecast::Action::Abstain || advice.fraction <= 0.0);
        }
    }
}

#[test]
fn advice_follows_from_the_repaired_view() {
    use domain::forecast::Action;
    let mut state = state(&[("i1q1", Some(found(2)))]);
    let event_option = domain::reading::EventOption { key: "e".into(), option: "ada".into(), options: None };
    state.run.reading = Some(domain::Reading { event_option: Some(event_option), ..domain::Reading::default() });
    state.run.asked.market.as_mut().unwrap().price = Some(0.5);
    let other = store::forecasts::OptionRow {
        run: domain::RunId(domain::JobId::named(&["bo"]).0),
        question: "Will Bo win?".into(),
        option: "bo".into(),
        probability: p(0.7),
    };
    let samples = [sample(0.9, 0.9, ""), sample(0.9, 0.9, "")];
    let made = |options: &[store::forecasts::OptionRow]| {
        let digest = Digest::from_state(&state);
        let (agreement, recalibration) = (Agreement::Agree, &Map::identity("none"));
        let grounds = Grounds {
            state: &state,
            digest: &digest,
            samples: &samples,
            agreement: &agreement,
            known: &[],
            troubles: &[],
        };
        let related = &Relations::new(&state.run, &[], options);
        let rules = Rules {
            bar: BAR,
            recalibration,
            require_recommendation: false,
            record: None,
            market_weight: None,
            related,
        };
        conclude(grounds, signed(), rules)
    };
    let alone = made(&[]);
    assert!(alone.recommendation.as_ref().unwrap().edge > 0.0, "{:?}", alone.recommendation);
    let held = made(&[other]);
    let advice = held.recommendation.unwrap();
    assert!((held.probability.get() - 0.3).abs() < 1e-9, "what Bo leaves");
    assert!((advice.edge + 0.2).abs() < 1e-9 && advice.action != Action::Buy, "{advice:?}");
}
