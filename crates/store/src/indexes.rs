//! Indexes of large tables, for the deletion of old rows and for the outbox, built while workers write.
//!
//! They are not numbered versions: each has to be built by a statement of its own outside a transaction, may be repeated, and no query
//! needs it for a correct answer.

use sqlx::Executor;
use sqlx::postgres::PgConnection;

use crate::failure::Failed;

/// Name, table and columns of each index. Times of insertion grow, so an insert touches the last page only.
const BUILD: &[(&str, &str)] = &[
    ("inbox_begun", "inbox (begun_at)"),
    ("outbox_created_at", "outbox (created_at)"),
    ("outbox_verdicts", "outbox (created_at) WHERE starts_with(subject, 'auspex.result.classifications.')"),
    // Each row of the table is in one of the first four.
    ("dispatch_fresh", "dispatch (subject_topic(subject), look_at) WHERE sent_at IS NULL AND relayed = 0"),
    ("dispatch_retried", "dispatch (subject_topic(subject), look_at) WHERE sent_at IS NULL AND relayed > 0"),
    ("dispatch_placed", "dispatch (subject_topic(subject), consumer, sequence) WHERE sequence IS NOT NULL"),
    (
        "dispatch_unplaced",
        "dispatch (subject_topic(subject), consumer, look_at) WHERE sequence IS NULL AND sent_at IS NOT NULL",
    ),
    ("dispatch_run", "dispatch (run) WHERE run IS NOT NULL"),
    ("step_made", "step (made_at)"),
    ("budget_made", "budget (made_at)"),
    ("budget_share", "budget (share_of) WHERE share_of IS NOT NULL"),
    ("run_stop_stopped", "run_stop (stopped_at)"),
    ("run_given_up_at", "run_given_up (given_up_at)"),
    ("event_quiet", "event (received_at) WHERE NOT interesting AND tasks = 0 AND run IS NULL"),
    ("event_kept", "event (received_at) WHERE interesting OR tasks > 0 OR run IS NOT NULL"),
    ("note_ended", "note (ended_at) WHERE ended_at IS NOT NULL"),
    ("research_ended", "research (ended_at) WHERE ended_at IS NOT NULL"),
    ("report_made", "report (made_at)"),
    ("run_analyzing", "run (deadline) WHERE phase = 'analyzing'"),
    ("outcome_key", "outcome (tenant, key)"),
    ("batch_lane_sent", "batch (lane) WHERE provider_id IS NOT NULL"),
    ("page_use_at", "page_use (used_at)"),
    ("gateway_request_time", "gateway_request (at)"),
    ("mcp_session_time", "mcp_session (opened_at)"),
    ("mcp_shown_time", "mcp_shown (shown_at)"),
    ("macro_result_made", "macro_result (made_at)"),
    ("batch_done", "batch (done_at) WHERE done_at IS NOT NULL"),
    ("webhook_delivery_waiting", "webhook_delivery (endpoint, created_at) WHERE state = 'pending'"),
    ("webhook_delivery_ended", "webhook_delivery (done_at) WHERE done_at IS NOT NULL"),
];

/// Replaced indexes. A BRIN index of a table whose space is used again covers all times in every range, so a search reads the whole
/// table. An index that names `call.state` makes every update of a call write all indexes of the table.
const DROP: &[&str] = &[
    "dispatch_unsent",
    "outbox_created",
    "page_use_used",
    "gateway_request_at",
    "mcp_session_opened_at",
    "mcp_shown_at",
    "webhook_delivery_done",
    "call_open",
    "call_unknown",
];

/// Existing indexes by name. An index whose build was interrupted is maintained and never used.
const EXISTING: &str = "
SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relname = ANY($1) AND pg_table_is_visible(c.oid)";

/// Builds the missing indexes, one after the other, without locking out writers. The caller holds the lock of the migrations.
pub(crate) async fn build(conn: &mut PgConnection) -> Result<(), Failed> {
    let wanted: Vec<&str> = BUILD.iter().map(|(name, _)| *name).collect();
    drop_invalid(conn, &wanted).await?;
    let existing = existing(conn, &[&wanted, DROP].concat()).await?;
    let exists = |name: &str| existing.iter().any(|(known, _)| known == name);
    for (name, columns) in BUILD.iter().filter(|(name, _)| !exists(name)) {
        run(conn, format!("CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {columns}")).await?;
    }
    for name in DROP.iter().filter(|name| exists(name)) {
        run(conn, format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")).await?;
    }
    Ok(())
}

/// Drops those of the indexes that are invalid, because their concurrent build was interrupted, and returns their names.
pub(crate) async fn drop_invalid(conn: &mut PgConnection, names: &[&str]) -> Result<Vec<String>, Failed> {
    let invalid: Vec<String> =
        existing(conn, names).await?.into_iter().filter(|(_, valid)| !valid).map(|(name, _)| name).collect();
    for index in &invalid {
        tracing::warn!(index, "an index is invalid, because its build was interrupted; building it again");
        run(conn, format!("DROP INDEX CONCURRENTLY IF EXISTS {index}")).await?;
    }
    Ok(invalid)
}

async fn existing(conn: &mut PgConnection, names: &[&str]) -> Result<Vec<(String, bool)>, Failed> {
    Ok(sqlx::query_as(EXISTING).bind(names).fetch_all(conn).await?)
}

/// Runs a statement that consists of constants of this crate.
async fn run(conn: &mut PgConnection, sql: String) -> Result<(), Failed> {
    conn.execute(sqlx::AssertSqlSafe(sql)).await?;
    Ok(())
}
