//! Outbox rows: written with the outcome of their job, confirmed by the stream, and watched until every registered consumer has
//! an outcome for them.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::effect::{Outgoing, When};
use domain::port::{Confirmed, Lost, PortError, Unconfirmed, Watched};
use domain::{JobId, Tenant};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::{BEGIN_UNFLUSHED, Operation};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Only new rows are watched: an id that is in the outbox already is watched by its `dispatch` row or has been processed.
const INSERT: &str = "
WITH inserted AS (
    INSERT INTO outbox (id, subject, tenant, payload, traceparent)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[])
    ON CONFLICT (id) DO NOTHING
    RETURNING id, subject
)
INSERT INTO dispatch (id, subject) SELECT id, subject FROM inserted RETURNING id";

/// Seconds for which claimed rows are reserved for the relay that claimed them. Publishing takes milliseconds; after this time
/// another relay takes over the rows of one that died.
const CLAIM_SECONDS: f64 = 10.0;
/// Seconds before a row is claimed again that nothing answered. A stream without a leader has one within seconds, and the rows then
/// leave at once.
const UNANSWERED_SECONDS: f64 = 2.0;

/// Rows that were claimed least often come first, so that rows that a stream refuses or does not answer do not keep fresh rows waiting.
const CLAIM: &str = "
WITH due AS MATERIALIZED (
    SELECT id FROM dispatch
    WHERE sent_at IS NULL AND created_at <= now() - make_interval(secs => $1) AND claimed_until < now()
      AND EXISTS (SELECT 1 FROM unnest($4::text[]) AS mine
                  WHERE subject = mine OR right(mine, 1) = '.' AND starts_with(subject, mine))
    ORDER BY relayed, created_at LIMIT $2
    FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE dispatch SET claimed_until = now() + make_interval(secs => $3), relayed = relayed + 1
    FROM due WHERE dispatch.id = due.id RETURNING dispatch.id
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent FROM claimed JOIN outbox o USING (id) ORDER BY o.created_at";

/// Ends the claims of rows that were not confirmed. Of a row that a stream refused, each claim doubles the time before the next, up to four times
/// [`CLAIM_SECONDS`]. A republication that nothing answered does not count: its id may be used again.
const UNCONFIRMED: &str = "
WITH failed AS MATERIALIZED (
    SELECT id, refused FROM dispatch JOIN unnest($1::uuid[], $2::bool[]) AS failed (id, refused) USING (id)
    ORDER BY id FOR UPDATE OF dispatch
), unsent AS (
    UPDATE dispatch d
    SET claimed_until = now() + make_interval(secs => CASE WHEN refused THEN $3 * 2 ^ least(relayed - 1, 2) ELSE $4 END)
    FROM failed WHERE d.id = failed.id AND d.sent_at IS NULL
)
UPDATE dispatch d SET republished = d.republished - 1, look_at = now() + make_interval(secs => $4)
FROM failed WHERE d.id = failed.id AND d.sent_at IS NOT NULL AND NOT refused AND d.republished > 0";

const EMITTED: &str = "SELECT EXISTS (SELECT FROM outbox WHERE id = $1 AND tenant = $2 AND payload = $3)";

/// Locks in the order of the id, because two relays may have published the same rows. A message that is published again has a new
/// position.
const SENT: &str = "
WITH locked AS MATERIALIZED (
    SELECT id, confirmed.sequence FROM dispatch JOIN unnest($1::uuid[], $2::bigint[]) AS confirmed (id, sequence) USING (id)
    ORDER BY id FOR UPDATE OF dispatch
)
UPDATE dispatch SET sent_at = now(), sequence = locked.sequence FROM locked WHERE dispatch.id = locked.id";

/// Each worker registers its own consumers. A message is watched until all registered consumers have an outcome for it, also
/// those that the watching worker does not run. Registrations are renewed once a day, because those of removed consumers are deleted.
const INTRODUCE: &str = "
INSERT INTO hearer (subject, consumer) SELECT * FROM unnest($1::text[], $2::text[])
ON CONFLICT (subject, consumer) DO UPDATE SET seen_at = now() WHERE hearer.seen_at < now() - interval '1 day'";

/// Stops watching messages that all registered consumers have processed. A verdict is an outcome of the classifier. A registered subject that ends in `.` is a prefix. A message
/// without a registered consumer (a result) is watched for one day. The outbox row stays.
const FORGET: &str = "
DELETE FROM dispatch WHERE id = ANY(ARRAY(
    SELECT d.id FROM dispatch d
    WHERE d.sent_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (
          SELECT 1 FROM hearer h LEFT JOIN inbox i ON i.consumer = h.consumer AND i.job = d.id
          WHERE (h.subject = d.subject OR right(h.subject, 1) = '.' AND starts_with(d.subject, h.subject))
            AND i.done_at IS NULL
            AND NOT (h.consumer = 'classifier' AND EXISTS (SELECT 1 FROM any_verdict v WHERE v.job = d.id)))
      AND (EXISTS (SELECT 1 FROM hearer h
                   WHERE h.subject = d.subject OR right(h.subject, 1) = '.' AND starts_with(d.subject, h.subject))
           OR d.sent_at < now() - interval '1 day')
    LIMIT 50000 FOR UPDATE OF d SKIP LOCKED))";

/// Selects messages that lack an outcome at one of the caller's consumers, that no live instance holds, and whose position is not among
/// those that are open at that consumer. Rows of an older version have no position. A parked job is selected once it is due, regardless of the
/// position of its acknowledged message. Each republication
/// doubles the interval before the next, up to 16 times `older_than`, so a job that waits for hours is not republished every
/// minute. A stream that lost everything is refilled at once, because messages that were never republished have no interval yet.
const OPEN: &str = "
WITH open AS MATERIALIZED (
    SELECT d.id FROM dispatch d
    WHERE d.sent_at < now() - make_interval(secs => $1) AND d.look_at <= now()
      AND EXISTS (
          SELECT 1 FROM unnest($2::text[], $3::text[], $5::bigint[], $6::bigint[]) AS h (subject, consumer, after, until)
          LEFT JOIN inbox i ON i.consumer = h.consumer AND i.job = d.id
          LEFT JOIN instance a ON a.name = i.holder AND a.alive_until > now()
          WHERE (h.subject = d.subject OR right(h.subject, 1) = '.' AND starts_with(d.subject, h.subject))
            AND i.done_at IS NULL AND NOT (h.consumer = 'classifier' AND EXISTS (SELECT 1 FROM any_verdict v WHERE v.job = d.id))
            AND a.name IS NULL AND (i.due_at IS NULL OR i.due_at <= now())
            AND (h.after IS NULL OR d.sequence IS NULL OR d.sequence <= h.after OR d.sequence > h.until OR d.sent_at < i.due_at))
    ORDER BY d.created_at LIMIT $4
    FOR UPDATE SKIP LOCKED
), counted AS (
    UPDATE dispatch d
    SET republished = d.republished + 1, look_at = now() + make_interval(secs => $1 * 2 ^ least(d.republished, 4))
    FROM open WHERE d.id = open.id RETURNING d.id, d.republished, d.sequence
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent, counted.republished, counted.sequence IS NOT NULL
FROM counted JOIN outbox o USING (id) ORDER BY o.created_at";

/// Pairs of (subject, durable consumer).
type Consumers<'a> = &'a [(&'static str, &'static str)];

/// Writes messages in the order of their ids, so that batches cannot deadlock.
pub(crate) async fn insert(conn: &mut PgConnection, messages: &[&Outgoing]) -> Result<(), Failed> {
    insert_new(conn, messages).await.map(drop)
}

/// Writes messages like [`insert`] and returns the ids that were not in the outbox.
pub(crate) async fn insert_new(conn: &mut PgConnection, messages: &[&Outgoing]) -> Result<Vec<Uuid>, Failed> {
    let sorted: BTreeMap<Uuid, &Outgoing> = messages.iter().map(|message| (message.id.0, *message)).collect();
    if sorted.is_empty() {
        return Ok(Vec::new());
    }
    let insert = sqlx::query_scalar(INSERT)
        .bind(sorted.keys().copied().collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.subject.as_str()).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.tenant.as_str()).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| &message.payload[..]).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| message.traceparent.as_str()).collect::<Vec<_>>());
    Ok(insert.fetch_all(conn).await?)
}

