//! Relay and reconciler.

use std::time::Duration;

use domain::JobId;
use domain::effect::{Outgoing, When};
use domain::port::{Committed, Confirmed, DeadLetter, HandBackReason, Job, Journal, OpenRange, Unconfirmed, Watched};
use store::Store;

use crate::samples::{at, id, message, settled};
use crate::support::{execute, instance, kill, store};

const SUBJECTS: &[&str] = &["auspex.test.said"];
const CONSUMERS: &[(&str, &str)] = &[("auspex.test.said", "ear"), ("auspex.test.said", "eye")];
const NOW: Duration = Duration::ZERO;

async fn emit(store: &Store, name: &str) -> Outgoing {
    let mut outcome = settled(&format!("says {name}"));
    outcome.outgoing.push(message(name, When::Always));
    let Committed::New(mut message) = store.journal().commit(outcome).await.expect("a commit") else { panic!("new") };
    message.pop().expect("one message")
}

/// Consumers whose positions are unknown.
fn watched(pairs: &[(&'static str, &'static str)]) -> Vec<Watched> {
    pairs.iter().map(|&(subject, consumer)| Watched { subject, consumer, open: None }).collect()
}

async fn unconsumed(store: &Store, pairs: &[(&'static str, &'static str)], age: Duration) -> Vec<Outgoing> {
    let lost = store.journal().unconsumed(&watched(pairs), age, 10).await.expect("an answer");
    lost.into_iter().map(|lost| lost.message).collect()
}

fn confirmed(id: JobId) -> Confirmed {
    Confirmed { id, sequence: 1 }
}

/// Backlog is not loss: only a message that the consumer can no longer receive is returned, with the number of its
/// round.
#[tokio::test]
async fn only_messages_outside_of_the_open_positions_are_lost_and_rounds_are_counted() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let mut ids = Vec::new();
    for sequence in 1..=6 {
        let message = emit(&one, &format!("m{sequence}")).await;
        one.journal().sent(&[Confirmed { id: message.id, sequence }]).await.unwrap();
        ids.push(message.id);
    }
    let look = async |store: &Store, after, until| {
        let open = Some(OpenRange { after, until });
        let lost = store.journal().unconsumed(&[Watched { open, ..watched(CONSUMERS)[0] }], NOW, 10).await.unwrap();
        assert!(lost.iter().all(|lost| lost.proven));
        lost.into_iter().map(|lost| (lost.message.id, lost.round)).collect::<Vec<_>>()
    };
    assert_eq!(look(&one, 0, u64::MAX).await, [], "backlog");
    assert_eq!(look(&one, 1, 5).await, [(ids[0], 1), (ids[5], 1)], "acknowledged without an outcome; beyond the end");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(look(&two, 1, 5).await, [(ids[0], 2), (ids[5], 2)], "the rounds of all replicas count");
    one.journal().sent(&[Confirmed { id: ids[0], sequence: 7 }]).await.unwrap();
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(look(&one, 1, 7).await, [(ids[5], 3)], "the other one was published again, at a new position");
    assert!(one.journal().elect("reconcile tests", Duration::from_secs(60)).await.unwrap());
    assert!(!two.journal().elect("reconcile tests", Duration::from_secs(60)).await.unwrap(), "a spare");
    one.journal().end_lease().await.unwrap();
    assert!(
        two.journal().elect("reconcile tests", Duration::from_secs(60)).await.unwrap(),
        "the elected instance has left"
    );
}

async fn consume(store: &Store, consumer: &'static str, id: JobId) {
    let outcome = domain::port::Settled { job: Job { consumer, id }, ..settled("") };
    store.journal().commit(outcome).await.expect("a commit");
}

#[tokio::test]
async fn unconfirmed_messages_are_claimed_by_one_relay() {
    let (one, url) = store().await;
    let message = emit(&one, "m").await;
    assert_eq!(one.journal().unsent(SUBJECTS, Duration::from_secs(3600), 10).await.unwrap(), [], "too young");
    assert_eq!(one.journal().unsent(&["auspex.other."], NOW, 10).await.unwrap(), [], "not ours to say");
    assert_eq!(
        one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(),
        std::slice::from_ref(&message),
        "as it was said"
    );
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(), [], "claimed");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap().len(), 1, "the relay that claimed it died");
    one.journal().sent(&[confirmed(message.id), confirmed(message.id)]).await.unwrap();
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(), []);
    assert_eq!(one.jobs().unsent().await.unwrap(), 0);
}

/// Seconds until a relay may claim the only row again.
const CLAIM_SECONDS: &str = "SELECT round(extract(epoch FROM look_at - now()))::bigint FROM dispatch";

