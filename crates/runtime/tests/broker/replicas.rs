//! Two replicas, one of which has lost a server: its trouble stays its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use local_servers::{ChaosProxy, Fault};
use runtime::testing::{Cut, FakeJournal, TestEvent};
use runtime::topology::Options;
use runtime::{Attempt, Failure, Handler, Outcome, Service};

use crate::grouping::Rules;
use crate::world::{Echo, LIMIT, World, options, request};

/// Events of a group; four groups have places.
const GROUP: usize = 10;
/// Slots of a replica.
const SLOTS: u64 = 8;
/// Unacknowledged messages that all replicas together may have: a replica without its own limit would hold all of
/// them.
const MAX_ACK_PENDING: i64 = 400;
/// Looks at the consumer, 20 ms apart, in which a replica without a limit takes all that it may.
const SAMPLES: usize = 50;
/// Messages that one replica may hold: its slots, the slots of copies, the places of four groups, and delayed
/// deliveries.
const MAX_HELD: u64 = SLOTS + SLOTS + 4 * GROUP as u64 + MAX_ACK_PENDING as u64 / 16;

async fn world() -> World {
    let world = World::new().await;
    let full = Options { max_ack_pending: MAX_ACK_PENDING, ..options() };
    world.client.apply_topology(&full).await.unwrap();
    world
}

fn settings() -> Vec<(&'static str, &'static str)> {
    vec![("AUSPEX_WORKER_CONCURRENCY", "8"), ("AUSPEX_WORKER_LEASE", "30s")]
}

fn quiet(service: Service<FakeJournal>) -> Service<FakeJournal> {
    service.handler(Rules::new(GROUP, Duration::from_millis(20)))
}

fn ordinary(service: Service<FakeJournal>) -> Service<FakeJournal> {
    service.handler(Echo::open())
}

