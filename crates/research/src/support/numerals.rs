//! Reads numbers: digits with separators, and spelled ones such as `two hundred and five` or `quatre-vingt-douze`.

use retrieval::text::Language;

use super::fractions::fraction;
use super::lexicon::{self, Spelled};
use super::notation;
use super::spelling;
use super::thousands;
use super::token::{Text, Token};

/// Words between the parts of a spelled number, after a hundred, between tens and ones, or before a fraction.
pub(super) const LINKS: [&str; 4] = ["and", "und", "y", "et"];
/// Maximum number of links inside of each other: `doscientos y treinta y cinco`.
const MAX_LINKS: usize = 2;
/// Articles between a half and a factor: `half a million`.
const ARTICLES: [&str; 4] = ["a", "an", "of", "eine"];
/// Words for 1, which count after tens, hundreds and a decimal separator; elsewhere they are articles and pronouns.
pub(super) const ONES: [&str; 6] = ["one", "eins", "un", "une", "uno", "una"];
/// Maximum length of a German compound in bytes; the longest number below a million has 76.
const MAX_COMPOUND_BYTES: usize = 80;

/// Returns the possible values of the number that begins at a token, and the index after it.
pub(super) fn value(text: &Text, at: usize) -> Option<(Vec<f64>, usize)> {
    let token = &text.tokens[at];
    if let Some((value, end)) = fraction(text, at) {
        return Some((vec![value], end));
    }
    let is_digits = token.key.starts_with('#')
        && token.form.starts_with(|c: char| c.is_ascii_digit())
        && !token.key.starts_with("#o");
    let (mut values, mut end) = match is_digits {
        true => (notation::readings(&token.form, text.decimal), at + 1),
        false => spelled_value(text, at, MAX_LINKS).map(|(value, end)| (vec![value], end))?,
    };
    end = match is_digits {
        true => thousands::join(text, &mut values, end),
        false => spelling::add_decimals(text, &mut values, end),
    };
    end = spelling::add_fraction(text, &mut values, end);
    while let Some(Spelled::Factor(factor)) = spelled(text, end) {
        let is_apart = text.tokens[end].clause != token.clause;
        if is_apart || text.tokens[end].form.chars().count() == 1 && !is_money(&text.tokens, at) {
            break;
        }
        values.iter_mut().for_each(|value| *value *= factor);
        end += 1;
    }
    Some((values, end))
}

/// Returns the number that the word at an index spells.
pub(super) fn spelled(text: &Text, at: usize) -> Option<Spelled> {
    let token = text.tokens.get(at)?;
    lexicon::spelled(&token.form, token.language)
}

/// A spelled number while it is read: `total` of the thousands and millions, and the `group` below the next factor.
#[derive(Debug, Clone, Copy, Default)]
struct SpelledNumber {
    total: f64,
    group: f64,
    factor: Option<f64>,
}

impl SpelledNumber {
    /// Adds the next value. Returns false if it belongs to another number.
    fn add(&mut self, value: f64, language: Language) -> bool {
        let group = self.group;
        let tens = group % 100.0;
        let is_french = language == Language::French;
        let is_open = group == 0.0;
        self.group = match () {
            // `quatre-vingts` is four times twenty.
            () if is_french && tens == 4.0 && value == 20.0 => group + 76.0,
            () if value == 100.0 && !is_open && group < 100.0 && group.fract() == 0.0 => group * 100.0,
            () if is_open => value,
            () if tens == 0.0 && (1.0..100.0).contains(&value) => group + value,
            () if tens >= 20.0 && tens % 10.0 == 0.0 && (1.0..10.0).contains(&value) => group + value,
            () if is_french && [60.0, 80.0].contains(&tens) && (10.0..20.0).contains(&value) => group + value,
            () if is_french && tens == 10.0 && (7.0..10.0).contains(&value) => group + value,
            () => return false,
        };
        true
    }

    fn multiply(&mut self, factor: f64) {
        if self.factor.is_some_and(|last| factor > last) {
            self.total = (self.total + self.group) * factor;
        } else {
            self.total += factor * if self.group > 0.0 { self.group } else { 1.0 };
        }
        (self.group, self.factor) = (0.0, Some(factor));
    }