/// Without a leader or a quorum every publish fails, whichever row it is. Rows that waited longer each time would still
/// wait when the stream is back.
#[tokio::test]
async fn rows_that_nothing_answered_are_soon_claimed_again_and_refused_ones_wait_longer_each_time() {
    let (one, url) = store().await;
    let id = emit(&one, "m").await.id;
    let fail = async |refused| {
        execute(&url, "UPDATE dispatch SET look_at = now()").await;
        assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap().len(), 1);
        let claimed = crate::support::number(&url, CLAIM_SECONDS).await;
        one.journal().unconfirmed(&[Unconfirmed { id, refused }]).await.unwrap();
        (claimed, crate::support::number(&url, CLAIM_SECONDS).await)
    };
    for _ in 0..5 {
        let (claimed, waits) = fail(false).await;
        assert!(claimed <= 10 && waits <= 2, "claimed for {claimed} s, waits for {waits} s");
    }
    execute(&url, "UPDATE dispatch SET relayed = 0").await;
    let mut refused = Vec::new();
    for _ in 0..4 {
        refused.push(fail(true).await.1);
    }
    assert!(refused.iter().zip([10, 20, 40, 40]).all(|(waits, most)| (most - 2..=most).contains(waits)), "{refused:?}");
}

#[tokio::test]
async fn a_republication_that_nothing_answered_is_no_round() {
    let (one, url) = store().await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let id = emit(&one, "m").await.id;
    one.journal().sent(&[confirmed(id)]).await.unwrap();
    execute(&url, "UPDATE dispatch SET sent_at = now() - interval '1 hour'").await;
    for _ in 0..5 {
        let lost = one.journal().unconsumed(&watched(&CONSUMERS[..1]), Duration::from_secs(60), 10).await.unwrap();
        assert_eq!(lost.iter().map(|lost| lost.round).collect::<Vec<_>>(), [1]);
        one.journal().unconfirmed(&[Unconfirmed { id, refused: false }]).await.unwrap();
        assert!(
            crate::support::number(&url, "SELECT extract(epoch FROM look_at - now())::bigint FROM dispatch").await <= 2
        );
        execute(&url, "UPDATE dispatch SET look_at = now()").await;
    }
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], Duration::from_secs(60)).await.len(), 1);
    one.journal().unconfirmed(&[Unconfirmed { id, refused: true }]).await.unwrap();
    assert_eq!(
        crate::support::number(&url, "SELECT republished::bigint FROM dispatch").await,
        1,
        "refused: the round counts"
    );
}

#[tokio::test]
async fn unconsumed_messages_are_republished_at_growing_intervals() {
    let (one, url) = store().await;
    one.journal().register_consumers(CONSUMERS).await.unwrap();
    let message = emit(&one, "m").await;
    let waiting = one.jobs().open(10).await.unwrap().into_iter().map(|open| open.consumer);
    assert_eq!(waiting.collect::<Vec<_>>(), ["ear", "eye"], "open from the moment it is said");
    assert_eq!(unconsumed(&one, CONSUMERS, NOW).await, [], "not confirmed: that is the relay's");
    one.journal().sent(&[confirmed(message.id)]).await.unwrap();
    assert_eq!(unconsumed(&one, CONSUMERS, Duration::from_secs(3600)).await, [], "too young");
    execute(&url, "UPDATE dispatch SET sent_at = now() - interval '100 seconds'").await;
    let minute = Duration::from_secs(60);
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await, std::slice::from_ref(&message));
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await, [], "it was just said again");
    execute(&url, "UPDATE dispatch SET look_at = look_at - interval '61 seconds'").await;
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await.len(), 1);
    execute(&url, "UPDATE dispatch SET look_at = look_at - interval '61 seconds'").await;
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await, [], "the pause has doubled");
    consume(&one, "ear", message.id).await;
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await.len(), 1, "one of two has heard it");
    consume(&one, "eye", message.id).await;
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(unconsumed(&one, CONSUMERS, minute).await, []);
    assert_eq!(crate::support::number(&url, "SELECT count(*) FROM dispatch").await, 0, "forgotten");
}

