//! Days that findings state: `29 June 2026`, `June 29, 2026`, `2026-06-29`, `June 2026`.

use chrono::{NaiveDate, TimeDelta};

use super::super::words::month_index;
use super::TopicFinding;

/// Parts of the time until the stated day by which the quantiles differ from it: things happen late more often than
/// early.
const SHIFTS: [f64; 5] = [-0.25, 0.0, 0.125, 0.3333, 1.0];

/// Returns quantiles around the middle of the stated days after the day of asking; `None` without one.
pub(super) fn quantiles(asked_on: NaiveDate, findings: &[TopicFinding<'_>]) -> Option<[NaiveDate; 5]> {
    let mut days: Vec<NaiveDate> =
        findings.iter().flat_map(|one| stated(one.text)).filter(|day| *day > asked_on).collect();
    days.sort();
    let middle = *days.get(days.len() / 2)?;
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "days of the years 1 to 9999")]
    let shifted = |part: f64| middle + TimeDelta::days(((middle - asked_on).num_days() as f64 * part) as i64);
    Some(SHIFTS.map(shifted))
}

fn stated(text: &str) -> Vec<NaiveDate> {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let month = |word: &str| month_index(word).and_then(|at| u32::try_from(at + 1).ok());
    let year = |word: Option<&&str>| {
        word.and_then(|word| word.parse::<i32>().ok()).filter(|year| (1_000..9_999).contains(year))
    };
    let day = |word: Option<&&str>| word.and_then(|word| word.parse::<u32>().ok()).filter(|day| (1..=31).contains(day));
    let mut days = Vec::new();
    for (at, word) in words.iter().enumerate() {
        days.extend(word.parse::<NaiveDate>().ok());
        let Some(month) = month(word) else { continue };
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let read = match (year(words.get(at + 1)), year(words.get(at + 2))) {
            (Some(year), _) => NaiveDate::from_ymd_opt(year, month, day(before).unwrap_or(1)),
            (None, Some(year)) => day(words.get(at + 1)).and_then(|day| NaiveDate::from_ymd_opt(year, month, day)),
            (None, None) => None,
        };
        days.extend(read);
    }
    days
}
