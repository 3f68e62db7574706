//! The port of reviews.

use std::sync::Arc;

use domain::effect::ResultRow;
use domain::port::PortError;
use domain::review::{
    Approval, Conflict, Execution, Refused, Rejection, ResultState, ReviewEvent, ReviewedResult, Session, SessionId,
};
use domain::{JobId, Outgoing, Tenant, Time};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::database::Database;

/// Maximum number of results in a page of a list.
pub const MAX_PAGE: u32 = 200;

/// Builds the published result of a state, and its message: `proto::result::macro_announcement`. The time is that of
/// the decision.
pub type Announce = fn(&ReviewedResult, Time) -> (ResultRow, Outgoing);

/// A result as the author of a decision read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewTarget {
    /// The tenant that the review belongs to. Results of other tenants are unknown to it.
    pub tenant: Tenant,
    /// Id of the result.
    pub result: JobId,
    /// Version of its session.
    pub version: i64,
}

impl ReviewTarget {
    /// Returns the target of a decision about a result that was read.
    pub fn from_result(read: &ReviewedResult) -> Self {
        Self { tenant: read.session.tenant.clone(), result: read.result.id, version: read.session.version }
    }
}

/// Outcome of a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Decided {
    /// The decision is stored, now or by an earlier attempt of the same call.
    Done(Box<ReviewedResult>),
    /// Another writer has changed the session; nothing is stored.
    Conflict(Conflict),
    /// The decision is not permitted; nothing is stored.
    Refused(Refused),
    /// The tenant has no such result.
    Unknown,
}

/// Selection of results of one tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewQuery {
    /// The tenant.
    pub tenant: Tenant,
    /// States to include; empty for all.
    pub states: Vec<ResultState>,
    /// Restricts the list to one session.
    pub session: Option<SessionId>,
    /// End of the previous page; `None` for the first page.
    pub after: Option<ReviewCursor>,
    /// Size of the page, 1 to [`MAX_PAGE`].
    pub limit: u32,
}

/// Position in a list, which is ordered from the newest result to the oldest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ReviewCursor {
    /// Time of the last result of the page.
    pub made_at: Time,
    /// Id of that result.
    pub result: JobId,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewPage {
    /// The results, newest first.
    pub lines: Vec<ReviewLine>,
    /// Position for the next page; `None` on the last page.
    pub next: Option<ReviewCursor>,
}

/// A result in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ReviewLine {
    /// Id of the result.
    pub result: JobId,
    /// The session that contains the result.
    pub session: SessionId,
    /// Version of the session, as a decision names it.
    pub session_version: i64,
    /// Name of the macro.
    pub name: String,
    /// Version of the definition.
    pub version: String,
    /// Its question, else the first text among its parameters, at most 200 characters; may be empty.
    pub subject: String,
    /// State of the result.
    pub state: ResultState,
    /// `true` if the researcher's data is valid under the schema.
    pub schema_valid: bool,
    /// Time of the result.
    pub made_at: Time,
    /// Time at which a pending result expires.
    pub expires_at: Option<Time>,
    /// Author of the decision; `None` while the result is pending.
    pub decided_by: Option<String>,
}

/// Reads and decides reviews. Implemented by [`PgReviews`] and, for tests, by `testing::FakeReviews`.
///
/// Every method fails with `Down` if Postgres is unavailable.
pub trait Reviews: Send + Sync + 'static {
    /// Returns a session; an unknown one is idle at version 0.
    fn session<'a>(&'a self, tenant: &'a Tenant, id: SessionId) -> BoxFuture<'a, Result<Session, PortError>>;

    /// Returns a result of the tenant with its review and its session.
    fn show<'a>(
        &'a self,
        tenant: &'a Tenant,
        result: JobId,
    ) -> BoxFuture<'a, Result<Option<ReviewedResult>, PortError>>;

    /// Returns a page of results.
    fn list<'a>(&'a self, query: &'a ReviewQuery) -> BoxFuture<'a, Result<ReviewPage, PortError>>;

    /// Returns at most `limit` pending results of all tenants whose time for the review has passed at `now`, oldest
    /// first.
    fn due(&self, now: Time, limit: u32) -> BoxFuture<'_, Result<Vec<ReviewedResult>, PortError>>;

    /// Returns the approved and executed results of a session, newest first, at most `limit`.
    fn approved<'a>(
        &'a self,
        tenant: &'a Tenant,
        session: SessionId,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReviewedResult>, PortError>>;

    /// Applies an event to a result that is still at the version that its author read. A repetition of the same event
    /// by the same author is [`Decided::Done`] again.
    fn decide<'a>(
        &'a self,
        target: &'a ReviewTarget,
        event: ReviewEvent,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>>;

    /// Checks that a macro may be executed in a session. The researcher asks before it starts; the commit of the result
    /// decides.
    fn execute<'a>(
        &'a self,
        tenant: &'a Tenant,
        id: SessionId,
    ) -> BoxFuture<'a, Result<Result<(), Refused>, PortError>> {
        async move { Ok(self.session(tenant, id).await?.may_execute()) }.boxed()
    }

    /// Returns the pending result of a session.
    fn pending<'a>(
        &'a self,
        tenant: &'a Tenant,
        session: SessionId,
    ) -> BoxFuture<'a, Result<Option<ReviewedResult>, PortError>> {
        async move {
            let Some(result) = self.session(tenant, session).await?.result else { return Ok(None) };
            let newest = self.show(tenant, result).await?;
            Ok(newest.filter(|reviewed| reviewed.state == ResultState::Pending))
        }
        .boxed()
    }

    /// Approves a pending result, with or without edits; see [`Reviews::decide`].
    fn approve<'a>(
        &'a self,
        target: &'a ReviewTarget,
        approval: Approval,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        self.decide(target, ReviewEvent::Approved(approval), announce)
    }

    /// Rejects a pending result; see [`Reviews::decide`].
    fn reject<'a>(
        &'a self,
        target: &'a ReviewTarget,
        rejection: Rejection,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        self.decide(target, ReviewEvent::Rejected(rejection), announce)
    }

    /// Ends the review of a result whose time has passed; see [`Reviews::decide`].
    fn expire<'a>(
        &'a self,
        target: &'a ReviewTarget,
        at: Time,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        self.decide(target, ReviewEvent::Expired { at }, announce)
    }

    /// Stores the executor's answer to the verbs of an approved result; see [`Reviews::decide`].
    fn executed<'a>(
        &'a self,
        target: &'a ReviewTarget,
        execution: Execution,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        self.decide(target, ReviewEvent::VerbsExecuted(execution), announce)
    }
}

/// Access to reviews in Postgres; see [`crate::Store::reviews`].
#[derive(Clone)]
pub struct PgReviews {
    pub(crate) database: Arc<Database>,
}
