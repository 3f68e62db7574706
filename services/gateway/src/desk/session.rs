//! The state of a session.

use domain::Time;
use domain::review::{SessionId, SessionState};
use serde::Serialize;
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Desk, DeskError};

/// State of a session. A session that was never used is idle at version 0.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SessionStatus {
    /// The session (UUID).
    pub session_id: String,
    /// Number of transitions. A decision names it.
    pub version: i64,
    /// `idle`, `pending_review`, `verbs_ready` or `executed`.
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

/// The last transition of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionChange {
    /// State that the result moved to.
    pub to: String,
    /// Token or program that caused the transition.
    pub by: String,
    /// Time of the transition.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
}

impl Desk<'_> {
    /// Returns the state of a session.
    ///
    /// # Errors
    /// [`DeskError::Port`] if Postgres is unavailable.
    pub async fn status(&self, session: Uuid) -> Result<SessionStatus, DeskError> {
        let (store, id) = (&self.gateway.store, SessionId(session));
        let session = store.session(self.tenant(), id).await?;
        let has_pending = session.state == SessionState::PendingReview;
        let pending = match session.result.filter(|_| has_pending) {
            Some(result) => store.show(self.tenant(), result).await?,
            None => None,
        };
        Ok(SessionStatus {
            session_id: id.to_string(),
            version: session.version,
            state: session.state.name().to_owned(),
            has_pending,
            pending_macro: pending.map(|reviewed| reviewed.result.name),
            approved_count: store.approved_count(self.tenant(), id).await?,
            verbs_ready: session.state == SessionState::VerbsReady,
            result_id: session.result.map(|result| result.to_string()),
            changed: session.changed.map(|change| SessionChange {
                to: change.to.name().to_owned(),
                by: change.by,
                at: change.at,
            }),
        })
    }
}
