//! The day, month, quarter, year or span of time that begins at a word.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use domain::Time;
use domain::calendar::MONTHS;

use super::next_year_of;
use super::words::{Word, at as word_at};

const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
/// Maximum number of units of a span, so that it ends within the range of days.
const MAX_UNITS: u32 = 1_000;

/// A period of time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Period {
    /// The first day.
    pub(super) first: NaiveDate,
    /// The last day.
    pub(super) last: NaiveDate,
    /// Number of words.
    pub(super) length: usize,
    /// The text names a day, not only a month, a quarter or a year.
    pub(super) is_day: bool,
    /// The text names no year.
    pub(super) year_is_assumed: bool,
    /// The words need no introduction: `within 60 days`, `by tomorrow`, `this year`.
    pub(super) is_relative: bool,
    /// The end of a span of hours.
    pub(super) instant: Option<DateTime<Utc>>,
}

impl Period {
    fn day(day: NaiveDate, length: usize) -> Self {
        Self { is_day: true, ..Self::span(day, day, length) }
    }

    fn span(first: NaiveDate, last: NaiveDate, length: usize) -> Self {
        let (is_day, year_is_assumed, is_relative, instant) = (false, false, false, None);
        Self { first, last, length, is_day, year_is_assumed, is_relative, instant }
    }

    fn relative(self) -> Self {
        Self { is_relative: true, ..self }
    }
}

/// Returns the period that starts at a word.
pub(super) fn starting(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let today = asked.date_naive();
    numeric(&words[at].lower)
        .map(|day| Period::day(day, 1))
        .or_else(|| month_first(words, at, today))
        .or_else(|| day_first(words, at, today))
        .or_else(|| part_of_year(words, at, today))
        .or_else(|| holiday(words, at, today))
        .or_else(|| relative(words, at, asked))
        .or_else(|| whole_year(words, at))
}

/// `2026-06-30`, `2026/06/30`, `30.06.2026`, and `6/30/2026` where only one order is a day.
fn numeric(word: &str) -> Option<NaiveDate> {
    let day = word.get(..10).filter(|day| word.len() == 10 || word[day.len()..].starts_with('t')).unwrap_or(word);
    let sign = ['-', '/', '.'].into_iter().find(|sign| day.matches(*sign).count() == 2)?;
    let parts: Vec<u32> = day.split(sign).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [a, b, c] = parts.as_slice() else { return None };
    let on = |year: u32, month: u32, day: u32| {
        let year = i32::try_from(year).ok().filter(|year| (1990..2200).contains(year))?;
        NaiveDate::from_ymd_opt(year, month, day)
    };
    if *a >= 1990 {
        return on(*a, *b, *c);
    }
    match sign {
        '.' => on(*c, *b, *a),
        '/' => match (on(*c, *a, *b), on(*c, *b, *a)) {
            (Some(day), None) | (None, Some(day)) => Some(day),
            (Some(one), Some(other)) => (one == other).then_some(one),
            (None, None) => None,
        },
        _ => None,
    }
}

/// `March 31`, `March 31st, 2026`, `Mar 2026`, `March`.
fn month_first(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let middle = words[at].lower.strip_prefix("mid-");
    let month = month(middle.unwrap_or(&words[at].lower))?;
    let next = word_at(words, at + 1);
    if let Some(day) = day_number(next).filter(|_| middle.is_none() && !words[at].ends_clause) {
        let year = year(word_at(words, at + 2));
        let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
        let found = year.map_or_else(|| next_year_of(today, on), on)?;
        let length = if year.is_some() { 3 } else { 2 };
        return Some(Period { year_is_assumed: year.is_none(), ..Period::day(found, length) });
    }
    let stated = year(next);
    // `may`, `march` and `mar` are also other words, and a sentence may begin with them.
    if stated.is_none() && !words[at].text.starts_with(char::is_uppercase) {
        return None;
    }
    let ends_on = |year: i32| whole_month(year, month).map(|(_, last)| last);
    let end = stated.map_or_else(|| next_year_of(today, ends_on), ends_on)?;
    let (first, last) = whole_month(end.year(), month)?;
    let last = if middle.is_some() { first + Days::new(14) } else { last };
    let length = if stated.is_some() { 2 } else { 1 };
    Some(Period { year_is_assumed: stated.is_none(), ..Period::span(first, last, length) })
}

