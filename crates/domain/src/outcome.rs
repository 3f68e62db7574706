//! Changes of what is recorded as the outcome of a run's question.

use crate::answer::ResolvedAnswer;
use crate::{EventId, JobId, RunId, Tenant, Time};

/// Outcome of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum DecidedOutcome {
    /// Share of YES, 0 to 1.
    Value(f64),
    /// The answer to a question of another kind.
    Answer(ResolvedAnswer),
}

/// What was done with an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeStep {
    /// The first outcome of the question was recorded.
    Recorded,
    /// Another outcome replaced it.
    Corrected,
    /// It was withdrawn: the question is open again.
    Withdrawn,
}

/// A change of a recorded outcome. Each is announced once, in the transaction that stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeChange {
    /// Derived id of the announcement.
    pub id: JobId,
    /// Tenant of the question.
    pub tenant: Tenant,
    /// The publisher's id of the event that asked the question.
    pub event: EventId,
    /// The job of that event.
    pub event_job: JobId,
    /// The run that forecast the question.
    pub run: RunId,
    /// Text of the question.
    pub question: String,
    /// What was done.
    pub step: OutcomeStep,
    /// The outcome that was recorded or withdrawn.
    pub outcome: DecidedOutcome,
    /// The outcome that a correction replaced.
    pub replaced: Option<DecidedOutcome>,
    /// Time of resolution.
    pub resolved_at: Time,
    /// Explanation, or the reason of the correction or withdrawal; may be empty.
    pub because: String,
    /// Time of the change.
    pub at: Time,
}

impl OutcomeStep {
    /// Returns the name: `recorded`, `corrected` or `withdrawn`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Corrected => "corrected",
            Self::Withdrawn => "withdrawn",
        }
    }
}
