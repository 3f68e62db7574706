//! What statements read on filled tables does not grow with the tables. Pages and rows are counted, so the result does
//! not depend on the speed of the machine.

use std::collections::BTreeMap;

use local_servers::{Postgres, PostgresOptions};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use store::{PostgresConfig, Store};

use crate::filled::fill;
use crate::statements::statements;

/// Rows of the small and of the large tables.
const SMALL: u64 = 20_000;
const LARGE: u64 = 200_000;

/// An index is one level higher in the larger table, and partial pages differ.
const MAX_GROWTH: i64 = 2;

/// 20 endpoints for each of the 50 tenants of [`fill`], one of them deleted. Every second one has sent all rows, the
/// others have sent none.
const ENDPOINTS: &str = "
INSERT INTO webhook_endpoint (id, tenant, url, kinds, description, created_at, deleted_at, enabled, cursor_xid, holder, held_until)
SELECT md5('webhook_endpoint' || i)::uuid, 't' || i % 50, 'https://example.org/' || i, '{}', '', now(),
       CASE WHEN i = 2 THEN now() END, i <> 2, CASE WHEN i / 50 % 2 = 0 THEN pg_snapshot_xmin(pg_current_snapshot()) ELSE '0'::xid8 END,
       CASE WHEN i IN (1, 51) THEN 'tests' END, '-infinity'
FROM generate_series(1, 1000) AS i";

/// Spreads the deliveries over all endpoints; the first one has the most that may wait.
const DELIVERIES: &str = "
UPDATE webhook_delivery SET endpoint = md5('webhook_endpoint' || 1 + (hashtext(id) & 511))::uuid;
INSERT INTO webhook_delivery (endpoint, id, kind, source, occurred, data)
SELECT md5('webhook_endpoint1')::uuid, 'waiting' || i, 'research', md5('result' || i)::uuid, now(), 'null'
FROM generate_series(1, 10000) AS i";

const HOOK: &str = "md5('webhook_endpoint1')::uuid";
/// An endpoint that has sent nothing.
const NEW_HOOK: &str = "md5('webhook_endpoint51')::uuid";
const IDS: &str = "ARRAY['waiting1', 'waiting2']";

/// File and name of a statement, and its arguments in SQL.
const STATEMENTS: &[(&str, &str, &[&str])] = &[
    ("webhooks/deliver.rs", "CLAIM", &["'tests'", "64", "30", "'{}'::text[]", "'{}'::bigint[]", "16"]),
    ("webhooks/deliver.rs", "HOLD", &[HOOK, "'tests'", "30"]),
    ("webhooks/deliver.rs", "FAN_OUT", &[NEW_HOOK, "'tests'", "100", "10000", "'dead_letter'"]),
    ("webhooks/deliver.rs", "DUE", &[HOOK, "64", "524288"]),
    (
        "webhooks/deliver.rs",
        "SETTLE",
        &[
            HOOK,
            IDS,
            "ARRAY[0, 0]",
            "ARRAY[false, true]",
            "ARRAY[30, NULL]::float8[]",
            "ARRAY[503, 200]",
            "ARRAY['no', NULL]",
        ],
    ),
    ("webhooks/deliver.rs", "BACKLOG", &[]),
    ("webhooks.rs", "SWEEP", &["20"]),
    ("webhooks.rs", "REMOVE", &[]),
    ("webhooks/history.rs", "LIST", &[HOOK, "'t1'", "NULL", "NULL", "100"]),
    ("webhooks/history.rs", "LIST", &[HOOK, "'t2'", "NULL", "NULL", "100"]),
    (
        "webhooks/history.rs",
        "REPLAY",
        &[HOOK, "'t1'", "'-infinity'::timestamptz", "NULL::timestamptz", "'dead_letter'", "100", "500"],
    ),
    ("webhooks/history.rs", "REPLAY_ONE", &[HOOK, "'t1'", "md5('result1')::uuid", "'dead_letter'"]),
];

/// Starts a server: the long transactions that fill tables would delay the positions of other tests. Connections have
/// neither triggers nor foreign keys.
async fn server() -> (Postgres, PgConnection) {
    let options = PostgresOptions { fsync: false, ..PostgresOptions::default() };
    let server = Postgres::start(options).await.expect("a Postgres");
    let store = Store::connect(PostgresConfig::new(server.url(), "reads")).await.expect("a store");
    store.migrate().await.expect("migrated");
    let mut conn = PgConnection::connect(&server.url()).await.expect("the server runs");
    execute(&mut conn, "SET session_replication_role = replica").await;
    (server, conn)
}

async fn execute(conn: &mut PgConnection, sql: &'static str) {
    sqlx::raw_sql(sql).execute(conn).await.expect("a change");
}

