//! A thousand answers, each committed three times in any order, release the round once.

use std::time::Duration;

use domain::effect::When;
use domain::port::{Committed, Job, Journal, Settled};
use domain::run::Phase;
use store::{PostgresConfig, Runs, Store};

use crate::samples::{answered, at, extended, id, message, run, settled, started};
use crate::support::{instance, number, store};

const QUESTIONS: usize = 1_000;

fn outcome(copy: usize, question: &str) -> Settled {
    let mut outcome = settled(&format!("answer {question} {copy}"));
    // Every copy is a separate job, so that the inbox does not deduplicate it.
    outcome.job = Job { consumer: "forecaster-evidence", id: id(&format!("{copy} {question}")) };
    outcome.effects.push(answered(question));
    outcome.outgoing.push(message("the round is answered", When::RunReady(run().id)));
    outcome
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_of_a_thousand_answers_releases_once() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let names: Vec<String> = (0..QUESTIONS).map(|n| format!("q{n}")).collect();
    let mut start = settled("start");
    start.effects.push(started(&names.iter().map(String::as_str).collect::<Vec<_>>(), at(0)));
    one.journal().commit(start).await.unwrap();
    // A fixed permutation: 7919 is coprime to 3000.
    let mut tasks = Vec::new();
    for turn in 0..3 * QUESTIONS {
        let place = turn * 7919 % (3 * QUESTIONS);
        let outcome = outcome(place / QUESTIONS, &names[place % QUESTIONS]);
        let store = if turn % 2 == 0 { one.clone() } else { two.clone() };
        tasks.push(tokio::spawn(async move { store.journal().commit(outcome).await.unwrap() }));
    }
    let mut released = 0;
    for task in tasks {
        let Committed::New(messages) = task.await.unwrap() else { panic!("every copy is a job of its own") };
        released += messages.len();
    }
    assert_eq!(released, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 1);
    let state = one.runs().load(run().id).await.unwrap().expect("the run");
    assert_eq!((state.phase, state.answers.len(), state.iteration), (Phase::Analyzing, QUESTIONS, 1));
    assert!(state.answers.iter().all(|answer| !answer.late));
    assert_eq!(state.questions.iter().map(|question| question.id.as_str()).collect::<Vec<_>>(), names, "in order");
}

/// The same while connections are killed inside transactions, tasks are dropped during commits and one instance shuts
/// down. A caller cannot know if its commit succeeded and repeats it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_of_a_thousand_answers_releases_once_under_kills() {
    let (one, url) = store().await;
    // Closed while callers use it, which must get an error soon.
    let hasty =
        PostgresConfig { max_connections: 6, retry_for: Duration::from_secs(1), ..PostgresConfig::new(&url, "two") };
    let two = Store::connect(hasty).await.unwrap();
    let names: Vec<String> = (0..QUESTIONS).map(|n| format!("q{n}")).collect();
    let mut start = settled("start");
    start.effects.push(started(&names.iter().map(String::as_str).collect::<Vec<_>>(), at(0)));
    one.journal().commit(start).await.unwrap();
    let killing = tokio::spawn(kill_connections(url.clone()));
    let (mut tasks, mut dropped) = (Vec::new(), 0);
    for turn in 0..3 * QUESTIONS {
        let place = turn * 7919 % (3 * QUESTIONS);
        let outcome = outcome(place / QUESTIONS, &names[place % QUESTIONS]);
        let stores = if turn % 2 == 0 { [one.clone(), two.clone()] } else { [two.clone(), one.clone()] };
        let task = tokio::spawn(insist(stores, outcome.clone()));
        if turn % 10 == 3 {
            // The committing task is aborted after it has submitted its outcome; the job is delivered again.
            tokio::task::yield_now().await;
            task.abort();
            dropped += 1;
            tasks.push(tokio::spawn(insist([one.clone(), one.clone()], outcome)));
        } else {
            tasks.push(task);
        }
        if turn == QUESTIONS {
            // One instance shuts down while callers use it; they continue with the other.
            let two = two.clone();
            tokio::spawn(async move { two.close_pool().await });
        }
    }
    let mut released = 0;
    for task in tasks {
        released += task.await.unwrap();
    }
    let kills = killing.await.unwrap();
    println!("{kills} connections killed, {dropped} committers dropped, {released} told that they released");
    assert!(kills > 5, "{kills} kills are no storm");
    assert!(released <= 1, "who was killed may not have heard of it, two never did it");
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 1, "one synthesis");
    assert_eq!(number(&url, "SELECT count(*) FROM answer").await, i64::try_from(QUESTIONS).unwrap());
    let state = one.runs().load(run().id).await.unwrap().expect("the run");
    assert_eq!((state.phase, state.answers.len()), (Phase::Analyzing, QUESTIONS));
    assert_eq!(state.version, 1 + i64::try_from(QUESTIONS).unwrap(), "every answer counted once");
}

/// Commits until the job is done. Returns the messages that this commit released.
async fn insist([store, other]: [Store; 2], outcome: Settled) -> usize {
    for attempt in 0..50 {
        let store = if attempt % 2 == 0 { &store } else { &other };
        match store.journal().commit(outcome.clone()).await {
            Ok(Committed::New(messages)) => return messages.len(),
            Ok(Committed::Duplicate) => return 0,
            Ok(Committed::Stale(why)) => panic!("an answer is never stale: {why}"),
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
    }
    panic!("fifty attempts");
}

/// Terminates the server process of a busy connection of the stores, thirty times.
async fn kill_connections(url: String) -> i64 {
    const KILL: &str = "
        SELECT count(pg_terminate_backend(pid)) FROM (
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND application_name IN ('one', 'two') AND state <> 'idle'
            ORDER BY xact_start LIMIT 2) AS busy";
    let mut kills = 0;
    for _ in 0..30 {
        kills += number(&url, KILL).await;
        // Let the next batch begin.
        number(&url, "SELECT 1::int8 FROM pg_sleep(0.03)").await;
    }
    kills
}

#[tokio::test]
async fn a_wrong_outstanding_count_is_repaired_and_the_run_is_due() {
    let (one, url) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&["a", "b"], at(1_000)));
    one.journal().commit(start).await.unwrap();
    one.journal().commit(outcome(0, "a")).await.unwrap();
    assert_eq!(one.runs().due(at(0), 10).await.unwrap(), []);
    one.journal().commit(outcome(0, "b")).await.unwrap();
    crate::support::execute(&url, "UPDATE run SET phase = 'waiting', outstanding = 7").await;
    let due = one.runs().due(at(0), 10).await.unwrap();
    assert_eq!((due.len(), due[0].outstanding, due[0].iteration), (1, 0, 1));
}

/// A decision with the right version is stale while the run waits for answers.
#[tokio::test]
async fn a_decision_applies_only_to_a_run_that_waits_for_one() {
    let (one, _) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&["q1"], at(0)));
    one.journal().commit(start).await.unwrap();
    let mut more = settled("more");
    more.effects.push(extended(1, &["q2"], at(0)));
    assert!(
        matches!(one.journal().commit(more).await.unwrap(), Committed::Stale(why) if why.contains("not analyzing"))
    );
    assert_eq!(one.runs().load(run().id).await.unwrap().expect("the run").questions.len(), 1);
}
