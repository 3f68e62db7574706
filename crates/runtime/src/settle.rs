//! One delivery from bytes to a committed outcome, without a broker: the returned [`Settlement`] tells the caller what
//! to publish and how to acknowledge.
//!
//! The order is decode, begin, handle, commit. Afterwards exactly one of three statements holds: the journal has the
//! outcome, the journal has the dead letter, or the job is handed back and will be redelivered.

mod dead_letter;
mod journaled;
mod outgoing;
mod park;
mod quiet;
mod release;
mod run;
mod storm;

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use domain::{Clock, JobId, Outgoing};
use proto::event::{Event, InvalidEvent};

use crate::config::Rules;
use crate::delivery::Delivery;
use crate::handler::Handler;
use crate::journal_watch::JournalWatch;
use release::Releases;
use tokio_util::sync::CancellationToken;

pub(crate) use journaled::{AWAY_DELAY, error_chain};
pub use outgoing::MAX_FACT_BYTES;
pub(crate) use outgoing::may_emit;
pub(crate) use quiet::NotGrouped;
pub(crate) use run::{catch_panic, panic_message};

/// Result of a delivery: messages to publish first, then the acknowledgement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// The outcome is committed: publish, then acknowledge.
    Done {
        /// Label of the handler, `done` or `duplicate`.
        outcome: &'static str,
        /// Messages to publish now.
        outgoing: Vec<Outgoing>,
    },
    /// The job is handed back: request a redelivery.
    Redeliver {
        /// Why the job has no outcome yet.
        why: Postponement,
        /// Delay of the redelivery.
        after: Duration,
        /// Error and its causes, outermost first.
        reason: String,
    },
    /// The job is handed back and the journal publishes its message again: acknowledge.
    Parked {
        /// Why the job has no outcome yet: a retry or a deferral.
        why: Postponement,
        /// Time after which the message is published.
        after: Duration,
        /// Error and its causes, outermost first.
        reason: String,
    },
    /// The dead letter is committed: publish, then terminate.
    Dead {
        /// Class of the dead letter: `undecodable`, `rejected`, `exhausted` or `poisoned`.
        class: &'static str,
        /// The letter exceeds the rate of its tenant and class, and is counted instead of stored.
        folded: bool,
        /// Messages to publish now, including the dead letter.
        outgoing: Vec<Outgoing>,
        /// Error and its causes, outermost first.
        reason: String,
    },
}

/// Why a job has no outcome yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Postponement {
    /// The attempt failed, and the failure is counted.
    Retry,
    /// The handler has asked for a later time, which is no failure.
    Defer,
    /// Likewise, in the normal course of its work.
    Wait,
    /// Another instance works on the job.
    Held,
    /// This instance stops, or its lease has lapsed.
    Abandoned,
}

impl Postponement {
    /// Returns the label for the metric and the log line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Retry => "retry",
            Self::Defer => "defer",
            Self::Wait => "wait",
            Self::Held => "held",
            Self::Abandoned => "abandoned",
        }
    }
}

impl Settlement {
    /// Returns the label for the metric and the log line.
    pub fn outcome(&self) -> &'static str {
        match self {
            Self::Done { outcome, .. } => outcome,
            Self::Redeliver { why, .. } | Self::Parked { why, .. } => why.label(),
            Self::Dead { .. } => "dead",
        }
    }

    /// Returns true if the job waits for so long that no replica can do it now.
    pub(crate) fn is_long(&self) -> bool {
        matches!(self, Self::Redeliver { after, .. } | Self::Parked { after, .. } if *after >= park::LONG)
    }
}

/// Settles the deliveries of one handler.
pub struct Settler<H, J> {
    handler: Arc<H>,
    journal: Arc<J>,
    clock: Arc<dyn Clock>,
    rules: Rules,
    /// Duration of handler calls.
    took: metrics::Histogram,
    releases: Releases,
    watch: Arc<JournalWatch>,
    delays: park::Delays,
    storms: storm::Storms,
}

/// A decoded delivery.
pub struct Decoded<E> {
    /// The job of the delivery.
    pub job: JobId,
    /// The event, or the reason why the bytes are invalid.
    pub event: Result<E, InvalidEvent>,
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Creates a settler for a handler and its journal.
    pub fn new(handler: Arc<H>, journal: Arc<J>, clock: Arc<dyn Clock>, rules: Rules) -> Self {
        let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
        let took = metrics::histogram!(telemetry::metric::HANDLE_DURATION, &labels);
        let (releases, watch) = (Releases::default(), Arc::default());
        let (delays, storms) = (park::Delays::default(), storm::Storms::default());
        Self { handler, journal, clock, rules, took, releases, watch, delays, storms }
    }

    /// Shares what the calls of all settlers of the process learn about the journal.
    pub(crate) fn watching(mut self, watch: Arc<JournalWatch>) -> Self {
        self.watch = watch;
        self
    }

    /// Returns what is known about the journal.
    pub(crate) fn watch(&self) -> &JournalWatch {
        &self.watch
    }

    fn journaled<'a>(&'a self, interrupt: &'a CancellationToken) -> journaled::Journaled<'a, J> {
        journaled::Journaled { journal: &self.journal, rules: &self.rules, watch: &self.watch, interrupt }
    }

    /// Hands jobs back to the journal whose deliveries ended without a confirmation of it, until `stop`.
    pub(crate) async fn release(&self, stop: CancellationToken) {
        self.releases.run(&*self.journal, stop).await;
    }

    /// Returns the journal of its jobs.
    pub(crate) fn journal(&self) -> &J {
        &self.journal
    }

    /// Returns the age of a message: the time since its stream has stored it.
    pub(crate) fn age(&self, delivery: &Delivery) -> Option<Duration> {
        (self.clock.now() - delivery.published_at()?).to_std().ok()
    }

    /// Decodes a delivery. Pure. A panic of the decoder counts as invalid bytes, which a redelivery would not change.
    pub fn decode(&self, delivery: &Delivery) -> Decoded<H::In> {
        let event = run::catch_panic(|| H::In::decode(&delivery.envelope(), &delivery.payload));
        let event =
            event.unwrap_or_else(|panic| Err(InvalidEvent::new("message", format!("made the decoder panic: {panic}"))));
        let job =
            event.as_ref().ok().and_then(Event::job).unwrap_or_else(|| match H::In::publisher(&delivery.subject) {
                Some(publisher) => delivery.job_of_content(&publisher),
                None => delivery.job(),
            });
        Decoded { job, event }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod trouble_tests;
