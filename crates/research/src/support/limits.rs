//! Limits of numbers: `at least 30`, `bis zu 250`, `46人以上`.

use std::sync::LazyLock;

use super::lexicon::{self, Class};
use super::phrases::{self, NamedPhrase};
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

static PHRASES: LazyLock<Vec<NamedPhrase<(Limit, Side)>>> =
    LazyLock::new(|| phrases::table(include_str!("lexicon/limits.txt"), limit_named));

fn limit_named(name: &str) -> Option<(Limit, Side)> {
    Some(match name {
        "least" => (Limit::AtLeast, Side::Before),
        "most" => (Limit::AtMost, Side::Before),
        "most amount" => (Limit::AtMost, Side::BeforeAmount),
        "least after" => (Limit::AtLeast, Side::After),
        "most after" => (Limit::AtMost, Side::After),
        _ => return None,
    })
}

/// Returns the limit that the words around the number between two tokens make it.
pub(super) fn limit(tokens: &[Token], at: usize, end: usize) -> Option<Limit> {
    let is_money = |token: &Token| lexicon::unit(&token.form).is_some_and(|unit| unit.dimension == "money");
    let start = at - usize::from(at > 0 && is_money(&tokens[at - 1]));
    let is_year = tokens[at].form.len() == 4 && end == at + 1 && start == at;
    let is_amount =
        |from: usize| !is_year && !tokens[from.saturating_sub(RANGE_REACH)..from].iter().any(|token| token.figure);
    let is_counted = tokens.get(end).is_some_and(|token| token.clause == tokens[at].clause && !token.figure);
    let fits = |phrase: &&NamedPhrase<(Limit, Side)>| {
        let before = start.checked_sub(phrase.words.len()).filter(|from| phrase.stands_at(tokens, *from));
        match phrase.name.1 {
            Side::Before => before.is_some(),
            Side::BeforeAmount => before.is_some_and(is_amount),
            Side::After => phrase.stands_at(tokens, end) || is_counted && phrase.stands_at(tokens, end + 1),
        }
    };
    PHRASES.iter().find(fits).map(|phrase| phrase.name.0)
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
