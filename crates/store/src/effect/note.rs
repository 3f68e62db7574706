//! `Effect::NoteStored`: one atomic thing learned.

use domain::Time;
use domain::effect::{Note, NoteLink};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
ON CONFLICT (id) DO NOTHING";

const LINK: &str = "
INSERT INTO note_link (note, other, score)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::float8[])
ON CONFLICT (note, other) DO NOTHING";

/// One row of `note`; lists joined by line breaks.
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
    links: Vec<NoteLink>,
}

impl Row {
    pub(crate) fn of(note: Note) -> Self {
        Self {
            id: note.id.0,
            tenant: note.tenant.to_string(),
            text: note.text,
            summary: note.summary,
            keywords: note.keywords.join("\n"),
            tags: note.tags.join("\n"),
            kind: note.kind,
            source_url: note.source_url,
            made_at: note.made_at,
            links: note.links,
        }
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.id))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.text.as_str()))
        .bind(column(rows, |row| row.summary.as_str()))
        .bind(column(rows, |row| row.keywords.as_str()))
        .bind(column(rows, |row| row.tags.as_str()))
        .bind(column(rows, |row| row.kind.as_str()))
        .bind(column(rows, |row| row.source_url.as_str()))
        .bind(column(rows, |row| row.made_at));
    insert.execute(&mut *conn).await?;
    link(conn, rows).await
}

async fn link(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    let links: Vec<(Uuid, &NoteLink)> =
        rows.iter().flat_map(|row| row.links.iter().map(|link| (row.id, link))).collect();
    if links.is_empty() {
        return Ok(());
    }
    let links: Vec<&(Uuid, &NoteLink)> = links.iter().collect();
    let insert = sqlx::query(LINK)
        .bind(column(&links, |(note, _)| *note))
        .bind(column(&links, |(_, link)| link.note.0))
        .bind(column(&links, |(_, link)| link.score));
    insert.execute(conn).await?;
    Ok(())
}
