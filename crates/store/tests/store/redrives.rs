//! Redrives of many dead letters: each letter once, also if executors fail, and none after a pause.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use domain::effect::When;
use domain::port::{Begun, DeadLetter, Journal, Settled};
use domain::redrive::{RedriveChange, RedriveState};
use domain::{JobId, Tenant, Time};
use store::Store;
use store::redrives::{CanaryState, Redrive, RedriveChanged, RedriveSelection};
use uuid::Uuid;

use crate::samples::{id, job, message, settled};
use crate::support::{execute, instance, number, store};

fn tenant() -> Tenant {
    Tenant::default()
}

/// Every letter of these tests is older.
fn until() -> Time {
    Time::from_timestamp(1_790_001_000, 0).unwrap()
}

/// The outcome of a job that dies for a reason.
fn dead(name: &str, reason: &str) -> Settled {
    let letter = DeadLetter {
        id: id(&format!("letter of {name}")),
        job: job(name).id,
        errors: vec![reason.to_owned()],
        ..domain::testing::dead_letter()
    };
    Settled { dead: Some(Box::new(letter)), ..settled(name) }
}

async fn kill_jobs(store: &Store, names: &[String]) {
    for name in names {
        store.journal().commit(dead(name, "no answer after 30 s")).await.unwrap();
    }
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("job {number}")).collect()
}

/// Creates a redrive of the class of all letters, and returns it in its first state.
async fn create(store: &Store, letters: u32) -> Redrive {
    let selection = RedriveSelection {
        tenant: tenant(),
        consumer: None,
        class: Some("rejected".to_owned()),
        reason: None,
        until: until(),
    };
    let new = Redrive {
        id: Uuid::from_u128(7),
        selection,
        letters,
        per_second: 20,
        state: RedriveState::Canary,
        note: String::new(),
        created_by: "ana".to_owned(),
        updated_at: until(),
    };
    assert!(store.redrives().create(&new).await.unwrap());
    assert!(store.redrives().create(&new).await.unwrap(), "a repetition after a lost answer");
    let other = Redrive { id: Uuid::from_u128(8), ..new.clone() };
    assert!(!store.redrives().create(&other).await.unwrap(), "one redrive of the same letters at a time");
    store.redrives().load(&tenant(), new.id).await.unwrap().expect("a redrive")
}

async fn change(store: &Store, redrive: &Redrive, change: RedriveChange) -> RedriveChanged {
    store.redrives().change((&tenant(), redrive.id), change, "why").await.unwrap()
}

async fn running(store: &Store, letters: u32) -> Redrive {
    let redrive = create(store, letters).await;
    assert_eq!(change(store, &redrive, RedriveChange::Proceed).await, RedriveChanged::To(RedriveState::Running));
    redrive
}

