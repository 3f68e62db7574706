//! Guarantees of settle, without a broker.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use domain::effect::When;
use domain::port::{HandBackReason, Job};
use domain::{FixedClock, RunId, Tenant};

use super::*;
use crate::failure::Failure;
use crate::handler::{Attempt, Outcome};
use crate::testing::{FakeJournal, TestEvent, TestFact};

type Answer = Box<dyn Fn(&TestEvent) -> Result<Outcome, Failure> + Send + Sync>;

pub(super) struct Scripted {
    answer: Answer,
    calls: AtomicU32,
}

impl Handler for Scripted {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if event.words == "hang" {
            std::future::pending::<()>().await;
        }
        (self.answer)(&event)
    }

    fn dead_letter(&self, event: TestEvent, _: JobId, reason: &str, _: domain::Time) -> Outcome {
        assert_ne!(event.words, "panicking");
        Outcome::none().emit(TestFact::new("auspex.research.gathered", format!("{} failed: {reason}", event.words)))
    }
}

pub(super) struct World {
    pub(super) settler: Settler<Scripted, FakeJournal>,
    pub(super) journal: Arc<FakeJournal>,
    handler: Arc<Scripted>,
}

pub(super) fn world(answer: impl Fn(&TestEvent) -> Result<Outcome, Failure> + Send + Sync + 'static) -> World {
    let handler = Arc::new(Scripted { answer: Box::new(answer), calls: AtomicU32::new(0) });
    let journal = Arc::new(FakeJournal::new());
    let clock = Arc::new(FixedClock::at(domain::Time::default()));
    let rules = Rules {
        max_attempts: 3,
        journal_patience: Duration::from_secs(5),
        hard_deadline: Duration::from_secs(9),
        ..Rules::default()
    };
    let settler = Settler::new(Arc::clone(&handler), Arc::clone(&journal), clock, rules);
    World { settler, journal, handler }
}

