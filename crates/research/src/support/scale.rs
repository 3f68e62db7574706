//! Scales that a text names apart from its numbers, as headings of tables do: `in million euros`.

use super::lexicon::{self, Spelled};
use super::numerals::{spelled, value};
use super::token::{Text, Token};

/// Least factor that a heading names as a scale.
pub(super) const MIN_SCALE: f64 = 1e6;
/// Words before a scale.
const IN: [&str; 2] = ["in", "en"];
/// Longest clause that names a scale, in tokens: `in millions of US dollars`. Others are prose.
const MAX_CLAUSE: usize = 6;

/// Returns the scales that a text names.
pub(super) fn scales(text: &Text) -> Vec<f64> {
    let at_each = (0..text.tokens.len()).filter(|at| is_scale(text, *at, at + 1));
    at_each.filter_map(|at| value(text, at)).filter_map(|(values, _)| values.first().copied()).collect()
}

/// Returns true for `million` and the like at the beginning of a short clause, behind `in`, or behind a currency.
pub(super) fn is_scale(text: &Text, at: usize, end: usize) -> bool {
    let factor = |at: usize| match spelled(text, at) {
        Some(Spelled::Factor(factor)) => factor >= MIN_SCALE,
        _ => false,
    };
    let of_clause = |token: &&Token| token.clause == text.tokens[at].clause;
    let before = at.checked_sub(1).map(|before| &text.tokens[before]).filter(of_clause);
    let is_money = |form: &str| lexicon::unit(form).is_some_and(|unit| unit.dimension == "money");
    let introduces = |token: &Token| IN.contains(&token.form.as_str()) || is_money(&token.form);
    (at..end).all(factor) && before.is_none_or(introduces) && text.tokens.iter().filter(of_clause).count() <= MAX_CLAUSE
}
