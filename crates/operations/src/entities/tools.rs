//! The researcher's own tools over entities, for a caller.

use std::sync::Arc;

use agent::{ToolError, Untrusted};
use domain::access::AccessScope::{Publish, Read};
use domain::{JobId, Source};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::Value;
use tools::notebook::Notebook;
use tools::session::{ClaimReader, ReadClaims, ReadRequest};
use tools::{Session, TaskScope};

use crate::{Action, Context, OperationError};

/// Tools that change the tenant's entities, with the action of the audit trail and the argument that names the entity.
const CHANGES: [(&str, &str, &str); 2] =
    [("create_entity", "entity created", "name"), ("add_representation", "representation added", "entityId")];

/// Calls a tool of the researcher about entities (`tools::entity_tools`) and returns its result.
///
/// # Errors
/// The tool refuses the arguments, or a server of the fleet is unavailable.
pub async fn call_tool(cx: Context<'_>, tool: &str, arguments: &Value) -> Result<Value, OperationError> {
    let change = CHANGES.iter().find(|(name, ..)| *name == tool);
    cx.require(if change.is_some() { Publish } else { Read })?;
    let registry = tools::entity_tools(&Arc::new(cx.store().memory()));
    let result = registry.call(&session(cx, tool), tool, arguments).await.map_err(|broken| {
        tracing::error!(error = format!("{:#}", anyhow::Error::from(broken)), "a tool failed");
        OperationError::Unavailable
    })?;
    match serde_json::from_str(&result.content) {
        Ok(value @ Value::Object(_)) if !result.is_error => {
            if let Some((_, action, field)) = change {
                let object = arguments[field].as_str().unwrap_or_default().to_owned();
                let about = JobId::named(&["entity", &object]);
                cx.record(Action { action, object, about }).await;
            }
            Ok(value)
        }
        _ => Err(OperationError::Tool(result.content)),
    }
}

/// The state of a loop that consists of one call.
fn session(cx: Context<'_>, tool: &str) -> Session {
    let scope = TaskScope {
        job: JobId::named(&["mcp", tool]),
        tenant: cx.tenant().clone(),
        started: cx.now(),
        as_of: None,
        tiers: tools::source_tier::SourceTiers::default(),
        max_pages: 0,
        sources: domain::SourceRules::default(),
        topics: tools::TaskTopics::ALL,
        search_privacy: tools::SearchPrivacy::default(),
        may_request_research: false,
    };
    Session::new(scope, Notebook::default(), Arc::new(NoReader), None)
}

/// The gateway reads no untrusted text.
struct NoReader;

impl ClaimReader for NoReader {
    fn claims<'a>(
        &'a self,
        _: &'a Source,
        _: &'a Untrusted,
        _: &'a ReadRequest,
    ) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        async { Err(ToolError::to_model("the gateway reads no pages")) }.boxed()
    }
}
