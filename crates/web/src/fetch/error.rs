//! Errors of fetching.

use std::time::Duration;

use crate::guard::Refusal;

/// The reason for a failed fetch.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address policy forbids the address.
    #[error("not fetched")]
    Refused(#[from] Refusal),
    /// The name resolves to no public address.
    #[error("not fetched: {0} has no public address")]
    Private(String),
    /// The site's robots.txt forbids the page or could not be read, which forbids everything (RFC 9309, 2.3.1.4).
    #[error("not fetched: robots.txt of {0} does not allow it or cannot be read now")]
    Robots(String),
    /// The site, or the service that fetches it, is in cool-down for this time.
    #[error("not fetched: {0} is in cool-down for another {1:?}")]
    Cooling(String, Duration),
    /// The server answered with a status other than 200.
    #[error("the server answered {0}")]
    Status(u16),
    /// Too many redirects.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// Larger than the limit, on the wire or decoded.
    #[error("larger than {0} bytes")]
    TooLarge(usize),
    /// An unknown content encoding, or a body that does not match it.
    #[error("content encoding {0:?} cannot be decoded")]
    Encoding(String),
    /// A content type that cannot be extracted.
    #[error("content type {0:?} cannot be read; HTML, text and PDF can")]
    Kind(String),
    /// The time limit passed.
    #[error("took longer than {0:?}")]
    Timeout(Duration),
    /// Connection refused, reset, name not found.
    #[error("could not be reached")]
    Network(#[source] reqwest::Error),
}
