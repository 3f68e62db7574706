//! Reads the delay that a server asks for (`Retry-After` of RFC 9110): seconds or a date. Pure.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// Returns the delay that an answer asks for. A date counts from the answer's own `Date`, so that our clock does not
/// matter; without it a date says nothing.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let after = text(RETRY_AFTER)?;
    let seconds = after.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let date = |text: &str| chrono::DateTime::parse_from_rfc2822(text).ok();
    seconds.or_else(|| Some((date(after)? - date(text(DATE)?)?).to_std().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_read_in_seconds_or_as_a_date() {
        let read = |after: &str| {
            let pairs = [("date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("retry-after", after)];
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(name, value.parse().unwrap());
            }
            retry_after(&headers)
        };
        assert_eq!(read("7"), Some(Duration::from_secs(7)));
        assert_eq!(read("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(read("Sun, 06 Nov 1994 08:50:00 GMT"), Some(Duration::from_secs(23)));
        assert_eq!(read("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO), "a date that is past");
        for nonsense in ["", "soon", "-3", "NaN", "inf", "Sun, 99 Foo"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn a_date_without_the_date_of_the_answer_says_nothing() {
        let after = (RETRY_AFTER, "Sun, 06 Nov 1994 08:50:00 GMT".parse().unwrap());
        assert_eq!(retry_after(&HeaderMap::from_iter([after])), None);
    }
}
