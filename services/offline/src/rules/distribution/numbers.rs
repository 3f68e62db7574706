//! Numbers that findings state in the unit of a question.

use super::super::words::{content, month_index};
use super::TopicFinding;

/// Returns the numbers before the unit, as in `400 ships`; without a unit, all that are neither a year, a day nor a
/// share.
pub(super) fn stated(unit: &str, findings: &[TopicFinding<'_>]) -> Vec<f64> {
    let unit = content(unit);
    let mut all = Vec::new();
    for one in findings {
        let words: Vec<&str> = one.text.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let Some(value) = number(word) else { continue };
            let next = words.get(at + 1).copied().unwrap_or_default();
            // Of two numbers in a row the first one is a year or a day.
            let is_first_of_two = number(next).is_some();
            let is_day = next.split(|c: char| !c.is_alphabetic()).next().and_then(month_index).is_some();
            let is_year = !word.contains([',', '.']) && (1_900.0..2_100.0).contains(&value);
            let fits = match unit.is_empty() {
                true => !is_year,
                false => words[at + 1..].iter().take(3).any(|near| !content(near).is_disjoint(&unit)),
            };
            if fits && !is_day && !is_first_of_two && !matches!(next, "%" | "per" | "percent") {
                all.push(value);
            }
        }
    }
    all.sort_by(f64::total_cmp);
    all
}

/// Reads a number as texts write it, such as `1,250.5`.
fn number(word: &str) -> Option<f64> {
    let bare = word.trim_matches(|c: char| !c.is_ascii_digit() && c != '-').replace(',', "");
    bare.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns the lowest, the middle and the highest of sorted numbers.
pub(super) fn range(sorted: &[f64]) -> Option<[f64; 3]> {
    Some([*sorted.first()?, *sorted.get(sorted.len() / 2)?, *sorted.last()?])
}
