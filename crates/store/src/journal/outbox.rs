//! Outbox rows: written with the outcome of their job, and confirmed by the stream.
//!
//! The table `dispatch` has one row per message and consumer until the consumer has an outcome, and one row per message
//! that nobody consumes until the stream has confirmed it. So it contains open work only, whatever the number of
//! messages that were ever sent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::effect::{Outgoing, When};
use domain::port::Confirmed;
use domain::{JobId, RunId, Tenant};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::{BEGIN_UNFLUSHED, Operation};
use crate::database::Database;
use crate::failure::Failed;
use crate::rows::row;

/// Only new rows are watched: an id that is in the outbox already is watched by its `dispatch` rows or has been
/// processed.
pub(crate) const INSERT: &str = "
WITH inserted AS (
    INSERT INTO outbox (id, subject, tenant, payload, traceparent)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[])
    ON CONFLICT (id) DO NOTHING
    RETURNING id, subject, octet_length(payload) AS bytes
)
INSERT INTO dispatch (id, consumer, subject, bytes, run)
SELECT i.id, coalesce(h.consumer, ''), i.subject, i.bytes, starts.run
FROM inserted i JOIN unnest($1::uuid[], $6::uuid[]) AS starts (id, run) ON starts.id = i.id
LEFT JOIN hearer h ON h.subject = subject_topic(i.subject)
RETURNING id";

/// Locks in the order of the key, because two relays may have published the same rows. A message that is published
/// again has a new position. A message that nobody consumes needs no row any more. The time of the next look stays: a
/// confirmation that comes late must not wake a job that was parked meanwhile.
pub(crate) const SENT: &str = "
WITH locked AS MATERIALIZED (
    SELECT id, consumer, confirmed.sequence
    FROM dispatch JOIN unnest($1::uuid[], $2::bigint[]) AS confirmed (id, sequence) USING (id)
    ORDER BY id, consumer FOR UPDATE OF dispatch
), unconsumed AS (
    DELETE FROM dispatch d USING locked WHERE d.id = locked.id AND d.consumer = '' AND locked.consumer = ''
)
UPDATE dispatch d SET sent_at = now(), sequence = locked.sequence
FROM locked WHERE d.id = locked.id AND d.consumer = locked.consumer AND d.consumer <> ''";

/// Deletes the rows of jobs that have an outcome. In the order of the key, as others lock these rows.
pub(crate) const CONSUMED: &str = "
WITH ended AS MATERIALIZED (
    SELECT id, consumer FROM dispatch JOIN unnest($1::text[], $2::uuid[]) AS ended (consumer, id) USING (consumer, id)
    ORDER BY id, consumer FOR UPDATE OF dispatch
)
DELETE FROM dispatch d USING ended WHERE d.id = ended.id AND d.consumer = ended.consumer";

/// Returns the part of a subject, or of a prefix that ends in `.`, by which relays and consumers find messages: the SQL
/// function `subject_topic`.
pub(crate) fn topic(subject: &str) -> Cow<'_, str> {
    const RESULTS: &str = "auspex.result";
    let subject = subject.strip_suffix('.').unwrap_or(subject);
    if subject.strip_prefix(RESULTS).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
        return Cow::Borrowed(RESULTS);
    }
    match subject.match_indices('.').nth(2) {
        Some((end, _)) => Cow::Borrowed(&subject[..end]),
        None => Cow::Borrowed(subject),
    }
}

/// Returns the topics of subjects, each once.
pub(crate) fn topics(subjects: &[&'static str]) -> Vec<String> {
    let mut topics: Vec<String> = subjects.iter().map(|subject| topic(subject).into_owned()).collect();
    topics.sort_unstable();
    topics.dedup();
    topics
}

/// Returns the run that an event may start, by which its tenant can stop it before it begins.
fn run_of(message: &Outgoing) -> Option<Uuid> {
    let may_start = ["auspex.event.question", "auspex.event.scout_alert"].contains(&&*topic(&message.subject));
    may_start.then(|| RunId::for_event(message.id).0)
}

/// Writes messages in the order of their ids, so that batches cannot deadlock.
pub(crate) async fn insert(conn: &mut PgConnection, messages: &[&Outgoing]) -> Result<(), Failed> {
    insert_new(conn, messages).await.map(drop)
}

/// Writes messages like [`insert`] and returns the ids that were not in the outbox, each at least once.
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
        .bind(sorted.values().map(|message| message.traceparent.as_str()).collect::<Vec<_>>())
        .bind(sorted.values().map(|message| run_of(message)).collect::<Vec<_>>());
    Ok(insert.fetch_all(conn).await?)
}

/// Stops watching the messages of jobs that have an outcome now.
pub(crate) async fn consumed(conn: &mut PgConnection, jobs: &[(&str, Uuid)]) -> Result<(), Failed> {
    let (consumers, ids): (Vec<&str>, Vec<Uuid>) = jobs.iter().copied().unzip();
    sqlx::query(CONSUMED).bind(consumers).bind(ids).execute(conn).await?;
    Ok(())
}

/// Marks rows as confirmed by the stream. Commits without waiting for the disk (`synchronous_commit = off`): if a crash
/// of Postgres loses the mark, the relay publishes the messages again under the same id, which the stream and every
/// inbox deduplicate.
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
pub(super) fn stored(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}

row! {
    /// A row of `outbox`.
    pub(super) struct Row {
        pub(super) id: Uuid,
        pub(super) subject: String,
        pub(super) tenant: String,
        pub(super) payload: Vec<u8>,
        pub(super) traceparent: String,
    }
}

/// Converts a row back to a message. The tenant was validated before it was stored.
pub(super) fn message(row: Row) -> Outgoing {
    let Row { id, subject, tenant, payload, traceparent } = row;
    let tenant = Tenant::parse(&tenant).unwrap_or_default();
    Outgoing { id: JobId(id), subject, tenant, payload: payload.into(), traceparent, when: When::Always }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_and_prefixes_of_one_permission_have_one_topic() {
        for subject in ["auspex.result.", "auspex.result.forecast.acme", "auspex.result"] {
            assert_eq!(topic(subject), "auspex.result");
        }
        for subject in ["auspex.event.question.", "auspex.event.question", "auspex.event.question.acme"] {
            assert_eq!(topic(subject), "auspex.event.question");
        }
        assert_eq!(topic("auspex.results.x.y"), "auspex.results.x");
        assert_eq!(topic("auspex.dead.writer-verdicts"), "auspex.dead.writer-verdicts");
        assert_eq!(
            topics(&["auspex.result.", "auspex.event.macro.", "auspex.event.macro"]),
            ["auspex.event.macro", "auspex.result"]
        );
    }
}
