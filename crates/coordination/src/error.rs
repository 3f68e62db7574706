//! The one thing that can go wrong.

use std::time::Duration;

/// Redis gave no answer. The caller goes on without the hint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// It did not answer in time.
    #[error("Redis did not answer within {0:?}")]
    Slow(Duration),
    /// It cannot be reached, or it refused (loading, out of memory, wrong password).
    #[error("Redis failed: {0}")]
    Failed(String),
    /// It failed a moment ago and is left alone until the moment is over; no time was lost on this call.
    #[error("Redis failed a moment ago and is not asked")]
    Skipped,
}
