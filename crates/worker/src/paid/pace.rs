//! How many calls at the same time (ADR 0008): what is in flight when a replica dies is paid for again, so there shall be
//! no more of it than is of use.
//!
//! By Little's law, calls under way = calls per second × seconds of a call. A replica is good for so many calls a second
//! (`AUSPEX_MODEL_CONCURRENCY`, which is what may be under way where a call takes a second or more); of calls that take a
//! fiftieth of a second, a fiftieth of that many does the same work. More would only wait for our own database and
//! processor with their answers unwritten, and a crash would lose them.
//!
//! The shortest of the latest calls counts: whatever is longer may be queueing, which more calls would not cure. Models
//! whose calls take seconds are never held back.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::port::PortError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Never fewer than this, however short the calls: some are always just being reserved or settled.
const LEAST: usize = 4;
/// Calls that take this long may be as many as are configured.
const FULL: Duration = Duration::from_secs(1);
/// How many of the latest calls are remembered.
const REMEMBERED: usize = 32;
/// More turns come one by one, over the length of a call: calls that begin at one moment end at one moment, and a thousand
/// answers at once wait for each other. Never longer than this, so that nobody waits long at a start.
const RAMP: Duration = Duration::from_secs(2);
/// Steps of the ramp.
const STEPS: u32 = 40;

/// The turns at one model.
pub(super) struct Pace {
    permits: Arc<Semaphore>,
    most: usize,
    state: Mutex<State>,
}

struct State {
    /// Turns that there are, taken or not.
    turns: usize,
    /// Turns that there shall be.
    wanted: usize,
    /// Somebody is adding those that are missing.
    growing: bool,
    latest: VecDeque<Duration>,
}

/// One turn: the right to have one call under way, from its reservation on.
pub(super) struct Turn {
    pace: Arc<Pace>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Pace {
    /// With `most` calls at once at most.
    pub(super) fn new(most: usize) -> Arc<Self> {
        let turns = LEAST.min(most);
        let state = State { turns, wanted: turns, growing: false, latest: VecDeque::with_capacity(REMEMBERED) };
        Arc::new(Self { permits: Arc::new(Semaphore::new(turns)), most, state: Mutex::new(state) })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// Never: the semaphore is not closed. It is told as an unavailable model all the same.
    pub(super) async fn turn(self: &Arc<Self>) -> Result<Turn, PortError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|closed| PortError::Unavailable { what: "model", source: Box::new(closed) })?;
        Ok(Turn { pace: Arc::clone(self), permit: Some(permit) })
    }

    /// A call was answered after `took`.
    pub(super) fn answered(self: &Arc<Self>, took: Duration) {
        let mut state = self.state();
        if state.latest.len() == REMEMBERED {
            state.latest.pop_front();
        }
        state.latest.push_back(took);
        let shortest = state.latest.iter().min().copied().unwrap_or(took);
        state.wanted = of_use(shortest, self.most);
        let fewer = state.turns.saturating_sub(state.wanted);
        // Those that nobody holds; the others end with their calls.
        state.turns -= self.permits.forget_permits(fewer);
        if state.wanted > state.turns && !state.growing {
            state.growing = true;
            tokio::spawn(Arc::clone(self).grow(shortest.min(RAMP)));
        }
    }

    /// Adds the turns that are missing, over this time.
    async fn grow(self: Arc<Self>, over: Duration) {
        while self.grows() {
            tokio::time::sleep(over / STEPS).await;
        }
    }

