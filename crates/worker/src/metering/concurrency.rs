//! Limit of concurrent model calls (ADR 0014). Calls in flight are paid for again when a replica dies, so there should
//! be no more of them than are useful.
//!
//! By Little's law, calls in flight = calls per second × seconds per call. A replica handles a number of calls per
//! second (`AUSPEX_MODEL_CONCURRENCY`, which is the number in flight if a call takes a second or more). If a call takes
//! a fiftieth of a second, a fiftieth of that number does the same work; more calls would only wait for our own
//! database and CPU with unwritten replies, which a crash would lose.
//!
//! The shortest of the latest calls decides: longer ones may be queueing, which more calls would not improve. Models
//! whose calls take seconds are never limited.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::port::PortError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Minimum limit: some calls are always being reserved or settled.
const MIN_PERMITS: usize = 4;
/// Duration of a call from which on the configured limit applies.
const FULL_LIMIT_DURATION: Duration = Duration::from_secs(1);
/// Number of latest calls considered.
const LATEST_CALLS: usize = 32;
/// Maximum time over which permits are added. They are added one by one over the duration of a call, since calls that
/// start together end together, and a thousand simultaneous replies wait for each other.
const MAX_RAMP: Duration = Duration::from_secs(2);
/// Steps of the ramp.
const STEPS: u32 = 40;

/// Permits for calls to one model.
pub(super) struct ConcurrencyLimit {
    permits: Arc<Semaphore>,
    max: usize,
    state: Mutex<State>,
}

struct State {
    /// Existing permits, taken or not.
    permits: usize,
    /// Permits that should exist.
    wanted: usize,
    /// A task is adding the missing permits.
    growing: bool,
    latest: VecDeque<Duration>,
}

/// Permit for one call, from its reservation on.
pub(super) struct CallPermit {
    limit: Arc<ConcurrencyLimit>,
    permit: Option<OwnedSemaphorePermit>,
}

