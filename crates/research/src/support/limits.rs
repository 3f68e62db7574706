//! Limits of numbers: `at least 30`, `bis zu 250`, `46人以上`.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::lexicon::{self, Class, cell, rows};
use super::token::{Text, Token};

/// Largest distance, in tokens, of the two numbers of `from 300 up to 500`.
const RANGE_REACH: usize = 5;

/// A limit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    AtLeast,
    AtMost,
}

/// How exact a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    About,
    Over,
    Under,
}

/// Where the words of a limit stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    /// Before a number that is neither a year nor the end of a range.
    BeforeAmount,
    /// After the number, or after the word for what it counts.
    After,
}

struct LimitPhrase {
    limit: Limit,
    side: Side,
    words: Vec<&'static str>,
}

static PHRASES: LazyLock<Vec<LimitPhrase>> = LazyLock::new(|| {
    let row = |(name, columns): (&'static str, Vec<&'static str>)| {
        let (limit, side) = match name {
            "least" => (Limit::AtLeast, Side::Before),
            "most" => (Limit::AtMost, Side::Before),
            "most amount" => (Limit::AtMost, Side::BeforeAmount),
            "least after" => (Limit::AtLeast, Side::After),
            "most after" => (Limit::AtMost, Side::After),
            _ => return Vec::new(),
        };
        let phrase = |words: &'static str| LimitPhrase { limit, side, words: words.split('+').collect() };
        cell(&columns, 0).map(phrase).collect()
    };
    let mut phrases: Vec<LimitPhrase> = rows(include_str!("lexicon/limits.txt")).flat_map(row).collect();
    // The phrase `не более` is read before its last word, which is the opposite limit.
    phrases.sort_by_key(|phrase| Reverse(phrase.words.len()));
    phrases
});

/// Returns the limit that the words around the number between two tokens make it.
pub(super) fn limit(tokens: &[Token], at: usize, end: usize) -> Option<Limit> {
    let is_money = |token: &Token| lexicon::unit(&token.form).is_some_and(|unit| unit.dimension == "money");
    let start = at - usize::from(at > 0 && is_money(&tokens[at - 1]));
    let reads = |from: usize, words: &[&str]| {
        let own = tokens.get(from..from + words.len());
        own.is_some_and(|own| own.iter().zip(words).all(|(token, word)| token.form == *word))
    };
    let before = |words: &[&str]| start.checked_sub(words.len()).is_some_and(|from| reads(from, words));
    let is_amount = |words: &[&str]| {
        let from = start.saturating_sub(words.len());
        let is_year = tokens[at].form.len() == 4 && end == at + 1 && start == at;
        !is_year && !tokens[from.saturating_sub(RANGE_REACH)..from].iter().any(|token| token.figure)
    };
    let after = |words: &[&str]| {
        let is_counted = tokens.get(end).is_some_and(|token| token.clause == tokens[at].clause && !token.figure);
        reads(end, words) || is_counted && reads(end + 1, words)
    };
    let fits = |phrase: &&LimitPhrase| match phrase.side {
        Side::Before => before(&phrase.words),
        Side::BeforeAmount => before(&phrase.words) && is_amount(&phrase.words),
        Side::After => after(&phrase.words),
    };
    PHRASES.iter().find(fits).map(|phrase| phrase.limit)
}

/// Returns how exact the words before a number make it.
pub(super) fn bound(text: &Text, at: usize) -> Bound {
    let has = |class| (1..=3).any(|back| at.checked_sub(back).is_some_and(|at| text.is(at, class)));
    let said = |words: &[&str]| {
        (1..=2).any(|back| at.checked_sub(back).is_some_and(|at| words.contains(&text.tokens[at].form.as_str())))
    };
    match () {
        () if said(&["over", "atleast"]) || has(Class::Over) => Bound::Over,
        () if said(&["under", "atmost", "upto"]) || has(Class::Under) => Bound::Under,
        () if has(Class::Approximate) => Bound::About,
        () => Bound::Exact,
    }
}
