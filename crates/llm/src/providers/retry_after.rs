//! Reads the delay that a provider asks for: milliseconds, or [`telemetry::retry_after`]. Pure.

use std::time::Duration;

use reqwest::header::HeaderMap;

/// Upper bound of the delay: after an hour the provider is asked again in any case.
const MAX_DELAY: Duration = Duration::from_secs(3600);

/// Returns the delay of `retry-after-ms` or, without it, of `retry-after`; at most an hour.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("retry-after-ms").and_then(|value| value.to_str().ok());
    let millis = text.and_then(|text| text.trim().parse().ok()).map(Duration::from_millis);
    millis.or_else(|| telemetry::retry_after(headers)).map(|delay| delay.min(MAX_DELAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_come_first_and_a_delay_is_at_most_an_hour() {
        let wait = |pairs: &[(&'static str, &str)]| {
            let headers = pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            retry_after(&headers.collect::<HeaderMap>())
        };
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(wait(&[("retry-after-ms", "250"), ("retry-after", "9")]), Some(Duration::from_millis(250)));
        assert_eq!(wait(&[("retry-after-ms", "soon"), ("retry-after", "9")]), Some(Duration::from_secs(9)));
        assert_eq!(wait(&[("retry-after", "999999999")]), Some(MAX_DELAY));
    }
}
