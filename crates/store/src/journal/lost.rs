//! Messages that JetStream lost, and parked jobs that are due: the reconciler publishes them again.
//!
//! A message at a position that is open at its consumer is backlog and is not read, however many there are. What is
//! read is at a position where it should have an outcome, or at no position.

use std::time::Duration;

use domain::port::{Lost, PortError, Watched};
use uuid::Uuid;

use super::outbox::{Row, message, stored, topic};
use super::quiet;
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// Each worker registers the consumers of its subjects by topic, and every process that writes a message reads them.
/// Registrations are renewed once a day, because those of removed consumers are deleted.
pub(crate) const INTRODUCE: &str = "
INSERT INTO hearer (subject, consumer) SELECT * FROM unnest($1::text[], $2::text[])
ON CONFLICT (subject, consumer) DO UPDATE SET seen_at = now() WHERE hearer.seen_at < now() - interval '1 day'";

/// One page of messages that should have an outcome: parked and lost ones that are due, and those at positions that are
/// not open at the consumer. The latter were confirmed some time ago, because positions are read before this statement;
/// their next look delays those that were published again in vain.
pub(crate) const SUSPECTS: &str = "
SELECT id, consumer, known FROM (
    SELECT d.id, d.consumer, TRUE AS known, NULL AS sent_at, d.look_at
    FROM unnest($2::text[], $3::text[]) AS w (topic, consumer) CROSS JOIN LATERAL (
        SELECT id, consumer, look_at FROM dispatch
        WHERE sequence IS NULL AND sent_at IS NOT NULL AND subject_topic(subject) = w.topic AND consumer = w.consumer AND look_at <= now()
        ORDER BY look_at LIMIT $6) AS d
    UNION ALL
    SELECT d.id, d.consumer, w.known, d.sent_at, d.look_at
    FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bool[]) AS w (topic, consumer, after, known) CROSS JOIN LATERAL (
        SELECT id, consumer, sent_at, look_at FROM dispatch
        WHERE sequence <= w.after AND subject_topic(subject) = w.topic AND consumer = w.consumer
        ORDER BY sequence LIMIT $6) AS d
    UNION ALL
    SELECT d.id, d.consumer, TRUE, d.sent_at, d.look_at
    FROM unnest($2::text[], $3::text[], $7::bigint[]) AS w (topic, consumer, until) CROSS JOIN LATERAL (
        SELECT id, consumer, sent_at, look_at FROM dispatch
        WHERE sequence > w.until AND subject_topic(subject) = w.topic AND consumer = w.consumer
        ORDER BY sequence LIMIT $6) AS d
) AS page
WHERE look_at <= now() AND (sent_at IS NULL OR sent_at < now() - make_interval(secs => $1))
LIMIT $6";

/// What is known about the jobs of a page: whether they have an outcome, and whether a live instance holds them. An
/// event that was accepted after its publisher had sent it to the stream has an outcome from the beginning. A verdict
/// is an outcome of the classifier.
pub(crate) const JUDGED: &str = "
SELECT i.done_at IS NOT NULL
       OR i.job IS NULL AND EXISTS (SELECT FROM inbox_old o WHERE o.job = asked.job AND o.consumer = asked.consumer)
       OR asked.consumer = $3 AND EXISTS (SELECT FROM verdict v WHERE v.job = asked.job),
       a.name IS NOT NULL
FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS asked (consumer, job, place)
LEFT JOIN inbox i ON i.consumer = asked.consumer AND i.job = asked.job
LEFT JOIN instance a ON a.name = i.holder AND a.alive_until > now()
ORDER BY asked.place";

/// Takes messages for publishing. They are at no position until the stream confirms them. Each republication doubles
/// the interval before the next, up to 16 times `older_than`. A stream that lost everything is refilled at once,
/// because messages that were never republished have no interval yet. The rounds of all consumers of a message count,
/// because each has a message id of its own.
pub(crate) const TAKE: &str = "
WITH locked AS MATERIALIZED (
    SELECT d.id, d.consumer, lost.known FROM dispatch d JOIN unnest($2::text[], $3::uuid[], $4::bool[]) AS lost (consumer, id, known) USING (consumer, id)
    WHERE d.look_at <= now() AND d.sent_at IS NOT NULL ORDER BY d.id, d.consumer FOR UPDATE OF d SKIP LOCKED
), counted AS (
    UPDATE dispatch d
    SET republished = 1 + (SELECT max(republished) FROM dispatch same WHERE same.id = d.id), sequence = NULL, relayed = 1,
        look_at = now() + make_interval(secs => $1 * 2 ^ least(d.republished, 4))
    FROM locked WHERE d.id = locked.id AND d.consumer = locked.consumer RETURNING d.id, d.republished, locked.known
)
SELECT o.id, o.subject, o.tenant, o.payload, o.traceparent, counted.republished, counted.known
FROM (SELECT id, max(republished) AS republished, bool_and(known) AS known FROM counted GROUP BY id) AS counted
JOIN outbox o USING (id) ORDER BY o.created_at";

/// Pairs of (subject, durable consumer).
type Consumers<'a> = &'a [(&'static str, &'static str)];

pub(super) async fn register_consumers(database: &Database, consumers: Consumers<'_>) -> Result<(), PortError> {
    let (topics, consumers) = &pairs(consumers.iter().copied());
    let register = |pool: PgPool| async move {
        sqlx::query(INTRODUCE).bind(topics).bind(consumers).execute(&pool).await?;
        Ok(())
    };
    database.run("hearer", register).await
}