/// `31 March 2026`, `31st of March`.
fn day_first(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let day = day_number(&words[at].lower)?;
    let skip = usize::from(word_at(words, at + 1) == "of");
    let named = words.get(at + 1 + skip).filter(|word| word.text.starts_with(char::is_uppercase))?;
    let month = month(&named.lower)?;
    let year = year(word_at(words, at + 2 + skip));
    let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
    let found = year.map_or_else(|| next_year_of(today, on), on)?;
    let length = 2 + skip + usize::from(year.is_some());
    Some(Period { year_is_assumed: year.is_none(), ..Period::day(found, length) })
}

/// `Q2 2026`, `H1 2026`, `second quarter of 2026`, `first half of 2026`.
fn part_of_year(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let word = words[at].lower.as_str();
    let coded = |letter: char| word.strip_prefix(letter)?.parse::<u32>().ok();
    let ordinal = ORDINALS.iter().position(|name| *name == word).and_then(|n| u32::try_from(n + 1).ok());
    let (number, months, used) = match (coded('q'), coded('h'), ordinal, word_at(words, at + 1)) {
        (Some(n), _, _, _) if (1..=4).contains(&n) => (n, 3, 1),
        (_, Some(n), _, _) if (1..=2).contains(&n) => (n, 6, 1),
        (_, _, Some(n), "quarter") => (n, 3, 2),
        (_, _, Some(n), "half") if n <= 2 => (n, 6, 2),
        _ => return None,
    };
    let skip = usize::from(word_at(words, at + used) == "of");
    let stated = year(word_at(words, at + used + skip));
    let ends_on = |year: i32| {
        let first = NaiveDate::from_ymd_opt(year, 1 + (number - 1) * months, 1)?;
        first.checked_add_months(Months::new(months))?.pred_opt()
    };
    let last = stated.map_or_else(|| next_year_of(today, ends_on), ends_on)?;
    let first = NaiveDate::from_ymd_opt(last.year(), 1 + (number - 1) * months, 1)?;
    let length = if stated.is_some() { used + skip + 1 } else { used };
    Some(Period { year_is_assumed: stated.is_none(), ..Period::span(first, last, length) })
}

fn holiday(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let (month, day, used) = match (words[at].lower.as_str(), word_at(words, at + 1), word_at(words, at + 2)) {
        ("christmas", "eve", _) => (12, 24, 2),
        ("christmas", "day", _) => (12, 25, 2),
        ("christmas", ..) => (12, 25, 1),
        ("new", "year's" | "year\u{2019}s", "eve") => (12, 31, 3),
        ("new", "year's" | "year\u{2019}s", "day") => (1, 1, 3),
        _ => return None,
    };
    let stated = year(word_at(words, at + used));
    let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
    let found = stated.map_or_else(|| next_year_of(today, on), on)?;
    let length = used + usize::from(stated.is_some());
    Some(Period { year_is_assumed: stated.is_none(), ..Period::day(found, length) })
}

/// `today`, `this month`, `year-end`, `the next 60 days`, `within two weeks`.
fn relative(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let today = asked.date_naive();
    let next = word_at(words, at + 1);
    let named = |day: NaiveDate, length| Some(Period::day(day, length).relative());
    match (words[at].lower.as_str(), next) {
        ("today" | "tonight", _) => named(today, 1),
        ("tomorrow", _) => named(today.succ_opt()?, 1),
        ("year-end" | "yearend" | "eoy", _) => named(
            NaiveDate::from_ymd_opt(year(next).unwrap_or(today.year()), 12, 31)?,
            1 + usize::from(year(next).is_some()),
        ),
        ("this" | "the" | "next", "week" | "month" | "quarter" | "year") => unit_of(words, at, today),
        ("next" | "within" | "coming" | "following", _) => span(words, at, asked),
        _ => None,
    }
}

