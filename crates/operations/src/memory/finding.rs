//! What memory knows about the fact of a note: its sources with their words, its dates, and the values that it
//! replaced.

use std::collections::BTreeMap;

use domain::note::{NoteSource, StoredNote};
use domain::{JobId, Tenant, Time};
use serde::{Deserialize, Serialize};
use store::memory::{PgMemory, ReplacedFact};
use store::{Memory, memory};
use utoipa::ToSchema;

use crate::OperationError;

/// The fact of a note.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FactDetails {
    /// Whether another value of the fact was known before.
    pub status: FactStatus,
    /// Question of the research in which it was seen first.
    pub question: String,
    /// Date of the fact: publication of its newest source, or the research if no source is dated.
    #[schema(value_type = String, format = DateTime)]
    pub dated: Time,
    /// Time at which a source was last read that states it.
    #[schema(value_type = String, format = DateTime)]
    pub seen_at: Time,
    /// Sources that state it, best tier first.
    pub sources: Vec<FactSource>,
    /// Earlier values that it replaced, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<EarlierFact>,
}

/// State of a fact that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FactStatus {
    /// No other value is known.
    Current,
    /// It replaced an earlier value.
    Updated,
}

/// A source of a fact.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FactSource {
    /// Address of the source.
    pub url: String,
    /// Title of the source.
    pub title: String,
    /// Publisher of the source.
    pub publisher: String,
    /// `official`, `secondary` or `other`.
    pub tier: String,
    /// Verbatim words of the source; may be empty.
    pub quote: String,
    /// Time of its publication, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Time>,
    /// Time at which it was read.
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Time,
}

/// A value that another one replaced.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EarlierFact {
    /// Id of its note (UUID).
    pub id: String,
    /// Statement of the finding, one sentence.
    pub text: String,
    /// End of its validity.
    #[schema(value_type = String, format = DateTime)]
    pub ended_at: Time,
    /// Reason for the end.
    pub ended_because: String,
}

/// Reads the facts of the notes among the hits, by the id of the note.
pub(super) async fn of_hits(
    memory: &PgMemory,
    tenant: &Tenant,
    hits: &[memory::Retrieved],
) -> Result<BTreeMap<String, FactDetails>, OperationError> {
    let notes = hits.iter().filter(|hit| hit.kind == "note");
    let ids: Vec<JobId> = notes.filter_map(|hit| hit.id.parse().ok()).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (notes, replaced) = (memory.notes_by_id(tenant, &ids).await?, memory.replaced_facts(tenant, &ids).await?);
    let details = |note: StoredNote| Some((note.note.id.to_string(), FactDetails::new(note, &replaced)?));
    Ok(notes.into_iter().filter_map(details).collect())
}

impl FactDetails {
    fn new(stored: StoredNote, replaced: &[ReplacedFact]) -> Option<Self> {
        let (id, sources) = (stored.note.id, stored.note.sources);
        let fact = stored.note.fact?;
        let replaced: Vec<EarlierFact> = replaced.iter().filter(|old| old.by == id).map(EarlierFact::from).collect();
        Some(Self {
            status: if replaced.is_empty() { FactStatus::Current } else { FactStatus::Updated },
            question: fact.question,
            dated: fact.dated,
            seen_at: fact.seen_at,
            sources: sources.into_iter().map(FactSource::from).collect(),
            replaced,
        })
    }
}

impl From<NoteSource> for FactSource {
    fn from(NoteSource { source, quote }: NoteSource) -> Self {
        Self {
            tier: source.tier.name().to_owned(),
            url: source.url,
            title: source.title,
            publisher: source.publisher,
            quote,
            published_at: source.published_at,
            fetched_at: source.fetched_at,
        }
    }
}

impl From<&ReplacedFact> for EarlierFact {
    fn from(old: &ReplacedFact) -> Self {
        let (ended_at, ended_because) = (old.ended.at, old.ended.because.clone());
        Self { id: old.id.to_string(), text: old.text.clone(), ended_at, ended_because }
    }
}
