//! Questions to the client's user. Older revisions send a request of their own within the session, whose answer may
//! reach another replica (`questions`); from 2026-07-28 on, the call ends with the question, and the client repeats it
//! with the answer, at any replica.

use std::time::Duration;

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, InputRequest, InputRequests,
    InputRequiredResult, ProtocolVersion,
};
use serde_json::{Value, json};

use super::questions;
use super::tool::{Fault, McpCall};

/// Name of the question, and of its only field.
const APPROVE: &str = "approve";
/// Maximum time for the user's answer.
const PATIENCE: Duration = Duration::from_secs(600);

/// The user's decision.
pub(super) enum Confirmed {
    /// The user agrees.
    Yes,
    /// The user does not agree.
    No,
    /// The client has to ask its user and to repeat the call.
    Ask(InputRequiredResult),
    /// The client cannot ask its user.
    Unsupported,
}

/// Asks the user to approve something. `state` identifies it: an answer that comes back with another state is not
/// counted, and the user is asked again.
///
/// # Errors
/// The client does not answer, or its answer cannot be read.
pub(super) async fn approve(call: &McpCall, message: &str, state: &str) -> Result<Confirmed, Fault> {
    let has_forms = call.context.client_capabilities().and_then(|client| client.elicitation);
    let Some(forms) = has_forms else { return Ok(Confirmed::Unsupported) };
    if forms.form.is_none() && forms.url.is_some() {
        return Ok(Confirmed::Unsupported);
    }
    if call.context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
        return repeated(call, message, state);
    }
    Ok(decision(&questions::ask(call, form(message)?, PATIENCE).await?))
}

fn repeated(call: &McpCall, message: &str, state: &str) -> Result<Confirmed, Fault> {
    let answer = call.answers.as_ref().and_then(|answers| answers.get(APPROVE)).cloned();
    let answer = answer.and_then(|answer| serde_json::from_value::<ElicitResult>(answer).ok());
    if let Some(answer) = answer
        && call.state.as_deref() == Some(state)
    {
        return Ok(decision(&answer));
    }
    let request = InputRequest::Elicitation(ElicitRequest::new(form(message)?));
    let requests = InputRequests::from([(APPROVE.to_owned(), request)]);
    Ok(Confirmed::Ask(InputRequiredResult::new(Some(requests), Some(state.to_owned()))))
}

fn decision(answer: &ElicitResult) -> Confirmed {
    let approves = answer.content.as_ref().and_then(|content| content.get(APPROVE)).and_then(Value::as_bool);
    match (&answer.action, approves) {
        (ElicitationAction::Accept, Some(true)) => Confirmed::Yes,
        _ => Confirmed::No,
    }
}

fn form(message: &str) -> Result<ElicitRequestParams, Fault> {
    let field = json!({ "type": "boolean", "title": "Approve", "description": "Approve this data and these verbs." });
    let schema = json!({ "type": "object", "properties": { APPROVE: field }, "required": [APPROVE] });
    let form = json!({ "mode": "form", "message": message, "requestedSchema": schema });
    serde_json::from_value(form).map_err(|_| Fault::new("the question to the user cannot be written"))
}
