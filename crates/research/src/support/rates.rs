//! Compares rates: `per hour` and `per day`.

use std::collections::BTreeSet;

use super::Problem;
use super::lexicon;
use super::token::Text;

/// Words before the unit of a rate.
const RATES: [&str; 14] =
    ["per", "each", "every", "an", "a", "pro", "je", "jede", "par", "chaque", "por", "cada", "al", "jeder"];

/// Returns the units of the rates in a text: `hour` for `per hour`.
pub(super) fn rates(text: &Text) -> BTreeSet<&'static str> {
    let tokens = &text.tokens;
    let after = (1..tokens.len()).filter(|at| RATES.contains(&tokens[at - 1].form.as_str()));
    let named = after.filter_map(|at| lexicon::unit(&tokens[at].form));
    let adverbs = ["hourly", "daily", "weekly", "monthly", "yearly", "jährlich", "täglich"];
    let adverbs = tokens
        .iter()
        .filter(|token| adverbs.contains(&token.form.as_str()))
        .filter_map(|token| lexicon::unit(&token.form));
    named.chain(adverbs).filter(|unit| unit.dimension == "time").map(|unit| unit.name).collect()
}

/// Returns what is wrong with the rates of a finding.
pub(super) fn compare_rates(finding: &BTreeSet<&str>, quotes: &BTreeSet<&str>) -> Option<Problem> {
    let absent = finding.difference(quotes).next()?;
    let other = quotes.difference(finding).next()?;
    Some(Problem::contradiction(format!("the quotes say per {other} and not per {absent}")))
}
