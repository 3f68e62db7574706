//! Memory: the tenant's notes, and look-ups that may request research.

mod finding;
mod given;

use std::collections::BTreeMap;

use domain::access::AccessScope::{Publish, Read};
use domain::event::RetrievalMiss;
use domain::{Event, Tenant, Time, miss};
use serde::{Deserialize, Serialize};
use store::Memory;
use store::intake::RequestKey;
use store::memory::NoteRow;
use store::memory::Recalled;
use tools::MemoryLookUp;
use utoipa::{IntoParams, ToSchema};
use worker::JustInTime;

use crate::audit::Action;
use crate::events::{self, Submitter};
use crate::input::{check_query, entity_filter, integer, object};
use crate::research::{MISS_FIELDS, SourceDomains, max_sources};
use crate::{ConfidenceLevel, Context, OperationError, Page, PageQuery};
pub use finding::{EarlierFact, FactDetails, FactSource, FactStatus};
pub use given::{DocumentNotes, GivenDocument};

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
    /// Id of the note that replaced it; absent if there is none.
    pub ended_by: Option<String>,
    /// Time at which a source of the fact was last read.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub seen_at: Option<Time>,
}

/// A look-up in memory.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Retrieve {
    /// Text to search for.
    #[schema(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$")]
    pub query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[serde(default, alias = "max_results", deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 100)]
    pub max_results: Option<u32>,
    /// Purpose of the query, passed to the researcher.
    #[serde(default)]
    pub context: String,
    /// Maximum sources that the research reads, 1 to 20; the fleet's setting if absent.
    #[serde(default, alias = "max_sources", deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 20)]
    pub max_sources: Option<u32>,
    /// Researches the query if memory does not answer it. This costs money.
    #[serde(default)]
    pub research: bool,
    /// Researches the query even if memory answers it. This costs money.
    #[serde(default)]
    pub fresh: bool,
    /// Web domains that the research may or must not use.
    #[serde(default, deserialize_with = "object")]
    pub sources: Option<SourceDomains>,
}

/// Query parameters of a look-up in memory.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct RetrieveQuery {
    /// Text to search for.
    #[param(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$")]
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
    /// Present and true if the look-up should have compared vectors and could not, so that it used words alone: texts
    /// in other words or languages than the query may be missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lexical_only: bool,
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
    /// The fact that a note states, with its sources; absent for research.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<FactDetails>,
}

/// Query parameters of the list of notes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct NoteQuery {
    /// Only notes that research of this entity (its id) saw; the newest 10,000 of them are followed.
    #[param(min_length = 1, max_length = 120)]
    #[schema(min_length = 1, max_length = 120)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    #[schema(minimum = 1, maximum = 200)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// `next` of the previous page; any other text is refused with 422.
    #[param(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    #[schema(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Returns a page of the tenant's notes, newest first.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn notes(cx: Context<'_>, query: &NoteQuery) -> Result<Page<NoteItem>, OperationError> {
    Ok(notes_counted(cx, query).await?.0)
}

/// Returns a page of the tenant's notes, newest first; and of those about an entity the number on all pages.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn notes_counted(
    cx: Context<'_>,
    query: &NoteQuery,
) -> Result<(Page<NoteItem>, Option<u64>), OperationError> {
    cx.require(Read)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor.clone() };
    let (memory, limit, before) = (cx.store().memory(), page.limit()?, page.before()?);
    let (rows, count) = match entity_filter(query.entity.as_deref())? {
        Some(entity) => {
            let (rows, count) = memory.notes_about(&entity, cx.tenant(), (before, limit + 1)).await?;
            (rows, Some(count))
        }
        None => (memory.notes(cx.tenant(), before, limit + 1).await?, None),
    };
    Ok((Page::new(rows, limit, |row| (row.made_at, row.id.to_string()), NoteItem::from), count))
}

