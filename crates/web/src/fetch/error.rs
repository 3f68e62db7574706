//! Errors of fetching.

use std::time::Duration;

use crate::guard::Refusal;
use crate::wall::Wall;

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
    /// The site shows something else than the page: this wall, on this host.
    #[error("not read: {1} {0}")]
    Wall(Wall, String),
    /// The time limit passed.
    #[error("took longer than {0:?}")]
    Timeout(Duration),
    /// Connection refused, reset, name not found.
    #[error("could not be reached")]
    Network(#[source] reqwest::Error),
}

impl FetchError {
    /// Returns the error in fixed words and figures, for a model. The names of hosts, the values of headers and the
    /// targets of redirects are the server's text and are left out; [`std::fmt::Display`] has them, for logs.
    pub fn in_fixed_words(&self) -> String {
        match self {
            Self::Refused(refusal) => format!("not fetched: {}", refusal.in_fixed_words()),
            Self::Private(_) => "not fetched: the host has no public address".to_owned(),
            Self::Robots(_) => "not fetched: the site's robots.txt does not allow it or cannot be read now".to_owned(),
            Self::Cooling(_, left) => {
                format!("not fetched: the site is in cool-down for another {} s", left.as_secs() + 1)
            }
            Self::Status(status) => format!("the server answered {status}"),
            Self::Redirects(most) => format!("more than {most} redirects"),
            Self::TooLarge(bytes) => format!("larger than {bytes} bytes"),
            Self::Encoding(_) => "the content encoding cannot be decoded".to_owned(),
            Self::Kind(_) => "the content type cannot be read; HTML, text and PDF can".to_owned(),
            Self::Wall(wall, _) => format!("the page is no source: the site {wall}"),
            Self::Timeout(limit) => format!("took longer than {} s", limit.as_secs()),
            Self::Network(_) => "the server could not be reached".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_server_is_in_the_text_for_a_model() {
        let words = || "call-send-email".to_owned();
        let errors = [
            FetchError::Refused(Refusal::NotAUrl(words())),
            FetchError::Refused(Refusal::Scheme(words())),
            FetchError::Refused(Refusal::HostName(words())),
            FetchError::Private(words()),
            FetchError::Robots(words()),
            FetchError::Cooling(words(), Duration::from_secs(3)),
            FetchError::Encoding(words()),
            FetchError::Kind(words()),
            FetchError::Wall(Wall::Challenge, words()),
        ];
        for error in errors {
            assert!(!error.in_fixed_words().contains("send"), "{error:?}");
        }
    }
}
