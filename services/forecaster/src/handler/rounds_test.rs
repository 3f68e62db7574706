//! Rounds with fakes at their seams: every branch, and twice.

use std::time::Duration;

use domain::effect::Effect;
use domain::run::Phase;
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{LlmError, ModelReply, Request, ToolChoice};
use proto::events::{ForecastMade, ResearchRequested};
use runtime::FailureAction;
use serde_json::{Value, json};

use super::*;
use crate::handler::fakes::{Shelf, attempt, emitted, over};
use crate::sample::{failed, found, state};

/// Answers every task by its tool's name.
fn by_task(analyze: Value, estimate: Value) -> FakeModel {
    FakeModel::by_rule(move |request: &Request| {
        let ToolChoice::Tool(tool) = &request.tool_choice else { panic!("a forced tool") };
        let input = if tool == "analyze_evidence" { analyze.clone() } else { estimate.clone() };
        Ok(tool_call(tool, input))
    })
}

fn enough() -> Value {
    json!({ "sufficient": true, "probability": 0.6, "uncertainty": 0.1 })
}

fn estimated(rate: f64) -> Value {
    json!({
        "base_rates": [{ "kind": "historical", "description": "bills", "rate": rate }],
        "factors": [{ "evidence": ["i1q1/f1"], "direction": "up", "strength": "weak" }],
        "probability": rate, "confidence": 0.5, "reasoning": "Senator 1 is for it [i1q1/f1].",
    })
}

fn message(request: &Request) -> String {
    let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
    text.clone()
}

fn rounds(state: RunState, fake: FakeModel) -> (Rounds<Shelf, Shelf>, Arc<worker::testing::FakeModelClient>) {
    let (model, client) = over(fake, &[]);
    let shelf = Shelf::with(state);
    (Rounds { runs: Arc::clone(&shelf), past: shelf, model, config: ForecasterConfig::defaults() }, client)
}

fn answered(state: &RunState) -> RunAnswered {
    crate::outcome::answered(&state.run, state.iteration)
}

async fn decide(state: RunState, fake: FakeModel) -> Outcome {
    let event = answered(&state);
    rounds(state, fake).0.handle(event, &attempt("r", 0)).await.unwrap()
}

fn forecast(outcome: &Outcome) -> domain::Forecast {
    let [Effect::RunFinished { forecast, version: 4 }] = outcome.effects.as_slice() else {
        panic!("one end: {:?}", outcome.effects)
    };
    assert_eq!(emitted::<ForecastMade>(outcome).len(), 1);
    (**forecast).clone()
}

#[tokio::test]
async fn enough_evidence_is_pooled_into_a_forecast_once() {
    let state = state(&[("i1q1", Some(found(2)))]);
    let event = answered(&state);
    let (rounds, client) = rounds(state, by_task(enough(), estimated(0.5)));
    let first = rounds.handle(event.clone(), &attempt("r", 0)).await.unwrap();
    let again = rounds.handle(event, &attempt("r", 0)).await.unwrap();
    assert_eq!(first.effects, again.effects, "twice is the same");
    assert_eq!(client.model.calls(), 4, "one analysis, three estimates, each paid once");
    let made = forecast(&first);
    assert_eq!((made.samples.len(), made.flags.len(), made.evidence_used), (3, 0, vec!["i1q1/f1".to_owned()]));
    assert_eq!(made.cost, client.ledger.spent(&domain::BudgetScope::run(made.run.id)), "what the ledger says");
    let (analysis, estimates): (Vec<Request>, Vec<Request>) = client
        .model
        .asked()
        .into_iter()
        .map(|(_, request)| request)
        .partition(|request| request.tool_choice == ToolChoice::Tool("analyze_evidence".into()));
    assert_eq!((analysis.len(), estimates.len()), (1, 3));
    let mut messages = estimates.iter().map(message).collect::<Vec<_>>();
    messages.sort();
    for (message, expected) in messages.iter().zip(["base rate first", "evidence first", "what would have to be true"])
    {
        assert!(message.starts_with(&format!("Your perspective: {expected}.")), "{message}");
    }
    assert!(estimates.iter().all(|request| request.temperature.is_none()), "many models refuse a temperature");
    let first = |message: &str| message.find("i1q1/f1\"").unwrap() < message.find("i1q1/f2\"").unwrap();
    assert!(first(&messages[0]) && !first(&messages[1]), "the order of the evidence differs");
    let perspectives: Vec<&str> = made.account.estimates.iter().map(|one| one.perspective.as_str()).collect();
    assert_eq!(perspectives, ["base rate first", "evidence first", "what would have to be true"]);
}

