//! Cancellation of runs.

use domain::effect::When;
use domain::port::{CallEnd, Committed, Journal, Ledger, Opened, Tokens};
use domain::run::{Cancellation, NoForecast, Phase, Proposal};
use domain::{Budget, BudgetScope, Effect, MicroUsd, Probability};
use store::runs::{CancelOutcome, RunVersion};
use store::{Awaited, Runs, Store};

use crate::ledger::{go, intent};
use crate::samples::{answered, at, extended, id, message, run, settled, started};
use crate::support::{execute, number, store};

fn stop(forecast: bool) -> Cancellation {
    Cancellation { by: "ada".to_owned(), reason: "too dear".to_owned(), at: at(3), forecast }
}

fn version(version: i64) -> RunVersion {
    RunVersion { run: run().id, version }
}

/// A run of two questions, one of them answered, at version 2.
async fn waiting(store: &Store) {
    let mut start = settled("start");
    start.effects.push(started(&["i1q1", "i1q2"], at(1_000)));
    store.journal().commit(start).await.expect("a commit");
    let mut one = settled("one");
    one.effects.push(answered("i1q1"));
    store.journal().commit(one).await.expect("a commit");
}

fn purses() -> [Budget; 2] {
    let researcher = BudgetScope::agent("researcher", run().event_job);
    let limit = MicroUsd(100);
    [Budget { scope: BudgetScope::run(run().id), limit }, Budget { scope: researcher, limit }]
}

#[tokio::test]
async fn a_run_cancelled_without_a_forecast_ends_at_once_and_closes_its_budgets() {
    let (store, url) = store().await;
    waiting(&store).await;
    let budgets = purses();
    let under_way = go(&store.ledger().open(&intent("turn 1", 40, &budgets)).await.unwrap());
    assert!(store.runs().is_awaited(run().id).await.unwrap());
    let closing = message("ended", When::Always);
    assert_eq!(
        store.runs().cancel_version(version(1), &stop(false), &closing).await.unwrap(),
        CancelOutcome::Moved,
        "an old look"
    );
    assert_eq!(
        store.runs().cancel_version(version(2), &stop(false), &closing).await.unwrap(),
        CancelOutcome::Cancelled
    );
    assert_eq!(
        store.runs().cancel_version(version(2), &stop(false), &closing).await.unwrap(),
        CancelOutcome::Cancelled,
        "its answer was lost"
    );
    let other = Cancellation { by: "bob".to_owned(), ..stop(false) };
    assert_eq!(store.runs().cancel_version(version(3), &other, &closing).await.unwrap(), CancelOutcome::AlreadyDone);
    let state = store.runs().load(run().id).await.unwrap().unwrap();
    assert_eq!((state.phase, state.version), (Phase::Done, 3));
    assert_eq!(state.ended, Some(NoForecast::Cancelled(stop(false))));
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 1);
    assert!(!store.runs().is_awaited(run().id).await.unwrap());
    let denied = store.ledger().open(&intent("turn 2", 1, &budgets)).await.unwrap();
    assert!(
        matches!(&denied, Opened::Denied { scope, left } if scope == budgets[0].scope.key() && *left == MicroUsd::ZERO)
    );
    let free = store.ledger().open(&intent("turn 2", 0, &budgets)).await.unwrap();
    assert!(matches!(free, Opened::Denied { .. }), "a free model shall stop as well");
    store
        .ledger()
        .close(under_way, CallEnd::Settled { actual: MicroUsd(15), reply: b"r".to_vec(), tokens: Tokens::default() })
        .await
        .unwrap();
    let lines = store.runs().budgets(run().id, run().event_job).await.unwrap();
    let told: Vec<_> =
        lines.iter().map(|line| (line.owner().into_owned(), line.spent, line.left(), line.closed)).collect();
    let (spent, zero) = (MicroUsd(15), MicroUsd::ZERO);
    assert_eq!(
        told,
        [("run".to_owned(), spent, zero, true), ("researcher".to_owned(), spent, MicroUsd(85), false)],
        "what was reserved is back"
    );
    assert_eq!(store.ledger().left(&budgets[0]).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(store.ledger().unbalanced().await.unwrap(), []);
    assert!(
        matches!(store.ledger().open(&intent("turn 1", 40, &budgets)).await.unwrap(), Opened::Remembered(_)),
        "it is paid"
    );
}