    /// One step; false if nothing is missing any more.
    fn grows(&self) -> bool {
        let mut state = self.state();
        let missing = state.wanted.saturating_sub(state.turns);
        let more = missing.min(state.wanted.div_ceil(STEPS as usize));
        self.permits.add_permits(more);
        state.turns += more;
        state.growing = missing > more;
        state.growing
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// The call was answered after `took`: what is left of the turn. That of a long call ends with its answer, and another call
    /// begins while this one is settled; that of a short one, of which only as many are made as the ledger keeps up with, lasts
    /// until then.
    pub(super) fn answered(self, took: Duration) -> Option<Self> {
        (took < FULL).then_some(self)
    }
}

impl Drop for Turn {
    /// A turn too many is not given back.
    fn drop(&mut self) {
        let mut state = self.pace.state();
        if state.turns > state.wanted
            && let Some(permit) = self.permit.take()
        {
            permit.forget();
            state.turns -= 1;
        }
    }
}

/// Calls at once that are of use where a call takes this long.
fn of_use(takes: Duration, most: usize) -> usize {
    if takes >= FULL {
        return most;
    }
    let share = most as u128 * takes.as_micros();
    let some = usize::try_from(share.div_ceil(FULL.as_micros())).unwrap_or(most);
    some.clamp(LEAST.min(most), most)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn taken(pace: &Arc<Pace>) -> Vec<Turn> {
        // Not interrupted by the runtime after so many of them.
        let turn = || tokio::task::unconstrained(pace.turn()).now_or_never();
        std::iter::from_fn(|| turn().map(Result::unwrap)).collect()
    }

    #[test]
    fn slow_models_get_all_and_quick_ones_what_is_of_use() {
        let of = |millis: u64, most: usize| of_use(Duration::from_millis(millis), most);
        assert_eq!(of(10_000, 64), 64);
        assert_eq!(of(1_000, 1_000), 1_000);
        assert_eq!(of(500, 64), 32);
        assert_eq!(of(20, 64), LEAST);
        assert_eq!(of(20, 1_000), 20);
        assert_eq!(of(0, 2), 2, "never more than configured");
    }

    /// Longer than any ramp; the clock is the test's own.
    async fn later() {
        tokio::time::sleep(RAMP * 2).await;
    }

    #[tokio::test(start_paused = true)]
    async fn more_turns_come_one_by_one() {
        let pace = Pace::new(1_000);
        let few = taken(&pace);
        pace.answered(Duration::from_secs(60));
        tokio::time::sleep(RAMP / 2).await;
        let half = taken(&pace);
        assert!((400..600).contains(&half.len()), "{}", half.len());
        pace.answered(Duration::from_secs(60));
        later().await;
        assert_eq!(taken(&pace).len() + half.len() + few.len(), 1_000);
    }

    #[tokio::test(start_paused = true)]
    async fn the_shortest_of_the_latest_calls_decides() {
        let pace = Pace::new(64);
        let few = taken(&pace);
        assert_eq!(few.len(), LEAST);
        pace.answered(Duration::from_secs(2));
        later().await;
        assert_eq!(taken(&pace).len(), 64 - LEAST, "slow: the rest is free");
        drop(few);
        pace.answered(Duration::from_millis(250));
        assert_eq!(taken(&pace).len(), 16, "one quick call, and the slow ones may be queueing");
        (0..REMEMBERED).for_each(|_| pace.answered(Duration::from_secs(2)));
        later().await;
        assert_eq!(taken(&pace).len(), 64, "it is forgotten");
    }

    #[test]
    fn a_long_calls_turn_ends_with_its_answer_and_a_short_ones_with_its_settlement() {
        let pace = Pace::new(LEAST);
        let mut all = taken(&pace);
        let (long, short) = (all.pop().unwrap(), all.pop().unwrap());
        let (long, short) = (long.answered(FULL), short.answered(FULL / 2));
        assert!(long.is_none() && short.is_some());
        assert_eq!(taken(&pace).len(), 1, "the long one's");
        drop(short);
        assert_eq!(taken(&pace).len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn turns_too_many_end_with_their_calls() {
        let pace = Pace::new(64);
        pace.answered(Duration::from_secs(2));
        later().await;
        let all = taken(&pace);
        assert_eq!(all.len(), 64);
        pace.answered(Duration::from_millis(1));
        drop(all);
        let few = taken(&pace);
        assert_eq!(few.len(), LEAST);
        drop(few);
        assert_eq!(taken(&pace).len(), LEAST, "and stay so");
    }
}
