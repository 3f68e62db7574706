//! Why the body of a request was not read.

use std::error::Error;

/// Why a body was not read, or what is made of it found no memory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Other large requests occupy the memory; the client may repeat the request after some seconds.
    #[error("the gateway is busy with other large requests; repeat the request later, or send smaller batches")]
    Busy {
        /// Seconds after which the request may be repeated.
        retry_after: u64,
    },
    /// The body has more bytes than the limit.
    #[error("a body has at most {0} bytes")]
    TooLarge(usize),
    /// The unpacked body has more bytes than the limit.
    #[error("an unpacked body has at most {0} bytes")]
    UnpackedTooLarge(usize),
    /// The body did not arrive within this number of seconds.
    #[error("the body did not arrive within {0} s")]
    Late(u64),
    /// The client ended the body early.
    #[error("the body ended early")]
    EndedEarly,
    /// The body is not compressed as its header says.
    #[error("the body is not valid gzip: {0}; without `content-encoding` it is read as it is")]
    NotGzip(String),
    /// The process stops.
    #[error("the server stops; repeat the request later")]
    Interrupted,
}

impl BodyError {
    /// Returns the reason of an error of a body that is limited to `limit` bytes.
    pub fn of(error: &axum::Error, limit: usize) -> Self {
        // axum wraps the error of the limited body, whose type it does not export.
        let is_limit = error.source().is_some_and(|source| source.to_string().contains("length limit"));
        if is_limit { Self::TooLarge(limit) } else { Self::EndedEarly }
    }
}
