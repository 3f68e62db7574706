//! Begin, handle, commit.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use domain::port::{Begun, Committed, Job, Journal, Pause, Settled};
use futures::FutureExt;
use proto::event::InvalidEvent;
use tokio_util::sync::CancellationToken;

use super::journaled::{Journaled, Unjournaled, chain};
use super::{Decoded, Settlement, Settler, outgoing};
use crate::crash;
use crate::delivery::Delivery;
use crate::failure::{Failure, Verdict};
use crate::handler::{Attempt, Handler, Outcome};
use crate::policy::{Next, after_failure, jittered};

/// A handler whose outcome was stale runs again at once this many times: it reads the newer state and usually agrees.
const STALE_RUNS: u32 = 3;

/// One delivery on its way.
pub(super) struct Work<'a, H, J> {
    pub(super) settler: &'a Settler<H, J>,
    pub(super) delivery: &'a Delivery,
    pub(super) job: Job,
    pub(super) interrupt: &'a CancellationToken,
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Settles a decoded delivery. `interrupt` ends it early, where it can be handed back: while the handler runs or the
    /// journal is away, never between the two.
    pub async fn settle(
        &self,
        delivery: &Delivery,
        decoded: Decoded<H::In>,
        interrupt: &CancellationToken,
    ) -> Settlement {
        let job = Job { consumer: H::NAME, id: decoded.job };
        let work = Work { settler: self, delivery, job, interrupt };
        let begun = work.journal().begin(&work.job).await;
        crash::at("after_begin");
        match (begun, decoded.event) {
            (Err(error), _) => error.hand_back(),
            (Ok(Begun::Done), _) => Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
            (Ok(Begun::Held { retry_after }), _) => Settlement::Again {
                outcome: "held",
                after: jittered(retry_after, &mut rand::rng()),
                reason: "another instance holds it".to_owned(),
            },
            (Ok(Begun::Poisoned { starts }), _) => {
                let reason = format!("it was started {starts} times by instances that died before it had an outcome");
                work.bury("poisoned", vec![reason], starts).await
            }
            (Ok(Begun::Go { failures }), event) => work.go(event, failures).await,
        }
    }
}

