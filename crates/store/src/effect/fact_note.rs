//! `Effect::NoteStored` for the note of a fact: a further sighting strengthens the stored note, and of competing facts
//! the newest holds (`domain::note`).
//!
//! An advisory lock per topic orders the writers of competing facts: a row that does not exist yet cannot be locked.
//! The locks are the last ones that a commit takes before its inserts, in ascending order.

use std::collections::{BTreeMap, BTreeSet};

use domain::effect::Note;
use domain::note::{FactEnd, Rival, Sighting, settle};
use domain::port::memory::Ended;
use domain::{JobId, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::research::NEWER;
use crate::columns::column;
use crate::failure::Failed;
use crate::memory::fact_notes::{self, NoteRows, tier_from_number};
use crate::memory::lexemes::{self, LEXEMES_VERSION};
use crate::rows::row;

/// Number of advisory locks. A batch may contain thousands of facts, and the server's table of locks is limited.
const BUCKETS: u128 = 1_024;

/// Space of the advisory locks: any number that no other use of two-part locks in this database has.
const LOCK_SPACE: i32 = 0x6e6f_7465;

/// Locks in the order of the array.
const LOCK: &str = "SELECT pg_advisory_xact_lock($1, bucket) FROM unnest($2::int4[]) AS b (bucket)";

/// Topics of the facts that were seen in research about these entities.
const TOPICS: &str = "
SELECT DISTINCT f.topic FROM note_sighting s JOIN note_fact f ON f.note = s.note WHERE s.entity = ANY($1)";

const NOTES: &str = "
INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, search, search_version)
SELECT id, tenant, text, summary, keywords, tags, kind, source_url, made_at, array_to_tsvector(string_to_array(lexemes, ' ')), $11
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
    AS n (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, lexemes)
ON CONFLICT (id) DO UPDATE SET text = excluded.text, summary = excluded.summary, keywords = excluded.keywords,
    tags = excluded.tags, kind = excluded.kind, source_url = excluded.source_url, made_at = excluded.made_at,
    search = excluded.search, search_version = excluded.search_version";

const FACTS: &str = "
INSERT INTO note_fact (note, tenant, topic, research, question, context, dated, seen_at, tier)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::int2[])
ON CONFLICT (note) DO UPDATE SET research = excluded.research, question = excluded.question, context = excluded.context,
    dated = excluded.dated, seen_at = excluded.seen_at, tier = excluded.tier";

const SOURCES: &str = "
INSERT INTO note_source (note, url, title, publisher, tier, tier_reason, quote, published_at, fetched_at, content_hash)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int2[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::text[])
ON CONFLICT (note, md5(url)) DO UPDATE SET title = excluded.title, publisher = excluded.publisher, tier = excluded.tier,
    tier_reason = excluded.tier_reason, quote = excluded.quote, published_at = excluded.published_at,
    fetched_at = excluded.fetched_at, content_hash = excluded.content_hash
WHERE note_source.url = excluded.url";

const SIGHTINGS: &str = "
INSERT INTO note_sighting (note, research, tenant, entity, made_at)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
ON CONFLICT (note, research) DO NOTHING";

/// The newest facts of each topic and those that were just written. A fact is contradicted if all research in which it
/// was seen is. Of a topic with more values than the limit, older ones keep the end that they have.
const RIVALS: &str = "
WITH picked AS (
    SELECT x.note FROM unnest($1::uuid[]) AS t (topic)
    CROSS JOIN LATERAL (SELECT f.note FROM note_fact f WHERE f.topic = t.topic ORDER BY f.dated DESC, f.note LIMIT 64) x
    UNION SELECT unnest($2::uuid[])
)
SELECT f.note, f.topic, n.text, f.dated, f.tier, n.ended_at, n.ended_because, f.ended_by, c.at, c.because
FROM picked p JOIN note_fact f ON f.note = p.note JOIN note n ON n.id = f.note
LEFT JOIN LATERAL (
    SELECT r.ended_at AS at, r.ended_because AS because FROM note_sighting s
    JOIN research r ON r.entity = s.entity AND r.made_at = s.made_at AND r.tenant = n.tenant
    WHERE s.note = f.note AND r.ended_at IS NOT NULL AND r.ended_because <> $3
      AND NOT EXISTS (SELECT FROM note_sighting o WHERE o.note = f.note AND NOT EXISTS (
          SELECT FROM research q WHERE q.entity = o.entity AND q.made_at = o.made_at AND q.tenant = n.tenant
            AND q.ended_at IS NOT NULL AND q.ended_because <> $3))
    ORDER BY r.ended_at DESC, r.version LIMIT 1) c ON true";

