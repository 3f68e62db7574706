//! Calls in batches: queued once, owned by no process, settled once.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::time::Duration;

use domain::port::{BatchRequest, CallEnd, CallIntent, Ledger, Opened, Queued, StepKey, Tokens};
use domain::{JobId, MicroUsd};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{BatchStep, FillLimits, OpenBatch, Store};

use crate::ledger::{budget, go, intent};
use crate::samples::id;
use crate::support::{instance, kill, number, store};

const LANE: &str = "forecaster/provider/model";
const NOW: FillLimits = FillLimits { calls: 10, age: Duration::ZERO, bytes: 1 << 20 };
const LEASE: Duration = Duration::from_secs(600);

fn request(text: &str) -> Option<BatchRequest> {
    Some(BatchRequest { lane: LANE.to_owned(), request: text.as_bytes().to_vec() })
}

fn settled(actual: u64) -> CallEnd {
    CallEnd::Settled { actual: MicroUsd(actual), reply: b"reply".to_vec(), tokens: Tokens { read: 7, written: 2 } }
}

async fn queue(store: &Store, step: &str) -> Queued {
    store.ledger().queue(&intent(step, 10, &[budget("day", 100)]), request(step)).await.unwrap()
}

async fn due(store: &Store, url: &str) -> Vec<OpenBatch> {
    execute(url, "UPDATE batch SET next_check_at = now()").await;
    store.batches().due(LANE).await.unwrap()
}

async fn execute(url: &str, sql: &'static str) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut conn).await.unwrap();
}

/// Queues a call and returns it with the batch that it is sent in.
async fn sent(store: &Store, url: &str, step: &str) -> (JobId, OpenBatch) {
    assert!(matches!(queue(store, step).await, Queued::Waiting { .. }));
    assert_eq!(store.batches().form(LANE, NOW).await.unwrap(), 1);
    let batch = due(store, url).await.pop().unwrap();
    assert!(store.batches().mark_submitting(batch.id).await.unwrap());
    store.batches().mark_running(batch.id, &format!("at-provider-{step}")).await.unwrap();
    (batch.calls[0].call, batch)
}

#[tokio::test]
async fn a_queued_call_reserves_its_maximum_and_is_paid_once_by_any_collector() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let day = budget("day", 100);
    let (call, batch) = sent(&one, &url, "a").await;
    assert_eq!(one.ledger().left(&day).await.unwrap(), MicroUsd(90));
    let changed = CallIntent {
        step: StepKey::new(id("job"), "a", b"another prompt"),
        ..intent("a", 10, std::slice::from_ref(&day))
    };
    let waiting = two.ledger().queue(&changed, request("again")).await.unwrap();
    assert!(matches!(waiting, Queued::Waiting { .. }), "the step is queued already: {waiting:?}");
    assert_eq!(one.ledger().left(&day).await.unwrap(), MicroUsd(90));

    tokio::join!(
        async { one.ledger().close(call, settled(4)).await.unwrap() },
        async { two.ledger().close(call, settled(4)).await.unwrap() },
        async { two.ledger().close(call, CallEnd::Refused).await.unwrap() },
    );
    let charged = 100 - one.ledger().left(&day).await.unwrap().0;
    assert!(charged == 4 || charged == 0, "one of the ends stands: {charged}");
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
    one.batches().end(batch.id).await.unwrap();
    assert_eq!(due(&one, &url).await, []);
}

#[tokio::test]
async fn the_reply_is_found_although_the_prompt_has_changed() {
    let (one, url) = store().await;
    let (call, batch) = sent(&one, &url, "a").await;
    one.ledger().close(call, settled(4)).await.unwrap();
    one.batches().end(batch.id).await.unwrap();
    assert_eq!(queue(&one, "a").await, Queued::Remembered(b"reply".to_vec()));
    let changed = CallIntent { step: StepKey::new(id("job"), "a", b"another prompt"), ..intent("a", 10, &[]) };
    for request in [request("again"), None] {
        assert_eq!(one.ledger().queue(&changed, request).await.unwrap(), Queued::Remembered(b"reply".to_vec()));
    }
    assert_eq!(number(&url, "SELECT count(*) FROM call").await, 1);
    assert_eq!(number(&url, "SELECT sum(length(request)) FROM batch_item").await, 0, "the request is not kept");
}

