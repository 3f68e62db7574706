//! Row-level security: statements of the gateway without a filter by tenant see and change rows of the tenants that
//! they name only.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use domain::Tenant;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{Memory, Store, roles};

use crate::roles::{connect, database, url_as};

const TENANTS: [&str; 2] = ["acme", "other"];

/// Values that checks of the tables require, and references to the row of the same tenant in another table.
const VALUES: &[(&str, &str, &str)] = &[
    ("answer", "run", "(SELECT id FROM run WHERE tenant = '$t')"),
    ("budget", "scope", "'tenant:$t:2026-01-01'"),
    ("budget_refusal", "day", "'2026-01-01'"),
    ("budget_refusal", "calls", "1"),
    ("call", "state", "'settled'"),
    ("dead_letter", "payload", "'x'"),
    ("fact", "valid_until", "NULL"),
    ("fact", "public", "false"),
    ("macro_result", "state", "'approved'"),
    ("macro_result", "review", "'{}'"),
    ("macro_result", "execution", "NULL"),
    ("macro_result", "subject", "'macro'"),
    ("macro_result", "session", "(SELECT id FROM macro_session WHERE tenant = '$t')"),
    ("macro_review", "result", "(SELECT id FROM macro_result WHERE tenant = '$t')"),
    ("macro_session", "state", "'idle'"),
    ("note_link", "note", "(SELECT id FROM note WHERE tenant = '$t')"),
    ("note_source", "note", "(SELECT id FROM note WHERE tenant = '$t')"),
    ("answer_outcome", "origin", "'hand'"),
    ("outcome", "origin", "'hand'"),
    ("question", "run", "(SELECT id FROM run WHERE tenant = '$t')"),
    ("redrive", "state", "'done'"),
    ("redrive_letter", "redrive", "(SELECT id FROM redrive WHERE tenant = '$t')"),
    ("research", "public", "false"),
    ("research_embedding", "public", "false"),
    ("result_reader", "since", "'1'"),
    ("result_removed", "xid", "'1'"),
    ("run", "phase", "'done'"),
    ("run_given_up", "run", "(SELECT id FROM run WHERE tenant = '$t')"),
    ("valuation", "run", "(SELECT id FROM run WHERE tenant = '$t')"),
    ("verdict", "grp", "(SELECT id FROM verdict_group WHERE tenant = '$t')"),
    ("webhook_delivery", "endpoint", "(SELECT id FROM webhook_endpoint WHERE tenant = '$t')"),
    ("webhook_delivery", "state", "'pending'"),
    ("webhook_secret", "endpoint", "(SELECT id FROM webhook_endpoint WHERE tenant = '$t')"),
];

/// Columns that a row needs. Columns of a tenant are filled, too, even if they may be NULL.
const COLUMNS: &str = "
SELECT column_name::text, data_type::text FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'
  AND (is_nullable = 'NO' AND column_default IS NULL OR column_name = 'tenant')";

/// Inserts one row of a tenant into a table with any columns.
async fn insert(conn: &mut PgConnection, table: &str, tenant: &str) {
    let required: Vec<(String, String)> = sqlx::query_as(COLUMNS).bind(table).fetch_all(&mut *conn).await.unwrap();
    let given = |column: &str| VALUES.iter().find(|(of, name, _)| *of == table && *name == column).map(|it| it.2);
    let value = |column: &str, kind: &str| match (given(column), kind) {
        (Some(value), _) => value.replace("$t", tenant),
        (None, "text") if column == "tenant" => format!("'{tenant}'"),
        (None, "text") => format!("'{table} of {tenant}'"),
        (None, "uuid") => "gen_random_uuid()".to_owned(),
        (None, "json" | "jsonb" | "ARRAY") => "'{}'".to_owned(),
        (None, "timestamp with time zone") => "now()".to_owned(),
        (None, "boolean") => "true".to_owned(),
        (None, "bytea") => "''".to_owned(),
        (None, _) => TENANTS.iter().position(|name| *name == tenant).unwrap().to_string(),
    };
    let filled = |(column, kind): (String, String)| {
        let value = value(&column, &kind);
        (column, value)
    };
    let mut columns: Vec<(String, String)> = required.into_iter().map(filled).collect();
    for (_, column, _) in VALUES.iter().filter(|(of, _, _)| *of == table) {
        if !columns.iter().any(|(known, _)| known == column) {
            columns.push(((*column).to_owned(), given(column).unwrap().replace("$t", tenant)));
        }
    }
    let (names, values): (Vec<String>, Vec<String>) = columns.into_iter().unzip();
    let sql = format!("INSERT INTO {table} (\"{}\") VALUES ({})", names.join("\", \""), values.join(", "));
    sqlx::query(AssertSqlSafe(sql.clone())).execute(conn).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// Tables in an order in which the row that another one refers to exists.
fn in_order() -> Vec<&'static str> {
    let first = ["run", "note", "macro_session", "macro_result", "verdict_group", "webhook_endpoint"];
    let [limited, _] = roles::limited_and_shared_tables();
    first.into_iter().chain(limited.into_iter().filter(|table| !first.contains(table))).collect()
}