/// Adds the passages of a document to the tenant's notes. No other tenant reads them.
///
/// # Errors
/// A field is invalid, or Postgres is unavailable.
pub async fn remember(cx: Context<'_>, given: &GivenDocument) -> Result<DocumentNotes, OperationError> {
    cx.require(Publish)?;
    let notes = given::notes(given, cx.tenant(), cx.now())?;
    let ids = notes.iter().map(|note| note.id.to_string()).collect();
    let object = format!("{} notes", notes.len());
    let about = notes[0].id;
    cx.store().memory().add_notes(notes).await?;
    cx.record(Action { action: "notes added", object, about }).await;
    Ok(DocumentNotes { notes: ids })
}

/// Searches memory. Nothing is researched.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn retrieve(cx: Context<'_>, query: &RetrieveQuery) -> Result<Retrieved, OperationError> {
    cx.require(Read)?;
    let known = recall(cx, &query.query, query.max_results).await?;
    detailed(cx, known, None).await
}

/// Searches memory, and requests research if the caller wants it and the confidence is too low.
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
    // What is shown may be older than what answers.
    let look_up = MemoryLookUp { tenant: cx.tenant(), query: &wanted.query, now: cx.now() };
    let confidence = look_up.fresh(&cx.store().memory(), known.clone()).await?.confidence;
    let Some(request) = research(wanted, confidence, cx.operations.memory)? else {
        return detailed(cx, known, None).await;
    };
    let event = request.event(cx.tenant().clone(), cx.now());
    let event = events::checked(&event, MISS_FIELDS)?;
    let accepted = events::accept(cx, &event, &Submitter { action: "requested", key }).await?;
    detailed(cx, known, Some(accepted.job.to_string())).await
}

/// Adds the facts of the notes to the hits.
async fn detailed(cx: Context<'_>, known: Recalled, research: Option<String>) -> Result<Retrieved, OperationError> {
    let facts = finding::of_hits(&cx.store().memory(), cx.tenant(), &known.hits).await?;
    Ok(Retrieved::new(known, facts, research))
}

/// A request for research.
enum MemoryRequest {
    /// The caller wants new research, regardless of what memory knows.
    Fresh(RetrievalMiss),
    /// The caller wants research because memory does not answer the query.
    Wanted(RetrievalMiss),
    /// Memory does not answer the query, and the fleet researches such look-ups unasked.
    Missed(RetrievalMiss),
}

impl MemoryRequest {
    fn event(self, tenant: Tenant, now: Time) -> Event {
        match self {
            Self::Fresh(missed) => miss::explicit_request_event(tenant, missed, now),
            Self::Wanted(missed) => miss::requested_miss_event(tenant, missed, now),
            Self::Missed(missed) => miss::miss_event(tenant, missed, now),
        }
    }
}

/// Returns the request for research: always if the caller wants fresh research, otherwise if the confidence is too low
/// and either the caller wants it or the fleet researches look-ups unasked.
fn research(wanted: Retrieve, confidence: f64, settings: JustInTime) -> Result<Option<MemoryRequest>, OperationError> {
    let max_sources = max_sources(wanted.max_sources, settings)?;
    let is_unsure = confidence < settings.threshold && !wanted.query.trim().is_empty();
    let Retrieve { query, context, research, fresh, sources, .. } = wanted;
    let sources = sources.unwrap_or_default().rules()?;
    let threshold = settings.threshold;
    let missed = RetrievalMiss { query, score: confidence, threshold, context, max_sources, sources };
    Ok(match (fresh, is_unsure) {
        (true, _) => Some(MemoryRequest::Fresh(missed)),
        (false, true) if research => Some(MemoryRequest::Wanted(missed)),
        (false, true) if settings.enabled => Some(MemoryRequest::Missed(missed)),
        _ => None,
    })
}

async fn recall(cx: Context<'_>, query: &str, max_results: Option<u32>) -> Result<Recalled, OperationError> {
    check_query("query", query)?;
    let limit = max_results.unwrap_or(DEFAULT_RESULTS);
    if !(1..=MAX_RESULTS).contains(&limit) {
        return Err(OperationError::invalid("maxResults", format!("must be 1 to {MAX_RESULTS}")));
    }
    Ok(cx.store().memory().retrieve(cx.tenant(), query, limit).await?)
}

