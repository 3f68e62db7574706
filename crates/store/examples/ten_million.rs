//! Fills tables with ten million rows each and prints the time of the statements that run by themselves, and of those
//! of a request, on them.
//!
//! `cargo run -p store --example ten_million -- [ROWS] [TABLE,TABLE...]`: needs 1 to 4 GB and one to four minutes per
//! table of ten million rows. Without a list it fills every table that grows. Each statement runs twice in a
//! transaction that is rolled back, and the second time counts.

#[path = "../tests/store/filled.rs"]
mod filled;
#[path = "../tests/store/statements.rs"]
mod statements;

use std::time::Duration;

use anyhow::Context;
use filled::{GROWING, fill};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use statements::statements;
use store::{PostgresConfig, Store, prune_statements};

/// A statement with its arguments in SQL, and its limit in milliseconds.
type Timed = (&'static str, &'static str, &'static [&'static str], u64);

const IDS: &str = "ARRAY(SELECT md5('dispatch' || i * 12)::uuid FROM generate_series(1, 500) AS i)";
const JOBS: &str = "ARRAY(SELECT md5('inbox' || i)::uuid FROM generate_series(1, 500) AS i)";
const NAMES: &str = "ARRAY(SELECT 'classifier'::text FROM generate_series(1, 500))";
const ZEROS: &str = "ARRAY[0, 0]::bigint[]";
const TOPICS: &str = "ARRAY['auspex.event.transaction', 'auspex.research.requested']";
const CONSUMERS: &str = "ARRAY['classifier', 'researcher']";
const ENDPOINT: &str = "md5('webhook_endpoint' || 3)::uuid";
const TRUE: &str = "ARRAY[true, true]";

