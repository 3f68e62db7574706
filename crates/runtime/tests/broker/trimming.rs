//! Removal of finished messages from the streams of work.

use std::sync::Arc;
use std::time::Duration;

use runtime::client::{Client, NewMessage, StreamState};
use runtime::service::{Exit, Lifecycle};
use runtime::testing::{FakeJournal, TestEvent};
use runtime::topology::{Options, TRIMMER};
use runtime::{Attempt, Failure, Handler, Outcome, Service, TrimConfig};

use crate::world::{Echo, LIMIT, Running, World, config, options, request};

/// Finishes every event and emits nothing.
struct Quiet;

impl Handler for Quiet {
    const NAME: &'static str = "classifier";
    const EMITS: &'static [&'static str] = &[];
    type In = TestEvent;

    async fn handle(&self, _: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        Ok(Outcome::none())
    }
}

fn trim() -> TrimConfig {
    let day = Duration::from_secs(24 * 3600);
    TrimConfig { interval: Duration::from_millis(50), keep_events: day, keep_event_bytes: 10 << 30 }
}

/// Runs a service without handlers that removes finished messages.
fn trimmer(world: &World, trim: TrimConfig) -> Running {
    world.start(&[], |service| service.trim_streams(trim))
}

fn event(number: usize, bytes: usize) -> NewMessage {
    let payload = format!("default:{}", "x".repeat(bytes)).into();
    NewMessage { subject: "auspex.event.question".to_owned(), payload, ..request(&format!("event {number}")) }
}

async fn state(client: &Client, stream: &str) -> StreamState {
    client.streams().await.into_iter().find(|(name, _)| *name == stream).unwrap().1.unwrap()
}

/// Waits until the stream meets the condition.
async fn becomes(client: &Client, stream: &str, condition: impl Fn(&StreamState) -> bool) -> StreamState {
    let mut every = tokio::time::interval(Duration::from_millis(50));
    let deadline = tokio::time::Instant::now() + LIMIT;
    loop {
        every.tick().await;
        let state = state(client, stream).await;
        if condition(&state) {
            return state;
        }
        assert!(tokio::time::Instant::now() < deadline, "{stream} never met the condition: {state:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_work_is_removed_and_unfinished_work_stays() {
    let world = World::new().await;
    let echo = Echo::gated(40);
    let gate = Arc::clone(&echo.gate);
    let worker = world.start(&[], |service| service.handler(echo));
    world.ask_many(40).await;
    world.until_settled().await;
    for number in 0..10 {
        world.ask(&format!("held {number}")).await.unwrap();
    }
    world.lag_until(|lag| lag.ack_pending == 10).await;
    assert_eq!(state(&world.client, "AUSPEX_WORK").await.messages, 90);
    let trimmer = trimmer(&world, trim());
    // Nothing consumes the 40 answers, and the 10 held requests are unfinished.
    becomes(&world.client, "AUSPEX_WORK", |stream| stream.messages == 50).await;
    gate.add_permits(10);
    world.until(|journal| journal.done() == 50).await;
    becomes(&world.client, "AUSPEX_WORK", |stream| stream.messages == 50 && stream.last_sequence == 100).await;
    worker.stop().await;
    trimmer.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_that_is_not_elected_removes_nothing() {
    let world = World::new().await;
    let worker = world.start(&[], |service| service.handler(Echo::open()));
    world.ask_many(5).await;
    world.until_settled().await;
    world.journal.become_spare("trim-streams");
    let trimmer = trimmer(&world, trim());
    let ten = becomes(&world.client, "AUSPEX_WORK", |_| world.journal.elections("trim-streams") > 5).await;
    assert_eq!(ten.messages, 10, "five requests and five answers");
    world.journal.become_elected("trim-streams");
    becomes(&world.client, "AUSPEX_WORK", |stream| stream.messages == 5).await;
    worker.stop().await;
    trimmer.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_of_finished_events_takes_new_ones() {
    let world = World::new().await;
    let small = Options { work_bytes: 256 << 10, ..options() };
    world.client.apply_topology(&small).await.unwrap();
    let worker = world.start(&[], |service| service.handler(Quiet));
    let trimmer = trimmer(&world, trim());
    let (mut every, deadline) = (tokio::time::interval(Duration::from_millis(20)), tokio::time::Instant::now() + LIMIT);
    for number in 0..40 {
        while let Err(refused) = world.client.publish(event(number, 30_000)).await {
            assert!(tokio::time::Instant::now() < deadline, "event {number} is refused for ever: {refused}");
            every.tick().await;
        }
    }
    world.until(|journal| journal.done() == 40).await;
    let kept = becomes(&world.client, "AUSPEX_EVENTS", |stream| stream.bytes <= 128 << 10).await;
    assert!(kept.messages > 0, "half of the stream is for finished events: {kept:?}");
    worker.stop().await;
    trimmer.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_events_are_removed_after_their_retention_and_unfinished_ones_never() {
    let world = World::new().await;
    for number in 0..20 {
        world.client.publish(event(number, 100)).await.unwrap();
    }
    let brief = TrimConfig { keep_events: Duration::from_secs(1), ..trim() };
    let trimmer = trimmer(&world, brief);
    let since = tokio::time::Instant::now();
    becomes(&world.client, "AUSPEX_EVENTS", |stream| stream.messages < 20 || since.elapsed() > Duration::from_secs(3))
        .await;
    assert_eq!(state(&world.client, "AUSPEX_EVENTS").await.messages, 20, "no consumer has finished them");
    let worker = world.start(&[], |service| service.handler(Quiet));
    world.until(|journal| journal.done() == 20).await;
    becomes(&world.client, "AUSPEX_EVENTS", |stream| stream.messages == 0).await;
    worker.stop().await;
    trimmer.stop().await;
}

/// A message on a subject without a consumer is finished at once, so that it cannot keep space for ever.
pub(crate) async fn removes_with(operator: &Client, url: &str, journal: &Arc<FakeJournal>) {
    let stray = NewMessage { subject: "auspex.run.unknown".to_owned(), ..request("stray") };
    operator.publish(stray).await.unwrap();
    let login = [("AUSPEX_NATS_USER", TRIMMER), ("AUSPEX_NATS_PASSWORD", "secret")];
    let config = config(url, &login);
    let service = Service::new(Arc::clone(journal)).trim_streams(trim());
    let life = Lifecycle::new();
    let running = life.clone();
    let ended = tokio::spawn(async move { service.run(TRIMMER, &config, running).await });
    becomes(operator, "AUSPEX_WORK", |stream| stream.messages == 0).await;
    life.soft.cancel();
    assert_eq!(ended.await.unwrap(), Exit::Clean);
}
