//! Decimals and fractions of numbers that are written in words: `four point five`, `four and a half`.

use super::lexicon::Spelled;
use super::numerals::{LINKS, ONES, spelled};
use super::token::Text;

/// Words for the decimal separator.
const POINTS: [&str; 4] = ["point", "komma", "virgule", "coma"];
/// Articles before a fraction.
const ARTICLES: [&str; 4] = ["a", "one", "ein", "un"];

/// Adds the decimals of `four point two five` to a whole number in words. Returns the index after them.
pub(super) fn add_decimals(text: &Text, values: &mut [f64], end: usize) -> usize {
    if !text.tokens.get(end).is_some_and(|token| POINTS.contains(&token.form.as_str())) {
        return end;
    }
    let digits: String = (end + 1..).map_while(|at| unit_digit(text, at)).map(|digit| digit.to_string()).collect();
    match format!("0.{digits}").parse::<f64>() {
        Ok(part) if !digits.is_empty() => {
            values.iter_mut().for_each(|value| *value += part);
            end + 1 + digits.len()
        }
        _ => end,
    }
}

/// Adds the fraction of `four and a half` to a whole number. Returns the index after it.
pub(super) fn add_fraction(text: &Text, values: &mut [f64], end: usize) -> usize {
    let is = |at: usize, words: &[&str]| text.tokens.get(at).is_some_and(|token| words.contains(&token.form.as_str()));
    let at = end + 1 + usize::from(is(end + 1, &ARTICLES));
    match spelled(text, at) {
        Some(Spelled::Value(part)) if part > 0.0 && part < 1.0 && is(end, &LINKS) => {
            values.iter_mut().for_each(|value| *value += part);
            at + 1
        }
        _ => end,
    }
}

/// Returns the value of a word for a number below ten.
fn unit_digit(text: &Text, at: usize) -> Option<u8> {
    let token = text.tokens.get(at)?;
    if ONES.contains(&token.form.as_str()) {
        return Some(1);
    }
    let Some(Spelled::Value(value)) = spelled(text, at) else { return None };
    (0..10_u8).find(|digit| f64::from(*digit) == value)
}
