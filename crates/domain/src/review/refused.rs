//! Refused transitions, and conflicts between writers.

use std::fmt;

use super::{EditError, ResultState, SessionChange};
use crate::{JobId, Time};

/// Reason why a transition was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// A macro was executed while a result was pending.
    #[error("result {result} of this session waits for its review since {since}; approve or reject it first")]
    ReviewPending {
        /// The pending result.
        result: JobId,
        /// Time since which it is pending.
        since: Time,
    },
    /// The result was decided before.
    #[error("the result is not pending any more: it was {change}")]
    AlreadyDecided {
        /// The decision that was refused.
        change: SessionChange,
    },
    /// The time for the review has passed.
    #[error("the time for the review ended at {expires_at}; execute the macro again")]
    TimeOver {
        /// End of the time.
        expires_at: Time,
    },
    /// The result was to expire before its time.
    #[error("the result waits for its review until {expires_at}")]
    NotExpired {
        /// End of the time.
        expires_at: Time,
    },
    /// The verbs cannot be executed.
    #[error("the verbs of this result cannot be executed: {problem}")]
    NoVerbs {
        /// Explanation for the caller.
        problem: &'static str,
    },
    /// The approved data is invalid.
    #[error("the data to approve violates the schema of the macro in {count} places, first at {path:?}: {problem}")]
    Invalid {
        /// Number of violations.
        count: usize,
        /// JSON Pointer of the first violation.
        path: String,
        /// The first violation.
        problem: String,
    },
    /// An edit does not fit the data.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A part exceeds its maximum size.
    #[error("{part} has {bytes} bytes; at most {most} are allowed")]
    TooLarge {
        /// Name of the part.
        part: &'static str,
        /// Size in bytes.
        bytes: usize,
        /// Maximum size in bytes.
        most: usize,
    },
    /// A verb is not exactly one line.
    #[error("verb {number} is not exactly one line")]
    NotOneLine {
        /// Number of the verb, from 1.
        number: usize,
    },
    /// The decision names no reviewer.
    #[error("the decision names no reviewer")]
    NoReviewer,
    /// The decision names a reviewer with the name of decisions that no person made.
    #[error("{:?} is the name of decisions that no person made; name another reviewer", super::AUTOMATIC)]
    ReservedName,
}

/// Another writer has changed the session since the caller read it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the session changed in the meantime: version {read} was read, version {stored} is stored{}", describe(changed.as_ref()))]
pub struct Conflict {
    /// Version that the caller read.
    pub read: i64,
    /// Version of the session in the store.
    pub stored: i64,
    /// The transition to the stored version.
    pub changed: Option<SessionChange>,
}

fn describe(change: Option<&SessionChange>) -> String {
    change.map_or_else(String::new, |change| format!("; its result was {change}"))
}

impl fmt::Display for SessionChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.to == ResultState::Pending { "stored as pending" } else { self.to.name() };
        write!(f, "{verb} by {} at {}", self.by, self.at)
    }
}
