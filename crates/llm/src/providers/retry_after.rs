//! Reads the delay that a provider asks for: seconds, milliseconds or a date. Pure.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// Upper bound of the delay: after an hour the provider is asked again in any case.
const MAX_DELAY: Duration = Duration::from_secs(3600);

/// Reads `retry-after-ms`, else `retry-after` in seconds or as a date (relative to the answer's own `date`, so that our
/// clock does not matter).
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let millis = text("retry-after-ms").and_then(|ms| ms.parse::<u64>().ok()).map(Duration::from_millis);
    let after = text(RETRY_AFTER.as_str());
    let seconds = || after.and_then(|s| s.parse::<f64>().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
    let date = || {
        let from = http_date(text(DATE.as_str())?)?;
        Some(Duration::from_secs(u64::try_from(http_date(after?)? - from).unwrap_or_default()))
    };
    millis.or_else(seconds).or_else(date).map(|delay| delay.min(MAX_DELAY))
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the current format of RFC 9110.
fn http_date(text: &str) -> Option<i64> {
    chrono::DateTime::parse_from_rfc2822(text).ok().map(|date| date.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn every_form_is_read_with_an_upper_bound_of_an_hour() {
        let wait = |pairs: &[(&'static str, &str)]| retry_after(&headers(pairs));
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(wait(&[("retry-after", "0.5")]), Some(Duration::from_millis(500)));
        assert_eq!(wait(&[("retry-after-ms", "250"), ("retry-after", "9")]), Some(Duration::from_millis(250)));
        assert_eq!(wait(&[("retry-after", "999999999")]), Some(MAX_DELAY));
        for nonsense in ["soon", "-3", "NaN", "inf", "Sun, 99 Foo"] {
            assert_eq!(wait(&[("retry-after", nonsense)]), None, "{nonsense}");
        }
        let dates = [("date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("retry-after", "Sun, 06 Nov 1994 08:50:00 GMT")];
        assert_eq!(wait(&dates), Some(Duration::from_secs(23)));
    }

    #[test]
    fn dates_are_counted_over_leap_days() {
        assert_eq!(http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(http_date("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
    }
}