/// Publishes `count` messages, numbered from `first`.
async fn ask(world: &World, first: usize, count: usize) {
    let asked = (first..first + count).map(|i| request(&format!("q{i}")));
    world.client.publish_all(asked, 256, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
}

fn settled(journal: &FakeJournal) -> usize {
    journal.done() + journal.verdicts()
}

/// Cuts the journal of one of two replicas off. The other settles everything, also what the first one had taken, and
/// the first one works again after the repair without a restart.
async fn one_without_its_journal(add: fn(Service<FakeJournal>) -> Service<FakeJournal>, cut: Cut) {
    let world = world().await;
    let lost = Arc::new(world.journal.replica());
    let ill = world.start_with(&lost, &settings(), add);
    world.lag_until(|lag| lag.waiting > 0).await;
    lost.cut(cut);
    ask(&world, 0, 1_000).await;
    let mut held = 0;
    for _ in 0..SAMPLES {
        held = held.max(world.lag_until(|lag| lag.ack_pending > 0).await.ack_pending);
    }
    assert!(held <= MAX_HELD, "{cut:?}: a replica without its journal holds {held}");
    let well = world.start(&settings(), add);
    world.until(|journal| settled(journal) == 1_000).await;
    well.stop().await;
    // Its messages were handed back, so they are acknowledged as duplicates only if they were settled before.
    lost.cut(Cut::None);
    ask(&world, 1_000, 100).await;
    world.until(|journal| settled(journal) == 1_100).await;
    world.until_settled().await;
    assert_eq!(ill.stop().await.code(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_whose_journal_is_frozen_gives_its_quiet_events_back() {
    one_without_its_journal(quiet, Cut::Frozen).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_whose_journal_refuses_gives_its_quiet_events_back() {
    one_without_its_journal(quiet, Cut::Refused).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_whose_journal_is_frozen_gives_its_jobs_back() {
    one_without_its_journal(ordinary, Cut::Frozen).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_whose_journal_refuses_gives_its_jobs_back() {
    one_without_its_journal(ordinary, Cut::Refused).await;
}

/// Counts of unacknowledged messages are those of a moment, so the bound is checked while the slow replica works alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_with_a_slow_journal_holds_no_more_than_its_places() {
    let world = world().await;
    let lost = Arc::new(world.journal.replica());
    lost.cut(Cut::Slow(Duration::from_millis(300)));
    let ill = world.start_with(&lost, &settings(), quiet);
    ask(&world, 0, 600).await;
    let mut most = 0;
    while settled(&world.journal) < 600 {
        let lag = world.lag_until(|_| true).await;
        most = most.max(lag.ack_pending);
    }
    assert!(most <= MAX_HELD, "it held {most}");
    ill.stop().await;
}

/// The server redelivers what the replica has received after the acknowledgement wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_without_its_broker_and_its_journal_leaves_all_work_to_the_other() {
    let world = world().await;
    let proxy = ChaosProxy::start(world.nats.address().to_string()).await.unwrap();
    let url = proxy.url(&world.nats.url()).unwrap();
    let lost = Arc::new(world.journal.replica());
    let through: Vec<(&str, &str)> = settings().into_iter().chain([("AUSPEX_NATS_URL", url.as_str())]).collect();
    let ill = world.start_with(&lost, &through, quiet);
    world.lag_until(|lag| lag.waiting > 0).await;
    let mut total = 0;
    for (fault, cut) in [(Fault::BlackHole, Cut::None), (Fault::Refuse, Cut::Frozen), (Fault::BlackHole, Cut::Refused)]
    {
        proxy.set(fault);
        lost.cut(cut);
        ask(&world, total, 500).await;
        total += 500;
        let well = world.start(&settings(), quiet);
        world.until(|journal| settled(journal) == total).await;
        well.stop().await;
        proxy.set(Fault::None);
        lost.cut(Cut::None);
        ask(&world, total, 10).await;
        total += 10;
        // It works alone again.
        world.until(|journal| settled(journal) == total).await;
    }
    assert_eq!(ill.stop().await.code(), 0);
}

/// Counts the requests of two replicas that have a backlog of one tenant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_replica_asks_for_the_position_of_its_consumer_a_few_times_a_second() {
    use futures::{FutureExt, StreamExt};
    let world = World::new().await;
    let other = Arc::new(world.journal.replica());
    let (one, two) = (Echo::gated(0), Echo::gated(0));
    let gates = [Arc::clone(&one.gate), Arc::clone(&two.gate)];
    ask(&world, 0, 500).await;
    let observer = async_nats::connect(world.nats.url()).await.unwrap();
    let replicas = [
        world.start(&settings(), |service| service.handler(one)),
        world.start_with(&other, &settings(), |service| service.handler(two)),
    ];
    world.lag_until(|lag| lag.ack_pending >= 2 * SLOTS).await;
    let mut asked = observer.subscribe("$JS.API.STREAM.INFO.AUSPEX_WORK").await.unwrap();
    let begun = tokio::time::Instant::now();
    // A look reads two pages of subjects.
    for _ in 0..8 {
        tokio::time::timeout(LIMIT, asked.next()).await.expect("a backlog is looked at").unwrap();
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mut count = 8.0;
    while asked.next().now_or_never().flatten().is_some() {
        count += 1.0;
    }
    // A busy machine only makes the requests rarer.
    assert!(count / seconds <= 3.0, "{count} requests in {seconds} s");
    gates.iter().for_each(|gate| gate.add_permits(1_000));
    world.until_settled().await;
    for replica in replicas {
        replica.stop().await;
    }
}

/// Puts jobs off while it has lost a server that each of them needs.
struct Lost(Arc<AtomicBool>);

impl Handler for Lost {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = TestEvent;

    async fn handle(&self, _: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        let is_lost = self.0.load(Ordering::SeqCst);
        if is_lost { Err(Failure::defer(DELAY, anyhow::anyhow!("no object store"))) } else { Ok(Outcome::none()) }
    }
}

const DELAY: Duration = Duration::from_millis(50);

/// The server serves the oldest pull first. With pulls as long as those of the others, one replica could get a message
/// that waits alone at every redelivery: it was put off eight times in a row by a writer without its object store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pulls_of_a_replica_that_puts_its_jobs_off_are_younger_than_those_of_others() {
    use futures::StreamExt;
    let world = World::new().await;
    let observer = async_nats::connect(world.nats.url()).await.unwrap();
    let mut pulls = observer.subscribe("$JS.API.CONSUMER.MSG.NEXT.*.researcher").await.unwrap();
    observer.flush().await.unwrap();
    let mut next = async || {
        let pull = tokio::time::timeout(LIMIT, pulls.next()).await.expect("the replica pulls").unwrap();
        let request: serde_json::Value = serde_json::from_slice(&pull.payload).unwrap();
        Duration::from_nanos(request["expires"].as_u64().unwrap())
    };
    let lost = Arc::new(AtomicBool::new(true));
    let handler = Lost(Arc::clone(&lost));
    let replica = world.start(&settings(), |service| service.handler(handler));
    let usual = next().await;
    ask(&world, 0, 4).await;
    tokio::time::timeout(LIMIT, async { while next().await * 4 > usual {} }).await.expect("its pulls become short");
    lost.store(false, Ordering::SeqCst);
    world.until(|journal| journal.done() == 4).await;
    ask(&world, 4, 20).await;
    tokio::time::timeout(LIMIT, async { while next().await * 4 <= usual {} })
        .await
        .expect("its pulls become long again");
    replica.stop().await;
}
