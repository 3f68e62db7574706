//! Keys of ended jobs leave the inbox, and no start misses an outcome.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::port::{Begun, Committed, Journal};
use futures::future::join_all;
use sqlx::{Connection, PgConnection};
use store::{Aged, PostgresConfig, Retention, Store, roles};

use crate::dead_letters::letter;
use crate::samples::{id, job, settled};
use crate::support::{LEASE, execute, instance, number, store, wait_for_lock_waiter};

const INBOX: &str = "SELECT count(*) FROM inbox";
const OLD: &str = "SELECT count(*) FROM inbox_old";

async fn end(store: &Store, name: &str) {
    assert_eq!(store.journal().begin(&job(name)).await.unwrap(), Begun::Go { failures: 0 });
    assert!(matches!(store.journal().commit(settled(name)).await.unwrap(), Committed::New(_)));
}

#[tokio::test]
async fn a_job_that_left_the_inbox_is_done_and_leaves_no_new_row() {
    let (one, url) = store().await;
    for name in ["a", "b", "c"] {
        end(&one, name).await;
    }
    one.journal().begin(&job("open")).await.unwrap();
    assert_eq!(one.maintenance().move_ended(Duration::ZERO).await.unwrap(), 3);
    assert_eq!((number(&url, INBOX).await, number(&url, OLD).await), (1, 3), "an open job stays");
    assert_eq!(one.journal().begin(&job("a")).await.unwrap(), Begun::Done);
    assert_eq!(one.journal().commit(settled("b")).await.unwrap(), Committed::Duplicate);
    let batch = join_all(["c", "new", "a"].map(|name| {
        let job = job(name);
        let journal = one.journal();
        async move { journal.begin(&job).await.unwrap() }
    }))
    .await;
    assert_eq!(batch, [Begun::Done, Begun::Go { failures: 0 }, Begun::Done]);
    assert_eq!(number(&url, INBOX).await, 2);
    let other = domain::port::Job { consumer: "another", id: id("a") };
    assert_eq!(
        one.journal().begin(&other).await.unwrap(),
        Begun::Go { failures: 0 },
        "another consumer of the same message"
    );
    assert!(matches!(one.journal().commit(settled("open")).await.unwrap(), Committed::New(_)));
}