/// Statements that run periodically or per message: at most 100 ms. Those of a request: at most 200 ms.
const TIMED: &[Timed] = &[
    ("journal/relay.rs", "CLAIM", &["1", "2048", "10", TOPICS, "16777216", "1e9"], 100),
    ("journal/relay.rs", "CLAIM", &["1", "2048", "10", "ARRAY['auspex.run.ended']", "16777216", "1e9"], 100),
    (
        "journal/lost.rs",
        "SUSPECTS",
        &["60", TOPICS, CONSUMERS, ZEROS, TRUE, "1024", "ARRAY[9e18, 9e18]::bigint[]"],
        100,
    ),
    (
        "journal/lost.rs",
        "SUSPECTS",
        &["60", TOPICS, CONSUMERS, "ARRAY[9e18, 9e18]::bigint[]", TRUE, "1024", "ARRAY[9e18, 9e18]::bigint[]"],
        100,
    ),
    ("journal/lost.rs", "JUDGED", &[NAMES, IDS, "'classifier'"], 100),
    ("journal/lost.rs", "TAKE", &["60", NAMES, IDS, "ARRAY(SELECT true FROM generate_series(1, 500))"], 100),
    ("journal/outbox.rs", "SENT", &[IDS, "ARRAY(SELECT i FROM generate_series(1, 500) AS i)::bigint[]"], 100),
    ("journal/outbox.rs", "CONSUMED", &[NAMES, IDS], 100),
    ("journal/park.rs", "PARK", &["ARRAY['classifier']", "ARRAY[md5('dispatch12')::uuid]", "ARRAY[600::float8]"], 100),
    ("journal/begin.rs", "START", &[NAMES, JOBS, "'instance'"], 100),
    ("journal/begin.rs", "LOOK", &[NAMES, JOBS], 100),
    ("journal/begin.rs", "DEATHS", &[], 100),
    ("journal/commit.rs", "CLAIM", &[NAMES, JOBS], 100),
    ("aging.rs", "DUE", &["60"], 100),
    ("aging.rs", "MOVE", &["''", "'00000000-0000-0000-0000-000000000000'::uuid", "86400"], 100),
    ("ledger/sweep.rs", "SWEEP", &[], 100),
    ("ledger/sweep.rs", "unknown_calls", &["500"], 100),
    ("batches/expiry.rs", "WITHDRAW", &["93600", "'lane 1'", "1000"], 100),
    ("batches/expiry.rs", "OVERDUE", &["93600"], 100),
    ("batches/expiry.rs", "FORGET", &["9000000000"], 100),
    ("batches/fill.rs", "QUEUE", &["'lane 1'", "1000"], 100),
    ("batches.rs", "DUE", &["'lane 1'"], 100),
    ("runs/due.rs", "SUSPECTS", &["NULL::timestamptz", "NULL::uuid", "1000"], 100),
    (
        "runs/due.rs",
        "DUE",
        &[
            "now() - interval '700 years'",
            "256",
            "ARRAY(SELECT md5('run' || i * 1000)::uuid FROM generate_series(1, 1000) AS i)",
        ],
        100,
    ),
    ("runs/load.rs", "EXPIRED_DECISIONS", &["now()", "100", "0"], 100),
    ("webhooks/deliver.rs", "CLAIM", &["'instance'", "64", "30", "'{}'::text[]", "'{}'::bigint[]", "16"], 100),
    ("webhooks/deliver.rs", "DUE", &[ENDPOINT, "64", "4194304"], 100),
    ("webhooks/history.rs", "LIST", &[ENDPOINT, "'t1'", "NULL::timestamptz", "''", "100"], 200),
    ("schedules.rs", "DUE", &["now() + interval '1 day'", "1000", "20000", "0"], 100),
    ("pages/bytes.rs", "CLAIM", &["9e9", "30"], 100),
    ("dead_letters.rs", "LIST", &["true", "100"], 200),
    ("dead_letters.rs", "DEAD", &[JOBS, "'t1'"], 200),
    ("webhooks/deliver.rs", "BACKLOG", &[], 100),
    ("runs/expected.rs", "AWAITED", &["md5('run9')::uuid", "'t1'"], 200),
    ("runs/overview.rs", "ALL", &["'t1'", "NULL::timestamptz", "NULL::uuid", "100"], 200),
    ("dead_letters.rs", "DEAD_LETTERS", &["'t1'", "NULL::timestamptz", "NULL::uuid", "100"], 200),
    ("memory/notes.rs", "NOTES", &["'t1'", "NULL::timestamptz", "NULL::uuid", "100"], 200),
    ("reports.rs", "REPORTS", &["'t1'", "NULL::timestamptz", "NULL::text", "100"], 200),
    (
        "reviews/list.rs",
        "LIST",
        &["'t1'", "ARRAY['pending']", "NULL::uuid", "NULL::timestamptz", "NULL::uuid", "101"],
        200,
    ),
    ("schedules.rs", "PAGE", &["'t1'", "''", "200", "1048576"], 200),
    ("results/stream.rs", "HISTORY", &["'t1'"], 200),
    (
        "results/stream.rs",
        "PAGE",
        &["'t1'", "'0'", "'00000000-0000-0000-0000-000000000000'::uuid", "'9000000'", "256", "4194304"],
        200,
    ),
    ("memory/resolve.rs", "EXACT", &["ARRAY[1, 1]::int2[]", "ARRAY['key7', 'key8']", "'t1'", "48"], 200),
    ("runs/load.rs", "LOAD", &["md5('run7')::uuid", "'run:7'"], 200),
    ("jobs/reconcile.rs", "KNOWN", &[NAMES, JOBS, "'classifier'"], 200),
];

/// What a statement took.
struct Taken {
    milliseconds: f64,
    buffers: i64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let rows: u64 = arguments.next().map_or(Ok(10_000_000), |text| text.parse()).context("a number of rows")?;
    let tables = arguments.next();
    let all = || GROWING.iter().map(|(table, _)| *table).collect();
    let tables: Vec<&str> = tables.as_deref().map_or_else(all, |list| list.split(',').collect());
    let options = local_servers::PostgresOptions { fsync: false, ..local_servers::PostgresOptions::default() };
    let postgres = local_servers::Postgres::start(options).await?;
    let config = PostgresConfig {
        transaction_timeout: Duration::from_secs(3600),
        ..PostgresConfig::new(postgres.url(), "ten_million")
    };
    Store::connect(config).await?.migrate().await?;
    let mut conn = PgConnection::connect(&postgres.url()).await?;
    sqlx::raw_sql("SET jit = off; SET max_parallel_workers_per_gather = 0; SET maintenance_work_mem = '512MB'; SET session_replication_role = replica")
        .execute(&mut conn)
        .await?;
    for table in &tables {
        grow(&mut conn, table, rows).await.with_context(|| format!("filling {table}"))?;
    }
    fill(&mut conn, "webhook_endpoint", 20, "interval '1 day'").await?;
    if tables.contains(&"call") {
        sqlx::raw_sql(
            "INSERT INTO call_unsettled (call) SELECT id FROM call WHERE state IN ('intent', 'unknown'); ANALYZE",
        )
        .execute(&mut conn)
        .await?;
    }
    report(&mut conn).await
}

