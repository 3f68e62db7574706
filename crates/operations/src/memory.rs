//! Memory: the tenant's notes, and look-ups that may request research.

use domain::access::AccessScope::{Publish, Read};
use domain::event::RetrievalMiss;
use domain::{Event, Time, miss};
use serde::{Deserialize, Serialize};
use store::Memory;
use store::gateway::{NoteRow, RequestKey};
use store::memory::Recalled;
use utoipa::{IntoParams, ToSchema};

use crate::events::{self, Submitter};
use crate::input::{check_query, integer};
use crate::{ConfidenceLevel, Context, OperationError, Page, PageQuery};

/// Results of a look-up, and their maximum.
const DEFAULT_RESULTS: u32 = 5;
const MAX_RESULTS: u32 = 100;

/// A note: one atomic piece of knowledge.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NoteItem {
    /// Id of the note (UUID).
    pub id: String,
    /// Text of the note.
    pub text: String,
    /// Summary in one sentence.
    pub summary: String,
    /// Keywords for the search.
    pub keywords: Vec<String>,
    /// Tags of the topic.
    pub tags: Vec<String>,
    /// Type of the note.
    pub kind: String,
    /// Address of its source.
    pub source_url: String,
    /// Time at which the fleet learned it.
    #[schema(value_type = String, format = DateTime)]
    pub learned_at: Time,
    /// Reason for the end of its validity; absent while it is valid.
    pub ended_because: Option<String>,
}

/// A look-up in memory.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Retrieve {
    /// Text to search for.
    #[schema(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*$")]
    pub query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[serde(default, alias = "max_results", deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 100)]
    pub max_results: Option<u32>,
    /// Purpose of the query, passed to the researcher.
    #[serde(default)]
    pub context: String,
}

/// Query parameters of a look-up in memory.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct RetrieveQuery {
    /// Text to search for.
    #[param(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*$")]
    pub query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[serde(rename = "maxResults", alias = "max_results")]
    #[param(minimum = 1, maximum = 100)]
    pub max_results: Option<u32>,
}

/// Results of a look-up in memory.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Retrieved {
    /// Probability that the results together answer the query, 0 to 1.
    pub confidence: f64,
    /// The confidence in words.
    pub confidence_level: ConfidenceLevel,
    /// Results, best first.
    pub results: Vec<RetrievedItem>,
    /// Job of the research that was requested because the confidence was too low (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub research: Option<String>,
}

/// One result of a look-up.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RetrievedItem {
    /// Kind of the result: `note` or `research`.
    pub kind: String,
    /// Id of the note, or of the entity.
    pub id: String,
    /// Probability that this result alone answers the query, 0 to 1.
    pub confidence: f64,
    /// Summary in one sentence.
    pub summary: String,
    /// Complete text of the result.
    pub text: String,
    /// Address of the source; empty for research, which has several.
    pub source_url: String,
    /// Time at which the fleet learned it.
    #[schema(value_type = String, format = DateTime)]
    pub learned_at: Time,
    /// Ids of related notes.
    pub related: Vec<String>,
}

/// Returns a page of the tenant's notes, newest first.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn notes(cx: Context<'_>, query: &PageQuery) -> Result<Page<NoteItem>, OperationError> {
    cx.require(Read)?;
    let limit = query.limit()?;
    let rows = cx.store().notes_of(cx.tenant(), query.before()?, limit + 1).await?;
    Ok(Page::new(rows, limit, |row| (row.made_at, row.id.to_string()), NoteItem::from))
}

/// Searches memory. Nothing is researched.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn retrieve(cx: Context<'_>, query: &RetrieveQuery) -> Result<Retrieved, OperationError> {
    cx.require(Read)?;
    Ok(Retrieved::new(recall(cx, &query.query, query.max_results).await?, None))
}

/// Searches memory, and requests research if the confidence is too low.
///
/// # Errors
/// The query is invalid, the tenant has too many events that are not settled, or Postgres is unavailable.
pub async fn retrieve_or_research(
    cx: Context<'_>,
    wanted: Retrieve,
    key: Option<RequestKey>,
) -> Result<Retrieved, OperationError> {
    cx.require(Read)?;
    cx.require(Publish)?;
    let known = recall(cx, &wanted.query, wanted.max_results).await?;
    let settings = cx.operations.memory;
    if !settings.enabled || known.confidence >= settings.threshold || wanted.query.trim().is_empty() {
        return Ok(Retrieved::new(known, None));
    }
    let missed = RetrievalMiss {
        query: wanted.query,
        score: known.confidence,
        threshold: settings.threshold,
        context: wanted.context,
        max_sources: settings.max_sources.clamp(1, 20),
    };
    let event = miss::miss_event(cx.tenant().clone(), missed, cx.now());
    let event = Event::try_from(proto::v1::Event::from(&event))?;
    let accepted = events::accept(cx, &event, &Submitter { action: "requested", key }).await?;
    Ok(Retrieved::new(known, Some(accepted.job.to_string())))
}

async fn recall(cx: Context<'_>, query: &str, max_results: Option<u32>) -> Result<Recalled, OperationError> {
    check_query("query", query)?;
    let limit = max_results.unwrap_or(DEFAULT_RESULTS);
    if !(1..=MAX_RESULTS).contains(&limit) {
        return Err(OperationError::invalid("max_results", format!("must be 1 to {MAX_RESULTS}")));
    }
    Ok(cx.store().retrieve(cx.tenant(), query, limit).await?)
}

impl Retrieved {
    fn new(known: Recalled, research: Option<String>) -> Self {
        let item = |hit: store::memory::Retrieved| RetrievedItem {
            kind: hit.kind,
            id: hit.id,
            confidence: hit.score,
            summary: hit.summary,
            text: hit.text,
            source_url: hit.source_url,
            learned_at: hit.at,
            related: hit.related,
        };
        let results = known.hits.into_iter().map(item).collect();
        let confidence_level = ConfidenceLevel::of(known.confidence);
        Self { confidence: known.confidence, confidence_level, results, research }
    }
}

impl From<NoteRow> for NoteItem {
    fn from(row: NoteRow) -> Self {
        let NoteRow { id, text, summary, keywords, tags, kind, source_url, made_at, ended_because } = row;
        Self { id: id.to_string(), text, summary, keywords, tags, kind, source_url, learned_at: made_at, ended_because }
    }
}