/// Creates a database in which each limited table has one row of each tenant. Returns the owner's URL and the prefix of
/// the roles.
async fn filled() -> (String, String) {
    let (_, url, prefix) = database().await;
    let mut owner = PgConnection::connect(&url).await.unwrap();
    // Without triggers, which write rows of their own.
    sqlx::query("SET session_replication_role = replica").execute(&mut owner).await.unwrap();
    for table in in_order() {
        for tenant in TENANTS {
            insert(&mut owner, table, tenant).await;
        }
    }
    (url, prefix)
}

async fn count(conn: &mut PgConnection, tenant: Option<&str>, table: &str) -> i64 {
    let mut transaction = conn.begin().await.unwrap();
    if let Some(tenant) = tenant {
        let sql = format!("SET LOCAL auspex.tenant = '{tenant}'");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *transaction).await.unwrap();
    }
    let sql = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *transaction).await.unwrap()
}

#[tokio::test]
async fn every_table_of_the_gateway_is_limited_by_tenant_or_shared_for_a_reason() {
    let (_, url, prefix) = database().await;
    let [limited, shared] = roles::limited_and_shared_tables();
    assert!(limited.is_disjoint(&shared));
    let known: BTreeSet<&str> = limited.union(&shared).copied().collect();
    assert_eq!(known, roles::tables_of("gateway"), "src/roles/rows.rs names every table of the gateway");
    let mut owner = PgConnection::connect(&url).await.unwrap();
    let obeyed = "SELECT relname::text FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace";
    let obeyed: Vec<String> = sqlx::query_scalar(obeyed).fetch_all(&mut owner).await.unwrap();
    assert_eq!(obeyed.iter().map(String::as_str).collect::<BTreeSet<_>>(), limited);
    let named = "SELECT count(*) FROM pg_policies WHERE starts_with(policyname, $1)";
    let named: i64 = sqlx::query_scalar(named).bind(format!("{prefix}_gateway_")).fetch_one(&mut owner).await.unwrap();
    assert_eq!(named, 2 * i64::try_from(limited.len()).unwrap(), "one for the gateway, one for the other processes");
}

#[tokio::test]
async fn a_statement_without_a_filter_sees_rows_of_the_named_tenants_only() {
    let (url, prefix) = filled().await;
    let mut gateway = PgConnection::connect(&url_as(&url, &prefix, "gateway")).await.unwrap();
    let views = ["scoped_entity", "scoped_note", "scoped_research", "scoped_call", "run_forecast"];
    for table in in_order().into_iter().chain(views) {
        let mut seen = Vec::new();
        for tenant in [Some("acme"), Some("other"), Some("acme,other"), Some("*"), Some("nobody"), Some(""), None] {
            seen.push(count(&mut gateway, tenant, table).await);
        }
        assert_eq!(seen, [1, 1, 2, 2, 0, 0, 0], "{table}");
    }
    let mut writer = PgConnection::connect(&url_as(&url, &prefix, "writer")).await.unwrap();
    assert_eq!(count(&mut writer, None, "note").await, 2, "a worker serves all tenants");
}

