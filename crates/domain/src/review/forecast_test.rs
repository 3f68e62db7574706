//! Tests of reviewed forecasts.

use chrono::TimeDelta;

use super::*;
use crate::event::{AskConfig, AskedQuestion, Market};
use crate::review::{Approval, Edit, Execution, Refused, Rejection, ResultState, ReviewEvent, SessionState};
use crate::{EventId, Run, Tenant};

fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_900_000_000 + seconds, 0).unwrap()
}

fn p(value: f64) -> Probability {
    Probability::clamp(value).unwrap()
}

fn run() -> Run {
    let event_job = JobId::named(&["event"]);
    let market = Market { price: Some(0.5), ..Market::default() };
    let asked = AskedQuestion {
        text: "Will it rain?".into(),
        market: Some(market),
        config: AskConfig { human_review: true, ..AskConfig::default() },
        ..AskedQuestion::default()
    };
    Run {
        id: RunId::for_event(event_job),
        event: EventId::parse("e").unwrap(),
        event_job,
        asked,
        budget: MicroUsd(100),
        asked_at: at(0),
        ..crate::testing::run()
    }
}

fn forecast() -> Forecast {
    let recommendation = Recommendation {
        action: Action::Buy,
        price: 0.5,
        edge: 0.25,
        net_edge: 0.2,
        fraction: 0.1,
        size: MicroUsd(10),
        reason: "cheap".into(),
    };
    Forecast {
        run: run(),
        probability: p(0.75),
        lower: p(0.6),
        upper: p(0.8),
        confidence: 0.7,
        reasoning: "Clouds [i1q1/f1].".into(),
        samples: vec![p(0.75)],
        recommendation: Some(recommendation),
        questions_asked: 1,
        questions_answered: 1,
        cost: MicroUsd(7),
        flags: vec!["1 of 2 questions have no usable answer".into(), REVIEW_FLAG.into()],
        made_at: at(5),
        uncalibrated: Some(p(0.7)),
        ..crate::testing::forecast()
    }
}

fn pending() -> ReviewedResult {
    let session = Session::new(Tenant::default(), ReviewedResult::session_of_forecast(run().id));
    ReviewedResult::record_forecast(&session, forecast(), at(10))
}

fn approval(edits: Vec<Edit>) -> ReviewEvent {
    let (by, reason) = ("ada".to_owned(), String::new());
    let (violations, verbs, lei_checks) = (Vec::new(), Vec::new(), Vec::new());
    ReviewEvent::Approved(Approval { by, at: at(20), reason, edits, violations, verbs, lei_checks })
}

fn replace(path: &str, old: Value, value: Value) -> Edit {
    Edit::Replace { path: path.into(), old, value }
}

#[test]
fn a_forecast_waits_under_the_id_of_its_run_and_is_approved_as_it_is() {
    let pending = pending();
    assert_eq!((pending.state, pending.result.id.0), (ResultState::Pending, run().id.0));
    assert_eq!((pending.expires_at, pending.approved_forecast()), (Some(at(10) + TimeDelta::days(7)), None));
    assert_eq!(pending.result.parameters["question"], "Will it rain?");
    let approved = pending.step(&approval(Vec::new())).unwrap();
    assert_eq!((approved.state, approved.session.state), (ResultState::Approved, SessionState::Idle));
    let published = approved.approved_forecast().unwrap();
    assert_eq!(published.flags, ["1 of 2 questions have no usable answer", "reviewed by ada"]);
    assert_eq!(Forecast { flags: forecast().flags, ..published }, forecast());
    assert_eq!(approved.ending(), None);
}

#[test]
fn an_edit_changes_the_published_forecast_and_keeps_the_models() {
    let edits = vec![
        replace("/probability", json!(0.75), json!(0.4)),
        replace("/lower", json!(0.6), json!(0.3)),
        replace("/reasoning", json!("Clouds [i1q1/f1]."), json!("The front turned away.")),
    ];
    let approved = pending().step(&approval(edits)).unwrap();
    assert_eq!(approved.forecast.as_deref(), Some(&forecast()), "the model's forecast stays for the score");
    let published = approved.approved_forecast().unwrap();
    assert_eq!((published.lower, published.probability, published.upper), (p(0.3), p(0.4), p(0.8)));
    assert_eq!(published.reasoning, "The front turned away.");
    assert_eq!(published.flags[1], "reviewed by ada, who changed: probability, lower, reasoning");
    let advice = published.recommendation.unwrap();
    assert_eq!((advice.action, advice.size, advice.fraction), (Action::Abstain, MicroUsd::ZERO, 0.0));
    assert!((advice.edge + 0.1).abs() < 1e-9 && (advice.net_edge - 0.05).abs() < 1e-9, "{advice:?}");
}