#[tokio::test]
async fn jobs_held_by_live_instances_are_not_republished_and_dead_letters_count_as_consumed() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let message = emit(&one, "m").await;
    one.journal().sent(&[confirmed(message.id)]).await.unwrap();
    let ear: &[(&str, &str)] = &CONSUMERS[..1];
    two.journal().begin(&Job { consumer: "ear", id: message.id }).await.unwrap();
    assert_eq!(unconsumed(&one, ear, NOW).await, [], "held by a live instance");
    kill(&two, &url).await;
    assert_eq!(unconsumed(&one, ear, NOW).await.len(), 1, "its holder died");
    let letter = DeadLetter {
        id: id("letter"),
        consumer: "ear".to_owned(),
        job: message.id,
        subject: message.subject.clone(),
        payload: message.payload.to_vec(),
        at: at(0),
        ..domain::testing::dead_letter()
    };
    let outcome = domain::port::Settled {
        job: Job { consumer: "ear", id: message.id },
        dead: Some(letter.into()),
        ..settled("")
    };
    one.journal().commit(outcome).await.unwrap();
    assert_eq!(unconsumed(&one, ear, NOW).await, []);
    assert_eq!(unconsumed(&one, ear, NOW).await, []);
}

#[tokio::test]
async fn a_subject_with_a_tenant_is_watched_for_the_consumer_of_its_prefix() {
    const KINDS: &[(&str, &str)] = &[("auspex.event.question.", "ear"), ("auspex.event.question", "ear")];
    let (one, url) = store().await;
    one.journal().register_consumers(KINDS).await.unwrap();
    let named = Outgoing { subject: "auspex.event.question.acme".to_owned(), ..message("m", When::Always) };
    one.journal().commit(domain::port::Settled { outgoing: vec![named.clone()], ..settled("asks") }).await.unwrap();
    one.journal().sent(&[confirmed(named.id)]).await.unwrap();
    execute(&url, "UPDATE dispatch SET sent_at = now() - interval '2 days'").await;
    assert_eq!(unconsumed(&one, KINDS, NOW).await, std::slice::from_ref(&named), "watched until processed");
    consume(&one, "ear", named.id).await;
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(unconsumed(&one, KINDS, NOW).await, []);
    assert_eq!(one.jobs().open(10).await.unwrap(), [], "no longer watched");
}

/// Each message has a row per consumer, which ends with the outcome of that consumer, in its transaction. So `dispatch`
/// contains open work only.
#[tokio::test]
async fn a_message_leaves_dispatch_with_the_outcome_of_its_consumers_or_its_confirmation_if_nobody_consumes_it() {
    const ROWS: &str = "SELECT count(*) FROM dispatch";
    let (one, url) = store().await;
    let unconsumed = emit(&one, "before a consumer is registered").await;
    assert_eq!(crate::support::number(&url, ROWS).await, 1);
    one.journal().sent(&[confirmed(unconsumed.id)]).await.unwrap();
    assert_eq!(crate::support::number(&url, ROWS).await, 0, "nobody consumes it");
    one.journal().register_consumers(CONSUMERS).await.unwrap();
    let message = emit(&one, "m").await;
    assert_eq!(crate::support::number(&url, ROWS).await, 2);
    consume(&one, "eye", message.id).await;
    one.journal().sent(&[confirmed(message.id)]).await.unwrap();
    assert_eq!(crate::support::number(&url, ROWS).await, 1, "consumed by one of two before it was confirmed");
    consume(&one, "ear", message.id).await;
    assert_eq!(crate::support::number(&url, ROWS).await, 0);
}

/// The gateway accepts an event that its publisher has sent to the stream before, and that has an outcome.
#[tokio::test]
async fn a_message_whose_job_had_an_outcome_before_is_forgotten_and_not_published_again() {
    let (one, url) = store().await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let [in_inbox, moved] = ["in the inbox", "moved"].map(|name| message(name, When::Always).id);
    consume(&one, "ear", in_inbox).await;
    consume(&one, "ear", moved).await;
    execute(
        &url,
        "INSERT INTO inbox_old (job, slot, consumer) SELECT job, 0, consumer FROM inbox WHERE consumer = 'ear'",
    )
    .await;
    execute(&url, "DELETE FROM inbox WHERE job = (SELECT max(job::text) FROM inbox WHERE consumer = 'ear')::uuid")
        .await;
    emit(&one, "in the inbox").await;
    emit(&one, "moved").await;
    one.journal().sent(&[confirmed(in_inbox), Confirmed { id: moved, sequence: 2 }]).await.unwrap();
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], NOW).await, []);
    assert_eq!(crate::support::number(&url, "SELECT count(*) FROM dispatch").await, 0);
}

#[tokio::test]
async fn a_confirmation_that_comes_late_does_not_wake_a_parked_job() {
    let (one, _) = store().await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let id = emit(&one, "m").await.id;
    let job = Job { consumer: "ear", id };
    one.journal().begin(&job).await.unwrap();
    one.journal().hand_back(&job, &HandBackReason::Defer("a batch".to_owned())).await.unwrap();
    assert!(one.journal().park(&job, &parking(None)).await.unwrap());
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(), [], "the relay leaves it alone");
    one.journal().sent(&[confirmed(id)]).await.unwrap();
    let open = Some(OpenRange { after: 9, until: 9 });
    let lost = one.journal().unconsumed(&[Watched { open, ..watched(CONSUMERS)[0] }], NOW, 10).await.unwrap();
    assert!(lost.is_empty(), "{lost:?}");
}

