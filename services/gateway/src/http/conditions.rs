//! Preconditions of requests (RFC 9110) and preferences (RFC 7240).

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use super::Problem;

/// What the header `If-Match` names: a version, and with the `ETag` of a whole result, its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precondition {
    /// Version of the session.
    pub version: i64,
    /// Digest of the data and the verbs.
    pub digest: Option<String>,
}

/// Returns what the header `If-Match` names.
///
/// # Errors
/// 428 without the header; 412 if it is not an `ETag` of ours.
pub fn required(headers: &HeaderMap) -> Result<Precondition, Problem> {
    precondition(headers)?.ok_or_else(missing_version)
}

/// The request lacks the header `If-Match`.
pub fn missing_version() -> Problem {
    let detail = "send If-Match with the ETag of the review that you have read";
    Problem::new(StatusCode::PRECONDITION_REQUIRED, "precondition-required", detail)
}

/// Returns what the header `If-Match` names, if it is present.
///
/// # Errors
/// 412 if it is not an `ETag` of ours.
pub fn precondition(headers: &HeaderMap) -> Result<Option<Precondition>, Problem> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    let tag = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    tag.and_then(parse).map(Some).ok_or_else(|| {
        let detail = "If-Match is not an ETag of a review; read the review again and send its ETag as it is";
        Problem::new(StatusCode::PRECONDITION_FAILED, "version-conflict", detail)
    })
}

fn parse(tag: &str) -> Option<Precondition> {
    let (version, digest) = tag.split_once('-').map_or((tag, None), |(version, digest)| (version, Some(digest)));
    let is_hex = |digest: &&str| !digest.is_empty() && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    if digest.as_ref().is_some_and(|digest| !is_hex(digest)) {
        return None;
    }
    Some(Precondition { version: version.parse().ok()?, digest: digest.map(str::to_owned) })
}

/// Returns the `ETag` of a version, or of a version with its digest.
pub fn etag(version: i64, digest: Option<&str>) -> (header::HeaderName, HeaderValue) {
    let tag = digest.map_or_else(|| format!("\"{version}\""), |digest| format!("\"{version}-{digest}\""));
    // Digits, letters and quotes are valid in a header.
    (header::ETAG, HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"0\"")))
}

/// Returns the time that a client wants to wait: `Prefer: wait=30`, or the query parameter `wait`, e.g. `30s`. Limited
/// to `most`.
///
/// # Errors
/// The query parameter is not a duration.
pub fn wait(headers: &HeaderMap, query: Option<&str>, most: Duration) -> Result<Duration, Problem> {
    let wanted = match query {
        Some(text) => Some(
            seconds(text.trim().trim_end_matches('s'))
                .ok_or_else(|| Problem::invalid("wait", "must be a number of seconds, e.g. `30s`"))?,
        ),
        None => preferred(headers),
    };
    Ok(wanted.unwrap_or_default().min(most))
}

fn preferred(headers: &HeaderMap) -> Option<Duration> {
    let values = headers.get_all("prefer").into_iter().filter_map(|value| value.to_str().ok());
    let mut preferences = values.flat_map(|value| value.split([',', ';']));
    preferences.find_map(|one| {
        let (name, value) = one.split_once('=')?;
        if name.trim().eq_ignore_ascii_case("wait") { seconds(value.trim().trim_matches('"')) } else { None }
    })
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::HeaderName::from_static(name), HeaderValue::from_static(value))])
    }

    #[test]
    fn a_decision_names_the_version_and_the_digest_that_were_read() {
        let of = |digest: Option<&str>| Precondition { version: 7, digest: digest.map(str::to_owned) };
        assert_eq!(required(&headers("if-match", "\"7\"")).unwrap(), of(None));
        assert_eq!(required(&headers("if-match", "\"7-0af\"")).unwrap(), of(Some("0af")));
        assert_eq!((etag(7, None).1, etag(7, Some("0af")).1), ("\"7\"".parse().unwrap(), "\"7-0af\"".parse().unwrap()));
        assert_eq!(required(&HeaderMap::new()).unwrap_err().status(), 428);
        for other in ["7", "*", "W/\"7\"", "\"x\"", "\"1\", \"2\"", "", "\"7-\"", "\"7-x\"", "\"7-a-b\"", "\"-a\""] {
            assert_eq!(precondition(&headers("if-match", other)).unwrap_err().status(), 412, "{other}");
        }
    }

    #[test]
    fn a_wait_is_limited() {
        let most = Duration::from_secs(29);
        let of = |headers: HeaderMap, query| wait(&headers, query, most).map(|time| time.as_secs());
        assert_eq!(of(HeaderMap::new(), None).unwrap(), 0);
        assert_eq!(of(headers("prefer", "respond-async, wait=10"), None).unwrap(), 10);
        assert_eq!(of(headers("prefer", "wait=99"), None).unwrap(), 29);
        assert_eq!(of(headers("prefer", "wait=soon"), None).unwrap(), 0);
        assert_eq!(of(headers("prefer", "wait=10"), Some("5s")).unwrap(), 5);
        assert!(of(HeaderMap::new(), Some("soon")).is_err());
    }
}
