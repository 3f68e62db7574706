//! A question as it was asked.

use chrono::{DateTime, Utc};

use crate::base_rates::dates;

/// Label in a background before the value of the question's series at the time of asking: `Current value: 3.8`. The
/// importers of question sets write it.
pub const CURRENT_VALUE: &str = "Current value";

/// A question with its context.
#[derive(Debug, Clone, Copy)]
pub struct AskedQuestion<'a> {
    /// Text of the question. The first line is the claim; the rest explains it.
    pub text: &'a str,
    /// Background provided with the question; may be empty.
    pub background: &'a str,
    /// Topic, e.g. the source of a question set; may be empty.
    pub topic: &'a str,
    /// Time of asking, or the time as of which the question is answered.
    pub asked_at: DateTime<Utc>,
    /// Time of closing, if stated.
    pub closes: Option<DateTime<Utc>>,
}

impl AskedQuestion<'_> {
    /// Returns the first line that is not blank.
    pub fn claim(&self) -> &str {
        self.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// Returns the latest time of resolution: the closing time, or else the latest day that the claim names. Returns
    /// `None` if neither is after the time of asking.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        let named = || {
            let day = dates::latest(self.claim(), self.asked_at.date_naive())?;
            day.and_hms_opt(0, 0, 0).map(|midnight| midnight.and_utc())
        };
        self.closes.filter(|closes| *closes > self.asked_at).or_else(|| named().filter(|due| *due > self.asked_at))
    }

    /// Returns the whole days until the latest time of resolution, at least 1.
    pub fn days_left(&self) -> Option<i64> {
        self.due().map(|due| (due - self.asked_at).num_days().max(1))
    }

    /// Returns the number after [`CURRENT_VALUE`] in the background.
    pub fn current_value(&self) -> Option<f64> {
        let text = &self.background[self.background.rfind(CURRENT_VALUE)? + CURRENT_VALUE.len()..];
        let number = text.split_once(':')?.1.split_whitespace().next()?;
        number.trim_end_matches(['.', ',', ';']).parse().ok().filter(|value: &f64| value.is_finite())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn at(day: &str) -> DateTime<Utc> {
        format!("{day}T00:00:00Z").parse().unwrap()
    }

    pub(crate) fn asked(text: &str) -> AskedQuestion<'_> {
        AskedQuestion { text, background: "", topic: "", asked_at: at("2026-03-01"), closes: None }
    }

    #[test]
    fn a_question_is_due_at_closing_or_on_the_named_day() {
        let named = asked("Will it rain more on 2026-03-11 than on 2026-03-04?\nSay 2030-01-01.");
        assert_eq!(named.days_left(), Some(10));
        assert_eq!(AskedQuestion { closes: Some(at("2026-05-30")), ..named }.days_left(), Some(90));
        let late = AskedQuestion { closes: Some(at("2026-02-01")), ..named };
        assert_eq!(late.days_left(), Some(10), "a closing time in the past is ignored");
        assert_eq!(asked("Will it rain?").days_left(), None);
    }

    #[test]
    fn only_a_current_value_is_parsed() {
        let value = |background| AskedQuestion { background, ..asked("") }.current_value();
        assert_eq!(value("Notes.\n\nCurrent value on 2026-02-20: 17.5. The mean of a year."), Some(17.5));
        assert_eq!(value("Current value: 0."), Some(0.0));
        for silent in ["", "The value is 4.", "Current value: unknown", "Current value", "Current value: NaN"] {
            assert_eq!(value(silent), None, "{silent}");
        }
    }
}
