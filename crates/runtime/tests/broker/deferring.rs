//! Work that cannot be done now does not stop what can be done.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::port::Job;
use domain::{EventId, QuietRule, Verdict};
use runtime::client::NewMessage;
use runtime::testing::TestEvent;
use runtime::topology::Options;
use runtime::{Attempt, BatchPolicy, Failure, Handler, Outcome};

use crate::world::{World, id, options, request};

/// Finds events whose content begins with `quiet` quiet, and defers each of the others once, as for a model account
/// that is refused.
struct Refused {
    delay: Duration,
    deferred: Mutex<HashSet<String>>,
}

impl Handler for Refused {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.classification.grouped", "auspex.research.requested"];
    type In = TestEvent;

    fn groups(&self) -> Option<BatchPolicy> {
        Some(BatchPolicy { max: 10, linger: Duration::from_millis(20) })
    }

    fn quiet(&self, event: &TestEvent) -> Option<Verdict> {
        let event = event.words.starts_with("quiet").then(|| EventId::parse(&event.words).unwrap())?;
        Some(Verdict { event, kind: "transaction", rule: QuietRule::BelowMinimum, score: 0.0 })
    }

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        let first = self.deferred.lock().unwrap().insert(event.words);
        if first { Err(Failure::defer(self.delay, anyhow::anyhow!("refused"))) } else { Ok(Outcome::none()) }
    }
}

fn direct(number: usize) -> NewMessage {
    let words = format!("direct-{number}");
    NewMessage { payload: format!("default:{words}").into(), ..request(&words) }
}

fn quiet(number: usize) -> NewMessage {
    let words = format!("quiet-{number}");
    NewMessage { payload: format!("default:{words}").into(), ..request(&words) }
}

/// Publishes events that need the model, many more than may be unacknowledged, and behind them events that do not.
async fn quiet_events_behind_refused_ones(delay: Duration, refused: usize) -> (World, crate::world::Running) {
    let world = World::new().await;
    world.client.apply_topology(&Options { max_ack_pending: 32, ..options() }).await.unwrap();
    let messages = (0..refused).map(direct).chain((0..20).map(quiet));
    world.client.publish_all(messages, 1, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
    let handler = Refused { delay, deferred: Mutex::default() };
    let settings = [("AUSPEX_WORKER_CONCURRENCY", "8"), ("AUSPEX_RECONCILE_AGE", "1ms")];
    let running = world.start(&settings, |service| service.handler(handler));
    world.until(|journal| journal.verdicts() == 20).await;
    (world, running)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_need_no_model_pass_those_of_a_refused_account_which_are_done_when_they_are_due() {
    let (world, running) = quiet_events_behind_refused_ones(Duration::from_secs(600), 200).await;
    world.lag_until(|lag| lag.pending == 0 && lag.ack_pending == 0).await;
    assert_eq!(world.journal.done(), 0, "all wait, and none in the stream");
    for number in 0..200 {
        let job = Job { consumer: "researcher", id: id(&format!("direct-{number}")) };
        assert!(world.journal.is_parked(&job), "{number}");
        world.journal.make_due(&job);
    }
    world.until(|journal| journal.done() == 200).await;
    world.until_settled().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_need_no_model_pass_those_that_wait_for_a_cool_down() {
    let (world, running) = quiet_events_behind_refused_ones(Duration::from_secs(100), 60).await;
    let lag = world.lag_until(|lag| lag.pending == 0).await;
    assert!(lag.ack_pending <= 2 + 8, "a sixteenth of 32 waits in the stream: {lag:?}");
    running.stop().await;
}

/// The limit of a tenant keeps its messages waiting, not those of others that arrive behind them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_above_a_tenant_s_limit_leave_the_stream_as_well() {
    let world = World::new().await;
    world.client.apply_topology(&Options { max_ack_pending: 32, ..options() }).await.unwrap();
    let asked = (0..80).map(direct);
    world.client.publish_all(asked, 1, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
    let echo = crate::world::Echo::gated(0);
    let gate = Arc::clone(&echo.gate);
    let settings = [("AUSPEX_WORKER_CONCURRENCY", "8"), ("AUSPEX_TENANT_IN_FLIGHT", "2")];
    let running = world.start(&settings, |service| service.handler(echo));
    let lag = world.lag_until(|lag| lag.pending == 0).await;
    assert!(lag.ack_pending < 32, "{lag:?}");
    gate.add_permits(1_000);
    running.stop().await;
}
