//! Approval of a result, and execution of its verbs, over MCP. The client's user confirms the data and the verbs. If
//! the client cannot ask its user, the call names the digest of a result that this token was shown.

use domain::JobId;
use domain::review::{ReviewedResult, SessionId};
use operations::OperationError;
use operations::reviews::{
    self, ApprovalPreview, Approve, Approved, LeiCheckItem, ReviewedView, Target, VerbExecution,
};
use rmcp::model::InputRequiredResult;
use serde_json::json;
use telemetry::printable;

use crate::mcp::confirm::{self, Confirmed};
use crate::mcp::tool::{Fault, McpCall, McpReply};

/// Maximum characters of the data in a question to the user.
const MAX_SHOWN: usize = 12_000;

pub(super) async fn approve(call: McpCall, mut approve: Approve) -> Result<McpReply<Approved>, Fault> {
    let has_edits = approve.edits.is_some();
    let is_ready = match approve.session_id {
        Some(session) => reviews::is_ready(call.cx(), session).await?,
        None => false,
    };
    if is_ready && approve.execute_verbs && !has_edits {
        let Approve { session_id, version, digest, .. } = approve;
        return execute(&call, Target { result_id: None, session_id, version, digest }).await;
    }
    let preview = reviews::preview(call.cx(), &approve).await?;
    let reviewed = &preview.reviewed;
    approve.version.map_or(Ok(()), |version| reviewed.session.check_version(version)).map_err(OperationError::from)?;
    let asked = Question::of(&preview, approve.execute_verbs);
    match seen(&call, &asked, reviewed, approve.digest.take()).await? {
        // The verbs of edited data have not been shown yet.
        Confirmation::Named(_) if has_edits && approve.execute_verbs => return Err(Fault::new(EDITED)),
        Confirmation::Confirmed(digest) | Confirmation::Named(digest) => approve.digest = Some(digest),
        Confirmation::Ask(request) => return Ok(McpReply::Ask(request)),
    }
    approve.version = Some(reviewed.session.version);
    Ok(McpReply::Output(reviews::approve(call.cx(), &approve, None).await?))
}

/// Refusal of an execution of verbs that were not shown.
const EDITED: &str = "the edits change the verbs, which nobody has seen: approve without execute_verbs, read the result, and execute its \
                      verbs with its digest";

/// Has the verbs of an approved result executed, which an earlier call, another person or nobody has approved.
async fn execute(call: &McpCall, mut target: Target) -> Result<McpReply<Approved>, Fault> {
    let reviewed = reviews::current(call.cx(), &target).await?;
    target.version.map_or(Ok(()), |version| reviewed.session.check_version(version)).map_err(OperationError::from)?;
    let asked = Question::of_execution(&reviewed);
    match seen(call, &asked, &reviewed, target.digest.take()).await? {
        Confirmation::Confirmed(digest) | Confirmation::Named(digest) => target.digest = Some(digest),
        Confirmation::Ask(request) => return Ok(McpReply::Ask(request)),
    }
    (target.version, target.result_id) = (Some(reviewed.session.version), Some(reviewed.result.id.0));
    let executed = reviews::execute_verbs(call.cx(), &target, None).await?;
    Ok(McpReply::Output(already_approved(&executed)))
}

/// How it is known that a person has seen a result.
enum Confirmation {
    /// The client's user was asked and agrees; contains the digest of the result.
    Confirmed(String),
    /// The call names this digest, and the token was shown the result.
    Named(String),
    /// The client has to ask its user.
    Ask(InputRequiredResult),
}

/// A client that can ask its user is always asked, also if the call names a digest: the caller may be a model.
async fn seen(
    call: &McpCall,
    asked: &Question,
    reviewed: &ReviewedResult,
    named: Option<String>,
) -> Result<Confirmation, Fault> {
    match confirm::approve(call, &asked.text(), &asked.state(reviewed)).await? {
        Confirmed::Yes => Ok(Confirmation::Confirmed(reviewed.digest())),
        Confirmed::No => Err(Fault::new("the user did not approve; nothing has changed")),
        Confirmed::Ask(request) => Ok(Confirmation::Ask(request)),
        Confirmed::Unsupported => shown(call, reviewed, named).await.map(Confirmation::Named),
    }
}

