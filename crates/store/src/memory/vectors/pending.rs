//! Notes and research without a vector of the current model, and the vectors that a background task adds.
//!
//! The task walks over all valid notes and then over all valid research, newest first, in pages. No row has a mark that
//! says whether its vector is missing, because a mark would have to change for all rows with the model.

use domain::port::PortError;
use domain::port::embedding::{EmbeddingError, EmbeddingModel, EmbeddingSide};
use domain::{EntityId, JobId, Time};
use uuid::Uuid;

use super::super::facet::PgMemory;
use super::embedding::{self, Vectors, to_text};
use crate::pool::PgPool;
use crate::rows::row;

/// A page of valid notes, newest first, each with whether it has a vector of the model.
const NOTES: &str = "
SELECT n.made_at, n.id, EXISTS (SELECT FROM note_embedding v WHERE v.note = n.id AND v.model = $1 AND v.dimensions = $2)
FROM note n
WHERE n.ended_at IS NULL
  AND (n.made_at, n.id) < (coalesce($3, 'infinity'::timestamptz), coalesce($4, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
ORDER BY n.made_at DESC, n.id DESC LIMIT $5";

/// The same of research. Rows without a tenant were written by an earlier version.
const RESEARCH: &str = "
SELECT r.made_at, r.entity, r.version, EXISTS (
    SELECT FROM research_embedding v WHERE v.entity = r.entity AND v.version = r.version AND v.model = $1 AND v.dimensions = $2)
FROM research r
WHERE r.ended_at IS NULL AND r.tenant IS NOT NULL
  AND (r.made_at, r.entity, r.version) < (coalesce($3, 'infinity'::timestamptz), coalesce($4, ''), coalesce($5, 0::bigint))
ORDER BY r.made_at DESC, r.entity DESC, r.version DESC LIMIT $6";

const NOTE_TEXTS: &str = "
SELECT n.id, n.summary, n.text, n.tags FROM note n WHERE n.id = ANY($1) AND n.ended_at IS NULL
ORDER BY n.made_at DESC, n.id DESC";

const RESEARCH_TEXTS: &str = concat!(
    "SELECT r.entity, r.version, ",
    research_names!(),
    ", r.summary FROM unnest($1::text[], $2::bigint[]) AS k (entity, version)
JOIN research r ON r.entity = k.entity AND r.version = k.version LEFT JOIN entity e ON e.id = r.entity
WHERE r.ended_at IS NULL ORDER BY r.made_at DESC, r.entity DESC, r.version DESC"
);

/// In the order of the key, so that two writers cannot deadlock. A note that was deleted meanwhile is left out.
const STORE_NOTES: &str = "
INSERT INTO note_embedding (note, tenant, model, dimensions, embedding)
SELECT n.id, n.tenant, $3, $4, v.vector::halfvec
FROM unnest($1::uuid[], $2::text[]) AS v (note, vector) JOIN note n ON n.id = v.note
ORDER BY n.id
ON CONFLICT (note) DO UPDATE
SET model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding, made_at = now()";

/// The vectors of the tenant's older versions are deleted: of an entity only the newest research is searched.
const STORE_RESEARCH: &str = "
WITH given AS (
    SELECT r.entity, r.version, r.tenant, r.public, v.vector
    FROM unnest($1::text[], $2::bigint[], $3::text[]) AS v (entity, version, vector)
    JOIN research r ON r.entity = v.entity AND r.version = v.version
), older AS (
    DELETE FROM research_embedding x USING given g
    WHERE x.entity = g.entity AND x.version < g.version AND x.tenant = g.tenant
)
INSERT INTO research_embedding (entity, version, tenant, public, model, dimensions, embedding)
SELECT entity, version, tenant, public, $4, $5, vector::halfvec FROM given ORDER BY entity, version
ON CONFLICT (entity, version) DO UPDATE
SET model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding, made_at = now()";

row! {
    struct NoteTextRow {
        id: Uuid,
        summary: String,
        text: String,
        tags: String,
    }
}

row! {
    struct ResearchTextRow {
        entity: String,
        version: i64,
        names: String,
        summary: String,
    }
}

/// Key of a note in the walk.
type NoteKey = (Time, Uuid);
/// Key of research in the walk: time, entity, version.
type ResearchKey = (Time, String, i64);

/// Place in the walk over all notes and all research; the default is its beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingCursor(WalkPlace);

#[derive(Debug, Clone, PartialEq, Eq)]
enum WalkPlace {
    Notes(Option<NoteKey>),
    Research(Option<ResearchKey>),
}

impl Default for WalkPlace {
    fn default() -> Self {
        Self::Notes(None)
    }
}

impl PendingCursor {
    /// Returns the place of the newest research.
    pub fn research() -> Self {
        Self(WalkPlace::Research(None))
    }
}

/// Something that is found by its vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EmbeddedText {
    /// A note of a tenant.
    Note(JobId),
    /// A version of an entity's research.
    Research(EntityId, i64),
}

/// A text without a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingText {
    /// What the text is of.
    pub of: EmbeddedText,
    /// Text to embed.
    pub text: String,
}

