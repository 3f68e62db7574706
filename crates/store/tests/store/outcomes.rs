//! Outcomes and past cases, on Postgres and on the fake.

use chrono::{Duration, TimeZone, Utc};
use domain::event::{AskedQuestion, Market};
use domain::port::Journal;
use domain::{EventId, RunId, Tenant, Time};
use forecasting::base_rates::ClassHistory;
use sqlx::{Connection, PgConnection};
use store::outcomes::{NewOutcome, Origin, Recorded, TrackedQuestion, Withdrawal};
use store::testing::FakeOutcomes;
use store::{Outcomes, Store};

use crate::support;

fn day(n: i64) -> Time {
    Utc.with_ymd_and_hms(2026, 3, 1, 0, 0, 0).single().expect("a time") + Duration::days(n)
}

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a name")
}

/// A question of the form "something happens by a date", two weeks ahead.
fn question(name: &str, asked: i64) -> TrackedQuestion {
    let event = EventId::parse(name).expect("an id");
    let text = format!("Will {name} happen by {}?", day(asked + 14).date_naive());
    let asked_question = AskedQuestion { text, topic: "polls".to_owned(), ..AskedQuestion::default() };
    TrackedQuestion::of_event(&Tenant::default(), &event, &asked_question, day(asked))
}

fn resolution(question: TrackedQuestion, value: f64, (resolved, learned): (i64, i64)) -> NewOutcome {
    let (resolved_at, learned_at) = (Some(day(resolved)), day(learned));
    NewOutcome { question, value, resolved_at, learned_at, origin: Origin::Hand, because: "seen".to_owned() }
}

/// Successes and trials of the class at this position.
fn counts(past: &[ClassHistory]) -> Vec<(f64, u64)> {
    past.iter().map(|past| (past.successes, past.trials)).collect()
}

/// Ten cases asked on ten days, each resolved a fortnight later and known one day after that; every other resolved YES.
/// In addition: one resolved early, one resolved long after it was due, one of another tenant, one of another form.
fn cases() -> Vec<NewOutcome> {
    let mut cases: Vec<NewOutcome> = (0..10)
        .map(|n| resolution(question(&format!("rain-{n}"), n), f64::from(u8::from(n % 2 == 0)), (n + 14, n + 15)))
        .collect();
    cases.push(resolution(question("early", 9), 1.0, (10, 11)));
    cases.push(resolution(question("late", 0), 1.0, (30, 31)));
    let mut foreign = resolution(question("foreign", 0), 1.0, (14, 15));
    foreign.question.tenant = tenant("other");
    let mut other_form = resolution(question("other", 0), 1.0, (14, 15));
    other_form.question.text = "Is it dry?".to_owned();
    other_form.question.topic = "else".to_owned();
    cases.extend([foreign, other_form]);
    cases
}

