//! Approval of a result over MCP. It is bound to the version that was reviewed: the one that the caller names, the one that the client's
//! user confirms, or the one that this token was shown last.

use domain::JobId;
use domain::review::{ReviewedResult, SessionId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use telemetry::printable;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{
    ApprovalPreview, Approve, Approved, DeskError, EditOperation, LeiCheckItem, ReviewedView, Target, VerbExecution,
};
use crate::mcp::confirm::{self, Confirmed};
use crate::mcp::tool::{Fault, McpCall, McpReply};

/// Maximum characters of the data in a question to the user.
const MAX_SHOWN: usize = 12_000;

/// An approval of a pending result.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ApproveInput {
    /// The research session.
    session_id: Uuid,
    /// Changes to the data: a list of JSON Patch operations, or the whole edited data as an object. Absent to approve it as it is.
    #[serde(default)]
    #[schema(value_type = Option<Edits>)]
    edits: Option<Value>,
    /// Sends the verbs to the executor after the approval. For a result that is approved already, sends its verbs only.
    #[serde(default)]
    execute_verbs: bool,
    /// Version of the session that the user has reviewed (`session_version` of the result).
    #[serde(default)]
    version: Option<i64>,
    /// Reason, recorded with the decision.
    #[serde(default)]
    #[schema(max_length = 4000)]
    reason: String,
}

/// The two forms of edits, for the schema.
#[derive(ToSchema)]
#[schema(as = ApprovalEdits)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema is generated from the variants")]
enum Edits {
    /// Operations of JSON Patch.
    Operations(Vec<EditOperation>),
    /// The whole edited data.
    Data(Map<String, Value>),
}

pub(super) async fn approve(call: McpCall, input: ApproveInput) -> Result<McpReply<Approved>, Fault> {
    let ApproveInput { session_id, edits, execute_verbs, version, reason } = input;
    let (session, has_edits) = (Some(session_id), edits.is_some());
    let mut approve = Approve { session_id: session, result_id: None, version, edits, execute_verbs, reason };
    let status = call.desk().status(session_id).await?;
    if status.verbs_ready && execute_verbs && !has_edits {
        let target = Target { result_id: None, session_id: session, version };
        let executed = call.desk().execute_verbs(&target, None).await?;
        return Ok(McpReply::Output(already_approved(&executed)));
    }
    match reviewed_version(&call, &approve).await? {
        McpReply::Output(version) => approve.version = Some(version),
        McpReply::Ask(request) => return Ok(McpReply::Ask(request)),
        McpReply::Started(work) => return Ok(McpReply::Started(work)),
    }
    Ok(McpReply::Output(call.desk().approve(&approve, None).await?))
}

/// Returns the version that the client's user has reviewed. A client that can ask its user is always asked, also if the caller names a
/// version: the caller may be a model.
async fn reviewed_version(call: &McpCall, approve: &Approve) -> Result<McpReply<i64>, Fault> {
    let preview = call.desk().preview(approve).await?;
    let reviewed = &preview.reviewed;
    approve.version.map_or(Ok(()), |version| reviewed.session.check_version(version)).map_err(DeskError::from)?;
    let asked = Question::of(&preview, approve.execute_verbs);
    match confirm::approve(call, &asked.text(), &asked.state(reviewed)).await? {
        Confirmed::Yes => Ok(McpReply::Output(reviewed.session.version)),
        Confirmed::No => Err(Fault::new("the user did not approve; the result stays pending")),
        Confirmed::Ask(request) => Ok(McpReply::Ask(request)),
        Confirmed::Unsupported => match approve.version {
            Some(version) => Ok(McpReply::Output(version)),
            None => last_shown(call, reviewed).await.map(McpReply::Output),
        },
    }
}

/// Returns the version that this token was shown last. If it was shown none, the result is part of the refusal, and the next call counts.
async fn last_shown(call: &McpCall, reviewed: &ReviewedResult) -> Result<i64, Fault> {
    let session: SessionId = reviewed.session.id;
    let shown = call.server.gateway().store(&call.caller().tenant).shown(call.caller().token, session).await?;
    if let Some(shown) = shown.filter(|shown| shown.result == reviewed.result.id) {
        return Ok(shown.version);
    }
    let view = ReviewedView::from(reviewed);
    call.record_shown(&view).await?;
    let text = "this token was not shown the pending result; it follows: show it to the user, and repeat the call if the user approves";
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

    /// Identifies what the user was asked about: the version of the session, and all of the question, also what is not shown.
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
    }
}
