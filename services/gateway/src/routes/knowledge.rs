//! Knowledge: the common catalogue of entities, and the tenant's own entities, research, notes, events and forecasts.

use axum::Json;
use axum::http::HeaderMap;
use axum::response::Response;
use operations::Page;
use operations::entities::{
    self, EntityDetail, EntityHistory, EntityHistoryQuery, EntityMatches, EntityQuery, OwnEntityList, OwnEntityQuery,
    TimelineItem, TimelineQuery,
};
use operations::find::{FindQuery, IdMatch};
use operations::memory::{self, DocumentNotes, GivenDocument, NoteItem, NoteQuery, Retrieve, RetrieveQuery, Retrieved};

use crate::access::{Allowed, Publish, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems, request_key};

/// Find entities by mint or another key, symbol, or name in any script. Similar names are proposed as candidates, never
/// as the answer.
#[utoipa::path(
    get, path = "/v1/entities", tag = "knowledge", operation_id = "findEntities", security(("token" = ["read"])),
    params(EntityQuery),
    responses((status = 200, description = "At most 50 `entities` that match exactly, verified ones first; `more` is true if there are others; and similar `candidates`", body = Value), Problems),
)]
pub async fn find(allowed: Allowed<Read>, Params(query): Params<EntityQuery>) -> Result<Json<EntityMatches>, Problem> {
    Ok(Json(entities::find(allowed.cx(), &query).await?))
}

/// List the entities that the tenant has written, ordered by id.
#[utoipa::path(
    get, path = "/v1/own-entities", tag = "knowledge", operation_id = "listOwnEntities", security(("token" = ["read"])),
    params(OwnEntityQuery),
    responses((status = 200, description = "Entities of the tenant", body = OwnEntityList), Problems),
)]
pub async fn own(
    allowed: Allowed<Read>,
    Params(query): Params<OwnEntityQuery>,
) -> Result<Json<OwnEntityList>, Problem> {
    Ok(Json(entities::list_own(allowed.cx(), &query).await?))
}

/// Show an entity with its representations and its newest research.
#[utoipa::path(
    get, path = "/v1/entities/{entity}", tag = "knowledge", operation_id = "showEntity", security(("token" = ["read"])),
    params(("entity" = String, Path, description = "Id of the entity (a slug)")),
    responses((status = 200, description = "`entity`, `representations` and `research`", body = Value), Problems),
)]
pub async fn show(allowed: Allowed<Read>, Id(id): Id<String>) -> Result<Json<EntityDetail>, Problem> {
    Ok(Json(entities::show(allowed.cx(), &id).await?))
}

/// Show the timeline of an entity, newest first: research, facts, and the tenant's own events and forecasts.
#[utoipa::path(
    get, path = "/v1/entities/{entity}/timeline", tag = "knowledge", operation_id = "showTimeline",
    security(("token" = ["read"])),
    params(("entity" = String, Path, description = "Id of the entity (a slug)"), TimelineQuery),
    responses((status = 200, description = "Items of the timeline", body = Vec<TimelineItem>), Problems),
)]
pub async fn timeline(
    allowed: Allowed<Read>,
    Id(id): Id<String>,
    Params(query): Params<TimelineQuery>,
) -> Result<Json<Vec<TimelineItem>>, Problem> {
    Ok(Json(entities::timeline(allowed.cx(), &id, query).await?))
}

/// Show how the research about an entity changed from version to version, and when its facts were true.
#[utoipa::path(
    get, path = "/v1/entities/{entity}/history", tag = "knowledge", operation_id = "showEntityHistory",
    security(("token" = ["read"])),
    params(("entity" = String, Path, description = "Id of the entity (a slug)"), EntityHistoryQuery),
    responses((status = 200, description = "Versions of the research and facts, newest first", body = EntityHistory), Problems),
)]
pub async fn history(
    allowed: Allowed<Read>,
    Id(id): Id<String>,
    Params(query): Params<EntityHistoryQuery>,
) -> Result<Json<EntityHistory>, Problem> {
    Ok(Json(entities::history(allowed.cx(), &id, &query).await?))
}