const END: &str = "
WITH changed AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[]) AS c (note, at, because, by)
), facts AS (UPDATE note_fact f SET ended_by = c.by FROM changed c WHERE f.note = c.note)
UPDATE note n SET ended_at = c.at, ended_because = c.because FROM changed c WHERE n.id = c.note";

row! {
    struct RivalRow {
        note: Uuid,
        topic: Uuid,
        text: String,
        dated: Time,
        tier: i16,
        ended_at: Option<Time>,
        ended_because: Option<String>,
        ended_by: Option<Uuid>,
        contradicted_at: Option<Time>,
        contradicted_because: Option<String>,
    }
}

/// A change of the end of a fact's note.
struct EndChange {
    note: Uuid,
    end: Option<FactEnd>,
}

/// Writes sightings of facts, and decides again about the facts of entities whose research was contradicted.
pub(super) async fn apply(conn: &mut PgConnection, notes: &[&Note], entities: &[&str]) -> Result<(), Failed> {
    let mut topics: BTreeSet<Uuid> = notes.iter().filter_map(|note| Some(note.fact.as_ref()?.topic.0)).collect();
    if !entities.is_empty() {
        let fallen: Vec<Uuid> = sqlx::query_scalar(TOPICS).bind(entities).fetch_all(&mut *conn).await?;
        topics.extend(fallen);
    }
    if topics.is_empty() {
        return Ok(());
    }
    lock(conn, &topics).await?;
    let written = strengthen(conn, notes).await?;
    settle_topics(conn, &topics, &written).await
}

async fn lock(conn: &mut PgConnection, topics: &BTreeSet<Uuid>) -> Result<(), Failed> {
    let bucket = |topic: &Uuid| i32::try_from(topic.as_u128() % BUCKETS).unwrap_or_default();
    let buckets: BTreeSet<i32> = topics.iter().map(bucket).collect();
    let buckets: Vec<i32> = buckets.into_iter().collect();
    sqlx::query(LOCK).bind(LOCK_SPACE).bind(buckets).execute(conn).await?;
    Ok(())
}

/// Merges the sightings with the stored notes and writes them. Returns the ids of the notes.
async fn strengthen(conn: &mut PgConnection, notes: &[&Note]) -> Result<Vec<Uuid>, Failed> {
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    let ids: BTreeSet<Uuid> = notes.iter().map(|note| note.id.0).collect();
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let stored = fact_notes::load(conn, &ids, None).await?;
    let mut merged: BTreeMap<JobId, Note> = stored.iter().map(|stored| (stored.note.id, stored.note.clone())).collect();
    for note in notes {
        let joined = match merged.remove(&note.id) {
            Some(known) => known.strengthen((*note).clone()),
            None => (*note).clone().strengthen((*note).clone()),
        };
        merged.insert(note.id, joined);
    }
    let known: BTreeMap<JobId, &Note> = stored.iter().map(|stored| (stored.note.id, &stored.note)).collect();
    let changed: Vec<&Note> = merged.values().filter(|note| known.get(&note.id) != Some(note)).collect();
    write(conn, &NoteRows::new(&changed)).await?;
    see(conn, notes).await?;
    Ok(ids)
}

async fn write(conn: &mut PgConnection, rows: &NoteRows<'_>) -> Result<(), Failed> {
    let NoteRows { notes, sources } = rows;
    if notes.is_empty() {
        return Ok(());
    }
    let all: Vec<_> = notes.iter().collect();
    let insert = sqlx::query(NOTES)
        .bind(column(&all, |row| row.id))
        .bind(column(&all, |row| row.tenant))
        .bind(column(&all, |row| row.text.clone()))
        .bind(column(&all, |row| row.summary.clone()))
        .bind(column(&all, |row| row.keywords.clone()))
        .bind(column(&all, |row| row.tags.clone()))
        .bind(column(&all, |row| row.kind.clone()))
        .bind(column(&all, |row| row.source_url.clone()))
        .bind(column(&all, |row| row.made_at))
        .bind(column(&all, |row| lexemes::of_note([&row.summary, &row.keywords, &row.tags], &row.text)))
        .bind(LEXEMES_VERSION);
    insert.execute(&mut *conn).await?;
    let insert = sqlx::query(FACTS)
        .bind(column(&all, |row| row.id))
        .bind(column(&all, |row| row.tenant))
        .bind(column(&all, |row| row.topic))
        .bind(column(&all, |row| row.research))
        .bind(column(&all, |row| row.question.clone()))
        .bind(column(&all, |row| row.context.clone()))
        .bind(column(&all, |row| row.dated))
        .bind(column(&all, |row| row.seen_at))
        .bind(column(&all, |row| row.tier));
    insert.execute(&mut *conn).await?;
    let all: Vec<_> = sources.iter().collect();
    let insert = sqlx::query(SOURCES)
        .bind(column(&all, |row| row.note))
        .bind(column(&all, |row| row.url.clone()))
        .bind(column(&all, |row| row.title.clone()))
        .bind(column(&all, |row| row.publisher.clone()))
        .bind(column(&all, |row| row.tier))
        .bind(column(&all, |row| row.tier_reason.clone()))
        .bind(column(&all, |row| row.quote.clone()))
        .bind(column(&all, |row| row.published_at))
        .bind(column(&all, |row| row.fetched_at))
        .bind(column(&all, |row| row.content_hash));
    insert.execute(conn).await?;
    Ok(())
}