/// `this year`, `the month`, `next week`. With `the` it needs `end of` in front.
fn unit_of(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let (which, unit) = (words[at].lower.as_str(), word_at(words, at + 1));
    let is_end = at >= 2 && word_at(words, at - 1) == "of" && matches!(word_at(words, at - 2), "end" | "close");
    // `the year 2027` names its year, and `the month of May` its month.
    let goes_on = !words[at + 1].ends_clause && matches!(word_at(words, at + 2), "of" | "after" | "before");
    if (which == "the" && !is_end) || goes_on || year(word_at(words, at + 2)).is_some() {
        return None;
    }
    let ahead = u32::from(which == "next");
    let day = match unit {
        "week" => {
            let left = 6 - u64::from(today.weekday().num_days_from_monday());
            today + Days::new(left + 7 * u64::from(ahead))
        }
        "month" => {
            whole_month(today.year(), today.month())?.0.checked_add_months(Months::new(1 + ahead))?.pred_opt()?
        }
        "quarter" => {
            let first = NaiveDate::from_ymd_opt(today.year(), 1 + (today.month() - 1) / 3 * 3, 1)?;
            first.checked_add_months(Months::new(3 * (1 + ahead)))?.pred_opt()?
        }
        _ => NaiveDate::from_ymd_opt(today.year() + i32::try_from(ahead).ok()?, 12, 31)?,
    };
    Some(Period::day(day, 2).relative())
}

/// `next 60 days`, `within 2 months`, `within the next 48 hours`.
fn span(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let mut place = at + 1;
    while matches!(word_at(words, place), "the" | "next" | "coming" | "following") {
        place += 1;
    }
    let (number, place) = match count(word_at(words, place)) {
        Some(number) => (number, place + 1),
        None => return None,
    };
    // `within 2 years of the vote` begins at the vote.
    let unit = words.get(place)?;
    if !unit.ends_clause && matches!(word_at(words, place + 1), "of" | "after" | "before" | "from" | "following") {
        return None;
    }
    let today = asked.date_naive();
    let length = place + 1 - at;
    let day = match unit.lower.trim_end_matches('s') {
        "hour" => {
            let end = asked.checked_add_signed(chrono::Duration::hours(i64::from(number)))?;
            return Some(Period { instant: Some(end), ..Period::day(end.date_naive(), length).relative() });
        }
        "day" => today.checked_add_days(Days::new(number.into()))?,
        "week" => today.checked_add_days(Days::new(7 * u64::from(number)))?,
        "month" => today.checked_add_months(Months::new(number))?,
        "year" => today.checked_add_months(Months::new(12 * number))?,
        _ => return None,
    };
    Some(Period::day(day, length).relative())
}

fn count(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let spelled = || WORDS.iter().position(|one| *one == word).and_then(|n| u32::try_from(n + 1).ok());
    word.parse().ok().or_else(spelled).filter(|n| (1..=MAX_UNITS).contains(n))
}

fn whole_year(words: &[Word<'_>], at: usize) -> Option<Period> {
    let year = year(&words[at].lower)?;
    let on = |month, day| NaiveDate::from_ymd_opt(year, month, day);
    Some(Period::span(on(1, 1)?, on(12, 31)?, 1))
}

fn whole_month(year: i32, month: u32) -> Option<(NaiveDate, NaiveDate)> {
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    Some((first, first.checked_add_months(Months::new(1))?.pred_opt()?))
}

fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
    let is_name = |name: &&str| **name == *word || (matches!(word.len(), 3 | 4) && name.starts_with(word));
    MONTHS.iter().position(is_name).and_then(|n| u32::try_from(n + 1).ok())
}

fn day_number(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|day| (1..=31).contains(day) && digits.len() <= 2)
}

fn year(word: &str) -> Option<i32> {
    (word.len() == 4).then(|| word.parse().ok())?.filter(|year| (1990..2200).contains(year))
}
