//! `Effect::VerdictsAnswered`: the result about a group of quiet events is committed.

use domain::webhook::CLASSIFICATIONS;
use domain::{JobId, VerdictGroup};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;

const ANSWERED: &str = "UPDATE verdict_group SET answered_at = now() WHERE message = ANY($1) AND answered_at IS NULL";

/// The commit of this outcome ends the row in `dispatch`; the message has no other consumer.
const FORGET: &str = "DELETE FROM outbox WHERE id = ANY($1)";

/// Stores the result about a group if a webhook of its tenant selects it, or clients of its tenant read streams. The
/// body contains the message that subscribers receive, as base64: only the gateway converts it to JSON, because most
/// tenants have no such reader.
const OFFER: &str = r"
INSERT INTO result (id, kind, tenant, event, body, made_at)
SELECT o.id, $3, g.tenant, g.message, json_build_object('message', translate(encode(o.payload, 'base64'), E'\n', '')), g.made_at
FROM unnest($1::uuid[], $2::uuid[]) AS w (message, result)
JOIN verdict_group g ON g.message = w.message JOIN outbox o ON o.id = w.result
WHERE EXISTS (SELECT FROM webhook_endpoint e WHERE e.tenant = g.tenant AND (e.kinds = '{}' OR $3 = ANY(e.kinds)))
   OR EXISTS (SELECT FROM result_reader s WHERE s.tenant = g.tenant AND s.until > now())
ORDER BY o.id ON CONFLICT (id) DO NOTHING";

/// Id of the message about the group.
pub(crate) type Row = Uuid;

pub(super) async fn answer(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut messages: Vec<Uuid> = rows.iter().map(|row| **row).collect();
    messages.sort_unstable();
    for sql in [ANSWERED, FORGET] {
        sqlx::query(sql).bind(&messages).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Stores results for webhooks. The messages of the results are in the outbox already.
pub(super) async fn offer(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let messages: Vec<Uuid> = rows.iter().map(|row| **row).collect();
    let results: Vec<Uuid> = messages.iter().map(|message| VerdictGroup::result_of(JobId(*message)).0).collect();
    sqlx::query(OFFER).bind(&messages).bind(&results).bind(CLASSIFICATIONS).execute(conn).await?;
    Ok(())
}
