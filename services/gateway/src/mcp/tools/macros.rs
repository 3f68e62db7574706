//! The seven tools of research macros and their reviews.

use domain::access::AccessScope::{Publish, Read, Review};
use domain::review::SessionId;
use operations::OperationError;
use operations::macros::{self, Execute, ExecutionAccepted, ExecutionEnd, MacroDetail, MacroItem};
use operations::progress::Look;
use operations::reviews::{self, BatchPublished, Reject, Rejected, ReviewedView, SessionStatus, Target};
use serde::{Deserialize, Serialize};
use store::mcp::ShownVersion;
use utoipa::ToSchema;
use uuid::Uuid;

use super::approval::approve;
use crate::mcp::app;
use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting;

const DECIDES: About = About { scopes: &[Review], effect: Effect::Changes, ..About::READS };

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "research_list",
        title: "List research macros",
        description: "Lists the installed macros with their parameters, or those that match a text, best match first.",
        ..About::READS
    };
    let get = About {
        name: "research_get",
        title: "Read a research macro",
        description: "The whole definition of a macro, with an example call.",
        ..About::READS
    };
    let execute = About {
        name: "research_execute",
        title: "Execute a research macro",
        description: "Executes a macro in a research session and waits for its result, which then waits for a review unless the macro \
                      needs none. Costs money and takes minutes. The same call again waits for the same result.",
        scopes: &[Publish, Read],
        effect: Effect::AddsOnce,
        open_world: true,
    };
    let approval = About {
        name: "research_approve",
        title: "Approve a result",
        description: "Approves the pending result of a session, with or without edits, and renders its verbs. Call it only after the user \
                      has seen the data and the verbs. `digest` names what was shown; only the result itself contains it. A client that can \
                      ask its user is asked to confirm the data and the verbs instead, also before verbs are executed.",
        ..DECIDES
    };
    let reject = About {
        name: "research_reject",
        title: "Reject a result",
        description: "Rejects the pending result of a session, with a reason.",
        ..DECIDES
    };
    let status = About {
        name: "research_status",
        title: "Read the state of a session",
        description: "The state of a research session. The resource auspex://review/{result_id} shows a pending result.",
        ..About::READS
    };
    let batch = About {
        name: "research_batch",
        title: "Publish the rows of a result",
        description: "Publishes one event per row of an approved result. A repeated call adds nothing.",
        scopes: &[Publish],
        effect: Effect::AddsOnce,
        open_world: true,
    };
    vec![
        list.handled_by(list_macros),
        get.handled_by(get_macro),
        execute.asking(executed).shown_by(app::linked()),
        approval.asking(approve),
        reject.handled_by(rejected),
        status.handled_by(session_status).shown_by(app::linked()),
        batch.handled_by(batched),
    ]
}

impl McpCall {
    /// Records that the client was shown a result that waits for its review.
    pub(in crate::mcp) async fn record_shown(&self, view: &ReviewedView) -> Result<(), OperationError> {
        let ids = (view.session_id.parse::<SessionId>(), view.result_id.parse());
        let (Ok(session), Ok(result)) = ids else { return Ok(()) };
        let shown = ShownVersion { result, version: view.session_version };
        Ok(self.store().mcp().record_shown(self.caller.token, session, shown).await?)
    }
}

/// A search for macros.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListInput {
    /// Words of the name, the description or the hints; all macros if absent.
    search: Option<String>,
}

/// Macros, best match first.
#[derive(Debug, Serialize, ToSchema)]
struct ListOutput {
    /// The macros that match.
    macros: Vec<MacroItem>,
}

async fn list_macros(call: McpCall, input: ListInput) -> Result<ListOutput, Fault> {
    Ok(ListOutput { macros: macros::list(call.cx(), input.search.as_deref())? })
}

/// Names a macro.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MacroInput {
    /// Name of the macro.
    macro_name: String,
}

async fn get_macro(call: McpCall, input: MacroInput) -> Result<MacroDetail, Fault> {
    Ok(macros::show(call.cx(), &input.macro_name)?)
}

async fn executed(call: McpCall, input: Execute) -> Result<McpReply<ReviewedView>, Fault> {
    let accepted = macros::execute(call.cx(), &input, None).await?;
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Macro(accepted)));
    }
    let view = waiting::wait(&call, || look(&call, &accepted)).await?.ok_or_else(|| {
        Fault::new("the macro was not finished in time; it continues: the same call again waits for the same result")
    })?;
    Ok(McpReply::Output(view))
}

/// Looks for the result. A result that is found is about to be shown to the client.
pub(super) async fn look(call: &McpCall, accepted: &ExecutionAccepted) -> Result<Look<ReviewedView>, OperationError> {
    Ok(match macros::look(call.cx(), accepted).await? {
        Look::Done(ExecutionEnd::Result(reviewed)) => {
            let view = ReviewedView::from(&*reviewed);
            call.record_shown(&view).await?;
            Look::Done(view)
        }
        Look::Done(ExecutionEnd::Failed(progress)) => return Err(progress.failure()),
        Look::Working(progress) => {
            let (calls, dollars) = (progress.model_calls, progress.cost_micro_usd as f64 / 1e6);
            Look::Working(format!("{}: {calls} model calls, ${dollars:.4}", progress.state))
        }
    })
}

async fn rejected(call: McpCall, input: Reject) -> Result<Rejected, Fault> {
    Ok(reviews::reject(call.cx(), &input, None).await?)
}

/// Names a session.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SessionInput {
    /// The research session.
    session_id: Uuid,
}

async fn session_status(call: McpCall, input: SessionInput) -> Result<SessionStatus, Fault> {
    Ok(reviews::status(call.cx(), input.session_id).await?)
}

/// Names an approved result.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BatchInput {
    /// The research session.
    session_id: Uuid,
    /// Id of the result; the newest approved one of the session if absent.
    result_id: Option<Uuid>,
}

async fn batched(call: McpCall, input: BatchInput) -> Result<BatchPublished, Fault> {
    let target = Target { session_id: Some(input.session_id), result_id: input.result_id, ..Target::default() };
    Ok(reviews::publish_rows(call.cx(), &target, None).await?)
}