impl ConcurrencyLimit {
    /// Limits calls to `max` at the same time.
    pub(super) fn new(max: usize) -> Arc<Self> {
        let permits = MIN_PERMITS.min(max);
        let state = State { permits, wanted: permits, growing: false, latest: VecDeque::with_capacity(LATEST_CALLS) };
        Arc::new(Self { permits: Arc::new(Semaphore::new(permits)), max, state: Mutex::new(state) })
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// None in practice: the semaphore is never closed.
    pub(super) async fn acquire(self: &Arc<Self>) -> Result<CallPermit, PortError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|closed| PortError::Unavailable { what: "model", source: Box::new(closed) })?;
        Ok(CallPermit { limit: Arc::clone(self), permit: Some(permit) })
    }

    /// Records a reply that took this long, and adapts the limit.
    pub(super) fn answered(self: &Arc<Self>, took: Duration) {
        let mut state = self.state();
        if state.latest.len() == LATEST_CALLS {
            state.latest.pop_front();
        }
        state.latest.push_back(took);
        let shortest = state.latest.iter().min().copied().unwrap_or(took);
        state.wanted = useful_permits(shortest, self.max);
        let excess = state.permits.saturating_sub(state.wanted);
        // Free permits; the others end with their calls.
        state.permits -= self.permits.forget_permits(excess);
        if state.wanted > state.permits && !state.growing {
            state.growing = true;
            tokio::spawn(Arc::clone(self).grow(shortest.min(MAX_RAMP)));
        }
    }

    /// Adds the missing permits over this time.
    async fn grow(self: Arc<Self>, over: Duration) {
        while self.grow_once() {
            tokio::time::sleep(over / STEPS).await;
        }
    }

    /// Adds one step; returns false if no permit is missing any more.
    fn grow_once(&self) -> bool {
        let mut state = self.state();
        let missing = state.wanted.saturating_sub(state.permits);
        let more = missing.min(state.wanted.div_ceil(STEPS as usize));
        self.permits.add_permits(more);
        state.permits += more;
        state.growing = missing > more;
        state.growing
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallPermit {
    /// Returns the rest of the permit after the reply. The permit of a long call ends with the reply, so that another
    /// call starts while this one is settled. That of a short call lasts until it is settled, so that the ledger keeps
    /// up.
    pub(super) fn answered(self, took: Duration) -> Option<Self> {
        (took < FULL_LIMIT_DURATION).then_some(self)
    }
}

impl Drop for CallPermit {
    /// Drops an excess permit instead of releasing it.
    fn drop(&mut self) {
        let mut state = self.limit.state();
        if state.permits > state.wanted
            && let Some(permit) = self.permit.take()
        {
            permit.forget();
            state.permits -= 1;
        }
    }
}

/// Returns the useful number of concurrent calls if a call takes this long.
fn useful_permits(took: Duration, max: usize) -> usize {
    if took >= FULL_LIMIT_DURATION {
        return max;
    }
    let share = max as u128 * took.as_micros();
    let useful = usize::try_from(share.div_ceil(FULL_LIMIT_DURATION.as_micros())).unwrap_or(max);
    useful.clamp(MIN_PERMITS.min(max), max)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn taken(limit: &Arc<ConcurrencyLimit>) -> Vec<CallPermit> {
        // Unconstrained, else the runtime interrupts after a number of them.
        let acquire = || tokio::task::unconstrained(limit.acquire()).now_or_never();
        std::iter::from_fn(|| acquire().map(Result::unwrap)).collect()
    }

    #[test]
    fn slow_models_use_the_full_limit_and_fast_ones_the_useful_share() {
        let useful = |millis: u64, max: usize| useful_permits(Duration::from_millis(millis), max);
        assert_eq!(useful(10_000, 64), 64);
        assert_eq!(useful(1_000, 1_000), 1_000);
        assert_eq!(useful(500, 64), 32);
        assert_eq!(useful(20, 64), MIN_PERMITS);
        assert_eq!(useful(20, 1_000), 20);
        assert_eq!(useful(0, 2), 2, "never more than configured");
    }

    /// Waits longer than any ramp, on the test's paused clock.
    async fn wait_for_ramp() {
        tokio::time::sleep(MAX_RAMP * 2).await;
    }

    #[tokio::test(start_paused = true)]
    async fn permits_are_added_gradually() {
        let limit = ConcurrencyLimit::new(1_000);
        let few = taken(&limit);
        limit.answered(Duration::from_secs(60));
        tokio::time::sleep(MAX_RAMP / 2).await;
        let half = taken(&limit);
        assert!((400..600).contains(&half.len()), "{}", half.len());
        limit.answered(Duration::from_secs(60));
        wait_for_ramp().await;
        assert_eq!(taken(&limit).len() + half.len() + few.len(), 1_000);
    }

    #[tokio::test(start_paused = true)]
    async fn the_shortest_of_the_latest_calls_decides() {
        let limit = ConcurrencyLimit::new(64);
        let few = taken(&limit);
        assert_eq!(few.len(), MIN_PERMITS);
        limit.answered(Duration::from_secs(2));
        wait_for_ramp().await;
        assert_eq!(taken(&limit).len(), 64 - MIN_PERMITS, "slow calls: the rest is free");
        drop(few);
        limit.answered(Duration::from_millis(250));
        assert_eq!(taken(&limit).len(), 16, "after one fast call the slow ones may be queueing");
        (0..LATEST_CALLS).for_each(|_| limit.answered(Duration::from_secs(2)));
        wait_for_ramp().await;
        assert_eq!(taken(&limit).len(), 64, "the fast call is no longer considered");
    }

    #[test]
    fn the_permit_of_a_long_call_ends_with_the_reply_and_that_of_a_short_one_with_the_settlement() {
        let limit = ConcurrencyLimit::new(MIN_PERMITS);
        let mut all = taken(&limit);
        let (long, short) = (all.pop().unwrap(), all.pop().unwrap());
        let (long, short) = (long.answered(FULL_LIMIT_DURATION), short.answered(FULL_LIMIT_DURATION / 2));
        assert!(long.is_none() && short.is_some());
        assert_eq!(taken(&limit).len(), 1, "of the long call");
        drop(short);
        assert_eq!(taken(&limit).len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn excess_permits_end_with_their_calls() {
        let limit = ConcurrencyLimit::new(64);
        limit.answered(Duration::from_secs(2));
        wait_for_ramp().await;
        let all = taken(&limit);
        assert_eq!(all.len(), 64);
        limit.answered(Duration::from_millis(1));
        drop(all);
        let few = taken(&limit);
        assert_eq!(few.len(), MIN_PERMITS);
        drop(few);
        assert_eq!(taken(&limit).len(), MIN_PERMITS, "the limit stays");
    }
}