#[tokio::test]
async fn a_call_without_a_reply_is_made_in_the_ordinary_way() {
    let (one, url) = store().await;
    for (step, end, charge) in [("refused", CallEnd::Refused, 0), ("unknown", CallEnd::Unknown, 10)] {
        let before = one.ledger().left(&budget("day", 100)).await.unwrap().0;
        let (call, batch) = sent(&one, &url, step).await;
        one.ledger().close(call, end).await.unwrap();
        one.batches().end(batch.id).await.unwrap();
        assert_eq!(before - one.ledger().left(&budget("day", 100)).await.unwrap().0, charge);
        assert_eq!(queue(&one, step).await, Queued::Ordinary);
        let ordinary = go(&one.ledger().open(&intent(step, 10, &[budget("day", 100)])).await.unwrap());
        assert_ne!(ordinary, call, "another attempt");
        one.ledger().close(ordinary, settled(8)).await.unwrap();
        assert_eq!(queue(&one, step).await, Queued::Remembered(b"reply".to_vec()));
    }
    let unqueued = one.ledger().queue(&intent("new", 10, &[]), None).await.unwrap();
    assert_eq!(unqueued, Queued::Ordinary, "without a request nothing is queued");
    assert_eq!(one.ledger().unbalanced().await.unwrap(), []);
}

#[tokio::test]
async fn a_budget_denies_and_the_death_of_the_queueing_process_changes_nothing() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let (call, _) = sent(&one, &url, "a").await;
    let dear = one.ledger().queue(&intent("b", 91, &[budget("day", 100)]), request("b")).await.unwrap();
    assert_eq!(dear, Queued::Denied { scope: budget("day", 100).scope.key().to_owned(), left: MicroUsd(90) });
    kill(&one, &url).await;
    assert_eq!(two.ledger().sweep().await.unwrap(), 0, "the call of a batch belongs to no process");
    assert!(matches!(queue(&two, "a").await, Queued::Waiting { .. }));
    assert!(matches!(two.ledger().open(&intent("c", 10, &[budget("day", 100)])).await.unwrap(), Opened::Go(_)));
    two.ledger().close(call, settled(4)).await.unwrap();
    assert_eq!(queue(&two, "a").await, Queued::Remembered(b"reply".to_vec()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_queue_a_step_once_and_form_each_batch_once() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let tasks: Vec<_> = (0..60)
        .map(|n| {
            let store = if n % 2 == 0 { one.clone() } else { two.clone() };
            let step = format!("step {}", n / 4);
            tokio::spawn(async move {
                store.ledger().queue(&intent(&step, 1, &[budget("day", 1_000)]), request(&step)).await.unwrap()
            })
        })
        .collect();
    for task in tasks {
        assert!(matches!(task.await.unwrap(), Queued::Waiting { .. }));
    }
    assert_eq!(one.ledger().left(&budget("day", 1_000)).await.unwrap(), MicroUsd(985), "15 steps");
    let small = FillLimits { calls: 4, ..NOW };
    let form = |store: Store| async move {
        let mut formed = 0;
        loop {
            match store.batches().form(LANE, small).await.unwrap() {
                0 => return formed,
                calls => formed += calls,
            }
        }
    };
    let (first, second) = tokio::join!(form(one.clone()), form(two.clone()));
    assert_eq!(first + second + form(one.clone()).await, 15);
    let batches = due(&one, &url).await;
    let mut calls: Vec<JobId> = batches.iter().flat_map(|batch| batch.calls.iter().map(|call| call.call)).collect();
    calls.sort();
    calls.dedup();
    assert_eq!(calls.len(), 15, "each call is in one batch");
}

#[tokio::test]
async fn a_batch_is_sent_by_one_instance_and_searched_for_after_a_crash() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    assert!(one.batches().hold(LANE, LEASE).await.unwrap() && one.batches().hold(LANE, LEASE).await.unwrap());
    assert!(!two.batches().hold(LANE, LEASE).await.unwrap(), "another instance holds it");
    queue(&one, "a").await;
    assert_eq!(
        one.batches().form(LANE, FillLimits { age: Duration::from_secs(60), ..NOW }).await.unwrap(),
        0,
        "not old enough"
    );
    assert_eq!(one.batches().form(LANE, NOW).await.unwrap(), 1);
    let formed = due(&one, &url).await.pop().unwrap();
    assert_eq!((formed.step, formed.calls[0].request.as_slice()), (BatchStep::Send, b"a".as_slice()));
    assert!(one.batches().mark_submitting(formed.id).await.unwrap());
    assert!(!two.batches().mark_submitting(formed.id).await.unwrap(), "it is being sent");

    kill(&one, &url).await;
    assert!(two.batches().hold(LANE, LEASE).await.unwrap(), "the holder is dead");
    assert!(matches!(due(&two, &url).await[0].step, BatchStep::Search { .. }));
    two.batches().mark_running(formed.id, "found").await.unwrap();
    assert!(matches!(&due(&two, &url).await[0].step, BatchStep::Collect { provider_id, .. } if provider_id == "found"));
    let later = "SELECT count(*) FROM batch WHERE next_check_at >= submitted_at + interval '1 second'";
    assert_eq!(number(&url, later).await, 1, "the next check is later");
    execute(&url, "UPDATE batch SET next_check_at = now() + interval '1 hour'").await;
    assert_eq!(two.batches().due(LANE).await.unwrap(), [], "it is not due");
    assert_eq!(two.batches().provider_ids(LANE).await.unwrap(), ["found"]);
}

