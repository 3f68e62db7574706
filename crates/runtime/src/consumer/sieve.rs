//! Quiet events wait for others here, after the handler's quick judgement and before their job begins.

use std::sync::{Mutex, PoisonError};

use async_nats::Message;
use domain::port::QuietEvent;
use tokio::time::Instant;

use crate::inflight::Held;
use crate::policy::BatchPolicy;

/// A quiet event that waits for its group. It holds its job, and no slot: its message is small.
pub(crate) struct Waiting {
    pub(super) event: QuietEvent,
    pub(super) message: Message,
    pub(super) held: Held,
    pub(super) arrived: Instant,
}

/// Collects quiet events into groups.
pub(crate) struct Sieve<T> {
    policy: BatchPolicy,
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
        Self { policy, open: Mutex::new(Open { round: 0, members: Vec::new() }) }
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
