//! The plan of every statement of this crate, in tables of ten million rows: the statements are read from the source,
//! so that a new one cannot be forgotten. No statement that runs by itself, or for a request, scans a table that grows
//! or reads an unlimited part of it.
//!
//! The tables have a few thousand rows with the statistics of a fleet, and the catalogue says that they have ten
//! million: the planner decides by that.

use std::collections::BTreeSet;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use store::prune_statements;

use crate::filled::{GROWING, fill};
use crate::statements::{Statement, Statements, all_statements};
use crate::support::store;

/// Rows of each table, and the factor by which the catalogue is wrong.
const ROWS: u64 = 2_000;
const FACTOR: u64 = 5_000;

/// Cost of a page of a thousand rows with several subqueries, and less than that of an index range whose end is open.
/// The tables are small, so the cost of their pages is missing.
const MAX_COST: f64 = 40_000.0;

/// Statements that a person runs, in the command line, and those that are limited by what the planner cannot know. With
/// the reason.
const EXEMPT: &[(&str, &str, &str)] = &[
    ("events/counts.rs", "EVENTS", "`auspex summary` counts all events"),
    ("results/counts.rs", "RESULTS", "`auspex summary` counts all results"),
    ("audit/trail.rs", "counts", "`auspex summary` counts all actions"),
    ("events/counts.rs", "QUIET", "`auspex summary` counts all groups"),
    (
        "forecasts/scored.rs",
        "SCORED",
        "`auspex score`, and a map once an hour per tenant and model: all outcomes of a tenant",
    ),
    ("forecasts/answered.rs", "ANSWERED", "`auspex score`: all answers of a tenant"),
    ("jobs/reconcile.rs", "ANSWERED", "`auspex reconcile` after a failover"),
    ("dead_letters.rs", "count", "`auspex summary` counts dead letters"),
    ("batches/overview.rs", "OVERVIEW", "`auspex doctor` counts the calls of the last day"),
    ("ledger/totals.rs", "BY_AGENT", "`auspex summary` adds up all calls; a scope is known to the plan of a request"),
    ("ledger/refusal_sums.rs", "SUMS_OF_ALL", "`auspex summary` adds up all refusals"),
    ("schedules.rs", "list", "`auspex schedule list` shows those of all tenants"),
    ("memory/resolve.rs", "SIMILAR", "a hundred words are assumed, and 50 are the most"),
    (
        "memory/retrieve/neighbors.rs",
        "scan_statement",
        "its transaction forbids the sort of a whole tenant, and the scan of the index has a limit: `vectors` tests the plan",
    ),
    ("memory/retrieve/counts.rs", "COUNT", "a hundred words are assumed, each of them rare"),
    ("schedules.rs", "COLUMNS", "the beginning of statements, each of which has a condition"),
    ("ledger/totals.rs", "BY_STATE", "`auspex summary` adds up all calls"),
    (
        "bundles.rs",
        "STEPS",
        "`auspex bundle`: the calls of one run by an index of arrays, whose selectivity the planner cannot know",
    ),
];

/// Statements whose text depends on values at run time, by file and function, with the reason why their plans are not
/// read here.
const DYNAMIC: &[(&str, &str, &str)] = &[
    ("aging/turn.rs", "turn", "the periods of a ring, and TRUNCATE"),
    ("roles/grants.rs", "privileges", "a privilege and not a statement"),
];

/// Says to the planner that each table that grows has ten million rows.
async fn pretend(conn: &mut PgConnection) {
    let tables: Vec<&str> = GROWING.iter().map(|(table, _)| *table).collect();
    let sql = "
UPDATE pg_class c SET reltuples = greatest(c.reltuples, 1) * $2
FROM (SELECT i.indexrelid AS oid, i.indrelid AS tab FROM pg_index i UNION ALL SELECT oid, oid FROM pg_class WHERE relkind = 'r') AS m
JOIN pg_class t ON t.oid = m.tab
WHERE c.oid = m.oid AND t.relnamespace = 'public'::regnamespace
  AND (t.relname = ANY($1) OR t.relname ~ '^(inbox_old|verdict)_[0-9]$')";
    let factor = i32::try_from(FACTOR).expect("a factor");
    sqlx::query(sql).bind(&tables).bind(factor).execute(conn).await.expect("a superuser");
}

