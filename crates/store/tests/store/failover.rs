//! A fail-over to a synchronous standby, seen by the store through the address that moves.

use std::time::Duration;

use domain::port::{Committed, Job, Journal};
use local_servers::{ChaosProxy, Postgres, PostgresOptions};
use sqlx::{Connection, PgConnection};
use store::{PostgresConfig, Store};

use crate::samples::{id, result, settled};
use crate::support::{LEASE, number};

/// Starts a primary whose commits wait for the standby `second`, and the standby.
async fn pair() -> (Postgres, Postgres) {
    let settings = vec!["synchronous_standby_names=second".to_owned()];
    let primary = Postgres::start(PostgresOptions { settings, ..PostgresOptions::default() }).await.expect("a primary");
    let standby = primary.standby("second", PostgresOptions::default()).await.expect("a standby");
    (primary, standby)
}

async fn settle(store: &Store, name: &str) {
    store.journal().begin(&Job { consumer: "tests", id: id(name) }).await.expect("a start");
    let mut outcome = settled(name);
    outcome.effects.push(result(name));
    assert!(matches!(store.journal().commit(outcome).await.expect("a commit"), Committed::New(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promoted_synchronous_standby_has_every_commit_and_the_store_continues_on_it() {
    let (primary, standby) = pair().await;
    let address = ChaosProxy::start(primary.address()).await.expect("a proxy");
    let url = address.url(&primary.url()).expect("a URL");
    let store = Store::connect(PostgresConfig::new(&url, "one")).await.expect("a store");
    store.migrate().await.expect("a schema");
    store.journal().renew_lease(LEASE).await.expect("alive");
    let about = store.server().replication().await.expect("an answer");
    assert_eq!((about.standbys, about.synchronous, about.is_standby), (1, 1, false), "{about:?}");
    for n in 0..50 {
        settle(&store, &format!("before {n}")).await;
    }
    primary.kill9().await.expect("it ran");
    standby.promote().await.expect("a primary");
    address.forward_to(standby.address());
    assert_eq!(number(&standby.url(), "SELECT count(*) FROM result").await, 50);
    settle(&store, "after").await;
    assert_eq!(number(&standby.url(), "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL").await, 51);
}

/// The connections to the former primary stay open, which now refuses writes. Without the address of the new one
/// nothing can be written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_to_a_demoted_primary_are_replaced() {
    let former = Postgres::start(PostgresOptions::default()).await.expect("a primary");
    let address = ChaosProxy::start(former.address()).await.expect("a proxy");
    let config = PostgresConfig {
        retry_for: Duration::from_secs(10),
        ..PostgresConfig::new(address.url(&former.url()).expect("a URL"), "one")
    };
    let store = Store::connect(config).await.expect("a store");
    store.migrate().await.expect("a schema");
    store.journal().renew_lease(LEASE).await.expect("alive");
    settle(&store, "before").await;
    let promoted = former.standby("second", PostgresOptions::default()).await.expect("a standby");
    promoted.promote().await.expect("a primary");
    let mut operator = PgConnection::connect(&former.url()).await.expect("it runs");
    for demote in ["ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"] {
        sqlx::query(demote).execute(&mut operator).await.expect("a setting");
    }
    address.forward_to(promoted.address());
    // The sessions of the former primary notice the setting one after another.
    let mut n = 0;
    while number(&promoted.url(), "SELECT count(*) FROM result").await < 2 {
        settle(&store, &format!("during {n}")).await;
        n += 1;
    }
    store.journal().renew_lease(LEASE).await.expect("the connection of the lease is replaced, too");
    assert!(store.journal().elect("reconcile tests", LEASE).await.expect("a single statement"));
    settle(&store, "after").await;
    assert_eq!(number(&promoted.url(), "SELECT count(*) FROM result").await, 3);
}