/// Changes of the row of another tenant, and the number of rows that a tenant then sees: while each keeps its own, and
/// while public rows are shared. Its own row is one of them.
const SHARED_ROWS: &[(&str, &str, [i64; 2])] = &[
    ("research", "public = false", [1, 1]),
    ("research", "public = true", [1, 2]),
    ("fact", "public = false", [1, 1]),
    ("fact", "public = true", [1, 2]),
    // Facts about no tenant come from lists of the operator; findings come from the research of a tenant that is not
    // known.
    ("fact", "public = false, tenant = NULL", [2, 2]),
    ("fact", "public = false, tenant = NULL, attribute = 'finding:1'", [1, 1]),
    ("fact", "public = true, tenant = NULL, attribute = 'finding:1'", [1, 2]),
];

#[tokio::test]
async fn rows_of_others_are_shared_if_they_are_public_and_the_setting_is_on_or_if_they_are_no_findings_of_a_tenant() {
    let (url, prefix) = filled().await;
    let mut owner = PgConnection::connect(&url).await.unwrap();
    let mut gateway = PgConnection::connect(&url_as(&url, &prefix, "gateway")).await.unwrap();
    for (table, change, expected) in SHARED_ROWS {
        let sql = format!("UPDATE {table} SET {change} WHERE tenant IS DISTINCT FROM 'acme'");
        assert_eq!(sqlx::query(AssertSqlSafe(sql)).execute(&mut owner).await.unwrap().rows_affected(), 1);
        let views: &[&str] = if *table == "research" { &["research", "scoped_research"] } else { &["fact"] };
        for view in views {
            for (is_shared, rows) in [("off", expected[0]), ("on", expected[1])] {
                let sql = format!("SET auspex.shared_memory = '{is_shared}'");
                sqlx::query(AssertSqlSafe(sql)).execute(&mut gateway).await.unwrap();
                assert_eq!(
                    count(&mut gateway, Some("acme"), view).await,
                    rows,
                    "{view}: {change}; shared: {is_shared}"
                );
                assert_eq!(count(&mut gateway, None, view).await, rows - 1, "{view}: {change}; shared: {is_shared}");
            }
        }
    }
}

#[tokio::test]
async fn a_statement_without_a_filter_changes_no_row_of_another_tenant() {
    let (url, prefix) = filled().await;
    let mut gateway = PgConnection::connect(&url_as(&url, &prefix, "gateway")).await.unwrap();
    let mut changed = 0;
    for table in in_order() {
        for statement in [format!("DELETE FROM {table}"), format!("UPDATE {table} SET tenant = tenant")] {
            let mut transaction = gateway.begin().await.unwrap();
            sqlx::query("SET LOCAL auspex.tenant = 'acme'").execute(&mut *transaction).await.unwrap();
            match sqlx::query(AssertSqlSafe(statement.clone())).execute(&mut *transaction).await {
                Ok(done) => {
                    assert!(done.rows_affected() <= 1, "{statement}");
                    changed += done.rows_affected();
                }
                // Not granted, or the table has no such column.
                Err(sqlx::Error::Database(error)) => {
                    assert!(["42501", "42703"].contains(&error.code().unwrap().as_ref()), "{statement}: {error}");
                }
                Err(error) => panic!("{statement}: {error}"),
            }
            transaction.rollback().await.unwrap();
        }
    }
    assert!(changed >= 10, "{changed} own rows");
}

#[tokio::test]
async fn a_row_of_another_tenant_is_not_written() {
    let (url, prefix) = filled().await;
    let mut gateway = PgConnection::connect(&url_as(&url, &prefix, "gateway")).await.unwrap();
    for statement in [
        "INSERT INTO gateway_request (tenant, key, hash) VALUES ('$t', 'k', '')",
        "INSERT INTO outbox (id, subject, tenant, payload, traceparent) VALUES (gen_random_uuid(), 's', '$t', '', '')",
        "UPDATE run SET tenant = '$t'",
        "UPDATE webhook_endpoint SET tenant = '$t'",
    ] {
        for (tenant, is_written) in [("acme", true), ("other", false)] {
            let mut transaction = gateway.begin().await.unwrap();
            sqlx::query("SET LOCAL auspex.tenant = 'acme'").execute(&mut *transaction).await.unwrap();
            let sql = statement.replace("$t", tenant);
            let written = sqlx::query(AssertSqlSafe(sql.clone())).execute(&mut *transaction).await;
            assert_eq!(written.is_ok(), is_written, "{sql}");
            transaction.rollback().await.unwrap();
        }
    }
}

