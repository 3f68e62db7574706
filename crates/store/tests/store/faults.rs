//! Postgres is killed under load: outcomes are neither lost nor duplicated nor partly written.

use std::time::Duration;

use domain::effect::When;
use domain::port::{Begun, Committed, Job, Journal, PortError};
use local_servers::{Postgres, PostgresOptions};
use store::{PostgresConfig, Store};

use crate::samples::{id, message, result, settled};
use crate::support::{LEASE, number};

const JOBS: usize = 2_000;

/// Runs one job until it has an outcome, as redeliveries would.
async fn work(store: Store, n: usize) {
    let name = format!("job {n}");
    let job = Job { consumer: "tests", id: id(&name) };
    loop {
        match store.journal().begin(&job).await {
            Ok(Begun::Done) => return,
            Ok(Begun::Go { .. }) => {}
            Ok(other) => panic!("one instance only: {other:?}"),
            Err(error) => {
                assert!(error.is_transient(), "{error:?}");
                continue;
            }
        }
        let mut outcome = settled(&name);
        outcome.effects.push(result(&name));
        outcome.outgoing.push(message(&format!("from {n}"), When::Always));
        match store.journal().commit(outcome).await {
            Ok(Committed::New(_) | Committed::Duplicate) => return,
            Ok(stale @ Committed::Stale(_)) => panic!("{stale:?}"),
            Err(error) => assert!(error.is_transient(), "{error:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_postgres_neither_loses_nor_duplicates_outcomes() {
    let postgres = Postgres::start(PostgresOptions::default()).await.expect("a Postgres");
    let store = Store::connect(PostgresConfig::new(postgres.url(), "one")).await.expect("a store");
    store.migrate().await.expect("a schema");
    store.journal().renew_lease(LEASE).await.expect("alive");
    let mut done = 0;
    for round in 0..4 {
        let from = round * JOBS / 4;
        let tasks: Vec<_> = (from..from + JOBS / 4).map(|n| tokio::spawn(work(store.clone(), n))).collect();
        // Half of the jobs have an outcome, the others are in flight.
        let half = i64::try_from(from + JOBS / 16).expect("a small number");
        while number(&postgres.url(), "SELECT count(*) FROM result").await < half {
            tokio::task::yield_now().await;
        }
        postgres.kill9().await.expect("it ran");
        postgres.restart().await.expect("it recovers");
        for task in tasks {
            task.await.expect("an outcome");
            done += 1;
        }
    }
    assert_eq!(done, JOBS);
    let all = i64::try_from(JOBS).expect("a small number");
    for table in [
        "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL",
        "SELECT count(*) FROM result",
        "SELECT count(*) FROM outbox",
        "SELECT count(*) FROM dispatch",
    ] {
        assert_eq!(number(&postgres.url(), table).await, all, "{table}");
    }
}

#[tokio::test]
async fn without_a_server_calls_fail_as_unavailable_within_the_time_limit() {
    let postgres =
        Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.expect("a Postgres");
    let config = PostgresConfig { retry_for: Duration::from_millis(300), ..PostgresConfig::new(postgres.url(), "one") };
    let store = Store::connect(config).await.expect("a store");
    store.migrate().await.expect("a schema");
    postgres.kill9().await.expect("it ran");
    let job = Job { consumer: "tests", id: id("a") };
    assert!(matches!(store.journal().begin(&job).await, Err(PortError::Down { .. })));
    assert!(store.ping().await.is_err());
    postgres.restart().await.expect("it recovers");
    store.journal().renew_lease(LEASE).await.expect("alive");
    assert_eq!(store.journal().begin(&job).await.expect("back"), Begun::Go { failures: 0 });
}

/// A frozen server answers nothing; the call must time out.
#[tokio::test]
async fn calls_to_a_frozen_server_time_out_and_succeed_after_it_resumes() {
    let postgres =
        Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.expect("a Postgres");
    let short = Duration::from_millis(200);
    let config = PostgresConfig {
        retry_for: 2 * short,
        transaction_timeout: short,
        ..PostgresConfig::new(postgres.url(), "one")
    };
    let store = Store::connect(config).await.expect("a store");
    store.migrate().await.expect("a schema");
    postgres.freeze().await.expect("it runs");
    let job = Job { consumer: "tests", id: id("a") };
    assert!(matches!(store.journal().begin(&job).await, Err(PortError::Down { .. })));
    assert!(matches!(store.journal().renew_lease(LEASE).await, Err(PortError::Down { .. })));
    postgres.thaw().expect("it runs");
    while store.journal().renew_lease(LEASE).await.is_err() {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.journal().begin(&job).await.expect("back"), Begun::Go { failures: 0 });
}

#[tokio::test]
async fn an_invalid_address_is_refused_at_once() {
    assert!(matches!(
        Store::connect(PostgresConfig::new("mysql://nowhere", "one")).await,
        Err(PortError::Refused { .. })
    ));
    let server = crate::support::database().await;
    let wrong = server.rsplit_once('/').expect("a path").0.to_owned() + "/nosuchdatabase";
    let refused = Store::connect(PostgresConfig::new(wrong, "one")).await.err().expect("no such database");
    assert!(!refused.is_transient(), "{refused:?}");
    assert!(!format!("{:?}", PostgresConfig::new("postgres://u:secret@h/d", "x")).contains("secret"));
}

/// A client that disconnects drops the future of its request, at any moment. The server is frozen, so that this moment
/// is between a BEGIN and its answer.
#[tokio::test]
async fn a_transaction_whose_begin_was_abandoned_takes_no_later_statement_with_it() {
    let postgres =
        Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.expect("a Postgres");
    for names_tenants in [false, true] {
        let config = PostgresConfig { max_connections: 1, names_tenants, ..PostgresConfig::new(postgres.url(), "one") };
        let store = Store::connect(config).await.expect("a store");
        store.migrate().await.expect("a schema");
        // The only connection of the pool is open and idle.
        store.ping().await.expect("an answer");
        postgres.freeze().await.expect("it runs");
        {
            let letters = store.dead_letters();
            let mut abandoned = std::pin::pin!(letters.load(id("none")));
            for _ in 0..50 {
                assert!(futures::poll!(abandoned.as_mut()).is_pending(), "the server is frozen");
                tokio::task::yield_now().await;
            }
        }
        postgres.thaw().expect("it runs");
        let consumer = if names_tenants { "second" } else { "first" };
        store.journal().register_consumers(&[("auspex.test.made", consumer)]).await.expect("it reports success");
        let stored = format!("SELECT count(*) FROM hearer WHERE consumer = '{consumer}'");
        assert_eq!(number(&postgres.url(), &stored).await, 1, "another connection sees what was reported as written");
        let open = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
        assert_eq!(number(&postgres.url(), open).await, 0);
    }
}
