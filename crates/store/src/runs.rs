//! Reading and closing a run's rounds. A run is changed by effects only ([`domain::Effect`]), and here
//! by the sweeper and by whoever cancels it.

mod awaited;
mod cancel;
mod close;
mod due;
mod early;
mod ends;
mod load;
mod purse;

pub use awaited::Awaited;
pub use cancel::Stopped;
pub use ends::{Ends, GivenUp};
pub use purse::PurseLine;

use std::future::Future;

use domain::port::PortError;
use domain::run::RunState;
use domain::{Outgoing, RunId, Tenant, Time};

/// A run whose round should be closed: its deadline has passed, or every question is answered and nobody has said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRun {
    /// The run.
    pub run: RunId,
    /// Whom it is for.
    pub tenant: Tenant,
    /// The round to close.
    pub iteration: u32,
    /// The round's deadline.
    pub deadline: Time,
    /// Questions of the round without an answer.
    pub outstanding: u32,
}

/// Reading runs and closing rounds. Implemented by [`crate::Store`] and, for tests, by `testing::FakeRuns`.
pub trait Runs: Send + Sync + 'static {
    /// The run with its questions, its answers, and what it has been charged (reserved counts as spent).
    fn load(&self, run: RunId) -> impl Future<Output = Result<Option<RunState>, PortError>> + Send;

    /// Waiting runs past their deadline at `now`, and waiting runs that have no open question; oldest deadline first. Repairs
    /// `outstanding` from questions and answers on the way.
    fn due(&self, now: Time, limit: u32) -> impl Future<Output = Result<Vec<DueRun>, PortError>> + Send;

    /// Turns a waiting round to analyzing and writes the message that says so, in one transaction. `false` if the run has
    /// moved on: nothing was written. The message goes out by the relay; the caller may publish it at once.
    fn close_round(
        &self,
        run: RunId,
        iteration: u32,
        says: &Outgoing,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;
}