#[tokio::test]
async fn a_run_cancelled_with_a_forecast_is_decided_next_and_closes_research_budgets_only() {
    let (store, url) = store().await;
    waiting(&store).await;
    let budgets = purses();
    let closing = message("round 1", When::Always);
    assert_eq!(store.runs().cancel_version(version(2), &stop(true), &closing).await.unwrap(), CancelOutcome::Cancelled);
    let again = Cancellation { by: "bob".to_owned(), ..stop(true) };
    assert_eq!(
        store.runs().cancel_version(version(3), &again, &closing).await.unwrap(),
        CancelOutcome::AlreadyCancelled
    );
    let state = store.runs().load(run().id).await.unwrap().unwrap();
    assert_eq!((state.phase, state.version, state.ended), (Phase::Analyzing, 3, None));
    assert_eq!(state.cancelled, Some(stop(true)));
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 1, "the round is released");
    assert!(!store.runs().is_awaited(run().id).await.unwrap(), "no further research starts");
    let researcher = store.ledger().open(&intent("loop", 1, &budgets[1..])).await.unwrap();
    assert!(matches!(researcher, Opened::Denied { .. }));
    go(&store.ledger().open(&intent("estimate", 1, &budgets[..1])).await.unwrap());
    let mut more = settled("more");
    more.effects.push(extended(3, &["i2q1"], at(2_000)));
    assert!(matches!(store.journal().commit(more).await.unwrap(), Committed::Stale(why) if why.contains("cancelled")));
    let mut late = settled("late");
    late.effects.push(answered("i1q2"));
    late.outgoing.push(message("again", When::RunReady(run().id)));
    assert_eq!(store.journal().commit(late).await.unwrap(), Committed::New(vec![]), "kept, and releases nothing");
    let at_once = message("ended", When::Always);
    assert_eq!(
        store.runs().cancel_version(version(3), &stop(false), &at_once).await.unwrap(),
        CancelOutcome::Cancelled
    );
    assert_eq!(
        store.runs().load(run().id).await.unwrap().unwrap().phase,
        Phase::Done,
        "a later cancellation without a forecast ends the run"
    );
}

#[tokio::test]
async fn a_run_that_does_not_exist_cannot_be_cancelled() {
    let (store, _) = store().await;
    let closing = message("ended", When::Always);
    assert_eq!(store.runs().cancel_version(version(1), &stop(false), &closing).await.unwrap(), CancelOutcome::Unknown);
    assert!(store.runs().is_awaited(run().id).await.unwrap(), "its row may be on its way");
}

#[tokio::test]
async fn a_run_ends_with_its_research_proposal_and_is_listed_as_proposed() {
    let (store, _) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&[], at(0)));
    store.journal().commit(start).await.unwrap();
    let proposal = Proposal {
        reason: "it is worth it".to_owned(),
        questions: Vec::new(),
        gain: MicroUsd(2),
        cost: MicroUsd(1),
        estimate: Probability::clamp(0.4).unwrap(),
        uncertainty: 0.2,
    };
    let ending = NoForecast::Proposed(Box::new(proposal));
    let mut end = settled("end");
    end.effects.push(Effect::RunEnded { run: run().id, version: 1, ending: ending.clone() });
    assert!(matches!(store.journal().commit(end.clone()).await.unwrap(), Committed::New(_)));
    end.job.id = id("another");
    assert!(matches!(store.journal().commit(end).await.unwrap(), Committed::Stale(_)), "once");
    let state = store.runs().load(run().id).await.unwrap().unwrap();
    assert_eq!((state.phase, state.ended), (Phase::Done, Some(ending)));
    assert_eq!(store.runs().recent(1).await.unwrap()[0].phase, "proposed");
}

/// Yesterday's forecaster began the run, today's ends it; tomorrow's run is left to tomorrow's forecaster.
#[tokio::test]
async fn a_run_of_an_older_format_is_read_and_one_of_a_newer_is_refused() {
    let (store, url) = store().await;
    waiting(&store).await;
    execute(&url, "UPDATE run SET format = 1, body = (body::jsonb #- '{asked,config,wanted}')::json").await;
    assert_eq!(store.runs().load(run().id).await.unwrap().unwrap().run, run());
    let mut two = settled("two");
    two.effects.push(answered("i1q2"));
    store.journal().commit(two).await.unwrap();
    assert_eq!(number(&url, "SELECT format::int8 FROM run").await, i64::from(domain::run::FORMAT), "written as today");
    execute(&url, "UPDATE run SET format = 99").await;
    let closing = message("ended", When::Always);
    let mut late = settled("late");
    late.effects.push(extended(3, &["i2q1"], at(0)));
    for refused in [
        store.runs().load(run().id).await.map(drop),
        store.journal().commit(late).await.map(drop),
        store.runs().cancel_version(version(3), &stop(false), &closing).await.map(drop),
    ] {
        let error = refused.unwrap_err();
        assert!(matches!(error, domain::port::PortError::Newer { .. }), "another replica may be newer: {error}");
        assert!(error.is_transient() && error.is_down(), "deferred and not counted: {error}");
        let chain = format!("{:#}", anyhow::Error::new(error));
        assert!(chain.contains("format 99") && chain.contains("upgrade"), "{chain}");
    }
}
