//! Errors of a metered call, classified by what the worker does about them.

use std::time::Duration;

use domain::port::PortError;
use domain::{BudgetScope, MicroUsd};
use runtime::Failure;

/// Error of a metered call. No text contains the time of the next attempt: jobs that wait are counted by their reason.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The call could exceed a budget, or the limit of a single call, and was not made. Handlers return a partial
    /// result.
    #[error("{}", denied(scope, *left))]
    Denied {
        /// Key of the budget; `call` for the limit of a single call.
        scope: String,
        /// Micro-dollars left in it; for a single call its limit.
        left: MicroUsd,
    },
    /// The provider limits the rate or is overloaded: defer the work. Nothing was charged.
    #[error("the model provider cannot be called now: {why}")]
    Busy {
        /// Time after which to try again.
        after: Duration,
        /// Reason for the wait.
        why: String,
    },
    /// The call waits for its batch: defer the work. Its maximum is reserved.
    #[error("the model call waits for its batch")]
    Queued {
        /// Time after which to look for the reply.
        after: Duration,
    },
    /// The provider refuses the key, the account or the model, which only a person can change: defer the work, and do
    /// not use a fallback. Nothing was charged.
    #[error("the model provider refuses every call: {why}")]
    Blocked {
        /// Time after which to try again.
        after: Duration,
        /// Message of the provider.
        why: String,
    },
    /// The model declined to answer, or a content filter of the provider stopped the reply. Handlers use a fallback.
    #[error("the model {model} declined to answer: {}", if explanation.is_empty() { "no reason given" } else { explanation })]
    Refused {
        /// Name of the model as reported in the reply.
        model: String,
        /// Text of the reply, shortened; may be empty.
        explanation: String,
        /// Cost of all calls.
        cost: MicroUsd,
    },
    /// Two replies did not match the schema. Handlers use a fallback.
    #[error("the model's reply does not match the schema: {}", errors.join("; "))]
    UnusableReply {
        /// Every error of the second reply, with its path.
        errors: Vec<String>,
        /// Cost of both replies.
        cost: MicroUsd,
    },
    /// Earlier calls of the step were paid and gave no reply, so no further one is made. Handlers use a fallback.
    #[error(
        "{calls} calls of this step were paid and gave no usable reply, so it is not tried again; if the model is slow, raise \
         AUSPEX_MODEL_DEADLINE or lower the limit of its replies"
    )]
    Unanswered {
        /// Number of these calls.
        calls: u32,
    },
    /// The provider permanently rejects this request.
    #[error("the provider rejects the request: {reason}")]
    Rejected {
        /// Status and message of the provider.
        reason: String,
    },
    /// The ledger or the model could not be reached, or a reply was lost: retry.
    #[error(transparent)]
    Port(#[from] PortError),
}

impl AskError {
    /// For handlers with a fallback: returns the error if the fallback should be used.
    ///
    /// # Errors
    /// The work should be tried later: the model is busy, or was not reached by a job that has failed fewer than
    /// `retries` times.
    pub fn unless_later(self, failures: u32, retries: u32) -> Result<Self, Failure> {
        match self {
            Self::Busy { .. } | Self::Blocked { .. } | Self::Queued { .. } => Err(self.into_failure()),
            // A failure of our own servers never leads to a fallback.
            Self::Port(error) if error.is_down() || (error.is_transient() && failures < retries) => Err(error.into()),
            other => Ok(other),
        }
    }

    /// Converts the error for handlers without a fallback.
    pub fn into_failure(self) -> Failure {
        match self {
            Self::Busy { after, .. } | Self::Blocked { after, .. } => Failure::defer(after, self),
            Self::Queued { after } => Failure::wait(after, self),
            Self::Port(error) => error.into(),
            Self::Denied { .. }
            | Self::UnusableReply { .. }
            | Self::Refused { .. }
            | Self::Unanswered { .. }
            | Self::Rejected { .. } => Failure::reject(self),
        }
    }

    /// Returns the time after which to try again, if the provider may not be called before.
    pub fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy { after, .. } | Self::Blocked { after, .. } => Some(*after),
            _ => None,
        }
    }

    /// Returns the cost of the calls that gave no usable reply.
    pub fn cost(&self) -> MicroUsd {
        match self {
            Self::UnusableReply { cost, .. } | Self::Refused { cost, .. } => *cost,
            _ => MicroUsd::ZERO,
        }
    }
}

fn denied(scope: &str, left: MicroUsd) -> String {
    if scope == BudgetScope::call().key() {
        format!(
            "the call could cost more than {left}, the limit of a single call (AUSPEX_BUDGET_CALL, or the lower limit of the event)"
        )
    } else {
        format!("the call could cost more than {left}, the amount left in the budget {scope}")
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        error.into_failure()
    }
}

#[cfg(test)]
mod tests {
    use runtime::FailureAction;

    use super::*;

    #[test]
    fn handlers_with_a_fallback_wait_for_temporary_errors_only() {
        let away = || AskError::Port(PortError::Unavailable { what: "model", source: "away".into() });
        let busy = AskError::Busy { after: Duration::from_secs(9), why: String::new() };
        let deferred = busy.unless_later(99, 3).unwrap_err();
        let blocked = AskError::Blocked { after: Duration::from_secs(600), why: String::new() };
        let blocked = blocked.unless_later(99, 3).unwrap_err();
        assert!(matches!(blocked.action(), FailureAction::Defer(_)) && !blocked.is_planned() && !deferred.is_planned());
        let queued = AskError::Queued { after: Duration::from_secs(60) }.unless_later(0, 3).unwrap_err();
        assert!(matches!(queued.action(), FailureAction::Defer(_)) && queued.is_planned(), "a batch takes its time");
        let declined = AskError::Refused { model: String::new(), explanation: String::new(), cost: MicroUsd(3) };
        assert!(matches!(declined.unless_later(0, 3), Ok(error) if error.cost() == MicroUsd(3)));
        assert!(matches!(deferred.action(), FailureAction::Defer(after) if after == Duration::from_secs(9)));
        assert!(matches!(away().unless_later(2, 3).unwrap_err().action(), FailureAction::Retry));
        assert!(matches!(away().unless_later(3, 3), Ok(AskError::Port(_))), "after enough attempts");
        let down = AskError::Port(PortError::Down { what: "ledger", source: "no space left".into() });
        assert!(
            matches!(down.unless_later(99, 3).unwrap_err().action(), FailureAction::Defer(_)),
            "never counted against the job"
        );
        let refused = AskError::Port(PortError::Refused { what: "model".into(), source: "no".into() });
        assert!(matches!(refused.unless_later(0, 3), Ok(AskError::Port(_))), "a permanent error");
        assert!(matches!(AskError::Unanswered { calls: 3 }.unless_later(0, 3), Ok(AskError::Unanswered { .. })));
        let of_time = |seconds: u64| {
            let (after, why) = (Duration::from_secs(seconds), "overloaded".to_owned());
            let errors = [
                AskError::Busy { after, why: why.clone() },
                AskError::Blocked { after, why },
                AskError::Queued { after },
            ];
            errors.map(|error| error.to_string())
        };
        assert_eq!(of_time(9), of_time(622), "jobs that wait for one reason are counted together");
        let denied = AskError::Denied { scope: "run:1".into(), left: MicroUsd::ZERO };
        assert!(matches!(denied.unless_later(0, 3), Ok(AskError::Denied { .. })));
    }
}