impl Retrieved {
    fn new(known: Recalled, mut facts: BTreeMap<String, FactDetails>, research: Option<String>) -> Self {
        let item = |hit: store::memory::Retrieved| RetrievedItem {
            fact: facts.remove(&hit.id).filter(|_| hit.kind == "note"),
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
        let (confidence, lexical_only) = (known.confidence, known.lexical_only);
        let confidence_level = ConfidenceLevel::of(confidence);
        Self { confidence, confidence_level, results, research, lexical_only }
    }
}

impl From<NoteRow> for NoteItem {
    fn from(row: NoteRow) -> Self {
        let NoteRow { id, text, summary, keywords, tags, kind, source_url, made_at, ended_because, ended_by, seen_at } =
            row;
        let (id, ended_by) = (id.to_string(), ended_by.map(|by| by.to_string()));
        Self {
            id,
            text,
            summary,
            keywords,
            tags,
            kind,
            source_url,
            learned_at: made_at,
            ended_because,
            ended_by,
            seen_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::EventKind;

    use super::*;

    const SETTINGS: JustInTime = JustInTime { enabled: true, threshold: 0.5, max_sources: 5 };

    fn asked(body: &str, confidence: f64, settings: JustInTime) -> Option<Event> {
        let wanted = serde_json::from_str(body).unwrap();
        let request = research(wanted, confidence, settings).unwrap();
        request.map(|request| request.event(Tenant::default(), Time::UNIX_EPOCH))
    }

    #[test]
    fn research_is_requested_only_for_a_low_confidence() {
        let query = r#"{"query":"who runs it?","maxSources":3}"#;
        let Some(EventKind::RetrievalMiss(missed)) = asked(query, 0.49, SETTINGS).map(|event| event.kind) else {
            panic!("a miss")
        };
        assert_eq!((missed.score, missed.threshold, missed.max_sources), (0.49, 0.5, 3));
        assert_eq!(asked(query, 0.5, SETTINGS), None);
        assert_eq!(asked(query, 0.1, JustInTime { enabled: false, ..SETTINGS }), None);
        assert_eq!(asked(query, 0.3, JustInTime { threshold: 0.2, ..SETTINGS }), None);
    }

    #[test]
    fn a_fleet_that_researches_nothing_unasked_researches_what_the_caller_wants() {
        let off = JustInTime { enabled: false, ..SETTINGS };
        let wanted = |body: &str, confidence| asked(body, confidence, off).map(|event| event.source);
        assert_eq!(wanted(r#"{"query":"q","research":true}"#, 0.1).as_deref(), Some(miss::WANTED_SOURCE));
        assert_eq!(wanted(r#"{"query":"q","research":true}"#, 0.99), None, "memory answers");
        assert_eq!(wanted(r#"{"query":"q","fresh":true}"#, 0.99).as_deref(), Some(miss::BY_HAND_SOURCE));
        assert_eq!(wanted(r#"{"query":"q"}"#, 0.1), None);
    }

    #[test]
    fn domains_of_sources_are_part_of_the_request_and_checked() {
        let body = r#"{"query":"q","research":true,"sources":{"allow":["sec.gov"]}}"#;
        let Some(EventKind::RetrievalMiss(missed)) = asked(body, 0.1, SETTINGS).map(|event| event.kind) else {
            panic!("a miss")
        };
        assert_eq!(missed.sources.to_string(), "only sec.gov");
        let wanted = serde_json::from_str(r#"{"query":"q","sources":{"deny":["https://a.org"]}}"#).unwrap();
        let error = research(wanted, 0.1, SETTINGS).err().unwrap().to_string();
        assert!(error.contains("sources.deny") && error.contains("is not a domain"), "{error}");
    }
}
