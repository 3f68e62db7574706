//! The question as it was asked.

use chrono::{DateTime, Utc};

use crate::base_rates::dates;

/// In a background, the label before the number that the question's series had when it was asked: `Current value: 3.8`. Who
/// turns question sets into questions writes it.
pub const CURRENT_VALUE: &str = "Current value";

/// A question and what was said with it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The question. Its first line is the claim; what follows explains it.
    pub text: &'a str,
    /// What the asker knew.
    pub background: &'a str,
    /// What it is about, e.g. the source of a question set; may be empty.
    pub topic: &'a str,
    /// When it was asked, or as of when it shall be answered.
    pub asked_at: DateTime<Utc>,
    /// When it closes, where that is said.
    pub closes: Option<DateTime<Utc>>,
}

impl Asked<'_> {
    /// The first line that says anything.
    pub fn claim(&self) -> &str {
        self.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// When it is decided at the latest: when it closes, else the latest day that the claim names. `None` if neither lies after
    /// it was asked.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        let named = || {
            let day = dates::latest(self.claim(), self.asked_at.date_naive())?;
            day.and_hms_opt(0, 0, 0).map(|midnight| midnight.and_utc())
        };
        self.closes.filter(|closes| *closes > self.asked_at).or_else(|| named().filter(|due| *due > self.asked_at))
    }

    /// Whole days until it is due, at least one.
    pub fn days_left(&self) -> Option<i64> {
        self.due().map(|due| (due - self.asked_at).num_days().max(1))
    }

    /// What its series stood at, if the background says so after [`CURRENT_VALUE`].
    pub fn current_value(&self) -> Option<f64> {
        let said = &self.background[self.background.rfind(CURRENT_VALUE)? + CURRENT_VALUE.len()..];
        let number = said.split_once(':')?.1.split_whitespace().next()?;
        number.trim_end_matches(['.', ',', ';']).parse().ok().filter(|value: &f64| value.is_finite())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn at(day: &str) -> DateTime<Utc> {
        format!("{day}T00:00:00Z").parse().unwrap()
    }

    pub(crate) fn asked(text: &str) -> Asked<'_> {
        Asked { text, background: "", topic: "", asked_at: at("2026-03-01"), closes: None }
    }

    #[test]
    fn it_is_due_when_it_closes_else_on_the_day_that_it_names() {
        let named = asked("Will it rain more on 2026-03-11 than on 2026-03-04?\nSay 2030-01-01.");
        assert_eq!(named.days_left(), Some(10));
        assert_eq!(Asked { closes: Some(at("2026-05-30")), ..named }.days_left(), Some(90));
        let late = Asked { closes: Some(at("2026-02-01")), ..named };
        assert_eq!(late.days_left(), Some(10), "a closing time that is over says nothing");
        assert_eq!(asked("Will it rain?").days_left(), None);
    }

    #[test]
    fn the_current_value_is_read_and_nothing_else() {
        let of = |background| Asked { background, ..asked("") }.current_value();
        assert_eq!(of("Notes.\n\nCurrent value on 2026-02-20: 17.5. The mean of a year."), Some(17.5));
        assert_eq!(of("Current value: 0."), Some(0.0));
        for silent in ["", "The value is 4.", "Current value: unknown", "Current value", "Current value: NaN"] {
            assert_eq!(of(silent), None, "{silent}");
        }
    }
}