/// A part of the walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingPage {
    /// Texts without a vector, newest first.
    pub texts: Vec<PendingText>,
    /// Place behind the last row that was looked at; `None` at the end of the walk.
    pub next: Option<PendingCursor>,
}

/// Limits of a page.
#[derive(Debug, Clone, Copy)]
pub struct PendingLimits {
    /// Maximum number of rows that are looked at.
    pub looked_at: u32,
    /// Maximum number of texts that are returned.
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

    /// Returns the next texts of the walk that have no vector of the current model; nothing without an embedder or the
    /// extension.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn without_vector(&self, from: PendingCursor, limits: PendingLimits) -> Result<PendingPage, PortError> {
        let Some(vectors) = self.enabled_vectors().await else { return Ok(PendingPage::default()) };
        let model = vectors.embedder.model();
        match from.0 {
            WalkPlace::Notes(after) => self.pending_notes(model, after, limits).await,
            WalkPlace::Research(after) => self.pending_research(model, after.as_ref(), limits).await,
        }
    }

    async fn pending_notes(
        &self,
        model: &EmbeddingModel,
        after: Option<NoteKey>,
        limits: PendingLimits,
    ) -> Result<PendingPage, PortError> {
        let select = |pool: PgPool| async move {
            let page = sqlx::query_as(NOTES).bind(&model.name).bind(number(model.dimensions));
            let page = page.bind(after.map(|it| it.0)).bind(after.map(|it| it.1)).bind(i64::from(limits.looked_at));
            let rows: Vec<(Time, Uuid, bool)> = page.fetch_all(&pool).await?;
            let rows: Vec<(NoteKey, bool)> = rows.into_iter().map(|(at, id, has)| ((at, id), has)).collect();
            let WalkStep { missing, next } = walked(&rows, limits);
            let next = next.map_or(WalkPlace::Research(None), |key| WalkPlace::Notes(Some(key)));
            let ids: Vec<Uuid> = missing.iter().map(|(_, id)| *id).collect();
            let texts: Vec<NoteTextRow> = match ids.is_empty() {
                true => Vec::new(),
                false => sqlx::query_as(NOTE_TEXTS).bind(ids).fetch_all(&pool).await?,
            };
            let texts = texts.into_iter().map(NoteTextRow::into_text).collect();
            Ok(PendingPage { texts, next: Some(PendingCursor(next)) })
        };
        self.database.run("note", select).await
    }

    async fn pending_research(
        &self,
        model: &EmbeddingModel,
        after: Option<&ResearchKey>,
        limits: PendingLimits,
    ) -> Result<PendingPage, PortError> {
        let select = |pool: PgPool| async move {
            let page = sqlx::query_as(RESEARCH).bind(&model.name).bind(number(model.dimensions));
            let page = page.bind(after.map(|it| it.0)).bind(after.map(|it| it.1.as_str())).bind(after.map(|it| it.2));
            let rows: Vec<(Time, String, i64, bool)> = page.bind(i64::from(limits.looked_at)).fetch_all(&pool).await?;
            let keyed = rows.into_iter().map(|(at, entity, version, has)| ((at, entity, version), has));
            let rows: Vec<(ResearchKey, bool)> = keyed.collect();
            let WalkStep { missing, next } = walked(&rows, limits);
            let next = next.map(|key| PendingCursor(WalkPlace::Research(Some(key))));
            let (entities, versions): (Vec<String>, Vec<i64>) =
                missing.into_iter().map(|(_, entity, version)| (entity, version)).unzip();
            let texts: Vec<ResearchTextRow> = match entities.is_empty() {
                true => Vec::new(),
                false => sqlx::query_as(RESEARCH_TEXTS).bind(entities).bind(versions).fetch_all(&pool).await?,
            };
            Ok(PendingPage { texts: texts.into_iter().map(ResearchTextRow::into_text).collect(), next })
        };
        self.database.run("research", select).await
    }

    /// Embeds texts and stores their vectors. Returns the number of stored vectors; 0 without an embedder.
    ///
    /// # Errors
    /// The embedder fails, or Postgres is unavailable.
    pub async fn embed_texts(&self, pending: &[PendingText]) -> Result<u64, EmbedTextsError> {
        let Some(vectors) = self.enabled_vectors().await else { return Ok(0) };
        let texts: Vec<String> = pending.iter().map(|pending| pending.text.clone()).collect();
        let embedded = vectors.embedder.embed(EmbeddingSide::Passage, &texts).await?;
        let rows = &VectorRows::new(pending, &embedded);
        let model = vectors.embedder.model();
        let store = |pool: PgPool| async move {
            let mut stored = 0;
            if !rows.notes.is_empty() {
                let store = sqlx::query(STORE_NOTES).bind(&rows.notes).bind(&rows.note_vectors);
                let store = store.bind(&model.name).bind(number(model.dimensions));
                stored += store.execute(&pool).await?.rows_affected();
            }
            if !rows.entities.is_empty() {
                let store = sqlx::query(STORE_RESEARCH).bind(&rows.entities).bind(&rows.versions);
                let store = store.bind(&rows.research_vectors).bind(&model.name).bind(number(model.dimensions));
                stored += store.execute(&pool).await?.rows_affected();
            }
            Ok(stored)
        };
        let stored = self.database.run("note", store).await?;
        metrics::counter!("auspex_texts_embedded_total").increment(stored);
        Ok(stored)
    }

    async fn enabled_vectors(&self) -> Option<&Vectors> {
        let vectors = self.vectors.as_deref()?;
        vectors.is_enabled(&self.database).await.then_some(vectors)
    }
}

