//! Why there is no page.

use std::time::Duration;

use crate::guard::Refusal;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address must not be reached.
    #[error("not fetched")]
    Refused(#[from] Refusal),
    /// The name resolves to addresses that are not public only.
    #[error("not fetched: {0} has no public address")]
    Private(String),
    /// The site's robots.txt does not allow it, or could not be read, which allows nothing either (RFC 9309, 2.3.1.4).
    #[error("not fetched: robots.txt of {0} does not allow it or cannot be read now")]
    Robots(String),
    /// The site, or a service in its place, asked to be left alone for a while.
    #[error("not fetched: {0} wants to be left alone for another {1:?}")]
    Resting(String, Duration),
    /// The server answered with another status than 200.
    #[error("the server answered {0}")]
    Status(u16),
    /// It went round in circles.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// Larger than the cap, as it came or decoded.
    #[error("larger than {0} bytes")]
    TooLarge(usize),
    /// A content encoding that is not known, or not what it says.
    #[error("content encoding {0:?} cannot be decoded")]
    Encoding(String),
    /// A kind of content that cannot be read.
    #[error("content type {0:?} cannot be read; HTML, text and PDF can")]
    Kind(String),
    /// Nothing in time.
    #[error("took longer than {0:?}")]
    Timeout(Duration),
    /// Connection refused, reset, name not found.
    #[error("could not be reached")]
    Network(#[source] reqwest::Error),
}