/// The move has deleted the inbox row and has not committed: the start must neither run the job again nor fail.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_during_a_move_waits_for_it() {
    let (one, url) = store().await;
    for (name, commits) in [("begun", false), ("committed", true)] {
        end(&one, name).await;
        let mut mover = PgConnection::connect(&url).await.unwrap();
        let mut moving = mover.begin().await.unwrap();
        let key = sqlx::query(
            "WITH gone AS (DELETE FROM inbox RETURNING consumer, job) INSERT INTO inbox_old (job, slot, consumer) SELECT job, 0, consumer FROM gone",
        );
        assert_eq!(key.execute(&mut *moving).await.unwrap().rows_affected(), 1);
        let (store, name) = (one.clone(), name.to_owned());
        let starting = tokio::spawn(async move {
            if commits {
                return store.journal().commit(settled(&name)).await.unwrap() == Committed::Duplicate;
            }
            store.journal().begin(&job(&name)).await.unwrap() == Begun::Done
        });
        wait_for_lock_waiter(&url).await;
        moving.commit().await.unwrap();
        assert!(starting.await.unwrap(), "the outcome was missed");
        assert_eq!(number(&url, INBOX).await, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_that_are_delivered_again_while_keys_move_have_one_outcome() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let moving = AtomicBool::new(true);
    let mover = async {
        let mut moved = 0;
        while moving.load(Ordering::Relaxed) {
            moved += one.maintenance().move_ended(Duration::ZERO).await.unwrap();
        }
        moved
    };
    let working = async {
        let mut outcomes = 0;
        for round in 0..40 {
            // Each job twice in a round, and again in the next one.
            let jobs = (round * 20..round * 20 + 40).flat_map(|n| [(&one, n), (&two, n)]);
            let outcome = |(store, n): (&Store, i32)| {
                let (store, name) = (store.clone(), format!("j{n}"));
                async move {
                    if store.journal().begin(&job(&name)).await.unwrap() == Begun::Done {
                        return false;
                    }
                    matches!(store.journal().commit(settled(&name)).await.unwrap(), Committed::New(_))
                }
            };
            outcomes += join_all(jobs.map(outcome)).await.into_iter().filter(|new| *new).count();
        }
        moving.store(false, Ordering::Relaxed);
        outcomes
    };
    let (moved, outcomes) = tokio::join!(mover, working);
    assert_eq!(outcomes, 820, "one outcome per job");
    assert!(moved > 100, "{moved} keys moved meanwhile");
}

/// A region of the inbox with many unfinished jobs is read in portions, and those behind it are moved.
#[tokio::test]
async fn ended_jobs_behind_many_unfinished_ones_are_moved() {
    let (one, url) = store().await;
    execute(&url, "INSERT INTO inbox (consumer, job) SELECT 'a', md5(i::text)::uuid FROM generate_series(1, 12000) i")
        .await;
    end(&one, "ended").await;
    assert_eq!(one.maintenance().move_ended(Duration::ZERO).await.unwrap(), 1);
    assert_eq!(number(&url, "SELECT count(*) FROM inbox").await, 12_000);
    assert_eq!(number(&url, OLD).await, 1);
}

#[tokio::test]
async fn a_redriven_job_runs_again_although_its_key_had_moved() {
    let (one, _) = store().await;
    let mut dead = settled("dead");
    let mut letter = letter();
    (letter.job, letter.consumer) = (dead.job.id, dead.job.consumer.to_owned());
    let letter_id = letter.id;
    dead.dead = Some(Box::new(letter));
    one.journal().commit(dead).await.unwrap();
    assert_eq!(one.maintenance().move_ended(Duration::ZERO).await.unwrap(), 1);
    assert_eq!(one.journal().begin(&job("dead")).await.unwrap(), Begun::Done);
    one.dead_letters().redrive(letter_id).await.unwrap().expect("the dead letter");
    assert_eq!(one.journal().begin(&job("dead")).await.unwrap(), Begun::Go { failures: 0 });
}

/// Closes the open partition and opens the other one.
async fn close(store: &Store, url: &str) {
    execute(url, "UPDATE inbox_period SET opened_at = now() - interval '31 days' WHERE closed_at IS NULL").await;
    store.maintenance().age_inbox(&Retention::default()).await.unwrap();
}

#[tokio::test]
async fn every_key_of_both_partitions_is_found() {
    let (one, url) = store().await;
    let names: Vec<String> = (0..400).map(|n| format!("j{n}")).collect();
    for part in names.chunks(200) {
        join_all(part.iter().map(|name| end(&one, name))).await;
        assert_eq!(one.maintenance().move_ended(Duration::ZERO).await.unwrap(), 200);
        if number(&url, "SELECT count(*) FROM inbox_period").await == 1 {
            close(&one, &url).await;
        }
    }
    assert_eq!(number(&url, "SELECT count(DISTINCT slot) FROM inbox_old").await, 2);
    let begun = join_all(names.iter().map(|name| async { one.journal().begin(&job(name)).await.unwrap() })).await;
    assert!(begun.iter().all(|begun| *begun == Begun::Done));
    assert_eq!(one.journal().begin(&job("new")).await.unwrap(), Begun::Go { failures: 0 });
}

/// Under the role of the writer, which may not create tables.
#[tokio::test]
async fn a_partition_past_the_window_is_emptied_and_not_before() {
    let (owner, url) = store().await;
    let prefix = format!("aging_{}", url.rsplit('/').next().unwrap());
    owner.roles().apply(&prefix).await.unwrap();
    let as_writer = roles::url_as(&url, &roles::role(&prefix, "writer"));
    let writer = Store::connect(PostgresConfig::new(as_writer, "writer")).await.unwrap();
    writer.journal().renew_lease(LEASE).await.unwrap();
    end(&owner, "old").await;
    execute(&url, "UPDATE inbox SET begun_at = now() - interval '3 days', done_at = now() - interval '3 days'").await;
    let keep = Retention::shortest();
    assert_eq!(writer.maintenance().age_inbox(&keep).await.unwrap(), Aged { moved: 1, emptied: 0 });
    assert_eq!(number(&url, "SELECT count(*) FROM inbox_old_0").await, 1);
    close(&writer, &url).await;
    assert_eq!(writer.journal().begin(&job("old")).await.unwrap(), Begun::Done);
    end(&owner, "kept").await;
    assert_eq!(writer.maintenance().move_ended(Duration::ZERO).await.unwrap(), 1);
    assert_eq!(number(&url, "SELECT count(*) FROM inbox_old_1").await, 1, "the other partition receives rows");
    execute(&url, "UPDATE inbox_period SET closed_at = now() - interval '29 days' WHERE slot = 0").await;
    assert_eq!(writer.maintenance().age_inbox(&keep).await.unwrap().emptied, 0, "within the window");
    execute(&url, "UPDATE inbox_period SET closed_at = now() - interval '31 days' WHERE slot = 0").await;
    assert_eq!(writer.maintenance().age_inbox(&keep).await.unwrap().emptied, 1);
    assert_eq!(number(&url, OLD).await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM inbox_period").await, 1);
    assert_eq!(writer.journal().begin(&job("old")).await.unwrap(), Begun::Go { failures: 0 }, "forgotten");
}
