//! Daily budgets that are divided into shares.

use std::time::Duration;

use chrono::NaiveDate;
use domain::port::{CallEnd, CallIntent, Ledger, Opened, Tokens};
use domain::{Budget, BudgetScope, MicroUsd, RunId, Tenant};
use sqlx::{Connection, PgConnection};
use store::{Retention, Store};

use crate::ledger::{budget, go, intent};
use crate::samples::id;
use crate::support::{execute, instance, number, store, wait_for_lock_waiter};

/// Longer than a transaction, shorter than the wait for a row that stays locked.
const NO_WAIT: Duration = Duration::from_secs(2);

fn day(limit: u64) -> Budget {
    Budget { scope: BudgetScope::tenant_day(&Tenant::default(), NaiveDate::default()), limit: MicroUsd(limit) }
}

fn ask(step: &str, max: u64, limit: u64) -> CallIntent {
    intent(step, max, &[day(limit)])
}

fn settled(actual: u64) -> CallEnd {
    CallEnd::Settled { actual: MicroUsd(actual), reply: b"reply".to_vec(), tokens: Tokens { read: 7, written: 2 } }
}

/// Returns another replica whose share differs from those that exist.
async fn with_another_share(url: &str, limit: u64) -> Store {
    const SHARES: &str = "SELECT count(*) FROM budget WHERE share_of IS NOT NULL";
    let before = number(url, SHARES).await;
    for attempt in 0..100 {
        let store = instance(url, &format!("other {attempt}")).await;
        let call = go(&store.ledger().open(&ask(&format!("first of {attempt}"), 10, limit)).await.expect("an answer"));
        store.ledger().close(call, CallEnd::Refused).await.expect("closed");
        if number(url, SHARES).await > before {
            return store;
        }
    }
    panic!("a hundred replicas have the same share");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_daily_limit_is_exhausted_exactly_by_many_replicas() {
    let (one, url) = store().await;
    let mut replicas = vec![one.clone()];
    for number in 0..5 {
        replicas.push(instance(&url, &format!("replica {number}")).await);
    }
    let tasks: Vec<_> = (0..600)
        .map(|n| {
            let (store, intent) = (replicas[n % replicas.len()].clone(), ask(&format!("step {n}"), 10, 5_007));
            tokio::spawn(async move { (store.ledger().open(&intent).await.unwrap(), store) })
        })
        .collect();
    let mut calls = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (Opened::Go(call), store) => calls.push((call, store)),
            (Opened::Denied { scope, left }, _) => {
                assert_eq!((scope, left), (day(0).scope.key().to_owned(), MicroUsd(7)));
            }
            (other, _) => panic!("nothing was paid: {other:?}"),
        }
    }
    assert_eq!(calls.len(), 500);
    assert_eq!(one.ledger().left(&day(5_007)).await.unwrap(), MicroUsd(7));
    assert_eq!(one.ledger().reserved(&day(5_007)).await.unwrap(), MicroUsd(5_000));
    let closings: Vec<_> = calls
        .into_iter()
        .map(|(call, store)| tokio::spawn(async move { store.ledger().close(call, settled(3)).await.unwrap() }))
        .collect();
    for closing in closings {
        closing.await.unwrap();
    }
    assert_eq!(one.ledger().left(&day(5_007)).await.unwrap(), MicroUsd(5_007 - 1_500));
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
    let totals = one.ledger().totals(Some(&[day(0).scope.key()])).await.unwrap();
    assert_eq!((totals.len(), totals[0].calls, totals[0].charged), (1, 500, MicroUsd(1_500)));
    let days = one.ledger().day(NaiveDate::default()).await.unwrap();
    assert_eq!((days.len(), days[0].committed, days[0].limit), (1, MicroUsd(1_500), MicroUsd(5_007)));
    assert_eq!(one.ledger().days(&Tenant::default(), 9).await.unwrap(), days);
}

