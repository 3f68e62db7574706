//! A failure that says what to do about it. The decision is written at the `?` where the fault arises.

use std::time::Duration;

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
        if error.is_transient() { Self::retry(error) } else { Self::reject(error) }
    }
}
