//! Verdicts and marks in partitions: one per job, whichever partition is open.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use domain::port::{Begun, Committed, Confirmed, Job, Journal, QuietAnswer, Watched};
use domain::{Effect, JobId};
use futures::future::join_all;
use sqlx::{Connection, PgConnection};
use store::intake::Acceptance;
use store::jobs::DispatchState;
use store::{PostgresConfig, Retention, Store, roles};

use crate::dead_letters::letter;
use crate::gateway::accept;
use crate::quiet::{classifier, event, ordinary, settle, settle_alone, settle_in_groups};
use crate::samples::id;
use crate::support::{LEASE, execute, instance, number, store, wait_for_lock_waiter};

const OPEN: &str = "SELECT slot::int8 FROM verdict_period WHERE closed_at IS NULL";
const ROWS: &str = "SELECT count(*) FROM verdict";
/// Lets the open partition be due to be closed, and the closed one to be emptied.
const AGE: &str =
    "UPDATE verdict_period SET opened_at = now() - interval '32 days', closed_at = closed_at - interval '32 days'";
/// As the workers lock while they insert.
const SHARE: &str = "SELECT pg_advisory_xact_lock_shared(x'617573706579'::bigint)";
const LOCK: &str = "SELECT pg_advisory_xact_lock(x'617573706579'::bigint)";

/// Closes the open partition and opens the other one, which is emptied before. Returns how many were emptied.
async fn turn(store: &Store, url: &str) -> u64 {
    let before = number(url, OPEN).await;
    execute(url, AGE).await;
    let emptied = store.maintenance().age_verdicts(&Retention::default()).await.unwrap();
    assert_eq!(number(url, OPEN).await, 1 - before);
    emptied
}

/// Settles the events `q0`, `q1`… of a part in a group, and `m0`, `m1`… in the ordinary way.
async fn settle_part(store: &Store, numbers: std::ops::Range<usize>) {
    let quiet: Vec<_> = numbers.clone().map(|n| event(&format!("q{n}"), "t")).collect();
    assert!(settle(store, &quiet).await.answers.iter().all(|answer| *answer == QuietAnswer::New));
    let journal = store.journal();
    for done in join_all(numbers.map(|n| journal.commit(ordinary(&format!("m{n}"))))).await {
        assert!(matches!(done.unwrap(), Committed::New(_)));
    }
}

/// Settles all jobs again and counts those that were taken for new ones.
async fn taken_for_new(store: &Store, url: &str, count: usize) -> usize {
    // Without the inbox, only verdicts and marks tell that the jobs ended.
    execute(url, "TRUNCATE inbox").await;
    let names: Vec<String> = (0..count).flat_map(|n| [format!("q{n}"), format!("m{n}")]).collect();
    let begun =
        join_all(names.iter().map(|name| async { store.journal().begin(&classifier(name)).await.unwrap() })).await;
    execute(url, "TRUNCATE inbox").await;
    let events: Vec<_> = names.iter().map(|name| event(name, "t")).collect();
    let grouped = settle(store, &events).await;
    let journal = store.journal();
    let alone = join_all(names.iter().map(|name| journal.commit(ordinary(name)))).await;
    begun.iter().filter(|begun| **begun != Begun::Done).count()
        + grouped.answers.iter().filter(|answer| **answer != QuietAnswer::Duplicate).count()
        + alone.iter().filter(|done| !matches!(done, Ok(Committed::Duplicate))).count()
}

#[tokio::test]
async fn a_job_is_settled_once_whichever_partition_has_its_row() {
    let (one, url) = store().await;
    settle_part(&one, 0..100).await;
    assert_eq!(turn(&one, &url).await, 0, "there was one partition");
    settle_part(&one, 100..200).await;
    assert_eq!(number(&url, ROWS).await, 400);
    assert_eq!(taken_for_new(&one, &url, 200).await, 0);
    assert_eq!(settle(&one, &[event("new", "t")]).await.answers, [QuietAnswer::New]);
    execute(&url, "TRUNCATE inbox").await;
    assert_eq!(one.events().verdict(id("q60")).await.unwrap().expect("a verdict in the closed partition").sequence, 7);
    assert_eq!(
        one.jobs().find(&[("classifier", id("q60")), ("classifier", id("other"))]).await.unwrap(),
        [DispatchState::Done, DispatchState::Nowhere]
    );
}

