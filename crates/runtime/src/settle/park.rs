//! Jobs that cannot be done now leave the stream: a deferred delivery counts as unacknowledged, and a consumer has a
//! limited number of these.
//!
//! The journal publishes the message of a parked job again. A short delay is cheaper in the stream, so only so many
//! wait there that other replicas, other tenants and events that need no waiting are not affected.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::JobId;
use domain::port::{HandBackReason, Job, Journal, Parking};
use proto::event::Event;
use tokio::time::Instant;

use super::run::Work;
use super::{MAX_FACT_BYTES, Postponement, Settlement, Settler, error_chain};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::policy::jittered;

/// Minimum delay with which every job leaves the stream.
pub(super) const LONG: Duration = Duration::from_secs(180);
/// Share of the consumer's unacknowledged messages, over all replicas, that may be the delayed deliveries of one
/// replica.
const SHARE: usize = 16;

/// Delayed deliveries of this replica that wait in the stream.
pub(crate) struct Delays {
    max: AtomicUsize,
    until: Mutex<BinaryHeap<Reverse<Instant>>>,
}

impl Default for Delays {
    fn default() -> Self {
        Self { max: AtomicUsize::new(usize::MAX), until: Mutex::default() }
    }
}

impl Delays {
    /// Limits the delayed deliveries to a share of the messages that may be unacknowledged.
    pub(crate) fn share(&self, max_ack_pending: usize) {
        self.max.store((max_ack_pending / SHARE).max(1), Ordering::Relaxed);
    }

    /// Records a delivery that waits in the stream.
    pub(crate) fn add(&self, after: Duration) {
        self.until.lock().unwrap_or_else(PoisonError::into_inner).push(Reverse(Instant::now() + after));
    }

    /// Returns true if a job that waits for this time should leave the stream.
    pub(crate) fn leaves(&self, after: Duration) -> bool {
        after >= LONG || self.waiting() >= self.max.load(Ordering::Relaxed)
    }

    fn waiting(&self) -> usize {
        // Each change is one insertion or removal, so a panic elsewhere leaves the heap consistent.
        let (mut until, now) = (self.until.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        while until.peek().is_some_and(|Reverse(end)| *end <= now) {
            until.pop();
        }
        until.len()
    }
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Returns the delayed deliveries of this replica.
    pub(crate) fn delays(&self) -> &Delays {
        &self.delays
    }

    /// Makes the journal publish the message of a job again that did not begin, if it should leave the stream. Returns
    /// true if the delivery may be acknowledged.
    pub(crate) async fn park_unstarted(&self, job: JobId, event: Option<&H::In>, after: Duration) -> bool {
        if !self.delays.leaves(after) {
            return false;
        }
        let job = Job { consumer: H::NAME, id: job };
        let parking =
            Parking { why: HandBackReason::Shutdown, after, message: event.and_then(|event| again(event, &job)) };
        let parked = tokio::select! {
            parked = self.journal.park(&job, &parking) => parked,
            () = self.watch.away() => return false,
        };
        parked.unwrap_or_else(|error| {
            tracing::debug!(error = error_chain(&error), "a delayed job waits in the stream");
            false
        })
    }
}

impl<H: Handler, J: Journal> Work<'_, H, J> {
    /// Hands the job back until later, without counting an attempt.
    pub(super) async fn defer(&self, after: Duration, failure: &Failure) -> Settlement {
        let (after, reason) = (jittered(after, &mut rand::rng()), failure.recorded_reason());
        let why = if failure.is_planned() { Postponement::Wait } else { Postponement::Defer };
        let record = HandBackReason::Defer(reason.clone());
        if self.settler.delays.leaves(after) {
            return self.park(record, (after, why), reason).await;
        }
        let handed_back = self.hand_back(record).await;
        handed_back.map_or_else(|away| away, |_| Settlement::Redeliver { why, after, reason })
    }

    /// Hands the job back; its delivery waits in the stream only if the journal cannot publish the message again.
    pub(super) async fn park(
        &self,
        record: HandBackReason,
        (after, why): (Duration, Postponement),
        reason: String,
    ) -> Settlement {
        let event = self.settler.decode(self.delivery).event.ok();
        let message = event.and_then(|event| again(&event, &self.job));
        let parking = Parking { why: record.clone(), after, message };
        match self.journal().park(&self.job, &parking).await {
            Ok(true) => Settlement::Parked { why, after, reason },
            Ok(false) => Settlement::Redeliver { why, after, reason },
            Err(away) => self.release_later(away.reason(), record),
        }
    }
}

/// Returns the message of an event that may not be in the outbox, unless it is too large to be published.
fn again<E: Event>(event: &E, job: &Job) -> Option<domain::Outgoing> {
    let message = event.again(job.id).filter(|message| message.payload.len() <= MAX_FACT_BYTES)?;
    Some(domain::Outgoing { traceparent: telemetry::current_traceparent(), ..message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn jobs_leave_the_stream_if_they_wait_for_long_or_if_many_wait() {
        let delays = Delays::default();
        delays.share(32);
        assert!(delays.leaves(LONG) && !delays.leaves(LONG - Duration::from_secs(1)));
        delays.add(Duration::from_secs(5));
        assert!(!delays.leaves(Duration::from_secs(5)), "one of two waits");
        delays.add(Duration::from_secs(60));
        assert!(delays.leaves(Duration::from_secs(5)));
        tokio::time::advance(Duration::from_secs(5)).await;
        assert!(!delays.leaves(Duration::from_secs(5)), "one has been delivered again");
    }
}
