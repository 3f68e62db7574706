//! Parses outcomes and times as people write them. Pure.

use chrono::{Days, NaiveDate, NaiveTime};
use domain::Time;
use operations::outcomes::yes_or_no;

/// Parses an outcome: `yes`, `no`, or a share from 0 (NO) to 1 (YES).
///
/// # Errors
/// When the text is not an outcome; the error lists the valid forms.
pub fn parse_value(text: &str) -> Result<f64, String> {
    match text.trim() {
        "" => Err("outcome is missing; write yes, no, or a number from 0 (NO) to 1 (YES)".to_owned()),
        _ => yes_or_no(text),
    }
}

/// Parses a time: RFC 3339, or a day, which means its end, because the outcome of a day is unknown before it is over.
///
/// # Errors
/// When the text is not a time; the error lists the valid forms.
pub fn parse_time(text: &str) -> Result<Time, String> {
    let text = text.trim();
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Ok(time.to_utc());
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().and_then(|day| day.checked_add_days(Days::new(1)));
    let wrong = || format!("{text:?} is not a time; write 2026-03-31 or 2026-03-31T18:00:00Z");
    day.map(|next| next.and_time(NaiveTime::MIN).and_utc()).ok_or_else(wrong)
}

/// Checks that a time is in the past. The current day is accepted although its end is in the future.
///
/// # Errors
/// When the time is in the future.
pub fn check_past(at: Time, now: Time) -> Result<Time, String> {
    if at <= now {
        Ok(at)
    } else if at.date_naive().pred_opt() == Some(now.date_naive()) && at.time() == NaiveTime::MIN {
        Ok(now)
    } else {
        Err(format!("{} is in the future; record an outcome when it is known", at.format("%F %T")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_parsed_as_people_write_them() {
        for (text, read) in [("yes", 1.0), (" NO ", 0.0), ("True", 1.0), ("0.3", 0.3), ("1", 1.0), ("0", 0.0)] {
            assert_eq!(parse_value(text), Ok(read), "{text}");
        }
        for (text, hint) in [
            ("maybe", "write yes, no"),
            ("30", "0.3"),
            ("-1", "outside"),
            ("", "write yes"),
            ("N/A", "unresolved"),
            ("NaN", "outside"),
        ] {
            assert!(parse_value(text).unwrap_err().contains(hint), "{text}: {:?}", parse_value(text));
        }
    }

    #[test]
    fn a_day_means_its_end() {
        assert_eq!(parse_time("2026-03-31").unwrap().to_rfc3339(), "2026-04-01T00:00:00+00:00");
        assert_eq!(parse_time("2026-03-31T20:00:00+02:00").unwrap().to_rfc3339(), "2026-03-31T18:00:00+00:00");
        assert!(parse_time("yesterday").unwrap_err().contains("write 2026-03-31"));
    }

    #[test]
    fn a_future_time_is_refused_except_today() {
        let now = parse_time("2026-03-31T12:00:00Z").unwrap();
        assert!(check_past(parse_time("2026-04-02").unwrap(), now).unwrap_err().contains("future"));
        assert_eq!(check_past(parse_time("2026-03-31").unwrap(), now), Ok(now), "today");
        assert_eq!(check_past(parse_time("2026-03-30").unwrap(), now), Ok(parse_time("2026-03-30").unwrap()));
    }
}
