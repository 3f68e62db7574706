//! One delivery from bytes to a committed outcome. No broker is needed: what to tell it is the answer ([`Settlement`]).
//!
//! Order: decode, begin, handle, commit. Whatever happens, exactly one of three things is true afterwards: the outcome
//! stands in the journal, the dead letter stands in the journal, or the job is handed back and comes again.

mod bury;
mod journaled;
mod outgoing;
mod run;

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use domain::{Clock, JobId, Outgoing};
use proto::event::{Event, InvalidEvent};

use crate::delivery::Delivery;
use crate::handler::Handler;
use crate::policy::Backoff;

pub use outgoing::LARGEST_FACT;
pub(crate) use outgoing::may_say;
pub(crate) use run::words;

/// What to tell the broker, and what to publish first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// The outcome is committed: publish, then acknowledge.
    Done {
        /// The handler's label, `done` or `duplicate`.
        outcome: &'static str,
        /// To be published now.
        outgoing: Vec<Outgoing>,
    },
    /// Handed back: it shall come again.
    Again {
        /// `retry`, `defer`, `held` or `abandoned`.
        outcome: &'static str,
        /// After this long.
        after: Duration,
        /// Why, outermost first.
        reason: String,
    },
    /// Given up, and the dead letter is committed: publish, then terminate.
    Dead {
        /// `undecodable`, `rejected`, `exhausted` or `poisoned`.
        class: &'static str,
        /// To be published now; the dead letter is among them.
        outgoing: Vec<Outgoing>,
        /// Why, outermost first.
        reason: String,
    },
}

impl Settlement {
    /// The word for the metric and the log line.
    pub fn outcome(&self) -> &'static str {
        match self {
            Self::Done { outcome, .. } | Self::Again { outcome, .. } => outcome,
            Self::Dead { .. } => "dead",
        }
    }
}

/// The rules that a delivery is settled by.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Transient failures before the dead letter.
    pub max_attempts: u32,
    /// Delays between them.
    pub backoff: Backoff,
    /// No handler may take longer.
    pub hard_deadline: Duration,
    /// How long to wait for the journal before a delivery is handed back.
    pub journal_patience: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            max_attempts: 8,
            backoff: Backoff { base: Duration::from_millis(500), cap: Duration::from_secs(60) },
            hard_deadline: Duration::from_secs(900),
            journal_patience: Duration::from_secs(120),
        }
    }
}

/// Settles the deliveries of one handler.
pub struct Settler<H, J> {
    handler: Arc<H>,
    journal: Arc<J>,
    clock: Arc<dyn Clock>,
    rules: Rules,
    /// What the handler took.
    took: metrics::Histogram,
}

/// A delivery after decoding: whose job it is, and the event or what is wrong with the bytes.
pub struct Decoded<E> {
    /// The job.
    pub job: JobId,
    /// The event.
    pub event: Result<E, InvalidEvent>,
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// For a handler and its journal.
    pub fn new(handler: Arc<H>, journal: Arc<J>, clock: Arc<dyn Clock>, rules: Rules) -> Self {
        let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
        let took = metrics::histogram!(telemetry::metric::HANDLE_DURATION, &labels);
        Self { handler, journal, clock, rules, took }
    }

    /// Bytes to an event. Pure. A decoder that panics has met bytes that it cannot decode: the same bytes would come again for ever.
    pub fn decode(&self, delivery: &Delivery) -> Decoded<H::In> {
        let event = run::caught(|| H::In::decode(&delivery.envelope(), &delivery.payload));
        let event =
            event.unwrap_or_else(|panic| Err(InvalidEvent::new("message", format!("made the decoder panic: {panic}"))));
        let job = event.as_ref().ok().and_then(Event::job).unwrap_or_else(|| delivery.job());
        Decoded { job, event }
    }
}

#[cfg(test)]
mod tests;
