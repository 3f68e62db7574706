//! The interface of a handler: a function from one fact to the next.

use std::future::Future;
use std::sync::Arc;

use domain::{Clock, Effect, JobId, RunId, Time, Verdict, effect::When};
use proto::event::{Event, Fact};

use crate::failure::Failure;
use crate::policy::BatchPolicy;

/// Context of one handler call.
#[derive(Clone)]
pub struct Attempt {
    /// The job, which is the message's id. All ids that the handler creates derive from it.
    pub job: JobId,
    /// Transient failures of this job so far.
    pub failures: u32,
    /// Time at which the stream stored the message.
    pub published_at: Option<Time>,
    /// The fleet's clock.
    pub clock: Arc<dyn Clock>,
}

impl Attempt {
    /// Returns the current time.
    pub fn now(&self) -> Time {
        self.clock.now()
    }
}

/// A fact to publish, with its condition. It is encoded when the outcome is committed.
pub struct Emission {
    /// The fact, encoded at the commit.
    pub fact: Box<dyn Fact>,
    /// Condition under which the fact is published.
    pub when: When,
}

/// Result of a handler: the facts to publish and the writes to make, as values.
#[derive(Default)]
pub struct Outcome {
    /// Facts, in order; the order is part of their ids.
    pub facts: Vec<Emission>,
    /// Writes, in order.
    pub effects: Vec<Effect>,
    /// Label of the outcome in the log and the metric, e.g. `cached`; empty means `done`.
    pub label: &'static str,
}

impl Outcome {
    /// Returns an outcome without facts and effects.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a fact.
    #[must_use]
    pub fn emit(mut self, fact: impl Fact + 'static) -> Self {
        self.facts.push(Emission { fact: Box::new(fact), when: When::Always });
        self
    }

    /// Adds a fact that is published only if this outcome answers the run's last open question.
    #[must_use]
    pub fn emit_when_ready(mut self, run: RunId, fact: impl Fact + 'static) -> Self {
        self.facts.push(Emission { fact: Box::new(fact), when: When::RunReady(run) });
        self
    }

    /// Adds an effect.
    #[must_use]
    pub fn write(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }

    /// Sets the label.
    #[must_use]
    pub fn labelled(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }
}

/// Turns one fact into the next. It never publishes, acknowledges or sleeps.
pub trait Handler: Send + Sync + 'static {
    /// Name of the durable consumer, in spans and metrics: `researcher`, `forecaster-answers`, …
    const NAME: &'static str;
    /// Subjects (or subject prefixes ending in `.`) that it may emit; another subject is a bug and rejects the job.
    const EMITS: &'static [&'static str];
    /// The fact that it consumes.
    type In: Event + Sync;

    /// Returns the limits of a group of quiet events; `None` if the handler judges none.
    fn groups(&self) -> Option<BatchPolicy> {
        None
    }

    /// Returns the verdict about an event that the rules alone find uninteresting; `None` for an event that
    /// [`Handler::handle`] decides about. Pure and fast: it runs for every event, before the job begins.
    fn quiet(&self, event: &Self::In) -> Option<Verdict> {
        let _ = event;
        None
    }

    /// Handles one fact.
    fn handle(&self, event: Self::In, attempt: &Attempt) -> impl Future<Output = Result<Outcome, Failure>> + Send;

    /// Returns facts and effects for a job that becomes a dead letter (rejected, exhausted or poisoned), so that its
    /// dependents learn of it. Pure; committed in the same transaction as the dead letter.
    fn dead_letter(&self, event: Self::In, job: JobId, reason: &str, now: Time) -> Outcome {
        let _ = (event, job, reason, now);
        Outcome::none()
    }
}

/// Turns many facts into their outcomes; one outcome per fact, in order. Each fact is settled on its own.
pub trait BatchHandler: Send + Sync + 'static {
    /// Name of the durable consumer, as [`Handler::NAME`].
    const NAME: &'static str;
    /// Subjects that it may emit, as [`Handler::EMITS`].
    const EMITS: &'static [&'static str];
    /// The fact that it consumes, as [`Handler::In`].
    type In: Event + Sync;

    /// Handles a batch and returns exactly one result per entry.
    fn handle(&self, batch: Vec<(Self::In, Attempt)>) -> impl Future<Output = Vec<Result<Outcome, Failure>>> + Send;

    /// Returns the limits of a group of quiet events, as [`Handler::groups`].
    fn groups(&self) -> Option<BatchPolicy> {
        None
    }

    /// Returns the verdict about a quiet event, as [`Handler::quiet`].
    fn quiet(&self, event: &Self::In) -> Option<Verdict> {
        let _ = event;
        None
    }

    /// Returns true if the event must not wait for others, e.g. because a person waits for the answer: a batch that
    /// contains one is handled at once.
    fn urgent(&self, event: &Self::In) -> bool {
        let _ = event;
        false
    }

    /// Returns facts and effects for a dead-lettered job, as [`Handler::dead_letter`].
    fn dead_letter(&self, event: Self::In, job: JobId, reason: &str, now: Time) -> Outcome {
        let _ = (event, job, reason, now);
        Outcome::none()
    }
}
