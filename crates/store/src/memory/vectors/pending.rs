//! Notes without a vector of the current model, and the vectors that a background task adds.
//!
//! The task walks over all valid notes, newest first, in pages. No note has a mark that says whether its vector is
//! missing, because a mark would have to change for all notes with the model.

use domain::port::PortError;
use domain::port::embedding::{EmbeddingError, EmbeddingModel, EmbeddingSide};
use domain::{JobId, Time};
use uuid::Uuid;

use super::super::facet::PgMemory;
use super::embedding::{self, Vectors, to_text};
use crate::pool::PgPool;
use crate::rows::row;

/// A page of valid notes, newest first, each with whether it has a vector of the model.
const PAGE: &str = "
SELECT n.id, n.made_at, EXISTS (SELECT FROM note_embedding v WHERE v.note = n.id AND v.model = $1 AND v.dimensions = $2)
FROM note n
WHERE n.ended_at IS NULL
  AND (n.made_at, n.id) < (coalesce($3, 'infinity'::timestamptz), coalesce($4, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
ORDER BY n.made_at DESC, n.id DESC LIMIT $5";

const TEXTS: &str = "
SELECT n.id, n.summary, n.text, n.tags FROM note n WHERE n.id = ANY($1) AND n.ended_at IS NULL
ORDER BY n.made_at DESC, n.id DESC";

/// In the order of the key, so that two writers cannot deadlock. A note that was deleted meanwhile is left out.
const STORE: &str = "
INSERT INTO note_embedding (note, tenant, model, dimensions, embedding)
SELECT n.id, n.tenant, $3, $4, v.vector::halfvec
FROM unnest($1::uuid[], $2::text[]) AS v (note, vector) JOIN note n ON n.id = v.note
ORDER BY n.id
ON CONFLICT (note) DO UPDATE
SET model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding, made_at = now()";

row! {
    struct TextRow {
        id: Uuid,
        summary: String,
        text: String,
        tags: String,
    }
}

/// Place in the walk over all notes; the default is its beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PendingCursor(Option<(Time, Uuid)>);

/// A note without a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingNote {
    /// Id of the note.
    pub id: JobId,
    /// Text to embed.
    pub text: String,
}

/// A part of the walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingPage {
    /// Notes without a vector, newest first.
    pub notes: Vec<PendingNote>,
    /// Place behind the last note that was looked at; `None` at the end of the walk.
    pub next: Option<PendingCursor>,
}

/// Limits of a page.
#[derive(Debug, Clone, Copy)]
pub struct PendingLimits {
    /// Maximum number of notes that are looked at.
    pub looked_at: u32,
    /// Maximum number of notes that are returned.
    pub returned: usize,
}

impl PgMemory {
    /// Returns true if the server stores vectors.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn stores_vectors(&self) -> Result<bool, PortError> {
        embedding::is_enabled(&self.database).await
    }

    /// Returns the model of the vectors; `None` without an embedder.
    pub fn embedding_model(&self) -> Option<&EmbeddingModel> {
        self.vectors.as_deref().map(|vectors| vectors.embedder.model())
    }

    /// Returns the next notes of the walk that have no vector of the current model; nothing without an embedder or the
    /// extension.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn without_vector(&self, from: PendingCursor, limits: PendingLimits) -> Result<PendingPage, PortError> {
        let Some(vectors) = self.enabled_vectors().await else { return Ok(PendingPage::default()) };
        let (model, after) = (vectors.embedder.model(), from.0);
        let select = |pool: PgPool| async move {
            let page = sqlx::query_as(PAGE).bind(&model.name).bind(number(model.dimensions));
            let page = page.bind(after.map(|it| it.0)).bind(after.map(|it| it.1)).bind(i64::from(limits.looked_at));
            let looked_at: Vec<(Uuid, Time, bool)> = page.fetch_all(&pool).await?;
            let missing = looked_at.iter().filter(|(_, _, has_vector)| !has_vector).take(limits.returned);
            let missing: Vec<&(Uuid, Time, bool)> = missing.collect();
            let next = next(&looked_at, &missing, limits);
            if missing.is_empty() {
                return Ok(PendingPage { notes: Vec::new(), next });
            }
            let ids: Vec<Uuid> = missing.iter().map(|(id, _, _)| *id).collect();
            let rows: Vec<TextRow> = sqlx::query_as(TEXTS).bind(ids).fetch_all(&pool).await?;
            Ok(PendingPage { notes: rows.into_iter().map(TextRow::into_note).collect(), next })
        };
        self.database.run("note", select).await
    }

    /// Embeds notes and stores their vectors. Returns the number of stored vectors; 0 without an embedder.
    ///
    /// # Errors
    /// The embedder fails, or Postgres is unavailable.
    pub async fn embed_notes(&self, notes: &[PendingNote]) -> Result<u64, EmbedNotesError> {
        let Some(vectors) = self.enabled_vectors().await else { return Ok(0) };
        let texts: Vec<String> = notes.iter().map(|note| note.text.clone()).collect();
        let embedded = vectors.embedder.embed(EmbeddingSide::Passage, &texts).await?;
        let embedded: &Vec<String> = &embedded.iter().map(|vector| to_text(vector)).collect();
        let ids: &Vec<Uuid> = &notes.iter().map(|note| note.id.0).collect();
        let model = vectors.embedder.model();
        let store = |pool: PgPool| async move {
            let store = sqlx::query(STORE).bind(ids).bind(embedded).bind(&model.name).bind(number(model.dimensions));
            Ok(store.execute(&pool).await?.rows_affected())
        };
        let stored = self.database.run("note", store).await?;
        metrics::counter!("auspex_notes_embedded_total").increment(stored);
        Ok(stored)
    }

    async fn enabled_vectors(&self) -> Option<&Vectors> {
        let vectors = self.vectors.as_deref()?;
        vectors.is_enabled(&self.database).await.then_some(vectors)
    }
}

/// A failure to add vectors.
#[derive(Debug, thiserror::Error)]
pub enum EmbedNotesError {
    /// The embedder.
    #[error("notes were not embedded")]
    Embedding(#[from] EmbeddingError),
    /// Postgres.
    #[error("vectors were not stored")]
    Store(#[from] PortError),
}

/// Returns the place behind the notes that were looked at, or behind the last returned one if more are missing.
fn next(
    looked_at: &[(Uuid, Time, bool)],
    missing: &[&(Uuid, Time, bool)],
    limits: PendingLimits,
) -> Option<PendingCursor> {
    let is_cut = missing.len() == limits.returned;
    let last = if is_cut { missing.last().copied() } else { looked_at.last() };
    let is_end = !is_cut && looked_at.len() < usize::try_from(limits.looked_at).unwrap_or(usize::MAX);
    last.filter(|_| !is_end).map(|(id, made_at, _)| PendingCursor(Some((*made_at, *id))))
}

fn number(dimensions: usize) -> i32 {
    i32::try_from(dimensions).unwrap_or(i32::MAX)
}

impl TextRow {
    /// The summary adds the subject to a text that names it by a pronoun; it is left out where it is the text's
    /// beginning.
    fn into_note(self) -> PendingNote {
        let Self { id, summary, text, tags } = self;
        let text = if text.starts_with(&summary) { text } else { format!("{summary}\n{text}") };
        let text = if tags.is_empty() { text } else { format!("{text}\n{}", tags.replace('\n', ", ")) };
        PendingNote { id: JobId(id), text }
    }
}