pub(super) fn emitting(words: &'static str) -> World {
    world(move |_| Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", words))))
}

impl World {
    pub(super) async fn settle(&self, text: &str) -> Settlement {
        self.settle_until(text, &CancellationToken::new()).await
    }

    async fn settle_until(&self, text: &str, interrupt: &CancellationToken) -> Settlement {
        let delivery = delivery(text);
        self.settler.settle(&delivery, self.settler.decode(&delivery), interrupt).await
    }

    pub(super) fn calls(&self) -> u32 {
        self.handler.calls.load(Ordering::SeqCst)
    }
}

use tokio_util::sync::CancellationToken;

pub(super) fn delivery(text: &str) -> Delivery {
    Delivery {
        subject: "auspex.research.requested".to_owned(),
        headers: vec![
            (crate::delivery::MESSAGE_ID.to_owned(), job().id.to_string()),
            ("X-Any".to_owned(), "kept".to_owned()),
        ],
        payload: text.to_owned().into(),
        ..Delivery::default()
    }
}

pub(super) fn job() -> Job {
    Job { consumer: "researcher", id: JobId::named(&["test"]) }
}

pub(super) fn redelivery(settlement: &Settlement) -> (Postponement, Duration) {
    match settlement {
        Settlement::Redeliver { why, after, .. } => (*why, *after),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_outcome_is_committed_once_and_a_redelivery_is_a_duplicate() {
    let world = emitting("found");
    let Settlement::Done { outcome: "done", outgoing } = world.settle("acme:ask").await else { panic!() };
    assert_eq!(outgoing.len(), 1);
    assert_eq!(outgoing[0].id, job().id.derive("auspex.research.gathered", 0));
    assert_eq!(world.settle("acme:ask").await, Settlement::Done { outcome: "duplicate", outgoing: vec![] });
    assert_eq!((world.calls(), world.journal.outbox().len()), (1, 1));
}

#[tokio::test]
async fn undecodable_bytes_become_a_complete_dead_letter() {
    let world = emitting("found");
    let Settlement::Dead { class: "undecodable", outgoing, .. } = world.settle("no colon here").await else { panic!() };
    assert_eq!((world.calls(), outgoing.len()), (0, 1));
    assert_eq!(outgoing[0].subject, "auspex.dead.researcher");
    let letter = proto::dead_letter::decode(&outgoing[0].payload).unwrap();
    assert_eq!(letter, world.journal.dead()[0]);
    assert_eq!(letter.payload, b"no colon here");
    assert_eq!(letter.headers[1], ("X-Any".to_owned(), "kept".to_owned()));
    assert_eq!((letter.subject.as_str(), letter.job), ("auspex.research.requested", job().id));
    assert!(letter.errors[0].contains("has no colon"));
}

/// An event whose decoder panics.
struct Hostile;

impl Event for Hostile {
    const SUBJECT: &'static str = TestEvent::SUBJECT;

    fn decode(_: &proto::event::Envelope<'_>, _: &[u8]) -> Result<Self, InvalidEvent> {
        panic!("on purpose")
    }

    fn tenant(&self) -> &Tenant {
        unreachable!("it is never decoded")
    }
}

struct Unreached;

impl Handler for Unreached {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &[];
    type In = Hostile;

    async fn handle(&self, _: Hostile, _: &Attempt) -> Result<Outcome, Failure> {
        Ok(Outcome::none())
    }
}

#[tokio::test]
async fn bytes_that_make_the_decoder_panic_become_a_dead_letter() {
    let World { journal, .. } = emitting("found");
    let clock = Arc::new(FixedClock::at(domain::Time::default()));
    let settler = Settler::new(Arc::new(Unreached), journal, clock, Rules::default());
    let delivery = delivery("any");
    let settled = settler.settle(&delivery, settler.decode(&delivery), &CancellationToken::new()).await;
    let Settlement::Dead { class: "undecodable", reason, .. } = settled else { panic!("{settled:?}") };
    assert_eq!(reason, "message: made the decoder panic: on purpose");
}

#[tokio::test]
async fn a_panic_in_dead_letter_does_not_prevent_the_dead_letter() {
    let world = world(|_| Err(Failure::reject(anyhow::anyhow!("asked to"))));
    let Settlement::Dead { class: "rejected", outgoing, .. } = world.settle("acme:panicking").await else { panic!() };
    assert_eq!(outgoing.len(), 1, "the letter alone");
    let errors = world.journal.dead().remove(0).errors;
    assert!(errors[1].contains("the handler panicked in dead_letter"), "{errors:?}");
}

#[tokio::test]
async fn a_rejected_job_becomes_a_dead_letter_at_once_and_emits_under_other_ids() {
    let world = world(|_| Err(Failure::reject(anyhow::anyhow!("no such thing").context("looking it up"))));
    let Settlement::Dead { class: "rejected", outgoing, reason, .. } = world.settle("acme:ask").await else { panic!() };
    assert_eq!(reason, "looking it up: no such thing");
    assert_eq!(outgoing[0].subject, "auspex.research.gathered");
    assert!(String::from_utf8_lossy(&outgoing[0].payload).contains("ask failed: rejected: looking it up"));
    assert_ne!(
        outgoing[0].id,
        job().id.derive("auspex.research.gathered", 0),
        "a redrive may emit under the normal id"
    );
    assert_eq!(world.journal.dead()[0].tenant, Tenant::parse("acme").unwrap());
    assert_eq!(world.journal.dead()[0].errors, ["looking it up", "no such thing"]);
}

#[tokio::test]
async fn a_failing_job_is_retried_until_its_attempts_are_used_up() {
    let world = world(|_| Err(Failure::retry(anyhow::anyhow!("timed out"))));
    for _ in 0..2 {
        let (why, after) = redelivery(&world.settle("acme:ask").await);
        assert_eq!(why, Postponement::Retry);
        assert!(after >= Duration::from_millis(50) && after <= Duration::from_secs(60));
    }
    let Settlement::Dead { class: "exhausted", .. } = world.settle("acme:ask").await else { panic!() };
    assert_eq!((world.calls(), world.journal.dead()[0].attempts), (3, 3));
}

#[tokio::test]
async fn a_deferral_uses_up_no_attempt() {
    let world = world(|_| Err(Failure::defer(Duration::from_secs(30), anyhow::anyhow!("rate limit"))));
    for _ in 0..10 {
        let (why, after) = redelivery(&world.settle("acme:ask").await);
        assert!(why == Postponement::Defer && after >= Duration::from_secs(30) && after <= Duration::from_secs(33));
    }
    assert!(world.journal.dead().is_empty());
    assert!(matches!(&world.journal.hand_backs()[0].1, HandBackReason::Defer(why) if why == "rate limit"));
}

#[tokio::test]
async fn after_three_starts_without_an_outcome_a_job_is_dead_lettered_without_a_run() {
    let world = emitting("found");
    (0..3).for_each(|_| world.journal.crash(&job()));
    let Settlement::Dead { class: "poisoned", .. } = world.settle("acme:ask").await else { panic!() };
    assert_eq!((world.calls(), world.journal.dead()[0].attempts), (0, 3));
}

#[tokio::test]
async fn a_job_that_another_instance_holds_comes_back_later() {
    let world = emitting("found");
    world.journal.hold(&job());
    assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Held);
    world.journal.free(&job());
    assert_eq!(world.settle("acme:ask").await.outcome(), "done");
}

#[tokio::test(start_paused = true)]
async fn while_the_journal_is_unavailable_the_delivery_waits_and_no_attempt_is_counted() {
    let world = emitting("found");
    for operation in ["begin", "begin", "commit", "commit"] {
        world.journal.away(operation);
    }
    assert_eq!(world.settle("acme:ask").await.outcome(), "done");
    assert_eq!((world.calls(), world.journal.hand_backs().len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_delivery_is_handed_back_if_the_journal_is_unavailable_for_too_long() {
    let world = emitting("found");
    (0..1000).for_each(|_| world.journal.away("begin"));
    assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry);
    assert_eq!(world.calls(), 0);
}

#[tokio::test]
async fn a_refused_outcome_becomes_a_dead_letter() {
    for (refused, fact) in [(true, "found".to_owned()), (false, "x".repeat(MAX_FACT_BYTES))] {
        let first = AtomicBool::new(true);
        let world = world(move |_| match first.swap(false, Ordering::SeqCst) {
            true => Err(Failure::retry(anyhow::anyhow!("timed out"))),
            false => Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", fact.clone()))),
        });
        assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry);
        if refused {
            world.journal.refuse("commit");
        }
        let Settlement::Dead { class: "rejected", .. } = world.settle("acme:ask").await else { panic!() };
        let dead = world.journal.dead().remove(0);
        assert!(!refused || dead.errors[0].contains("refused"), "{:?}", dead.errors);
        assert_eq!(dead.attempts, 2);
    }
}

#[tokio::test]
async fn a_stale_outcome_runs_again_at_once_and_is_a_failure_only_when_it_stays_stale() {
    let world = emitting("found");
    world.journal.stale(2);
    assert_eq!(world.settle("acme:ask").await.outcome(), "done");
    assert_eq!(world.calls(), 3);
    let other = emitting("found");
    other.journal.stale(3);
    assert_eq!(redelivery(&other.settle("acme:ask").await).0, Postponement::Retry);
}

#[tokio::test]
async fn a_panic_is_a_failure_of_this_job_only() {
    let world = world(|_| panic!("on purpose"));
    assert!(
        matches!(world.settle("acme:ask").await, Settlement::Redeliver { why: Postponement::Retry, reason, .. } if reason.contains("on purpose"))
    );
}

#[tokio::test(start_paused = true)]
async fn the_hard_deadline_ends_a_handler_that_hangs() {
    let world = emitting("found");
    assert!(
        matches!(world.settle("acme:hang").await, Settlement::Redeliver { why: Postponement::Retry, reason, .. } if reason.contains("9s"))
    );
}

#[tokio::test]
async fn an_interrupted_job_is_handed_back_and_counts_nothing() {
    let world = emitting("found");
    let interrupt = CancellationToken::new();
    interrupt.cancel();
    assert_eq!(redelivery(&world.settle_until("acme:hang", &interrupt).await).0, Postponement::Abandoned);
    assert_eq!(world.journal.hand_backs(), [(job(), HandBackReason::Shutdown)]);
}

#[tokio::test]
async fn facts_that_are_not_listed_or_too_large_are_refused() {
    let forbidden = world(|_| Ok(Outcome::none().emit(TestFact::new("auspex.forecast.made", "mine"))));
    let Settlement::Dead { class: "rejected", reason, .. } = forbidden.settle("acme:ask").await else { panic!() };
    assert!(reason.contains("may not emit auspex.forecast.made"));
    let large =
        world(|_| Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", "x".repeat(MAX_FACT_BYTES)))));
    let Settlement::Dead { class: "rejected", reason, .. } = large.settle("acme:ask").await else { panic!() };
    assert!(reason.contains("bytes; the limit is"), "{reason}");
}

#[tokio::test]
async fn a_conditional_fact_is_published_only_if_the_run_is_ready() {
    let run = RunId::for_event(job().id);
    let answer =
        move |_: &TestEvent| Ok(Outcome::none().emit_when_ready(run, TestFact::new("auspex.research.gathered", "all")));
    let waiting = world(answer);
    assert_eq!(waiting.settle("acme:ask").await, Settlement::Done { outcome: "done", outgoing: vec![] });
    let ready = world(answer);
    ready.journal.make_ready(run);
    let Settlement::Done { outgoing, .. } = ready.settle("acme:ask").await else { panic!() };
    assert_eq!(outgoing[0].when, When::RunReady(run));
}

/// Fails each operation of the journal once: the repeated delivery ends in the same single outcome.
#[tokio::test(start_paused = true)]
async fn a_repeated_delivery_ends_the_same_wherever_the_journal_failed() {
    for operation in ["begin", "commit", "hand_back"] {
        let failed = Mutex::new(false);
        let world = world(move |_| {
            if operation == "hand_back" && !std::mem::replace(&mut *failed.lock().unwrap(), true) {
                return Err(Failure::retry(anyhow::anyhow!("once")));
            }
            Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", "found")))
        });
        (0..20).for_each(|_| world.journal.away(operation));
        assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry, "{operation}");
        let mut outcomes = Vec::new();
        while outcomes.len() < 20 && outcomes.last() != Some(&"done") {
            outcomes.push(world.settle("acme:ask").await.outcome());
        }
        assert_eq!(outcomes.last(), Some(&"done"), "{operation}: {outcomes:?}");
        assert_eq!(world.journal.outbox().len(), 1, "{operation}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_job_is_handed_back_until_the_journal_confirms_it() {
    let world = emitting("found");
    (0..50).for_each(|_| world.journal.away("begin"));
    (0..9).for_each(|_| world.journal.away("hand_back"));
    assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry);
    let handed_back = world.journal.until(|journal| !journal.hand_backs().is_empty());
    tokio::select! {
        () = world.settler.release(CancellationToken::new()) => panic!("it runs until it is stopped"),
        () = handed_back => {}
    }
    assert_eq!(world.journal.hand_backs(), [(job(), HandBackReason::Shutdown)]);
}

/// Otherwise the journal would free the job while this instance works on it.
#[tokio::test(start_paused = true)]
async fn a_job_that_starts_here_again_is_not_handed_back_later() {
    let world = emitting("found");
    (0..50).for_each(|_| world.journal.away("begin"));
    while world.settle("acme:ask").await.outcome() != "done" {}
    let stop = CancellationToken::new();
    stop.cancel();
    world.settler.release(stop).await;
    assert!(world.journal.hand_backs().is_empty());
}

/// The handler's outcome can never be stored, so the job must end, and its dead letter must not depend on the outcome.
#[tokio::test(start_paused = true)]
async fn an_outcome_whose_commit_always_times_out_is_counted_and_becomes_a_dead_letter() {
    let effect = || {
        let run = RunId::for_event(job().id);
        domain::Effect::DecisionDeadLettered { run, round: 1, because: String::new() }
    };
    let world = world(move |_| Ok(Outcome::none().write(effect())));
    world.journal.slow_effects();
    for _ in 0..2 {
        assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry);
    }
    let Settlement::Dead { class: "exhausted", reason, .. } = world.settle("acme:ask").await else { panic!() };
    assert!(reason.contains("statement timeout"), "{reason}");
}