#[tokio::test]
async fn a_gap_that_is_worth_it_is_another_round() {
    let gaps = json!({
        "sufficient": false, "probability": 0.6, "uncertainty": 0.4,
        "gaps": [{ "question": "Who abstains?", "priority": "critical", "resolves": 0.9 }],
    });
    let outcome = decide(state(&[("i1q1", Some(found(1)))]), by_task(gaps, estimated(0.5))).await;
    let [Effect::RunExtended { questions, version: 4, .. }, Effect::RoundValued { valuation, .. }] =
        outcome.effects.as_slice()
    else {
        panic!("another round: {:?}", outcome.effects)
    };
    assert_eq!(questions[0].id, "i2q1");
    assert!(valuation.goes_on && valuation.round == 1 && valuation.gain > valuation.cost, "{valuation:?}");
    assert_eq!(emitted::<ResearchRequested>(&outcome).len(), 1);
    assert_eq!(outcome.label, "another_round");
}

#[tokio::test]
async fn the_last_round_is_not_analyzed() {
    let mut last = state(&[("i1q1", Some(found(1)))]);
    last.run.asked.config.max_iterations = Some(1);
    let event = answered(&last);
    let (rounds, client) = rounds(last, by_task(enough(), estimated(0.5)));
    forecast(&rounds.handle(event, &attempt("r", 0)).await.unwrap());
    assert_eq!(client.model.calls(), 3);
}

#[tokio::test]
async fn a_cancelled_run_is_forecast_from_its_evidence_and_flagged() {
    let mut stopped = state(&[("i1q1", Some(found(1))), ("i1q2", None)]);
    let by = |forecast| domain::run::Cancellation {
        by: "ada".into(),
        reason: "too dear".into(),
        at: crate::sample::when(),
        forecast,
    };
    stopped.cancelled = Some(by(true));
    let event = answered(&stopped);
    let (rounds, client) = rounds(stopped, by_task(enough(), estimated(0.5)));
    let made = forecast(&rounds.handle(event, &attempt("r", 0)).await.unwrap());
    assert_eq!(client.model.calls(), 3, "nobody asks whether more should be researched");
    assert!(made.flags.contains(&"cancelled by ada: too dear".to_owned()), "{:?}", made.flags);
    assert_eq!(made.evidence_used, ["i1q1/f1"]);
}

#[tokio::test]
async fn without_budget_the_price_is_stated_with_a_flag() {
    let mut poor = state(&[("i1q1", Some(failed("no money")))]);
    poor.run.budget = MicroUsd(1);
    let made = forecast(&decide(poor, by_task(enough(), estimated(0.5))).await);
    assert!((made.probability.get() - 0.7).abs() < 1e-9);
    assert!(made.flags.iter().any(|flag| flag.contains("budget")), "{:?}", made.flags);
    assert!(made.samples.is_empty() && made.confidence < 0.1);
}

#[tokio::test]
async fn unusable_answers_leave_the_price() {
    let made =
        forecast(&decide(state(&[("i1q1", Some(found(1)))]), FakeModel::by_rule(|_| Ok(text_reply("no")))).await);
    assert!((made.probability.get() - 0.7).abs() < 1e-9);
    assert_eq!(made.flags.len(), 4, "the analysis and three estimates: {:?}", made.flags);
}

#[tokio::test]
async fn a_round_that_was_decided_is_past_and_one_that_is_open_is_early() {
    let mut done = state(&[("i1q1", Some(found(1)))]);
    done.phase = Phase::Done;
    let outcome = decide(done, FakeModel::scripted([])).await;
    assert_eq!((outcome.label, outcome.effects.len(), outcome.facts.len()), ("past", 0, 0));
    let mut open = state(&[("i1q1", None)]);
    open.phase = Phase::Waiting;
    let event = answered(&open);
    let failure = rounds(open, FakeModel::scripted([])).0.handle(event, &attempt("r", 0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Retry));
}