#[tokio::test]
async fn a_batch_that_was_not_accepted_is_sent_again() {
    let (one, url) = store().await;
    queue(&one, "a").await;
    one.batches().form(LANE, NOW).await.unwrap();
    let formed = due(&one, &url).await.pop().unwrap();
    assert!(one.batches().mark_submitting(formed.id).await.unwrap());
    one.batches().postpone(formed.id, Duration::from_secs(15)).await.unwrap();
    assert_eq!(one.batches().due(LANE).await.unwrap(), [], "not yet");
    assert_eq!(due(&one, &url).await[0].step, BatchStep::Send);
}

#[tokio::test]
async fn uncollected_calls_are_returned_when_they_are_overdue() {
    let (one, url) = store().await;
    let (sent, _) = sent(&one, &url, "sent").await;
    queue(&one, "unsent").await;
    let day = Duration::from_secs(26 * 3600);
    assert_eq!(one.batches().overdue(day).await.unwrap(), []);
    execute(&url, "UPDATE batch_item SET queued_at = now() - interval '27 hours'").await;
    let overdue = one.batches().overdue(day).await.unwrap();
    assert_eq!(overdue.len(), 2);
    assert!(overdue.iter().all(|call| call.sent == (call.call == sent)), "{overdue:?}");
    assert_eq!(one.batches().form(LANE, NOW).await.unwrap(), 0, "a withdrawn call is never sent");
    for call in overdue {
        one.ledger().close(call.call, if call.sent { CallEnd::Unknown } else { CallEnd::Refused }).await.unwrap();
    }
    assert_eq!(one.ledger().left(&budget("day", 100)).await.unwrap(), MicroUsd(90));
    assert_eq!(one.batches().overdue(day).await.unwrap(), []);
    assert_eq!((queue(&one, "sent").await, queue(&one, "unsent").await), (Queued::Ordinary, Queued::Ordinary));
}

/// The model of the workers changes while calls of the old one are queued.
#[tokio::test]
async fn a_call_of_a_lane_that_no_living_instance_holds_is_withdrawn_by_its_job() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let day = Duration::from_secs(86_400);
    assert!(two.batches().hold(LANE, LEASE).await.unwrap());
    assert!(matches!(queue(&one, "a").await, Queued::Waiting { .. }));
    let in_another_lane = async || {
        let moved = BatchRequest { lane: "forecaster/provider/newer".to_owned(), request: b"a".to_vec() };
        one.ledger().queue(&intent("a", 10, &[budget("day", 100)]), Some(moved)).await.unwrap()
    };
    assert!(matches!(in_another_lane().await, Queued::Waiting { .. }));
    assert_eq!(one.batches().overdue(day).await.unwrap(), [], "the lane is served");
    kill(&two, &url).await;
    assert!(matches!(queue(&one, "a").await, Queued::Waiting { .. }));
    assert_eq!(one.batches().overdue(day).await.unwrap(), [], "the same lane will be served again");
    assert!(matches!(in_another_lane().await, Queued::Waiting { .. }));
    let overdue = one.batches().overdue(day).await.unwrap();
    assert_eq!(overdue.iter().map(|call| call.sent).collect::<Vec<_>>(), [false]);
    one.ledger().close(overdue[0].call, CallEnd::Refused).await.unwrap();
    assert_eq!(in_another_lane().await, Queued::Ordinary);
    assert_eq!(one.ledger().left(&budget("day", 100)).await.unwrap(), MicroUsd(100));
}

#[tokio::test]
async fn a_call_that_was_not_sent_before_its_budget_was_closed_is_withdrawn() {
    let (one, url) = store().await;
    let (sent, _) = sent(&one, &url, "sent").await;
    queue(&one, "unsent").await;
    execute(&url, "UPDATE budget SET closed = true").await;
    let day = Duration::from_secs(26 * 3600);
    assert_eq!(one.batches().withdraw("another lane", day, 10).await.unwrap(), []);
    let withdrawn = one.batches().withdraw(LANE, day, 10).await.unwrap();
    assert!(withdrawn.len() == 1 && withdrawn[0] != sent, "{withdrawn:?}");
    assert_eq!(one.batches().form(LANE, NOW).await.unwrap(), 0);
    // The instance that withdrew it may have died before it settled the call.
    let overdue = one.batches().overdue(day).await.unwrap();
    assert!(overdue.len() == 1 && !overdue[0].sent && overdue[0].call == withdrawn[0], "{overdue:?}");
}