/// A row in a partition that is being closed would be missed by those who insert into the next one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_partition_is_not_closed_while_a_transaction_inserts() {
    let (one, url) = store().await;
    execute(&url, AGE).await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let mut inserting = conn.begin().await.unwrap();
    sqlx::query(SHARE).execute(&mut *inserting).await.unwrap();
    let store = one.clone();
    let turning = tokio::spawn(async move { store.maintenance().age_verdicts(&Retention::default()).await.unwrap() });
    wait_for_lock_waiter(&url).await;
    assert_eq!(number(&url, OPEN).await, 0);
    inserting.commit().await.unwrap();
    assert_eq!(turning.await.unwrap(), 0);
    assert_eq!(number(&url, OPEN).await, 1);
}

/// The partition changes after the worker has begun its transaction. Another worker has settled the job in the
/// partition that is closed now.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_insertion_during_a_turn_waits_for_it_and_finds_the_row_of_the_closed_partition() {
    for (name, in_group) in [("grouped", true), ("alone", false)] {
        let (one, url) = store().await;
        let mut conn = PgConnection::connect(&url).await.unwrap();
        let mut turning = conn.begin().await.unwrap();
        sqlx::query(LOCK).execute(&mut *turning).await.unwrap();
        let (store, name) = (one.clone(), name.to_owned());
        let job = id(&name);
        let settling = tokio::spawn(async move {
            if in_group {
                return settle(&store, &[event(&name, "t")]).await.answers == [QuietAnswer::Duplicate];
            }
            store.journal().commit(ordinary(&name)).await.unwrap() == Committed::Duplicate
        });
        wait_for_lock_waiter(&url).await;
        let row = sqlx::query("INSERT INTO verdict (job, slot, grp) VALUES ($1, 0, 1)").bind(job.0);
        row.execute(&mut *turning).await.unwrap();
        for change in [
            "UPDATE verdict_period SET closed_at = now() WHERE slot = 0",
            "INSERT INTO verdict_period (slot) VALUES (1)",
        ] {
            sqlx::query(change).execute(&mut *turning).await.unwrap();
        }
        turning.commit().await.unwrap();
        assert!(settling.await.unwrap(), "the row of the closed partition was missed");
    }
}

/// Two replicas settle the same events at once, one with groups and one alone. Meanwhile the open partition changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_replicas_that_race_while_the_partitions_change_exactly_one_settles_an_event() {
    for round in 0..4 {
        let (one, url) = store().await;
        let two = instance(&url, "two").await;
        let names: Vec<String> = (0..240).map(|n| format!("e{n}")).collect();
        let (progress, turned) = (AtomicUsize::new(0), AtomicBool::new(false));
        // The turn runs beside a few transactions, and not after all of them.
        let pause = async || {
            progress.fetch_add(1, Ordering::Relaxed);
            while progress.load(Ordering::Relaxed) > 5 + round && !turned.load(Ordering::Relaxed) {
                tokio::task::yield_now().await;
            }
        };
        let (groups, alone) = (settle_in_groups(&one, &names, pause), settle_alone(&two, &names, pause));
        let turning = async {
            let third = instance(&url, "three").await;
            while progress.load(Ordering::Relaxed) < 3 + round {
                tokio::task::yield_now().await;
            }
            turn(&third, &url).await;
            turned.store(true, Ordering::Relaxed);
        };
        let (grouped, alone, ()) = tokio::join!(groups, alone, turning);
        assert_eq!(grouped + alone, 240, "{grouped} with groups, {alone} alone");
        let quiet = number(&url, "SELECT count(*) FROM verdict WHERE grp IS NOT NULL").await;
        assert_eq!(quiet, i64::try_from(grouped).unwrap());
        assert_eq!(number(&url, ROWS).await, 240);
        assert_eq!(number(&url, "SELECT count(DISTINCT slot) FROM verdict").await, 2, "rows in both partitions");
    }
}

#[tokio::test]
async fn a_redriven_job_whose_mark_is_in_a_closed_partition_may_become_quiet() {
    let (one, url) = store().await;
    let mut dead = ordinary("d");
    let letter = domain::port::DeadLetter { id: id("d"), job: id("d"), consumer: "classifier".to_owned(), ..letter() };
    dead.dead = Some(Box::new(letter));
    one.journal().commit(dead).await.unwrap();
    turn(&one, &url).await;
    assert_eq!(settle(&one, &[event("d", "t")]).await.answers, [QuietAnswer::Ordinary]);
    one.dead_letters().redrive(id("d")).await.unwrap().expect("the dead letter");
    assert_eq!(settle(&one, &[event("d", "t")]).await.answers, [QuietAnswer::New]);
}

