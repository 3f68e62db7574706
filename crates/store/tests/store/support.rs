//! One server for all tests of this binary, one database per test.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use local_servers::{PgBouncer, Postgres, PostgresOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::testing::copy_database;
use store::{Pooler, PostgresConfig, Store};
use tokio::sync::OnceCell;

static SERVER: OnceCell<Postgres> = OnceCell::const_new();
static POOLER: OnceCell<Option<PgBouncer>> = OnceCell::const_new();
static MIGRATED: OnceCell<()> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// Long enough that no lease expires during a test.
pub(crate) const LEASE: Duration = Duration::from_secs(600);

/// Creates an empty database and returns its URL. The server ends with the test process (`local_servers`).
pub(crate) async fn database() -> String {
    copy_of("template1").await
}

/// Creates a copy of a database and returns its URL.
async fn copy_of(template: &str) -> String {
    let start = || Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() });
    let server = SERVER.get_or_try_init(start).await.expect("a Postgres");
    let name = format!("t{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    copy_database(&server.url(), template, &name).await.expect("a new name");
    server.url_of(&name)
}

/// Creates a database with all tables and returns its URL. The migrations run once for the process: a copy of their
/// result takes a fifth of their time.
async fn migrated_database() -> String {
    const TEMPLATE: &str = "migrated";
    let migrate = async || {
        let url = database().await;
        let store = Store::connect(PostgresConfig::new(&url, "template")).await.expect("a store");
        store.migrate().await.expect("a migrated database");
        store.close_pool().await;
        let (server, name) = url.rsplit_once('/').expect("a database");
        let server = format!("{server}/postgres");
        execute(&server, &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
            .await;
        execute(&server, &format!("ALTER DATABASE {name} RENAME TO {TEMPLATE}")).await;
    };
    MIGRATED.get_or_init(migrate).await;
    copy_of(TEMPLATE).await
}

/// A migrated store on an empty database, with a valid instance lease.
pub(crate) async fn store() -> (Store, String) {
    let url = migrated_database().await;
    let store = instance(&url, "one").await;
    (store, url)
}

/// Another process on the same database.
pub(crate) async fn instance(url: &str, label: &str) -> Store {
    let direct = PostgresConfig { max_connections: 6, ..PostgresConfig::new(url, label) };
    let store = Store::connect(direct.clone()).await.expect("a store");
    store.migrate().await.expect("a migrated database");
    let store = match pooled(&direct).await {
        Some(pooled) => Store::connect(pooled).await.expect("a pooled store"),
        None => store,
    };
    store.journal().renew_lease(LEASE).await.expect("alive");
    store
}

/// With `AUSPEX_TEST_POOLER`, every store of the tests uses a pooler, if the machine has one.
async fn pooled(direct: &PostgresConfig) -> Option<PostgresConfig> {
    std::env::var_os("AUSPEX_TEST_POOLER")?;
    through_pooler(direct).await
}

/// Returns the settings of a store behind pgbouncer in transaction mode, with two server connections for all stores of
/// a database; `None` if the machine has no pgbouncer.
pub(crate) async fn through_pooler(direct: &PostgresConfig) -> Option<PostgresConfig> {
    let start = async || PgBouncer::start(SERVER.get().expect("a Postgres"), 2).await;
    let pooler = POOLER.get_or_try_init(start).await.expect("a pgbouncer that starts").as_ref()?;
    let (_, database) = direct.url.rsplit_once('/').expect("a database");
    Some(PostgresConfig { url: pooler.url_of(database), pooler: Pooler::Transaction, ..direct.clone() })
}

/// Simulates `kill -9`: the lease of the instance has expired.
pub(crate) async fn kill(store: &Store, url: &str) {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    let lapse = sqlx::query("UPDATE instance SET alive_until = now() - interval '1 second' WHERE name = $1");
    let done = lapse.bind(store.instance()).execute(&mut conn).await.expect("an update");
    assert_eq!(done.rows_affected(), 1, "the instance was alive");
}

/// Returns one number from the database.
pub(crate) async fn number(url: &str, sql: &str) -> i64 {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(&mut conn).await.expect("a number")
}

/// Waits until a session of the database waits for a lock.
pub(crate) async fn wait_for_lock_waiter(url: &str) {
    const WAITING: &str =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    for _ in 0..10_000 {
        if number(url, WAITING).await > 0 {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("no session waits for a lock");
}

/// Executes a statement, and one with `generate_series(1, ROWS)` in parts: a long transaction delays the positions of
/// results in all databases of the server, for which other tests wait.
pub(crate) async fn fill_in_parts(url: &str, statement: &str) {
    const PART: u32 = 50_000;
    let rows = statement.split_once("generate_series(1, ").and_then(|(_, rest)| rest.split_once(')'));
    let Some(rows) = rows.and_then(|(rows, _)| rows.parse::<u32>().ok()) else {
        return execute(url, statement).await;
    };
    for first in (1..=rows).step_by(PART as usize) {
        let part = format!("generate_series({first}, {})", rows.min(first + PART - 1));
        execute(url, &statement.replace(&format!("generate_series(1, {rows})"), &part)).await;
    }
}

/// Executes one statement.
pub(crate) async fn execute(url: &str, sql: &str) {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut conn).await.expect("a statement");
}

use domain::port::Journal;
