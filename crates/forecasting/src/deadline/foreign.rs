//! Checks a stated deadline against a quote that code does not read, such as one in another language: every part of
//! the day must stand in the quote, or follow from the number and the unit of time that stand in it. Nothing is added
//! that it does not contain.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveTime, Timelike};
use domain::Time;

use super::clock::{StatedTime, end_of, start_of};
use super::names::{self, TimeUnit};
use super::relative::after;
use super::{fold, next_year_of};

/// Largest number of units that a quote spells out: `zwei Wochen`.
const MAX_SPELLED: u32 = 12;

/// Returns the stated instant if the quote contains year, month and day: a month without a day stands for its first or
/// last day, a year without a month for its first or last one. A quote without a year means the next such day.
/// `90 Tage` and `Ende des Jahres` count from the time of asking.
pub(super) fn agreed(quote: &str, stated: StatedTime, asked: Time) -> Option<Time> {
    let quote = ForeignQuote::new(quote, asked.date_naive());
    let is_named = quote.names(stated.day);
    if let Some(at) = stated.at.filter(|at| is_named && quote.names_hour(*at)) {
        return Some(at.to_utc());
    }
    let midnight = stated.at.is_some_and(|at| at.time() == NaiveTime::MIN);
    let last_minute = stated.at.is_some_and(|at| (at.hour(), at.minute()) == (23, 59));
    match is_named {
        // The first second of a day is the end of `before` that day.
        true if midnight => start_of(stated.day),
        true => end_of(stated.day),
        // The last second before `1 June` is its first.
        false if last_minute => stated.day.succ_opt().filter(|day| quote.names(*day)).and_then(start_of),
        false if midnight => stated.day.pred_opt().filter(|day| quote.names(*day)).and_then(end_of),
        false => None,
    }
}

/// The parts of a quote.
#[derive(Debug)]
struct ForeignQuote {
    folded: String,
    today: NaiveDate,
    years: Vec<u32>,
    /// Days, months, quarters, hours and counts.
    small: Vec<u32>,
    month: Option<u32>,
    unit: Option<TimeUnit>,
}

impl ForeignQuote {
    fn new(quote: &str, today: NaiveDate) -> Self {
        let folded = fold(quote);
        let (years, small) = names::numbers(&folded).into_iter().partition(|number| *number >= 1_000);
        let (month, unit) = (names::month(&folded), names::unit(&folded));
        Self { folded, today, years, small, month, unit }
    }

    /// Returns `true` if a day follows from the quote.
    fn names(&self, day: NaiveDate) -> bool {
        (self.agrees_with_year(day) && (self.contains(day) || self.ends(day))) || self.counts_to(day)
    }

    fn agrees_with_year(&self, day: NaiveDate) -> bool {
        match self.years.as_slice() {
            [] => next_year_of(self.today, |year| day.with_year(year)) == Some(day),
            years => years.iter().any(|year| i32::try_from(*year) == Ok(day.year())),
        }
    }

    /// The quote contains the day with its month.
    fn contains(&self, day: NaiveDate) -> bool {
        let has_day = self.small.contains(&day.day());
        match self.month {
            Some(month) => month == day.month() && has_day,
            // The name of the month is one that is not known here.
            None if has_day && self.has_unread_month(day) => true,
            None => has_day && self.small.contains(&day.month()) && self.small.len() >= 2,
        }
    }

    /// The day begins or ends the month, quarter, half or year that the quote names.
    fn ends(&self, day: NaiveDate) -> bool {
        let days: Vec<u32> = self.small.iter().copied().filter(|number| *number <= 31).collect();
        match (self.month, self.unit, days.as_slice()) {
            (Some(month), _, []) => month == day.month() && ends(day, 1),
            // `2027年6月末`: the number is the month.
            (Some(month), _, [number]) => *number == month && month == day.month() && ends(day, 1),
            (None, Some(TimeUnit::Quarter), [number]) => *number == (day.month() - 1) / 3 + 1 && ends(day, 3),
            (None, Some(TimeUnit::Half), [number]) => *number == (day.month() - 1) / 6 + 1 && ends(day, 6),
            (None, Some(TimeUnit::Half), []) => !self.years.is_empty() && ends(day, 6),
            (Some(_), ..) | (None, Some(TimeUnit::Quarter), _) => false,
            (None, _, []) => {
                let is_named = !self.years.is_empty() || self.unit == Some(TimeUnit::Year);
                let is_other = !self.years.is_empty() && names::is_in_other_script(&self.folded);
                (is_named && ends(day, 12)) || (is_other && ends(day, 1))
            }
            (None, ..) => false,
        }
    }

    /// The day is a number of units after the time of asking, or ends the unit that contains it or the next one.
    fn counts_to(&self, day: NaiveDate) -> bool {
        let Some(unit) = self.unit.filter(|_| self.years.is_empty() && self.month.is_none()) else { return false };
        match self.small.as_slice() {
            [] => (1..=MAX_SPELLED).any(|count| after(self.today, unit, count) == Some(day)) || self.closes(unit, day),
            numbers => numbers.iter().any(|count| after(self.today, unit, *count) == Some(day)),
        }
    }

    fn closes(&self, unit: TimeUnit, day: NaiveDate) -> bool {
        let months = match unit {
            TimeUnit::Month => 1,
            TimeUnit::Year => 12,
            _ => return false,
        };
        let same = |of: NaiveDate| day.year() == of.year() && (unit == TimeUnit::Year || day.month() == of.month());
        (same(self.today) || after(self.today, unit, 1).is_some_and(same)) && ends(day, months)
    }

    /// `1. června 2027`: a word that is not known here between the day and the year, or letters of another script.
    fn has_unread_month(&self, day: NaiveDate) -> bool {
        if names::is_in_other_script(&self.folded) {
            return true;
        }
        let parts: Vec<&str> = self
            .folded
            .split(|c: char| !c.is_alphanumeric())
            .filter(|part| part.len() > 2 || part.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        let is = |part: &str, number: i64| part.parse() == Ok(number);
        parts.windows(3).any(|part| {
            let word = part[1].chars().all(char::is_alphabetic);
            let (first, last) = (i64::from(day.day()), i64::from(day.year()));
            word && ((is(part[0], first) && is(part[2], last)) || (is(part[0], last) && is(part[2], first)))
        })
    }

    /// The quote contains the hour, beside the parts of the day.
    fn names_hour(&self, at: DateTime<FixedOffset>) -> bool {
        let mut rest = self.small.clone();
        for number in [at.day(), at.month()] {
            if let Some(place) = rest.iter().position(|one| *one == number) {
                rest.remove(place);
            }
        }
        let has_minute = at.minute() == 0 || rest.contains(&at.minute());
        let (_, half) = at.hour12();
        has_minute && (rest.contains(&at.hour()) || rest.contains(&half))
    }
}

/// The day is the first or the last of a span of months that divides the year.
fn ends(day: NaiveDate, months: u32) -> bool {
    let is_first = |day: NaiveDate| day.day() == 1 && (day.month() - 1).is_multiple_of(months);
    is_first(day) || day.succ_opt().is_some_and(is_first)
}
