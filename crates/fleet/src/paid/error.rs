//! Why there is no answer, by what the worker does about it.

use std::time::Duration;

use domain::MicroUsd;
use domain::port::PortError;
use runtime::Failure;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It could exceed a budget, so it was not made. Handlers turn this into a partial result.
    #[error("the budget {scope} has {left} left, which this call could exceed")]
    Denied {
        /// The budget's key.
        scope: String,
        /// What is left in it.
        left: MicroUsd,
    },
    /// The provider limits, is overloaded or does not let us in: come back later. Nothing was charged.
    #[error("the model cannot be asked for another {after:?}: {why}")]
    Busy {
        /// When to come back.
        after: Duration,
        /// What it waits for.
        why: String,
    },
    /// It answered twice with something that has not the shape that was asked for. Handlers have a fallback.
    #[error("the model's answer is unusable: {}", errors.join("; "))]
    Unusable {
        /// Every error of the second answer, with its path.
        errors: Vec<String>,
        /// What both answers have cost.
        cost: MicroUsd,
    },
    /// The provider refuses this very request, today and tomorrow.
    #[error("the provider refuses the request: {reason}")]
    Rejected {
        /// What it said.
        reason: String,
    },
    /// The ledger or the model could not be reached, or an answer was lost: try again.
    #[error(transparent)]
    Port(#[from] PortError),
}

impl AskError {
    /// What the runtime shall do, for whoever has no fallback.
    pub fn into_failure(self) -> Failure {
        match self {
            Self::Busy { after, .. } => Failure::defer(after, self),
            Self::Port(error) => error.into(),
            Self::Denied { .. } | Self::Unusable { .. } | Self::Rejected { .. } => Failure::reject(self),
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        error.into_failure()
    }
}