/// A failure to add vectors.
#[derive(Debug, thiserror::Error)]
pub enum EmbedTextsError {
    /// The embedder.
    #[error("texts were not embedded")]
    Embedding(#[from] EmbeddingError),
    /// Postgres.
    #[error("vectors were not stored")]
    Store(#[from] PortError),
}

/// Columns of the vectors of notes and of research.
#[derive(Default)]
struct VectorRows {
    notes: Vec<Uuid>,
    note_vectors: Vec<String>,
    entities: Vec<String>,
    versions: Vec<i64>,
    research_vectors: Vec<String>,
}

impl VectorRows {
    fn new(pending: &[PendingText], vectors: &[Vec<f32>]) -> Self {
        let mut rows = Self::default();
        for (pending, vector) in pending.iter().zip(vectors) {
            match &pending.of {
                EmbeddedText::Note(id) => {
                    rows.notes.push(id.0);
                    rows.note_vectors.push(to_text(vector));
                }
                EmbeddedText::Research(entity, version) => {
                    rows.entities.push(entity.to_string());
                    rows.versions.push(*version);
                    rows.research_vectors.push(to_text(vector));
                }
            }
        }
        rows
    }
}

/// The part of a page without vectors, and the place behind it.
struct WalkStep<K> {
    missing: Vec<K>,
    next: Option<K>,
}

/// Returns the keys without a vector, and the place behind the rows that were looked at, or behind the last returned
/// one if more are missing.
fn walked<K: Clone>(rows: &[(K, bool)], limits: PendingLimits) -> WalkStep<K> {
    let missing = rows.iter().filter(|(_, has_vector)| !has_vector).map(|(key, _)| key.clone());
    let missing: Vec<K> = missing.take(limits.returned).collect();
    let is_cut = missing.len() == limits.returned;
    let last = if is_cut { missing.last() } else { rows.last().map(|(key, _)| key) };
    let is_end = !is_cut && rows.len() < usize::try_from(limits.looked_at).unwrap_or(usize::MAX);
    let next = last.filter(|_| !is_end).cloned();
    WalkStep { missing, next }
}

fn number(dimensions: usize) -> i32 {
    i32::try_from(dimensions).unwrap_or(i32::MAX)
}

impl NoteTextRow {
    /// The summary adds the subject to a text that names it by a pronoun; it is left out where it is the text's
    /// beginning.
    fn into_text(self) -> PendingText {
        let Self { id, summary, text, tags } = self;
        let text = if text.starts_with(&summary) { text } else { format!("{summary}\n{text}") };
        let text = if tags.is_empty() { text } else { format!("{text}\n{}", tags.replace('\n', ", ")) };
        PendingText { of: EmbeddedText::Note(JobId(id)), text }
    }
}

impl ResearchTextRow {
    fn into_text(self) -> PendingText {
        let Self { entity, version, names, summary } = self;
        let id = EntityId::parse(&entity).unwrap_or_else(|_| EntityId::slug(&entity));
        let text = format!("{}\n{summary}", names.replace('\n', ", "));
        PendingText { of: EmbeddedText::Research(id, version), text }
    }
}
