//! Compares rates: `per hour` and `per day`, `120 million dollars a year` and `120 million dollars`.

use std::collections::BTreeSet;

use super::Problem;
use super::lexicon;
use super::token::{Text, Token};

/// Words before the unit of a rate.
const RATES: [&str; 9] = ["per", "each", "every", "pro", "je", "jede", "jeder", "chaque", "cada"];
/// Articles and prepositions before the unit of a rate, if they follow a number or its unit: `3 tonnes a day`.
const ARTICLES: [&str; 5] = ["an", "a", "par", "por", "al"];
/// Words that tell a rate alone, with its unit.
const ADVERBS: [(&str, &str); 12] = [
    ("hourly", "hour"),
    ("daily", "day"),
    ("täglich", "day"),
    ("weekly", "week"),
    ("monthly", "month"),
    ("monatlich", "month"),
    ("mensuels", "month"),
    ("mensuales", "month"),
    ("yearly", "year"),
    ("annually", "year"),
    ("jährlich", "year"),
    ("anuales", "year"),
];
/// Words behind a unit that make it a time: `from a year earlier`.
const THEN: [&str; 8] = ["earlier", "ago", "before", "later", "after", "previously", "old", "long"];
/// Words between a number and the article of its rate.
const AMOUNT: usize = 3;

/// Returns the units of the rates in a text: `hour` for `per hour`.
pub(super) fn rates(text: &Text) -> BTreeSet<&'static str> {
    let tokens = &text.tokens;
    let form = |at: usize| tokens.get(at).map_or("", |token| token.form.as_str());
    let follows_amount = |at: usize| {
        let is_part = ["of", "de", "d"].contains(&form(at.saturating_sub(1)));
        !is_part && tokens[..at].iter().rev().take(AMOUNT).any(|token| token.figure) && !THEN.contains(&form(at + 2))
    };
    let is_rate = |at: &usize| {
        let before = form(at - 1);
        RATES.contains(&before) || ARTICLES.contains(&before) && follows_amount(at - 1)
    };
    let named = (1..tokens.len()).filter(is_rate).filter_map(|at| lexicon::unit(&tokens[at].form));
    let named = named.filter(|unit| unit.dimension == "time").map(|unit| unit.name);
    let adverb = |token: &Token| ADVERBS.iter().find(|(adverb, _)| *adverb == token.form).map(|(_, unit)| *unit);
    named.chain(tokens.iter().filter_map(adverb)).collect()
}

/// Returns what is wrong with the rates of a finding.
pub(super) fn compare_rates(finding: &BTreeSet<&str>, quotes: &BTreeSet<&str>) -> Option<Problem> {
    let absent = finding.difference(quotes).next()?;
    Some(match quotes.difference(finding).next() {
        Some(other) => Problem::contradiction(format!("the quotes say per {other} and not per {absent}")),
        None => Problem::gap(format!("the quotes give no rate per {absent}")),
    })
}
