//! The ports of runs.

use std::future::Future;
use std::sync::{Arc, Mutex};

use domain::port::PortError;
use domain::run::{Cancellation, Question, RunState};
use domain::{Outgoing, Run, RunId, Tenant, Time};
use futures::future::BoxFuture;
use uuid::Uuid;

use crate::database::Database;

/// A waiting run whose round should be closed: the deadline has passed, or every question is answered without the round
/// having been released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRun {
    /// Id of the run.
    pub run: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// The round to close, from 1.
    pub iteration: u32,
    /// The round's deadline.
    pub deadline: Time,
    /// Questions of the round without an answer.
    pub outstanding: u32,
}

/// Reads runs and closes rounds. Implemented by [`PgRuns`] and, for tests, by `testing::FakeRuns`.
pub trait Runs: Send + Sync + 'static {
    /// Returns a run with its questions, answers and charges; a reservation counts as charged.
    fn load(&self, run: RunId) -> impl Future<Output = Result<Option<RunState>, PortError>> + Send;

    /// Returns at most `limit` runs whose round should be closed at `now`, oldest deadline first. Before, corrects each
    /// waiting run's `outstanding` from its questions and answers.
    fn due(&self, now: Time, limit: u32) -> impl Future<Output = Result<Vec<DueRun>, PortError>> + Send;

    /// Closes a waiting round and stores the message that releases it, in one transaction. Returns `false` and stores
    /// nothing if the run has moved on. The relay publishes the message; the caller may publish it at once.
    fn close_round(
        &self,
        run: RunId,
        iteration: u32,
        message: &Outgoing,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;
}

/// A run whose decision was dead-lettered and whose deadline has passed. Holds enough to end the run even if its
/// questions or answers cannot be decoded.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpiredDecision {
    /// Id of the run.
    pub run: Run,
    /// The undecided round, from 1.
    pub iteration: u32,
    /// The run's version.
    pub version: i64,
    /// The round's deadline.
    pub deadline: Time,
    /// Reason of the dead letter.
    pub because: String,
}

/// Reads what ends runs without a decision. Implemented by [`PgRuns`]; a trait, so that handlers are tested
/// without a server.
pub trait RunEndings: Send + Sync + 'static {
    /// Returns the cancellation of a run that has not started.
    fn early_cancellation(&self, run: RunId) -> impl Future<Output = Result<Option<Cancellation>, PortError>> + Send;

    /// Returns at most `limit` runs whose decision was dead-lettered and whose deadline has passed at `now`, oldest
    /// deadline first.
    fn expired_decisions(
        &self,
        now: Time,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<ExpiredDecision>, PortError>> + Send;
}

/// Reads the plans of earlier runs. Implemented by [`PgRuns`]; a trait, so that handlers are tested without a server.
pub trait EarlierPlans: Send + Sync + 'static {
    /// Returns the newest run of the tenant with the question of `run` that started at or after `since`, whose forecast
    /// was made with prompts of this version; `None` if there is none.
    fn earlier_plan(
        &self,
        run: &Run,
        prompt_version: &str,
        since: Time,
    ) -> impl Future<Output = Result<Option<EarlierPlan>, PortError>> + Send;
}

/// The research questions of an earlier run.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierPlan {
    /// The earlier run.
    pub run: Run,
    /// The questions of its first round, in order.
    pub questions: Vec<Question>,
}

/// Tells whether a run still needs the answers of its research. Checked before research starts.
pub trait Awaited: Send + Sync + 'static {
    /// Returns `false` once the run is done or cancelled. An unknown run is awaited: its row may not be committed yet.
    fn is_awaited(&self, run: RunId) -> BoxFuture<'_, Result<bool, PortError>>;
}

/// The last run that was compared; the first one is next without it.
pub(crate) type Compared = Mutex<Option<(Time, Uuid)>>;

/// Access to runs in Postgres; see [`crate::Store::runs`].
#[derive(Clone)]
pub struct PgRuns {
    pub(crate) database: Arc<Database>,
    pub(crate) compared: Arc<Compared>,
}
