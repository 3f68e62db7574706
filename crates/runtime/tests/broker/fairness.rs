//! A tenant's messages pass another tenant's backlog.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::Tenant;
use runtime::client::NewMessage;
use runtime::testing::{FakeJournal, TestEvent};
use runtime::{Attempt, Failure, Handler, Outcome};

use crate::world::{Echo, Running, World, options, request};

/// A request of a tenant, on the subject that names it.
fn asked(tenant: &str, words: &str) -> NewMessage {
    let words = format!("{tenant}-{words}");
    NewMessage {
        subject: format!("auspex.research.requested.{tenant}"),
        tenant: Tenant::parse(tenant).unwrap(),
        payload: format!("{tenant}:{words}").into(),
        ..request(&words)
    }
}

async fn ask(world: &World, tenant: &str, count: usize) {
    let messages = (0..count).map(|i| asked(tenant, &i.to_string()));
    world.client.publish_all(messages, 256, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
}

fn count_of(seen: &Mutex<Vec<String>>, tenant: &str) -> usize {
    seen.lock().unwrap().iter().filter(|words| words.starts_with(tenant)).count()
}

fn eight(world: &World, echo: Echo) -> Running {
    world.start(&[("AUSPEX_WORKER_CONCURRENCY", "8")], |service| service.handler(echo))
}

/// Lets one job after the other end until all jobs of `b` have begun; returns the number of ended jobs.
async fn ended_until_all_begun(
    world: &World,
    echo: (&Arc<tokio::sync::Semaphore>, &Mutex<Vec<String>>),
    b: usize,
) -> usize {
    let (gate, seen) = echo;
    let mut ended = 0;
    while count_of(seen, "b") < b {
        let begun = seen.lock().unwrap().len();
        gate.add_permits(1);
        ended += 1;
        // The free slot is taken again before the next job ends, so the order does not depend on time.
        world.lag_until(|_| seen.lock().unwrap().len() > begun).await;
    }
    ended
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_does_not_wait_for_the_backlog_of_another() {
    let world = World::new().await;
    let trimmer = world.start_trimmer();
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    ask(&world, "a", 2_000).await;
    let running = eight(&world, echo);
    world.lag_until(|_| count_of(&seen, "a") == 8).await;
    ask(&world, "b", 20).await;
    // The first ones begin although all slots of the consumer are taken.
    world.lag_until(|_| count_of(&seen, "b") >= 2).await;
    assert_eq!(count_of(&seen, "a"), 8);
    let ended = ended_until_all_begun(&world, (&gate, &seen), 20).await;
    assert!(ended <= 60, "{ended} jobs ended before the twenty of b had begun");
    gate.add_permits(3_000);
    world.until_settled().await;
    let unique: HashSet<String> = seen.lock().unwrap().iter().cloned().collect();
    assert_eq!((unique.len(), seen.lock().unwrap().len()), (2_020, 2_020), "each is handled once");
    assert_eq!(world.journal.done(), 2_020);
    running.stop().await;
    trimmer.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_light_tenants_take_turns_and_the_heavy_one_goes_on() {
    let world = World::new().await;
    let trimmer = world.start_trimmer();
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    ask(&world, "a", 1_000).await;
    for tenant in ["b", "c", "d"] {
        ask(&world, tenant, 100).await;
    }
    let running = eight(&world, echo);
    world.lag_until(|_| ["b", "c"].iter().all(|tenant| count_of(&seen, tenant) > 0)).await;
    ended_until_all_begun(&world, (&gate, &seen), 100).await;
    let begun = ["a", "c", "d"].map(|tenant| count_of(&seen, tenant));
    assert!(begun.iter().all(|begun| *begun >= 25), "each tenant advances: {begun:?}");
    gate.add_permits(2_000);
    world.until_settled().await;
    assert_eq!((world.journal.done(), seen.lock().unwrap().len()), (1_300, 1_300));
    running.stop().await;
    trimmer.stop().await;
}

/// The gate lets no job end, so the order does not depend on time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_has_at_most_its_limit_of_jobs_in_progress() {
    let world = World::new().await;
    let echo = Echo::gated(0);
    let (gate, seen) = (Arc::clone(&echo.gate), Arc::clone(&echo.seen));
    ask(&world, "a", 6).await;
    ask(&world, "b", 3).await;
    let settings = [("AUSPEX_WORKER_CONCURRENCY", "8"), ("AUSPEX_TENANT_IN_FLIGHT", "2")];
    let running = world.start(&settings, |service| service.handler(echo));
    // Each delivery above the limit is handed back and delivered again.
    world.lag_until(|lag| lag.ack_pending == 9 && count_of(&seen, "a") + count_of(&seen, "b") == 4).await;
    assert_eq!([count_of(&seen, "a"), count_of(&seen, "b")], [2, 2]);
    for begun in 5..=7 {
        gate.add_permits(1);
        world.lag_until(|_| count_of(&seen, "a") + count_of(&seen, "b") == begun).await;
    }
    gate.add_permits(9);
    world.until_settled().await;
    assert_eq!([count_of(&seen, "a"), count_of(&seen, "b")], [6, 3], "each is handled once");
    assert_eq!(world.journal.done(), 9);
    running.stop().await;
}

/// Defers the jobs of one tenant, and fails once in each job of the others.
struct Moody(Arc<Mutex<Vec<String>>>);

impl Handler for Moody {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &[];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, attempt: &Attempt) -> Result<Outcome, Failure> {
        if event.tenant.as_str() == "deferred" {
            return Err(Failure::defer(Duration::from_secs(100), anyhow::anyhow!("not now")));
        }
        self.0.lock().unwrap().push(event.words);
        let failed = attempt.failures > 0;
        if failed { Ok(Outcome::none()) } else { Err(Failure::retry(anyhow::anyhow!("once"))) }
    }
}

/// Deferred deliveries fill the consumer, which then delivers nothing more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_does_not_wait_for_a_consumer_that_is_full_of_deferred_messages() {
    let world = World::new().await;
    let trimmer = world.start_trimmer();
    let full = runtime::topology::Options { max_ack_pending: 16, ..options() };
    world.client.apply_topology(&full).await.unwrap();
    let seen = Arc::<Mutex<Vec<String>>>::default();
    ask(&world, "deferred", 40).await;
    let settings = [("AUSPEX_WORKER_CONCURRENCY", "8"), ("AUSPEX_WORKER_BACKOFF_BASE", "1ms")];
    let running = world.start(&settings, |service| service.handler(Moody(Arc::clone(&seen))));
    world.lag_until(|lag| lag.ack_pending == 16 && lag.pending == 24).await;
    ask(&world, "b", 5).await;
    world.until(|journal: &FakeJournal| journal.done() == 5).await;
    assert_eq!(count_of(&seen, "b"), 10, "each failed once and was tried again");
    let lag = world.lag_until(|lag| lag.ack_pending == 16).await;
    assert_eq!(lag.pending, 29, "the consumer itself has delivered none of them");
    running.stop().await;
    trimmer.stop().await;
}
