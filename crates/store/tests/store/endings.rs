//! Records that end runs: cancellations of runs that have not begun, and dead-lettered decisions.

use domain::effect::When;
use domain::port::{Committed, Journal, Ledger, Opened};
use domain::run::{Cancellation, NoForecast, Phase};
use domain::{Budget, BudgetScope, Effect, MicroUsd};
use store::runs::CancelOutcome;
use store::{Pruned, RunEndings, Runs, Store};

use crate::ledger::{go, intent};
use crate::samples::{answered, at, extended, message, run, settled, started};
use crate::support::{execute, number, store};

fn stop(by: &str, forecast: bool) -> Cancellation {
    Cancellation { by: by.to_owned(), reason: "too dear".to_owned(), at: at(3), forecast }
}

async fn commit(store: &Store, name: &str, effect: Effect) -> Committed {
    let mut outcome = settled(name);
    outcome.effects.push(effect);
    outcome.outgoing.push(message(name, When::RunReady(run().id)));
    store.journal().commit(outcome).await.expect("an answer")
}

fn dead_lettered(round: u32) -> Effect {
    Effect::DecisionDeadLettered { run: run().id, round, because: "poi\0soned".to_owned() }
}

/// A run with one answered question and this deadline; it waits for a decision.
async fn analyzing(store: &Store) {
    commit(store, "start", started(&["i1q1"], at(10))).await;
    commit(store, "one", answered("i1q1")).await;
}

#[tokio::test]
async fn the_first_early_cancellation_wins_unless_a_later_one_is_stricter() {
    let (store, _) = store().await;
    let early =
        async |by, forecast| store.runs().cancel_unstarted(run().id, &stop(by, forecast)).await.expect("an answer");
    let stands = async || store.runs().early_cancellation(run().id).await.expect("an answer").map(|stop| stop.by);
    let budgets = [Budget { scope: BudgetScope::run(run().id), limit: MicroUsd(9) }];
    assert_eq!(stands().await, None);
    assert_eq!(early("ada", true).await, CancelOutcome::CancelledEarly);
    assert_eq!(early("ada", true).await, CancelOutcome::CancelledEarly, "twice is once");
    assert_eq!(early("bob", true).await, CancelOutcome::AlreadyCancelled);
    go(&store.ledger().open(&intent("decompose", 1, &budgets)).await.expect("an answer"));
    assert_eq!(early("bob", false).await, CancelOutcome::CancelledEarly, "without a forecast is more");
    let denied = store.ledger().open(&intent("estimate", 1, &budgets)).await.expect("an answer");
    assert!(matches!(denied, Opened::Denied { .. }), "the budget is closed: {denied:?}");
    assert_eq!(early("ada", true).await, CancelOutcome::AlreadyCancelled);
    assert_eq!(stands().await.as_deref(), Some("bob"));
}

#[tokio::test]
async fn a_run_cancelled_early_begins_as_cancelled_and_can_be_cancelled_later_as_any_other() {
    let (store, _) = store().await;
    assert_eq!(
        store.runs().cancel_unstarted(run().id, &stop("ada", false)).await.expect("an answer"),
        CancelOutcome::CancelledEarly
    );
    let unaware = commit(&store, "unaware", started(&["i1q1"], at(10))).await;
    assert!(matches!(&unaware, Committed::Stale(why) if why.contains("before it started")), "{unaware:?}");
    assert!(store.runs().load(run().id).await.expect("an answer").is_none());
    let Effect::RunStarted { run: begun, deadline, .. } = started(&[], at(10)) else { unreachable!() };
    let stopped = Some(stop("ada", false));
    let aware = Effect::RunStarted { run: begun, questions: Vec::new(), deadline, stopped };
    assert!(matches!(commit(&store, "aware", aware).await, Committed::New(_)));
    let state = store.runs().load(run().id).await.expect("an answer").expect("a run");
    assert_eq!((state.phase, state.ended), (Phase::Done, Some(NoForecast::Cancelled(stop("ada", false)))));
    assert_eq!(
        store.runs().cancel_unstarted(run().id, &stop("bob", false)).await.expect("an answer"),
        CancelOutcome::Moved
    );
}

#[tokio::test]
async fn a_dead_lettered_decision_ends_its_run_at_the_deadline_of_its_round_only() {
    let (store, _) = store().await;
    let due = async |now| store.runs().expired_decisions(at(now), 9).await.expect("an answer");
    analyzing(&store).await;
    commit(&store, "other round", dead_lettered(2)).await;
    assert_eq!(due(99).await, [], "the round does not exist");
    commit(&store, "dead", dead_lettered(1)).await;
    commit(&store, "dead again", dead_lettered(1)).await;
    assert_eq!(due(9).await, [], "until the deadline it may be redriven");
    let found = due(10).await;
    assert_eq!((found.len(), found[0].iteration, found[0].version), (1, 1, 2));
    assert_eq!(found[0].because, "poi\u{fffd}soned");
    assert_eq!(
        store.runs().load(run().id).await.expect("an answer").expect("a run").decision_dead_lettered,
        Some(found[0].because.clone())
    );
    // The redriven decision starts another round, whose question is answered.
    commit(&store, "redriven", extended(2, &["i2q1"], at(20))).await;
    commit(&store, "two", answered("i2q1")).await;
    assert_eq!(due(99).await, []);
}

#[tokio::test]
async fn auxiliary_rows_of_runs_are_pruned_when_they_are_no_longer_needed() {
    let (store, url) = store().await;
    analyzing(&store).await;
    commit(&store, "dead", dead_lettered(1)).await;
    execute(&url, "INSERT INTO run_given_up (run, round, because) SELECT id, 0, 'of an older round' FROM run").await;
    execute(&url, "INSERT INTO run_stop (run, body) SELECT id, '{}' FROM run").await;
    execute(&url, "INSERT INTO run_stop (run, body) VALUES (gen_random_uuid(), '{}')").await;
    let prune = async || store.maintenance().prune(&store::Retention::shortest()).await.expect("pruned");
    let aged = async |sql| execute(&url, sql).await;
    assert_eq!(prune().await, Pruned::default());
    aged("UPDATE run_given_up SET given_up_at = now() - interval '31 days'").await;
    aged("UPDATE run_stop SET stopped_at = now() - interval '31 days'").await;
    let pruned = prune().await;
    assert_eq!((pruned.dead_decisions, pruned.stops), (1, 1), "the older round; the stop of the run that has begun");
    assert_eq!(
        store.runs().expired_decisions(at(10), 9).await.expect("an answer").len(),
        1,
        "this one still ends by it"
    );
    aged("UPDATE run SET phase = 'done'").await;
    aged("UPDATE run_stop SET stopped_at = now() - interval '400 days'").await;
    let pruned = prune().await;
    assert_eq!((pruned.dead_decisions, pruned.stops), (1, 1), "the run is over; no redrive can start the other");
    assert_eq!(number(&url, "SELECT (SELECT count(*) FROM run_stop) + (SELECT count(*) FROM run_given_up)").await, 0);
}
