//! Limits on the server's side: statements that wait for a lock end, free their connection, and leave the lease alone.

use std::time::Duration;

use domain::port::{Begun, Committed, DeadLetter, HandBackReason, Job, Journal, Settled};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{PostgresConfig, Store};

use crate::samples::id;
use crate::support::{LEASE, database, number};

/// Sessions of this database that wait for a lock.
const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

fn job(name: &str) -> Job {
    Job { consumer: "tests", id: id(name) }
}

/// Changes when one of these sessions waits for another lock, or one stops waiting.
const WAITING_SINCE: &str = "SELECT coalesce(sum(extract(epoch FROM query_start) * 1e6), 0)::bigint
     FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/// A store with short limits and few connections.
async fn impatient(url: &str) -> Store {
    limited(url, Duration::from_secs(1)).await
}

/// A store with this limit of a transaction, half of which is that of a wait for a lock, and few connections.
async fn limited(url: &str, transaction: Duration) -> Store {
    let config = PostgresConfig {
        max_connections: 2,
        transaction_timeout: transaction,
        retry_for: 3 * transaction,
        ..PostgresConfig::new(url, "one")
    };
    let store = Store::connect(config).await.expect("a store");
    store.migrate().await.expect("a schema");
    store.journal().renew_lease(LEASE).await.expect("alive");
    store
}

/// Locks the inbox in a transaction that stays open.
async fn lock_inbox(url: &str) -> PgConnection {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE").execute(&mut conn).await.expect("a lock");
    conn
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retries_leave_no_session_in_a_lock_queue_and_no_job_is_counted() {
    let url = database().await;
    let store = impatient(&url).await;
    let lock = lock_inbox(&url).await;
    for round in 0..2 {
        let error = store.journal().begin(&job("a")).await.expect_err("the inbox is locked");
        assert!(error.is_down(), "the holder of the lock is the cause: {error}");
        let left = async {
            while number(&url, WAITING).await > 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), left)
            .await
            .unwrap_or_else(|_| panic!("sessions wait after round {round}"));
    }
    lock.close().await.expect("the lock ends");
    assert_eq!(store.journal().begin(&job("a")).await.expect("it is free"), Begun::Go { failures: 0 });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lease_is_renewed_while_every_connection_of_the_pool_waits_for_a_lock() {
    let url = database().await;
    let store = limited(&url, Duration::from_secs(20)).await;
    let lock = lock_inbox(&url).await;
    let waiting: Vec<_> = (0..4)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let job = job(&n.to_string());
                let journal = store.journal();
                let _ = tokio::join!(journal.begin(&job), journal.hand_back(&job, &HandBackReason::Shutdown));
            })
        })
        .collect();
    while number(&url, WAITING).await < 2 {
        tokio::task::yield_now().await;
    }
    let before = number(&url, WAITING_SINCE).await;
    assert!(store.journal().renew_lease(LEASE).await.expect("a connection of its own"), "the lease never lapsed");
    assert_eq!(number(&url, WAITING_SINCE).await, before, "meanwhile no connection of the pool was free");
    lock.close().await.expect("the lock ends");
    for waiting in waiting {
        waiting.await.expect("no panic");
    }
}

/// Sleeps when the rows of these jobs are written: in their commits, for `inbox` and `dead` seconds in two statements.
async fn slow_rows(url: &str, names: &[&str], inbox: f64, dead: f64) {
    let jobs: Vec<String> = names.iter().map(|name| format!("'{}'", id(name).0)).collect();
    let sql = format!(
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF NEW.job IN ({}) THEN PERFORM pg_sleep(CASE TG_TABLE_NAME WHEN 'inbox' THEN {inbox} ELSE {dead} END); END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER slow BEFORE UPDATE OF done_at ON inbox FOR EACH ROW WHEN (NEW.done_at IS NOT NULL) EXECUTE FUNCTION slow();
         CREATE TRIGGER slow BEFORE INSERT ON dead_letter FOR EACH ROW EXECUTE FUNCTION slow()",
        jobs.join(", ")
    );
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.expect("triggers");
}

/// An outcome with a dead letter, so that two tables are written.
fn outcome(name: &str) -> Settled {
    let dead = DeadLetter { id: id(name), job: id(name), consumer: "tests".into(), ..crate::dead_letters::letter() };
    Settled { job: job(name), effects: vec![], outgoing: vec![], dead: Some(Box::new(dead)) }
}

async fn begun(store: &Store, names: &[&str]) {
    for name in names {
        assert_eq!(store.journal().begin(&job(name)).await.expect("free"), Begun::Go { failures: 0 });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_that_always_takes_too_long_is_the_fault_of_its_job_only() {
    let url = database().await;
    let store = impatient(&url).await;
    begun(&store, &["a", "slow", "b", "c"]).await;
    slow_rows(&url, &["slow"], 30.0, 0.0).await;
    let journal = store.journal();
    let (a, slow, b, c) = tokio::join!(
        journal.commit(outcome("a")),
        journal.commit(outcome("slow")),
        journal.commit(outcome("b")),
        journal.commit(outcome("c"))
    );
    for other in [a, b, c] {
        assert_eq!(other.expect("not affected by another job of its batch"), Committed::New(vec![]));
    }
    let error = slow.expect_err("it takes too long");
    assert!(error.is_transient() && !error.is_down(), "it is counted: {error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_takes_too_long_in_short_statements_is_the_fault_of_its_job_only() {
    let url = database().await;
    let store = impatient(&url).await;
    begun(&store, &["a", "slow", "b"]).await;
    slow_rows(&url, &["slow"], 0.6, 0.6).await;
    let journal = store.journal();
    let (a, slow, b) =
        tokio::join!(journal.commit(outcome("a")), journal.commit(outcome("slow")), journal.commit(outcome("b")));
    for other in [a, b] {
        assert_eq!(other.expect("not affected by another job of its batch"), Committed::New(vec![]));
    }
    let error = slow.expect_err("it takes too long");
    assert!(error.is_transient() && !error.is_down(), "it is counted: {error}");
}

/// If many take too long, the server may be the cause.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_jobs_of_a_batch_that_take_too_long_three_are_tried_alone() {
    const JOBS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let url = database().await;
    let store = impatient(&url).await;
    begun(&store, &JOBS).await;
    slow_rows(&url, &JOBS, 30.0, 0.0).await;
    let journal = store.journal();
    let commits = JOBS.map(|name| journal.commit(outcome(name)));
    let errors: Vec<_> =
        futures::future::join_all(commits).await.into_iter().map(|end| end.expect_err("slow")).collect();
    let not_counted = errors.iter().filter(|error| error.is_down()).count();
    assert!((1..=5).contains(&not_counted), "{not_counted} of {errors:?}");
}
