//! Quiet events are settled in groups, and every other event alone.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::port::Job;
use domain::{EventId, QuietRule, Verdict};
use proto::event::{Envelope, Event};
use proto::events::EventsClassified;
use runtime::client::NewMessage;
use runtime::testing::TestEvent;
use runtime::{Attempt, BatchPolicy, Failure, Handler, Outcome};

use crate::world::{World, request};

/// Finds every request quiet, except those that begin with `loud`; panics about `judge`.
pub(crate) struct Rules {
    policy: BatchPolicy,
    handled: Arc<Mutex<Vec<String>>>,
}

impl Rules {
    pub(crate) fn new(max: usize, linger: Duration) -> Self {
        Self { policy: BatchPolicy { max, linger }, handled: Arc::default() }
    }
}

impl Handler for Rules {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.classification.grouped"];
    type In = TestEvent;

    fn groups(&self) -> Option<BatchPolicy> {
        Some(self.policy)
    }

    fn quiet(&self, event: &TestEvent) -> Option<Verdict> {
        assert!(!event.words.starts_with("judge"), "asked to");
        let id: String = event.words.chars().take(100).collect();
        let event = (!event.words.starts_with("loud")).then(|| EventId::parse(&id).unwrap())?;
        Some(Verdict { event, kind: "transaction", rule: QuietRule::BelowMinimum, score: 0.0 })
    }

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        self.handled.lock().unwrap().push(event.words);
        Ok(Outcome::none())
    }
}

const SOON: Duration = Duration::from_millis(50);
const HOUR: Duration = Duration::from_secs(3600);

/// Returns the events of each published group.
fn groups(world: &World) -> Vec<Vec<String>> {
    let decoded = world.journal.outbox().into_iter().filter(|(row, _)| row.subject == EventsClassified::SUBJECT);
    let mut groups: Vec<Vec<String>> = decoded
        .map(|(row, _)| EventsClassified::decode(&Envelope::default(), &row.payload).unwrap().0)
        .map(|group| group.verdicts.into_iter().map(|verdict| verdict.event.to_string()).collect())
        .collect();
    groups.sort_by_key(Vec::len);
    groups
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quiet_events_are_settled_together_and_others_alone() {
    let world = World::new().await;
    let rules = Rules::new(40, SOON);
    let handled = Arc::clone(&rules.handled);
    world.ask_many(100).await;
    for words in ["loud one", "judge panics"] {
        world.ask(words).await.unwrap();
    }
    world.client.publish(NewMessage { payload: "no colon".into(), ..request("bad") }).await.unwrap();
    let large = format!("default:{}", "x".repeat(20_000));
    world.client.publish(NewMessage { payload: large.into(), ..request("large") }).await.unwrap();
    let running = world.start(&[], |service| service.handler(rules));
    world.until(|journal| journal.done() == 4 && journal.verdicts() == 100).await;
    world.until_settled().await;
    let groups = groups(&world);
    assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), 100, "{groups:?}");
    assert!(groups.len() < 10 && groups.iter().all(|group| group.len() <= 40), "{groups:?}");
    assert_eq!(handled.lock().unwrap().len(), 3, "the loud one, the large one, and the one without a judgement");
    let classes: Vec<_> = world.journal.dead().into_iter().map(|letter| letter.class).collect();
    assert_eq!(classes, ["undecodable"]);
    assert_eq!(running.stop().await.code(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_group_is_settled_at_once_and_a_repetition_gets_no_second_verdict() {
    let world = World::new().await;
    let rules = Rules::new(3, HOUR);
    let running = world.start(&[], |service| service.handler(rules));
    world.ask_many(3).await;
    world.until(|journal| journal.verdicts() == 3).await;
    world.until_settled().await;
    for copy in 0..3 {
        let job = (runtime::delivery::JOB.to_owned(), crate::world::id(&format!("q{copy}")).to_string());
        let message = request(&format!("q{copy}"));
        let again = NewMessage { id: format!("copy-{copy}"), headers: vec![job], ..message };
        world.client.publish(again).await.unwrap();
    }
    world.until_settled().await;
    assert_eq!((world.journal.verdicts(), groups(&world).len()), (3, 1));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_of_a_refused_group_and_those_begun_before_are_settled_alone() {
    let world = World::new().await;
    world.journal.refuse("commit_quiet");
    let begun = Job { consumer: "researcher", id: crate::world::id("q9") };
    domain::port::Journal::begin(&*world.journal, &begun).await.unwrap();
    let rules = Rules::new(3, SOON);
    let handled = Arc::clone(&rules.handled);
    let running = world.start(&[], |service| service.handler(rules));
    world.ask_many(3).await;
    world.until(|journal| journal.done() == 3).await;
    world.ask("q9").await.unwrap();
    world.until(|journal| journal.done() == 4).await;
    world.until_settled().await;
    assert_eq!((world.journal.verdicts(), handled.lock().unwrap().len()), (0, 4));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_outlives_an_unavailable_journal_and_is_finished_at_a_stop() {
    let world = World::new().await;
    world.journal.away("commit_quiet");
    world.journal.away("commit_quiet");
    let running = world.start(&[], |service| service.handler(Rules::new(100, Duration::from_secs(1))));
    world.ask_many(5).await;
    world.lag_until(|lag| lag.pending == 0 && lag.ack_pending == 5).await;
    assert_eq!(running.stop().await.code(), 0);
    assert_eq!((world.journal.verdicts(), groups(&world).len()), (5, 1));
    world.until_settled().await;
}
