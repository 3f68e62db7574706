//! `Effect::NoteStored`: a note.

use domain::Time;
use domain::effect::{Note, NoteLink};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::research::NEWER;
use crate::columns::column;
use crate::failure::Failed;
use crate::memory::lexemes::{self, LEXEMES_VERSION};

const INSERT: &str = "
INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, search, search_version)
SELECT id, tenant, text, summary, keywords, tags, kind, source_url, made_at, array_to_tsvector(string_to_array(words, ' ')), $11
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
    AS n (id, tenant, text, summary, keywords, tags, kind, source_url, made_at, words)
ON CONFLICT (id) DO NOTHING";

const LINK: &str = "
INSERT INTO note_link (note, other, score)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::float8[])
ON CONFLICT (note, other) DO NOTHING";

const OF: &str = "
INSERT INTO note_of (entity, made_at, note) SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::uuid[])
ON CONFLICT DO NOTHING";

/// Ends the notes of contradicted research. `note_of` is read by its key, and notes are locked in the order of theirs,
/// so that transactions cannot deadlock.
const END: &str = "
WITH gone AS (
    SELECT n.id, r.ended_at, r.ended_because
    FROM unnest($1::text[]) AS named (entity)
    JOIN note_of o ON o.entity = named.entity
    JOIN research r ON r.entity = o.entity AND r.made_at = o.made_at AND r.ended_because <> $2
    JOIN note n ON n.id = o.note AND n.ended_at IS NULL
    ORDER BY n.id FOR UPDATE OF n
)
UPDATE note SET ended_at = gone.ended_at, ended_because = gone.ended_because FROM gone WHERE note.id = gone.id";

/// A row of `note`; lists are joined by line breaks.
#[derive(Debug)]
pub(crate) struct Row {
    id: Uuid,
    tenant: String,
    pub(crate) text: String,
    summary: String,
    keywords: String,
    tags: String,
    kind: String,
    source_url: String,
    made_at: Time,
    entity: Option<String>,
    links: Vec<NoteLink>,
    /// Computed before the transaction, which must not wait for it.
    lexemes: String,
}

impl Row {
    pub(crate) fn from_note(note: Note) -> Self {
        let (keywords, tags) = (note.keywords.join("\n"), note.tags.join("\n"));
        Self {
            lexemes: lexemes::of_note([&note.summary, &keywords, &tags], &note.text),
            id: note.id.0,
            tenant: note.tenant.to_string(),
            text: note.text,
            summary: note.summary,
            keywords,
            tags,
            kind: note.kind,
            source_url: note.source_url,
            made_at: note.made_at,
            entity: note.entity.map(|entity| entity.to_string()),
            links: note.links,
        }
    }
}

pub(crate) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    // In the order of the key, so that transactions with the same notes cannot deadlock.
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| row.id);
    let rows = &rows[..];
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.id))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.text.as_str()))
        .bind(column(rows, |row| row.summary.as_str()))
        .bind(column(rows, |row| row.keywords.as_str()))
        .bind(column(rows, |row| row.tags.as_str()))
        .bind(column(rows, |row| row.kind.as_str()))
        .bind(column(rows, |row| row.source_url.as_str()))
        .bind(column(rows, |row| row.made_at))
        .bind(column(rows, |row| row.lexemes.as_str()))
        .bind(LEXEMES_VERSION);
    insert.execute(&mut *conn).await?;
    made_of(conn, rows).await?;
    link(conn, rows).await
}

/// Ends notes as they are written if their research was contradicted before.
async fn made_of(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    let rows: Vec<(&str, &Row)> = rows.iter().filter_map(|row| Some((row.entity.as_deref()?, *row))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows: Vec<&(&str, &Row)> = rows.iter().collect();
    let insert = sqlx::query(OF)
        .bind(column(&rows, |(entity, _)| *entity))
        .bind(column(&rows, |(_, row)| row.made_at))
        .bind(column(&rows, |(_, row)| row.id));
    insert.execute(&mut *conn).await?;
    end(conn, &column(&rows, |(entity, _)| *entity)).await
}

/// Ends the notes of all contradicted research of these entities.
pub(super) async fn end(conn: &mut PgConnection, entities: &[&str]) -> Result<(), Failed> {
    sqlx::query(END).bind(entities).bind(NEWER).execute(conn).await?;
    Ok(())
}

async fn link(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    write_links(conn, rows.iter().flat_map(|row| row.links.iter().map(|link| (row.id, link))).collect()).await
}

/// Links the notes of facts to those about the same.
pub(super) async fn link_facts(conn: &mut PgConnection, notes: &[&Note]) -> Result<(), Failed> {
    write_links(conn, notes.iter().flat_map(|note| note.links.iter().map(|link| (note.id.0, link))).collect()).await
}

/// Writes in the order of the key, so that transactions cannot deadlock.
async fn write_links(conn: &mut PgConnection, mut links: Vec<(Uuid, &NoteLink)>) -> Result<(), Failed> {
    if links.is_empty() {
        return Ok(());
    }
    links.sort_by_key(|(note, link)| (*note, link.note));
    links.dedup_by_key(|(note, link)| (*note, link.note));
    let links: Vec<&(Uuid, &NoteLink)> = links.iter().collect();
    let insert = sqlx::query(LINK)
        .bind(column(&links, |(note, _)| *note))
        .bind(column(&links, |(_, link)| link.note.0))
        .bind(column(&links, |(_, link)| link.score));
    insert.execute(conn).await?;
    Ok(())
}