#[tokio::test]
async fn a_replica_does_not_wait_for_the_calls_of_other_replicas() {
    let (one, url) = store().await;
    let first = go(&one.ledger().open(&ask("first", 10, 100_000)).await.unwrap());
    let two = with_another_share(&url, 100_000).await;
    // Another replica's transaction holds the whole budget and its own share.
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let mut held = conn.begin().await.unwrap();
    let lock = "SELECT scope FROM budget WHERE share_of IS NULL FOR UPDATE";
    sqlx::query(lock).execute(&mut *held).await.unwrap();
    let work = async {
        let second = go(&one.ledger().open(&ask("second", 10, 100_000)).await.unwrap());
        let third = go(&two.ledger().open(&ask("third", 10, 100_000)).await.unwrap());
        for (store, call) in [(&one, first), (&one, second), (&two, third)] {
            store.ledger().close(call, settled(4)).await.unwrap();
        }
    };
    tokio::time::timeout(NO_WAIT, work).await.expect("the shares have enough");
    held.rollback().await.unwrap();
    assert_eq!(one.ledger().left(&day(100_000)).await.unwrap(), MicroUsd(100_000 - 12));
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn the_unused_parts_of_other_shares_are_used_before_a_call_is_denied() {
    let (one, url) = store().await;
    go(&one.ledger().open(&ask("first", 10, 6_400)).await.unwrap());
    let two = with_another_share(&url, 6_400).await;
    go(&two.ledger().open(&ask("all but 5", 6_385, 6_400)).await.unwrap());
    for store in [&one, &two] {
        let denied = store.ledger().open(&ask("more", 6, 6_400)).await.unwrap();
        assert!(matches!(denied, Opened::Denied { left: MicroUsd(5), .. }), "{denied:?}");
    }
    go(&one.ledger().open(&ask("rest", 5, 6_400)).await.unwrap());
    assert_eq!(two.ledger().left(&day(6_400)).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn the_reservations_in_progress_of_other_replicas_are_waited_for_before_their_shares_are_used() {
    let (one, url) = store().await;
    go(&one.ledger().open(&ask("first", 10, 6_400)).await.unwrap());
    with_another_share(&url, 6_400).await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let mut held = conn.begin().await.unwrap();
    let reserve = "UPDATE budget SET committed = 50 WHERE share_of IS NOT NULL AND committed = 0";
    assert_eq!(sqlx::query(reserve).execute(&mut *held).await.unwrap().rows_affected(), 1, "the other share");
    let opened = tokio::spawn(async move { one.ledger().open(&ask("all", 6_390, 6_400)).await.unwrap() });
    wait_for_lock_waiter(&url).await;
    held.commit().await.unwrap();
    let opened = opened.await.unwrap();
    assert!(matches!(opened, Opened::Denied { left: MicroUsd(6_340), .. }), "{opened:?}");
}

#[tokio::test]
async fn a_lower_limit_applies_to_shares_that_were_distributed_before() {
    let (one, url) = store().await;
    go(&one.ledger().open(&ask("first", 10, 6_400)).await.unwrap());
    let two = with_another_share(&url, 6_400).await;
    go(&two.ledger().open(&ask("lower", 10, 50)).await.unwrap());
    let denied = one.ledger().open(&ask("higher", 31, 6_400)).await.unwrap();
    assert!(matches!(denied, Opened::Denied { left: MicroUsd(30), .. }), "{denied:?}");
    go(&one.ledger().open(&ask("enough", 30, 6_400)).await.unwrap());
    assert_eq!(two.ledger().left(&day(6_400)).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

/// Workers of the version before shares charge the whole budget.
#[tokio::test]
async fn calls_that_were_charged_to_the_whole_budget_count() {
    let (one, url) = store().await;
    let call = go(&one.ledger().open(&ask("before", 60, 100)).await.unwrap());
    execute(&url, "UPDATE call SET budgets = ARRAY[split_part(budgets[1], '#', 1)]").await;
    execute(&url, "DELETE FROM budget WHERE share_of IS NOT NULL").await;
    assert_eq!(number(&url, "UPDATE budget SET committed = 60 RETURNING committed").await, 60);
    let two = instance(&url, "two").await;
    let denied = two.ledger().open(&ask("more", 41, 100)).await.unwrap();
    assert!(matches!(denied, Opened::Denied { left: MicroUsd(40), .. }), "{denied:?}");
    go(&two.ledger().open(&ask("enough", 40, 100)).await.unwrap());
    one.ledger().close(call, settled(1)).await.unwrap();
    assert_eq!(one.ledger().left(&day(100)).await.unwrap(), MicroUsd(59));
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn a_raised_limit_of_a_day_is_available_without_a_restart() {
    let (one, _) = store().await;
    let (tenant, date) = (Tenant::default(), NaiveDate::default());
    assert_eq!(one.ledger().raise_day(&tenant, date, MicroUsd(5)).await.unwrap(), None, "nothing was spent yet");
    go(&one.ledger().open(&ask("all", 100, 100)).await.unwrap());
    assert!(matches!(one.ledger().open(&ask("more", 30, 100)).await.unwrap(), Opened::Denied { .. }));
    for repeated in [150, 150, 120] {
        let raised = one.ledger().raise_day(&tenant, date, MicroUsd(repeated)).await.unwrap().unwrap();
        assert_eq!((raised.limit, raised.committed), (MicroUsd(150), MicroUsd(100)), "it is never lowered");
    }
    assert_eq!(one.ledger().left(&day(100)).await.unwrap(), MicroUsd(50));
    go(&one.ledger().open(&ask("more", 30, 100)).await.unwrap());
    let denied = one.ledger().open(&ask("much more", 21, 100)).await.unwrap();
    assert!(matches!(denied, Opened::Denied { left: MicroUsd(20), .. }), "{denied:?}");
    let lower = one.ledger().left(&day(90)).await.unwrap();
    assert_eq!(lower, MicroUsd(10), "a lower limit is raised by the same amount");
}

/// The refund of a call that ends in the same batch is not an amount left of a closed budget.
#[tokio::test]
async fn a_closed_budget_stays_closed_while_its_calls_end() {
    let (one, url) = store().await;
    let run = Budget { scope: BudgetScope::run(RunId(id("run").0)), limit: MicroUsd(100) };
    let call = go(&one.ledger().open(&intent("turn", 90, std::slice::from_ref(&run))).await.unwrap());
    go(&one.ledger().open(&intent("other", 1, &[budget("other", 10)])).await.unwrap());
    execute(&url, "UPDATE budget SET closed = true WHERE scope LIKE 'run:%'").await;
    // The batch waits for a lock of this test; later calls form the next batch.
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let mut held = conn.begin().await.unwrap();
    sqlx::query("SELECT scope FROM budget WHERE scope LIKE 'task:%' FOR UPDATE").execute(&mut *held).await.unwrap();
    let ahead = tokio::spawn({
        let one = one.clone();
        async move { one.ledger().open(&intent("blocked", 1, &[budget("other", 10)])).await.unwrap() }
    });
    wait_for_lock_waiter(&url).await;
    let batch = tokio::spawn({
        let (ledger, next) = (one.ledger(), intent("next", 5, &[run]));
        async move { tokio::join!(ledger.close(call, settled(3)), ledger.open(&next)) }
    });
    tokio::task::yield_now().await;
    held.rollback().await.unwrap();
    go(&ahead.await.unwrap());
    let (closed, next) = batch.await.unwrap();
    closed.unwrap();
    assert!(matches!(next.unwrap(), Opened::Denied { left: MicroUsd::ZERO, .. }));
}

#[tokio::test]
async fn old_budgets_are_deleted_if_history_has_a_retention() {
    let (one, url) = store().await;
    go(&one.ledger().open(&intent("old", 1, &[budget("old", 10)])).await.unwrap());
    execute(&url, "UPDATE budget SET made_at = now() - interval '400 days'").await;
    go(&one.ledger().open(&intent("new", 1, &[budget("new", 10)])).await.unwrap());
    assert_eq!(one.maintenance().prune(&Retention::default()).await.unwrap().budgets, 0, "history is kept for ever");
    assert_eq!(one.maintenance().prune(&Retention::shortest()).await.unwrap().budgets, 1);
    assert_eq!(one.ledger().left(&budget("new", 10)).await.unwrap(), MicroUsd(9));
}
