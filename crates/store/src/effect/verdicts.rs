//! `Effect::VerdictsAnswered`: the result about a group of quiet events is committed.

use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;

const ANSWERED: &str = "UPDATE verdict_group SET answered_at = now() WHERE message = ANY($1) AND answered_at IS NULL";

/// The message has no other consumer. In the order of the id, as others lock these rows.
const UNWATCH: &str = "
DELETE FROM dispatch WHERE id = ANY(ARRAY(SELECT id FROM dispatch WHERE id = ANY($1) ORDER BY id FOR UPDATE))";
const FORGET: &str = "DELETE FROM outbox WHERE id = ANY($1)";

/// Id of the message about the group.
pub(crate) type Row = Uuid;

pub(super) async fn answer(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut messages: Vec<Uuid> = rows.iter().map(|row| **row).collect();
    messages.sort_unstable();
    for sql in [ANSWERED, UNWATCH, FORGET] {
        sqlx::query(sql).bind(&messages).execute(&mut *conn).await?;
    }
    Ok(())
}
