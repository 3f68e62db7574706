//! Reviews of macros' results: the queue, one result, decisions about it, the execution of its verbs, and the session
//! that it belongs to.
//!
//! Everything that must survive is in Postgres, so any replica continues what another one began. An approval, and an
//! execution of verbs, name the digest of the data and verbs that their author was shown; a decision is recorded under
//! the name and the id of the caller's token.

mod batch;
mod decision;
mod desk;
mod edits;
mod four_eyes;
mod list;
mod schema;
mod session;
mod verbs;
mod view;

use domain::access::AccessScope::Read;
use domain::review::{ReviewedResult, SessionId};
use domain::{JobId, Time};
use serde::Deserialize;
use store::intake::RequestKey;
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::audit::{self, Action};
use crate::{Context, OperationError};

pub use batch::{BatchPublished, publish_rows};
pub use decision::{ApprovalPreview, Approve, Approved, Reject, Rejected, approve, preview, reject};
pub use desk::{ReviewDesk, ReviewDraft, discard_draft, open_desk, present, save_draft};
pub use edits::EditOperation;
pub use list::{ReviewItem, ReviewList, list};
pub use schema::schema;
pub use session::{ApprovedItem, SessionChange, SessionDetail, SessionStatus, is_ready, session, status};
pub use store::review_desk::DeskPresence;
pub use verbs::{VerbExecution, execute_verbs};
pub use view::{LeiCheckItem, ReviewView, ReviewedView, SourceItem, ViolationItem};

/// Names a result: by its id, or as the current one of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    /// Id of the result; the current result of the session if absent.
    pub result_id: Option<Uuid>,
    /// Id of the session. Required without `result_id`.
    pub session_id: Option<Uuid>,
    /// Version of the session that the caller has reviewed. The operation is refused if the session has changed since.
    /// If absent, the version at the time of the call.
    pub version: Option<i64>,
    /// Digest of the result that the caller was shown (`digest` of the result). The execution of verbs requires it.
    pub digest: Option<String>,
}

/// An idempotency key that the caller sent, with the time of its first use.
#[derive(Debug, Clone, Copy)]
struct Claim {
    /// Time of the operation: that of the key's first use, so that a repetition makes the same decision.
    at: Time,
    /// `true` if the key was used before for the same request.
    is_repeated: bool,
}

/// Returns a result of the tenant.
///
/// # Errors
/// [`OperationError::UnknownResult`], also for a result of another tenant.
pub async fn show(cx: Context<'_>, result: JobId) -> Result<ReviewedResult, OperationError> {
    cx.require(Read)?;
    load(cx, result).await
}

async fn load(cx: Context<'_>, result: JobId) -> Result<ReviewedResult, OperationError> {
    cx.store().reviews().show(cx.tenant(), result).await?.ok_or(OperationError::UnknownResult)
}

/// Returns the result that a caller names.
///
/// # Errors
/// As for [`show`], and [`OperationError::EmptySession`].
pub async fn current(cx: Context<'_>, target: &Target) -> Result<ReviewedResult, OperationError> {
    find(cx, target).await
}

/// Returns the result that a caller names.
async fn find(cx: Context<'_>, target: &Target) -> Result<ReviewedResult, OperationError> {
    match (target.result_id, target.session_id) {
        (Some(result), session) => {
            let reviewed = load(cx, JobId(result)).await?;
            match session {
                Some(session) if reviewed.session.id.0 != session => Err(OperationError::UnknownResult),
                _ => Ok(reviewed),
            }
        }
        (None, Some(session)) => {
            let session = cx.store().reviews().session(cx.tenant(), SessionId(session)).await?;
            let result = session.result.ok_or(OperationError::EmptySession)?;
            load(cx, result).await
        }
        (None, None) => Err(OperationError::invalid("session_id", "is missing; send session_id or result_id")),
    }
}

/// Records a change of a result, or the reason why it was refused, in the audit trail.
async fn audited<T>(
    cx: Context<'_>,
    action: &'static str,
    read: &ReviewedResult,
    outcome: Result<T, OperationError>,
) -> Result<T, OperationError> {
    let action = Action { action, object: format!("result {}", read.result.id), about: read.event_job };
    let mut change = audit::change(cx, action);
    change.refused = outcome.as_ref().err().map(ToString::to_string);
    audit::record(cx.operations, change).await;
    outcome
}

/// Records the use of an idempotency key. Without a key every call is a new operation.
async fn claim(cx: Context<'_>, key: Option<&RequestKey>) -> Result<Claim, OperationError> {
    let now = cx.now();
    let Some(key) = key else { return Ok(Claim { at: now, is_repeated: false }) };
    match cx.store().intake().claim_key(key, now).await? {
        Some(claimed) => Ok(Claim { at: claimed.at, is_repeated: claimed.is_repeated }),
        None => Err(OperationError::KeyReused),
    }
}
