//! A thousand answers, three times each, in any order: one release.

use domain::effect::When;
use domain::port::{Committed, Job, Journal, Settled};
use domain::run::Phase;
use store::Runs;

use crate::samples::{answered, at, id, message, run, settled, started};
use crate::support::{instance, number, store};

const QUESTIONS: usize = 1_000;

fn outcome(copy: usize, question: &str) -> Settled {
    let mut outcome = settled(&format!("answer {question} {copy}"));
    // Every copy is a job of its own, so that the inbox does not help.
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
    one.commit(start).await.unwrap();
    // A fixed shuffle: 7919 is prime to 3000.
    let mut tasks = Vec::new();
    for turn in 0..3 * QUESTIONS {
        let place = turn * 7919 % (3 * QUESTIONS);
        let outcome = outcome(place / QUESTIONS, &names[place % QUESTIONS]);
        let store = if turn % 2 == 0 { one.clone() } else { two.clone() };
        tasks.push(tokio::spawn(async move { store.commit(outcome).await.unwrap() }));
    }
    let mut released = 0;
    for task in tasks {
        let Committed::New(messages) = task.await.unwrap() else { panic!("every copy is a job of its own") };
        released += messages.len();
    }
    assert_eq!(released, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 1);
    let state = one.load(run().id).await.unwrap().expect("the run");
    assert_eq!((state.phase, state.answers.len(), state.iteration), (Phase::Analyzing, QUESTIONS, 1));
    assert!(state.answers.iter().all(|answer| !answer.late));
    assert_eq!(state.questions.iter().map(|question| question.id.as_str()).collect::<Vec<_>>(), names, "in order");
}

#[tokio::test]
async fn a_wrong_count_is_set_right_and_the_run_is_due() {
    let (one, url) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&["a", "b"], at(1_000)));
    one.commit(start).await.unwrap();
    one.commit(outcome(0, "a")).await.unwrap();
    assert_eq!(one.due(at(0), 10).await.unwrap(), []);
    one.commit(outcome(0, "b")).await.unwrap();
    crate::support::execute(&url, "UPDATE run SET phase = 'waiting', outstanding = 7").await;
    let due = one.due(at(0), 10).await.unwrap();
    assert_eq!((due.len(), due[0].outstanding, due[0].iteration), (1, 0, 1));
}
