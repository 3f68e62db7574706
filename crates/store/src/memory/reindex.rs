//! Lexemes of notes and research that earlier rules made, and the background task that makes them anew.
//!
//! A look-up uses today's rules, so it does not find a word whose lexeme has changed. Each row has the version of its
//! rules; the index by version and time gives the newest of the old ones, and nothing once all are current.

use domain::port::PortError;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::facet::PgMemory;
use super::lexemes::{self, LEXEMES_VERSION};
use crate::columns::column;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// The newest valid notes with lexemes of an older version. Rows that a transaction has locked are left to the next
/// call, so the task waits for nobody.
const NOTES: &str = "
SELECT id, summary, keywords, tags, text FROM note
WHERE ended_at IS NULL
  AND search_version = (SELECT max(search_version) FROM note WHERE ended_at IS NULL AND search_version < $1)
ORDER BY made_at DESC, id DESC LIMIT $2 FOR UPDATE SKIP LOCKED";

const WRITE_NOTES: &str = "
UPDATE note n SET search = array_to_tsvector(string_to_array(made.words, ' ')), search_version = $3
FROM unnest($1::uuid[], $2::text[]) AS made (id, words) WHERE n.id = made.id";

/// The same of research.
const RESEARCH: &str = concat!(
    "SELECT r.entity, r.version, coalesce((SELECT ",
    indexed_names!(),
    " FROM entity e WHERE e.id = r.entity), '') AS names, r.summary FROM research r
WHERE r.ended_at IS NULL
  AND r.search_version = (SELECT max(search_version) FROM research WHERE ended_at IS NULL AND search_version < $1)
ORDER BY r.made_at DESC, r.entity DESC, r.version DESC LIMIT $2 FOR UPDATE OF r SKIP LOCKED"
);

const WRITE_RESEARCH: &str = "
UPDATE research r SET search = array_to_tsvector(string_to_array(made.words, ' ')), search_version = $4
FROM unnest($1::text[], $2::bigint[], $3::text[]) AS made (entity, version, words)
WHERE r.entity = made.entity AND r.version = made.version";

row! {
    struct NoteRow {
        id: Uuid,
        summary: String,
        keywords: String,
        tags: String,
        text: String,
    }
}

row! {
    struct ResearchRow {
        entity: String,
        version: i64,
        names: String,
        summary: String,
    }
}

impl PgMemory {
    /// Makes the lexemes of at most this number of notes, and of research, anew: the newest of those that earlier rules
    /// made. Returns their number; 0 once all are current.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn reindex(&self, most: u32) -> Result<usize, PortError> {
        let reindex = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            let done = notes(&mut transaction, most).await? + research(&mut transaction, most).await?;
            transaction.commit().await?;
            Ok(done)
        };
        self.database.run("note", reindex).await
    }
}

async fn notes(conn: &mut PgConnection, most: u32) -> Result<usize, Failed> {
    let rows: Vec<NoteRow> =
        sqlx::query_as(NOTES).bind(LEXEMES_VERSION).bind(i64::from(most)).fetch_all(&mut *conn).await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let words = |row: &NoteRow| lexemes::of_note([&row.summary, &row.keywords, &row.tags], &row.text);
    let all: Vec<&NoteRow> = rows.iter().collect();
    let write = sqlx::query(WRITE_NOTES).bind(column(&all, |row| row.id)).bind(column(&all, words));
    write.bind(LEXEMES_VERSION).execute(conn).await?;
    Ok(rows.len())
}

async fn research(conn: &mut PgConnection, most: u32) -> Result<usize, Failed> {
    let rows: Vec<ResearchRow> =
        sqlx::query_as(RESEARCH).bind(LEXEMES_VERSION).bind(i64::from(most)).fetch_all(&mut *conn).await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let words = |row: &ResearchRow| lexemes::of_research((&row.entity, &row.names), &row.summary);
    let all: Vec<&ResearchRow> = rows.iter().collect();
    let write = sqlx::query(WRITE_RESEARCH)
        .bind(column(&all, |row| row.entity.as_str()))
        .bind(column(&all, |row| row.version))
        .bind(column(&all, words));
    write.bind(LEXEMES_VERSION).execute(conn).await?;
    Ok(rows.len())
}
