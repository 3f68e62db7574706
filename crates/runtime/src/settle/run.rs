//! Begin, handle, commit of one delivery.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use domain::port::{Begun, Committed, HandBackReason, Job, Journal, Settled};
use futures::FutureExt;
use proto::event::InvalidEvent;
use tokio_util::sync::CancellationToken;

use super::journaled::{AWAY_DELAY, Journaled, Unjournaled, error_chain};
use super::{Decoded, Postponement, Settlement, Settler, outgoing};
use crate::crash;
use crate::delivery::Delivery;
use crate::failure::{Failure, FailureAction};
use crate::handler::{Attempt, Handler, Outcome};
use crate::policy::{RetryDecision, after_failure, jittered};

/// Immediate runs of a handler whose outcome is stale: it reads the newer state and usually succeeds.
const STALE_RUNS: u32 = 3;
/// Maximum redelivery delay of a job that another instance holds: the holder may hand it back long before its lease
/// expires.
const MAX_HELD_DELAY: Duration = Duration::from_secs(10);
/// Redelivery delay of a job that is being handed back.
const RELEASE_DELAY: Duration = Duration::from_secs(1);

/// One delivery in progress.
pub(super) struct Work<'a, H, J> {
    pub(super) settler: &'a Settler<H, J>,
    pub(super) delivery: &'a Delivery,
    pub(super) job: Job,
    pub(super) interrupt: &'a CancellationToken,
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Settles a decoded delivery. `interrupt` ends it early where it can be handed back: while the handler runs or the
    /// journal is unavailable, never between the two.
    pub async fn settle(
        &self,
        delivery: &Delivery,
        decoded: Decoded<H::In>,
        interrupt: &CancellationToken,
    ) -> Settlement {
        let job = Job { consumer: H::NAME, id: decoded.job };
        let work = Work { settler: self, delivery, job, interrupt };
        if !self.releases.take_back(&work.job) {
            return held(RELEASE_DELAY, "this instance is handing the job back");
        }
        let begun = work.journal().begin(&work.job).await;
        crash::at("after_begin");
        match (begun, decoded.event) {
            // The start may have been recorded.
            (Err(error), _) => work.release_later(error.reason(), HandBackReason::Shutdown),
            (Ok(Begun::Done), _) => Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
            (Ok(Begun::Held { retry_after }), _) => {
                held(retry_after.min(MAX_HELD_DELAY), "another instance holds the job")
            }
            (Ok(Begun::Poisoned { starts }), _) => {
                let reason =
                    format!("the job was started {starts} times by instances that died before it had an outcome");
                work.dead_letter("poisoned", vec![reason], starts).await
            }
            (Ok(Begun::Go { failures }), event) => work.go(event, failures).await,
        }
    }
}

