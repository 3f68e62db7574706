//! What people write for an outcome and for a moment. Pure.

use chrono::{Days, NaiveDate, NaiveTime};
use domain::Time;

/// An outcome: `yes`, `no`, or how far YES it is.
///
/// # Errors
/// What is none, with how to say it.
pub fn value(text: &str) -> Result<f64, String> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "true" | "y" => Ok(1.0),
        "no" | "false" | "n" => Ok(0.0),
        "" => Err("there is no outcome; say yes, no, or a number from 0 (NO) to 1 (YES)".to_owned()),
        "n/a" | "na" | "annulled" | "ambiguous" | "cancelled" | "canceled" | "cancel" | "void" | "voided" => {
            Err(format!("a question that ended as {text:?} has no outcome; leave it unresolved"))
        }
        number => match number.parse::<f64>() {
            Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
            Ok(_) => Err(format!("{text} lies outside 0 (NO) to 1 (YES); percent are written as 0.3")),
            Err(_) => Err(format!("{text:?} is no outcome; say yes, no, or a number from 0 (NO) to 1 (YES)")),
        },
    }
}

/// A moment: RFC 3339, or a day, of which the end is meant: what a day decided was not known before it was over.
///
/// # Errors
/// What is none, with how to write it.
pub fn moment(text: &str) -> Result<Time, String> {
    let text = text.trim();
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Ok(time.to_utc());
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().and_then(|day| day.checked_add_days(Days::new(1)));
    let wrong = || format!("{text:?} is no time; write 2026-03-31 or 2026-03-31T18:00:00Z");
    day.map(|next| next.and_time(NaiveTime::MIN).and_utc()).ok_or_else(wrong)
}

/// Only what is over can have an outcome. A day that is named on that very day counts as over: its end was meant as a bound.
///
/// # Errors
/// It lies in the future.
pub fn past(at: Time, now: Time) -> Result<Time, String> {
    if at <= now {
        Ok(at)
    } else if at.date_naive().pred_opt() == Some(now.date_naive()) && at.time() == NaiveTime::MIN {
        Ok(now)
    } else {
        Err(format!("{} lies in the future; an outcome is recorded when it is known", at.format("%F %T")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_people_write_them() {
        for (text, read) in [("yes", 1.0), (" NO ", 0.0), ("True", 1.0), ("0.3", 0.3), ("1", 1.0), ("0", 0.0)] {
            assert_eq!(value(text), Ok(read), "{text}");
        }
        for (text, hint) in [
            ("maybe", "say yes, no"),
            ("30", "0.3"),
            ("-1", "outside"),
            ("", "say yes"),
            ("N/A", "unresolved"),
            ("NaN", "outside"),
        ] {
            assert!(value(text).unwrap_err().contains(hint), "{text}: {:?}", value(text));
        }
    }

    #[test]
    fn a_day_means_its_end() {
        assert_eq!(moment("2026-03-31").unwrap().to_rfc3339(), "2026-04-01T00:00:00+00:00");
        assert_eq!(moment("2026-03-31T20:00:00+02:00").unwrap().to_rfc3339(), "2026-03-31T18:00:00+00:00");
        assert!(moment("yesterday").unwrap_err().contains("write 2026-03-31"));
    }

    #[test]
    fn the_future_has_no_outcome() {
        let now = moment("2026-03-31T12:00:00Z").unwrap();
        assert!(past(moment("2026-04-02").unwrap(), now).unwrap_err().contains("future"));
        assert_eq!(past(moment("2026-03-31").unwrap(), now), Ok(now), "today");
        assert_eq!(past(moment("2026-03-30").unwrap(), now), Ok(moment("2026-03-30").unwrap()));
    }
}
