//! What a crash left behind between the commit and the publisher.

use std::time::Duration;

use domain::Outgoing;
use domain::port::PortError;

use super::outbox::{self, Row};
use crate::Store;

/// How long a claimed message is left to the relay that claimed it. Publishing takes milliseconds; a relay that died is
/// replaced after this.
const CLAIM_SECONDS: f64 = 10.0;

const CLAIM: &str = "
WITH due AS MATERIALIZED (
    SELECT id FROM dispatch
    WHERE sent_at IS NULL AND created_at <= now() - make_interval(secs => $1) AND claimed_until < now()
      AND EXISTS (SELECT 1 FROM unnest($4::text[]) AS mine
                  WHERE subject = mine OR right(mine, 1) = '.' AND starts_with(subject, mine))
    ORDER BY created_at LIMIT $2
    FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE dispatch SET claimed_until = now() + make_interval(secs => $3) FROM due WHERE dispatch.id = due.id RETURNING dispatch.id
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent FROM claimed JOIN outbox o USING (id) ORDER BY o.created_at";

pub(super) async fn unsent(
    store: &Store,
    subjects: &[&'static str],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Outgoing>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let query = sqlx::query_as(CLAIM).bind(older_than.as_secs_f64()).bind(i64::from(limit)).bind(CLAIM_SECONDS);
        let rows: Vec<Row> = query.bind(subjects).fetch_all(&pool).await?;
        Ok(rows.into_iter().map(outbox::message).collect())
    };
    store.run("outbox", ask).await
}