/// Marks rows as confirmed by the stream. Commits without waiting for the disk (`synchronous_commit = off`): if a crash of Postgres
/// loses the mark, the relay publishes the messages again under the same id, which the stream and every inbox deduplicate.
pub(crate) struct MarkSent;

impl Operation for MarkSent {
    type Input = Vec<Confirmed>;
    type Output = ();
    const NAME: &'static str = "sent";
    const BEGIN: &'static str = BEGIN_UNFLUSHED;

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[Vec<Confirmed>]) -> Result<Vec<()>, Failed> {
        let all = members.iter().flatten();
        let (ids, sequences): (Vec<Uuid>, Vec<i64>) =
            all.map(|confirmed| (confirmed.id.0, stored(confirmed.sequence))).unzip();
        sqlx::query(SENT).bind(&ids).bind(&sequences).execute(conn).await?;
        Ok(vec![(); members.len()])
    }
}

/// Positions are counted from one, so they never reach the limit.
fn stored(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}

pub(super) async fn unsent(
    database: &Database,
    subjects: &[&'static str],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Outgoing>, PortError> {
    let claim = |pool: PgPool| async move {
        let query = sqlx::query_as(CLAIM).bind(older_than.as_secs_f64()).bind(i64::from(limit)).bind(CLAIM_SECONDS);
        let rows: Vec<Row> = query.bind(subjects).fetch_all(&pool).await?;
        Ok(rows.into_iter().map(message).collect())
    };
    database.run("outbox", claim).await
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

pub(super) async fn emitted(
    database: &Database,
    id: JobId,
    tenant: &Tenant,
    payload: &[u8],
) -> Result<bool, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_scalar(EMITTED).bind(id.0).bind(tenant.as_str()).bind(payload);
        Ok(query.fetch_one(&pool).await?)
    };
    database.run("outbox", select).await
}

