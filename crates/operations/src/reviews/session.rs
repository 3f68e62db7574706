//! The state of a session.

use domain::Time;
use domain::access::AccessScope::Read;
use domain::review::{ReviewedResult, SessionId, SessionState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use super::EditOperation;
use crate::{Context, OperationError};

/// Approved results in the description of a session. Each may have several times [`domain::review::MAX_DATA_BYTES`].
const MAX_APPROVED: u32 = 50;

/// State of a session. A session that was never used is idle at version 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SessionStatus {
    /// The session (UUID).
    pub session_id: String,
    /// Number of transitions. A decision names it.
    pub version: i64,
    /// State of the session: `idle`, `pending_review`, `verbs_ready` or `executed`.
    pub state: String,
    /// `true` if a result waits for its review.
    pub has_pending: bool,
    /// Name of the macro whose result waits for its review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_macro: Option<String>,
    /// Number of approved results, executed ones included.
    pub approved_count: u64,
    /// `true` if the verbs of the newest approved result can be executed.
    pub verbs_ready: bool,
    /// The pending result, or the one decided last (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_id: Option<String>,
    /// The last transition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<SessionChange>,
}

/// A session with its approved results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SessionDetail {
    /// State of the session.
    #[serde(flatten)]
    pub status: SessionStatus,
    /// Approved results, newest first, at most 50. `/v1/reviews` lists all of them.
    pub approved: Vec<ApprovedItem>,
}

/// An approved result of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ApprovedItem {
    /// Id of the result (UUID).
    pub result_id: String,
    /// Name of the macro.
    pub macro_name: String,
    /// Name of the token that approved it, or `auspex` for a result without a review.
    pub approved_by: String,
    /// Time of the approval.
    #[schema(value_type = String, format = DateTime)]
    pub approved_at: Time,
    /// The approved data.
    pub data: Value,
    /// Verbs rendered from this data.
    pub verbs: Vec<String>,
    /// Changes to the model's data, in order.
    pub edits_made: Vec<EditOperation>,
}

/// The last transition of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SessionChange {
    /// State that the result moved to.
    pub to: String,
    /// Token or program that caused the transition.
    pub by: String,
    /// Time of the transition.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
}

impl ApprovedItem {
    /// Describes a result; `None` if it is not approved.
    fn of(reviewed: &ReviewedResult) -> Option<Self> {
        let review = reviewed.review.as_ref()?;
        let approved = review.approved.as_ref()?;
        Some(Self {
            result_id: reviewed.result.id.to_string(),
            macro_name: reviewed.result.name.clone(),
            approved_by: review.by.clone(),
            approved_at: review.at,
            data: approved.data.clone(),
            verbs: approved.verbs.clone(),
            edits_made: approved.edits.iter().map(EditOperation::from).collect(),
        })
    }
}

/// Returns a session with its approved results.
///
/// # Errors
/// [`OperationError::Port`] if Postgres is unavailable.
pub async fn session(cx: Context<'_>, session: Uuid) -> Result<SessionDetail, OperationError> {
    cx.require(Read)?;
    let status = status(cx, session).await?;
    let approved = cx.store().reviews().approved(cx.tenant(), SessionId(session), MAX_APPROVED).await?;
    Ok(SessionDetail { status, approved: approved.iter().filter_map(ApprovedItem::of).collect() })
}

/// Returns the state of a session.
///
/// # Errors
/// [`OperationError::Port`] if Postgres is unavailable.
pub async fn status(cx: Context<'_>, session: Uuid) -> Result<SessionStatus, OperationError> {
    cx.require(Read)?;
    let (store, id) = (&cx.store(), SessionId(session));
    let session = store.reviews().session(cx.tenant(), id).await?;
    let has_pending = session.state == SessionState::PendingReview;
    let pending = match session.result.filter(|_| has_pending) {
        Some(result) => store.reviews().show(cx.tenant(), result).await?,
        None => None,
    };
    Ok(SessionStatus {
        session_id: id.to_string(),
        version: session.version,
        state: session.state.name().to_owned(),
        has_pending,
        pending_macro: pending.map(|reviewed| reviewed.result.name),
        approved_count: store.reviews().approved_count(cx.tenant(), id).await?,
        verbs_ready: session.state == SessionState::VerbsReady,
        result_id: session.result.map(|result| result.to_string()),
        changed: session.changed.map(|change| SessionChange {
            to: change.to.name().to_owned(),
            by: change.by,
            at: change.at,
        }),
    })
}

/// Returns `true` if the verbs of the newest approved result of a session can be executed.
///
/// # Errors
/// Postgres is unavailable.
pub async fn is_ready(cx: Context<'_>, session: Uuid) -> Result<bool, OperationError> {
    let session = cx.store().reviews().session(cx.tenant(), SessionId(session)).await?;
    Ok(session.state == SessionState::VerbsReady)
}
