//! Pulling, holding and acknowledging.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::JobId;
use domain::port::Job;
use runtime::client::NewMessage;
use runtime::testing::{TestEvent, TestFact};
use runtime::{Attempt, BatchHandler, BatchPolicy, Failure, Handler, Outcome};

use crate::world::{Echo, World, request};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_is_handled_published_and_acknowledged_once() {
    let world = World::new().await;
    let echo = Echo::open();
    let seen = Arc::clone(&echo.seen);
    let running = world.start(&[], |service| service.handler(echo));
    world.ask_many(500).await;
    world.until(|journal| journal.outbox().iter().filter(|(_, sent)| *sent).count() == 500).await;
    world.until_settled().await;
    let unique: HashSet<_> = seen.lock().unwrap().iter().cloned().collect();
    assert_eq!((unique.len(), seen.lock().unwrap().len()), (500, 500));
    let kept = world.client.streams().await.into_iter().find(|(name, _)| *name == "AUSPEX_WORK").unwrap().1.unwrap();
    assert_eq!(kept.messages, 1000, "500 requests and 500 answers, each stored once");
    assert_eq!(running.stop().await.code(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_messages_are_taken_than_slots() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let gate = Arc::clone(&echo.gate);
    let running = world.start(&[("AUSPEX_WORKER_CONCURRENCY", "8")], |service| service.handler(echo));
    world.ask_many(100).await;
    let lag = world.lag_until(|lag| lag.ack_pending >= 8).await;
    assert_eq!((lag.ack_pending, lag.pending), (8, 92));
    gate.add_permits(20);
    world.until(|journal| journal.done() == 20).await;
    let lag = world.lag_until(|lag| lag.pending == 72 && lag.ack_pending == 8).await;
    assert_eq!(lag.redelivered, 0);
    gate.add_permits(80);
    world.until_settled().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_bytes_are_taken_than_allowed() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let gate = Arc::clone(&echo.gate);
    let running = world.start(&[("AUSPEX_WORKER_MAX_BYTES", "2200000")], |service| service.handler(echo));
    let payload = format!("default:{}", "x".repeat(450_000));
    let large = (0..30).map(|i| NewMessage { payload: payload.clone().into(), ..request(&format!("large {i}")) });
    world.client.publish_all(large, 4, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
    let lag = world.lag_until(|lag| lag.ack_pending >= 4).await;
    assert_eq!((lag.ack_pending, lag.pending), (4, 26), "four times 450 kB leave no memory for a message of 512 KiB");
    gate.add_permits(30);
    world.until_settled().await;
    running.stop().await;
}

/// Defers each task once, for an hour.
struct Patient(Arc<Mutex<HashSet<String>>>);

impl Handler for Patient {
    const NAME: &'static str = "filter";
    const EMITS: &'static [&'static str] = &[];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        let first = self.0.lock().unwrap().insert(event.words);
        let hour = Duration::from_secs(3600);
        if first { Err(Failure::defer(hour, anyhow::anyhow!("a batch"))) } else { Ok(Outcome::none()) }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_deferral_holds_no_delivery_and_is_published_when_it_is_due() {
    let world = World::new().await;
    let deferred = Arc::<Mutex<HashSet<String>>>::default();
    let settings = [("AUSPEX_RECONCILE_AGE", "1ms")];
    let running =
        world.start(&settings, |service| service.handler(Echo::open()).handler(Patient(Arc::clone(&deferred))));
    world.ask("later").await.unwrap();
    world
        .until(|journal| journal.outbox().first().is_some_and(|(row, _)| journal.is_parked(&filter_job(row.id))))
        .await;
    let job = filter_job(world.journal.outbox()[0].0.id);
    world.lag_of("filter", |lag| lag.pending == 0 && lag.ack_pending == 0).await;
    assert_eq!(world.journal.done(), 1, "only the researcher is done");
    world.journal.make_due(&job);
    world.until(|journal| journal.done() == 2).await;
    running.stop().await;
}

fn filter_job(id: JobId) -> Job {
    Job { consumer: "filter", id }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_longer_than_the_acknowledgement_wait_is_delivered_once() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    let running = world.start(&[], |service| service.handler(echo));
    world.ask("long").await.unwrap();
    world.lag_until(|lag| lag.ack_pending == 1).await;
    // Two and a half times the wait of 2 s; this test needs real time.
    let begun = tokio::time::Instant::now();
    world.lag_until(|lag| lag.redelivered > 0 || begun.elapsed() > Duration::from_secs(5)).await;
    gate.add_permits(1);
    world.until_settled().await;
    assert_eq!(*seen.lock().unwrap(), ["long"]);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_message_becomes_a_dead_letter_and_others_are_handled() {
    let world = World::new().await;
    let running = world.start(&[], |service| service.handler(Echo::open()));
    world.client.publish(NewMessage { payload: "no colon".into(), ..request("bad") }).await.unwrap();
    world.ask("reject me").await.unwrap();
    world.ask("good").await.unwrap();
    world.until(|journal| journal.done() == 3).await;
    world.until_settled().await;
    let mut classes: Vec<_> = world.journal.dead().into_iter().map(|letter| letter.class).collect();
    classes.sort();
    assert_eq!(classes, ["rejected", "undecodable"]);
    let dead = world.client.streams().await.into_iter().find(|(name, _)| *name == "AUSPEX_DEAD").unwrap().1.unwrap();
    assert_eq!(dead.messages, 2);
    running.stop().await;
}

/// The deliveries of one burst share few tasks. The journal panics in the commit of the first one. The test runs on one
/// thread, so that the messages arrive as one burst.
#[tokio::test]
async fn a_panic_in_one_delivery_does_not_end_others_of_its_burst() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    world.ask_many(20).await;
    world.journal.panic("commit");
    let running = world.start(&[], |service| service.handler(echo));
    world.lag_until(|_| seen.lock().unwrap().len() == 20).await;
    gate.add_permits(1);
    // The server redelivers it after the acknowledgement wait, while the others are still in progress.
    world.lag_until(|lag| lag.redelivered > 0).await;
    gate.add_permits(20);
    world.until_settled().await;
    let seen = seen.lock().unwrap().clone();
    let unique: HashSet<_> = seen.iter().collect();
    assert_eq!((unique.len(), seen.len(), world.journal.done()), (20, 21, 20), "{seen:?}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_published_three_times_is_handled_once_and_acknowledged_three_times() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    let running = world.start(&[], |service| service.handler(echo));
    for copy in 0..3 {
        let job = (runtime::delivery::JOB.to_owned(), crate::world::id("same").to_string());
        let message = NewMessage { id: format!("copy-{copy}"), headers: vec![job], ..request("same") };
        world.client.publish(message).await.unwrap();
    }
    world.lag_until(|lag| lag.ack_pending == 3).await;
    gate.add_permits(3);
    world.until_settled().await;
    assert_eq!(*seen.lock().unwrap(), ["same"]);
    running.stop().await;
}

/// The relay publishes outbox rows that a crash left behind, under the same id.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_relay_publishes_rows_that_a_crash_left_behind() {
    use domain::port::{Job, Journal, Settled};
    let world = World::new().await;
    let job = Job { consumer: "researcher", id: crate::world::id("crashed") };
    let left = domain::Outgoing {
        id: job.id.derive("auspex.research.gathered", 0),
        subject: "auspex.research.gathered".to_owned(),
        payload: bytes::Bytes::from_static(b"default:found"),
        ..domain::testing::outgoing()
    };
    let foreign = domain::Outgoing { id: job.id, subject: "auspex.forecast.made".to_owned(), ..left.clone() };
    let settled = Settled { job, effects: vec![], outgoing: vec![left, foreign], dead: None };
    world.journal.commit(settled).await.unwrap();
    let running = world.start(&[], |service| service.handler(Echo::open()));
    world.until(|journal| journal.outbox()[0].1).await;
    assert!(!world.journal.outbox()[1].1, "the row of another worker is not published");
    running.stop().await;
}

struct Sizes(Arc<Mutex<Vec<usize>>>);

impl BatchHandler for Sizes {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = TestEvent;

    async fn handle(&self, batch: Vec<(TestEvent, Attempt)>) -> Vec<Result<Outcome, Failure>> {
        self.0.lock().unwrap().push(batch.len());
        let one = |(event, _): (TestEvent, Attempt)| match event.words.as_str() {
            "q7" => Err(Failure::reject(anyhow::anyhow!("seven"))),
            words => Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", words))),
        };
        batch.into_iter().map(one).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_collected_and_each_delivery_in_it_is_settled_on_its_own() {
    let world = World::new().await;
    world.ask_many(40).await;
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let policy = BatchPolicy { max: 16, linger: Duration::from_millis(200) };
    let running = world.start(&[], |service| service.batch_handler(Sizes(Arc::clone(&sizes)), policy));
    world.until(|journal| journal.done() == 40).await;
    world.until_settled().await;
    assert_eq!(world.journal.dead().len(), 1);
    assert_eq!(world.journal.outbox().len(), 40, "39 answers and one dead letter");
    let sizes = sizes.lock().unwrap().clone();
    assert_eq!(sizes.iter().sum::<usize>(), 40);
    assert!(sizes.iter().all(|size| *size <= 16) && sizes.contains(&16), "{sizes:?}");
    running.stop().await;
}
