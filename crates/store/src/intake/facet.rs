//! [`PgIntake`].

use std::sync::Arc;

use domain::JobId;
use domain::access::TokenId;
use domain::port::PortError;

use super::accept::{AcceptLanes, Acceptance, Submission};
use super::requesters;
use crate::database::Database;

/// Access to the intake of events; see [`crate::Store::intake`].
#[derive(Clone)]
pub struct PgIntake {
    pub(crate) database: Arc<Database>,
    pub(crate) lanes: Arc<AcceptLanes>,
}

impl PgIntake {
    /// Stores events and their idempotency key. Concurrent callers share a transaction. May be repeated. Large
    /// submissions have a transaction of their own, so that small ones do not wait for them, and tenants take turns.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the events may be stored all the same.
    pub async fn accept(&self, submission: Submission) -> Result<Acceptance, PortError> {
        self.lanes.submit(submission).await
    }

    /// Returns the token that sent an event over the gateway; `None` for an event of a schedule, or from elsewhere.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn requester(&self, event: JobId) -> Result<Option<TokenId>, PortError> {
        requesters::read(&self.database, event).await
    }
}