/// Checks that the call names the digest of what this token was shown. Otherwise the result is part of the refusal.
async fn shown(call: &McpCall, reviewed: &ReviewedResult, named: Option<String>) -> Result<String, Fault> {
    let session: SessionId = reviewed.session.id;
    let shown = call.store().mcp().shown(call.caller.token, session).await?;
    let was_shown = shown.is_some_and(|it| it.result == reviewed.result.id && it.version == reviewed.session.version);
    if let Some(named) = named.filter(|named| was_shown && *named == reviewed.digest()) {
        return Ok(named);
    }
    let view = ReviewedView::from(reviewed);
    call.record_shown(&view).await?;
    let text = "this token was not shown the result, or the call does not name its digest; it follows: show it to the user, and repeat the \
                call with its digest if the user approves";
    Err(Fault { text: text.to_owned(), details: Some(json!(view)) })
}

/// What the client's user is asked: the edited data, its checks, and what happens after the approval.
struct Question {
    head: String,
    data: String,
    tail: String,
}

impl Question {
    fn of(preview: &ApprovalPreview, execute_verbs: bool) -> Self {
        let ApprovalPreview { reviewed, data, lei_checks, verbs } = preview;
        let verbs = if verbs.is_empty() { "none".to_owned() } else { verbs.join("\n") };
        let after = match execute_verbs {
            true => "After the approval the verbs are sent to the executor.",
            false => "The approval does not execute the verbs.",
        };
        let check = |check: LeiCheckItem| {
            let note = if check.note.is_empty() { String::new() } else { format!(": {}", check.note) };
            format!("\n{} {} ({}){note}", check.lei, check.status, check.path)
        };
        let checks: String = lei_checks.iter().map(LeiCheckItem::from).map(check).collect();
        let checks = if checks.is_empty() { checks } else { format!("\n\nLEI checks:{checks}") };
        Self {
            head: format!("Approve the result of {} {}?\n\nData:\n", reviewed.result.name, reviewed.result.version),
            data: printable::json(&format!("{data:#}")).into_owned(),
            tail: printable::plain(&format!("\n\nVerbs:\n{verbs}\n\n{after}{checks}")).into_owned(),
        }
    }

    fn of_execution(reviewed: &ReviewedResult) -> Self {
        let verbs = if reviewed.verbs().is_empty() { "none".to_owned() } else { reviewed.verbs().join("\n") };
        let by = reviewed.review.as_ref().map(|review| format!(", approved by {}", review.by)).unwrap_or_default();
        let (name, version) = (&reviewed.result.name, &reviewed.result.version);
        Self {
            head: printable::plain(&format!("Execute the verbs of {name} {version}{by}?\n\nData:\n")).into_owned(),
            data: printable::json(&format!("{:#}", reviewed.data())).into_owned(),
            tail: printable::plain(&format!("\n\nVerbs:\n{verbs}\n\nThey are sent to the executor.")).into_owned(),
        }
    }

    /// Returns the question. Long data is shortened, and the question says so.
    fn text(&self) -> String {
        let Self { head, data, tail } = self;
        match data.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => {
                let more = data[end..].chars().count();
                format!("{head}{}\n… {more} further characters of the data are not shown here.{tail}", &data[..end])
            }
            None => format!("{head}{data}{tail}"),
        }
    }

    /// Identifies what the user was asked about: the version of the session, and all of the question, also what is not
    /// shown.
    fn state(&self, reviewed: &ReviewedResult) -> String {
        let (session, version) = (reviewed.session.id.to_string(), reviewed.session.version.to_string());
        JobId::named(&["approval", &session, &version, &self.head, &self.data, &self.tail]).to_string()
    }
}

fn already_approved(executed: &ReviewedResult) -> Approved {
    Approved {
        result_id: executed.result.id.to_string(),
        session_id: executed.session.id.to_string(),
        session_version: executed.session.version,
        approved: true,
        generated_verbs: executed.verbs().to_vec(),
        state: executed.session.state.name().to_owned(),
        execution: executed.execution.as_ref().map(VerbExecution::from),
        digest: executed.digest(),
    }
}
