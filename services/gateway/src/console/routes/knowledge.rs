//! Memory, entities, and the look-up of an id.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::memory::{EntityView, SearchView, entity, notes, search};
use console::text::encoded;
use console::{Body, Section};
use domain::{Entity, Research};
use operations::entities::{self, EntityDetail, EntityHistoryQuery, EntityQuery, TimelineQuery, VersionedResearch};
use operations::find::{self, FindQuery, IdKind, IdMatch};
use operations::memory::{self, NoteQuery, RetrieveQuery};
use operations::runs::{self, RunQuery};
use operations::{Context, OperationError, reports};

use super::{field, filter};
use crate::console::answer::see_other;
use crate::console::gate::Viewer;

/// Passages of a search.
const MAX_PASSAGES: u32 = 20;
/// Runs and notes on the page of an entity.
const MAX_USES: u32 = 5;
/// Kinds of items in the timeline of an entity.
const TIMELINE: &str = "research,event,forecast";

/// Searches memory, or lists its newest notes.
pub(in crate::console) async fn memory(viewer: Viewer, uri: Uri) -> Response {
    let body = match field(&uri, "q") {
        Some(query) => searched(&viewer, query.trim()).await,
        None => newest(&viewer, &uri).await,
    };
    viewer.show(Section::Memory, body)
}

async fn newest(viewer: &Viewer, uri: &Uri) -> Result<Body, OperationError> {
    let query: NoteQuery = filter(uri, &["q"])?;
    let page = memory::notes(viewer.cx(), &query).await?;
    Ok(notes(&page, &query, viewer.now()))
}

async fn searched(viewer: &Viewer, query: &str) -> Result<Body, OperationError> {
    let wanted = RetrieveQuery { query: query.to_owned(), max_results: Some(MAX_PASSAGES) };
    let name = EntityQuery { name: query.to_owned() };
    let (found, named) = tokio::try_join!(memory::retrieve(viewer.cx(), &wanted), entities::find(viewer.cx(), &name))?;
    let similar: Vec<Entity> = named.candidates.into_iter().map(|similar| similar.entity).collect();
    Ok(search(&SearchView { query, entities: &named.entities, similar: &similar, found: &found, now: viewer.now() }))
}

/// Shows an entity.
pub(in crate::console) async fn show(viewer: Viewer, Path(id): Path<String>) -> Response {
    let body = shown(&viewer, &id).await;
    viewer.show(Section::Memory, body)
}

async fn shown(viewer: &Viewer, id: &str) -> Result<Body, OperationError> {
    let cx = viewer.cx();
    let newest = EntityHistoryQuery::default();
    // The facts of the history have both times: that of their validity and that at which they were learned.
    let beside_facts = TimelineQuery { kinds: Some(TIMELINE.to_owned()), ..TimelineQuery::default() };
    let (entity_named, limit) = (Some(id.to_owned()), Some(MAX_USES));
    let of_runs = RunQuery { entity: entity_named.clone(), limit, ..RunQuery::default() };
    let of_notes = NoteQuery { entity: entity_named, limit, cursor: None };
    let (detail, timeline, history, has_report) = tokio::try_join!(
        entities::show(cx, id),
        entities::timeline(cx, id, beside_facts),
        entities::history(cx, id, &newest),
        has_report(cx, id),
    )?;
    let ((used, run_count), (noted, note_count)) =
        tokio::try_join!(runs::list_counted(cx, &of_runs), memory::notes_counted(cx, &of_notes))?;
    let EntityDetail { entity: shown, representations, research } = detail;
    let research = research.and_then(readable);
    Ok(entity(&EntityView {
        entity: &shown,
        representations: &representations,
        research: research.as_ref(),
        history: &history,
        timeline: &timeline,
        runs: (&used.items, run_count),
        notes: (&noted.items, note_count.unwrap_or_default()),
        has_report,
        now: viewer.now(),
    }))
}

/// Returns `true` if there is a report about an entity. Research that a client has stored has none.
async fn has_report(cx: Context<'_>, id: &str) -> Result<bool, OperationError> {
    reports::exists(cx, &entities::report_key(cx, id).await?).await
}

/// Returns research with its version; `None` if it is of another version of Auspex.
fn readable(VersionedResearch { version, research }: VersionedResearch) -> Option<(u64, Research)> {
    Some((u64::try_from(version).unwrap_or(0), Research::try_from(research).ok()?))
}

/// Opens what an id names; other text is searched in memory.
pub(in crate::console) async fn find(viewer: Viewer, uri: Uri) -> Response {
    let text = field(&uri, "text").unwrap_or_default();
    let query = FindQuery { text: text.trim().to_owned(), kind: None };
    let matches = find::find(viewer.cx(), &query).await.unwrap_or_default();
    match matches.first() {
        Some(first) => see_other(&address(first)),
        None if query.text.is_empty() => see_other("/console/memory"),
        None => see_other(&format!("/console/memory?q={}", encoded(&query.text))),
    }
}

fn address(found: &IdMatch) -> String {
    let id = found.id;
    match found.kind {
        IdKind::Run => format!("/console/runs/{id}"),
        IdKind::Event => format!("/console/events/{id}"),
        IdKind::Review => format!("/console/reviews/{id}"),
        IdKind::DeadLetter => format!("/console/dead-letters/{id}"),
        IdKind::Webhook => "/console/setup".to_owned(),
    }
}
