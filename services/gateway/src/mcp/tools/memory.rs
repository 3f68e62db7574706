//! Memory: look-ups, and research on request.

use std::sync::Arc;

use axum::extract::State;
use domain::access::AccessScope::{Publish, Read};
use domain::event::RetrievalMiss;
use domain::{Event, JobId, miss};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access;
use crate::confidence::ConfidenceLevel;
use crate::http::{JsonBody, Params, Problem};
use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting::{self, Look};
use crate::publish::{self, Submitter};
use crate::routes::knowledge::{self, Retrieve, RetrieveQuery, Retrieved, RetrievedItem};

/// Maximum sources of a request for research.
const MAX_SOURCES: u32 = 20;
/// Maximum pieces of evidence of one request.
const MAX_EVIDENCE: u32 = 20;

pub(super) fn all() -> Vec<Tool> {
    let retrieve = About {
        name: "retrieve",
        title: "Search memory",
        description: "Searches the tenant's notes and all research. If the confidence is below the threshold and the token may publish, \
                      research is requested; its results are in memory some minutes later.",
        scopes: &[Read],
        effect: Effect::AddsOnce,
        open_world: false,
    };
    let research = About {
        name: "research_and_store",
        title: "Research a question now",
        description: "Researches a question on the web, waits for the result, and stores it in memory. Costs money and takes minutes.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    vec![retrieve.handled_by(search), research.asking(research_and_store)]
}

/// A look-up in memory.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SearchInput {
    /// Text to search for.
    #[schema(min_length = 1, max_length = 4000)]
    query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[schema(minimum = 1, maximum = 100)]
    max_results: Option<u32>,
    /// Purpose of the query, passed to the researcher.
    #[serde(default)]
    context: String,
}

/// What memory knows.
#[derive(Debug, Serialize, ToSchema)]
struct SearchOutput {
    /// Probability that the results together answer the query, 0 to 1.
    confidence: f64,
    /// The confidence in words.
    confidence_level: ConfidenceLevel,
    /// Results, best first.
    results: Vec<RetrievedItem>,
    /// Job of the research that was requested because the confidence was too low (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    research: Option<String>,
}

async fn search(call: McpCall, input: SearchInput) -> Result<SearchOutput, Fault> {
    let SearchInput { query, max_results, context } = input;
    let gateway = State(Arc::clone(call.server.gateway()));
    let reader = call.granted.allowed::<access::Read>()?;
    let found = match call.granted.allowed::<access::Publish>() {
        Ok(publisher) => {
            let body = JsonBody(Retrieve { query, max_results, context }, call.payload());
            knowledge::retrieve_or_research(gateway, reader, publisher, body).await?
        }
        Err(_) => knowledge::retrieve(gateway, reader, Params(RetrieveQuery { query, max_results })).await?,
    };
    let Retrieved { confidence, results, research } = found.0;
    Ok(SearchOutput { confidence, confidence_level: ConfidenceLevel::of(confidence), results, research })
}

/// A question to research.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ResearchInput {
    /// Question or topic.
    #[schema(min_length = 1, max_length = 4000)]
    query: String,
    /// Purpose of the research, and what is known already.
    #[serde(default)]
    context: String,
    /// Maximum sources, 1 to 20; 1 if absent.
    #[schema(minimum = 1, maximum = 20)]
    max_sources: Option<u32>,
}

/// What became of the research.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResearchOutput {
    /// `completed`, `partial`, `failed`, or `running` if it was not finished in time.
    status: String,
    /// Summary of the research, or the reason why there is none.
    message: String,
    /// Notes that the research resulted in: one for each source that a finding cites.
    notes_created: u64,
    /// Notes of this research that are stored.
    notes_stored: u64,
    /// Job of the request (UUID).
    job: String,
}

async fn research_and_store(call: McpCall, input: ResearchInput) -> Result<McpReply<ResearchOutput>, Fault> {
    knowledge::check_query("query", &input.query)?;
    let max_sources = input.max_sources.unwrap_or(1);
    if !(1..=MAX_SOURCES).contains(&max_sources) {
        return Err(Problem::invalid("maxSources", format!("must be 1 to {MAX_SOURCES}")).into());
    }
    let gateway = call.server.gateway();
    let missed = RetrievalMiss { query: input.query, score: 0.0, threshold: 1.0, context: input.context, max_sources };
    let event = miss::explicit_request_event(call.caller().tenant.clone(), missed, gateway.clock.now());
    let event = Event::try_from(proto::v1::Event::from(&event)).map_err(Problem::from)?;
    let submitter = Submitter::of(call.caller(), "research requested", &call.payload())?;
    let job = publish::accept(gateway, &event, &submitter).await?.job;
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Research { job }));
    }
    let done = waiting::wait(&call, || look(&call, job)).await?;
    Ok(McpReply::Output(done.unwrap_or_else(|| ResearchOutput {
        status: "running".to_owned(),
        message: "the research was not finished in time; it continues, and retrieve finds its results later".to_owned(),
        ..empty(job)
    })))
}

fn empty(job: JobId) -> ResearchOutput {
    ResearchOutput {
        status: String::new(),
        message: String::new(),
        notes_created: 0,
        notes_stored: 0,
        job: job.to_string(),
    }
}

pub(super) async fn look(call: &McpCall, job: JobId) -> Result<Look<ResearchOutput>, Fault> {
    let store = call.server.gateway().store(&call.caller().tenant);
    let Some(view) = store.event(job).await? else {
        if let Some(verdict) = store.verdict(job).await? {
            let message = format!("no research was needed: {}", verdict.reason());
            return Ok(Look::Done(ResearchOutput { status: "completed".to_owned(), message, ..empty(job) }));
        }
        return failed_or(call, job, 0, "waiting for the classifier").await;
    };
    if !view.results.iter().any(|(kind, _)| kind == "research") {
        return failed_or(call, job, view.classification.tasks, "researching").await;
    }
    let mut output = empty(job);
    let mut is_partial = false;
    for evidence in store.evidence_of(job, MAX_EVIDENCE).await? {
        let research = &evidence.research;
        is_partial |= !matches!(research.ending, domain::research::Ending::Complete);
        let cited = |id: &String| research.findings.iter().any(|finding| finding.sources.contains(id));
        let urls: Vec<String> =
            research.sources.iter().filter(|source| cited(&source.id)).map(|source| source.url.clone()).collect();
        output.notes_created += urls.len() as u64;
        output.notes_stored += store.count_notes(&call.caller().tenant, research.made_at, &urls).await?;
        output.message = [output.message.as_str(), research.summary.trim()].join(" ").trim().to_owned();
    }
    output.status = if is_partial { "partial" } else { "completed" }.to_owned();
    Ok(Look::Done(output))
}

async fn failed_or(call: &McpCall, job: JobId, tasks: u32, state: &str) -> Result<Look<ResearchOutput>, Fault> {
    Ok(match waiting::failure(call, job, tasks).await? {
        Some(message) => Look::Done(ResearchOutput { status: "failed".to_owned(), message, ..empty(job) }),
        None => Look::Working(state.to_owned()),
    })
}
