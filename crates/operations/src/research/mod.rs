//! Research: what a client has done itself, as a version of an entity's research that only its tenant reads, and
//! research that the fleet does on request: of a question, or of entities.

pub mod entities;
mod sources;
mod submitted;

use domain::access::AccessScope::{Publish, Read};
use domain::event::RetrievalMiss;
use domain::{JobId, Time, miss};
use serde::{Deserialize, Serialize};
use store::Memory;
use store::intake::RequestKey;
use store::memory::GivenVersion;
use utoipa::ToSchema;
use worker::JustInTime;

use crate::events::{self, EventAccepted, Submitter};
use crate::input::{check_query, integer, object};
use crate::progress::{self, Look};
use crate::{Action, Context, OperationError, audit};
pub use sources::SourceDomains;
use submitted::Giver;
pub use submitted::{GivenResearch, TOOL};

/// Maximum sources of a request for research.
const MAX_SOURCES: u32 = 20;
/// Fields of a request that have another name in the contract.
pub(crate) const MISS_FIELDS: &[(&str, &str)] = &[("max_sources", "maxSources")];
/// Maximum pieces of evidence of one request.
const MAX_EVIDENCE: u32 = 20;

/// Research that was stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchStored {
    /// Id of the entity.
    pub entity_id: String,
    /// Version of the entity's research.
    pub version: i64,
    /// Number of findings.
    pub findings: usize,
    /// Findings that cite a supporting source and none that contradicts them.
    pub supported: usize,
    /// Time after which the research is stale.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Time,
}

/// A question to research.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ResearchRequest {
    /// Question or topic.
    #[schema(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$")]
    pub query: String,
    /// Purpose of the research, and what is known already.
    #[serde(default)]
    pub context: String,
    /// Maximum sources, 1 to 20; the fleet's setting if absent.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 20)]
    pub max_sources: Option<u32>,
    /// Web domains that the research may or must not use.
    #[serde(default, deserialize_with = "object")]
    pub sources: Option<SourceDomains>,
}

/// State of requested research.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResearchProgress {
    /// `completed`, `partial`, `failed`, or `running` if it was not finished in time.
    pub status: String,
    /// Summary of the research, or the reason why there is none.
    pub message: String,
    /// Notes that the research resulted in: one for each source that a finding cites.
    pub notes_created: u64,
    /// Notes of this research that are stored.
    pub notes_stored: u64,
    /// Job of the request (UUID).
    pub job: String,
}

/// Stores research about an entity for the tenant. Other tenants do not read it.
///
/// # Errors
/// The research is invalid, the entity does not exist or is being researched, or Postgres is unavailable.
pub async fn store(cx: Context<'_>, given: GivenResearch) -> Result<ResearchStored, OperationError> {
    cx.require(Publish)?;
    let giver = Giver { name: &cx.caller.name, at: cx.now() };
    let (entity, research) = submitted::research(given, &giver)?;
    if cx.store().memory().entity(cx.tenant(), &entity).await?.is_none() {
        return Err(OperationError::no_entity());
    }
    let supported = |finding: &&domain::Finding| finding.status == domain::ClaimStatus::Supported;
    let mut stored = ResearchStored {
        entity_id: entity.to_string(),
        version: 0,
        findings: research.findings.len(),
        supported: research.findings.iter().filter(supported).count(),
        expires_at: research.expires_at,
    };
    let about = JobId::named(&["entity", entity.as_str()]);
    let change = audit::change(cx, Action { action: "research stored", object: entity.to_string(), about });
    let given = GivenVersion { entity, tenant: cx.tenant().clone(), research, change };
    // Keys of versions and the lease are common to all tenants; the number that is returned counts those of this
    // tenant.
    let version = cx.operations.all_tenants.memory().submit_research(&given).await?;
    stored.version = version.ok_or(OperationError::BeingResearched)?;
    Ok(stored)
}

