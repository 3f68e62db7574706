//! Begin, hand back, commit and steps.

use std::time::Duration;

use domain::effect::When;
use domain::port::{Begun, Committed, HandBackReason, Journal, StepKey, Unconfirmed};

use crate::samples::{id, job, message, result, settled};
use crate::support::{LEASE, execute, instance, kill, number, store};

const GO: Begun = Begun::Go { failures: 0 };

#[tokio::test]
async fn a_started_job_is_held_until_its_instance_dies_and_done_is_final() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    assert_eq!(one.journal().begin(&job("a")).await.unwrap(), GO);
    assert_eq!(one.journal().begin(&job("a")).await.unwrap(), GO, "the same instance goes on");
    let Begun::Held { retry_after } = two.journal().begin(&job("a")).await.unwrap() else { panic!("held by another") };
    assert!(retry_after <= LEASE && retry_after > LEASE / 2, "{retry_after:?}");
    kill(&one, &url).await;
    assert_eq!(two.journal().begin(&job("a")).await.unwrap(), GO, "the holder is dead");
    assert!(matches!(two.journal().commit(settled("a")).await.unwrap(), Committed::New(_)));
    assert_eq!(one.journal().begin(&job("a")).await.unwrap(), Begun::Done);
    assert!(!one.journal().renew_lease(LEASE).await.unwrap(), "the lease had expired");
    assert!(one.journal().renew_lease(LEASE).await.unwrap());
}

#[tokio::test]
async fn only_three_deaths_poison_a_job() {
    let (judge, url) = store().await;
    for death in 0..3 {
        let victim = instance(&url, "victim").await;
        // Repetitions in between do not count as strikes.
        let mut begun = victim.journal().begin(&job("p")).await.unwrap();
        if death == 2 {
            // A job with two strikes starts later than the jobs that were in flight with it.
            assert!(matches!(begun, Begun::Held { retry_after } if retry_after <= Duration::from_secs(2)), "{begun:?}");
            begun = victim.journal().begin(&job("p")).await.unwrap();
        }
        assert_eq!(begun, GO, "start {death}");
        assert_eq!(victim.journal().begin(&job("p")).await.unwrap(), GO);
        assert_eq!(victim.journal().begin(&job("p")).await.unwrap(), GO);
        kill(&victim, &url).await;
    }
    assert_eq!(judge.journal().begin(&job("p")).await.unwrap(), Begun::Poisoned { starts: 3 });
    assert_eq!(judge.journal().begin(&job("p")).await.unwrap(), Begun::Poisoned { starts: 3 }, "asking is no start");
    assert!(
        matches!(judge.journal().commit(settled("p")).await.unwrap(), Committed::New(_)),
        "the dead letter is its outcome"
    );
    assert_eq!(judge.journal().begin(&job("p")).await.unwrap(), Begun::Done);
}

/// A job that is deferred for a day is in flight at unrelated deaths now and then.
#[tokio::test]
async fn a_job_that_a_living_instance_has_handed_back_is_not_blamed_for_earlier_deaths() {
    let (judge, url) = store().await;
    for why in [HandBackReason::Defer("a batch".into()), HandBackReason::Shutdown, HandBackReason::Retry("once".into())]
    {
        let victim = instance(&url, "victim").await;
        assert!(matches!(victim.journal().begin(&job("d")).await.unwrap(), Begun::Go { .. }), "{why:?}");
        kill(&victim, &url).await;
        assert!(matches!(judge.journal().begin(&job("d")).await.unwrap(), Begun::Go { .. }), "{why:?}");
        assert_eq!(number(&url, "SELECT max(strikes)::int8 FROM inbox").await, 1, "{why:?}");
        judge.journal().hand_back(&job("d"), &why).await.unwrap();
        assert_eq!(number(&url, "SELECT max(strikes)::int8 FROM inbox").await, 0, "{why:?}");
    }
}

#[tokio::test]
async fn a_job_in_flight_while_many_instances_die_is_not_poisoned() {
    let (judge, url) = store().await;
    for _ in 0..3 {
        for bystander in ["x", "y", "z"] {
            let other = instance(&url, bystander).await;
            kill(&other, &url).await;
        }
        let victim = instance(&url, "victim").await;
        while victim.journal().begin(&job("i")).await.unwrap() != GO {}
        kill(&victim, &url).await;
    }
    let begun = judge.journal().begin(&job("i")).await.unwrap();
    assert!(matches!(begun, Begun::Held { .. }), "three of twelve deaths prove nothing: {begun:?}");
    assert_eq!(judge.journal().begin(&job("i")).await.unwrap(), GO);
}

