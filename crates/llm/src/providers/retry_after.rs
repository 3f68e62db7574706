//! How long the provider wants us to wait: seconds, milliseconds or a date. Pure.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// Longest wait that is believed: whatever a provider says, look again within the hour.
const MOST: Duration = Duration::from_secs(3600);

/// `retry-after-ms`, else `retry-after` in seconds or as a date (measured against the answer's own `date`, so that our
/// clock does not matter).
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let millis = text("retry-after-ms").and_then(|ms| ms.parse::<u64>().ok()).map(Duration::from_millis);
    let after = text(RETRY_AFTER.as_str());
    let seconds = || after.and_then(|s| s.parse::<f64>().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
    let date = || {
        let from = http_date(text(DATE.as_str())?)?;
        Some(Duration::from_secs(http_date(after?)?.saturating_sub(from)))
    };
    millis.or_else(seconds).or_else(date).map(|wait| wait.min(MOST))
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110's one current format).
fn http_date(text: &str) -> Option<u64> {
    let mut parts = text.split_once(", ")?.1.split([' ', ':']);
    let mut number = || parts.next()?.parse::<u64>().ok();
    let day = number()?;
    let month = month(text.get(8..11)?)?;
    number().is_none().then_some(())?; // the month's name
    let (year, hour, minute, second) = (number()?, number()?, number()?, number()?);
    let days = days_since_1970(year, month, day)?;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

fn month(name: &str) -> Option<u64> {
    const NAMES: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let at = NAMES.find(name).filter(|at| at % 3 == 0)?;
    Some(at as u64 / 3 + 1)
}

/// The civil calendar's days, counted in eras of 400 years that begin on 1 March, which puts leap days last.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..=9999).contains(&year) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    (era * 146_097 + days_of_era).checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn every_form_is_read_and_none_is_believed_beyond_an_hour() {
        let wait = |pairs: &[(&'static str, &str)]| retry_after(&headers(pairs));
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(wait(&[("retry-after", "0.5")]), Some(Duration::from_millis(500)));
        assert_eq!(wait(&[("retry-after-ms", "250"), ("retry-after", "9")]), Some(Duration::from_millis(250)));
        assert_eq!(wait(&[("retry-after", "999999999")]), Some(MOST));
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
