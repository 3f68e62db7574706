//! Fills the tables that grow, with rows whose statistics are those of a fleet: few states, many tenants, times from
//! today back to years ago.

use std::collections::BTreeMap;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row};

/// Columns of a table, each with an SQL expression over the number `i` of the row.
type Columns = &'static [(&'static str, &'static str)];

const AGO: &str = "now() - i * $age";

/// Tables that grow, and their columns that matter. The other columns without a default get values of their type;
/// `$age` is the time between rows.
pub(crate) const GROWING: &[(&str, Columns)] = &[
    (
        "inbox",
        &[
            ("consumer", "(ARRAY['classifier', 'researcher', 'writer-evidence'])[1 + i % 3]"),
            ("done_at", "CASE WHEN i % 50 > 0 THEN now() - i * $age END"),
            ("begun_at", AGO),
        ],
    ),
    (
        "outbox",
        &[
            ("id", "md5('dispatch' || i)::uuid"),
            ("subject", "'auspex.event.transaction.t' || i % 50"),
            ("tenant", TENANT),
            ("created_at", AGO),
        ],
    ),
    (
        "dispatch",
        &[
            ("consumer", "(ARRAY['classifier', 'researcher', ''])[1 + i % 3]"),
            (
                "subject",
                "(ARRAY['auspex.event.transaction', 'auspex.research.requested', 'auspex.result.research'])[1 + i % 3] || '.t' || i % 50",
            ),
            ("sent_at", "CASE WHEN i % 2 = 0 AND i % 3 < 2 THEN now() - interval '1 hour' END"),
            ("sequence", "CASE WHEN i % 4 = 0 AND i % 3 < 2 THEN i END"),
            ("relayed", "CASE WHEN i % 10 = 1 THEN 1 ELSE 0 END"),
            ("run", "CASE WHEN i % 9 = 0 THEN md5('run' || i)::uuid END"),
            ("look_at", "now() - i * interval '1 millisecond'"),
            ("bytes", "300"),
        ],
    ),
    ("step", &[("job", "md5('job' || i / 5)::uuid"), ("made_at", AGO)]),
    (
        "redrive",
        &[
            ("tenant", TENANT),
            ("reason", "'reason ' || i"),
            ("state", "CASE WHEN i % 1000 = 0 THEN 'running' ELSE 'done' END"),
            ("created_at", AGO),
        ],
    ),
    (
        "redrive_letter",
        &[("redrive", "md5('redrive' || i / 9)::uuid"), ("letter", "md5('dead_letter' || i)::uuid"), ("at", AGO)],
    ),
    ("dead_letter", &[("tenant", TENANT), ("at", AGO), ("redriven_at", "CASE WHEN i % 2 = 0 THEN now() END")]),
    (
        "call",
        &[
            ("job", "md5('job' || i / 5)::uuid"),
            ("state", "CASE WHEN i % 1000 = 0 THEN 'intent' ELSE 'settled' END"),
            ("tenant", TENANT),
            ("opened_at", AGO),
            ("budgets", "ARRAY['run:' || i / 5, 'tenant:t' || i % 50 || ':2026-01-01']"),
            ("instance", "CASE WHEN i % 2000 = 0 THEN 'batch' ELSE 'instance ' || i % 20 END"),
            ("agent", "(ARRAY['researcher', 'filter'])[1 + i % 2]"),
        ],
    ),
    (
        "batch",
        &[
            ("state", "CASE WHEN i % 1000 = 0 THEN 'running' ELSE 'done' END"),
            ("lane", "'lane ' || i % 5"),
            ("done_at", "CASE WHEN i % 1000 > 0 THEN now() - i * $age END"),
            ("formed_at", AGO),
            ("provider_id", "'p' || i"),
        ],
    ),
    (
        "batch_item",
        &[
            ("call", "md5('call' || i)::uuid"),
            ("lane", "'lane ' || i % 5"),
            ("batch", "CASE WHEN i % 1000 > 0 THEN md5('batch' || i / 20)::uuid END"),
            ("queued_at", AGO),
            ("withdrawn_at", "CASE WHEN i % 2000 = 0 THEN now() END"),
        ],
    ),
    ("budget", &[("scope", "'run:' || i"), ("made_at", AGO)]),
    (
        "budget_refusal",
        &[
            ("tenant", TENANT),
            ("day", "(now() - i * $age)::date"),
            ("agent", "(ARRAY['researcher', 'filter'])[1 + i % 2]"),
            ("budget", "(ARRAY['run', 'tenant'])[1 + i % 2]"),
        ],
    ),
    (
        "event",
        &[
            ("job", "md5('event' || i)::uuid"),
            ("tenant", TENANT),
            ("kind", "(ARRAY['transaction', 'question', 'scout_alert'])[1 + i % 3]"),
            ("interesting", "i % 3 = 0"),
            ("run", "CASE WHEN i % 3 = 0 THEN md5('run' || i)::uuid END"),
            ("received_at", AGO),
            ("tasks", "0"),
        ],
    ),
    (
        "event_state",
        &[
            ("job", "md5('event' || i)::uuid"),
            ("tenant", TENANT),
            ("kind", "(ARRAY['transaction', 'question', 'scout_alert'])[1 + i % 3]"),
            ("received_at", AGO),
            ("answered", "i % 100 > 0"),
        ],
    ),
    (
        "result",
        &[
            ("tenant", TENANT),
            ("kind", "(ARRAY['research', 'forecast', 'classification'])[1 + i % 3]"),
            ("event", "md5('event' || i)::uuid"),
            ("run", "CASE WHEN i % 3 = 0 THEN md5('run' || i)::uuid END"),
            ("made_at", AGO),
        ],
    ),
    ("evidence", &[("tenant", TENANT), ("event", "md5('event' || i)::uuid"), ("entity", "'entity-' || i")]),
    (
        "audit",
        &[
            ("tenant", TENANT),
            ("event", "md5('event' || i)::uuid"),
            ("worker", "(ARRAY['researcher', 'filter', 'cli'])[1 + i % 3]"),
            ("action", "'action ' || i % 7"),
            ("at", AGO),
            ("token", "CASE WHEN i % 100 = 0 THEN md5('token' || i)::uuid END"),
        ],
    ),
    (
        "entity",
        &[("id", "'entity-' || i"), ("name_key", "'name ' || i"), ("symbol_key", "'s' || i"), ("changed", "'1'::xid8")],
    ),
    ("entity_key", &[("kind", "1"), ("key", "'key' || i"), ("entity", "'entity-' || i")]),
    ("representation", &[("entity", "'entity-' || i")]),
    ("representation_context", &[("entity", "'entity-' || i"), ("key", "'address'"), ("value", "'0x' || i")]),
    (
        "research",
        &[
            ("entity", "'entity-' || i / 3"),
            ("version", "1 + i % 3"),
            ("tenant", TENANT),
            ("summary", "'word' || i || ' about a token'"),
            ("made_at", AGO),
            ("ended_at", "CASE WHEN i % 3 > 0 THEN now() - i * $age END"),
        ],
    ),
    ("entity_lease", &[("entity", "'entity-' || i")]),
    (
        "fact",
        &[
            ("entity", "'entity-' || i / 4"),
            ("attribute", "'attribute ' || i % 4"),
            ("retired_at", "CASE WHEN i % 4 = 0 THEN now() END"),
        ],
    ),
    (
        "note",
        &[
            ("tenant", TENANT),
            ("text", "'text of note ' || i"),
            ("summary", "'summary ' || i"),
            ("ended_at", "CASE WHEN i % 10 = 0 THEN now() - i * $age END"),
            ("made_at", AGO),
        ],
    ),
    ("note_link", &[("note", "md5('note' || i)::uuid")]),
    ("note_of", &[("entity", "'entity-' || i / 3"), ("note", "md5('note' || i)::uuid"), ("made_at", AGO)]),
    (
        "note_fact",
        &[
            ("note", "md5('note' || i)::uuid"),
            ("tenant", TENANT),
            ("topic", "md5('topic' || i / 2)::uuid"),
            ("dated", AGO),
        ],
    ),
    ("note_source", &[("note", "md5('note' || i)::uuid"), ("url", "'https://example.org/' || i")]),
    (
        "note_sighting",
        &[
            ("note", "md5('note' || i)::uuid"),
            ("research", "md5('job' || i)::uuid"),
            ("tenant", TENANT),
            ("entity", "CASE WHEN i % 2 = 0 THEN 'entity-' || i / 3 END"),
            ("made_at", AGO),
        ],
    ),
    (
        "note_embedding",
        &[
            ("note", "md5('note' || i)::uuid"),
            ("tenant", TENANT),
            ("model", "'m'"),
            ("dimensions", "384"),
            ("embedding", "(SELECT array_agg(sin(i * n)) FROM generate_series(1, 384) AS n)::real[]::halfvec"),
        ],
    ),
    (
        "research_embedding",
        &[
            ("entity", "'entity-' || i"),
            ("version", "1"),
            ("tenant", TENANT),
            ("public", "i % 2 = 0"),
            ("model", "'m'"),
            ("dimensions", "384"),
            ("embedding", "(SELECT array_agg(sin(i * n)) FROM generate_series(1, 384) AS n)::real[]::halfvec"),
        ],
    ),
    (
        "answered_question",
        &[
            ("question", "md5('question' || i)::uuid"),
            ("job", "md5('job' || i)::uuid"),
            ("tenant", TENANT),
            ("made_at", AGO),
        ],
    ),
    ("report", &[("key", "'key' || i"), ("tenant", TENANT), ("made_at", AGO)]),
    (
        "run",
        &[
            ("tenant", TENANT),
            ("phase", "CASE WHEN i % 1000 = 0 THEN 'waiting' WHEN i % 1000 = 1 THEN 'analyzing' ELSE 'done' END"),
            ("event", "md5('event' || i)::uuid"),
            ("started_at", AGO),
            ("deadline", AGO),
            ("iteration", "1"),
            ("outstanding", "1"),
        ],
    ),
    ("question", &[("run", "md5('run' || i)::uuid"), ("id", "'q'"), ("iteration", "1")]),
    ("answer", &[("run", "md5('run' || i)::uuid"), ("question", "'q' || i % 2")]),
    ("forecast", &[("run", "md5('run' || i)::uuid"), ("tenant", TENANT), ("made_at", AGO)]),
    ("valuation", &[("run", "md5('run' || i)::uuid"), ("round", "1")]),
    ("run_stop", &[("run", "md5('run' || i)::uuid"), ("tenant", TENANT), ("stopped_at", AGO)]),
    ("run_given_up", &[("run", "md5('run' || i)::uuid"), ("round", "1"), ("given_up_at", AGO)]),
    (
        "outcome",
        &[
            ("tenant", TENANT),
            ("key", "'key' || i"),
            ("value", "1"),
            ("origin", "'hand'"),
            ("run", "CASE WHEN i % 2 = 0 THEN md5('run' || i)::uuid END"),
        ],
    ),
    (
        "answer_outcome",
        &[("tenant", TENANT), ("run", "md5('run' || i)::uuid"), ("origin", "'hand'"), ("asked_at", AGO)],
    ),
    ("outcome_class", &[("tenant", TENANT), ("class", "'class ' || i % 100"), ("outcome", "i")]),
    ("recalibration", &[("tenant", TENANT), ("hour", "i")]),
    ("page", &[("hash", "md5('page' || i)"), ("checked_at", AGO)]),
    ("page_use", &[("hash", "md5('page' || i / 2)"), ("used_at", AGO)]),
    ("page_bytes", &[("hash", "md5('bytes' || i)"), ("loose_at", AGO)]),
    ("kept_answer", &[("hash", "md5('answer' || i)"), ("url", "'u' || i"), ("answered_at", AGO)]),
    ("gateway_request", &[("tenant", TENANT), ("key", "'key' || i"), ("at", AGO)]),
    ("mcp_session", &[]),
    ("console_session", &[("tenant", TENANT), ("created_at", AGO)]),
    ("review_desk", &[("tenant", TENANT), ("result", "md5('macro_result' || i)::uuid"), ("opened_at", AGO)]),
    ("mcp_shown", &[]),
    ("mcp_task", &[]),
    ("mcp_question", &[]),
    ("macro_session", &[("tenant", TENANT), ("changed_at", AGO)]),
    (
        "macro_result",
        &[
            ("tenant", TENANT),
            ("session", "md5('macro_session' || i)::uuid"),
            ("state", "CASE WHEN i % 1000 = 0 THEN 'pending' ELSE 'approved' END"),
            ("review", "CASE WHEN i % 1000 > 0 THEN '{}'::json END"),
            ("changed_at", AGO),
        ],
    ),
    ("macro_review", &[("result", "md5('macro_result' || i)::uuid"), ("at", AGO)]),
    ("schedule", &[("tenant", TENANT), ("name", "'name ' || i"), ("next_at", "now() + i * interval '1 minute'")]),
    (
        "webhook_delivery",
        &[
            ("endpoint", "md5('webhook_endpoint' || 1 + i % 20)::uuid"),
            ("created_at", AGO),
            ("state", "CASE WHEN i % 1000 = 0 THEN 'pending' WHEN i % 1000 = 1 THEN 'failed' ELSE 'delivered' END"),
            ("done_at", "CASE WHEN i % 1000 > 0 THEN now() - i * $age END"),
        ],
    ),
    (
        "verdict_group",
        &[
            ("id", "i"),
            ("tenant", TENANT),
            ("kinds", "'{1}'"),
            ("counts", "'{10}'"),
            ("jobs", "ARRAY[md5('verdict' || i)::uuid]"),
            ("made_at", AGO),
            ("answered_at", "now()"),
        ],
    ),
    ("verdict", &[("slot", "i % 2"), ("grp", "i / 10")]),
    ("inbox_old", &[("slot", "i % 2"), ("consumer", "(ARRAY['classifier', 'researcher'])[1 + i % 2]")]),
];

