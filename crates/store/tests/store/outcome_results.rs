//! Announcements of outcomes: one for each change, in its transaction.

use domain::answer::ResolvedAnswer;
use domain::effect::{Outgoing, ResultRow, When};
use domain::outcome::{DecidedOutcome, OutcomeChange};
use domain::port::{Committed, Journal};
use domain::{Effect, Run, RunId};
use serde_json::json;
use store::Store;
use store::outcomes::{NewAnswer, NewOutcome, Origin, TrackedQuestion, Withdrawal};

use crate::samples::{at, id, run, settled};
use crate::support::{execute, number, store};

const RESULTS: &str = "SELECT count(*) FROM result WHERE kind = 'outcome'";
const MESSAGES: &str = "SELECT count(*) FROM outbox WHERE starts_with(subject, 'auspex.result.outcome.')";

fn asked(name: &str) -> Run {
    Run { id: RunId(id(name).0), event_job: id(&format!("event {name}")), ..run() }
}

async fn start(store: &Store, run: &Run) {
    let mut start = settled(&format!("start {}", run.id));
    start.effects.push(Effect::RunStarted {
        run: Box::new(run.clone()),
        questions: Vec::new(),
        deadline: at(1_000),
        stopped: None,
    });
    assert!(matches!(store.journal().commit(start).await, Ok(Committed::New(_))));
}

/// Replaces `proto::result::outcome_announcement`, which this crate does not depend on.
fn announce(change: &OutcomeChange) -> (ResultRow, Outgoing) {
    let value = |outcome: &DecidedOutcome| match outcome {
        DecidedOutcome::Value(value) => json!(value),
        DecidedOutcome::Answer(answer) => json!(answer.text()),
    };
    let body = json!({
        "step": change.step.name(), "outcome": value(&change.outcome), "replaced": change.replaced.as_ref().map(value),
        "because": change.because, "event": change.event.as_str(),
    });
    let (id, tenant, subject) = (change.id, change.tenant.clone(), format!("auspex.result.outcome.{}", change.tenant));
    let (payload, traceparent) = (body.to_string().into_bytes().into(), String::new());
    let message = Outgoing { id, subject, tenant: tenant.clone(), payload, traceparent, when: When::Always };
    let (kind, run) = ("outcome".to_owned(), Some(change.run));
    (ResultRow { id, kind, tenant, event: change.event_job, run, body, made_at: change.at }, message)
}

fn outcome(run: &Run, value: f64, learned: i64) -> NewOutcome {
    let (question, because) = (TrackedQuestion::of_run(run), "seen".to_owned());
    NewOutcome { question, value, resolved_at: Some(at(100)), learned_at: at(learned), origin: Origin::Hand, because }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_change_of_an_outcome_is_announced_once_and_answers_no_event() {
    let (store, url) = store().await;
    let run = asked("binary");
    start(&store, &run).await;
    let outcomes = store.outcomes().announcing(announce);
    let record = async |value: f64, learned: i64| outcomes.record(&[outcome(&run, value, learned)]).await;
    let key = TrackedQuestion::of_run(&run).key;
    let withdraw = async |at| {
        let withdrawal = Withdrawal { tenant: &run.tenant, key: &key, run: run.id, at, because: "a mistake" };
        outcomes.withdraw(&withdrawal).await.expect("an answer")
    };
    for (value, learned, announced) in [(1.0, 110, 1), (1.0, 120, 1), (0.0, 130, 2)] {
        record(value, learned).await.expect("recorded");
        assert_eq!((number(&url, RESULTS).await, number(&url, MESSAGES).await), (announced, announced));
    }
    assert!(withdraw(at(140)).await && !withdraw(at(150)).await);
    let step = |step: &str, outcome: &str, replaced: &str| {
        format!(
            "{RESULTS} AND body->>'step' = '{step}' AND body->>'outcome' = '{outcome}' AND body->>'replaced' {replaced}"
        )
    };
    for sql in [
        step("recorded", "1.0", "IS NULL"),
        step("corrected", "0.0", "= '1.0'"),
        step("withdrawn", "0.0", "IS NULL") + " AND body->>'because' = 'a mistake'",
    ] {
        assert_eq!(number(&url, &sql).await, 1, "{sql}");
    }
    record(0.0, 160).await.expect("recorded");
    assert_eq!((number(&url, RESULTS).await, number(&url, MESSAGES).await), (4, 4), "the question was open again");
    assert_eq!(number(&url, "SELECT count(*) FROM event_state WHERE answered").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_announced_and_a_question_without_a_run_is_not() {
    let (store, url) = store().await;
    let run = asked("choice");
    start(&store, &run).await;
    let outcomes = store.outcomes().announcing(announce);
    let answer = |option: &str, learned: i64| NewAnswer {
        run: run.id,
        question: TrackedQuestion::of_run(&run),
        answer: ResolvedAnswer::Option(option.to_owned()),
        resolved_at: Some(at(100)),
        learned_at: at(learned),
        origin: Origin::Hand,
        because: String::new(),
    };
    for (option, learned) in [("Ada", 110), ("Ada", 120), ("Bo", 130)] {
        outcomes.record_answer(&answer(option, learned)).await.expect("recorded");
    }
    let sql = format!("{RESULTS} AND body->>'outcome' = 'Bo' AND body->>'replaced' = 'Ada'");
    assert_eq!((number(&url, RESULTS).await, number(&url, &sql).await), (2, 1));
    outcomes.record(&[outcome(&asked("never started"), 1.0, 110)]).await.expect("recorded");
    store.outcomes().record_answer(&answer("Cy", 140)).await.expect("recorded");
    assert_eq!(number(&url, RESULTS).await, 2, "an unknown run, and a facet that announces nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_without_its_announcement_is_undone() {
    let (store, url) = store().await;
    let run = asked("refused");
    start(&store, &run).await;
    let outcomes = store.outcomes().announcing(announce);
    execute(&url, "ALTER TABLE result ADD CONSTRAINT refused CHECK (kind <> 'outcome')").await;
    assert!(outcomes.record(&[outcome(&run, 1.0, 110)]).await.is_err());
    assert_eq!(number(&url, "SELECT count(*) FROM outcome").await, 0);
    execute(&url, "ALTER TABLE result DROP CONSTRAINT refused").await;
    outcomes.record(&[outcome(&run, 1.0, 110)]).await.expect("recorded");
    assert_eq!((number(&url, RESULTS).await, number(&url, MESSAGES).await), (1, 1));
}
