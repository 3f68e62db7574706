//! Migrations run forward while workers are writing.

use domain::effect::When;
use domain::port::{Committed, Journal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use domain::Tenant;
use sqlx::{Connection, PgConnection};
use store::{Memory, PostgresConfig, Store};

use crate::samples::{message, result, settled};
use crate::support::{database, number};

/// The last version without which an outcome cannot be written. The journal of this version writes none on older tables, so only what follows it
/// can be applied while outcomes are written.
const YESTERDAY: u32 = 102;
/// A version with the table of notes and without its column `ended_at`.
const BEFORE_NOTES_END: u32 = 16;
/// The version before the one that builds the index `event_run`.
const BEFORE_RUN_INDEX: u32 = 33;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_runs_under_load_and_from_several_processes() {
    let url = database().await;
    let store = Store::connect(PostgresConfig::new(url.clone(), "one")).await.expect("a store");
    store.migrate_to(YESTERDAY).await.expect("yesterday's schema");
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let writers: Vec<_> =
        (0..32).map(|writer| tokio::spawn(write(store.clone(), writer, stop.clone(), written.clone()))).collect();
    while written.load(Ordering::SeqCst) < 200 {
        tokio::task::yield_now().await;
    }
    let migrations: Vec<_> = (0..4)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.migrate().await })
        })
        .collect();
    for migration in migrations {
        migration.await.expect("no panic").expect("migrated");
    }
    let after = written.load(Ordering::SeqCst);
    while written.load(Ordering::SeqCst) < after + 200 {
        tokio::task::yield_now().await;
    }
    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await.expect("every commit went through");
    }
    let all = i64::try_from(written.load(Ordering::SeqCst)).expect("a count");
    assert_eq!(number(&url, "SELECT count(*) FROM result").await, all);
    let about = store.about().await.expect("an answer");
    assert_eq!(about.schema, about.schema_wanted);
    assert_eq!(number(&url, "SELECT count(*) FROM pg_indexes WHERE indexname = 'call_opened'").await, 1);
    store.migrate_to(YESTERDAY).await.expect("an older binary runs on a newer schema");
}

/// The build waits for a transaction that has written, and is cancelled meanwhile: Postgres keeps the index, and marks it as invalid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_whose_concurrent_build_was_interrupted_is_built_again() {
    const INVALID: &str = "SELECT count(*) FROM pg_index WHERE NOT indisvalid";
    let url = database().await;
    let store = Store::connect(PostgresConfig::new(url.clone(), "one")).await.expect("a store");
    store.migrate_to(BEFORE_RUN_INDEX).await.expect("yesterday's schema");
    let mut writer = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; LOCK TABLE event IN ROW EXCLUSIVE MODE").execute(&mut writer).await.expect("a writer");
    let mut builder = PgConnection::connect(&url).await.expect("the server runs");
    let build = "CREATE INDEX CONCURRENTLY event_run ON event (run) WHERE run IS NOT NULL";
    sqlx::raw_sql("SET statement_timeout = '200ms'").execute(&mut builder).await.expect("a limit");
    sqlx::raw_sql(build).execute(&mut builder).await.expect_err("the build is cancelled");
    writer.close().await.expect("the writer ends");
    assert_eq!(number(&url, INVALID).await, 1, "the index was left behind");
    store.migrate().await.expect("today's schema");
    assert_eq!(number(&url, INVALID).await, 0);
    assert_eq!(number(&url, "SELECT count(*) FROM pg_indexes WHERE indexname = 'event_run'").await, 1);
}

/// A new worker starts before its tables are migrated: no job is the cause, and the call can be retried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_column_is_retried_until_it_exists() {
    let hasty =
        PostgresConfig { retry_for: Duration::from_millis(100), ..PostgresConfig::new(database().await, "one") };
    let store = Store::connect(hasty).await.expect("a store");
    store.migrate_to(BEFORE_NOTES_END).await.expect("yesterday's schema");
    let look = async || store.retrieve(&Tenant::default(), "zebras", 1).await;
    let error = look().await.expect_err("notes have no end yet");
    assert!(error.is_transient(), "{error}");
    store.migrate().await.expect("today's schema");
    assert!(look().await.expect("an answer").hits.is_empty());
}

async fn write(store: Store, writer: u32, stop: Arc<AtomicBool>, written: Arc<AtomicU64>) {
    let mut turn = 0;
    while !stop.load(Ordering::SeqCst) {
        let name = format!("{writer}/{turn}");
        let mut outcome = settled(&name);
        outcome.effects.push(result(&name));
        outcome.outgoing.push(message(&name, When::Always));
        assert!(matches!(store.commit(outcome).await, Ok(Committed::New(_))));
        written.fetch_add(1, Ordering::SeqCst);
        turn += 1;
    }
}