#[tokio::test]
async fn methods_that_filter_by_no_tenant_return_rows_of_the_stores_tenant() {
    let (url, prefix) = filled().await;
    let gateway: Store = connect(&url, &prefix, "gateway").await;
    let acme = gateway.of(&Tenant::parse("acme").unwrap());
    for (store, rows) in [(&gateway, 2), (&acme, 1)] {
        assert_eq!(store.webhooks().list(None).await.unwrap().len(), rows);
        assert_eq!(store.dead_letters().list(true, 9).await.unwrap().len(), rows);
        assert_eq!(store.ledger().totals(None).await.unwrap().len(), rows);
        assert_eq!(store.reports().newest(9).await.unwrap().len(), rows);
        assert_eq!(store.tokens().list(None).await.unwrap().len(), rows);
    }
    let others = Tenant::parse("other").unwrap();
    assert_eq!(acme.webhooks().list(Some(&others)).await.unwrap(), [], "the wrong filter finds nothing either");
}

#[tokio::test]
async fn applying_the_roles_again_changes_no_policy() {
    let (owner, url, prefix) = database().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let policies = "SELECT oid::int8 FROM pg_policy ORDER BY oid";
    let before: Vec<i64> = sqlx::query_scalar(policies).fetch_all(&mut conn).await.unwrap();
    owner.roles().apply(&prefix).await.unwrap();
    let after: Vec<i64> = sqlx::query_scalar(policies).fetch_all(&mut conn).await.unwrap();
    assert_eq!(before, after);
    // A policy of an earlier version is replaced.
    let old = format!("CREATE POLICY {prefix}_gateway_rows_00000000 ON note TO {prefix}_gateway USING (true)");
    sqlx::query(AssertSqlSafe(old)).execute(&mut conn).await.unwrap();
    owner.roles().apply(&prefix).await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(policies).fetch_all(&mut conn).await.unwrap(), before);
}

#[tokio::test]
async fn searches_under_policies_use_the_index_of_words_and_the_statistics() {
    let (url, prefix) = filled().await;
    let mut owner = PgConnection::connect(&url).await.unwrap();
    let more = "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, search)
        SELECT gen_random_uuid(), 'acme', 'common ' || md5(n::text), '', '', '', '', '', now(),
               to_tsvector('simple', 'common ' || md5(n::text)) FROM generate_series(1, 3000) AS n";
    sqlx::query(more).execute(&mut owner).await.unwrap();
    sqlx::query("VACUUM ANALYZE note").execute(&mut owner).await.unwrap();
    for (process, table) in [("gateway", "scoped_note"), ("researcher", "note")] {
        let mut conn = PgConnection::connect(&url_as(&url, &prefix, process)).await.unwrap();
        let mut transaction = conn.begin().await.unwrap();
        sqlx::query("SET LOCAL auspex.tenant = 'acme'").execute(&mut *transaction).await.unwrap();
        let sql = format!("EXPLAIN SELECT id FROM {table} n WHERE n.tenant = 'acme' AND n.search @@ 'rare'::tsquery");
        let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *transaction).await.unwrap();
        assert!(plan.join("\n").contains("note_search"), "{process}: {plan:#?}");
        let shares: i64 = sqlx::query_scalar("SELECT count(*) FROM word_shares() WHERE stem = 'common'")
            .fetch_one(&mut *transaction)
            .await
            .unwrap();
        assert_eq!(shares, 1, "{process}");
    }
    let gateway = connect(&url, &prefix, "gateway").await;
    let acme = Tenant::parse("acme").unwrap();
    assert!(!gateway.of(&acme).memory().retrieve(&acme, "common", 5).await.unwrap().hits.is_empty());
    let others = Tenant::parse("other").unwrap();
    assert!(
        gateway.of(&others).memory().retrieve(&acme, "common", 5).await.unwrap().hits.is_empty(),
        "the wrong tenant"
    );
}