/// Fills a table without its indexes, which are built afterwards.
async fn grow(conn: &mut PgConnection, table: &str, rows: u64) -> anyhow::Result<()> {
    let indexes = "
SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), k.conname::text, pg_get_constraintdef(k.oid)
FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u') WHERE i.indrelid = $1::text::regclass";
    let indexes = sqlx::query(indexes).bind(table).fetch_all(&mut *conn).await?;
    let (mut drops, mut builds) = (Vec::new(), Vec::new());
    for index in indexes {
        let (name, definition): (String, String) = (index.try_get(0)?, index.try_get(1)?);
        match (index.try_get::<Option<String>, _>(2)?, index.try_get::<Option<String>, _>(3)?) {
            (Some(constraint), Some(text)) => {
                drops.push(format!("ALTER TABLE {table} DROP CONSTRAINT {constraint} CASCADE"));
                builds.push(format!("ALTER TABLE {table} ADD CONSTRAINT {constraint} {text}"));
            }
            _ => {
                drops.push(format!("DROP INDEX {name}"));
                builds.push(definition);
            }
        }
    }
    sqlx::raw_sql(AssertSqlSafe(drops.join("; "))).execute(&mut *conn).await?;
    fill(conn, table, rows, "interval '6 seconds'").await?;
    builds.push(format!("VACUUM ANALYZE {table}"));
    for build in builds {
        sqlx::raw_sql(AssertSqlSafe(build)).execute(&mut *conn).await?;
    }
    let size = format!("SELECT pg_size_pretty(pg_total_relation_size('{table}'))");
    let size: String = sqlx::query_scalar(AssertSqlSafe(size)).fetch_one(conn).await?;
    println!("{table}: {rows} rows, {size}");
    Ok(())
}

async fn report(conn: &mut PgConnection) -> anyhow::Result<()> {
    let all = statements();
    let mut failed = 0;
    println!("| statement | limit | time | buffers |\n|---|---|---|---|");
    for (file, name, arguments, limit) in TIMED {
        let found = all.iter().find(|it| it.file == *file && it.name == *name);
        let found = found.with_context(|| format!("{file} has no {name}"))?;
        let mut sql = found.sql.clone();
        for (place, argument) in arguments.iter().enumerate().rev() {
            sql = sql.replace(&format!("${}", place + 1), argument);
        }
        failed += u32::from(!line(conn, &format!("{file} {name}"), &sql, *limit).await?);
    }
    for (table, sql) in prune_statements() {
        failed += u32::from(!line(conn, &format!("prune {table}"), &sql.replace("$1", "31536000"), 100).await?);
    }
    anyhow::ensure!(failed == 0, "{failed} statements failed");
    Ok(())
}

/// Prints the line of a statement. Returns `false` if it failed.
async fn line(conn: &mut PgConnection, name: &str, sql: &str, limit: u64) -> anyhow::Result<bool> {
    if let Err(error) = time(conn, sql).await {
        println!("| {name} | {limit} ms | failed: {error:#} | |");
        return Ok(false);
    }
    let Taken { milliseconds, buffers } = time(conn, sql).await?;
    #[allow(clippy::cast_precision_loss, reason = "a few hundred")]
    let mark = if milliseconds > limit as f64 { " **above**" } else { "" };
    println!("| {name} | {limit} ms | {milliseconds:.1} ms{mark} | {buffers} |");
    Ok(true)
}

/// Runs a statement and undoes it.
async fn time(conn: &mut PgConnection, sql: &str) -> anyhow::Result<Taken> {
    let mut transaction = conn.begin().await?;
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}");
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *transaction).await?;
    transaction.rollback().await?;
    let text: String = rows.first().context("a plan")?.try_get_unchecked(0)?;
    let plan: serde_json::Value = serde_json::from_str(&text)?;
    let buffers = ["Shared Hit Blocks", "Shared Read Blocks"].map(|name| plan[0]["Plan"][name].as_i64().unwrap_or(0));
    Ok(Taken { milliseconds: plan[0]["Execution Time"].as_f64().unwrap_or(f64::MAX), buffers: buffers.iter().sum() })
}
