//! Work that one consumer of this process holds: its slots, its jobs, and the reply subjects of their deliveries.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Subject;
use domain::JobId;
use smallvec::{SmallVec, smallvec};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::reply::is_copy;
use crate::topology::MAX_MESSAGE_BYTES;

/// Bytes of the largest message of a stream of work, with its subject, reply subject and headers.
const LARGEST_MESSAGE: usize = MAX_MESSAGE_BYTES + 8 * 1024;

/// A fixed number of slots for a fixed number of bytes. A guard frees its slot even if its holder panics.
pub(crate) struct Slots {
    free: AtomicUsize,
    /// Bytes of the messages that hold slots.
    bytes: AtomicUsize,
    max_bytes: usize,
    /// Slots for which nothing is requested.
    reserved: AtomicUsize,
    pub(crate) freed: Notify,
    /// Maximum number of messages that may be requested.
    pub(crate) capacity: usize,
    total: usize,
}

/// A slot taken by a message of so many bytes; dropping it frees both.
pub(crate) struct Slot(Arc<Slots>, usize);

impl Slots {
    /// Creates slots for messages of `max_bytes` together, and for at least one message.
    pub(crate) fn new(capacity: usize, max_bytes: usize) -> Arc<Self> {
        let max_bytes = max_bytes.max(LARGEST_MESSAGE);
        let (free, bytes, total) = (AtomicUsize::new(capacity), AtomicUsize::new(0), capacity);
        let capacity = capacity.min(max_bytes / LARGEST_MESSAGE);
        Arc::new(Self { free, bytes, max_bytes, reserved: AtomicUsize::new(0), freed: Notify::new(), capacity, total })
    }

    /// Returns the number of messages that may be requested: there is a slot and memory for each, even if all are of
    /// the largest size. The limit in bytes of a pull request would allow more small messages, but the server ends such
    /// a request without a sign if the messages fit exactly.
    pub(crate) fn free(&self) -> usize {
        self.unused().saturating_sub(self.reserved.load(Ordering::Acquire))
    }

    /// Returns the number of messages for which there is a slot and memory, reserved slots included.
    pub(crate) fn unused(&self) -> usize {
        let bytes = self.max_bytes.saturating_sub(self.bytes.load(Ordering::Acquire));
        self.free.load(Ordering::Acquire).min(bytes / LARGEST_MESSAGE)
    }

    /// Returns the number of slots that are taken.
    pub(crate) fn used(&self) -> usize {
        self.total - self.free.load(Ordering::Acquire).min(self.total)
    }

    /// Requests nothing for so many slots. Messages that were requested before may still take them.
    pub(crate) fn reserve(&self, slots: usize) {
        let before = self.reserved.swap(slots, Ordering::AcqRel);
        if before > slots {
            self.freed.notify_one();
        }
    }