pub(super) async fn introduce(database: &Database, consumers: Consumers<'_>) -> Result<(), PortError> {
    let (subjects, consumers): (Vec<&str>, Vec<&str>) = consumers.iter().copied().unzip();
    let (subjects, consumers) = (&subjects, &consumers);
    let register = |pool: PgPool| async move {
        sqlx::query(INTRODUCE).bind(subjects).bind(consumers).execute(&pool).await?;
        Ok(())
    };
    database.run("hearer", register).await
}

pub(super) async fn unconsumed(
    database: &Database,
    consumers: &[Watched],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Lost>, PortError> {
    let (subjects, names): (Vec<&str>, Vec<&str>) = consumers.iter().map(|it| (it.subject, it.consumer)).unzip();
    let ranges = consumers.iter().map(|it| it.open);
    let (after, until): (Vec<Option<i64>>, Vec<Option<i64>>) =
        ranges.map(|range| (range.map(|it| stored(it.after)), range.map(|it| stored(it.until)))).unzip();
    let (subjects, names, after, until) = (&subjects, &names, &after, &until);
    let seconds = older_than.as_secs_f64();
    let select = |pool: PgPool| async move {
        sqlx::query(INTRODUCE).bind(subjects).bind(names).execute(&pool).await?;
        sqlx::query(FORGET).bind(seconds).execute(&pool).await?;
        let query = sqlx::query_as(OPEN).bind(seconds).bind(subjects).bind(names).bind(i64::from(limit));
        let rows: Vec<LostRow> = query.bind(after).bind(until).fetch_all(&pool).await?;
        Ok(rows.into_iter().map(|row| lost(row, consumers)).collect())
    };
    database.run("outbox", select).await
}

/// A row of `outbox`, the number of its publications by the reconciler, and whether its position is known.
type LostRow = (Uuid, String, String, Vec<u8>, String, i32, bool);

fn lost(row: LostRow, consumers: &[Watched]) -> Lost {
    let (id, subject, tenant, payload, traceparent, round, positioned) = row;
    let mut watching = consumers.iter().filter(|it| it.subject == subject);
    let proven = positioned && watching.all(|it| it.open.is_some());
    let message = message((id, subject, tenant, payload, traceparent));
    Lost { message, round: u32::try_from(round).unwrap_or(u32::MAX), proven }
}

/// A row of `outbox`: id, subject, tenant, payload, traceparent.
type Row = (Uuid, String, String, Vec<u8>, String);

/// Converts a row back to a message. The tenant was validated before it was stored.
fn message(row: Row) -> Outgoing {
    let (id, subject, tenant, payload, traceparent) = row;
    let tenant = Tenant::parse(&tenant).unwrap_or_default();
    Outgoing { id: JobId(id), subject, tenant, payload: payload.into(), traceparent, when: When::Always }
}
