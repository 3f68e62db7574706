//! Knowledge: the common catalogue of entities, and the tenant's own entities, research, notes, events and forecasts.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use domain::event::RetrievalMiss;
use domain::{Entity, EntityId, Event, Time, miss};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Memory;
use store::gateway::NoteRow;
use store::memory::{Recalled, Span};
use utoipa::{IntoParams, ToSchema};

use crate::Gateway;
use crate::access::{Allowed, Publish, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems, check_time, integer};
use crate::page::{Page, PageQuery};
use crate::publish::{self, Submitter};

/// Maximum entities that match exactly. More of one name are told apart by their mints.
const MAX_ENTITIES: usize = 50;
/// Maximum similar entities that are proposed.
const MAX_CANDIDATES: u32 = 10;
/// Maximum items of a timeline.
const MAX_ITEMS: u32 = 500;
/// Maximum characters of a query.
const MAX_QUERY: usize = 4_000;

/// Query parameters of a search for entities.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct EntityQuery {
    /// Mint, symbol or name.
    #[param(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*$")]
    pub name: String,
}

/// Query parameters of a timeline.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineQuery {
    /// Earliest time of an item.
    #[param(value_type = Option<String>, format = DateTime)]
    pub from: Option<Time>,
    /// Latest time of an item.
    #[param(value_type = Option<String>, format = DateTime)]
    pub to: Option<Time>,
    /// Maximum items, 1 to 500; 50 if absent.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u32>,
}

/// A note: one atomic piece of knowledge.
#[derive(Debug, Clone, Serialize, ToSchema)]
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
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Retrieve {
    /// Text to search for.
    #[schema(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*$")]
    pub query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 1, maximum = 100)]
    pub max_results: Option<u32>,
    /// Purpose of the query, passed to the researcher.
    #[serde(default)]
    pub context: String,
}

/// Query parameters of a look-up in memory.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct RetrieveQuery {
    /// Text to search for.
    #[param(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*$")]
    pub query: String,
    /// Maximum results, 1 to 100; 5 if absent.
    #[param(minimum = 1, maximum = 100)]
    pub max_results: Option<u32>,
}

/// Results of a look-up in memory.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Retrieved {
    /// Probability that the results together answer the query, 0 to 1.
    pub confidence: f64,
    /// Results, best first.
    pub results: Vec<RetrievedItem>,
    /// Job of the research that was requested because the confidence was too low (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub research: Option<String>,
}

/// One result of a look-up.
#[derive(Debug, Clone, Serialize, ToSchema)]
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

/// Find entities by mint, symbol or name. Similar names are proposed as candidates, never as the answer.
#[utoipa::path(
    get, path = "/v1/entities", tag = "knowledge", operation_id = "findEntities", security(("token" = ["read"])),
    params(EntityQuery),
    responses((status = 200, description = "At most 50 `entities` that match exactly, verified ones first; `more` is true if there are others; and similar `candidates`", body = Value), Problems),
)]
pub async fn find(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(EntityQuery { name }): Params<EntityQuery>,
) -> Result<Json<Value>, Problem> {
    check_query("name", &name)?;
    let tenant = &allowed.caller.tenant;
    let store = gateway.store(tenant);
    let mut found: BTreeMap<EntityId, Entity> = BTreeMap::new();
    let exact = [store.by_symbol(tenant, &name).await?, store.by_name(tenant, &name).await?].concat();
    found.extend(
        store
            .by_context(tenant, "mint", &name)
            .await?
            .into_iter()
            .chain(exact)
            .map(|entity| (entity.id.clone(), entity)),
    );
    let similar = store.similar(tenant, &name, MAX_CANDIDATES).await?;
    let candidates: Vec<Value> = similar
        .into_iter()
        .filter(|similar| !found.contains_key(&similar.entity.id))
        .map(|similar| json!({ "entity": similar.entity, "score": similar.score }))
        .collect();
    let mut entities: Vec<Entity> = found.into_values().collect();
    entities.sort_by_key(|entity| (!entity.verified, entity.id.clone()));
    let has_more = entities.len() > MAX_ENTITIES;
    entities.truncate(MAX_ENTITIES);
    Ok(Json(json!({ "entities": entities, "candidates": candidates, "more": has_more })))
}

/// Show an entity with its representations and its newest research.
#[utoipa::path(
    get, path = "/v1/entities/{entity}", tag = "knowledge", operation_id = "showEntity", security(("token" = ["read"])),
    params(("entity" = String, Path, description = "Id of the entity (a slug)")),
    responses((status = 200, description = "`entity`, `representations` and `research`", body = Value), Problems),
)]
pub async fn show(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(id): Id<String>,
) -> Result<Json<Value>, Problem> {
    let (id, entity) = entity(&gateway, &allowed, &id).await?;
    let representations = gateway.store(&allowed.caller.tenant).representations(&allowed.caller.tenant, &id).await?;
    let research =
        gateway.store(&allowed.caller.tenant).research(&allowed.caller.tenant, &id).await?.map(
            |stored| json!({ "version": stored.version, "research": proto::v1::Research::from(&stored.research) }),
        );
    Ok(Json(json!({ "entity": entity, "representations": representations, "research": research })))
}