const TENANT: &str = "'t' || i % 50";

const COLUMNS: &str = "
SELECT c.column_name::text, c.udt_name::text, c.is_nullable = 'YES' OR c.column_default IS NOT NULL,
       (SELECT substring(pg_get_constraintdef(k.oid) FROM '''([^'']*)''')
        FROM pg_constraint k WHERE k.conrelid = $1::text::regclass AND k.contype = 'c'
          AND pg_get_constraintdef(k.oid) LIKE 'CHECK ((' || c.column_name || ' = ANY (ARRAY[%' LIMIT 1)
FROM information_schema.columns c
WHERE c.table_schema = 'public' AND c.table_name = $1 AND c.is_generated = 'NEVER' AND c.is_identity = 'NO'
ORDER BY c.ordinal_position";

/// Returns the columns of one of [`GROWING`].
pub(crate) fn columns(table: &str) -> Columns {
    GROWING.iter().find(|(name, _)| *name == table).map_or(&[], |(_, columns)| columns)
}

/// Inserts rows into a table, the newest first. `age` is an interval in SQL.
pub(crate) async fn fill(conn: &mut PgConnection, table: &str, rows: u64, age: &str) -> Result<(), sqlx::Error> {
    let given: BTreeMap<&str, &str> = columns(table).iter().copied().collect();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for row in sqlx::query(COLUMNS).bind(table).fetch_all(&mut *conn).await? {
        let (name, kind, optional): (String, String, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let allowed: Option<String> = row.try_get(3)?;
        let value = match (given.get(name.as_str()), optional, allowed) {
            (Some(value), ..) => (*value).to_owned(),
            (None, true, _) => continue,
            (None, false, Some(allowed)) => format!("'{allowed}'"),
            (None, false, None) => value_of(&kind, table),
        };
        names.push(format!("\"{name}\""));
        values.push(value.replace("$age", age));
    }
    let (names, values) = (names.join(", "), values.join(", "));
    let sql = format!(
        "INSERT INTO {table} ({names}) SELECT {values} FROM generate_series(1, {rows}) AS i ON CONFLICT DO NOTHING"
    );
    sqlx::query(AssertSqlSafe(sql)).execute(conn).await?;
    Ok(())
}

/// Returns an expression of the type of a column. The id of a row derives from its table and number, so that other
/// tables can refer to it.
fn value_of(kind: &str, table: &str) -> String {
    match kind {
        "uuid" => format!("md5('{table}' || i)::uuid"),
        "timestamptz" => "now() - i * interval '1 minute'".to_owned(),
        "json" | "jsonb" => "'{}'".to_owned(),
        "bytea" => "decode(md5(i::text) || md5(i::text), 'hex')".to_owned(),
        "bool" => "false".to_owned(),
        "int2" => "1".to_owned(),
        "int4" | "int8" => "i".to_owned(),
        "float8" => "0.5".to_owned(),
        "xid8" => "'1'::xid8".to_owned(),
        array if array.starts_with('_') => "'{}'".to_owned(),
        _ => "'x' || i".to_owned(),
    }
}
