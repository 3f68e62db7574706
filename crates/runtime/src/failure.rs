//! A failure that carries its decision, made at the `?` where the fault arises.

use std::time::Duration;

/// Deferral of work upon [`domain::port::PortError::Down`]. The adapter has already waited, so an immediate retry would
/// be useless; short enough that work resumes soon after the server is repaired.
pub const DOWN_DELAY: Duration = Duration::from_secs(5);

/// Decision of the runtime about a failed delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureAction {
    /// Retry with backoff; a dead letter after the last attempt.
    Retry,
    /// Redeliver after this time; counts no attempt.
    Defer(Duration),
    /// Dead-letter now: a retry cannot succeed.
    Reject,
}

/// Error of a handler, with the decision.
#[derive(Debug)]
pub struct Failure {
    action: FailureAction,
    source: anyhow::Error,
}

impl Failure {
    /// Creates a failure that may pass: network errors, restarts, time-outs.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Retry, source: error.into() }
    }

    /// Creates a failure that requires waiting: a rate limit, a lease that another replica holds.
    pub fn defer(after: Duration, error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Defer(after), source: error.into() }
    }

    /// Creates a permanent failure: the message itself is invalid.
    pub fn reject(error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Reject, source: error.into() }
    }

    /// Returns the decision.
    pub fn action(&self) -> FailureAction {
        self.action
    }

    /// Returns the error and its causes, outermost first.
    pub fn chain(&self) -> Vec<String> {
        self.source.chain().map(ToString::to_string).collect()
    }
}

impl From<domain::port::PortError> for Failure {
    fn from(error: domain::port::PortError) -> Self {
        match error {
            error if error.is_down() => Self::defer(DOWN_DELAY, error),
            error if error.is_transient() => Self::retry(error),
            error => Self::reject(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::port::PortError;

    use super::*;

    #[test]
    fn a_failure_of_the_server_is_not_counted_against_the_job() {
        let of = |error: PortError| Failure::from(error).action();
        assert_eq!(
            of(PortError::Down { what: "step", source: "no space left".into() }),
            FailureAction::Defer(DOWN_DELAY)
        );
        assert_eq!(of(PortError::Newer { what: "run", source: "format 9".into() }), FailureAction::Defer(DOWN_DELAY));
        assert_eq!(of(PortError::Unavailable { what: "model", source: "reset".into() }), FailureAction::Retry);
        assert_eq!(
            of(PortError::Refused { what: "step".into(), source: "no such column".into() }),
            FailureAction::Reject
        );
    }
}
