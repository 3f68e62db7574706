//! The shape of a handler: a function from one fact to the next.

use std::future::Future;
use std::sync::Arc;

use domain::{Clock, Effect, JobId, RunId, Time, effect::When};
use proto::event::{Event, Fact};

use crate::failure::Failure;

/// What a handler may know about the delivery that it works on.
#[derive(Clone)]
pub struct Attempt {
    /// The job: the message's id. All ids that the handler makes derive from it.
    pub job: JobId,
    /// Transient failures of this job so far.
    pub failures: u32,
    /// Now, by the fleet's clock.
    pub clock: Arc<dyn Clock>,
}

impl Attempt {
    /// Now.
    pub fn now(&self) -> Time {
        self.clock.now()
    }
}

/// A fact, encoded when it is said, with its condition.
pub struct Said {
    /// The fact.
    pub fact: Box<dyn Fact>,
    /// When it is said.
    pub when: When,
}

/// All that a handler answers: what shall be said and what shall be written, as values.
#[derive(Default)]
pub struct Outcome {
    /// Facts, in order; the order is part of their ids.
    pub facts: Vec<Said>,
    /// Writes, in order.
    pub effects: Vec<Effect>,
    /// A word for the outcome line and the metric, e.g. `cached`; `done` if empty.
    pub label: &'static str,
}

impl Outcome {
    /// Nothing to say, nothing to write.
    pub fn none() -> Self {
        Self::default()
    }

    /// Says a fact.
    #[must_use]
    pub fn say(mut self, fact: impl Fact + 'static) -> Self {
        self.facts.push(Said { fact: Box::new(fact), when: When::Always });
        self
    }

    /// Says a fact only if this outcome answers the run's last open question.
    #[must_use]
    pub fn say_when_ready(mut self, run: RunId, fact: impl Fact + 'static) -> Self {
        self.facts.push(Said { fact: Box::new(fact), when: When::RunReady(run) });
        self
    }

    /// Writes an effect.
    #[must_use]
    pub fn write(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }

    /// Labels the outcome.
    #[must_use]
    pub fn labelled(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }
}

/// Turns one fact into the next. It never publishes, acknowledges or sleeps.
pub trait Handler: Send + Sync + 'static {
    /// The durable consumer, the spans, the metrics: `researcher`, `forecaster-answers`, …
    const NAME: &'static str;
    /// Subjects (or subject prefixes ending in `.`) that it may say; saying another is a bug and rejects the job.
    const SAYS: &'static [&'static str];
    /// The fact it waits for.
    type In: Event + Sync;

    /// The work.
    fn handle(&self, event: Self::In, attempt: &Attempt) -> impl Future<Output = Result<Outcome, Failure>> + Send;

    /// What else to say and write when the job is given up (rejected, exhausted or poisoned), so that whoever waits for
    /// it learns of it. Pure. Committed in the same transaction as the dead letter.
    fn bury(&self, event: Self::In, job: JobId, reason: &str, now: Time) -> Outcome {
        let _ = (event, job, reason, now);
        Outcome::none()
    }
}

/// Turns many facts at once into their outcomes; one per fact, in order. Each is settled on its own.
pub trait BatchHandler: Send + Sync + 'static {
    /// As [`Handler::NAME`].
    const NAME: &'static str;
    /// As [`Handler::SAYS`].
    const SAYS: &'static [&'static str];
    /// As [`Handler::In`].
    type In: Event + Sync;

    /// The work. The answer has exactly as many entries as the batch.
    fn handle(&self, batch: Vec<(Self::In, Attempt)>) -> impl Future<Output = Vec<Result<Outcome, Failure>>> + Send;

    /// It waits for no others: a batch that holds one of these is called at once. A person who asked waits for the answer.
    fn urgent(&self, event: &Self::In) -> bool {
        let _ = event;
        false
    }

    /// As [`Handler::bury`].
    fn bury(&self, event: Self::In, job: JobId, reason: &str, now: Time) -> Outcome {
        let _ = (event, job, reason, now);
        Outcome::none()
    }
}
