//! Claims of messages that no stream has confirmed.
//!
//! The indexes contain unsent rows only, in the order of their next look, and a claim reads as many of them as it
//! takes. Of a topic that has none it reads one page, so that workers that may publish nothing of a backlog do not pay
//! for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::effect::Outgoing;
use domain::port::{PortError, Unconfirmed};
use tokio::time::Instant;
use uuid::Uuid;

use super::outbox::{Row, message, topics};
use crate::database::Database;
use crate::pool::PgPool;

/// Seconds for which claimed rows are reserved for the relay that claimed them. Publishing takes milliseconds; after
/// this time another relay takes over the rows of one that died.
const CLAIM_SECONDS: f64 = 10.0;
/// Seconds before a row is claimed again that nothing answered. A stream without a leader has one within seconds, and
/// the rows then leave at once.
const UNANSWERED_SECONDS: f64 = 2.0;
/// Maximum bytes of the payloads of one claim, unless its first message alone is larger.
const MAX_BYTES: i64 = 16 << 20;

/// Rows that were never claimed come first, so that rows that a stream refuses or does not answer do not keep fresh
/// rows waiting. The limit ends the search, so a topic later in the list may have to wait; the caller rotates the list.
pub(crate) const CLAIM: &str = "
WITH due AS MATERIALIZED (
    SELECT place, bytes FROM unnest($4::text[]) AS mine (topic) CROSS JOIN LATERAL (
        SELECT ctid AS place, bytes FROM dispatch
        WHERE sent_at IS NULL AND relayed = 0 AND subject_topic(subject) = mine.topic
          AND look_at <= now() - make_interval(secs => $1) AND look_at > now() - make_interval(secs => $6)
        ORDER BY look_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS fresh
    UNION ALL
    SELECT place, bytes FROM unnest($4::text[]) AS mine (topic) CROSS JOIN LATERAL (
        SELECT ctid AS place, bytes FROM dispatch
        WHERE sent_at IS NULL AND relayed > 0 AND subject_topic(subject) = mine.topic
          AND look_at <= now() AND look_at > now() - make_interval(secs => $6)
        ORDER BY look_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS retried
    LIMIT $2
), small AS (
    SELECT place FROM (
        SELECT place, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) AS total, row_number() OVER () AS number FROM due) AS summed
    WHERE total <= $5 OR number = 1
), claimed AS (
    UPDATE dispatch SET look_at = now() + make_interval(secs => $3), relayed = relayed + 1
    WHERE ctid = ANY(ARRAY(SELECT place FROM small)) RETURNING id
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent
FROM (SELECT DISTINCT id FROM claimed) AS claimed JOIN outbox o USING (id) ORDER BY o.created_at";

/// Ends the claims of rows that were not confirmed. Of a row that a stream refused, each claim doubles the time before
/// the next, up to four times [`CLAIM_SECONDS`]. A republication that nothing answered does not count: its id may be
/// used again. A job that was parked meanwhile has neither a claim nor a republication.
pub(crate) const UNCONFIRMED: &str = "
WITH failed AS MATERIALIZED (
    SELECT id, consumer, refused FROM dispatch JOIN unnest($1::uuid[], $2::bool[]) AS failed (id, refused) USING (id)
    ORDER BY id, consumer FOR UPDATE OF dispatch
), unsent AS (
    UPDATE dispatch d
    SET look_at = now() + make_interval(secs => CASE WHEN refused THEN $3 * 2 ^ least(relayed - 1, 2) ELSE $4 END)
    FROM failed WHERE d.id = failed.id AND d.consumer = failed.consumer AND d.sent_at IS NULL AND d.relayed > 0
)
UPDATE dispatch d SET republished = d.republished - 1, look_at = now() + make_interval(secs => $4)
FROM failed WHERE d.id = failed.id AND d.consumer = failed.consumer AND d.sent_at IS NOT NULL AND d.sequence IS NULL
  AND NOT refused AND d.relayed > 0 AND d.republished > 0";

/// Where the next claim begins in the list of topics.
static TURN: AtomicUsize = AtomicUsize::new(0);

pub(super) async fn unsent(
    database: &Database,
    subjects: &[&'static str],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Outgoing>, PortError> {
    let (all, now) = (topics(subjects), Instant::now());
    let looks_back = database.found_nothing.look_back(&all, now);
    let mut rotated = all.clone();
    rotated.rotate_left(TURN.fetch_add(1, Ordering::Relaxed) % all.len().max(1));
    let topics = &rotated;
    let claim = |pool: PgPool| async move {
        let query = sqlx::query_as(CLAIM).bind(older_than.as_secs_f64()).bind(i64::from(limit)).bind(CLAIM_SECONDS);
        let rows: Vec<Row> = query.bind(topics).bind(MAX_BYTES).bind(looks_back).fetch_all(&pool).await?;
        Ok(rows.into_iter().map(message).collect())
    };
    let claimed: Result<Vec<Outgoing>, PortError> = database.run("outbox", claim).await;
    if let Ok(rows) = &claimed {
        // Rows that are too young are seen later.
        database.found_nothing.record(&all, now.checked_sub(older_than).unwrap_or(now), looks_back, rows.is_empty());
    }
    claimed
}

pub(super) async fn unconfirmed(database: &Database, rows: &[Unconfirmed]) -> Result<(), PortError> {
    let (ids, refused): (Vec<Uuid>, Vec<bool>) = rows.iter().map(|row| (row.id.0, row.refused)).unzip();
    let (ids, refused) = (&ids, &refused);
    let release = |pool: PgPool| async move {
        let query = sqlx::query(UNCONFIRMED).bind(ids).bind(refused).bind(CLAIM_SECONDS).bind(UNANSWERED_SECONDS);
        query.execute(&pool).await?;
        Ok(())
    };
    database.run("outbox", release).await
}
