//! Quiet events wait for others here, after the handler's quick judgement and before their job begins.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::Message;
use domain::port::QuietEvent;
use tokio::time::Instant;

use crate::inflight::{Held, Slot, Slots};
use crate::policy::BatchPolicy;

/// Full groups whose events have a place of their own. While these wait for the journal, further quiet events keep the
/// slots with which they arrived, so that the consumer pulls no more than it can settle.
const GROUPS: usize = 4;
/// Maximum share of the unacknowledged messages of the consumer, over all replicas, that the places of one replica may
/// be.
const SHARE: usize = 4;

/// A quiet event that waits for its group. It holds its job, and a place or a slot until it is acknowledged.
pub(crate) struct Waiting {
    pub(super) place: Slot,
    pub(super) event: QuietEvent,
    pub(super) message: Message,
    pub(super) held: Held,
    pub(super) arrived: Instant,
}

/// Collects quiet events into groups.
pub(crate) struct Sieve<T> {
    policy: BatchPolicy,
    places: Arc<Slots>,
    /// Places that may be taken.
    max_places: AtomicUsize,
    open: Mutex<Open<T>>,
}

struct Open<T> {
    /// Number of groups that were taken.
    round: u64,
    members: Vec<T>,
}

/// Work that an addition causes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Added<T> {
    /// Groups that are full.
    pub(super) full: Vec<Vec<T>>,
    /// Round of a group that has its first members: it must be taken after the linger.
    pub(super) begun: Option<u64>,
}

impl<T> Sieve<T> {
    pub(crate) fn new(policy: BatchPolicy) -> Self {
        let places = GROUPS * policy.max.max(1);
        let max_places = AtomicUsize::new(places);
        let open = Mutex::new(Open { round: 0, members: Vec::new() });
        Self { policy, places: Slots::new(places, usize::MAX), max_places, open }
    }

    /// Limits the places to a share of the messages that may be unacknowledged over all replicas.
    pub(super) fn share(&self, max_ack_pending: usize) {
        let places = (max_ack_pending / SHARE).clamp(1, GROUPS * self.policy.max.max(1));
        self.max_places.store(places, Ordering::Relaxed);
    }

    /// Exchanges the slot of a message for a place, or returns the slot if every place is taken.
    pub(super) fn place(&self, slot: Slot) -> Slot {
        let is_free = self.places.used() < self.max_places.load(Ordering::Relaxed);
        is_free.then(|| self.places.take(0)).flatten().unwrap_or(slot)
    }

    pub(super) fn policy(&self) -> BatchPolicy {
        self.policy
    }

    /// Adds events to the open group.
    pub(super) fn add(&self, events: Vec<T>) -> Added<T> {
        // No code panics while it holds the lock.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (round, was_empty) = (open.round, open.members.is_empty());
        let mut full = Vec::new();
        for event in events {
            open.members.push(event);
            if open.members.len() >= self.policy.max.max(1) {
                full.push(open.take());
            }
        }
        let is_new = was_empty || open.round > round;
        Added { full, begun: (is_new && !open.members.is_empty()).then_some(open.round) }
    }

    /// Takes the group of a round; empty if it was full before.
    pub(super) fn take(&self, round: u64) -> Vec<T> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.round == round { open.take() } else { Vec::new() }
    }
}

impl<T> Open<T> {
    fn take(&mut self) -> Vec<T> {
        self.round += 1;
        std::mem::take(&mut self.members)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn sieve() -> Sieve<u32> {
        Sieve::new(BatchPolicy { max: 3, linger: Duration::from_millis(1) })
    }

    #[test]
    fn a_quiet_event_keeps_its_slot_while_every_place_is_taken() {
        let (sieve, slots) = (sieve(), Slots::new(100, usize::MAX));
        let mut held: Vec<Slot> = (0..GROUPS * 3).map(|_| sieve.place(slots.take(1).unwrap())).collect();
        assert_eq!(slots.used(), 0, "each has a place");
        held.push(sieve.place(slots.take(1).unwrap()));
        assert_eq!(slots.used(), 1);
        held.clear();
        assert_eq!((slots.used(), sieve.places.used()), (0, 0));
        sieve.share(8);
        held.extend((0..3).map(|_| sieve.place(slots.take(1).unwrap())));
        assert_eq!(slots.used(), 1, "a quarter of eight are places");
    }

    #[test]
    fn a_group_is_full_at_its_maximum_and_the_rest_begins_another() {
        let sieve = sieve();
        assert_eq!(sieve.add(vec![1, 2]), Added { full: vec![], begun: Some(0) });
        assert_eq!(sieve.add(vec![3, 4]), Added { full: vec![vec![1, 2, 3]], begun: Some(1) });
        assert_eq!(sieve.add(vec![5]), Added { full: vec![], begun: None });
        assert_eq!(sieve.take(0), Vec::<u32>::new(), "taken when it was full");
        assert_eq!(sieve.take(1), [4, 5]);
        assert_eq!(sieve.add(vec![6, 7, 8]), Added { full: vec![vec![6, 7, 8]], begun: None });
    }
}
