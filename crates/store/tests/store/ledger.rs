//! Exact accounting of reservations and settlements.

use domain::port::{CallEnd, CallIntent, Ledger, Opened, StepKey, Tokens};
use domain::{Budget, BudgetScope, JobId, MicroUsd, RunId};
use sqlx::{Connection, PgConnection};

use crate::samples::id;
use crate::support::{instance, kill, store, wait_for_lock_waiter};

pub(crate) fn budget(name: &str, limit: u64) -> Budget {
    Budget { scope: BudgetScope::task(id(name)), limit: MicroUsd(limit) }
}

pub(crate) fn intent(step: &str, max: u64, budgets: &[Budget]) -> CallIntent {
    CallIntent {
        step: StepKey::new(id("job"), step, b"input"),
        budgets: budgets.to_vec(),
        max: MicroUsd(max),
        ..domain::testing::call_intent()
    }
}

pub(crate) fn go(opened: &Opened) -> JobId {
    let Opened::Go(call) = opened else { panic!("{opened:?}") };
    *call
}

fn settled(actual: u64) -> CallEnd {
    CallEnd::Settled { actual: MicroUsd(actual), reply: b"reply".to_vec(), tokens: Tokens { read: 7, written: 2 } }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_reservations_exhaust_the_limit_exactly() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let budgets = [budget("day", 700 * 10), budget("run", 900 * 10)];
    let tasks: Vec<_> = (0..1_000)
        .map(|n| {
            let store = if n % 2 == 0 { one.clone() } else { two.clone() };
            let intent = intent(&format!("step {n}"), 10, &budgets);
            tokio::spawn(async move { store.ledger().open(&intent).await.unwrap() })
        })
        .collect();
    let mut calls = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            Opened::Go(call) => calls.push(call),
            Opened::Denied { scope, left } => {
                assert_eq!((scope.as_str(), left), (budgets[0].scope.key(), MicroUsd::ZERO));
            }
            other => panic!("nothing was paid: {other:?}"),
        }
    }
    assert_eq!(calls.len(), 700);
    assert_eq!(one.ledger().left(&budgets[0]).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(one.ledger().left(&budgets[1]).await.unwrap(), MicroUsd(2_000));
    let closings: Vec<_> = calls
        .into_iter()
        .map(|call| {
            let two = two.clone();
            tokio::spawn(async move {
                two.ledger().close(call, settled(3)).await.unwrap();
                two.ledger().close(call, CallEnd::Refused).await.unwrap();
            })
        })
        .collect();
    for closing in closings {
        closing.await.unwrap();
    }
    assert_eq!(
        one.ledger().left(&budgets[0]).await.unwrap(),
        MicroUsd(7_000 - 2_100),
        "settled once, the difference is back"
    );
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
    assert_eq!(one.ledger().open_calls(10).await.unwrap(), []);
}

#[tokio::test]
async fn a_paid_step_is_memoised_and_a_wasted_one_is_not() {
    let (one, _) = store().await;
    let ask = intent("turn", 10, &[budget("b", 100)]);
    let first = go(&one.ledger().open(&ask).await.unwrap());
    one.ledger()
        .close(first, CallEnd::Wasted { actual: MicroUsd(4), tokens: Tokens { read: 3, written: 1 } })
        .await
        .unwrap();
    let second = go(&one.ledger().open(&ask).await.unwrap());
    assert_ne!(first, second, "another attempt is another call");
    one.ledger().close(second, CallEnd::Refused).await.unwrap();
    let third = go(&one.ledger().open(&ask).await.unwrap());
    one.ledger().close(third, settled(6)).await.unwrap();
    assert_eq!(one.ledger().open(&ask).await.unwrap(), Opened::Remembered(b"reply".to_vec()));
    let money = one.ledger().money(None).await.unwrap();
    assert_eq!((money.settled, money.wasted, money.charged()), (MicroUsd(6), MicroUsd(4), MicroUsd(10)));
    assert_eq!(money.calls, [0, 1, 1, 1, 0]);
    assert_eq!(one.ledger().left(&budget("b", 50)).await.unwrap(), MicroUsd(40), "the lower limit counts");
}

