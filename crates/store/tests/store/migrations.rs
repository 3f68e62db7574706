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
use crate::support::{database, execute, number, store};

/// Versions of a later binary: a column of a busy table and a concurrent index on it.
const LATER: [(i64, &str, &str); 2] = [
    (9_001, "result_rating", "ALTER TABLE result ADD COLUMN rating int NOT NULL DEFAULT 0"),
    (9_002, "result_rated", BUILD),
];
const BUILD: &str = "-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS result_rated ON result (kind)";
const VALID: &str = "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('result_rated') AND indisvalid";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_runs_under_load_and_from_several_processes() {
    let url = database().await;
    let store = Store::connect(PostgresConfig::new(url.clone(), "one")).await.expect("a store");
    store.migrate().await.expect("today's schema");
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let writers: Vec<_> =
        (0..32).map(|writer| tokio::spawn(write(store.clone(), writer, stop.clone(), written.clone()))).collect();
    while written.load(Ordering::SeqCst) < 200 {
        tokio::task::yield_now().await;
    }
    let migrations: Vec<_> = (0..4)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.migrate_further(&LATER).await })
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
    let about = store.server().about().await.expect("an answer");
    assert_eq!(about.schema, 9_002);
    assert_eq!(number(&url, "SELECT sum(rating) FROM result").await, 0);
    assert_eq!(number(&url, VALID).await, 1);
    store.migrate().await.expect("an older binary runs on a newer schema");
}

/// Statements of the migration that wait for a lock at present, by the time at which they began.
const WAITING: &str = "
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND (query LIKE 'ALTER TABLE result%' OR query LIKE '%CREATE INDEX CONCURRENTLY%')";

/// Time for the test's conditions, after which it fails.
const PATIENCE: Duration = Duration::from_secs(300);

/// A report or a backup reads the table for hours. The change waits behind it, and all writers behind the change, until
/// its limit; then the writers have a turn. Without the limit the writers would wait for the reader.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_go_on_while_a_migration_waits_for_a_long_transaction() {
    let (store, url) = store().await;
    let mut reader = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; SELECT count(*) FROM result").execute(&mut reader).await.expect("a long transaction");
    let migration = tokio::spawn({
        let store = store.clone();
        async move { store.migrate_further(&LATER[..1]).await }
    });
    let mut written = 0_u32;
    let attempts = async {
        for attempt in 0..3 {
            while number(&url, WAITING).await == 0 {
                tokio::task::yield_now().await;
            }
            // Queued behind the waiting statement.
            for turn in 0..20 {
                let mut outcome = settled(&format!("{attempt}/{turn}"));
                outcome.effects.push(result(&format!("{attempt}/{turn}")));
                assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))));
                written += 1;
            }
        }
    };
    tokio::time::timeout(PATIENCE, attempts).await.expect("the writers have turns while the reader goes on");
    assert!(!migration.is_finished(), "the reader still holds the table");
    reader.close().await.expect("the reader ends");
    migration.await.expect("no panic").expect("migrated");
    assert_eq!((written, number(&url, "SELECT count(*) FROM result WHERE rating = 0").await), (60, 60));
}

/// The build of an index waits for the end of each older transaction, for longer than a change waits for its lock, and
/// no writer waits for the build.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_is_built_beside_a_long_transaction_without_beginning_again() {
    let (store, url) = store().await;
    store.migrate_further(&LATER[..1]).await.expect("the change of a column");
    let mut older = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; LOCK TABLE result IN ROW EXCLUSIVE MODE").execute(&mut older).await.expect("a writer");
    let migration = tokio::spawn({
        let store = store.clone();
        async move { store.migrate_further(&LATER).await }
    });
    const LONG_WAIT: &str = "
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND query_start < clock_timestamp() - interval '1500 ms'";
    let waited = async {
        while number(&url, LONG_WAIT).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waited).await.expect("one build waits on");
    let mut outcome = settled("beside the build");
    outcome.effects.push(result("beside the build"));
    assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))), "the table is not locked");
    older.close().await.expect("the older transaction ends");
    migration.await.expect("no panic").expect("migrated");
    assert_eq!(number(&url, VALID).await, 1);
}

/// The build waits for a transaction that has written, and is cancelled meanwhile: Postgres keeps the index, and marks
/// it as invalid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_whose_concurrent_build_was_interrupted_is_built_again() {
    const INVALID: &str = "SELECT count(*) FROM pg_index WHERE NOT indisvalid";
    let (_, url) = store().await;
    let mut writer = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; LOCK TABLE result IN ROW EXCLUSIVE MODE").execute(&mut writer).await.expect("a writer");
    let mut builder = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("SET statement_timeout = '200ms'").execute(&mut builder).await.expect("a limit");
    sqlx::raw_sql(BUILD).execute(&mut builder).await.expect_err("the build is cancelled");
    writer.close().await.expect("the writer ends");
    assert_eq!(number(&url, INVALID).await, 1, "the index was left behind");
    let direct = Store::connect(PostgresConfig::new(url.clone(), "migrates")).await.expect("a store");
    direct.migrate_further(&LATER).await.expect("a later schema");
    assert_eq!((number(&url, INVALID).await, number(&url, VALID).await), (0, 1));
    // An index of a version that has been applied, as an interrupted REINDEX leaves it.
    execute(&url, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'result_rated'::regclass").await;
    direct.migrate_further(&LATER).await.expect("a later schema");
    assert_eq!((number(&url, INVALID).await, number(&url, VALID).await), (0, 1));
}

/// A new worker starts before its tables are migrated: no job is the cause, and the call can be retried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_column_is_retried_until_it_exists() {
    let url = database().await;
    let hasty = PostgresConfig { retry_for: Duration::from_millis(100), ..PostgresConfig::new(url.clone(), "one") };
    let store = Store::connect(hasty).await.expect("a store");
    store.migrate().await.expect("today's schema");
    execute(&url, "ALTER TABLE note RENAME COLUMN ended_at TO missing").await;
    let look = async || store.memory().retrieve(&Tenant::default(), "zebras", 1).await;
    let error = look().await.expect_err("notes have no end yet");
    assert!(error.is_transient(), "{error}");
    let adds = (9_001, "note_ended", "ALTER TABLE note RENAME COLUMN missing TO ended_at");
    store.migrate_further(&[adds]).await.expect("a later schema");
    assert!(look().await.expect("an answer").hits.is_empty());
}

async fn write(store: Store, writer: u32, stop: Arc<AtomicBool>, written: Arc<AtomicU64>) {
    let mut turn = 0;
    while !stop.load(Ordering::SeqCst) {
        let name = format!("{writer}/{turn}");
        let mut outcome = settled(&name);
        outcome.effects.push(result(&name));
        outcome.outgoing.push(message(&name, When::Always));
        assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))));
        written.fetch_add(1, Ordering::SeqCst);
        turn += 1;
    }
}