/// Redrives like a gateway, until no letter is left. Returns the letters that this executor has redriven.
async fn executed(store: &Store, redrive: &Redrive) -> Vec<JobId> {
    let mut redriven = Vec::new();
    loop {
        let next = store.redrives().next(redrive, 7).await.unwrap();
        if next.is_empty() {
            return redriven;
        }
        for letter in next {
            redriven.extend(store.redrives().redrive(redrive.id, letter).await.unwrap().map(|letter| letter.id));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_executors_redrive_each_letter_once() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    kill_jobs(&one, &names(40)).await;
    let redrive = running(&one, 35).await;
    let (first, second) = tokio::join!(executed(&one, &redrive), executed(&two, &redrive));
    let all: Vec<JobId> = first.into_iter().chain(second).collect();
    assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (35, 35), "as many as were confirmed");
    let progress = one.redrives().progress(redrive.id).await.unwrap();
    assert_eq!((progress.redriven, progress.died), (35, vec![]));
    assert_eq!(one.dead_letters().list(false, 100).await.unwrap().len(), 5);
    let audited = "SELECT count(*) FROM audit WHERE action = 'redriven'";
    assert_eq!(number(&url, audited).await, 35);
}

#[tokio::test]
async fn a_crash_between_the_mark_and_the_publication_loses_and_doubles_nothing() {
    let (one, url) = store().await;
    let sent = Settled { outgoing: vec![message("job 0", When::Always)], ..settled("sender") };
    one.journal().commit(sent).await.unwrap();
    kill_jobs(&one, &names(2)).await;
    let redrive = running(&one, 2).await;
    let first = one.redrives().next(&redrive, 1).await.unwrap()[0];
    one.redrives().redrive(redrive.id, first).await.unwrap().expect("redriven");
    // The executor is gone. Another one goes on; the reconciler finds the message among those that it watches.
    let two = instance(&url, "two").await;
    assert_eq!(two.redrives().redrive(redrive.id, first).await.unwrap(), None);
    assert_eq!(executed(&two, &redrive).await.len(), 1);
    let watched = format!(
        "SELECT count(*) FROM dispatch WHERE id = '{}' AND consumer = 'tests' AND sequence IS NULL AND sent_at IS NOT NULL",
        job("job 0").id
    );
    assert_eq!(number(&url, &watched).await, 1);
    assert_eq!(two.journal().begin(&job("job 0")).await.unwrap(), Begun::Go { failures: 0 });
    assert_eq!(two.redrives().progress(redrive.id).await.unwrap().redriven, 2);
}

#[tokio::test]
async fn no_letter_is_redriven_after_a_pause_or_a_cancellation() {
    let (one, _) = store().await;
    kill_jobs(&one, &names(3)).await;
    let redrive = running(&one, 3).await;
    let letters = one.redrives().next(&redrive, 3).await.unwrap();
    let redriven = async |letter: usize| one.redrives().redrive(redrive.id, letters[letter]).await.unwrap().is_some();
    assert!(redriven(0).await);
    assert_eq!(change(&one, &redrive, RedriveChange::Pause).await, RedriveChanged::To(RedriveState::Paused));
    assert!(!redriven(1).await, "selected before the pause");
    assert_eq!(one.redrives().lease().await.unwrap(), None);
    assert_eq!(one.redrives().load(&tenant(), redrive.id).await.unwrap().unwrap().note, "why");
    assert_eq!(change(&one, &redrive, RedriveChange::Finish).await, RedriveChanged::Refused(RedriveState::Paused));
    assert_eq!(change(&one, &redrive, RedriveChange::Resume).await, RedriveChanged::To(RedriveState::Running));
    assert!(redriven(1).await);
    assert_eq!(change(&one, &redrive, RedriveChange::Cancel).await, RedriveChanged::To(RedriveState::Cancelled));
    assert!(!redriven(2).await);
    assert_eq!(change(&one, &redrive, RedriveChange::Resume).await, RedriveChanged::Refused(RedriveState::Cancelled));
    let other = Tenant::parse("other").unwrap();
    let foreign = one.redrives().change((&other, redrive.id), RedriveChange::Cancel, "").await.unwrap();
    assert_eq!(foreign, RedriveChanged::Missing);
    assert_eq!(one.redrives().page(&tenant(), None, 5).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_others_wait_for_the_outcome_of_the_first_letter() {
    let (one, _) = store().await;
    kill_jobs(&one, &names(3)).await;
    let redrive = create(&one, 3).await;
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Absent);
    let letters = one.redrives().next(&redrive, 3).await.unwrap();
    assert!(one.redrives().redrive(redrive.id, letters[0]).await.unwrap().is_some());
    assert_eq!(one.redrives().redrive(redrive.id, letters[1]).await.unwrap(), None, "one letter only");
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Open);
    let first = one.dead_letters().load(letters[0]).await.unwrap().unwrap().job;
    let name = names(3).into_iter().find(|name| job(name).id == first).unwrap();
    one.journal().begin(&job(&name)).await.unwrap();
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Open, "it runs");
    one.journal().commit(settled(&name)).await.unwrap();
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Ended);
}

