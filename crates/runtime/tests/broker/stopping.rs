//! Shutdown: work is finished or handed back, and the process always ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use domain::port::HandBackReason;
use runtime::service::Exit;
use tokio::sync::Notify;

use crate::world::{Echo, LIMIT, World};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_in_flight_is_finished_within_the_grace_period() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let gate = Arc::clone(&echo.gate);
    let running = world.start(&[], |service| service.handler(echo));
    world.ask_many(8).await;
    world.lag_until(|lag| lag.ack_pending == 8).await;
    running.life.soft.cancel();
    gate.add_permits(8);
    assert_eq!(running.stop().await, Exit::Clean);
    assert_eq!((world.journal.done(), world.journal.farewells()), (8, 1), "the lease ends with the process");
    assert!(world.journal.outbox().iter().all(|(_, sent)| *sent));
    world.lag_until(|lag| lag.ack_pending == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_work_is_handed_back_and_taken_by_another_instance_at_once() {
    let world = World::new().await;
    let running = world.start(&[("AUSPEX_WORKER_GRACE", "4s")], |service| service.handler(Echo::gated(0)));
    world.ask_many(8).await;
    world.lag_until(|lag| lag.ack_pending == 8).await;
    // The server would redeliver it after its acknowledgement wait only, if it was not told.
    assert_eq!(running.stop().await, Exit::Clean);
    assert_eq!(world.journal.hand_backs().iter().filter(|(_, why)| *why == HandBackReason::Shutdown).count(), 8);
    let other = world.start(&[], |service| service.handler(Echo::open()));
    world.until(|journal| journal.done() == 8).await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_worker_stops_at_once_and_takes_no_message_with_it() {
    let world = World::new().await;
    let running = world.start(&[], |service| service.handler(Echo::open()));
    world.lag_until(|lag| lag.waiting > 0).await;
    running.stop().await;
    world.ask("later").await.unwrap();
    let lag = world.lag_until(|lag| lag.pending + lag.ack_pending == 1).await;
    assert_eq!(lag.pending, 1, "no pull is open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_ends_the_process_at_once() {
    let world = World::new().await;
    let running = world.start(&[("AUSPEX_WORKER_GRACE", "60s")], |service| service.handler(Echo::gated(0)));
    world.ask("stuck").await.unwrap();
    world.lag_until(|lag| lag.ack_pending == 1).await;
    running.life.soft.cancel();
    running.life.hard.cancel();
    assert_eq!(running.stop().await, Exit::Hard);
}

/// Reports of tenants, sweeps and the relay depend on their tasks: one pass that panics must not be the last one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_periodic_task_whose_pass_panics_runs_again() {
    let world = World::new().await;
    let (passes, again) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
    let (counted, second) = (Arc::clone(&passes), Arc::clone(&again));
    let running = world.start(&[], |service| {
        service.handler(Echo::open()).task("fragile", Duration::from_millis(10), move || {
            let (passes, again) = (Arc::clone(&counted), Arc::clone(&second));
            async move {
                assert!(passes.fetch_add(1, Ordering::Relaxed) > 0, "the first pass panics");
                again.notify_one();
                Ok(Vec::new())
            }
        })
    });
    tokio::time::timeout(LIMIT, again.notified()).await.expect("a second pass");
    world.ask("later").await.unwrap();
    world.until(|journal| journal.done() == 1).await;
    assert_eq!(running.stop().await, Exit::Clean);
}
