//! Forecasts with their outcomes, recalibration maps, and the contents of a bundle.

use domain::event::Market;
use domain::port::{CallEnd, CallIntent, Committed, Journal, Ledger, Opened, StepKey, Tokens};
use domain::run::{Answer, RunState};
use domain::{Budget, BudgetScope, Effect, Forecast, MicroUsd, Probability, Run, RunId, Tenant, Time};
use sqlx::{Connection, PgConnection};
use store::forecasts::RecalibrationKey;
use store::forecasts::ScoredFilter;
use store::{Runs, Store};

use crate::samples::{answered, at, id, question, run, settled};
use crate::support;

fn asked(name: &str, tenant: &str, price: Option<f64>) -> Run {
    let mut run = run();
    run.id = RunId(id(name).0);
    run.event_job = id(&format!("event {name}"));
    run.tenant = Tenant::parse(tenant).expect("a tenant");
    run.asked.market = price.map(|price| Market { price: Some(price), ..Market::default() });
    run
}

fn state(run: Run) -> RunState {
    let Effect::Answered { evidence, .. } = answered("i2q1") else { unreachable!("an answer") };
    RunState {
        run,
        iteration: 2,
        version: 5,
        deadline: at(60),
        questions: vec![question("i1q1"), question("i2q1")],
        answers: vec![Answer { question: "i2q1".to_owned(), evidence: *evidence, late: false }],
        ..domain::testing::run_state()
    }
}

/// A run with this `probability`, and `before` as the probability before recalibration.
async fn made(store: &Store, run: Run, (probability, before): (f64, Option<f64>)) {
    let p = |value| Probability::clamp(value).expect("a probability");
    store.bundles().restore(&state(run.clone())).await.expect("restored");
    let forecast = Forecast {
        lower: p(0.1),
        upper: p(0.9),
        probability: p(probability),
        uncalibrated: before.map(p),
        iterations: 2,
        questions_asked: 2,
        questions_answered: 1,
        cost: MicroUsd(5),
        model: "m1".to_owned(),
        prompt_version: "p1".to_owned(),
        made_at: at(30),
        run: run.clone(),
        ..domain::testing::forecast()
    };
    let mut outcome = settled(&format!("finish {}", run.id));
    outcome.effects = vec![Effect::RunFinished { forecast: Box::new(forecast), version: 5 }];
    assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))));
}

struct Outcome {
    value: f64,
    resolved_at: Time,
    learned_at: Time,
    retired_at: Option<Time>,
}

async fn came(url: &str, run: &Run, outcome: Outcome) {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    let insert = "INSERT INTO outcome (tenant, key, run, question, topic, asked_at, value, resolved_at, learned_at, retired_at, origin)
                  VALUES ($1, $2, $3, 'Will it?', 'rain', $4, $5, $6, $7, $8, 'hand')";
    let insert = sqlx::query(insert).bind(run.tenant.as_str()).bind(format!("run:{}", run.id)).bind(run.id.0);
    let insert = insert.bind(run.asked_at).bind(outcome.value).bind(outcome.resolved_at).bind(outcome.learned_at);
    insert.bind(outcome.retired_at).execute(&mut conn).await.expect("an outcome");
}

