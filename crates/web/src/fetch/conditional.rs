//! Conditional requests (RFC 9110, 13; RFC 9111).

use std::time::Duration;

use reqwest::header::{CACHE_CONTROL, ETAG, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use serde::{Deserialize, Serialize};

/// Longer validators are ignored.
const MAX_CHARS: usize = 512;

/// Validators and freshness of a page, for the next request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// `ETag` unchanged, including quotes.
    pub etag: Option<String>,
    /// Value of `Last-Modified`, unparsed.
    pub last_modified: Option<String>,
    /// Freshness lifetime from `Cache-Control`; zero for `no-cache` and `no-store`.
    pub fresh_for: Option<Duration>,
}

impl Validators {
    /// Reads the validators of an answer.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name)?.to_str().ok().filter(|text| text.len() <= MAX_CHARS).map(str::to_owned);
        Self {
            etag: text(ETAG),
            last_modified: text(LAST_MODIFIED),
            fresh_for: text(CACHE_CONTROL).as_deref().and_then(fresh_for),
        }
    }

    /// Returns `true` if there is a validator.
    pub fn can_ask(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }

    /// Returns the headers of the request. With an entity tag the date is omitted, since it could only contradict the
    /// tag.
    pub(crate) fn condition(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match (&self.etag, &self.last_modified) {
            (Some(etag), _) => request.header(IF_NONE_MATCH, etag),
            (None, Some(date)) => request.header(IF_MODIFIED_SINCE, date),
            (None, None) => request,
        }
    }
}

fn fresh_for(cache_control: &str) -> Option<Duration> {
    let lower = cache_control.to_ascii_lowercase();
    let mut directives = lower.split(',').map(str::trim);
    if directives.clone().any(|directive| matches!(directive, "no-store" | "no-cache")) {
        return Some(Duration::ZERO);
    }
    let seconds = directives.find_map(|directive| directive.strip_prefix("max-age="))?;
    seconds.trim_matches('"').parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_freshness_lifetime_is_read() {
        assert_eq!(fresh_for("public, max-age=60"), Some(Duration::from_secs(60)));
        assert_eq!(fresh_for("max-age=60, No-Cache"), Some(Duration::ZERO));
        assert_eq!(fresh_for("private"), None);
        assert_eq!(fresh_for("max-age=-1"), None);
    }
}
