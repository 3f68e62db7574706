//! Waiting for the result of an execution. Reads Postgres only, so any replica may wait for what another one has
//! accepted.

use std::time::Duration;

use domain::review::ReviewedResult;
use serde::Serialize;
use store::reviews::Reviews;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::{Desk, DeskError, ExecutionAccepted};

/// Interval between two reads.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Progress of an execution that has no result yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExecutionProgress {
    /// `queued`; `researching` once the fleet has classified the event; `failed` if it was dead-lettered, see
    /// `dead_letter`.
    pub state: String,
    /// Number of model calls so far.
    pub model_calls: u64,
    /// Amount reserved and spent so far, in micro-dollars.
    pub cost_micro_usd: u64,
    /// Dead letter (UUID) that ended the execution without a result. A redrive continues it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_letter: Option<String>,
}

/// End of a wait.
#[derive(Debug, Clone, PartialEq)]
pub enum Waited {
    /// The result, pending or decided.
    Done(Box<ReviewedResult>),
    /// There is no result yet. The state is `failed` if none will come without a redrive; otherwise the limit was
    /// reached.
    Open(ExecutionProgress),
}

impl ExecutionProgress {
    /// Returns `true` if no result will come without a redrive.
    pub fn has_failed(&self) -> bool {
        self.dead_letter.is_some()
    }
}

impl Desk<'_> {
    /// Waits until the result of an execution exists, its event is dead-lettered, or the limit is reached. `report` is
    /// called with every change of the progress. Dropping the future ends the wait and not the execution.
    ///
    /// # Errors
    /// [`DeskError::Port`] if Postgres is unavailable.
    pub async fn wait(
        &self,
        accepted: &ExecutionAccepted,
        limit: Duration,
        mut report: impl FnMut(&ExecutionProgress) + Send,
    ) -> Result<Waited, DeskError> {
        let ids = accepted.ids()?;
        let end = Instant::now() + limit;
        let mut known = None;
        loop {
            if let Some(reviewed) = self.store().show(self.tenant(), ids.result).await? {
                return Ok(Waited::Done(Box::new(reviewed)));
            }
            let progress = self.progress(ids.event).await?;
            if known.as_ref() != Some(&progress) {
                report(&progress);
            }
            let now = Instant::now();
            if progress.has_failed() || now >= end || self.gateway.stop.is_cancelled() {
                return Ok(Waited::Open(progress));
            }
            known = Some(progress);
            tokio::select! {
                () = tokio::time::sleep_until(end.min(now + POLL_INTERVAL)) => {}
                () = self.gateway.stop.cancelled() => {}
            }
        }
    }

    async fn progress(&self, event: domain::JobId) -> Result<ExecutionProgress, DeskError> {
        let progress = self.store().macro_progress(self.tenant(), event).await?;
        let state = match (progress.dead_letter, progress.is_classified) {
            (Some(_), _) => "failed",
            (None, true) => "researching",
            (None, false) => "queued",
        };
        Ok(ExecutionProgress {
            state: state.to_owned(),
            model_calls: progress.calls,
            cost_micro_usd: progress.charged.0,
            dead_letter: progress.dead_letter.map(|letter| letter.to_string()),
        })
    }
}
