//! Periods that count from the time of asking: `this month`, `year-end`, `the end of the decade`, `within 60 days`.

use chrono::{Datelike, Days, Duration, Months, NaiveDate};
use domain::{Time, number_word};

use super::names::TimeUnit;
use super::period::{Period, whole_month, year};
use super::words::{Word, at as word_at};

/// Maximum number of units of a span, so that it ends within the range of days.
const MAX_UNITS: u32 = 1_000;

/// Units of the calendar.
const UNITS: [&str; 5] = ["week", "month", "quarter", "year", "decade"];

/// Returns the period that starts at a word: `today`, `this month`, `year-end`, `the next 60 days`, `within two weeks`.
pub(super) fn starting(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let today = asked.date_naive();
    let next = word_at(words, at + 1);
    let named = |day: NaiveDate, length| Some(Period::day(day, length).relative());
    match words[at].lower.as_str() {
        "today" | "tonight" => named(today, 1),
        "tomorrow" => named(today.succ_opt()?, 1),
        "year-end" | "yearend" | "eoy" => named(
            NaiveDate::from_ymd_opt(year(next).unwrap_or(today.year()), 12, 31)?,
            1 + usize::from(year(next).is_some()),
        ),
        "next" | "within" | "coming" | "following" if !UNITS.contains(&next) => span(words, at, asked),
        word if count(word).is_some() => from_now(words, at, asked),
        _ => unit_of(words, at, today),
    }
}

/// `this year`, `next week`, `end of the month`, `end of year`, `year end`.
fn unit_of(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let before = |back: usize| at.checked_sub(back).map_or("", |place| word_at(words, place));
    let is_end = (before(1) == "of" && matches!(before(2), "end" | "close" | "rest" | "remainder"))
        || matches!(before(1), "end" | "close" | "finish");
    let (which, next) = (word_at(words, at), word_at(words, at + 1));
    let bare = which.trim_end_matches("'s").trim_end_matches("\u{2019}s");
    let (which, unit, length) = match which {
        "this" | "next" if UNITS.contains(&next) => (which, next, 2),
        "the" if is_end && UNITS.contains(&next) => (which, next, 2),
        // `year end`, `at year's end`.
        _ if UNITS.contains(&bare) && next == "end" => ("this", bare, 2),
        unit if is_end && UNITS.contains(&unit) => ("this", unit, 1),
        _ => return None,
    };
    // A part of the period that is not read: `early next year`, `spring of this year`.
    let is_part = matches!(before(1), "early" | "mid" | "of" | "spring" | "summer" | "autumn" | "fall" | "winter");
    // `the end of year 2027` names its year, and `the end of the month of May` its month.
    let last = &words[at + length - 1];
    let goes_on = !last.ends_clause && matches!(word_at(words, at + length), "of" | "after" | "before");
    // `the next decade` is the next ten years or the one after this.
    let is_unclear = (which, unit) == ("next", "decade");
    if (is_part && !is_end) || is_unclear || goes_on || year(word_at(words, at + length)).is_some() {
        return None;
    }
    Some(Period::day(end_of(unit, u32::from(which == "next"), today)?, length).relative())
}

/// Returns the last day of the unit that contains `today`, or of one `ahead` of it.
fn end_of(unit: &str, ahead: u32, today: NaiveDate) -> Option<NaiveDate> {
    let years = i32::try_from(ahead).ok()?;
    match unit {
        "week" => {
            let left = 6 - u64::from(today.weekday().num_days_from_monday());
            today.checked_add_days(Days::new(left + 7 * u64::from(ahead)))
        }
        "month" => whole_month(today.year(), today.month())?.0.checked_add_months(Months::new(1 + ahead))?.pred_opt(),
        "quarter" => {
            let first = NaiveDate::from_ymd_opt(today.year(), 1 + (today.month() - 1) / 3 * 3, 1)?;
            first.checked_add_months(Months::new(3 * (1 + ahead)))?.pred_opt()
        }
        "decade" => NaiveDate::from_ymd_opt(today.year() / 10 * 10 + 9 + 10 * years, 12, 31),
        _ => NaiveDate::from_ymd_opt(today.year() + years, 12, 31),
    }
}

/// `next 60 days`, `within a month`, `within the next 48 hours`.
fn span(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let mut place = at + 1;
    while matches!(word_at(words, place), "the" | "next" | "coming" | "following") {
        place += 1;
    }
    // `within 2 years of the vote` begins at the vote.
    let is_anchored = |end: usize| {
        !words[end - 1].ends_clause && matches!(word_at(words, end), "of" | "after" | "before" | "from" | "following")
    };
    counted(words, place, asked)
        .filter(|period| !is_anchored(place + period.length))
        .map(|period| Period { length: place + period.length - at, ..period })
}

/// `90 days from now`.
fn from_now(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let period = counted(words, at, asked)?;
    let end = at + period.length;
    let is_now = matches!((word_at(words, end), word_at(words, end + 1)), ("from", "now" | "today"));
    is_now.then(|| Period { length: period.length + 2, ..period })
}

/// The end of `60 days`, `two weeks`, `a year` or `48h` after the time of asking.
fn counted(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let word = word_at(words, at);
    // `eighth` is no number of hours.
    let hours =
        word.strip_suffix('h').filter(|number| number.starts_with(|c: char| c.is_ascii_digit())).and_then(count);
    let (number, unit, length) = match hours {
        Some(number) => (number, "hour", 1),
        None => (count(word)?, word_at(words, at + 1).trim_end_matches('s'), 2),
    };
    let unit = match unit {
        "hour" => {
            let end = asked.checked_add_signed(Duration::hours(i64::from(number)))?;
            return Some(Period::instant(end, end.date_naive(), length).relative());
        }
        "day" => TimeUnit::Day,
        "week" => TimeUnit::Week,
        "month" => TimeUnit::Month,
        "year" => TimeUnit::Year,
        _ => return None,
    };
    Some(Period::day(after(asked.date_naive(), unit, number)?, length).relative())
}

/// Returns the day that is a number of units after the day of asking.
pub(super) fn after(today: NaiveDate, unit: TimeUnit, count: u32) -> Option<NaiveDate> {
    match unit {
        TimeUnit::Day => today.checked_add_days(Days::new(count.into())),
        TimeUnit::Week => today.checked_add_days(Days::new(7 * u64::from(count))),
        TimeUnit::Month => today.checked_add_months(Months::new(count)),
        TimeUnit::Quarter => today.checked_add_months(Months::new(count.checked_mul(3)?)),
        TimeUnit::Half => today.checked_add_months(Months::new(count.checked_mul(6)?)),
        TimeUnit::Year => today.checked_add_months(Months::new(count.checked_mul(12)?)),
    }
}

fn count(word: &str) -> Option<u32> {
    let spelled = || match word {
        "a" | "an" => Some(1),
        _ => number_word::parse(word),
    };
    word.parse().ok().or_else(spelled).filter(|n| (1..=MAX_UNITS).contains(n))
}