    /// Takes a slot for a message of `bytes` if one is free.
    pub(crate) fn take(self: &Arc<Self>, bytes: usize) -> Option<Slot> {
        let taken = self.free.fetch_update(Ordering::AcqRel, Ordering::Acquire, |free| free.checked_sub(1));
        taken.ok().map(|_| {
            self.bytes.fetch_add(bytes, Ordering::AcqRel);
            Slot(Arc::clone(self), bytes)
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.bytes.fetch_sub(self.1, Ordering::AcqRel);
        self.0.free.fetch_add(1, Ordering::AcqRel);
        self.0.freed.notify_one();
    }
}

/// Jobs in flight by id.
#[derive(Default)]
pub(crate) struct InFlight {
    entries: Mutex<HashMap<JobId, Entry>>,
    /// Notified when the last job is released.
    idle: Notify,
}

struct Entry {
    since: Instant,
    /// Reply subjects by sequence in the stream: the newest delivery's reply subject is valid, and a message that was
    /// published twice has two sequences.
    replies: SmallVec<[(u64, Subject); 1]>,
}

impl Entry {
    /// Returns the reply subjects that the server knows.
    fn valid(&self) -> impl Iterator<Item = Subject> {
        self.replies.iter().map(|(_, reply)| reply.clone()).filter(|reply| !is_copy(reply))
    }
}

/// A held job; dropping it releases the job, even in a panic.
pub(crate) struct Held {
    inflight: Arc<InFlight>,
    pub(crate) job: JobId,
}

impl InFlight {
    /// Holds the job. Returns `None` if it is held already, and then records the new delivery's reply subject. A copy
    /// has no valid reply subject, so it replaces none.
    pub(crate) fn hold(self: &Arc<Self>, job: JobId, sequence: u64, reply: Subject) -> Option<Held> {
        let mut entries = self.entries();
        if let Some(entry) = entries.get_mut(&job) {
            if is_copy(&reply) {
                return None;
            }
            match entry.replies.iter_mut().find(|(known, _)| *known == sequence) {
                Some(known) => known.1 = reply,
                None => entry.replies.push((sequence, reply)),
            }
            return None;
        }
        entries.insert(job, Entry { since: Instant::now(), replies: smallvec![(sequence, reply)] });
        Some(Held { inflight: Arc::clone(self), job })
    }

    /// Returns the number of held jobs.
    pub(crate) fn len(&self) -> usize {
        self.entries().len()
    }

    /// Waits until no job is held, with or without a slot.
    pub(crate) async fn idle(&self) {
        loop {
            let mut idle = std::pin::pin!(self.idle.notified());
            // Registered before the check, so that no release between the check and the wait is missed.
            idle.as_mut().enable();
            if self.len() == 0 {
                return;
            }
            idle.await;
        }
    }

    /// Returns how long the oldest job has been held.
    pub(crate) fn oldest(&self) -> Option<Duration> {
        self.entries().values().map(|entry| entry.since).min().map(|since| since.elapsed())
    }

    /// Returns the reply subjects of all jobs held for at least `age`, for progress reports.
    pub(crate) fn replies_older_than(&self, age: Duration) -> Vec<Subject> {
        let entries = self.entries();
        let old = entries.values().filter(|entry| entry.since.elapsed() >= age);
        old.flat_map(Entry::valid).collect()
    }

    /// Ignores poisoning: no code panics while it holds the lock, and each intermediate state is consistent.
    fn entries(&self) -> MutexGuard<'_, HashMap<JobId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Returns the reply subjects to acknowledge.
    pub(crate) fn replies(&self) -> SmallVec<[Subject; 1]> {
        let entries = self.inflight.entries();
        entries.get(&self.job).map(|entry| entry.valid().collect()).unwrap_or_default()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut entries = self.inflight.entries();
        entries.remove(&self.job);
        if entries.is_empty() {
            self.inflight.idle.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_freed_by_their_guards_even_in_a_panic() {
        let slots = Slots::new(1, LARGEST_MESSAGE);
        let slot = slots.take(10).unwrap();
        assert!(slots.take(10).is_none());
        let panicked = std::thread::spawn(move || {
            let _slot = slot;
            panic!("on purpose");
        });
        assert!(panicked.join().is_err());
        assert_eq!(slots.free(), 1);
    }

    #[test]
    fn slots_are_free_while_there_is_memory_for_the_largest_message() {
        let slots = Slots::new(64, 4 * LARGEST_MESSAGE);
        assert_eq!(slots.free(), 4);
        let small = slots.take(100).unwrap();
        assert_eq!(slots.free(), 3);
        let large = slots.take(3 * LARGEST_MESSAGE).unwrap();
        assert_eq!(slots.free(), 0);
        drop(small);
        assert_eq!(slots.free(), 1);
        drop(large);
        assert_eq!(slots.free(), 4);
        assert_eq!(Slots::new(64, 0).free(), 1, "one message is always possible");
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_waits_for_jobs_that_hold_no_slot() {
        let inflight = Arc::new(InFlight::default());
        let held = inflight.hold(JobId::named(&["quiet"]), 1, "a".into());
        let waiting = tokio::spawn({
            let inflight = Arc::clone(&inflight);
            async move { inflight.idle().await }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!waiting.is_finished());
        drop(held);
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("it is woken").unwrap();
    }

    #[tokio::test]
    async fn a_redelivery_of_a_held_job_only_updates_the_reply_subject() {
        let inflight = Arc::new(InFlight::default());
        let job = JobId::named(&["j"]);
        let held = inflight.hold(job, 1, "a".into()).unwrap();
        assert!(inflight.hold(job, 1, "b".into()).is_none());
        assert!(inflight.hold(job, 2, "c".into()).is_none());
        let replies: Vec<_> = held.replies().iter().map(ToString::to_string).collect();
        assert_eq!(replies, ["b", "c"]);
        assert_eq!(inflight.replies_older_than(Duration::ZERO).len(), 2);
        drop(held);
        assert_eq!(inflight.len(), 0);
        assert!(inflight.hold(job, 1, "d".into()).is_some());
    }
}