/// Returns a connection to a server with this number of rows in each table that webhooks read.
async fn filled(rows: u64) -> (Postgres, PgConnection) {
    let (server, mut conn) = server().await;
    for (table, rows) in [("result", rows), ("dead_letter", rows / 4), ("webhook_delivery", rows)] {
        fill(&mut conn, table, rows, "interval '40 seconds'").await.expect("rows");
    }
    execute(&mut conn, ENDPOINTS).await;
    execute(&mut conn, DELIVERIES).await;
    for sql in ["VACUUM ANALYZE", "SET jit = off", "SET max_parallel_workers_per_gather = 0"] {
        execute(&mut conn, sql).await;
    }
    (server, conn)
}

/// Returns the pages that each statement reads. What it writes is undone.
async fn pages(conn: &mut PgConnection) -> BTreeMap<String, i64> {
    let all = statements();
    let complete = STATEMENTS.iter().enumerate().map(|(number, (file, name, arguments))| {
        let found = all.iter().find(|it| it.file == *file && it.name == *name).expect("a statement");
        let fill_in =
            |sql: String, (place, argument): (usize, &&str)| sql.replace(&format!("${}", place + 1), argument);
        (format!("{file} {name} {number}"), arguments.iter().enumerate().rev().fold(found.sql.clone(), fill_in))
    });
    let pruning = store::prune_statements().filter(|(table, _)| table.starts_with("webhook"));
    let pruning = pruning
        .enumerate()
        .map(|(number, (table, sql))| (format!("prune {table} {number}"), sql.replace("$1", "86400")));
    let mut read = BTreeMap::new();
    for (name, sql) in complete.chain(pruning) {
        // Less than the large tables have, as in the tables of a fleet.
        let sql = sql.replace("LIMIT 5000", "LIMIT 500");
        let plan = executed(conn, &sql).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let blocks = |kind: &str| plan[kind].as_i64().unwrap_or(0);
        read.insert(name, blocks("Shared Hit Blocks") + blocks("Shared Read Blocks"));
    }
    read
}

/// Executes a statement, undoes it, and returns its plan.
async fn executed(conn: &mut PgConnection, sql: &str) -> Result<serde_json::Value, sqlx::Error> {
    let mut transaction = conn.begin().await?;
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}");
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *transaction).await?;
    transaction.rollback().await?;
    let text: &str = rows[0].try_get_unchecked(0)?;
    let plan: serde_json::Value = serde_json::from_str(text).expect("JSON");
    Ok(plan[0]["Plan"].clone())
}

/// Returns the most rows that a part of the plan has returned.
fn most_rows(node: &serde_json::Value) -> f64 {
    let inner = node["Plans"].as_array().into_iter().flatten().map(most_rows);
    inner.fold(node["Actual Rows"].as_f64().unwrap_or(0.0), f64::max)
}

#[tokio::test]
async fn what_the_statements_of_webhooks_read_does_not_grow_with_the_tables() {
    let ((_small, mut small), (_large, mut large)) = (filled(SMALL).await, filled(LARGE).await);
    let (small, large) = (pages(&mut small).await, pages(&mut large).await);
    assert!(small.len() > STATEMENTS.len(), "with those that delete old rows: {small:?}");
    let grown: Vec<_> = large.iter().filter(|(name, pages)| **pages > small[*name] * MAX_GROWTH + 50).collect();
    assert!(grown.is_empty(), "in tables of {LARGE} rows: {grown:?}; of {SMALL} rows: {small:?}");
}

/// Every look-up in memory needs the number of texts of the tenant. Above a limit it is estimated from statistics.
#[tokio::test]
async fn a_look_up_does_not_count_all_texts_of_a_large_tenant() {
    const NOTES: u64 = 30_000;
    let (_server, mut conn) = server().await;
    fill(&mut conn, "note", NOTES, "interval '40 seconds'").await.expect("rows");
    // One of the fifty tenants stays small.
    for sql in [
        "UPDATE note SET tenant = CASE tenant WHEN 't1' THEN 'small' ELSE 'large' END, ended_at = NULL",
        "VACUUM ANALYZE note",
    ] {
        execute(&mut conn, sql).await;
    }
    let total = statements().into_iter().find(|it| it.file == "memory/retrieve/counts.rs" && it.name == "TOTAL");
    let total = total.expect("a statement").sql.replace("$2", "false");
    for (tenant, expected) in [("large", 30_000.0), ("small", 600.0)] {
        let sql = total.replace("$1", &format!("'{tenant}'"));
        let counted: f64 = sqlx::query_scalar(AssertSqlSafe(sql.clone())).fetch_one(&mut conn).await.expect("a number");
        assert!((counted - expected).abs() < 1.0, "{tenant}: {counted}");
        let plan = executed(&mut conn, &sql).await.expect("a plan");
        assert!(most_rows(&plan) <= 20_000.0, "{tenant}: {plan}");
    }
}
