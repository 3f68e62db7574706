//! Dead letters, with everything that an operator needs to repair and redrive a message.
//!
//! In a storm of dead letters of one tenant and class the runtime gives many of them one id. The first is stored whole,
//! as a sample, and the others are counted.

use std::collections::BTreeMap;

use domain::Time;
use domain::port::DeadLetter;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;
use crate::text::clean;

/// Counts letters that a stored one stands for. One that was redriven or dropped stands for nothing any
/// more. In the order of the
/// key, as other batches lock these rows.
pub(crate) const FOLD: &str = "
WITH folded AS MATERIALIZED (
    SELECT d.id, letter.count, letter.at
    FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::timestamptz[]) AS letter (id, job, count, at) JOIN dead_letter d USING (id)
    WHERE d.redriven_at IS NULL AND d.dropped_at IS NULL AND d.job <> letter.job ORDER BY d.id FOR UPDATE OF d
)
UPDATE dead_letter d SET count = d.count + folded.count, at = greatest(d.at, folded.at) FROM folded WHERE d.id = folded.id RETURNING d.id";

/// A job that was dead-lettered, redriven and dead-lettered again has one row: the newest. Its new position makes
/// webhooks report it again.
pub(crate) const INSERT: &str = "
INSERT INTO dead_letter AS d (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at, count)
SELECT id, consumer, job, tenant, subject, headers::json, payload, class, ARRAY(SELECT json_array_elements_text(errors::json)), attempts,
       trace_id, at, count
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::text[], $9::text[], $10::int[], $11::text[],
            $12::timestamptz[], $13::bigint[])
     AS letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at, count)
ON CONFLICT (id) DO UPDATE SET errors = excluded.errors, class = excluded.class, attempts = excluded.attempts, job = excluded.job,
    subject = excluded.subject, trace_id = excluded.trace_id, at = excluded.at, headers = excluded.headers, payload = excluded.payload,
    count = excluded.count + CASE WHEN d.job <> excluded.job AND d.redriven_at IS NULL AND d.dropped_at IS NULL THEN d.count ELSE 0 END,
    redriven_at = NULL, dropped_at = NULL, xid = excluded.xid";

/// A letter and the number of messages that it stands for.
struct Counted<'a> {
    letter: &'a DeadLetter,
    count: i64,
}

/// Writes all letters of a batch. Any message can be stored: NUL is replaced in texts, and the payload is kept byte by
/// byte.
pub(super) async fn insert(conn: &mut PgConnection, letters: &[&DeadLetter]) -> Result<(), Failed> {
    let mut counted: BTreeMap<Uuid, Counted<'_>> = BTreeMap::new();
    for letter in letters {
        counted.entry(letter.id.0).or_insert(Counted { letter, count: 0 }).count += 1;
    }
    if counted.is_empty() {
        return Ok(());
    }
    for id in fold(conn, &counted).await? {
        counted.remove(&id);
    }
    if counted.is_empty() { Ok(()) } else { store(conn, &counted).await }
}

/// Returns the ids of the letters that a stored one stands for now.
async fn fold(conn: &mut PgConnection, counted: &BTreeMap<Uuid, Counted<'_>>) -> Result<Vec<Uuid>, Failed> {
    let ids: Vec<Uuid> = counted.keys().copied().collect();
    let jobs: Vec<Uuid> = counted.values().map(|it| it.letter.job.0).collect();
    let counts: Vec<i64> = counted.values().map(|it| it.count).collect();
    let times: Vec<Time> = counted.values().map(|it| it.letter.at).collect();
    Ok(sqlx::query_scalar(FOLD).bind(ids).bind(jobs).bind(counts).bind(times).fetch_all(conn).await?)
}

async fn store(conn: &mut PgConnection, counted: &BTreeMap<Uuid, Counted<'_>>) -> Result<(), Failed> {
    let letters: Vec<&DeadLetter> = counted.values().map(|it| it.letter).collect();
    let text = |of: fn(&DeadLetter) -> &str| letters.iter().map(|letter| clean(of(letter))).collect::<Vec<_>>();
    let headers = |letter: &&DeadLetter| {
        let cleaned = letter.headers.iter().map(|(name, value)| (clean(name), clean(value)));
        serde_json::to_string(&cleaned.collect::<Vec<_>>())
    };
    let errors = |letter: &&DeadLetter| {
        serde_json::to_string(&letter.errors.iter().map(|error| clean(error)).collect::<Vec<_>>())
    };
    let insert = sqlx::query(INSERT)
        .bind(letters.iter().map(|letter| letter.id.0).collect::<Vec<_>>())
        .bind(text(|letter| &letter.consumer))
        .bind(letters.iter().map(|letter| letter.job.0).collect::<Vec<_>>())
        .bind(letters.iter().map(|letter| letter.tenant.as_str()).collect::<Vec<_>>())
        .bind(text(|letter| &letter.subject))
        .bind(letters.iter().map(headers).collect::<Result<Vec<_>, _>>()?)
        .bind(letters.iter().map(|letter| &letter.payload[..]).collect::<Vec<_>>())
        .bind(text(|letter| &letter.class))
        .bind(letters.iter().map(errors).collect::<Result<Vec<_>, _>>()?)
        .bind(letters.iter().map(|letter| i32::try_from(letter.attempts).unwrap_or(i32::MAX)).collect::<Vec<_>>())
        .bind(text(|letter| &letter.trace_id))
        .bind(letters.iter().map(|letter| letter.at).collect::<Vec<_>>())
        .bind(counted.values().map(|it| it.count).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}
