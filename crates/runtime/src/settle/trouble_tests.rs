//! What settle does while the journal is away, and with jobs that cannot be done now.

use domain::port::HandBackReason;

use super::tests::{World, delivery, emitting, job, redelivery, world};
use super::*;
use crate::failure::Failure;
use crate::handler::Outcome;
use crate::testing::{Cut, FakeJournal};

const LONG: Duration = Duration::from_secs(600);

/// Makes the journal count as away.
async fn lose_journal(world: &World, cut: Cut) {
    world.journal.cut(cut);
    world.settler.watch().ask();
    tokio::time::advance(Duration::from_secs(5)).await;
    world.settler.watch().conclude();
    assert!(world.settler.watch().is_away());
}

#[tokio::test(start_paused = true)]
async fn a_job_that_has_not_begun_is_handed_back_when_the_journal_is_away() {
    for cut in [Cut::Frozen, Cut::Refused] {
        let world = emitting("found");
        lose_journal(&world, cut).await;
        let begun = tokio::time::Instant::now();
        assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Retry);
        assert_eq!((begun.elapsed(), world.calls()), (Duration::ZERO, 0), "{cut:?}: it waits for no answer");
        world.journal.cut(Cut::None);
        world.settler.watch().note(&Ok(()));
        assert_eq!(world.settle("acme:ask").await.outcome(), "done", "{cut:?}");
    }
}

/// An outcome is worth the wait until another instance may have taken the job over.
#[tokio::test(start_paused = true)]
async fn an_outcome_waits_for_the_journal_until_it_is_interrupted() {
    // The journal freezes while the handler runs.
    let lost: Arc<std::sync::OnceLock<Arc<FakeJournal>>> = Arc::default();
    let freezing = Arc::clone(&lost);
    let world = world(move |_| {
        freezing.get().expect("set below").cut(Cut::Frozen);
        Ok(Outcome::none())
    });
    lost.get_or_init(|| Arc::clone(&world.journal));
    let interrupt = CancellationToken::new();
    let delivery = delivery("acme:ask");
    let settling = world.settler.settle(&delivery, world.settler.decode(&delivery), &interrupt);
    let losing = async {
        lose_journal(&world, Cut::Frozen).await;
        tokio::time::sleep(Duration::from_secs(60)).await;
        interrupt.cancel();
        tokio::time::Instant::now()
    };
    let (settlement, interrupted) = tokio::join!(settling, losing);
    assert_eq!(redelivery(&settlement).0, Postponement::Retry);
    assert_eq!(interrupted.elapsed(), Duration::ZERO);
}

/// The event was sent to the stream directly, so the journal gets its message.
#[tokio::test]
async fn a_job_that_waits_for_long_leaves_the_stream_if_its_message_can_be_published_again() {
    let world = world(|_| Err(Failure::defer(LONG, anyhow::anyhow!("the account is refused"))));
    assert_eq!(redelivery(&world.settle("acme:ask").await).0, Postponement::Defer, "nobody has its message");
    let Settlement::Parked { why: Postponement::Defer, after, .. } = world.settle("acme:direct").await else {
        panic!()
    };
    assert!(after >= LONG && world.journal.is_parked(&job()));
    assert_eq!(world.journal.outbox()[0].0.id, job().id);
    assert!(world.journal.dead().is_empty());
}

#[tokio::test]
async fn a_planned_wait_has_an_outcome_and_a_mark_of_its_own() {
    let world = world(|_| Err(Failure::wait(Duration::from_secs(30), anyhow::anyhow!("the batch is not ready"))));
    let settlement = world.settle("acme:ask").await;
    let (why, after) = redelivery(&settlement);
    assert!(after >= Duration::from_secs(30) && after <= Duration::from_secs(33));
    assert_eq!((why, settlement.outcome()), (Postponement::Wait, "wait"));
    let hand_backs = world.journal.hand_backs();
    let HandBackReason::Defer(recorded) = &hand_backs[0].1 else { panic!() };
    assert!(crate::is_planned_wait(recorded) && recorded.ends_with("the batch is not ready"), "{recorded}");
    assert!(!crate::is_planned_wait("the batch is not ready"));
}

#[tokio::test(start_paused = true)]
async fn short_delays_leave_the_stream_only_while_many_deliveries_wait_there() {
    let short = Duration::from_secs(5);
    let world = world(move |_| Err(Failure::defer(short, anyhow::anyhow!("the provider is in cool-down"))));
    world.settler.delays().share(32);
    for _ in 0..2 {
        let (why, after) = redelivery(&world.settle("acme:direct").await);
        assert_eq!(why, Postponement::Defer);
        world.settler.delays().add(after);
    }
    assert!(matches!(world.settle("acme:direct").await, Settlement::Parked { why: Postponement::Defer, .. }));
    tokio::time::advance(2 * short).await;
    assert_eq!(redelivery(&world.settle("acme:direct").await).0, Postponement::Defer);
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_leaves_the_stream_is_counted_once() {
    let world = world(|_| Err(Failure::retry(anyhow::anyhow!("timed out"))));
    world.settler.delays().share(16);
    world.settler.delays().add(Duration::from_secs(3_600));
    for _ in 0..2 {
        assert!(matches!(world.settle("acme:direct").await, Settlement::Parked { why: Postponement::Retry, .. }));
    }
    let Settlement::Dead { class: "exhausted", .. } = world.settle("acme:direct").await else { panic!() };
    assert_eq!(world.journal.dead()[0].attempts, 3);
}

#[tokio::test(start_paused = true)]
async fn a_storm_of_dead_letters_is_counted_in_one_and_the_first_are_whole() {
    let world = world(|_| Err(Failure::reject(anyhow::anyhow!("a wrong amount"))));
    let mut folded = 0;
    for number in 0..60 {
        let mut delivery = delivery("acme:ask");
        delivery.headers[0].1 = JobId::named(&["storm", &number.to_string()]).to_string();
        let decoded = world.settler.decode(&delivery);
        let settled = world.settler.settle(&delivery, decoded, &CancellationToken::new()).await;
        let Settlement::Dead { folded: is_folded, outgoing, .. } = settled else { panic!() };
        folded += usize::from(is_folded);
        let notices = outgoing.iter().filter(|message| message.subject.starts_with("auspex.dead.")).count();
        assert_eq!(notices, usize::from(!is_folded), "a letter that is only counted is not announced");
        assert_eq!(outgoing.len(), 1 + notices, "its dependents learn of it");
    }
    let ids: std::collections::HashSet<_> = world.journal.dead().into_iter().map(|letter| letter.id).collect();
    assert_eq!((folded, ids.len()), (10, 51));
}