/// Requests research of a question on the web. [`look`] follows it.
///
/// # Errors
/// A field is invalid, the tenant has too many events that are not settled, or Postgres is unavailable.
pub async fn request(
    cx: Context<'_>,
    wanted: ResearchRequest,
    key: Option<RequestKey>,
) -> Result<EventAccepted, OperationError> {
    cx.require(Publish)?;
    cx.require(Read)?;
    check_query("query", &wanted.query)?;
    let max_sources = max_sources(wanted.max_sources, cx.operations.memory)?;
    let ResearchRequest { query, context, sources, .. } = wanted;
    let sources = sources.unwrap_or_default().rules()?;
    let missed = RetrievalMiss { query, score: 0.0, threshold: 1.0, context, max_sources, sources };
    let event = miss::explicit_request_event(cx.tenant().clone(), missed, cx.now());
    let event = events::checked(&event, MISS_FIELDS)?;
    let accepted = events::accept(cx, &event, &Submitter { action: "research requested", key }).await?;
    Ok(EventAccepted::new(&event, accepted))
}

/// Returns the maximum sources of research: those that the caller wants, or the fleet's setting.
pub(crate) fn max_sources(wanted: Option<u32>, settings: JustInTime) -> Result<u32, OperationError> {
    let max_sources = wanted.unwrap_or(settings.max_sources.clamp(1, MAX_SOURCES));
    if !(1..=MAX_SOURCES).contains(&max_sources) {
        return Err(OperationError::invalid("maxSources", format!("must be 1 to {MAX_SOURCES}")));
    }
    Ok(max_sources)
}

/// Looks for the result of requested research.
///
/// # Errors
/// A server of the fleet fails.
pub async fn look(cx: Context<'_>, job: JobId) -> Result<Look<ResearchProgress>, OperationError> {
    let store = cx.store();
    let Some(view) = store.events().load(job).await? else {
        if let Some(verdict) = store.events().verdict(job).await? {
            let message = format!("no research was needed: {}", verdict.reason());
            return Ok(Look::Done(ResearchProgress {
                status: "completed".to_owned(),
                message,
                ..ResearchProgress::empty(job)
            }));
        }
        return failed_or(cx, job, 0, "waiting for the classifier").await;
    };
    if !view.results.iter().any(|(kind, _)| kind == "research") {
        return failed_or(cx, job, view.classification.tasks, "researching").await;
    }
    let mut output = ResearchProgress::empty(job);
    let mut is_partial = false;
    for evidence in store.events().evidence(job, MAX_EVIDENCE).await? {
        let research = &evidence.research;
        is_partial |= !matches!(research.ending, domain::research::Ending::Complete);
        output.notes_created += research.findings.len() as u64;
        output.message = [output.message.as_str(), research.summary.trim()].join(" ").trim().to_owned();
    }
    output.notes_stored = store.memory().count_facts(cx.tenant(), job).await?;
    output.status = if is_partial { "partial" } else { "completed" }.to_owned();
    Ok(Look::Done(output))
}

async fn failed_or(
    cx: Context<'_>,
    job: JobId,
    tasks: u32,
    state: &str,
) -> Result<Look<ResearchProgress>, OperationError> {
    Ok(match progress::dead_letter_of(cx, job, tasks).await? {
        Some(message) => {
            Look::Done(ResearchProgress { status: "failed".to_owned(), message, ..ResearchProgress::empty(job) })
        }
        None => Look::Working(state.to_owned()),
    })
}

impl ResearchProgress {
    /// Describes research that is not finished.
    pub fn running(job: JobId) -> Self {
        let message = "the research was not finished in time; it continues, and retrieve finds its results later";
        Self { status: "running".to_owned(), message: message.to_owned(), ..Self::empty(job) }
    }

    fn empty(job: JobId) -> Self {
        Self { status: String::new(), message: String::new(), notes_created: 0, notes_stored: 0, job: job.to_string() }
    }
}

#[cfg(test)]
mod settings_tests {
    use super::*;

    #[test]
    fn research_without_a_number_of_sources_has_the_setting_of_the_fleet() {
        let settings = |max_sources| JustInTime { enabled: true, threshold: 0.5, max_sources };
        assert_eq!(max_sources(None, settings(7)).ok(), Some(7));
        assert_eq!(max_sources(None, settings(99)).ok(), Some(MAX_SOURCES));
        assert_eq!(max_sources(Some(3), settings(7)).ok(), Some(3));
        assert!(max_sources(Some(0), settings(7)).is_err() && max_sources(Some(21), settings(7)).is_err());
    }
}
