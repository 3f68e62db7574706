//! Cancellation of a run that changes meanwhile: reads the run and cancels what it has read, until one attempt meets no
//! change.

use domain::port::PortError;
use domain::run::{Cancellation, RunState};
use domain::{Outgoing, RunId};

use super::port::{PgRuns, Runs};
use super::transition::{CancelOutcome, RunVersion};

/// Attempts to cancel a run whose state changes between reading and writing; more than the rounds that a run can have.
const MAX_TRIES: usize = 20;

impl PgRuns {
    /// Cancels a run, also one that has not begun. `closing` builds the message that is stored with the cancellation of
    /// a begun run. Returns the state that was cancelled, or refused the cancellation; `None` for a run that has not
    /// begun. The outcome is `Moved` if the run changed during every attempt.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn cancel(
        &self,
        run: RunId,
        cancellation: &Cancellation,
        closing: impl Fn(&RunState, &Cancellation) -> Outgoing,
    ) -> Result<(CancelOutcome, Option<RunState>), PortError> {
        for _ in 0..MAX_TRIES {
            let state = self.load(run).await?;
            let outcome = match &state {
                Some(state) => {
                    let target = RunVersion { run, version: state.version };
                    self.cancel_version(target, cancellation, &closing(state, cancellation)).await?
                }
                None => self.cancel_unstarted(run, cancellation).await?,
            };
            if !matches!(outcome, CancelOutcome::Moved | CancelOutcome::Unknown) {
                return Ok((outcome, state));
            }
        }
        Ok((CancelOutcome::Moved, None))
    }
}
