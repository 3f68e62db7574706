//! A failure that says what to do about it. The decision is written at the `?` where the fault arises.

use std::time::Duration;

/// A server that is in trouble is asked again this much later. The adapter has been patient before, so this is no haste; and whoever has
/// mended the server does not wait for long.
pub const DOWN: Duration = Duration::from_secs(5);

/// What the runtime does about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Try again with backoff; after the last attempt, dead letter.
    Retry,
    /// Come back after this long; uses up no attempt.
    Defer(Duration),
    /// It can never succeed: dead letter now.
    Reject,
}

/// Why a handler gave no outcome.
#[derive(Debug)]
pub struct Failure {
    verdict: Verdict,
    source: anyhow::Error,
}

impl Failure {
    /// May succeed later: network, restarts, time-outs.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self { verdict: Verdict::Retry, source: error.into() }
    }

    /// Must wait: a rate limit, a lease that another replica holds.
    pub fn defer(after: Duration, error: impl Into<anyhow::Error>) -> Self {
        Self { verdict: Verdict::Defer(after), source: error.into() }
    }

    /// Can never succeed: the message itself is wrong.
    pub fn reject(error: impl Into<anyhow::Error>) -> Self {
        Self { verdict: Verdict::Reject, source: error.into() }
    }

    /// What to do.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The reasons, outermost first.
    pub fn chain(&self) -> Vec<String> {
        self.source.chain().map(ToString::to_string).collect()
    }
}

impl From<domain::port::PortError> for Failure {
    fn from(error: domain::port::PortError) -> Self {
        match error {
            error if error.is_down() => Self::defer(DOWN, error),
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
    fn a_fault_of_the_server_is_never_an_attempt_of_the_job() {
        let of = |error: PortError| Failure::from(error).verdict();
        assert_eq!(of(PortError::Down { what: "step", source: "no space left".into() }), Verdict::Defer(DOWN));
        assert_eq!(of(PortError::Unavailable { what: "model", source: "reset".into() }), Verdict::Retry);
        assert_eq!(of(PortError::Refused { what: "step".into(), source: "no such column".into() }), Verdict::Reject);
    }
}
