//! What JetStream may have lost: messages that were confirmed long ago and have no outcome at one of their hearers.

use std::time::Duration;

use domain::Outgoing;
use domain::port::PortError;
use sqlx::PgPool;

use super::outbox::{self, Row};
use crate::Store;
use crate::failure::Failed;

/// Every worker says whom it knows, so that a message is not forgotten because one worker knows only its own ears.
const INTRODUCE: &str = "
INSERT INTO hearer (subject, consumer) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING";

/// Heard by all that are known: nothing to watch any more. A message that nobody in the fleet hears (a result) is
/// forgotten after a day; its row in the outbox stays.
const FORGET: &str = "
DELETE FROM dispatch WHERE id = ANY(ARRAY(
    SELECT d.id FROM dispatch d
    WHERE d.sent_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (
          SELECT 1 FROM hearer h LEFT JOIN inbox i ON i.consumer = h.consumer AND i.job = d.id
          WHERE h.subject = d.subject AND i.done_at IS NULL)
      AND (EXISTS (SELECT 1 FROM hearer h WHERE h.subject = d.subject) OR d.sent_at < now() - interval '1 day')
    LIMIT 50000 FOR UPDATE OF d SKIP LOCKED))";

/// Open at one of the caller's hearers and held by no live instance. Each republishing doubles the pause before the next, up
/// to sixteen times `older_than`: work that waits for hours is not shouted every minute, and a stream that lost
/// everything is filled again at once, because what was never republished has no pause yet.
const OPEN: &str = "
WITH open AS MATERIALIZED (
    SELECT d.id FROM dispatch d
    WHERE d.sent_at < now() - make_interval(secs => $1) AND d.look_at <= now()
      AND EXISTS (
          SELECT 1 FROM unnest($2::text[], $3::text[]) AS h (subject, consumer)
          LEFT JOIN inbox i ON i.consumer = h.consumer AND i.job = d.id
          LEFT JOIN instance a ON a.name = i.holder AND a.alive_until > now()
          WHERE h.subject = d.subject AND i.done_at IS NULL AND a.name IS NULL)
    ORDER BY d.created_at LIMIT $4
    FOR UPDATE SKIP LOCKED
), counted AS (
    UPDATE dispatch d
    SET republished = d.republished + 1, look_at = now() + make_interval(secs => $1 * 2 ^ least(d.republished, 4))
    FROM open WHERE d.id = open.id RETURNING d.id
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent FROM counted JOIN outbox o USING (id) ORDER BY o.created_at";

pub(super) async fn introduce(store: &Store, hearers: &[(&'static str, &'static str)]) -> Result<(), PortError> {
    let (subjects, consumers): (Vec<&str>, Vec<&str>) = hearers.iter().copied().unzip();
    let (subjects, consumers) = (&subjects, &consumers);
    let say = |pool: PgPool| async move {
        sqlx::query(INTRODUCE).bind(subjects).bind(consumers).execute(&pool).await?;
        Ok(())
    };
    store.run("hearer", say).await
}

pub(super) async fn unheard(
    store: &Store,
    hearers: &[(&'static str, &'static str)],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Outgoing>, PortError> {
    let ask = |pool| async move { look(&pool, hearers, older_than.as_secs_f64(), i64::from(limit)).await };
    store.run("outbox", ask).await
}

async fn look(pool: &PgPool, hearers: &[(&str, &str)], seconds: f64, limit: i64) -> Result<Vec<Outgoing>, Failed> {
    let (subjects, consumers): (Vec<&str>, Vec<&str>) = hearers.iter().copied().unzip();
    sqlx::query(FORGET).bind(seconds).execute(pool).await?;
    let query = sqlx::query_as(OPEN).bind(seconds).bind(&subjects).bind(&consumers).bind(limit);
    let rows: Vec<Row> = query.fetch_all(pool).await?;
    Ok(rows.into_iter().map(outbox::message).collect())
}
