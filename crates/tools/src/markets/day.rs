//! Days that a question names as its deadline.

use chrono::{Datelike, Days, Months, NaiveDate};
use domain::calendar::MONTHS;

/// Words that introduce a day.
const INTRODUCTIONS: [&str; 18] = [
    "by", "before", "until", "till", "on", "in", "during", "through", "of", "the", "end", "middle", "close", "at",
    "to", "up", "late", "early",
];

/// A deadline that a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedDay {
    /// The last day.
    pub day: NaiveDate,
    /// The text names the day, and not only the month or year that it ends.
    pub is_exact: bool,
}

/// Returns the last days of the periods that a text names, in order; see [`named`].
pub fn deadlines(text: &str, near: NaiveDate) -> Vec<NaiveDate> {
    named(text, near).into_iter().map(|named| named.day).collect()
}

/// Returns the deadlines that a text names, in order: `before April 2026` is 31 March, `by the end of June` is 30 June,
/// `in 2026` is 31 December. A day without a year takes the year nearest to `near`.
pub fn named(text: &str, near: NaiveDate) -> Vec<NamedDay> {
    let words = split(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match period(&words, at, near) {
            Some((first, last, length)) => {
                let is_before = is_before(&words, at);
                let day = if is_before { first.pred_opt().unwrap_or(first) } else { last };
                found.push(NamedDay { day, is_exact: is_before || first == last });
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns the text without the days that it names and the words that introduce them.
pub fn without_days(text: &str, near: NaiveDate) -> String {
    let words = split(text);
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match period(&words, at, near) {
            Some((_, _, length)) => {
                let introduces = |word: &&str| INTRODUCTIONS.contains(&word.to_lowercase().as_str());
                while kept.last().is_some_and(introduces) {
                    kept.pop();
                }
                at += length;
            }
            None => {
                kept.push(words[at]);
                at += 1;
            }
        }
    }
    kept.join(" ")
}

fn split(text: &str) -> Vec<&str> {
    let is_end = |c: char| !c.is_alphanumeric() && !"$%€£".contains(c);
    text.split_whitespace().map(|word| word.trim_matches(is_end)).filter(|word| !word.is_empty()).collect()
}

/// Returns `true` if the period that starts at the word excludes itself: `before`, `until`.
fn is_before(words: &[&str], at: usize) -> bool {
    let ahead = words[at.saturating_sub(2)..at].iter().map(|word| word.to_lowercase());
    ahead.into_iter().any(|word| matches!(word.as_str(), "before" | "until" | "till"))
}

/// Returns the first and last day of the period that starts at this word, with the number of words it takes.
fn period(words: &[&str], at: usize, near: NaiveDate) -> Option<(NaiveDate, NaiveDate, usize)> {
    iso(words[at])
        .map(|day| (day, day, 1))
        .or_else(|| month_first(words, at, near))
        .or_else(|| day_first(words, at, near).or_else(|| part_of_year(words, at).or_else(|| whole_year(words, at))))
}

fn iso(word: &str) -> Option<NaiveDate> {
    (word.len() == 10).then(|| NaiveDate::parse_from_str(word, "%Y-%m-%d").ok())?
}

/// `March 31`, `March 31, 2026`, `Mar 2026`, `end of June`, `mid-May 2026`. A month alone needs `of`, `in`, `before`,
/// `until` or `by` in front, because `May` and `March` are also words.
fn month_first(words: &[&str], at: usize, near: NaiveDate) -> Option<(NaiveDate, NaiveDate, usize)> {
    let middle = words[at].to_lowercase().strip_prefix("mid-").map(str::to_owned);
    let month = month(middle.as_deref().unwrap_or(words[at]))?;
    let next = words.get(at + 1).copied().unwrap_or_default();
    if let Some(day) = day_number(next) {
        let year = words.get(at + 2).and_then(|word| year(word));
        let found = dated(year, (month, day), near)?;
        return Some((found, found, if year.is_some() { 3 } else { 2 }));
    }
    let named_year = year(next);
    let before = at.checked_sub(1).map(|at| words[at].to_lowercase()).unwrap_or_default();
    let is_dated = named_year.is_some()
        || middle.is_some()
        || matches!(
            before.as_str(),
            "of" | "in" | "before" | "until" | "by" | "during" | "any" | "late" | "mid" | "this"
        );
    let is_capital = words[at].starts_with(char::is_uppercase) || middle.is_some();
    if !is_dated || !is_capital {
        return None;
    }
    let first = dated(named_year, (month, 1), near)?;
    let end = first.checked_add_months(Months::new(1))?.pred_opt()?;
    let is_middle = middle.is_some() || before == "mid" || (before == "of" && at >= 2 && words[at - 2] == "middle");
    let last = if is_middle { first.checked_add_days(Days::new(14))? } else { end };
    let (first, last) = if before == "of" && at >= 2 && words[at - 2] == "end" { (last, last) } else { (first, last) };
    Some((first, last, if named_year.is_some() { 2 } else { 1 }))
}

/// `31 March 2026`, `31st of March`.
fn day_first(words: &[&str], at: usize, near: NaiveDate) -> Option<(NaiveDate, NaiveDate, usize)> {
    let day = day_number(words[at])?;
    let skip = usize::from(words.get(at + 1).is_some_and(|word| *word == "of"));
    let named = words.get(at + 1 + skip).copied()?;
    let month = month(named).filter(|_| named.starts_with(char::is_uppercase))?;
    let year = words.get(at + 2 + skip).and_then(|word| year(word));
    let found = dated(year, (month, day), near)?;
    Some((found, found, 2 + skip + usize::from(year.is_some())))
}

/// `middle of 2026`, `end of 2026`, `first quarter of 2026`, `second half of 2026`.
fn part_of_year(words: &[&str], at: usize) -> Option<(NaiveDate, NaiveDate, usize)> {
    let lower: Vec<String> = words[at..].iter().take(5).map(|word| word.to_lowercase()).collect();
    let word = |n: usize| lower.get(n).map(String::as_str).unwrap_or_default();
    let of = |n: usize| {
        let skip = n + usize::from(word(n) == "of");
        Some((year(lower.get(skip)?)?, skip + 1))
    };
    let span = |year: i32, from: u32, months: u32| {
        let first = NaiveDate::from_ymd_opt(year, from, 1)?;
        Some((first, first.checked_add_months(Months::new(months))?.pred_opt()?))
    };
    let (ordinal, unit) = (word(0), word(1));
    let ordinal = ["first", "second", "third", "fourth"].iter().position(|name| *name == ordinal);
    if let Some(n) = ordinal.and_then(|n| u32::try_from(n).ok()) {
        let (months, (year, length)) = match unit {
            "quarter" => (3, of(2)?),
            "half" => (6, of(2)?),
            _ => return None,
        };
        let (first, last) = span(year, 1 + n * months, months)?;
        return Some((first, last, length));
    }
    let (year, length) = of(1)?;
    let (_, last) = match word(0) {
        "middle" => span(year, 1, 6)?,
        "end" => span(year, 1, 12)?,
        _ => return None,
    };
    Some((last, last, length))
}

fn whole_year(words: &[&str], at: usize) -> Option<(NaiveDate, NaiveDate, usize)> {
    let year = year(words[at])?;
    let before = at.checked_sub(1).map(|at| words[at].to_lowercase()).unwrap_or_default();
    let is_period = matches!(before.as_str(), "in" | "during" | "before" | "by" | "until" | "of" | "through");
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day);
    is_period.then_some((day(1, 1)?, day(12, 31)?, 1))
}

fn month(word: &str) -> Option<u32> {
    let lower = word.to_lowercase();
    let lower = lower.trim_end_matches("'s").trim_end_matches("\u{2019}s").trim_end_matches('.');
    let is_name = |name: &&str| **name == *lower || (lower.len() >= 3 && lower.len() <= 4 && name.starts_with(lower));
    let n = MONTHS.iter().position(is_name)?;
    u32::try_from(n + 1).ok()
}

fn day_number(word: &str) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|day| (1..=31).contains(day) && digits.len() <= 2)
}