/// Returns the generic plan of a statement. A limit that the caller gives is taken for 1,000 rows.
async fn plan(conn: &mut PgConnection, sql: &str) -> Result<serde_json::Value, sqlx::Error> {
    let mut sql = sql.to_owned();
    let last = (1..=30).rev().find(|number| sql.contains(&format!("${number}"))).unwrap_or(0);
    let mut types = vec!["unknown"; last];
    for number in (1..=last).rev() {
        let limit = format!("LIMIT ${number}");
        if sql.contains(&limit) {
            sql = sql.replace(&limit, "LIMIT 1000");
            types[number - 1] = "bigint";
        }
    }
    let nulls = vec!["NULL"; last].join(", ");
    let [types, arguments] = [types.join(", "), nulls].map(|list| if last == 0 { list } else { format!("({list})") });
    let prepare = format!("DEALLOCATE ALL; PREPARE statement {types} AS {sql}");
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut *conn).await?;
    let explain = format!("EXPLAIN (FORMAT JSON) EXECUTE statement{arguments}");
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *conn).await?;
    let text: String = sqlx::Row::try_get_unchecked(&rows[0], 0)?;
    Ok(serde_json::from_str(&text).expect("JSON"))
}

/// Adds the tables that a plan scans.
fn scans(node: &serde_json::Value, found: &mut BTreeSet<String>) {
    if node["Node Type"] == "Seq Scan" {
        found.extend(node["Relation Name"].as_str().map(str::to_owned));
    }
    node["Plans"].as_array().into_iter().flatten().for_each(|child| scans(child, found));
}

fn grows(table: &str) -> bool {
    let is_partition =
        |parent: &str| table.strip_prefix(parent).is_some_and(|slot| slot.len() == 2 && slot.starts_with('_'));
    GROWING.iter().any(|(growing, _)| *growing == table) || ["inbox_old", "verdict"].into_iter().any(is_partition)
}

/// Returns what is wrong with the plan of a statement.
fn fault(plan: &serde_json::Value) -> Option<String> {
    let root = &plan[0]["Plan"];
    let (cost, mut scanned) = (root["Total Cost"].as_f64().unwrap_or(f64::MAX), BTreeSet::new());
    scans(root, &mut scanned);
    scanned.retain(|table| grows(table));
    (cost > MAX_COST || !scanned.is_empty()).then(|| format!("cost {cost:.0}, scans {scanned:?}"))
}

async fn large(url: &str) -> PgConnection {
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    // Neither triggers nor foreign keys.
    sqlx::raw_sql("SET session_replication_role = replica").execute(&mut conn).await.expect("a setting");
    for (table, _) in GROWING {
        fill(&mut conn, table, ROWS, "interval '40 minutes'").await.unwrap_or_else(|error| panic!("{table}: {error}"));
    }
    sqlx::raw_sql(
        "ANALYZE; SET plan_cache_mode = force_generic_plan; SET jit = off; SET max_parallel_workers_per_gather = 0",
    )
    .execute(&mut conn)
    .await
    .expect("settings");
    pretend(&mut conn).await;
    conn
}

#[tokio::test]
async fn no_statement_scans_a_table_of_ten_million_rows() {
    let (_store, url) = store().await;
    let mut conn = large(&url).await;
    let (mut faults, mut unused) = (Vec::new(), EXEMPT.to_vec());
    let Statements { complete, dynamic } = all_statements();
    assert!(complete.len() > 400, "{} statements were found", complete.len());
    let is_explained = |(file, name): &(String, String)| DYNAMIC.iter().any(|it| it.0 == file && it.1 == name);
    let unexplained: Vec<_> = dynamic.iter().filter(|it| !is_explained(it)).collect();
    assert!(unexplained.is_empty(), "put together at run time, so that their plans are not read: {unexplained:?}");
    // With their retention instead of a parameter, below.
    let statements = complete.into_iter().filter(|it| it.file != "prune/rules.rs");
    let pruning = prune_statements().map(|(table, sql)| Statement {
        file: "prune/rules.rs".to_owned(),
        name: table.to_owned(),
        sql: sql.replace("$1", "2592000"),
    });
    for Statement { file, name, sql } in statements.chain(pruning) {
        let fault = match plan(&mut conn, &sql).await {
            Ok(plan) => fault(&plan),
            Err(error) => Some(format!("no plan: {error}")),
        };
        let Some(fault) = fault else { continue };
        let is_this = |(exempt, statement, _): &(&str, &str, &str)| *exempt == file && *statement == name;
        if EXEMPT.iter().any(is_this) {
            unused.retain(|exempt| !is_this(exempt));
        } else {
            faults.push(format!("{file} {name}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(unused.is_empty(), "no longer needed: {unused:?}");
}

/// The judgement itself: a statement without an index and one that reads half of a table are found.
#[tokio::test]
async fn a_scan_and_an_unlimited_read_are_faults() {
    let (_store, url) = store().await;
    let mut conn = large(&url).await;
    for sql in [
        "SELECT id FROM call WHERE agent = $1 AND instance = $2",
        "SELECT id FROM call WHERE id > $1 ORDER BY id",
        "DELETE FROM outbox WHERE subject = $1",
    ] {
        assert!(fault(&plan(&mut conn, sql).await.expect("a plan")).is_some(), "{sql}");
    }
    let by_key = plan(&mut conn, "SELECT state FROM call WHERE id = $1").await.expect("a plan");
    assert_eq!(fault(&by_key), None);
}
