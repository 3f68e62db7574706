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
    is_planned: bool,
    source: anyhow::Error,
}

/// Begin of the recorded reason of a planned wait.
const PLANNED: &str = "as planned: ";

/// Returns `true` if the recorded reason of a job that waits is that of a planned wait ([`Failure::wait`]).
pub fn is_planned_wait(reason: &str) -> bool {
    reason.starts_with(PLANNED)
}

impl Failure {
    /// Creates a failure that may pass: network errors, restarts, time-outs.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Retry, is_planned: false, source: error.into() }
    }

    /// Creates a failure that requires waiting: a rate limit, a server that is away.
    pub fn defer(after: Duration, error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Defer(after), is_planned: false, source: error.into() }
    }

    /// Creates a deferral that is part of the normal course, such as the wait for a batch or for the result of another
    /// job. It has an outcome of its own, because nothing has to be mended.
    pub fn wait(after: Duration, error: impl Into<anyhow::Error>) -> Self {
        Self { is_planned: true, ..Self::defer(after, error) }
    }

    /// Creates a permanent failure: the message itself is invalid.
    pub fn reject(error: impl Into<anyhow::Error>) -> Self {
        Self { action: FailureAction::Reject, is_planned: false, source: error.into() }
    }

    /// Returns the decision.
    pub fn action(&self) -> FailureAction {
        self.action
    }

    /// Returns `true` for a deferral that is part of the normal course.
    pub fn is_planned(&self) -> bool {
        self.is_planned
    }

    /// Returns the reason as it is recorded with a job that waits.
    pub(crate) fn recorded_reason(&self) -> String {
        let mark = if self.is_planned { PLANNED } else { "" };
        format!("{mark}{}", self.chain().join(": "))
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
