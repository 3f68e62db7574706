//! Parses the days that a claim names: `2026-03-31`, `March 31, 2026`, `31 March`, `the end of June`,
//! `before May 2026`, `in 2026`.

use chrono::{Datelike, Days, Months, NaiveDate};
use domain::calendar::MONTHS;

use crate::base_rates::phrases;

/// Returns the latest day that is named. A day without a year is the next one after `asked`.
pub(crate) fn latest(claim: &str, asked: NaiveDate) -> Option<NaiveDate> {
    let line = phrases::normalize(claim);
    let words: Vec<&str> = line.split_whitespace().collect();
    (0..words.len())
        .filter_map(|at| iso(words[at]).or_else(|| month(&words, at, asked)).or_else(|| year(&words, at)))
        .max()
}

/// Returns the number of a month by its name or the name's first three letters.
pub(crate) fn month_number(word: &str) -> Option<u32> {
    let is = |name: &str| word == name || (word.len() == 3 && name.starts_with(word));
    MONTHS.iter().position(|name| is(name)).and_then(|at| u32::try_from(at + 1).ok())
}

fn iso(word: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(word, "%Y-%m-%d").ok()
}

/// Parses a month's name at `at` with the adjacent day and year.
fn month(words: &[&str], at: usize, asked: NaiveDate) -> Option<NaiveDate> {
    let number = month_number(words[at])?;
    let near = |offset: isize| at.checked_add_signed(offset).and_then(|at| words.get(at)).copied().unwrap_or_default();
    let (after, before) = (day(near(1)), day(near(-1)));
    // "may" is also a verb: without a day, a year or a preposition it is not a month.
    if number == 5 && after.is_none() && before.is_none() && full_year(near(1)).is_none() && !precedes_month(near(-1)) {
        return None;
    }
    let stated = full_year(near(1)).or_else(|| after.and(full_year(near(2))));
    let begins = matches!(near(-1), "before" | "until");
    let on = |year: i32| match after.or(before) {
        Some(day) => NaiveDate::from_ymd_opt(year, number, day),
        None if begins => NaiveDate::from_ymd_opt(year, number, 1),
        None => end_of_month(year, number),
    };
    match stated {
        Some(year) => on(year),
        None => on(asked.year()).filter(|day| *day > asked).or_else(|| on(asked.year() + 1)),
    }
}

/// Returns true for words that precede the name of a month.
fn precedes_month(word: &str) -> bool {
    matches!(word, "by" | "before" | "until" | "in" | "of" | "through" | "during" | "late" | "early" | "mid")
}

/// Parses a year without a month: `in 2026` ends with the year, `before 2027` at its beginning.
fn year(words: &[&str], at: usize) -> Option<NaiveDate> {
    let year = full_year(words[at])?;
    match words.get(at.checked_sub(1)?).copied()? {
        "before" | "by" | "until" => NaiveDate::from_ymd_opt(year, 1, 1),
        "in" | "during" | "of" | "through" => NaiveDate::from_ymd_opt(year, 12, 31),
        _ => None,
    }
}

fn end_of_month(year: i32, month: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, 1)?.checked_add_months(Months::new(1))?.checked_sub_days(Days::new(1))
}

fn day(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &word[digits.len()..];
    digits.parse().ok().filter(|day| (1..=31).contains(day) && matches!(suffix, "" | "st" | "nd" | "rd" | "th"))
}

fn full_year(word: &str) -> Option<i32> {
    word.parse().ok().filter(|year| (1900..2200).contains(year) && word.len() == 4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn latest_in(claim: &str) -> Option<String> {
        latest(claim, NaiveDate::from_ymd_opt(2026, 2, 19).unwrap()).map(|day| day.to_string())
    }

    #[test]
    fn common_notations_of_days_are_parsed() {
        for (claim, day) in [
            ("Will it rain on 2026-03-11 more than on 2026-03-04?", "2026-03-11"),
            ("Released by March 31, 2027?", "2027-03-31"),
            ("Out as leader by March 31st?", "2026-03-31"),
            ("On 15 January?", "2027-01-15"),
            ("Silver at $60 by the end of June?", "2026-06-30"),
            ("A vote before May 2026?", "2026-05-01"),
            ("A vote before April?", "2026-04-01"),
            ("Any strike in 2026?", "2026-12-31"),
            ("A mission before 2027?", "2027-01-01"),
            ("By the end of Feb?", "2026-02-28"),
        ] {
            assert_eq!(latest_in(claim).as_deref(), Some(day), "{claim}");
        }
        for none in ["May it rain?", "Will 2026 be warm?", "Win the 2025–26 season?", "On the 31st?", "By March 45?"]
        {
            assert!(latest_in(none).is_none_or(|day| day.ends_with("-31")), "{none}: {:?}", latest_in(none));
        }
        assert_eq!(latest_in("May it rain in 2026-13-40?"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in ".{0,80}", words in prop::collection::vec("(by|may|31|march|2026|end|of|before|9999-12-31)", 0..8)) {
            latest(&text, NaiveDate::MAX);
            latest(&words.join(" "), NaiveDate::from_ymd_opt(2026, 2, 19).unwrap());
        }
    }
}