#[tokio::test]
async fn a_run_that_is_not_stored_yet_is_looked_for_again() {
    let known = state(&[]);
    let (rounds, _) = rounds(known.clone(), FakeModel::scripted([]));
    let stranger = RunAnswered { run: domain::RunId::for_event(domain::JobId::named(&["other"])), ..answered(&known) };
    let failure = rounds.handle(stranger, &attempt("r", 0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Retry));
}

#[tokio::test]
async fn a_busy_model_is_waited_for_and_a_lost_one_only_so_often() {
    let busy = || -> Result<ModelReply, LlmError> { Err(LlmError::Overloaded { after: Some(Duration::from_secs(3)) }) };
    let asked = state(&[("i1q1", Some(found(1)))]);
    let (waiting, _) = rounds(asked.clone(), FakeModel::by_rule(move |_| busy()));
    let failure = waiting.handle(answered(&asked), &attempt("r", 0)).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Defer(_)));
    let (lost, _) = rounds(asked.clone(), FakeModel::by_rule(|_| Err(LlmError::Lost { reason: "x".into() })));
    assert!(matches!(
        lost.handle(answered(&asked), &attempt("r", 0)).await.err().unwrap().action(),
        FailureAction::Retry
    ));
    assert!(!forecast(&lost.handle(answered(&asked), &attempt("r", 3)).await.unwrap()).flags.is_empty());
}

#[tokio::test]
async fn a_refused_account_is_waited_for_and_a_declined_answer_is_a_flag() {
    let asked = state(&[("i1q1", Some(found(1)))]);
    let spent = || Err(LlmError::SpendCap { message: "no credit".into() });
    let (waiting, client) = rounds(asked.clone(), FakeModel::by_rule(move |_| spent()));
    for failures in [0, 99] {
        let failure = waiting.handle(answered(&asked), &attempt("r", failures)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Defer(after) if after.as_secs() >= 600), "{failure:?}");
    }
    assert_eq!(client.model.calls(), 1);
    let declined = ModelReply { stop: llm::StopReason::Refusal, ..text_reply("No.") };
    let made = forecast(&decide(asked, FakeModel::by_rule(move |_| Ok(declined.clone()))).await);
    let declined = |step: &str| made.flags.iter().any(|flag| flag.starts_with(step) && flag.contains("declined"));
    assert!(declined("analyze:") && declined("estimate-1:"), "{:?}", made.flags);
}

#[tokio::test]
async fn a_question_that_was_not_decomposed_is_a_flag() {
    let mut whole = state(&[("i1q1", Some(found(1)))]);
    whole.questions = crate::decompose::fallback(&whole.run);
    let made = forecast(&decide(whole, by_task(enough(), estimated(0.5))).await);
    assert!(made.flags.iter().any(|flag| flag.starts_with("decompose:")), "{:?}", made.flags);
}

#[test]
fn a_stored_state_of_the_first_format_is_read() {
    let expected = crate::sample::state(&[("i1q1", None)]);
    let mut stored = serde_json::to_value(&expected).unwrap();
    let fields = stored.as_object_mut().unwrap();
    assert!(fields.remove("cancelled").is_some() && fields.remove("ended").is_some());
    assert!(fields.remove("given_up").is_some());
    fields["run"]["asked"]["config"].as_object_mut().unwrap().remove("wanted");
    let read: domain::run::RunState = serde_json::from_value(stored).unwrap();
    assert_eq!(read, expected);
}

#[tokio::test]
async fn an_unclear_question_ends_its_run_without_a_call() {
    let mut asked = state(&[]);
    asked.run.asked.config.clarify = true;
    asked.run.reading = Some(domain::Reading {
        assumption: "The budget bill is meant.".into(),
        clarification: "Which bill?".into(),
        ..domain::Reading::default()
    });
    let event = answered(&asked);
    let (rounds, client) = rounds(asked, by_task(enough(), estimated(0.5)));
    let outcome = rounds.handle(event, &attempt("r", 0)).await.unwrap();
    let [Effect::RunEnded { ending: NoForecast::Unclear(unclear), .. }] = outcome.effects.as_slice() else {
        panic!("one end: {:?}", outcome.effects)
    };
    assert_eq!((unclear.question.as_str(), outcome.label, client.model.calls()), ("Which bill?", "unclear", 0));
    assert_eq!(emitted::<RunEnded>(&outcome)[0].ending.name(), "unclear");
}