#[tokio::test]
async fn a_parked_job_is_published_when_it_is_due_and_not_before() {
    let (one, url) = store().await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    let hour = Duration::from_secs(3600);
    let message = emit(&one, "m").await;
    let job = Job { consumer: "ear", id: message.id };
    one.journal().renew_lease(hour).await.unwrap();
    one.journal().begin(&job).await.unwrap();
    one.journal().sent(&[confirmed(message.id)]).await.unwrap();
    let two = crate::support::instance(&url, "two").await;
    assert!(!two.journal().park(&job, &parking(None)).await.unwrap(), "an instance works on it");
    assert!(one.journal().park(&job, &parking(None)).await.unwrap(), "and hands it back");
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], NOW).await, [], "not due");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], NOW).await, std::slice::from_ref(&message));
    one.journal().begin(&job).await.unwrap();
    assert!(one.journal().park(&job, &parking(None)).await.unwrap(), "once more");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    let later = Duration::from_secs(60);
    execute(&url, "UPDATE dispatch SET sent_at = now() - interval '100 seconds'").await;
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], later).await.len(), 1, "the first republication delays no other");
}

fn parking(message: Option<Outgoing>) -> domain::port::Parking {
    let why = HandBackReason::Defer("a refused account".to_owned());
    domain::port::Parking { why, after: Duration::from_secs(3600), message }
}

/// A publisher has sent it to the stream, so the outbox gets it in the transaction that hands the job back.
#[tokio::test]
async fn a_parked_event_of_a_publisher_is_in_the_outbox_and_published_when_it_is_due() {
    let (one, url) = store().await;
    one.journal().register_consumers(&CONSUMERS[..1]).await.unwrap();
    one.journal().renew_lease(Duration::from_secs(3600)).await.unwrap();
    let direct = message("sent by a publisher", When::Always);
    let job = Job { consumer: "ear", id: direct.id };
    one.journal().begin(&job).await.unwrap();
    assert!(!one.journal().park(&job, &parking(None)).await.unwrap(), "the outbox does not have its message");
    one.journal().begin(&job).await.unwrap();
    let again = parking(Some(direct.clone()));
    let journal = one.journal();
    let parked = (0..3).map(|_| journal.park(&job, &again));
    assert!(futures::future::join_all(parked).await.into_iter().all(Result::unwrap), "a repetition changes nothing");
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(), [], "no relay publishes it before it is due");
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], NOW).await, [], "not due");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    assert_eq!(unconsumed(&one, &CONSUMERS[..1], NOW).await, std::slice::from_ref(&direct));
    assert_eq!(one.journal().begin(&job).await.unwrap(), domain::port::Begun::Go { failures: 0 });
    consume(&one, "ear", direct.id).await;
    assert!(!one.journal().park(&job, &parking(Some(direct))).await.unwrap(), "it has an outcome");
}

#[tokio::test]
async fn old_rows_are_pruned_and_rows_in_use_are_kept() {
    let (one, url) = store().await;
    one.journal().register_consumers(CONSUMERS).await.unwrap();
    let (sent, open) = (emit(&one, "sent").await, emit(&one, "open").await);
    one.journal().sent(&[confirmed(sent.id)]).await.unwrap();
    consume(&one, "ear", sent.id).await;
    consume(&one, "eye", sent.id).await;
    assert_eq!(unconsumed(&one, CONSUMERS, NOW).await, []);
    one.journal().begin(&Job { consumer: "ear", id: open.id }).await.unwrap();
    assert_eq!(
        one.maintenance().prune(&store::Retention::shortest()).await.unwrap(),
        store::Pruned::default(),
        "nothing is 30 days old, whatever was asked"
    );
    execute(&url, "UPDATE inbox SET done_at = done_at - interval '31 days', begun_at = begun_at - interval '31 days'")
        .await;
    execute(&url, "UPDATE outbox SET created_at = created_at - interval '31 days'").await;
    let pruned = one.maintenance().prune(&store::Retention::shortest()).await.unwrap();
    assert_eq!((pruned.inbox, pruned.outbox), (4, 1), "two that said it, two that heard it; one message");
    assert_eq!(one.journal().unsent(SUBJECTS, NOW, 10).await.unwrap(), [open], "still to be sent");
    let begun = one.journal().begin(&Job { consumer: "ear", id: id("open") }).await.unwrap();
    assert_eq!(begun, domain::port::Begun::Go { failures: 0 }, "still ours");
}
