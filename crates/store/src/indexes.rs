//! Indexes for the deletion of old rows, built while workers write.
//!
//! They are no numbered versions: each has to be built by a statement of its own outside a transaction, may be repeated, and no query
//! needs it for a correct answer.

use sqlx::Executor;
use sqlx::postgres::PgConnection;

use crate::failure::Failed;

/// Name, table and columns of each index. Times of insertion grow, so an insert touches the last page only.
const BUILD: &[(&str, &str)] = &[
    ("inbox_begun", "inbox (begun_at)"),
    ("outbox_created_at", "outbox (created_at)"),
    ("step_made", "step (made_at)"),
    ("run_stop_stopped", "run_stop (stopped_at)"),
    ("run_given_up_at", "run_given_up (given_up_at)"),
    ("event_quiet", "event (received_at) WHERE NOT interesting AND tasks = 0 AND run IS NULL"),
    ("event_kept", "event (received_at) WHERE interesting OR tasks > 0 OR run IS NOT NULL"),
    ("note_ended", "note (ended_at) WHERE ended_at IS NOT NULL"),
    ("page_use_at", "page_use (used_at)"),
    ("gateway_request_time", "gateway_request (at)"),
    ("mcp_session_time", "mcp_session (opened_at)"),
    ("mcp_shown_time", "mcp_shown (shown_at)"),
    ("batch_done", "batch (done_at) WHERE done_at IS NOT NULL"),
    ("webhook_delivery_ended", "webhook_delivery (done_at) WHERE done_at IS NOT NULL"),
];

/// Replaced indexes. A BRIN index of a table whose space is used again covers all times in every range, so a search reads the whole
/// table.
const DROP: &[&str] = &[
    "outbox_created",
    "page_use_used",
    "gateway_request_at",
    "mcp_session_opened_at",
    "mcp_shown_at",
    "webhook_delivery_done",
];

/// Existing indexes by name. An index whose build was interrupted is maintained and never used.
const EXISTING: &str = "
SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relname = ANY($1) AND pg_table_is_visible(c.oid)";

/// Builds the missing indexes, one after the other, without locking out writers. The caller holds the lock of the migrations.
pub(crate) async fn build(conn: &mut PgConnection) -> Result<(), Failed> {
    let names: Vec<&str> = BUILD.iter().map(|(name, _)| *name).chain(DROP.iter().copied()).collect();
    let existing: Vec<(String, bool)> = sqlx::query_as(EXISTING).bind(&names).fetch_all(&mut *conn).await?;
    let state = |name: &str| existing.iter().find(|(known, _)| known == name).map(|(_, valid)| *valid);
    for (name, columns) in BUILD {
        if state(name) == Some(false) {
            run(conn, format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")).await?;
        }
        if state(name) != Some(true) {
            run(conn, format!("CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {columns}")).await?;
        }
    }
    for name in DROP.iter().filter(|name| state(name).is_some()) {
        run(conn, format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")).await?;
    }
    Ok(())
}

/// Runs a statement that consists of constants of this file.
async fn run(conn: &mut PgConnection, sql: String) -> Result<(), Failed> {
    conn.execute(sqlx::AssertSqlSafe(sql)).await?;
    Ok(())
}