impl<H: Handler, J: Journal> Work<'_, H, J> {
    pub(super) fn journal(&self) -> Journaled<'_, J> {
        Journaled { journal: &self.settler.journal, rules: &self.settler.rules, interrupt: self.interrupt }
    }

    async fn go(&self, mut event: Result<H::In, InvalidEvent>, failures: u32) -> Settlement {
        let mut stale = String::new();
        for _ in 0..STALE_RUNS {
            let heard = match event {
                Ok(event) => event,
                Err(invalid) => return self.bury("undecodable", vec![invalid.to_string()], failures + 1).await,
            };
            let outcome = tokio::select! {
                // What is done is kept, also when the worker stops at that moment.
                biased;
                outcome = self.handle(heard, failures) => outcome,
                () = self.interrupt.cancelled() => return self.hand_back().await,
            };
            crash::at("after_handle");
            let (label, committed) = match outcome {
                Ok(outcome) => (outcome.label, self.commit(outcome).await),
                // Boxed, as burying is: jobs that go well, which are nearly all, hold no room for it.
                Err(failure) => return Box::pin(self.fail(&failure, failures)).await,
            };
            match committed {
                Ok(Committed::New(outgoing)) => return Settlement::Done { outcome: named(label), outgoing },
                Ok(Committed::Duplicate) => return Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
                Ok(Committed::Stale(reason)) => stale = reason,
                Err(settlement) => return settlement,
            }
            // Rare; a copy kept for it would cost every job.
            event = self.settler.decode(self.delivery).event;
        }
        let failure = Failure::retry(anyhow::anyhow!(stale).context("its outcome was stale every time"));
        Box::pin(self.fail(&failure, failures)).await
    }

    /// The handler, within its hard deadline, its panic caught: one bad message must not end a worker that holds others.
    async fn handle(&self, event: H::In, failures: u32) -> Result<Outcome, Failure> {
        let settler = self.settler;
        let attempt = Attempt { job: self.job.id, failures, clock: Arc::clone(&settler.clock) };
        let started = tokio::time::Instant::now();
        let handled = AssertUnwindSafe(settler.handler.handle(event, &attempt)).catch_unwind();
        let handled = tokio::time::timeout(settler.rules.hard_deadline, handled).await;
        settler.took.record(started.elapsed());
        match handled {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Err(Failure::retry(anyhow::anyhow!("the handler panicked: {}", words(&*panic)))),
            Err(_) => {
                Err(Failure::retry(anyhow::anyhow!("the handler took longer than {:?}", settler.rules.hard_deadline)))
            }
        }
    }

    /// `Err` is the settlement of an outcome that could not be committed.
    async fn commit(&self, outcome: Outcome) -> Result<Committed, Settlement> {
        let outgoing = outgoing::encode::<H>(&outcome.facts, self.job.id, &telemetry::current_traceparent());
        let outgoing = match outgoing {
            Ok(outgoing) => outgoing,
            Err(unsayable) => return Err(self.bury("rejected", vec![unsayable.to_string()], 1).await),
        };
        let settled = Settled { job: self.job.clone(), effects: outcome.effects, outgoing, dead: None };
        crash::at("before_commit");
        let committed = self.journal().commit(settled).await;
        crash::at("after_commit");
        match committed {
            Ok(committed) => Ok(committed),
            Err(Unjournaled::Refused(error)) => Err(self.bury("rejected", vec![chain(&error)], 1).await),
            // Nobody knows whether it was written. The job comes again and finds out; ids make that harmless.
            Err(away) => Err(away.hand_back()),
        }
    }

    async fn fail(&self, failure: &Failure, failures: u32) -> Settlement {
        let reasons = failure.chain();
        let reason = reasons.join(": ");
        match failure.verdict() {
            Verdict::Reject => self.bury("rejected", reasons, failures + 1).await,
            Verdict::Defer(after) => {
                let after = jittered(after, &mut rand::rng());
                self.pause(Pause::Defer(reason.clone()))
                    .await
                    .map_or_else(|away| away, |_| Settlement::Again { outcome: "defer", after, reason })
            }
            Verdict::Retry => match self.pause(Pause::Retry(reason.clone())).await {
                Err(away) => away,
                Ok(failures) => self.retry(failures, reasons).await,
            },
        }
    }

    async fn retry(&self, failures: u32, reasons: Vec<String>) -> Settlement {
        let rules = &self.settler.rules;
        let next = after_failure(failures, rules.max_attempts, &rules.backoff, &mut rand::rng());
        match next {
            Next::Again(after) => Settlement::Again { outcome: "retry", after, reason: reasons.join(": ") },
            Next::Exhausted => self.bury("exhausted", reasons, failures).await,
        }
    }

    async fn hand_back(&self) -> Settlement {
        let reason = "the worker stops, or its lease has lapsed".to_owned();
        // Best effort: if it fails, the journal frees the job when this instance's lease lapses.
        let paused = self.settler.journal.pause(&self.job, &Pause::Shutdown).await;
        if let Err(error) = paused {
            tracing::debug!(error = chain(&error), "a job could not be handed back to the journal");
        }
        Settlement::Again { outcome: "abandoned", after: std::time::Duration::from_millis(100), reason }
    }

    async fn pause(&self, why: Pause) -> Result<u32, Settlement> {
        crash::at("before_pause");
        let paused = self.journal().pause(&self.job, &why).await;
        crash::at("after_pause");
        paused.map_err(|away| away.hand_back())
    }
}

fn named(label: &'static str) -> &'static str {
    if label.is_empty() { "done" } else { label }
}

/// What `work` gives, or what it said when it panicked.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| words(&*panic))
}

/// What a panic said.
pub(crate) fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "something that is no text".to_owned())
}
