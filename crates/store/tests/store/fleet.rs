//! The state of the fleet, as the gateway reads it from the journal.

use domain::port::{HandBackReason, Job, Journal, Settled};

use crate::samples::id;
use crate::support::{execute, store};

const CONSUMER: &str = "researcher";

fn job(name: &str) -> Job {
    Job { consumer: CONSUMER, id: id(name) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_reasons_and_instances_are_read_from_the_journal() {
    let (store, url) = store().await;
    let fleet = store.fleet();
    assert!(fleet.jobs().await.unwrap().is_empty() && fleet.reasons().await.unwrap().is_empty());
    for name in ["ended", "running", "deferred"] {
        store.journal().begin(&job(name)).await.unwrap();
    }
    let outcome = Settled { job: job("ended"), effects: Vec::new(), outgoing: Vec::new(), dead: None };
    store.journal().commit(outcome).await.unwrap();
    let why = HandBackReason::Defer("the provider is in cool-down".to_owned());
    store.journal().hand_back(&job("deferred"), &why).await.unwrap();
    execute(&url, "UPDATE inbox SET begun_at = done_at - interval '3 seconds' WHERE done_at IS NOT NULL").await;

    let jobs = fleet.jobs().await.unwrap();
    let [researcher] = jobs.as_slice() else { panic!("{jobs:?}") };
    assert_eq!((researcher.consumer.as_str(), researcher.ended, researcher.ended_recently), (CONSUMER, 1, 1));
    assert_eq!((researcher.running, researcher.handed_back), (1, 1));
    assert_eq!((researcher.median_seconds, researcher.p95_seconds), (Some(3.0), Some(3.0)));
    assert_eq!((researcher.by_minute.len(), researcher.by_minute[59]), (60, 1));
    let reasons = fleet.reasons().await.unwrap();
    assert_eq!((reasons[0].reason.as_str(), reasons[0].jobs), ("the provider is in cool-down", 1));
    assert!(fleet.instances().await.unwrap().iter().any(|name| name.starts_with("one-")));
    assert!(fleet.starts().await.unwrap().iter().any(|(name, _)| name.starts_with("one-")));
    execute(&url, "UPDATE instance SET started_at = now() - interval '2 hours'").await;
    assert!(fleet.starts().await.unwrap().is_empty(), "the last hour counts");
    execute(&url, "UPDATE inbox SET begun_at = now() - interval '2 hours', done_at = NULL").await;
    assert!(fleet.jobs().await.unwrap().is_empty(), "the last hour counts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_has_the_age_of_its_first_message_and_its_parked_ones() {
    let (store, url) = store().await;
    for statement in [
        "INSERT INTO hearer (subject, consumer) VALUES ('auspex.research.requested', 'researcher'), ('auspex.event.question', 'classifier')",
        "INSERT INTO dispatch (id, consumer, subject, created_at, sent_at, sequence) VALUES
         (gen_random_uuid(), 'researcher', 'auspex.research.requested.a', now() - interval '10 minutes', now(), 4),
         (gen_random_uuid(), 'researcher', 'auspex.research.requested.b', now() - interval '20 minutes', now(), 5)",
        "INSERT INTO dispatch (id, consumer, subject, sent_at, look_at) VALUES
         (gen_random_uuid(), 'researcher', 'auspex.research.requested.a', now(), now() + interval '1 minute')",
    ] {
        execute(&url, statement).await;
    }
    let queues = store.fleet().queues().await.unwrap();
    let [classifier, researcher] = queues.as_slice() else { panic!("{queues:?}") };
    assert_eq!((classifier.oldest_at, classifier.parked), (None, 0));
    let age = (store.now().await.unwrap() - researcher.oldest_at.unwrap()).num_seconds();
    assert!((590..620).contains(&age), "the message at the lowest position is the first: {age}");
    assert!(researcher.parked == 1 && researcher.next_at.unwrap() > store.now().await.unwrap());
}