fn year(word: &str) -> Option<i32> {
    (word.len() == 4).then(|| word.parse().ok())?.filter(|year| (1990..2100).contains(year))
}

/// Returns the day of the stated year, else of the year nearest to `near`.
fn dated(year: Option<i32>, (month, day): (u32, u32), near: NaiveDate) -> Option<NaiveDate> {
    if let Some(year) = year {
        return NaiveDate::from_ymd_opt(year, month, day);
    }
    let years = (near.year() - 1)..=(near.year() + 1);
    years.filter_map(|year| NaiveDate::from_ymd_opt(year, month, day)).min_by_key(|day| (*day - near).num_days().abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_deadline_is_the_last_day_of_what_a_question_names() {
        let cases = [
            ("Will it open by March 31?", "2026-03-31"),
            ("Will it open by 31 March 2027?", "2027-03-31"),
            ("Will it open before April 2026?", "2026-03-31"),
            ("Will it open before July 1, 2026?", "2026-06-30"),
            ("Will it open by the end of June 2026?", "2026-06-30"),
            ("Will it open in 2026?", "2026-12-31"),
            ("Will it open before 2027?", "2026-12-31"),
            ("Will it be open on the 1st of May 2026?", "2026-05-01"),
            ("Will it open by mid-May 2026?", "2026-05-15"),
            ("Will it open by the end of the first quarter of 2026?", "2026-03-31"),
            ("Will it open by the middle of 2026?", "2026-06-30"),
            ("Will it open by 2026-03-19?", "2026-03-19"),
            ("Will it open before the second half of 2026?", "2026-06-30"),
        ];
        for (text, expected) in cases {
            assert_eq!(deadlines(text, day("2026-04-15")), [day(expected)], "{text}");
        }
        assert_eq!(deadlines("Will the March hare march in May 12 times?", day("2026-04-15")), [day("2026-05-12")]);
        assert_eq!(deadlines("May Example win?", day("2026-04-15")), []);
    }

    #[test]
    fn a_day_without_a_year_is_the_nearest_one() {
        assert_eq!(deadlines("by January 10?", day("2026-12-20")), [day("2027-01-10")]);
        assert_eq!(deadlines("by December 10?", day("2027-01-05")), [day("2026-12-10")]);
    }

    #[test]
    fn days_and_the_words_that_introduce_them_are_removed() {
        assert_eq!(without_days("Will it open by the end of June 2026?", day("2026-04-15")), "Will it open");
        assert_eq!(without_days("Will 20 open on March 3?", day("2026-04-15")), "Will 20 open");
    }
}