/// Show the report of an entity's newest research, in Markdown, as a page or as a PDF, as `Accept` names it.
#[utoipa::path(
    get, path = "/v1/entities/{entity}/report", tag = "knowledge", operation_id = "showEntityReport",
    security(("token" = ["read"])), params(("entity" = String, Path, description = "Id of the entity (a slug)")),
    responses((status = 200, description = "The report", content((String = "text/markdown"), (String = "text/html"), (Vec<u8> = "application/pdf"))), Problems),
)]
pub async fn report(allowed: Allowed<Read>, Id(id): Id<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let cx = allowed.cx();
    super::reports::report(cx, entities::report_key(cx, &id).await?, &headers).await
}

/// Find ids by their first digits, the newest one by `last`, and an event by its publisher's id.
#[utoipa::path(
    get, path = "/v1/find", tag = "knowledge", operation_id = "findIds", security(("token" = ["read"])),
    params(FindQuery),
    responses((status = 200, description = "At most five ids of each kind", body = Vec<IdMatch>), Problems),
)]
pub async fn ids(allowed: Allowed<Read>, Params(query): Params<FindQuery>) -> Result<Json<Vec<IdMatch>>, Problem> {
    Ok(Json(operations::find::find(allowed.cx(), &query).await?))
}

/// List the tenant's notes, newest first.
#[utoipa::path(
    get, path = "/v1/notes", tag = "knowledge", operation_id = "listNotes", security(("token" = ["read"])),
    params(NoteQuery),
    responses((status = 200, description = "Notes of the tenant", body = Page<NoteItem>), Problems),
)]
pub async fn notes(allowed: Allowed<Read>, Params(query): Params<NoteQuery>) -> Result<Json<Page<NoteItem>>, Problem> {
    Ok(Json(memory::notes(allowed.cx(), &query).await?))
}

/// Add a document to the tenant's memory, one note for each passage. Nobody checks what it says.
#[utoipa::path(
    post, path = "/v1/notes", tag = "knowledge", operation_id = "rememberDocument",
    security(("token" = ["publish"])), request_body = GivenDocument,
    responses((status = 200, description = "Ids of the notes", body = DocumentNotes), Problems),
)]
pub async fn remember(
    allowed: Allowed<Publish>,
    JsonBody(given, _): JsonBody<GivenDocument>,
) -> Result<Json<DocumentNotes>, Problem> {
    Ok(Json(memory::remember(allowed.cx(), &given).await?))
}

/// Search memory. Nothing is researched.
#[utoipa::path(
    get, path = "/v1/retrieve", tag = "knowledge", operation_id = "retrieve", security(("token" = ["read"])),
    params(RetrieveQuery),
    responses((status = 200, description = "What memory knows", body = Retrieved), Problems),
)]
pub async fn retrieve(
    allowed: Allowed<Read>,
    Params(query): Params<RetrieveQuery>,
) -> Result<Json<Retrieved>, Problem> {
    Ok(Json(memory::retrieve(allowed.cx(), &query).await?))
}

/// Search memory, and with `research` or `fresh` request research of what it does not answer, which costs money.
#[utoipa::path(
    post, path = "/v1/retrieve", tag = "knowledge", operation_id = "retrieveOrResearch",
    security(("token" = ["read", "publish"])), request_body = Retrieve,
    responses((status = 200, description = "What memory knows now", body = Retrieved), Problems),
)]
pub async fn retrieve_or_research(
    reader: Allowed<Read>,
    _publisher: Allowed<Publish>,
    JsonBody(wanted, payload): JsonBody<Retrieve>,
) -> Result<Json<Retrieved>, Problem> {
    let key = request_key(&reader.caller.tenant, &payload)?;
    Ok(Json(memory::retrieve_or_research(reader.cx(), wanted, key).await?))
}
