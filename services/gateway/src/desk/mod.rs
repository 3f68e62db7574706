//! The desk: the operations on macros and reviews that HTTP and MCP offer, for one caller. Independent of both
//! protocols.
//!
//! Everything that must survive is in Postgres, so any replica continues what another one began. An execution is an
//! event that the fleet answers; the desk never runs a model. An approval, and an execution of verbs, name the digest
//! of the data and verbs that its author was shown; a decision is recorded under the name and the id of the caller's
//! token.
//!
//! | operation | input | output |
//! |---|---|---|
//! | [`Desk::list`] | search text | [`MacroItem`]s |
//! | [`Desk::get`] | name | [`MacroDetail`] |
//! | [`Desk::execute`], [`Desk::wait`] | [`Execute`] | [`ExecutionAccepted`], then [`ReviewedView`] |
//! | [`Desk::approve`] | [`Approve`] | [`Approved`] |
//! | [`Desk::reject`] | [`Reject`] | [`Rejected`] |
//! | [`Desk::status`] | session | [`SessionStatus`] |
//! | [`Desk::execute_verbs`] | [`Target`] | [`ReviewedView`] |
//! | [`Desk::batch`] | [`Target`] | [`BatchPublished`] |

mod batch;
mod catalog;
mod decision;
mod edits;
mod error;
mod execution;
mod eyes;
mod schema;
mod session;
mod verbs;
mod view;
mod wait;

use domain::review::{ReviewedResult, SessionId};
use domain::{JobId, Tenant, Time};
use serde::Deserialize;
use store::Store;
use store::gateway::RequestKey;
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::Caller;
use crate::audit::Action;
use crate::{Gateway, audit};

pub use crate::macros::Macros;
pub use batch::BatchPublished;
pub use catalog::{ExampleCall, MacroDetail, MacroItem, ParameterItem};
pub use decision::{ApprovalPreview, Approve, Approved, Reject, Rejected};
pub use edits::EditOperation;
pub use error::DeskError;
pub use execution::{Execute, ExecutionAccepted};
pub use schema::json_schema;
pub use session::{ApprovedItem, SessionChange, SessionDetail, SessionStatus};
pub use verbs::VerbExecution;
pub use view::{LeiCheckItem, ReviewView, ReviewedView, SourceItem, ViolationItem};
pub use wait::{ExecutionProgress, Waited};

/// The operations of one caller.
#[derive(Clone, Copy)]
pub struct Desk<'a> {
    gateway: &'a Gateway,
    caller: &'a Caller,
}

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

impl<'a> Desk<'a> {
    /// Creates the desk of a caller. The caller's scopes are checked before.
    pub fn new(gateway: &'a Gateway, caller: &'a Caller) -> Self {
        Self { gateway, caller }
    }

    /// Returns a result of the tenant.
    ///
    /// # Errors
    /// [`DeskError::UnknownResult`], also for a result of another tenant.
    pub async fn show(&self, result: JobId) -> Result<ReviewedResult, DeskError> {
        self.store().show(self.tenant(), result).await?.ok_or(DeskError::UnknownResult)
    }

    /// Returns the result that a caller names.
    ///
    /// # Errors
    /// As for [`Desk::show`], and [`DeskError::EmptySession`].
    pub async fn current(&self, target: &Target) -> Result<ReviewedResult, DeskError> {
        self.find(target).await
    }

    /// Returns Postgres for the rows of the caller's tenant.
    fn store(&self) -> Store {
        self.gateway.store(self.tenant())
    }

    fn tenant(&self) -> &'a Tenant {
        &self.caller.tenant
    }

    /// Returns the result that a caller names.
    async fn find(&self, target: &Target) -> Result<ReviewedResult, DeskError> {
        match (target.result_id, target.session_id) {
            (Some(result), session) => {
                let reviewed = self.show(JobId(result)).await?;
                match session {
                    Some(session) if reviewed.session.id.0 != session => Err(DeskError::UnknownResult),
                    _ => Ok(reviewed),
                }
            }
            (None, Some(session)) => {
                let session = self.store().session(self.tenant(), SessionId(session)).await?;
                let result = session.result.ok_or(DeskError::EmptySession)?;
                self.show(result).await
            }
            (None, None) => Err(DeskError::input("session_id", "is missing; send session_id or result_id")),
        }
    }

    /// Records a change of a result, or the reason why it was refused, in the audit trail.
    async fn audited<T>(
        &self,
        action: &'static str,
        read: &ReviewedResult,
        outcome: Result<T, DeskError>,
    ) -> Result<T, DeskError> {
        let action = Action { action, object: format!("result {}", read.result.id), about: read.event_job };
        let mut change = audit::change(self.gateway, self.caller, action);
        change.refused = outcome.as_ref().err().map(ToString::to_string);
        audit::record(self.gateway, change).await;
        outcome
    }

    /// Records the use of an idempotency key. Without a key every call is a new operation.
    async fn claim(&self, key: Option<&RequestKey>) -> Result<Claim, DeskError> {
        let now = self.gateway.clock.now();
        let Some(key) = key else { return Ok(Claim { at: now, is_repeated: false }) };
        match self.store().claim_request(key, now).await? {
            Some(claimed) => Ok(Claim { at: claimed.at, is_repeated: claimed.is_repeated }),
            None => Err(DeskError::KeyReused),
        }
    }
}