/// Returns topics and consumers as columns, each pair once and in order.
fn pairs(consumers: impl Iterator<Item = (&'static str, &'static str)>) -> (Vec<String>, Vec<&'static str>) {
    let mut pairs: Vec<_> = consumers.map(|(subject, consumer)| (topic(subject).into_owned(), consumer)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().unzip()
}

pub(super) async fn unconsumed(
    database: &Database,
    consumers: &[Watched],
    older_than: Duration,
    limit: u32,
) -> Result<Vec<Lost>, PortError> {
    let positions = &Positions::of(consumers);
    let seconds = older_than.as_secs_f64();
    let select = |pool: PgPool| async move {
        sqlx::query(INTRODUCE).bind(&positions.topics).bind(&positions.consumers).execute(&pool).await?;
        loop {
            let suspects = suspects(&pool, positions, seconds, limit).await?;
            let Judged { ended, lost } = judge(&pool, &suspects).await?;
            forget(&pool, &ended).await?;
            let taken = take(&pool, &lost, seconds).await?;
            // A page of messages that all had an outcome leads to the next one.
            if !taken.is_empty() || ended.is_empty() || suspects.len() < limit as usize {
                return Ok(taken);
            }
        }
    };
    database.run("outbox", select).await
}

/// Consumers by topic with the positions that are open there, as columns. Every position of a consumer whose positions
/// are unreadable may be lost.
#[derive(Default)]
struct Positions {
    topics: Vec<String>,
    consumers: Vec<&'static str>,
    after: Vec<i64>,
    until: Vec<i64>,
    known: Vec<bool>,
}

impl Positions {
    fn of(watched: &[Watched]) -> Self {
        let (topics, consumers) = pairs(watched.iter().map(|it| (it.subject, it.consumer)));
        let mut positions = Self { topics, consumers, ..Self::default() };
        for consumer in &positions.consumers {
            let open = watched.iter().find(|it| it.consumer == *consumer).and_then(|it| it.open);
            positions.after.push(open.map_or(i64::MAX, |open| stored(open.after)));
            positions.until.push(open.map_or(i64::MAX, |open| stored(open.until)));
            positions.known.push(open.is_some());
        }
        positions
    }
}

/// A message that should have an outcome at a consumer, and whether it is certain that the stream does not hold it
/// there.
type Suspect = (Uuid, String, bool);

async fn suspects(pool: &PgPool, at: &Positions, seconds: f64, limit: u32) -> Result<Vec<Suspect>, Failed> {
    let query = sqlx::query_as(SUSPECTS).bind(seconds).bind(&at.topics).bind(&at.consumers).bind(&at.after);
    Ok(query.bind(&at.known).bind(i64::from(limit)).bind(&at.until).fetch_all(pool).await?)
}

/// Suspects without a live holder: those that have an outcome, and those that have none.
#[derive(Default)]
struct Judged<'a> {
    ended: Vec<&'a Suspect>,
    lost: Vec<&'a Suspect>,
}

async fn judge<'a>(pool: &PgPool, suspects: &'a [Suspect]) -> Result<Judged<'a>, Failed> {
    let mut judged = Judged::default();
    if suspects.is_empty() {
        return Ok(judged);
    }
    let (jobs, consumers): (Vec<Uuid>, Vec<&str>) = suspects.iter().map(|(id, name, _)| (*id, name.as_str())).unzip();
    let query = sqlx::query_as(JUDGED).bind(consumers).bind(jobs).bind(quiet::CONSUMER);
    let rows: Vec<(bool, bool)> = query.fetch_all(pool).await?;
    for (suspect, (is_done, is_held)) in suspects.iter().zip(rows) {
        match (is_done, is_held) {
            (true, _) => judged.ended.push(suspect),
            (false, false) => judged.lost.push(suspect),
            (false, true) => {}
        }
    }
    Ok(judged)
}

async fn forget(pool: &PgPool, ended: &[&Suspect]) -> Result<(), Failed> {
    if ended.is_empty() {
        return Ok(());
    }
    let (consumers, ids): (Vec<&str>, Vec<Uuid>) = ended.iter().map(|(id, name, _)| (name.as_str(), *id)).unzip();
    sqlx::query(super::outbox::CONSUMED).bind(consumers).bind(ids).execute(pool).await?;
    Ok(())
}

row! {
    /// A row of `outbox`, the number of its publications by the reconciler, and whether it is certain that the stream
    /// does not hold it.
    struct LostRow {
        id: Uuid,
        subject: String,
        tenant: String,
        payload: Vec<u8>,
        traceparent: String,
        round: i32,
        proven: bool,
    }
}

async fn take(pool: &PgPool, lost: &[&Suspect], seconds: f64) -> Result<Vec<Lost>, Failed> {
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let (consumers, ids): (Vec<&str>, Vec<Uuid>) = lost.iter().map(|(id, name, _)| (name.as_str(), *id)).unzip();
    let known: Vec<bool> = lost.iter().map(|(.., known)| *known).collect();
    let query = sqlx::query_as(TAKE).bind(seconds).bind(consumers).bind(ids).bind(known);
    let rows: Vec<LostRow> = query.fetch_all(pool).await?;
    let lost = |LostRow { id, subject, tenant, payload, traceparent, round, proven }: LostRow| {
        let row = Row { id, subject, tenant, payload, traceparent };
        Lost { message: message(row), round: u32::try_from(round).unwrap_or(u32::MAX), proven }
    };
    Ok(rows.into_iter().map(lost).collect())
}
