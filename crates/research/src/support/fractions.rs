//! Reads fractions of several words: `two thirds`, `ein Fünftel`, `one in five`, `uno de cada cuatro`.

use super::lexicon::{self, Spelled};
use super::numerals::{ONES, spelled};
use super::token::Text;

/// Articles that count as one before a fraction: `a third of the members`.
const ARTICLES: [&str; 6] = ["a", "an", "ein", "eine", "einem", "un"];
/// Words between a part and its whole.
const IN: [&str; 5] = ["in", "outof", "von", "sur", "decada"];
/// Words before what a fraction is a part of.
const OF: [&str; 8] = ["of", "der", "des", "aller", "von", "de", "d", "del"];
/// Greatest whole of `one in five`.
const MAX_WHOLE: f64 = 100.0;

/// Returns the fraction that begins at a token, and the index after it.
pub(super) fn fraction(text: &Text, at: usize) -> Option<(f64, usize)> {
    parts(text, at).or_else(|| one_in_many(text, at))
}

/// Reads `two thirds` and `a third`. `a third party` has an ordinal, and `three quarters` without `of` may be a time.
fn parts(text: &Text, at: usize) -> Option<(f64, usize)> {
    let form = |at: usize| text.tokens.get(at).map_or("", |token| token.form.as_str());
    let numerator = if ARTICLES.contains(&form(at)) { 1.0 } else { whole(text, at)? };
    let denominator = text.tokens.get(at + 1)?;
    let parts = lexicon::denominator(&denominator.form, denominator.language)?;
    let is_of = OF.contains(&form(at + 2));
    let is_noun = text.tokens.get(at + 2).is_some_and(|token| token.content && token.clause == denominator.clause);
    let is_ambiguous = numerator == 1.0 && is_noun || lexicon::unit(&denominator.form).is_some();
    (numerator < parts && (is_of || !is_ambiguous)).then_some((numerator / parts, at + 2))
}

/// Reads `one in five`, not `three in five days` and not `one in London`.
fn one_in_many(text: &Text, at: usize) -> Option<(f64, usize)> {
    let form = |at: usize| text.tokens.get(at).map_or("", |token| token.form.as_str());
    let (part, all) = (whole(text, at)?, at + 2);
    let is_spelled = !form(at).starts_with(|c: char| c.is_ascii_digit());
    let many = whole(text, all).filter(|many| *many > part && *many <= MAX_WHOLE)?;
    let is_counted = lexicon::unit(form(all + 1)).is_none();
    (is_spelled && is_counted && IN.contains(&form(at + 1)) && part > 0.0).then_some((part / many, all + 1))
}

/// Returns the whole number of one word.
fn whole(text: &Text, at: usize) -> Option<f64> {
    let form = text.tokens.get(at)?.form.as_str();
    let value = match spelled(text, at) {
        _ if ONES.contains(&form) || ["einer", "eine"].contains(&form) => 1.0,
        Some(Spelled::Value(value)) => value,
        _ => f64::from(form.parse::<u32>().ok()?),
    };
    (value.fract() == 0.0).then_some(value)
}
