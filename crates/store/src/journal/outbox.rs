//! Outbox rows and the watch over them.

use std::collections::BTreeMap;

use domain::effect::{Outgoing, When};
use domain::{JobId, Tenant};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;

/// Only rows that are new are watched: a message that was said before is known to the relay or gone for good.
const INSERT: &str = "
WITH said AS (
    INSERT INTO outbox (id, subject, tenant, payload, traceparent)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[])
    ON CONFLICT (id) DO NOTHING
    RETURNING id, subject
)
INSERT INTO dispatch (id, subject) SELECT id, subject FROM said";

/// Writes messages in the order of their ids, so that groups cannot wait for each other.
pub(crate) async fn insert(conn: &mut PgConnection, messages: &[&Outgoing]) -> Result<(), Failed> {
    let sorted: BTreeMap<Uuid, &Outgoing> = messages.iter().map(|message| (message.id.0, *message)).collect();
    if sorted.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(sorted.keys().copied().collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.subject.as_str()).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.tenant.as_str()).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| &message.payload[..]).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.traceparent.as_str()).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}

/// A row of `outbox`: id, subject, tenant, payload, traceparent.
pub(crate) type Row = (Uuid, String, String, Vec<u8>, String);

/// A row as the message it was. A tenant was checked before it was stored.
pub(crate) fn message((id, subject, tenant, payload, traceparent): Row) -> Outgoing {
    let tenant = Tenant::parse(&tenant).unwrap_or_default();
    Outgoing { id: JobId(id), subject, tenant, payload: payload.into(), traceparent, when: When::Always }
}