/// Records the research in which the facts were seen.
async fn see(conn: &mut PgConnection, notes: &[&Note]) -> Result<(), Failed> {
    let sightings: BTreeSet<Sighting> = notes.iter().filter_map(|note| sighting(note)).collect();
    let sightings: Vec<&Sighting> = sightings.iter().collect();
    let insert = sqlx::query(SIGHTINGS)
        .bind(column(&sightings, |seen| seen.note.0))
        .bind(column(&sightings, |seen| seen.research.0))
        .bind(column(&sightings, |seen| seen.tenant.as_str()))
        .bind(column(&sightings, |seen| seen.entity.as_ref().map(ToString::to_string)))
        .bind(column(&sightings, |seen| seen.made_at));
    insert.execute(conn).await?;
    Ok(())
}

fn sighting(note: &Note) -> Option<Sighting> {
    let research = note.fact.as_ref()?.research;
    let (tenant, entity) = (note.tenant.clone(), note.entity.clone());
    Some(Sighting { note: note.id, research, tenant, entity, made_at: note.made_at })
}

/// Ends the facts that no longer hold, and reopens those that hold again.
async fn settle_topics(conn: &mut PgConnection, topics: &BTreeSet<Uuid>, written: &[Uuid]) -> Result<(), Failed> {
    let topics: Vec<Uuid> = topics.iter().copied().collect();
    let rows = sqlx::query_as(RIVALS).bind(topics).bind(written).bind(NEWER);
    let rows: Vec<RivalRow> = rows.fetch_all(&mut *conn).await?;
    let mut by_topic: BTreeMap<Uuid, Vec<Rival>> = BTreeMap::new();
    for row in &rows {
        by_topic.entry(row.topic).or_default().push(row.rival());
    }
    let settled: BTreeMap<JobId, Option<FactEnd>> = by_topic.values().flat_map(|rivals| settle(rivals)).collect();
    let changed = |row: &RivalRow| {
        let end = settled.get(&JobId(row.note))?.clone();
        (row.end() != end).then_some(EndChange { note: row.note, end })
    };
    let changes: Vec<EndChange> = rows.iter().filter_map(changed).collect();
    end(conn, &changes).await
}

impl RivalRow {
    fn rival(&self) -> Rival {
        let contradicted = self.contradicted_at.map(|at| {
            let because = self.contradicted_because.clone().unwrap_or_default();
            Ended { at, because }
        });
        let (id, tier) = (JobId(self.note), tier_from_number(self.tier));
        Rival { id, text: self.text.clone(), dated: self.dated, tier, contradicted }
    }

    fn end(&self) -> Option<FactEnd> {
        let because = self.ended_because.clone().unwrap_or_default();
        self.ended_at.map(|at| FactEnd { ended: Ended { at, because }, by: self.ended_by.map(JobId) })
    }
}

async fn end(conn: &mut PgConnection, changes: &[EndChange]) -> Result<(), Failed> {
    if changes.is_empty() {
        return Ok(());
    }
    let all: Vec<&EndChange> = changes.iter().collect();
    let update = sqlx::query(END)
        .bind(column(&all, |change| change.note))
        .bind(column(&all, |change| change.end.as_ref().map(|end| end.ended.at)))
        .bind(column(&all, |change| change.end.as_ref().map(|end| end.ended.because.clone())))
        .bind(column(&all, |change| change.end.as_ref().and_then(|end| end.by).map(|by| by.0)));
    update.execute(conn).await?;
    Ok(())
}