/// Under the roles of the workers, which may not create tables.
#[tokio::test]
async fn a_partition_past_the_window_is_truncated_and_not_before() {
    let (owner, url) = store().await;
    let prefix = format!("parts_{}", url.rsplit('/').next().unwrap());
    owner.roles().apply(&prefix).await.unwrap();
    let connect = async |process: &str| {
        let store = Store::connect(PostgresConfig::new(roles::url_as(&url, &roles::role(&prefix, process)), process));
        let store = store.await.unwrap();
        store.journal().renew_lease(LEASE).await.unwrap();
        store
    };
    let (writer, classifier) = (connect("writer").await, connect("classifier").await);
    let keep = Retention::shortest();
    let settle_both = async |name: &str| {
        assert_eq!(settle(&classifier, &[event(name, "t")]).await.answers, [QuietAnswer::New]);
        classifier.journal().commit(ordinary(&format!("marked {name}"))).await.unwrap();
    };
    settle_both("old").await;
    execute(&url, AGE).await;
    assert_eq!(writer.maintenance().age_verdicts(&keep).await.unwrap(), 0);
    assert_eq!(number(&url, OPEN).await, 1);
    settle_both("new").await;
    assert_eq!(settle(&classifier, &[event("old", "t")]).await.answers, [QuietAnswer::Duplicate]);
    let closed = async |ago: &str| {
        execute(
            &url,
            &format!("UPDATE verdict_period SET closed_at = now() - interval '{ago}' WHERE closed_at IS NOT NULL"),
        )
        .await;
    };
    closed("30 days 12 hours").await;
    assert_eq!(writer.maintenance().age_verdicts(&keep).await.unwrap(), 0, "within the window and a day");
    let longer = Retention { quiet_events: Duration::from_secs(40 * 86_400), ..keep };
    closed("32 days").await;
    let emptied = writer.maintenance().age_verdicts(&longer).await.unwrap();
    assert_eq!(emptied, 0, "the longer retention of quiet events counts");
    assert_eq!(writer.maintenance().age_verdicts(&keep).await.unwrap(), 1);
    assert_eq!(number(&url, ROWS).await, 2, "a verdict and a mark of the open partition");
    assert_eq!(number(&url, "SELECT count(*) FROM verdict_period").await, 1);
    execute(&url, "DELETE FROM verdict_group").await;
    assert_eq!(settle(&classifier, &[event("old", "t")]).await.answers, [QuietAnswer::New], "forgotten");
}

#[tokio::test]
async fn a_verdict_in_a_partition_counts_for_the_gateway_and_the_reconciler() {
    let (one, url) = store().await;
    turn(&one, &url).await;
    let watched = Watched { subject: "auspex.event.question", consumer: "classifier", open: None };
    one.journal().register_consumers(&[(watched.subject, watched.consumer)]).await.unwrap();
    let Acceptance::Stored(known) = accept(&one, &["a"], None).await else { panic!("no key was given") };
    assert_eq!(known, [false]);
    let message = crate::gateway::event("a");
    one.journal().sent(&[Confirmed { id: message.id, sequence: 1 }]).await.unwrap();
    execute(&url, "UPDATE dispatch SET sent_at = now() - interval '1 hour'").await;
    let lost = async || one.journal().unconsumed(&[watched], Duration::ZERO, 10).await.unwrap().len();
    assert_eq!(lost().await, 1, "it has no outcome");
    execute(&url, "UPDATE dispatch SET look_at = now()").await;
    execute(&url, "INSERT INTO verdict (job, slot, grp) SELECT id, 0, 1 FROM dispatch").await;
    assert_eq!(lost().await, 0);
    assert_eq!(number(&url, "SELECT count(*) FROM dispatch").await, 0, "no longer watched");
    execute(&url, "DELETE FROM outbox").await;
    assert_eq!(accept(&one, &["a"], None).await, Acceptance::Stored(vec![true]), "known by its verdict");
}

/// Messages of our own outbox are no longer watched once their job has a verdict, also if it is in a partition.
#[tokio::test]
async fn a_verdict_in_a_partition_ends_the_watch_and_its_group_is_answered() {
    let (one, url) = store().await;
    one.journal().register_consumers(&[("auspex.classification.grouped", "writer-verdicts")]).await.unwrap();
    turn(&one, &url).await;
    let group = settle(&one, &[event("a", "t")]).await.outgoing[0].id;
    answer(&one, group).await;
    assert!(one.events().verdict(id("a")).await.unwrap().unwrap().answered_at.is_some());
    assert_eq!(number(&url, "SELECT count(*) FROM dispatch").await, 0);
}

async fn answer(store: &Store, group: JobId) {
    let job = Job { consumer: "writer-verdicts", id: group };
    let settled = domain::port::Settled { job, effects: vec![Effect::VerdictsAnswered(group)], ..ordinary("x") };
    store.journal().commit(settled).await.unwrap();
}
