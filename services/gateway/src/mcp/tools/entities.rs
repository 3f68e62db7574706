//! Entities: the researcher's own tools over the common catalogue and the tenant's own entities, and the timeline with
//! the tenant's own events.

use std::sync::Arc;

use domain::Time;
use domain::access::AccessScope::Publish;
use futures::FutureExt;
use operations::entities::{
    self, EntityHistory, EntityHistoryQuery, OwnEntityList, OwnEntityQuery, TimelineItem, TimelineQuery,
};
use operations::input::day_or_time;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::Gateway;
use crate::mcp::schema;
use crate::mcp::tool::{About, Effect, Fault, Items, McpCall, McpReply, Tool};

/// The tools in the order of the list. A tool without a description here has that of the researcher's tool, unless that
/// one describes the loop of the researcher.
const ABOUT: [About; 6] = [
    About { name: "resolve_entity", title: "Resolve an entity", description: "", ..About::READS },
    About {
        name: "create_entity",
        title: "Create an entity",
        description: "Creates an entity that only your tenant sees, or returns the one that has the same identifiers.",
        effect: Effect::AddsOnce,
        scopes: &[Publish],
        ..About::READS
    },
    About {
        name: "add_representation",
        title: "Add a representation",
        effect: Effect::AddsOnce,
        scopes: &[Publish],
        ..About::READS
    },
    About { name: "get_entity_representations", title: "List representations", ..About::READS },
    About { name: "check_research_freshness", title: "Check the freshness of research", ..About::READS },
    About {
        name: "get_cached_research",
        title: "Read the newest research",
        description: "The newest research about an entity: its summary, findings, sources and age.",
        ..About::READS
    },
];

pub(super) fn all(gateway: &Gateway) -> Vec<Tool> {
    let registry = tools::entity_tools(&Arc::new(gateway.operations.all_tenants.memory()));
    let mut all: Vec<Tool> = ABOUT.iter().filter_map(|about| shared(*about, &registry)).collect();
    let description = "What happened to an entity, newest first: research, facts with the time they were true, and the tenant's own events and forecasts.";
    let about = About { name: "query_entity_timeline", title: "Read a timeline", description, ..About::READS };
    all.push(about.handled_by(timeline));
    let description = "How the research about an entity changed: each version with the findings that it added, removed or judged otherwise and the \
                       reason for its end, and the facts with the time in which they were true.";
    let about = About { name: "get_entity_history", title: "Read a history", description, ..About::READS };
    all.push(about.handled_by(history));
    let description = "The entities that your tenant has written, ordered by id. `next` is `after` of the next page.";
    let about = About { name: "list_own_entities", title: "List own entities", description, ..About::READS };
    all.push(about.handled_by(list_own));
    all
}

/// Offers a tool of the researcher.
fn shared(about: About, registry: &tools::Tools) -> Option<Tool> {
    let spec = registry.specs().iter().find(|spec| spec.name == about.name)?.clone();
    let handler = |call: McpCall, arguments: JsonObject| {
        async move { Ok(McpReply::Output(entities::call_tool(call.cx(), call.tool, &Value::Object(arguments)).await?)) }
            .boxed()
    };
    let mut tool = about.with(schema::object(spec.input_schema), schema::object(output(about.name)), Arc::new(handler));
    if about.description.is_empty() {
        tool.listed.description = Some(spec.description.into());
    }
    Some(tool)
}

/// Returns the schema of a tool's output.
fn output(tool: &str) -> Value {
    let list = json!({ "type": "array", "items": { "type": "object" } });
    let text = json!({ "type": "string" });
    let (properties, required) = match tool {
        "resolve_entity" => (
            json!({
                "found": { "type": "boolean" }, "entity": { "type": "object" }, "representations": list,
                "ambiguous": { "type": "boolean" }, "candidates": list, "warnings": list,
            }),
            json!(["found", "warnings"]),
        ),
        "create_entity" => (json!({ "entity": { "type": "object" } }), json!(["entity"])),
        "add_representation" => (json!({ "added": { "type": "boolean" } }), json!(["added"])),
        "get_entity_representations" => (json!({ "representations": list }), json!(["representations"])),
        "check_research_freshness" => (
            json!({
                "exists": { "type": "boolean" }, "fresh": { "type": "boolean" }, "ageMs": { "type": "integer" },
                "madeAt": text, "expiresAt": text, "contradicted": { "type": "boolean" },
            }),
            json!(["exists", "fresh"]),
        ),
        _ => (
            json!({
                "unknown": text, "version": { "type": "integer" }, "madeAt": text, "expiresAt": text, "summary": text,
                "confidence": { "type": "number" }, "contradicted": { "type": ["string", "null"] },
                "findings": list, "sources": list,
            }),
            // Without research there is only `unknown`, which states it.
            json!([]),
        ),
    };
    json!({ "type": "object", "properties": properties, "required": required })
}

async fn list_own(call: McpCall, query: OwnEntityQuery) -> Result<OwnEntityList, Fault> {
    Ok(entities::list_own(call.cx(), &query).await?)
}

/// Which part of a history to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct HistoryInput {
    /// Id of the entity.
    entity_id: String,
    /// Maximum versions of the research, the newest ones, 1 to 50; 10 if absent.
    #[schema(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

async fn history(call: McpCall, input: HistoryInput) -> Result<EntityHistory, Fault> {
    let HistoryInput { entity_id, limit } = input;
    Ok(entities::history(call.cx(), &entity_id, &EntityHistoryQuery { limit }).await?)
}

/// Which part of a timeline to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct TimelineInput {
    /// Id of the entity.
    entity_id: String,
    /// Earliest time of an item (RFC 3339, or a day).
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    from: Option<Time>,
    /// Latest time of an item (RFC 3339, or a day).
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    to: Option<Time>,
    /// Kinds of items: `research`, `event`, `forecast`, `fact`; all if absent.
    kinds: Option<Vec<String>>,
}

/// Items of a timeline.
const MAX_ITEMS: u32 = 200;

async fn timeline(call: McpCall, input: TimelineInput) -> Result<Items<TimelineItem>, Fault> {
    let TimelineInput { entity_id, from, to, kinds } = input;
    let query = TimelineQuery { from, to, kinds: kinds.map(|kinds| kinds.join(",")), limit: Some(MAX_ITEMS) };
    Ok(Items { items: entities::timeline(call.cx(), &entity_id, query).await? })
}