    fn value(self) -> f64 {
        self.total + self.group
    }
}

/// Returns the value of a number in words, with at most `links` links inside of each other, and the index after it.
fn spelled_value(text: &Text, at: usize, links: usize) -> Option<(f64, usize)> {
    let first = &text.tokens[at];
    let mut number = SpelledNumber::default();
    match spelled(text, at)? {
        Spelled::Value(value) if !is_ambiguous(&first.form) => number.group = value,
        Spelled::Factor(factor) if first.form.chars().count() > 1 => number.multiply(factor),
        _ => return None,
    }
    let form = |at: usize| text.tokens.get(at).map_or("", |token| token.form.as_str());
    let mut end = at + 1;
    while text.tokens.get(end).is_some_and(|token| token.clause == first.clause) {
        match spelled(text, end) {
            Some(Spelled::Value(value)) if number.add(value, text.language) => end += 1,
            Some(Spelled::Factor(factor)) if form(end).chars().count() > 1 => {
                number.multiply(factor);
                end += 1;
            }
            None if ONES.contains(&form(end)) && number.group >= 20.0 && number.add(1.0, text.language) => end += 1,
            None if links > 0 && LINKS.contains(&form(end)) => match linked(text, end, number, links - 1) {
                Some((sum, next)) => (number, end) = (sum, next),
                None => break,
            },
            None if number.value() < 1.0 && ARTICLES.contains(&form(end)) => match spelled(text, end + 1) {
                Some(Spelled::Factor(factor)) => {
                    number.multiply(factor);
                    end += 2;
                }
                _ => break,
            },
            _ => break,
        }
    }
    Some((number.value(), end))
}

/// Adds the number after `and`, if both are one: not in `between a hundred and two hundred`.
fn linked(text: &Text, link: usize, mut number: SpelledNumber, links: usize) -> Option<(SpelledNumber, usize)> {
    let form = |at: usize| text.tokens.get(at).map_or("", |token| token.form.as_str());
    let is_after_tens = ["y", "et"].contains(&form(link)) && number.group % 100.0 != 0.0;
    if !is_after_tens && (number.value() < 100.0 || number.group % 100.0 != 0.0) {
        return None;
    }
    let (value, end) = match spelled_value(text, link + 1, links) {
        Some(next) => next,
        None if ONES.contains(&form(link + 1)) && number.group > 0.0 => (1.0, link + 2),
        None => return None,
    };
    ((1.0..100.0).contains(&value) && number.add(value, text.language)).then_some((number, end))
}

/// Returns true for words that are numbers in some contexts only.
fn is_ambiguous(form: &str) -> bool {
    ["medio", "media", "sept", "neuf"].contains(&form)
}

fn is_money(tokens: &[Token], at: usize) -> bool {
    let unit = at.checked_sub(1).and_then(|at| lexicon::unit(&tokens[at].form));
    unit.is_some_and(|unit| unit.dimension == "money")
}

/// Returns the number that a German compound spells: `einundzwanzig`, `zweihundertfünf`. `simple` returns the number
/// of one word.
pub(super) fn compound(word: &str, simple: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
    if word.len() > MAX_COMPOUND_BYTES {
        return None;
    }
    let part = |part: &str, absent: f64| match part {
        "" => Some(absent),
        "ein" | "eins" => Some(1.0),
        _ => simple(part).or_else(|| compound(part, simple)),
    };
    for (name, factor) in [("tausend", 1000.0), ("hundert", 100.0)] {
        if let Some((before, after)) = word.split_once(name) {
            let after = after.strip_prefix("und").unwrap_or(after);
            return Some(part(before, 1.0)? * factor + part(after, 0.0)?);
        }
    }
    let (ones, tens) = word.split_once("und")?;
    let (ones, tens) = (part(ones, 0.0)?, simple(tens)?);
    (ones < 10.0 && ones > 0.0 && tens >= 20.0).then_some(ones + tens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_without_end_is_read_without_deep_recursion() {
        assert_eq!(value(&Text::new(&"hundred and ".repeat(10_000)), 0), Some((vec![100.0], 1)));
        assert_eq!(compound(&"tausend".repeat(100_000), &|_| None), None);
    }
}