impl<H: Handler, J: Journal> Work<'_, H, J> {
    pub(super) fn journal(&self) -> Journaled<'_, J> {
        self.settler.journaled(self.interrupt)
    }

    async fn go(&self, mut event: Result<H::In, InvalidEvent>, failures: u32) -> Settlement {
        let mut stale = String::new();
        for _ in 0..STALE_RUNS {
            let decoded = match event {
                Ok(event) => event,
                Err(invalid) => return self.dead_letter("undecodable", vec![invalid.to_string()], failures + 1).await,
            };
            let outcome = tokio::select! {
                // A finished outcome is kept, also when the worker stops at that moment.
                biased;
                outcome = self.handle(decoded, failures) => outcome,
                () = self.interrupt.cancelled() => return self.stop().await,
            };
            crash::at("after_handle");
            let (label, committed) = match outcome {
                Ok(outcome) => (outcome.label, self.commit(outcome, failures).await),
                // Boxed as the dead letter is: successful jobs, nearly all, reserve no space for it.
                Err(failure) => return Box::pin(self.fail(&failure, failures)).await,
            };
            match committed {
                Ok(Committed::New(outgoing)) => return Settlement::Done { outcome: label_or_done(label), outgoing },
                Ok(Committed::Duplicate) => return Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
                Ok(Committed::Stale(reason)) => stale = reason,
                Err(settlement) => return settlement,
            }
            // Decoded again, which is rare; a copy of the event would cost every job.
            event = self.settler.decode(self.delivery).event;
        }
        let failure = Failure::retry(anyhow::anyhow!(stale).context("the outcome was stale in every run"));
        Box::pin(self.fail(&failure, failures)).await
    }

    /// Calls the handler within its hard deadline and catches its panic, which must not end the worker's other jobs.
    async fn handle(&self, event: H::In, failures: u32) -> Result<Outcome, Failure> {
        let settler = self.settler;
        let attempt = Attempt {
            job: self.job.id,
            failures,
            published_at: self.delivery.published_at(),
            clock: Arc::clone(&settler.clock),
        };
        let started = tokio::time::Instant::now();
        let handled = AssertUnwindSafe(settler.handler.handle(event, &attempt)).catch_unwind();
        let handled = tokio::time::timeout(settler.rules.hard_deadline, handled).await;
        settler.took.record(started.elapsed());
        match handled {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Err(Failure::retry(anyhow::anyhow!("the handler panicked: {}", panic_message(&*panic)))),
            Err(_) => {
                Err(Failure::retry(anyhow::anyhow!("the handler took longer than {:?}", settler.rules.hard_deadline)))
            }
        }
    }

    /// Commits an outcome. `Err` is the settlement of an outcome that could not be committed.
    async fn commit(&self, outcome: Outcome, failures: u32) -> Result<Committed, Settlement> {
        let outgoing = outgoing::encode::<H>(&outcome.facts, self.job.id, &telemetry::current_traceparent());
        let outgoing = match outgoing {
            Ok(outgoing) => outgoing,
            Err(unpublishable) => {
                return Err(self.dead_letter("rejected", vec![unpublishable.to_string()], failures + 1).await);
            }
        };
        let settled = Settled { job: self.job.clone(), effects: outcome.effects, outgoing, dead: None };
        crash::at("before_commit");
        let committed = self.journal().commit(settled).await;
        crash::at("after_commit");
        match committed {
            Ok(committed) => Ok(committed),
            Err(Unjournaled::Refused(error)) => {
                Err(self.dead_letter("rejected", vec![error_chain(&error)], failures + 1).await)
            }
            // Each attempt within the journal's patience failed although the server works: counted, or it would never
            // end.
            Err(away) if away.counts() => {
                let failure =
                    Failure::retry(anyhow::anyhow!(away.reason()).context("the outcome could not be committed"));
                Err(Box::pin(self.fail(&failure, 0)).await)
            }
            // The outcome may have been written. The redelivery finds out; ids make it harmless.
            Err(away) => Err(self.release_later(away.reason(), HandBackReason::Shutdown)),
        }
    }

    /// Ends the delivery although the journal does not know that this instance stops working on the job; it is told
    /// until it confirms.
    pub(super) fn release_later(&self, reason: String, why: HandBackReason) -> Settlement {
        self.settler.releases.add(self.job.clone(), why);
        Settlement::Redeliver { why: Postponement::Retry, after: jittered(AWAY_DELAY, &mut rand::rng()), reason }
    }

    async fn fail(&self, failure: &Failure, failures: u32) -> Settlement {
        let reasons = failure.chain();
        match failure.action() {
            FailureAction::Reject => self.dead_letter("rejected", reasons, failures + 1).await,
            FailureAction::Defer(after) => self.defer(after, failure).await,
            FailureAction::Retry => match self.hand_back(HandBackReason::Retry(reasons.join(": "))).await {
                Err(away) => away,
                Ok(failures) => self.retry(failures, reasons).await,
            },
        }
    }

    async fn retry(&self, failures: u32, reasons: Vec<String>) -> Settlement {
        let rules = &self.settler.rules;
        let next = after_failure(failures, rules.max_attempts, &rules.backoff, &mut rand::rng());
        match next {
            RetryDecision::Retry(after) if self.settler.delays().leaves(after) => {
                // The failure is counted already.
                self.park(HandBackReason::Shutdown, (after, Postponement::Retry), reasons.join(": ")).await
            }
            RetryDecision::Retry(after) => {
                Settlement::Redeliver { why: Postponement::Retry, after, reason: reasons.join(": ") }
            }
            RetryDecision::Exhausted => self.dead_letter("exhausted", reasons, failures).await,
        }
    }

    async fn stop(&self) -> Settlement {
        let reason = "the worker stops, or its lease has lapsed".to_owned();
        // After this attempt in the background: the interrupt ends the patience.
        let handed_back = self.journal().hand_back(&self.job, &HandBackReason::Shutdown).await;
        if let Err(error) = handed_back {
            tracing::debug!(error = error.reason(), "the journal did not record that a job was handed back");
            self.settler.releases.add(self.job.clone(), HandBackReason::Shutdown);
        }
        Settlement::Redeliver { why: Postponement::Abandoned, after: Duration::from_millis(100), reason }
    }

    pub(super) async fn hand_back(&self, why: HandBackReason) -> Result<u32, Settlement> {
        crash::at("before_hand_back");
        let handed_back = self.journal().hand_back(&self.job, &why).await;
        crash::at("after_hand_back");
        handed_back.map_err(|away| self.release_later(away.reason(), why))
    }
}

fn held(retry_after: Duration, reason: &str) -> Settlement {
    Settlement::Redeliver {
        why: Postponement::Held,
        after: jittered(retry_after, &mut rand::rng()),
        reason: reason.to_owned(),
    }
}

fn label_or_done(label: &'static str) -> &'static str {
    if label.is_empty() { "done" } else { label }
}

/// Runs `work` and returns the message of a panic as an error.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic))
}

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text message".to_owned())
}