#[tokio::test]
async fn only_failures_are_counted_each_once() {
    let (one, url) = store().await;
    one.journal().begin(&job("f")).await.unwrap();
    assert_eq!(one.journal().hand_back(&job("f"), &HandBackReason::Retry("broken\0pipe".into())).await.unwrap(), 1);
    assert_eq!(
        one.journal().hand_back(&job("f"), &HandBackReason::Retry("again".into())).await.unwrap(),
        1,
        "not held"
    );
    assert_eq!(one.journal().begin(&job("f")).await.unwrap(), Begun::Go { failures: 1 });
    assert_eq!(one.journal().hand_back(&job("f"), &HandBackReason::Defer("429".into())).await.unwrap(), 1);
    let two = instance(&url, "two").await;
    assert_eq!(two.journal().begin(&job("f")).await.unwrap(), Begun::Go { failures: 1 });
    assert_eq!(
        one.journal().hand_back(&job("f"), &HandBackReason::Retry("zombie".into())).await.unwrap(),
        1,
        "it is not ours any more"
    );
    assert!(matches!(one.journal().begin(&job("f")).await.unwrap(), Begun::Held { .. }), "the zombie did not free it");
    assert_eq!(two.journal().hand_back(&job("f"), &HandBackReason::Retry("broken".into())).await.unwrap(), 2);
    assert_eq!(one.journal().hand_back(&job("never"), &HandBackReason::Shutdown).await.unwrap(), 0);
    two.journal().begin(&job("g")).await.unwrap();
    two.journal().end_lease().await.unwrap();
    assert_eq!(one.journal().begin(&job("g")).await.unwrap(), GO, "handed back with the goodbye");
}

/// A rollout ends every instance once; jobs that were not handed back are free at once and no death is counted.
#[tokio::test]
async fn instances_that_left_cleanly_count_as_no_death() {
    let (judge, url) = store().await;
    for _ in 0..6 {
        let leaving = instance(&url, "leaving").await;
        assert_eq!(leaving.journal().begin(&job("r")).await.unwrap(), GO, "free at once");
        leaving.journal().end_lease().await.unwrap();
    }
    assert_eq!(judge.journal().begin(&job("r")).await.unwrap(), GO);
    assert_eq!(number(&url, "SELECT max(strikes)::int8 FROM inbox").await, 0);
    assert_eq!(number(&url, "SELECT count(*) FROM instance WHERE left_at IS NOT NULL").await, 6);
}

/// A full dead-letter stream refuses its rows at every attempt.
#[tokio::test]
async fn rows_that_no_stream_accepts_do_not_keep_fresh_rows_waiting() {
    let (one, url) = store().await;
    let mut refused = settled("refused");
    refused.outgoing = (0..20).map(|n| message(&format!("refused {n}"), When::Always)).collect();
    let subject: &'static str = Box::leak(refused.outgoing[0].subject.clone().into_boxed_str());
    one.journal().commit(refused).await.unwrap();
    let claim = async || one.journal().unsent(&[subject], Duration::ZERO, 10).await.unwrap();
    for _ in 0..2 {
        assert_eq!(claim().await.len(), 10);
    }
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    let mut fresh = settled("fresh");
    fresh.outgoing.push(message("fresh", When::Always));
    one.journal().commit(fresh).await.unwrap();
    let fresh = message("fresh", When::Always).id;
    let claimed = claim().await;
    assert!(claimed.iter().any(|row| row.id == fresh), "fresh rows first");
    let refused: Vec<Unconfirmed> =
        claimed.iter().map(|row| Unconfirmed { id: row.id, refused: row.id != fresh }).collect();
    one.journal().unconfirmed(&refused).await.unwrap();
    const LATER: &str = "SELECT count(*) FROM dispatch WHERE look_at > now() + interval '15 seconds'";
    assert_eq!(number(&url, LATER).await, 9, "the second claim reserves them for longer");
}

#[tokio::test]
async fn an_outcome_is_written_once_however_often_it_is_committed() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let mut tasks = Vec::new();
    for turn in 0..200 {
        let store = if turn % 2 == 0 { one.clone() } else { two.clone() };
        let mut outcome = settled(&format!("job {}", turn % 20));
        outcome.effects.push(result(&format!("result {turn}")));
        outcome.outgoing.push(message(&format!("message {turn}"), When::Always));
        tasks.push(tokio::spawn(async move { store.journal().commit(outcome).await.unwrap() }));
    }
    let mut new = 0;
    for task in tasks {
        if let Committed::New(messages) = task.await.unwrap() {
            assert_eq!(messages.len(), 1);
            new += 1;
        }
    }
    assert_eq!(new, 20);
    for table in [
        "SELECT count(*) FROM inbox",
        "SELECT count(*) FROM result",
        "SELECT count(*) FROM outbox",
        "SELECT count(*) FROM dispatch",
    ] {
        assert_eq!(number(&url, table).await, 20, "{table}");
    }
}

#[tokio::test]
async fn the_first_value_of_a_step_wins() {
    let (one, _) = store().await;
    let key = StepKey::new(id("job"), "turn-1", b"input");
    assert_eq!(one.journal().load_step(&key).await.unwrap(), None);
    let tasks: Vec<_> = (0..50_u8)
        .map(|value| {
            let (one, key) = (one.clone(), key.clone());
            tokio::spawn(async move { one.journal().store_step(&key, vec![value, 0]).await.unwrap() })
        })
        .collect();
    let first = one.journal().store_step(&key, vec![99]).await.unwrap();
    for task in tasks {
        assert_eq!(task.await.unwrap(), first);
    }
    // In a separate transaction, too: the calls above may have shared one.
    assert_eq!(one.journal().store_step(&key, vec![100]).await.unwrap(), first);
    assert_eq!(one.journal().load_step(&key).await.unwrap(), Some(first));
    assert_eq!(one.journal().load_step(&StepKey::new(id("job"), "turn-1", b"other")).await.unwrap(), None);
}