/// The letter keeps its old time, as one of a worker whose clock is behind.
#[tokio::test]
async fn a_first_job_that_dies_again_is_recognised_without_a_clock_and_not_redriven_twice() {
    let (one, _) = store().await;
    kill_jobs(&one, &names(2)).await;
    let redrive = create(&one, 2).await;
    let first = one.redrives().next(&redrive, 1).await.unwrap()[0];
    one.redrives().redrive(redrive.id, first).await.unwrap().expect("redriven");
    let name = names(2).into_iter().find(|name| id(&format!("letter of {name}")) == first).unwrap();
    one.journal().begin(&job(&name)).await.unwrap();
    one.journal().commit(dead(&name, "still no answer after 31 s")).await.unwrap();
    let died = one.redrives().canary(redrive.id).await.unwrap();
    assert_eq!(died, CanaryState::Died("still no answer after 31 s".to_owned()));
    let progress = one.redrives().progress(redrive.id).await.unwrap();
    assert_eq!((progress.redriven, progress.died), (1, vec![("still no answer after # s".to_owned(), 1)]));
    change(&one, &redrive, RedriveChange::Resume).await;
    change(&one, &redrive, RedriveChange::Proceed).await;
    let next = one.redrives().next(&redrive, 5).await.unwrap();
    assert!(next.len() == 1 && next[0] != first, "{next:?}");
}

#[tokio::test]
async fn a_first_letter_that_was_pruned_is_not_waited_for() {
    let (one, url) = store().await;
    kill_jobs(&one, &names(2)).await;
    let redrive = create(&one, 2).await;
    let first = one.redrives().next(&redrive, 1).await.unwrap()[0];
    one.redrives().redrive(redrive.id, first).await.unwrap().expect("redriven");
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Open);
    execute(&url, "DELETE FROM dead_letter WHERE redriven_at IS NOT NULL").await;
    assert_eq!(one.redrives().canary(redrive.id).await.unwrap(), CanaryState::Ended);
}

#[tokio::test]
async fn a_redrive_is_leased_by_one_process_a_second() {
    let (one, url) = store().await;
    kill_jobs(&one, &names(1)).await;
    let redrive = create(&one, 1).await;
    assert_eq!(one.redrives().lease().await.unwrap(), Some(redrive));
    let two = instance(&url, "two").await;
    assert_eq!(two.redrives().lease().await.unwrap(), None);
    execute(&url, "UPDATE redrive SET next_at = now()").await;
    assert!(two.redrives().lease().await.unwrap().is_some());
}

#[tokio::test]
async fn a_selection_leaves_out_undecodable_and_later_letters() {
    let (one, url) = store().await;
    kill_jobs(&one, &names(4)).await;
    execute(
        &url,
        "UPDATE dead_letter SET class = 'undecodable' WHERE id IN (SELECT id FROM dead_letter ORDER BY id LIMIT 1)",
    )
    .await;
    let all = RedriveSelection {
        tenant: tenant(),
        consumer: Some("tests".to_owned()),
        class: None,
        reason: Some("no answer after # s".to_owned()),
        until: until(),
    };
    let count = async |selection: &RedriveSelection| one.redrives().count(selection, 10_000).await.unwrap();
    assert_eq!(count(&all).await, [("tests".to_owned(), 3)]);
    let named = RedriveSelection { class: Some("undecodable".to_owned()), ..all.clone() };
    assert_eq!(count(&named).await, [("tests".to_owned(), 1)]);
    let earlier = RedriveSelection { until: Time::from_timestamp(1_789_000_000, 0).unwrap(), ..all.clone() };
    assert_eq!(count(&earlier).await, []);
    let other = RedriveSelection { tenant: Tenant::parse("other").unwrap(), ..all };
    assert_eq!(count(&other).await, []);
}

#[tokio::test]
async fn the_cost_of_jobs_is_counted_by_worker() {
    let (one, url) = store().await;
    for (job, agent, state, charged) in [
        (1, "filter", "settled", 30),
        (1, "filter", "wasted", 10),
        (2, "filter", "settled", 20),
        (3, "writer", "intent", 9),
    ] {
        execute(
            &url,
            &format!(
                "INSERT INTO call (id, job, step, input, attempt, state, max, charged, budgets, tenant, agent, provider, model, instance, opening)
                 VALUES (gen_random_uuid(), md5('{job}')::uuid, 's', gen_random_uuid()::text, 1, '{state}', 100, {charged},
                         '{{tenant:default:2026-11-01}}', 'default', '{agent}', 'p', 'm', 'x', 1)"
            ),
        )
        .await;
    }
    let costs = one.ledger().job_costs(&["tenant:default:2026-11-01".to_owned()]).await.unwrap();
    assert_eq!(costs.len(), 1, "{costs:?}");
    assert_eq!((costs[0].agent.as_str(), costs[0].jobs, costs[0].charged.0), ("filter", 2, 60));
}
