//! Why there is no answer, by what the worker does about it.

use std::time::Duration;

use domain::port::PortError;
use domain::{MicroUsd, Scope};
use runtime::Failure;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It could exceed a budget, or what one call may cost, so it was not made. Handlers turn this into a partial result.
    #[error("{}", denied(scope, *left))]
    Denied {
        /// The budget's key; `call` for the limit of every single call.
        scope: String,
        /// What is left in it; of a single call what it may cost.
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
    /// For whoever can go on without an answer: the error, if going on is best, else the failure, because asking later is. It is
    /// where the model is busy, and where it was not reached by a job that has failed fewer than `retries` times.
    ///
    /// # Errors
    /// The failure.
    pub fn unless_later(self, failures: u32, retries: u32) -> Result<Self, Failure> {
        match self {
            Self::Busy { .. } => Err(self.into_failure()),
            // Nobody decides without an answer because our own server is in trouble.
            Self::Port(error) if error.is_down() || (error.is_transient() && failures < retries) => Err(error.into()),
            other => Ok(other),
        }
    }

    /// What the runtime shall do, for whoever has no fallback.
    pub fn into_failure(self) -> Failure {
        match self {
            Self::Busy { after, .. } => Failure::defer(after, self),
            Self::Port(error) => error.into(),
            Self::Denied { .. } | Self::Unusable { .. } | Self::Rejected { .. } => Failure::reject(self),
        }
    }
}

fn denied(scope: &str, left: MicroUsd) -> String {
    if scope == Scope::call().key() {
        format!(
            "one call may cost at most {left}, which this one could exceed (AUSPEX_BUDGET_CALL, or less where the event itself may cost less)"
        )
    } else {
        format!("the budget {scope} has {left} left, which this call could exceed")
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        error.into_failure()
    }
}

#[cfg(test)]
mod tests {
    use runtime::Verdict;

    use super::*;

    #[test]
    fn who_has_a_fallback_waits_for_what_passes_and_goes_on_without_the_rest() {
        let away = || AskError::Port(PortError::Unavailable { what: "model", source: "away".into() });
        let busy = AskError::Busy { after: Duration::from_secs(9), why: String::new() };
        let deferred = busy.unless_later(99, 3).unwrap_err();
        assert!(matches!(deferred.verdict(), Verdict::Defer(after) if after == Duration::from_secs(9)));
        assert!(matches!(away().unless_later(2, 3).unwrap_err().verdict(), Verdict::Retry));
        assert!(matches!(away().unless_later(3, 3), Ok(AskError::Port(_))), "often enough");
        let down = AskError::Port(PortError::Down { what: "ledger", source: "no space left".into() });
        assert!(matches!(down.unless_later(99, 3).unwrap_err().verdict(), Verdict::Defer(_)), "never its failure");
        let refused = AskError::Port(PortError::Refused { what: "model".into(), source: "no".into() });
        assert!(matches!(refused.unless_later(0, 3), Ok(AskError::Port(_))), "that never passes");
        let denied = AskError::Denied { scope: "run:1".into(), left: MicroUsd::ZERO };
        assert!(matches!(denied.unless_later(0, 3), Ok(AskError::Denied { .. })));
    }
}