fn yes(resolved: i64) -> Outcome {
    Outcome { value: 1.0, resolved_at: at(resolved), learned_at: at(resolved + 10), retired_at: None }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forecasts_are_returned_with_the_outcomes_known_at_a_time() {
    let (store, url) = support::store().await;
    let [ours, theirs, open, late] =
        [("ours", "a"), ("theirs", "b"), ("open", "a"), ("late", "a")].map(|(name, tenant)| asked(name, tenant, None));
    let ours = Run { asked: asked("ours", "a", Some(0.6)).asked, ..ours };
    made(&store, ours.clone(), (0.7, Some(0.8))).await;
    for run in [&theirs, &open, &late] {
        made(&store, run.clone(), (0.3, None)).await;
    }
    let no = Outcome { value: 0.0, retired_at: Some(at(200)), ..yes(100) };
    came(&url, &ours, no).await;
    came(&url, &ours, Outcome { learned_at: at(200), ..yes(100) }).await;
    came(&url, &theirs, yes(100)).await;
    came(&url, &late, yes(-5)).await;

    let all = ScoredFilter { limit: 10, ..ScoredFilter::default() };
    let found = store.forecasts().scored(&all).await.expect("rows");
    assert_eq!(found.len(), 2, "one is open, one was resolved before it was asked: {found:?}");
    let one = found.iter().find(|one| one.run == ours.id).expect("ours");
    assert_eq!((one.probability, one.uncalibrated, one.crowd, one.outcome), (0.7, 0.8, Some(0.6), 1.0));
    assert_eq!((one.model.as_str(), one.prompt_version.as_str(), one.topic.as_str()), ("m1", "p1", "rain"));

    let count = async |scope: ScoredFilter| store.forecasts().scored(&scope).await.expect("rows").len();
    assert_eq!(count(ScoredFilter { tenant: Some(ours.tenant.clone()), ..all.clone() }).await, 1);
    assert_eq!(count(ScoredFilter { with_crowd: Some(false), ..all.clone() }).await, 1);
    assert_eq!(count(ScoredFilter { model: Some("m2".to_owned()), ..all.clone() }).await, 0);
    let then = async |known: i64| {
        let scope = ScoredFilter { known_at: Some(at(known)), tenant: Some(ours.tenant.clone()), ..all.clone() };
        store.forecasts().scored(&scope).await.expect("rows").first().map(|one| one.outcome)
    };
    assert_eq!((then(105).await, then(150).await, then(250).await), (None, Some(0.0), Some(1.0)), "as it was known");

    let mut early = asked("early", "c", None);
    early.asked.closes = Some(at(500));
    made(&store, early.clone(), (0.3, None)).await;
    came(&url, &early, yes(100)).await;
    let past_close = async |known: i64, past_close: bool| {
        let tenant = Some(early.tenant.clone());
        count(ScoredFilter { known_at: Some(at(known)), tenant, past_close, ..all.clone() }).await
    };
    assert_eq!((past_close(300, false).await, past_close(300, true).await, past_close(600, true).await), (1, 0, 1));

    let events = [ours.event_job, open.event_job, id("nobody")];
    let made = store.forecasts().of_events(&events).await.expect("forecasts");
    assert_eq!(made.len(), 2);
}

/// A paid call for that run with this end.
async fn paid(store: &Store, run: RunId, name: &str, end: Option<CallEnd>) -> StepKey {
    let step = StepKey::new(id("round"), name, name.as_bytes());
    let intent = CallIntent {
        step: step.clone(),
        budgets: vec![Budget { scope: BudgetScope::run(run), limit: MicroUsd::dollars(1) }],
        agent: "forecaster".to_owned(),
        model: "m1".to_owned(),
        ..domain::testing::call_intent()
    };
    let Ok(Opened::Go(call)) = store.ledger().open(&intent).await else { panic!("there is money") };
    if let Some(end) = end {
        store.ledger().close(call, end).await.expect("closed");
    }
    step
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundle_contains_the_steps_and_the_refused_calls_of_its_run() {
    let (store, _) = support::store().await;
    let run = asked("ours", "a", None);
    let reply = CallEnd::Settled { actual: MicroUsd(1), reply: b"said".to_vec(), tokens: Tokens::default() };
    let estimate = paid(&store, run.id, "estimate-1", Some(reply.clone())).await;
    let refused = paid(&store, run.id, "estimate-2", Some(CallEnd::Refused)).await;
    let tool = StepKey::new(id("round"), "known", b"x");
    store.journal().store_step(&tool, b"tool".to_vec()).await.expect("remembered");
    let strange = StepKey::new(id("elsewhere"), "known", b"x");
    store.journal().store_step(&strange, b"no".to_vec()).await.expect("remembered");

    let kept = store.bundles().steps(run.id).await.expect("steps");
    let found: Vec<_> = kept.iter().map(|step| (step.key.clone(), step.paid.is_some())).collect();
    assert_eq!(found, [(estimate, true), (tool, false)]);
    assert_eq!(kept[0].value, b"said");
    let missing = store.bundles().refused_calls(run.id).await.expect("calls");
    assert_eq!(missing.iter().map(|call| call.key.clone()).collect::<Vec<_>>(), [refused]);
    assert!(store.bundles().refused_calls(RunId(id("other").0)).await.expect("calls").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_run_equals_the_original_and_waits_for_its_decision() {
    let (store, _) = support::store().await;
    let before = state(asked("ours", "a", Some(0.4)));
    store.bundles().restore(&before).await.expect("restored");
    store.bundles().restore(&RunState { version: 99, ..before.clone() }).await.expect("twice is once");
    let found = store.runs().load(before.run.id).await.expect("an answer").expect("the run");
    assert_eq!(found, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recalibration_map_applies_to_its_key_only_and_the_first_stored_wins() {
    let (store, _) = support::store().await;
    let alike = |tenant: &str, model: &str, with_crowd, hours: i64| {
        RecalibrationKey::at(&Tenant::parse(tenant).expect("a tenant"), model, with_crowd, at(hours * 3_600))
    };
    let ours = alike("acme", "m", false, 0);
    store.forecasts().keep_recalibration(&ours, "[1]").await.expect("kept");
    store.forecasts().keep_recalibration(&ours, "[2]").await.expect("kept");
    let kept = async |of: &RecalibrationKey| store.forecasts().recalibration(of).await.expect("an answer");
    assert_eq!(kept(&ours).await.as_deref(), Some("[1]"));
    let (other, model) = (alike("other", "m", false, 0), alike("acme", "n", false, 0));
    let (crowd, hour) = (alike("acme", "m", true, 0), alike("acme", "m", false, 1));
    for unlike in [other, model, crowd, hour, ours.clone().of_kind("numeric")] {
        assert_eq!(kept(&unlike).await, None, "{unlike:?}");
    }
}