async fn looks_only_back(outcomes: &dyn Outcomes) {
    let past = async |asked: i64, known: i64| {
        let past = outcomes.past(&question("rain-99", asked), day(known)).await.expect("an answer");
        counts(&past)
    };
    assert_eq!(
        past(13, 99).await,
        [],
        "nothing was due yet, and what is decided early does not count before it was due"
    );
    assert_eq!(
        past(18, 99).await,
        [(3.0, 5), (3.0, 5)],
        "decided on days 14 to 18, whatever was due; of the form, of the topic"
    );
    assert_eq!(past(18, 17).await, [(2.0, 3), (2.0, 3)], "known on days 15 to 17");
    assert_eq!(past(60, 60).await, [(7.0, 12), (7.0, 12)], "the early one is due by now, the late one decided");
    let own = outcomes.past(&question("rain-0", 60), day(60)).await.expect("an answer");
    assert_eq!(counts(&own), [(6.0, 11), (6.0, 11)], "a question is no case of its own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn past_cases_were_resolved_and_known_before() {
    let (store, _) = support::store().await;
    let fake = FakeOutcomes::default();
    assert!(store.outcomes().record(&cases()).await.expect("recorded").iter().all(|one| *one == Recorded::New));
    cases().into_iter().for_each(|case| fake.resolve(case));
    looks_only_back(&store.outcomes()).await;
    looks_only_back(&fake).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_keeps_the_corrected_outcome() {
    let (store, _) = support::store().await;
    let asked = question("vote", 0);
    let record = async |value: f64, resolved: Option<i64>, learned: i64| {
        let outcome = NewOutcome { resolved_at: resolved.map(day), ..resolution(asked.clone(), value, (0, learned)) };
        store.outcomes().record(&[outcome]).await.expect("recorded")[0]
    };
    assert_eq!(record(0.0, None, 20).await, Recorded::New);
    assert_eq!(record(0.0, None, 21).await, Recorded::Same, "recorded twice");
    assert_eq!(record(0.0, Some(14), 22).await, Recorded::Corrected { was: 0.0, was_at: day(20) }, "another day");
    assert_eq!(record(1.0, None, 23).await, Recorded::Corrected { was: 0.0, was_at: day(14) }, "the day stays");
    let history = store.outcomes().history(&Tenant::default(), &asked.key).await.expect("an answer");
    let versions: Vec<_> =
        history.iter().map(|one| (one.value, one.resolved_at, one.learned_at, one.retired_at)).collect();
    assert_eq!(
        versions,
        [(1.0, day(14), day(23), None), (0.0, day(14), day(22), Some(day(23))), (0.0, day(20), day(20), Some(day(22))),]
    );
    let known =
        async |at: i64| counts(&store.outcomes().past(&question("other", 30), day(at)).await.expect("an answer"));
    assert_eq!(known(22).await[0], (0.0, 1), "what was believed then");
    assert_eq!(known(23).await[0], (1.0, 1));
    assert!(store.outcomes().history(&tenant("other"), &asked.key).await.expect("an answer").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withdrawn_outcome_counts_no_longer_and_stays_in_the_history() {
    let (store, _) = support::store().await;
    let asked = question("vote", 0);
    let (outcomes, own) = (store.outcomes(), Tenant::default());
    let withdraw = async |tenant: &Tenant, at: i64| {
        let run = asked.run.unwrap_or_else(|| RunId(uuid::Uuid::nil()));
        let withdrawal = Withdrawal { tenant, key: &asked.key, run, at: day(at), because: "a mistake" };
        outcomes.withdraw(&withdrawal).await.expect("an answer")
    };
    assert!(!withdraw(&own, 20).await, "nothing was recorded");
    outcomes.record(&[resolution(asked.clone(), 1.0, (14, 20))]).await.expect("recorded");
    assert!(!withdraw(&tenant("other"), 21).await, "of another tenant");
    assert!(withdraw(&own, 19).await);
    assert!(!withdraw(&own, 22).await, "withdrawn before");
    let history = outcomes.history(&own, &asked.key).await.expect("an answer");
    let rows: Vec<_> = history.iter().map(|one| (one.value, one.retired_at, one.withdrawn.as_deref())).collect();
    assert_eq!(rows, [(1.0, Some(day(20)), Some("a mistake"))], "it was believed until it was learned at least");
    assert_eq!(counts(&outcomes.past(&question("other", 30), day(40)).await.expect("an answer")), []);
    assert_eq!(outcomes.record(&[resolution(asked.clone(), 0.0, (14, 23))]).await.expect("recorded"), [Recorded::New]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_recordings_store_one_current_outcome() {
    let (store, url) = support::store().await;
    let recorded = |n: i64| {
        let store = store.clone();
        let all: Vec<NewOutcome> = (0..20)
            .map(|q| {
                resolution(
                    question(&format!("q{}", (q * 7 + n) % 20), 0),
                    0.1 * f64::from(u8::try_from(n).expect("small")),
                    (14, 20),
                )
            })
            .collect();
        tokio::spawn(async move { store.outcomes().record(&all).await })
    };
    for task in (0..8).map(recorded).collect::<Vec<_>>() {
        assert_eq!(task.await.expect("no panic").expect("recorded").len(), 20);
    }
    assert_eq!(support::number(&url, "SELECT count(*) FROM outcome WHERE retired_at IS NULL").await, 20);
    assert_eq!(support::number(&url, "SELECT count(*) FROM outcome WHERE retired_at < learned_at").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_value_is_refused_and_old_labels_are_renewed() {
    let (store, url) = support::store().await;
    let refused = store.outcomes().record(&[resolution(question("x", 0), 1.5, (14, 15))]).await;
    assert!(refused.is_err_and(|error| !error.is_transient()), "the table takes nothing beyond 0 to 1");
    store.outcomes().record(&cases()).await.expect("recorded");
    support::execute(&url, "UPDATE outcome SET labelled = 0").await;
    support::execute(&url, "UPDATE outcome_class SET class = 'older ' || class").await;
    assert!(
        !store
            .outcomes()
            .past(&question("new", 60), day(60))
            .await
            .expect("an answer")
            .iter()
            .any(|past| past.trials > 0)
    );
    // Over a direct connection.
    support::instance(&url, "migrates").await;
    looks_only_back(&store.outcomes()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_is_found_by_its_id_and_by_its_market() {
    let (store, url) = support::store().await;
    let run = started(&store).await;
    let question = store.outcomes().question_of(run.id).await.expect("an answer").expect("a run");
    assert_eq!((question.run, question.asked_at), (Some(run.id), day(-10)), "as of the day that was asked for");
    assert_eq!(question.key, format!("question:{}", run.event));
    assert_eq!(store.outcomes().runs_of_market(&run.tenant, "0xabc").await.expect("an answer"), [run.id]);
    assert!(store.outcomes().runs_of_market(&tenant("other"), "0xabc").await.expect("an answer").is_empty());
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    // Postgres scans a table of one row sequentially, regardless of indexes.
    sqlx::query("SET enable_seqscan = off").execute(&mut conn).await.expect("set");
    let asked = "EXPLAIN SELECT id FROM run WHERE tenant = 'a' AND (body->'asked'->'market'->>'condition_id') = 'b'";
    let plan: Vec<String> = sqlx::query_scalar(asked).fetch_all(&mut conn).await.expect("a plan");
    assert!(plan.join("\n").contains("condition_id") && plan.join("\n").contains("run_market"), "{plan:?}");
}

async fn started(store: &Store) -> domain::Run {
    let mut outcome = crate::samples::settled("begins");
    let mut run = crate::samples::run();
    run.asked.config.as_of = Some(day(-10));
    run.asked.market = Some(Market { condition_id: "0xabc".to_owned(), ..Market::default() });
    outcome.effects.push(domain::Effect::RunStarted {
        run: Box::new(run.clone()),
        questions: Vec::new(),
        deadline: day(99),
        stopped: None,
    });
    store.journal().commit(outcome).await.expect("committed");
    run
}
