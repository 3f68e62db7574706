//! Tasks (the extension `io.modelcontextprotocol/tasks`): a client that declares them gets a task from a tool whose
//! work takes minutes, and polls it with `tasks/get` at any replica.
//!
//! A task is a row with the ids of work that is in Postgres already. Its state is read from there, so no replica holds
//! anything, and a stopped gateway stops no task.

use std::time::Duration;

use domain::{JobId, Time};
use operations::OperationError;
use operations::macros::ExecutionAccepted;
use operations::progress::Look;
use operations::random::new_id;
use rmcp::model::{
    CallToolResponse, CallToolResult, CreateTaskResult, DetailedTask, GetTaskResult, JsonObject, Task, TaskPayload,
    TaskStatus,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::mcp::McpTask;
use uuid::Uuid;

use super::tool::{Fault, McpCall, fault_result};

/// Interval in which a client should ask.
const POLL: Duration = Duration::from_secs(2);
/// Time for which a task is kept: that of the retention pass.
const TTL: Duration = Duration::from_secs(30 * 24 * 3600);

/// Work that a tool has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(super) enum Work {
    /// A question that waits for its forecast.
    Question { job: JobId },
    /// A report that is being written.
    Report { job: JobId },
    /// Research on request.
    Research { job: JobId },
    /// Research of entities on request.
    Entities { job: JobId },
    /// The execution of a macro.
    Macro(ExecutionAccepted),
}

impl McpCall {
    /// Returns `true` if the client wants a task instead of an answer that takes minutes.
    pub(super) fn wants_task(&self) -> bool {
        self.context.client_capabilities().is_some_and(|client| client.supports_tasks())
    }
}

/// Stores a task for work that has begun.
pub(super) async fn create(call: &McpCall, work: &Work) -> Result<CallToolResponse, Fault> {
    let id = new_id()?;
    let work = serde_json::to_string(work).map_err(|_| OperationError::Unavailable)?;
    let created_at = call.server.gateway().operations.clock.now();
    let row = McpTask { id, tool: call.tool.to_owned(), work, created_at };
    call.store().mcp().open_task(call.caller.token, &row).await?;
    Ok(CallToolResponse::Task(CreateTaskResult::new(described(&row, row.created_at))))
}

/// Returns a task of the caller, and its work; `None` if the caller has no such task.
pub(super) async fn find(call: &McpCall, id: &str) -> Result<Option<(McpTask, Work)>, Fault> {
    let Ok(id) = id.parse::<Uuid>() else { return Ok(None) };
    let found = call.store().mcp().task(call.caller.token, id).await?;
    let Some(row) = found else { return Ok(None) };
    let work = serde_json::from_str(&row.work).map_err(|_| {
        Fault::new("the task was stored by another version of the gateway; repeat the call of its tool")
    })?;
    Ok(Some((row, work)))
}

/// Returns the state of a task from a look at its work, with the result of its tool once the work is done.
pub(super) fn state(row: &McpTask, now: Time, looked: Result<Look<Value>, Fault>) -> GetTaskResult {
    let task = described(row, now);
    let result = match looked {
        Ok(Look::Working(state)) => {
            return GetTaskResult::new(DetailedTask::new(task.with_status_message(state), TaskPayload::Working));
        }
        Ok(Look::Done(output)) => CallToolResult::structured(output),
        Err(fault) => fault_result(fault),
    };
    GetTaskResult::new(DetailedTask::new(task, TaskPayload::Completed { result: object(&result) }))
}

fn described(row: &McpTask, now: Time) -> Task {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Task::new(row.id.to_string(), TaskStatus::Working, row.created_at.to_rfc3339(), now.to_rfc3339())
        .with_ttl_ms(millis(TTL))
        .with_poll_interval_ms(millis(POLL))
}

/// A result of a tool is always a JSON object.
fn object(result: &CallToolResult) -> JsonObject {
    serde_json::to_value(result).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default()
}
