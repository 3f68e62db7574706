//! Forecasts of options, numbers and times from estimates, and without any.

use domain::MicroUsd;
use domain::answer::{OTHER, WHOLE};
use domain::forecast::ForecastAnswer;
use domain::run::RunState;
use forecasting::Agreement;
use serde_json::{Value, json};

use super::super::sample::sample;
use super::*;
use crate::digest::Digest;
use crate::perspective::Perspective;
use crate::sample::{found, state, when};

fn asked(kind: AnswerKind) -> RunState {
    let mut evidence = found(2);
    evidence.research.findings[0].text = "Ada Berg leads with 40 per cent.".into();
    let mut state = state(&[("i1q1", Some(evidence))]);
    state.run.asked.market = None;
    state.run.asked.kind = Some(kind);
    state
}

fn made(state: &RunState, replies: &[Value]) -> Forecast {
    rescaled(state, replies, &Rescaling::default())
}

fn rescaled(state: &RunState, replies: &[Value], rescaling: &Rescaling) -> Forecast {
    let digest = Digest::from_state(state);
    let kind = state.run.answer_kind();
    let read = |(n, reply): (usize, &Value)| {
        let reply = serde_json::from_value(reply.clone()).unwrap();
        sample(reply, &kind, &digest, Perspective::nth(n + 1))
    };
    let samples: Vec<DistributionSample> = replies.iter().enumerate().filter_map(read).collect();
    let grounds =
        Grounds { state, digest: &digest, samples: &[], agreement: &Agreement::Agree, known: &[], troubles: &[] };
    let (model, prompt_version) = ("m".to_owned(), "p".to_owned());
    let signature = Signature { model, prompt_version, at: when(), cost: MicroUsd(7), account: Account::default() };
    conclude(grounds, &samples, signature, rescaling)
}

fn options(forecast: &Forecast) -> Vec<(&str, u32)> {
    let Some(Distribution::Options { options }) = &forecast.distribution else { panic!("options") };
    assert_eq!(options.iter().map(|one| one.millionths).sum::<u32>(), WHOLE);
    options.iter().map(|one| (one.option.as_str(), one.millionths)).collect()
}

#[test]
fn an_open_choice_has_the_options_that_were_found_and_the_rest() {
    let state = asked(AnswerKind::MultipleChoice { options: vec![], open: true });
    let reply = json!({
        "options": [{ "option": "Ada Berg", "probability": 0.6 }, { "option": "Invented Person", "probability": 0.3 }],
        "other": 0.1, "confidence": 0.6, "reasoning": "Ada Berg leads with 40 per cent [i1q1/f1]. She had 77 votes.",
    });
    let forecast = made(&state, &[reply.clone(), reply]);
    assert_eq!(options(&forecast), [("Ada Berg", 600_000), (OTHER, 400_000)]);
    assert_eq!(forecast.reasoning, "Ada Berg leads with 40 per cent [i1q1/f1].", "no number without a source");
    assert_eq!(forecast.evidence_used, ["i1q1/f1"]);
    assert!((forecast.probability.get() - 0.6).abs() < 1e-9);
    assert_eq!(forecast.account.distributions.len(), 2);
    assert_eq!(super::super::pool::pool(&forecast.account.distributions), forecast.distribution, "computed again");
    assert_eq!((forecast.account.views.clone(), forecast.recommendation.clone()), (Views::default(), None));
}

#[test]
fn a_number_has_quantiles_in_its_unit() {
    let state = asked(AnswerKind::Numeric { unit: "ships".into(), lower: Some(0.0), upper: None });
    let reply =
        |low: f64| json!({ "quantiles": { "p5": low, "p25": 20, "p50": 30, "p75": 40, "p95": 50 }, "confidence": 0.5 });
    let forecast = made(&state, &[reply(-10.0), reply(10.0)]);
    let text = forecast.distribution.as_ref().unwrap().describe();
    assert_eq!(text, "30 ships (90 %: 5 ships to 50 ships)");
    assert!((forecast.probability.get() - 0.9).abs() < 1e-9);
    assert!(forecast.flags.iter().all(|flag| !flag.contains("usable")), "{:?}", forecast.flags);
}

#[test]
fn a_rescaling_is_applied_and_published() {
    let state = asked(AnswerKind::Numeric { unit: "ships".into(), lower: Some(0.0), upper: None });
    let reply = json!({ "quantiles": { "p5": 10, "p25": 20, "p50": 30, "p75": 40, "p95": 50 }, "confidence": 0.5,
                        "factors": [{ "evidence": ["i1q1/f1"], "direction": "down", "effect": "Fewer." }] });
    let rescaling = Rescaling { factor: Some(2.0), reason: "too narrow".into() };
    let forecast = rescaled(&state, &[reply], &rescaling);
    let text = forecast.distribution.as_ref().unwrap().describe();
    assert_eq!(text, "30 ships (90 %: 0 ships to 70 ships)", "twice as wide, within the limit");
    assert_eq!((forecast.account.rescaled, forecast.account.recalibration.as_str()), (Some(2.0), "too narrow"));
    let evidence = &forecast.account.evidence[0];
    assert_eq!(evidence.direction, domain::forecast::EvidenceDirection::Against, "for a lower number");
    assert!((evidence.weight - 1.0).abs() < 1e-9);
}

#[test]
fn without_an_estimate_nothing_is_invented() {
    let choice = asked(AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: false });
    let alike = made(&choice, &[]);
    assert_eq!(options(&alike), [("Ada", 500_000), ("Bo", 500_000)]);
    assert!(alike.flags[0].contains("no usable estimate"), "{:?}", alike.flags);
    let limited = asked(AnswerKind::Numeric { unit: String::new(), lower: Some(0.0), upper: Some(100.0) });
    assert_eq!(made(&limited, &[]).distribution.unwrap().describe(), "50 (90 %: 5 to 95)");
    for kind in [
        AnswerKind::Date,
        AnswerKind::Numeric { unit: String::new(), lower: None, upper: None },
        AnswerKind::MultipleChoice { options: vec![], open: true },
    ] {
        let forecast = made(&asked(kind), &[]);
        assert_eq!((forecast.answer(), forecast.confidence), (ForecastAnswer::Nothing, NO_ESTIMATE));
        assert!(forecast.flags[0].contains("has no answer"), "{:?}", forecast.flags);
    }
}

#[test]
fn a_run_whose_decision_was_dead_lettered_ends_by_its_kind() {
    let state = asked(AnswerKind::Date);
    let forecast = undecided(crate::conclude::undecided(&state, when(), (&[], &Relations::default())));
    assert_eq!(forecast.answer(), ForecastAnswer::Nothing);
    let mut binary = state;
    binary.run.asked.kind = None;
    let forecast = undecided(crate::conclude::undecided(&binary, when(), (&[], &Relations::default())));
    assert!(matches!(forecast.answer(), ForecastAnswer::YesOrNo(_)));
}