#[test]
fn an_edit_outside_the_rules_of_a_forecast_is_refused_with_its_place() {
    let cases = [
        (replace("/probability", json!(0.75), json!(1.2)), "/probability", "0.01 to 0.99"),
        (replace("/probability", json!(0.75), json!("high")), "/probability", "not a number"),
        (replace("/probability", json!(0.75), json!(0.9)), "/probability", "between lower and upper"),
        (replace("/reasoning", json!("Clouds [i1q1/f1]."), json!(" ")), "/reasoning", "empty"),
        (Edit::Remove { path: "/upper".into(), old: json!(0.8) }, "/upper", "missing"),
        (Edit::Add { path: "/model".into(), value: json!("mine") }, "/model", "may change"),
        (replace("", data(&forecast()), json!([])), "", "not an object"),
    ];
    for (edit, place, reason) in cases {
        match pending().step(&approval(vec![edit])).unwrap_err() {
            Refused::Invalid { path, problem, .. } => {
                assert!(path == place && problem.contains(reason), "{path}: {problem}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_rejected_and_an_expired_forecast_end_with_a_reason() {
    let rejection = Rejection { by: "bob".into(), at: at(21), reason: "stale".into() };
    let rejected = pending().step(&ReviewEvent::Rejected(rejection)).unwrap();
    assert_eq!((rejected.approved_forecast(), rejected.session.state), (None, SessionState::Idle));
    let Some(NoForecast::Rejected(decision)) = rejected.ending() else { panic!("{rejected:?}") };
    assert_eq!(decision.to_string(), "by bob: stale");
    let end = pending().expires_at.unwrap();
    let expired = pending().step(&ReviewEvent::Expired { at: end }).unwrap();
    let Some(NoForecast::Expired(decision)) = expired.ending() else { panic!("{expired:?}") };
    assert!(decision.reason.contains("not reviewed in time"), "{decision}");
    assert_eq!(pending().ending(), None);
}

#[test]
fn a_forecast_has_no_verbs() {
    let ReviewEvent::Approved(plain) = approval(Vec::new()) else { unreachable!() };
    let with_verbs = ReviewEvent::Approved(Approval { verbs: vec!["(a.b)".into()], ..plain });
    assert!(pending().step(&with_verbs).unwrap_err().to_string().contains("has no verbs"));
    let approved = pending().step(&approval(Vec::new())).unwrap();
    let execution = ReviewEvent::VerbsExecuted(Execution { by: "ada".into(), at: at(30), answer: json!({}) });
    assert!(approved.step(&execution).unwrap_err().to_string().contains("has no verbs"));
}

#[test]
fn of_an_answer_that_is_no_probability_the_reasoning_alone_can_be_changed() {
    let mut made = forecast();
    made.run.asked.kind = Some(crate::AnswerKind::Date);
    let session = Session::new(Tenant::default(), ReviewedResult::session_of_forecast(run().id));
    let pending = ReviewedResult::record_forecast(&session, made.clone(), at(10));
    assert_eq!(pending.result.data, json!({ "reasoning": made.reasoning }));
    assert_eq!(pending.result.parameters["answer"], "no answer");
    let edit = replace("/reasoning", json!(made.reasoning), json!("Clear sky."));
    let published = pending.step(&approval(vec![edit])).unwrap().approved_forecast().unwrap();
    assert_eq!((published.reasoning.as_str(), published.probability), ("Clear sky.", made.probability));
}

#[test]
fn the_kind_of_the_answer_decides_which_fields_can_be_changed() {
    let (yes_or_no, reasoning) = (forecast(), json!({ "reasoning": "because" }));
    let fields = |forecast: &Forecast, data: &Value| -> Vec<String> {
        forecast_violations(forecast, data).into_iter().map(|violation| violation.path).collect()
    };
    assert_eq!(fields(&yes_or_no, &reasoning), ["/lower", "/probability", "/upper"], "no number can be removed");
    let mut number = forecast();
    number.run.asked.kind = Some(crate::AnswerKind::Date);
    assert_eq!(fields(&number, &reasoning), [""; 0]);
    let with_number = json!({ "reasoning": "because", "probability": 0.5 });
    assert_eq!(fields(&number, &with_number), ["/probability"], "nor added to another answer");
}
