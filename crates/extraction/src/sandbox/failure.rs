//! Why a document was not read.

use std::time::Duration;

/// What became of a document instead of its text. All of them are about this document: none is worth a retry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// The parser ended well and says why there is no text.
    #[error("{0}")]
    Unreadable(String),
    /// It did not end within its time.
    #[error("the parser did not end on this page within {0:?}")]
    Timeout(Duration),
    /// It was killed by its limits, or crashed.
    #[error("the parser died on this page: {0}")]
    Died(String),
    /// No parser could be started at all: this is about the machine, not about the document.
    #[error("no parser can be started: {0}")]
    Unstarted(String),
}
