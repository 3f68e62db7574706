//! Limits on the server's side: statements that wait for a lock end, free their connection, and leave the lease alone.

use std::time::Duration;

use domain::port::{Begun, HandBackReason, Job, Journal};
use sqlx::{Connection, PgConnection};
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
    store.alive(LEASE).await.expect("alive");
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
        let error = store.begin(&job("a")).await.expect_err("the inbox is locked");
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
    assert_eq!(store.begin(&job("a")).await.expect("it is free"), Begun::Go { failures: 0 });
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
                let _ = tokio::join!(store.begin(&job), store.hand_back(&job, &HandBackReason::Shutdown));
            })
        })
        .collect();
    while number(&url, WAITING).await < 2 {
        tokio::task::yield_now().await;
    }
    let before = number(&url, WAITING_SINCE).await;
    assert!(store.alive(LEASE).await.expect("a connection of its own"), "the lease never lapsed");
    assert_eq!(number(&url, WAITING_SINCE).await, before, "meanwhile no connection of the pool was free");
    lock.close().await.expect("the lock ends");
    for waiting in waiting {
        waiting.await.expect("no panic");
    }
}
