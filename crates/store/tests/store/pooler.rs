//! The store behind pgbouncer in transaction mode: more stores than server connections, so that consecutive
//! transactions of one store run on different ones.

use domain::MicroUsd;
use domain::effect::When;
use domain::port::{Begun, Committed, Journal, Ledger, Opened, PortError, StepKey};
use store::{PostgresConfig, Store};

use crate::ledger::{budget, intent};
use crate::samples::{id, job, message, result, settled};
use crate::support::{LEASE, database, instance, number, through_pooler};

/// Jobs of each store.
const JOBS: usize = 100;

/// Returns stores behind the pooler with their database's direct URL; `None` if the machine has no pgbouncer.
async fn stores(count: usize) -> Option<(Vec<Store>, String)> {
    let url = database().await;
    instance(&url, "migrates").await;
    let mut stores = Vec::new();
    for n in 0..count {
        let config = PostgresConfig { max_connections: 3, ..PostgresConfig::new(&url, format!("pooled {n}")) };
        let Some(pooled) = through_pooler(&config).await else {
            eprintln!("skipped: this machine has no pgbouncer");
            return None;
        };
        let store = Store::connect(pooled).await.expect("a store");
        store.journal().renew_lease(LEASE).await.expect("alive");
        stores.push(store);
    }
    Some((stores, url))
}

/// Takes one job from its start to its outcome, with a memoised step and a single statement in between.
async fn hop(store: Store, name: String) {
    assert_eq!(store.journal().begin(&job(&name)).await.expect("the store answers"), Begun::Go { failures: 0 });
    let key = StepKey::new(id(&name), "turn-1", b"input");
    assert_eq!(store.journal().load_step(&key).await.expect("the store answers"), None);
    assert_eq!(
        store.journal().store_step(&key, name.clone().into_bytes()).await.expect("the store answers"),
        name.as_bytes()
    );
    let mut outcome = settled(&name);
    outcome.effects.push(result(&name));
    outcome.outgoing.push(message(&format!("from {name}"), When::Always));
    assert!(matches!(store.journal().commit(outcome).await.expect("the store answers"), Committed::New(_)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_run_through_a_pooler_in_transaction_mode() {
    let Some((stores, url)) = stores(4).await else { return };
    let hops = stores.iter().enumerate().flat_map(|(n, store)| {
        (0..JOBS).map(move |job| tokio::spawn(hop(store.clone(), format!("store {n} job {job}"))))
    });
    for hop in hops.collect::<Vec<_>>() {
        hop.await.expect("an outcome");
    }
    let all = i64::try_from(4 * JOBS).unwrap();
    for table in [
        "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL",
        "SELECT count(*) FROM result",
        "SELECT count(*) FROM outbox",
    ] {
        assert_eq!(number(&url, table).await, all, "{table}");
    }
    for store in &stores {
        assert!(store.journal().renew_lease(LEASE).await.unwrap(), "the lease is renewed through the pooler");
        store.ping().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_budget_is_exact_behind_a_pooler() {
    let Some((stores, _)) = stores(4).await else { return };
    let budgets = [budget("pooled day", 150 * 10)];
    let openings = (0..400).map(|n| {
        let (store, intent) = (stores[n % 4].clone(), intent(&format!("step {n}"), 10, &budgets));
        tokio::spawn(async move { matches!(store.ledger().open(&intent).await.unwrap(), Opened::Go(_)) })
    });
    let mut opened = 0;
    for opening in openings.collect::<Vec<_>>() {
        opened += u32::from(opening.await.expect("an answer"));
    }
    assert_eq!(opened, 150);
    assert_eq!(stores[0].ledger().left(&budgets[0]).await.unwrap(), MicroUsd::ZERO);
    assert_eq!(stores[0].ledger().unbalanced().await.unwrap(), []);
}

/// A statement that waits for a lock is ended by the server, as without a pooler: its session settings hold in each
/// transaction.
#[tokio::test]
async fn limits_hold_in_each_transaction_and_the_schema_needs_a_direct_connection() {
    let Some((stores, url)) = stores(1).await else { return };
    let config = PostgresConfig {
        transaction_timeout: std::time::Duration::from_millis(500),
        retry_for: std::time::Duration::from_millis(400),
        ..PostgresConfig::new(&url, "short")
    };
    let short = Store::connect(through_pooler(&config).await.unwrap()).await.unwrap();
    let mut holder = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE").execute(&mut holder).await.unwrap();
    let error = short.journal().begin(&job("locked")).await.unwrap_err();
    assert!(format!("{error:?}").contains("55P03"), "{error:?}");
    let refused = stores[0].migrate().await.unwrap_err();
    assert!(matches!(refused, PortError::Refused { .. }), "{refused:?}");
}
