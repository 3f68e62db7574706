//! Jobs that this instance does not work on any more and that the journal still records as held by it.
//!
//! Other instances do not start a job while its holder is alive, so such a job would wait for a redelivery to this very
//! instance. Therefore each is handed back until the journal confirms it, however long the journal is unavailable.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::port::{HandBackReason, Job, Journal};
use futures::future::join_all;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::journaled::error_chain;
use crate::policy::Backoff;

/// Delays between two attempts while the journal is unavailable.
const BACKOFF: Backoff = Backoff { base: Duration::from_millis(200), cap: Duration::from_secs(5) };
/// Jobs handed back at once; the journal groups them.
const MAX_AT_ONCE: usize = 256;

/// Jobs to hand back.
#[derive(Default)]
pub(super) struct Releases {
    jobs: Mutex<HashMap<Job, Release>>,
    added: Notify,
}

struct Release {
    why: HandBackReason,
    /// The call to the journal is in progress.
    sent: bool,
}

impl Releases {
    /// Adds a job that was handed back without a confirmation of the journal.
    pub(super) fn add(&self, job: Job, why: HandBackReason) {
        self.jobs().insert(job, Release { why, sent: false });
        self.added.notify_one();
    }

    /// Takes a job back before this instance starts it again. Returns false if the journal is being told that the job
    /// is free: another instance may start it at any moment.
    pub(super) fn take_back(&self, job: &Job) -> bool {
        let mut jobs = self.jobs();
        if jobs.get(job).is_some_and(|release| release.sent) {
            return false;
        }
        jobs.remove(job);
        true
    }

    /// Hands jobs back as they are added, until `stop`.
    pub(super) async fn run<J: Journal>(&self, journal: &J, stop: CancellationToken) {
        let mut failures = 0;
        loop {
            let sent = self.send();
            let none = sent.is_empty();
            let failed = join_all(sent.into_iter().map(|(job, why)| self.release(journal, job, why))).await;
            let failed = failed.into_iter().filter(|released| !released).count();
            failures = if failed == 0 { 0 } else { failures + 1 };
            let delay = BACKOFF.delay(failures, &mut rand::rng());
            let idle = async {
                match (none, failures) {
                    (true, _) => self.added.notified().await,
                    (false, 0) => {}
                    (false, _) => tokio::time::sleep(delay).await,
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = idle => {}
            }
        }
    }

    /// Marks the next jobs as sent.
    fn send(&self) -> Vec<(Job, HandBackReason)> {
        let mut jobs = self.jobs();
        let next = jobs.iter_mut().take(MAX_AT_ONCE);
        next.map(|(job, release)| {
            release.sent = true;
            (job.clone(), release.why.clone())
        })
        .collect()
    }

    /// Returns true if the journal has confirmed that the job is free, or has refused the call for good.
    async fn release<J: Journal>(&self, journal: &J, job: Job, why: HandBackReason) -> bool {
        match journal.hand_back(&job, &why).await {
            Err(error) if error.is_transient() => {
                tracing::debug!(consumer = job.consumer, job = %job.id, error = error_chain(&error), "a job could not be handed back; trying again");
                self.jobs().entry(job).and_modify(|release| release.sent = false);
                false
            }
            answer => {
                if let Err(error) = answer {
                    tracing::warn!(consumer = job.consumer, job = %job.id, error = error_chain(&error), "the journal refused to free a job; it is free when this instance ends");
                }
                self.jobs().remove(&job);
                true
            }
        }
    }

    /// Ignores poisoning: each change is a single insertion, removal or assignment.
    fn jobs(&self) -> MutexGuard<'_, HashMap<Job, Release>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
