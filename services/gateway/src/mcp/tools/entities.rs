//! Entities: the researcher's own tools over the common catalogue and the tenant's own entities, and the timeline with
//! the tenant's own events.

use std::sync::Arc;

use agent::{ToolError, Untrusted};
use domain::access::AccessScope::Publish;
use domain::port::memory::{Memory, Span};
use domain::{EntityId, JobId, Source, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tools::notebook::Notebook;
use tools::session::{ClaimReader, ReadClaims};
use tools::{Session, TaskScope};
use utoipa::ToSchema;

use crate::http::{Problem, check_time};
use crate::mcp::schema;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::{Gateway, audit};

/// Maximum items of a timeline.
const MAX_ITEMS: u32 = 200;

/// The tools in the order of the list, with what the researcher's descriptions do not state.
const ABOUT: [About; 6] = [
    About { name: "resolve_entity", title: "Resolve an entity", description: "", ..About::READS },
    About {
        name: "create_entity",
        title: "Create an entity",
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
    About { name: "get_cached_research", title: "Read the newest research", ..About::READS },
];

pub(super) fn all(gateway: &Arc<Gateway>) -> Vec<Tool> {
    let registry = tools::entity_tools(&gateway.all_tenants);
    let mut all: Vec<Tool> = ABOUT.iter().filter_map(|about| shared(*about, &registry)).collect();
    let description = "What happened to an entity, newest first: research, facts with the time they were true, and the tenant's own events and forecasts.";
    let about = About { name: "query_entity_timeline", title: "Read a timeline", description, ..About::READS };
    all.push(about.handled_by(timeline));
    all
}

/// Offers a tool of the researcher.
fn shared(about: About, registry: &tools::Tools) -> Option<Tool> {
    let spec = registry.specs().iter().find(|spec| spec.name == about.name)?.clone();
    let handler = |call: McpCall, arguments: JsonObject| {
        async move { called(&call, arguments).await.map(McpReply::Output) }.boxed()
    };
    let mut tool = about.with(schema::object(spec.input_schema), schema::object(output(about.name)), Arc::new(handler));
    tool.listed.description = Some(spec.description.into());
    Some(tool)
}

async fn called(call: &McpCall, arguments: JsonObject) -> Result<Value, Fault> {
    let registry = tools::entity_tools(&Arc::new(call.server.gateway().store(&call.caller().tenant)));
    let arguments = Value::Object(arguments);
    let result = registry.call(&session(call), call.tool, &arguments).await;
    let result = result.map_err(|broken| {
        tracing::error!(error = format!("{:#}", anyhow::Error::from(broken)), "a tool failed");
        Fault::from(Problem::unavailable())
    })?;
    match serde_json::from_str(&result.content) {
        Ok(value @ Value::Object(_)) if !result.is_error => {
            record(call, &arguments).await;
            Ok(value)
        }
        _ => Err(Fault::new(result.content)),
    }
}

/// Records a change of the tenant's entities in the audit trail.
async fn record(call: &McpCall, arguments: &Value) {
    let (action, field) = match call.tool {
        "create_entity" => ("entity created", "name"),
        "add_representation" => ("representation added", "entityId"),
        _ => return,
    };
    let object = arguments[field].as_str().unwrap_or_default().to_owned();
    let about = JobId::named(&["entity", &object]);
    let gateway = call.server.gateway();
    audit::record(gateway, audit::change(gateway, call.caller(), audit::Action { action, object, about })).await;
}

/// The state of a loop that consists of one call.
fn session(call: &McpCall) -> Session {
    let started = call.server.gateway().clock.now();
    let scope = TaskScope {
        job: JobId::named(&["mcp", call.tool]),
        tenant: call.caller().tenant.clone(),
        started,
        as_of: None,
        own_sites: Vec::new(),
        max_pages: 0,
        may_request_research: false,
    };
    Session::new(scope, Notebook::default(), Arc::new(NoReader), None)
}

/// The gateway reads no untrusted text.
struct NoReader;

impl ClaimReader for NoReader {
    fn claims<'a>(&'a self, _: &'a Source, _: &'a Untrusted) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        async { Err(ToolError::to_model("the gateway reads no pages")) }.boxed()
    }
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
            // Without research there is only `unknown`, which says so.
            json!([]),
        ),
    };
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Which part of a timeline to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct TimelineInput {
    /// Id of the entity.
    entity_id: String,
    /// Earliest time of an item (RFC 3339).
    #[schema(value_type = Option<String>, format = DateTime)]
    from: Option<Time>,
    /// Latest time of an item (RFC 3339).
    #[schema(value_type = Option<String>, format = DateTime)]
    to: Option<Time>,
    /// Kinds of items: `research`, `event`, `forecast`, `fact`; all if absent.
    kinds: Option<Vec<String>>,
}

/// A timeline, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct Timeline {
    /// Items, newest first.
    items: Vec<TimelineItem>,
}

/// One item of a timeline.
#[derive(Debug, Serialize, ToSchema)]
struct TimelineItem {
    /// Time of the item.
    #[schema(value_type = String, format = DateTime)]
    at: Time,
    /// Kind of the item: `research`, `event`, `forecast` or `fact`.
    kind: String,
    /// Description, one sentence.
    text: String,
}

async fn timeline(call: McpCall, input: TimelineInput) -> Result<Timeline, Fault> {
    check_time("from", input.from)?;
    check_time("to", input.to)?;
    let store = call.server.gateway().store(&call.caller().tenant);
    let unknown = || Fault::new("there is no such entity; resolve or create it first");
    let id = EntityId::parse(&input.entity_id).map_err(|_| unknown())?;
    store.entity(&call.caller().tenant, &id).await?.ok_or_else(unknown)?;
    let span = Span { from: input.from, to: input.to, kinds: input.kinds, limit: MAX_ITEMS };
    let items = store.timeline(&call.caller().tenant, &id, &span).await?;
    let items = items.into_iter().map(|item| TimelineItem { at: item.at, kind: item.kind, text: item.text }).collect();
    Ok(Timeline { items })
}