#[tokio::test]
async fn the_unused_reservation_of_a_call_is_available_to_calls_in_its_batch() {
    let (one, url) = store().await;
    let (full, other) = (budget("full", 10), budget("other", 100));
    let paid = intent("paid", 10, std::slice::from_ref(&full));
    let call = go(&one.ledger().open(&paid).await.unwrap());
    let before = go(&one.ledger().open(&intent("before", 1, std::slice::from_ref(&other))).await.unwrap());
    one.ledger().close(before, CallEnd::Refused).await.unwrap();
    // The batch waits for a lock of this test; later calls form the next batch.
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let mut held = conn.begin().await.unwrap();
    let lock = "SELECT scope FROM budget WHERE scope = $1 FOR UPDATE";
    sqlx::query(lock).bind(other.scope.key()).execute(&mut *held).await.unwrap();
    let (blocked, next) = (intent("blocked", 1, &[other]), intent("next", 7, &[full]));
    let ahead = tokio::spawn({
        let one = one.clone();
        async move { one.ledger().open(&blocked).await.unwrap() }
    });
    wait_for_lock_waiter(&url).await;
    let group = tokio::spawn({
        let ledger = one.ledger();
        async move { tokio::join!(ledger.close(call, settled(3)), ledger.open(&next), ledger.open(&paid)) }
    });
    tokio::task::yield_now().await;
    held.rollback().await.unwrap();
    go(&ahead.await.unwrap());
    let (closed, next, again) = group.await.unwrap();
    closed.unwrap();
    go(&next.unwrap());
    assert_eq!(again.unwrap(), Opened::Remembered(b"reply".to_vec()), "and what was just paid for is remembered");
    assert_eq!(one.ledger().left(&budget("full", 10)).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn the_call_of_a_dead_instance_is_charged_until_the_provider_is_asked() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let run = RunId(id("run").0);
    let budgets = [Budget { scope: BudgetScope::run(run), limit: MicroUsd(25) }];
    let spent = async || one.ledger().money(Some(&[budgets[0].scope.key()])).await.unwrap().charged();
    let ask = intent("turn", 10, &budgets);
    let lost = go(&two.ledger().open(&ask).await.unwrap());
    assert_eq!(one.ledger().sweep().await.unwrap(), 0, "it is alive");
    kill(&two, &url).await;
    let retry = go(&one.ledger().open(&ask).await.unwrap());
    let unknown = one.ledger().unknown_calls(10).await.unwrap();
    assert_eq!(unknown.iter().map(|call| (call.id, call.charged)).collect::<Vec<_>>(), [(lost, MicroUsd(10))]);
    let denied = one.ledger().open(&intent("more", 10, &budgets)).await.unwrap();
    assert!(matches!(denied, Opened::Denied { left: MicroUsd(5), .. }), "{denied:?}");
    one.ledger().resolve_unknown(lost, CallEnd::Unknown).await.unwrap();
    assert_eq!(spent().await, MicroUsd(20));
    one.ledger().resolve_unknown(lost, settled(2)).await.unwrap();
    one.ledger().close(retry, settled(3)).await.unwrap();
    assert_eq!(spent().await, MicroUsd(5));
    go(&two.ledger().open(&intent("other", 1, &budgets)).await.unwrap());
    assert_eq!(one.ledger().sweep().await.unwrap(), 1);
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
    let totals = one.ledger().totals(Some(&[budgets[0].scope.key()])).await.unwrap();
    assert_eq!((totals.len(), totals[0].calls, totals[0].charged), (1, 3, MicroUsd(6)));
    assert_eq!(totals[0].tokens, Tokens { read: 14, written: 4 }, "of the two that were answered");
}

/// A worker was frozen between the intent and the request. Meanwhile its call was settled as never sent; then it is
/// sent after all.
#[tokio::test]
async fn a_call_that_was_settled_as_never_sent_and_is_sent_later_is_charged() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let [first, second] = ["first", "second"].map(|step| intent(step, 10, &[budget("b", 25)]));
    let (paid, lost) = (go(&two.ledger().open(&first).await.unwrap()), go(&two.ledger().open(&second).await.unwrap()));
    kill(&two, &url).await;
    assert_eq!(one.ledger().sweep().await.unwrap(), 2);
    for call in [paid, lost] {
        one.ledger().resolve_unknown(call, CallEnd::Refused).await.unwrap();
    }
    assert_eq!(one.ledger().left(&budget("b", 25)).await.unwrap(), MicroUsd(25), "the provider has seen neither");
    two.ledger().close(paid, settled(4)).await.unwrap();
    two.ledger().close(lost, CallEnd::Unknown).await.unwrap();
    assert_eq!(one.ledger().left(&budget("b", 25)).await.unwrap(), MicroUsd(11), "4 are paid, and 10 may be");
    assert_eq!(one.ledger().unknown_calls(10).await.unwrap().len(), 1, "the provider is asked again");
    one.ledger().resolve_unknown(lost, settled(3)).await.unwrap();
    two.ledger().close(paid, CallEnd::Refused).await.unwrap();
    two.ledger().close(lost, settled(9)).await.unwrap();
    assert_eq!(one.ledger().left(&budget("b", 25)).await.unwrap(), MicroUsd(18), "a paid end is final");
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

/// The worker abandoned a call and retries the step: the provider may have answered the call, so it stays charged.
#[tokio::test]
async fn an_abandoned_call_of_this_instance_stays_charged() {
    let (one, _) = store().await;
    let ask = intent("turn", 10, &[budget("b", 20)]);
    let first = go(&one.ledger().open(&ask).await.unwrap());
    let second = go(&one.ledger().open(&ask).await.unwrap());
    assert_ne!(first, second);
    assert_eq!(one.ledger().left(&budget("b", 20)).await.unwrap(), MicroUsd::ZERO);
    assert!(matches!(one.ledger().open(&ask).await.unwrap(), Opened::Denied { .. }));
    one.ledger().close(first, settled(1)).await.unwrap();
    assert_eq!(
        one.ledger().left(&budget("b", 20)).await.unwrap(),
        MicroUsd(9),
        "it came back after all, and said what it cost"
    );
}

/// A model that is too slow for the deadline of a call would otherwise be paid with each delivery of the job.
#[tokio::test]
async fn a_step_whose_calls_gave_no_reply_three_times_is_not_tried_again_by_any_instance() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let budgets = [budget("b", 1_000)];
    let ask = |input: &str| CallIntent {
        step: StepKey::new(id("job"), "turn", input.as_bytes()),
        ..intent("turn", 10, &budgets)
    };
    let wasted = CallEnd::Wasted { actual: MicroUsd(4), tokens: Tokens { read: 3, written: 1 } };
    // Refused calls cost nothing, and the deaths of workers are not faults of the model.
    let refused = go(&one.ledger().open(&ask("a")).await.unwrap());
    one.ledger().close(refused, CallEnd::Refused).await.unwrap();
    for _ in 0..3 {
        let dies = instance(&url, "dies").await;
        let abandoned = go(&dies.ledger().open(&ask("a")).await.unwrap());
        kill(&dies, &url).await;
        assert_eq!(one.ledger().sweep().await.unwrap(), 1);
        one.ledger().resolve_unknown(abandoned, wasted.clone()).await.unwrap();
    }
    // The input may differ between deliveries.
    for (store, input, end) in [(&one, "a", CallEnd::Unknown), (&two, "b", wasted), (&two, "a", CallEnd::Unknown)] {
        let call = go(&store.ledger().open(&ask(input)).await.unwrap());
        store.ledger().close(call, end).await.unwrap();
    }
    let before = one.ledger().left(&budgets[0]).await.unwrap();
    for (store, input) in [(&one, "a"), (&two, "b"), (&one, "new")] {
        assert_eq!(store.ledger().open(&ask(input)).await.unwrap(), Opened::Unanswered { calls: 3 });
    }
    assert_eq!(one.ledger().left(&budgets[0]).await.unwrap(), before, "nothing is reserved");
    go(&one.ledger().open(&intent("other", 10, &budgets)).await.unwrap());
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn a_call_that_its_own_instance_abandons_again_and_again_is_not_repeated_for_ever() {
    let (one, _) = store().await;
    let ask = intent("turn", 10, &[budget("b", 1_000)]);
    let mut calls = Vec::new();
    for _ in 0..3 {
        calls.push(go(&one.ledger().open(&ask).await.unwrap()));
    }
    assert_eq!(one.ledger().open(&ask).await.unwrap(), Opened::Unanswered { calls: 3 });
    one.ledger().close(calls[1], settled(1)).await.unwrap();
    assert_eq!(one.ledger().open(&ask).await.unwrap(), Opened::Remembered(b"reply".to_vec()), "a late reply is used");
}

/// The prompt of a stream that was cut is known, and the length of its reply is not.
#[tokio::test]
async fn a_call_that_was_cut_is_charged_by_its_bound_until_the_provider_is_asked() {
    let (one, _) = store().await;
    let budgets = [budget("b", 100)];
    let left = async || one.ledger().left(&budgets[0]).await.unwrap().0;
    let [cut, more] = [
        go(&one.ledger().open(&intent("a", 10, &budgets)).await.unwrap()),
        go(&one.ledger().open(&intent("b", 10, &budgets)).await.unwrap()),
    ];
    one.ledger().close(cut, CallEnd::AtMost { most: MicroUsd(6) }).await.unwrap();
    one.ledger().close(more, CallEnd::AtMost { most: MicroUsd(60) }).await.unwrap();
    assert_eq!(left().await, 100 - 6 - 10, "never more than the maximum");
    assert_eq!(one.ledger().unknown_calls(10).await.unwrap().len(), 2);
    one.ledger()
        .resolve_unknown(cut, CallEnd::Wasted { actual: MicroUsd(4), tokens: Tokens { read: 3, written: 1 } })
        .await
        .unwrap();
    assert_eq!(left().await, 100 - 4 - 10);
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn a_limit_can_be_lowered_and_never_raised() {
    let (one, _) = store().await;
    go(&one.ledger().open(&intent("a", 10, &[budget("b", 100)])).await.unwrap());
    go(&one.ledger().open(&intent("b", 10, &[budget("b", 30)])).await.unwrap());
    let denied = one.ledger().open(&intent("c", 11, &[budget("b", 1_000)])).await.unwrap();
    assert_eq!(denied, Opened::Denied { scope: budget("b", 0).scope.key().to_owned(), left: MicroUsd(10) });
    go(&one.ledger().open(&intent("c", 10, &[budget("b", 1_000)])).await.unwrap());
    go(&one.ledger().open(&intent("free", 10, &[])).await.unwrap());
    assert_eq!(one.ledger().left(&budget("never used", 7)).await.unwrap(), MicroUsd(7));
}
