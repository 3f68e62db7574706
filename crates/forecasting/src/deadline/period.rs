//! The day, month, quarter, year or span of time that begins at a word.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use domain::Time;
use domain::calendar::{MONTHS, WEEKDAYS};

use super::words::{Word, at as word_at};
use super::{next_year_of, relative};

pub(super) const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

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
    pub(super) fn day(day: NaiveDate, length: usize) -> Self {
        Self { is_day: true, ..Self::span(day, day, length) }
    }

    fn span(first: NaiveDate, last: NaiveDate, length: usize) -> Self {
        let (is_day, year_is_assumed, is_relative, instant) = (false, false, false, None);
        Self { first, last, length, is_day, year_is_assumed, is_relative, instant }
    }

    pub(super) fn relative(self) -> Self {
        Self { is_relative: true, ..self }
    }

    /// A point of time; its day is that of its own zone.
    pub(super) fn instant(at: DateTime<Utc>, day: NaiveDate, length: usize) -> Self {
        Self { instant: Some(at), ..Self::day(day, length) }
    }
}

/// Returns the period that starts at a word.
pub(super) fn starting(words: &[Word<'_>], at: usize, asked: Time) -> Option<Period> {
    let today = asked.date_naive();
    dated(words, at, today)
        .or_else(|| weekday(words, at, today))
        .or_else(|| part_of_year(words, at, today))
        .or_else(|| holiday(words, at, today))
        .or_else(|| relative::starting(words, at, asked))
        .or_else(|| whole_year(words, at))
}

/// A day or a month by its name or number.
fn dated(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let word = words.get(at)?;
    written_instant(word.text)
        .or_else(|| numeric(&word.lower).map(|day| Period::day(day, 1)))
        .or_else(|| month_first(words, at, today))
        .or_else(|| day_first(words, at, today))
}

/// Reads an instant with its offset: `2026-12-10T14:00:00+01:00`, `2026-12-10T14:00Z`.
fn written_instant(word: &str) -> Option<Period> {
    let at = DateTime::parse_from_rfc3339(word).or_else(|_| DateTime::parse_from_str(word, "%Y-%m-%dT%H:%M%#z"));
    let at = at.ok().filter(|at| (1990..2200).contains(&at.year()))?;
    Some(Period::instant(at.to_utc(), at.date_naive(), 1))
}

/// `Friday, December 4`, and `Friday`: the next one. `next Friday` may be in this week or in the next.
fn weekday(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let name = WEEKDAYS.iter().position(|name| *name == words[at].lower)?;
    if let Some(day) = dated(words, at + 1, today).filter(|period| period.is_day) {
        return Some(Period { length: day.length + 1, ..day });
    }
    let before = at.checked_sub(1).map_or("", |before| word_at(words, before));
    if matches!(before, "next" | "last") || !words[at].text.starts_with(char::is_uppercase) {
        return None;
    }
    let ahead = (u64::try_from(name).ok()? + 7 - u64::from(today.weekday().num_days_from_monday())) % 7;
    let day = Period::day(today.checked_add_days(Days::new(ahead))?, 1);
    Some(if before == "this" { day.relative() } else { day })
}

/// `2026-06-30`, `2026/06/30`, `30.06.2026`, `30-Jun-2026`, and `6/30/2026` or `6/30/26` where only one order is a day.
fn numeric(word: &str) -> Option<NaiveDate> {
    let day = word.get(..10).filter(|day| word.len() == 10 || word[day.len()..].starts_with('t')).unwrap_or(word);
    let sign = ['-', '/', '.'].into_iter().find(|sign| day.matches(*sign).count() == 2)?;
    let number = |part: &str| part.parse().ok().or_else(|| month(part));
    let parts: Vec<u32> = day.split(sign).map(number).collect::<Option<_>>()?;
    let [a, b, c] = parts.as_slice() else { return None };
    if day.contains(char::is_alphabetic) {
        return NaiveDate::from_ymd_opt(year(day.rsplit(sign).next()?)?, *b, *a);
    }
    let on = |year: u32, month: u32, day: u32| {
        let year = i32::try_from(year).ok().filter(|year| (1990..2200).contains(year))?;
        NaiveDate::from_ymd_opt(year, month, day)
    };
    if *a >= 1990 {
        return on(*a, *b, *c);
    }
    match sign {
        '.' => on(*c, *b, *a),
        '/' => {
            let year = if *c < 100 { 2_000 + *c } else { *c };
            match (on(year, *a, *b), on(year, *b, *a)) {
                (Some(day), None) | (None, Some(day)) => Some(day),
                (Some(one), Some(other)) => (one == other).then_some(one),
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// `March 31`, `Mar. 31st, 2026`, `March 8-9`, `Mar 2026`, `March of next year`, `March`.
fn month_first(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let word = &words[at];
    let (part, name) = part_and_name(&word.lower);
    let month = month(name)?;
    // The full stop of `Dec. 20` ends no clause.
    let goes_on = !word.ends_clause || !MONTHS.contains(&name);
    let article = usize::from(word_at(words, at + 1) == "the");
    if let Some(days) = days(word_at(words, at + 1 + article)).filter(|_| part.is_none() && goes_on) {
        let stated = year_at(words, at + 2 + article, today);
        return day_of(days, month, stated.map(|(year, _)| year), today)
            .map(|day| Period { length: 2 + article + stated.map_or(0, |(_, used)| used), ..day });
    }
    let stated = year_at(words, at + 1, today);
    // `may`, `march` and `mar` are also other words, and a sentence may begin with them.
    if stated.is_none() && !word.may_be_name() {
        return None;
    }
    let ends_on = |year: i32| whole_month(year, month).map(|(_, last)| last);
    let end = stated.map_or_else(|| next_year_of(today, ends_on), |(year, _)| ends_on(year))?;
    let (first, last) = whole_month(end.year(), month)?;
    let length = 1 + stated.map_or(0, |(_, used)| used);
    let found = match part {
        Some(PeriodPart::Middle) => Period::span(first, first + Days::new(14), length),
        Some(PeriodPart::End) => Period::day(last, length),
        None => Period::span(first, last, length),
    };
    Some(Period { year_is_assumed: stated.is_none(), ..found })
}

/// `31 March 2026`, `31st of March`, `8-9 March`.
fn day_first(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let days = days(words[at].lower.trim_start_matches(['\'', '\u{2019}']))?;
    let skip = usize::from(word_at(words, at + 1) == "of");
    let named = words.get(at + 1 + skip).filter(|word| word.may_be_name())?;
    let month = month(&named.lower)?;
    let stated = year_at(words, at + 2 + skip, today);
    day_of(days, month, stated.map(|(year, _)| year), today)
        .map(|day| Period { length: 2 + skip + stated.map_or(0, |(_, used)| used), ..day })
}

/// Days of a month, in the stated or in the next such year.
fn day_of(days: RangeInclusive<u32>, month: u32, year: Option<i32>, today: NaiveDate) -> Option<Period> {
    let on = |year: i32| NaiveDate::from_ymd_opt(year, month, *days.end());
    let end = year.map_or_else(|| next_year_of(today, on), on)?;
    let begin = end.with_day(*days.start())?;
    Some(Period { year_is_assumed: year.is_none(), is_day: true, ..Period::span(begin, end, 1) })
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
    let stated = year_at(words, at + used, today);
    let ends_on = |year: i32| {
        let first = NaiveDate::from_ymd_opt(year, 1 + (number - 1) * months, 1)?;
        first.checked_add_months(Months::new(months))?.pred_opt()
    };
    let last = stated.map_or_else(|| next_year_of(today, ends_on), |(year, _)| ends_on(year))?;
    let first = NaiveDate::from_ymd_opt(last.year(), 1 + (number - 1) * months, 1)?;
    let length = used + stated.map_or(0, |(_, used)| used);
    Some(Period { year_is_assumed: stated.is_none(), ..Period::span(first, last, length) })
}

fn holiday(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<Period> {
    let (month, day, used) = match (words[at].lower.as_str(), word_at(words, at + 1), word_at(words, at + 2)) {
        ("christmas", "eve", _) => (12, 24, 2),
        ("christmas", "day", _) => (12, 25, 2),
        ("christmas", ..) => (12, 25, 1),
        ("new", "year's" | "year\u{2019}s", "eve") => (12, 31, 3),
        ("new", "year's" | "year\u{2019}s", "day") => (1, 1, 3),
        ("new", "year" | "year's" | "year\u{2019}s", _) => (1, 1, 2),
        _ => return None,
    };
    let stated = year_at(words, at + used, today);
    let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
    let found = stated.map_or_else(|| next_year_of(today, on), |(year, _)| on(year))?;
    let length = used + stated.map_or(0, |(_, used)| used);
    Some(Period { year_is_assumed: stated.is_none(), ..Period::day(found, length) })
}

/// `2026`, `mid-2026`, `end-2026`.
fn whole_year(words: &[Word<'_>], at: usize) -> Option<Period> {
    let (part, word) = part_and_name(&words[at].lower);
    let year = year(word)?;
    let on = |month, day| NaiveDate::from_ymd_opt(year, month, day);
    Some(match part {
        Some(PeriodPart::Middle) => Period::day(on(6, 30)?, 1),
        Some(PeriodPart::End) => Period::day(on(12, 31)?, 1),
        None => Period::span(on(1, 1)?, on(12, 31)?, 1),
    })
}

/// A part of a month or year, joined to its name by a hyphen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PeriodPart {
    Middle,
    End,
}

fn part_and_name(word: &str) -> (Option<PeriodPart>, &str) {
    let parts = [("mid-", PeriodPart::Middle), ("end-", PeriodPart::End)];
    let found = parts.into_iter().find_map(|(prefix, part)| Some((Some(part), word.strip_prefix(prefix)?)));
    found.unwrap_or((None, word))
}

pub(super) fn whole_month(year: i32, month: u32) -> Option<(NaiveDate, NaiveDate)> {
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    Some((first, first.checked_add_months(Months::new(1))?.pred_opt()?))
}

fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches("'s").trim_end_matches("\u{2019}s");
    let is_name = |name: &&str| **name == *word || (matches!(word.len(), 3 | 4) && name.starts_with(word));
    MONTHS.iter().position(is_name).and_then(|n| u32::try_from(n + 1).ok())
}

/// The first and the last day of `8`, `8th` or `8-9`.
fn days(word: &str) -> Option<RangeInclusive<u32>> {
    match word.split_once(['-', '\u{2013}']) {
        Some((first, last)) => Some(day_number(first)?..=day_number(last)?).filter(|days| days.start() < days.end()),
        None => day_number(word).map(|day| day..=day),
    }
}

fn day_number(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|day| (1..=31).contains(day) && digits.len() <= 2)
}

/// Returns the year at a place, with its number of words: `2026`, `of 2026`, `next year`.
fn year_at(words: &[Word<'_>], at: usize, today: NaiveDate) -> Option<(i32, usize)> {
    let skip = usize::from(word_at(words, at) == "of");
    let word = word_at(words, at + skip);
    let ahead = match (word, word_at(words, at + skip + 1)) {
        ("this", "year") => Some(0),
        ("next", "year") => Some(1),
        _ => None,
    };
    let relative = ahead.map(|ahead| (today.year() + ahead, skip + 2));
    relative.or_else(|| year(word).map(|year| (year, skip + 1)))
}

/// Reads a year: `2026`, `'26`.
pub(super) fn year(word: &str) -> Option<i32> {
    let short = word.strip_prefix(['\'', '\u{2019}']).filter(|digits| digits.len() == 2);
    let year = short.map_or_else(
        || (word.len() == 4).then(|| word.parse().ok()).flatten(),
        |digits| digits.parse::<i32>().ok().map(|year| 2_000 + year),
    );
    year.filter(|year| (1990..2200).contains(year))
}
