//! Limits what a replica takes while none of its jobs gets an outcome.
//!
//! A replica that has lost one of its servers (a model, Redis, the object store) fails its jobs sooner than others do
//! them, so it would take most of the work of the fleet and put it off. It therefore takes a few jobs a second, which
//! show when the server is back, and its pulls stand behind those of other replicas. Events that need no job are not
//! limited.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::pull;
use crate::settle::{Postponement, Settlement};

/// Jobs in a row without an outcome after which the intake is limited.
const MAX_FRUITLESS: u32 = 64;
/// Interval between two jobs of a limited intake.
const INTERVAL: Duration = Duration::from_millis(40);
/// Time whose jobs may be taken at once.
const BURST: Duration = Duration::from_secs(1);
/// Interval of the pull requests of a limited intake.
pub(super) const REFILL: Duration = Duration::from_millis(200);

/// The intake of one consumer.
pub(crate) struct Intake(Mutex<State>);

struct State {
    fruitless: u32,
    /// Time up to which the jobs that were taken have used the intake.
    used_until: Instant,
}

impl Intake {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State { fruitless: 0, used_until: Instant::now() }))
    }

    /// Returns true if the intake is not limited.
    pub(super) fn is_open(&self) -> bool {
        self.state().fruitless < MAX_FRUITLESS
    }

    /// Returns the expiry of the next pull.
    pub(super) fn expires(&self) -> Duration {
        if self.state().fruitless == 0 { pull::EXPIRES } else { pull::SHORT_EXPIRES }
    }

    /// Returns the number of messages that may be taken now.
    pub(super) fn allowance(&self) -> usize {
        let state = self.state();
        if state.fruitless < MAX_FRUITLESS {
            return usize::MAX;
        }
        let left = (Instant::now() + BURST).saturating_duration_since(state.used_until);
        usize::try_from(left.as_millis() / INTERVAL.as_millis()).unwrap_or(usize::MAX)
    }

    /// Records a message that was taken.
    pub(super) fn take(&self) {
        let mut state = self.state();
        if state.fruitless >= MAX_FRUITLESS {
            state.used_until = state.used_until.max(Instant::now()) + INTERVAL;
        }
    }

    /// Records that a message that was taken needs no job.
    pub(super) fn refund(&self) {
        let mut state = self.state();
        if let Some(earlier) = state.used_until.checked_sub(INTERVAL) {
            state.used_until = earlier;
        }
    }

    /// Records the end of a job. One that another instance holds, or that leaves the stream for long, says nothing
    /// about this replica.
    pub(super) fn note(&self, settlement: &Settlement) {
        let mut state = self.state();
        match settlement {
            Settlement::Done { .. } | Settlement::Dead { .. } => state.fruitless = 0,
            Settlement::Redeliver { why, .. } | Settlement::Parked { why, .. }
                if matches!(why, Postponement::Retry | Postponement::Defer | Postponement::Wait)
                    && !settlement.is_long() =>
            {
                state.fruitless = state.fruitless.saturating_add(1);
            }
            Settlement::Redeliver { .. } | Settlement::Parked { .. } => {}
        }
    }

    /// Ignores poisoning: no code panics while it holds the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deferred(seconds: u64) -> Settlement {
        Settlement::Redeliver { why: Postponement::Defer, after: Duration::from_secs(seconds), reason: String::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn without_an_outcome_few_jobs_are_taken_until_one_has_an_outcome() {
        let intake = Intake::new();
        (0..MAX_FRUITLESS - 1).for_each(|_| intake.note(&deferred(5)));
        assert_eq!(intake.allowance(), usize::MAX);
        intake.note(&deferred(5));
        assert_eq!(intake.allowance(), 25);
        (0..25).for_each(|_| intake.take());
        assert_eq!(intake.allowance(), 0);
        tokio::time::advance(2 * INTERVAL).await;
        assert_eq!(intake.allowance(), 2);
        intake.take();
        intake.refund();
        assert_eq!(intake.allowance(), 2, "an event that needs no job is not counted");
        intake.note(&Settlement::Done { outcome: "done", outgoing: Vec::new() });
        assert_eq!(intake.allowance(), usize::MAX);
    }

    #[tokio::test]
    async fn the_next_pull_after_a_job_without_an_outcome_is_short() {
        let intake = Intake::new();
        assert_eq!(intake.expires(), pull::EXPIRES);
        intake.note(&deferred(5));
        assert_eq!(intake.expires(), pull::SHORT_EXPIRES);
        intake.note(&Settlement::Done { outcome: "done", outgoing: Vec::new() });
        assert_eq!(intake.expires(), pull::EXPIRES);
    }

    #[tokio::test]
    async fn work_that_no_replica_can_do_now_does_not_limit_the_intake() {
        let intake = Intake::new();
        (0..MAX_FRUITLESS).for_each(|_| intake.note(&deferred(600)));
        assert!(intake.is_open());
    }
}