/// Show the timeline of an entity, newest first: research, facts, and the tenant's own events and forecasts.
#[utoipa::path(
    get, path = "/v1/entities/{entity}/timeline", tag = "knowledge", operation_id = "showTimeline",
    security(("token" = ["read"])),
    params(("entity" = String, Path, description = "Id of the entity (a slug)"), TimelineQuery),
    responses((status = 200, description = "Items with `at`, `kind` and `text`", body = Vec<Value>), Problems),
)]
pub async fn timeline(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(id): Id<String>,
    Params(query): Params<TimelineQuery>,
) -> Result<Json<Vec<Value>>, Problem> {
    let limit = query.limit.unwrap_or(50);
    if !(1..=MAX_ITEMS).contains(&limit) {
        return Err(Problem::invalid("limit", format!("must be 1 to {MAX_ITEMS}")));
    }
    check_time("from", query.from)?;
    check_time("to", query.to)?;
    let (id, _) = entity(&gateway, &allowed, &id).await?;
    let span = Span { from: query.from, to: query.to, ..Span::newest(limit) };
    let items = gateway.store(&allowed.caller.tenant).timeline(&allowed.caller.tenant, &id, &span).await?;
    let item = |item: store::memory::TimelineItem| json!({ "at": item.at, "kind": item.kind, "text": item.text });
    Ok(Json(items.into_iter().map(item).collect()))
}

/// List the tenant's notes, newest first.
#[utoipa::path(
    get, path = "/v1/notes", tag = "knowledge", operation_id = "listNotes", security(("token" = ["read"])),
    params(PageQuery),
    responses((status = 200, description = "Notes of the tenant", body = Page<NoteItem>), Problems),
)]
pub async fn notes(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<NoteItem>>, Problem> {
    let limit = query.limit()?;
    let rows =
        gateway.store(&allowed.caller.tenant).notes_of(&allowed.caller.tenant, query.before()?, limit + 1).await?;
    Ok(Json(Page::new(rows, limit, |row| (row.made_at, row.id.to_string()), NoteItem::from)))
}

/// Search memory. Nothing is researched.
#[utoipa::path(
    get, path = "/v1/retrieve", tag = "knowledge", operation_id = "retrieve", security(("token" = ["read"])),
    params(RetrieveQuery),
    responses((status = 200, description = "What memory knows", body = Retrieved), Problems),
)]
pub async fn retrieve(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<RetrieveQuery>,
) -> Result<Json<Retrieved>, Problem> {
    let known = recall(&gateway, &allowed, &query.query, query.max_results).await?;
    Ok(Json(Retrieved::new(known, None)))
}

/// Search memory, and request research if the confidence is too low.
#[utoipa::path(
    post, path = "/v1/retrieve", tag = "knowledge", operation_id = "retrieveOrResearch",
    security(("token" = ["read", "publish"])), request_body = Retrieve,
    responses((status = 200, description = "What memory knows now", body = Retrieved), Problems),
)]
pub async fn retrieve_or_research(
    State(gateway): State<Arc<Gateway>>,
    reader: Allowed<Read>,
    _publisher: Allowed<Publish>,
    JsonBody(wanted, payload): JsonBody<Retrieve>,
) -> Result<Json<Retrieved>, Problem> {
    let known = recall(&gateway, &reader, &wanted.query, wanted.max_results).await?;
    let settings = gateway.memory;
    if !settings.enabled || known.confidence >= settings.threshold || wanted.query.trim().is_empty() {
        return Ok(Json(Retrieved::new(known, None)));
    }
    let missed = RetrievalMiss {
        query: wanted.query,
        score: known.confidence,
        threshold: settings.threshold,
        context: wanted.context,
        max_sources: settings.max_sources.clamp(1, 20),
    };
    let event = miss::miss_event(reader.caller.tenant.clone(), missed, gateway.clock.now());
    let event = Event::try_from(proto::v1::Event::from(&event))?;
    let submitter = Submitter::of(&reader.caller, "requested", &payload)?;
    let accepted = publish::accept(&gateway, &event, &submitter).await?;
    Ok(Json(Retrieved::new(known, Some(accepted.job.to_string()))))
}

async fn entity(gateway: &Gateway, allowed: &Allowed<Read>, id: &str) -> Result<(EntityId, Entity), Problem> {
    let id = EntityId::parse(id).map_err(|_| Problem::no_entity())?;
    let entity = gateway
        .store(&allowed.caller.tenant)
        .entity(&allowed.caller.tenant, &id)
        .await?
        .ok_or_else(Problem::no_entity)?;
    Ok((id, entity))
}

async fn recall(
    gateway: &Gateway,
    allowed: &Allowed<Read>,
    query: &str,
    max_results: Option<u32>,
) -> Result<Recalled, Problem> {
    check_query("query", query)?;
    let limit = max_results.unwrap_or(5);
    if !(1..=100).contains(&limit) {
        return Err(Problem::invalid("max_results", "must be 1 to 100"));
    }
    Ok(gateway.store(&allowed.caller.tenant).retrieve(&allowed.caller.tenant, query, limit).await?)
}

/// Refuses a query that is empty, too long or contains NUL.
///
/// # Errors
/// The query is refused; the error names the field.
pub fn check_query(field: &str, text: &str) -> Result<(), Problem> {
    if text.is_empty() || text.chars().count() > MAX_QUERY || text.contains('\0') {
        return Err(Problem::invalid(field, format!("must have 1 to {MAX_QUERY} characters and no NUL")));
    }
    Ok(())
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
        Self { confidence: known.confidence, results: known.hits.into_iter().map(item).collect(), research }
    }
}

impl From<NoteRow> for NoteItem {
    fn from(row: NoteRow) -> Self {
        let NoteRow { id, text, summary, keywords, tags, kind, source_url, made_at, ended_because } = row;
        Self { id: id.to_string(), text, summary, keywords, tags, kind, source_url, learned_at: made_at, ended_because }
    }
}
