//! Compares who does something to whom: `A sued B` and `B sued A` have the same words.

use super::Problem;
use super::align::same;
use super::lexicon::Class;
use super::names::is_proper;
use super::pair::{Pair, Sentence};

/// Words of meaning on each side of `against` that may name a party.
const PARTY: usize = 3;
/// Words that join two names as equals or make one an attribute of the other, so that their order says nothing.
const JOINING: [&str; 39] = [
    "and", "or", "with", "of", "in", "at", "for", "as", "is", "was", "are", "were", "be", "between", "versus", "vs",
    "from", "und", "oder", "mit", "der", "des", "im", "als", "ist", "war", "et", "ou", "avec", "de", "du", "est", "y",
    "o", "con", "del", "es", "fue", "than",
];

/// Returns a problem if two names surround the same words of meaning in reverse order. It is a gap and no
/// contradiction: a model decides, because grammar may reverse the order as well.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    if names_doer(pair.finding) != names_doer(pair.quote) {
        return None;
    }
    let names: Vec<usize> = pair.finding.range.clone().filter(|at| is_proper(pair.finding.text, *at)).collect();
    names.windows(2).find_map(|two| reversed(two[0], two[1], pair))
}

/// Judges two neighbouring names of the finding.
fn reversed(one: usize, other: usize, pair: Pair<'_>) -> Option<Problem> {
    let place = |at: usize| {
        let token = pair.finding.token(at);
        let mut places = pair.quote.range.clone().filter(|at| same(token, pair.quote.token(*at)));
        places.next().filter(|_| places.next().is_none())
    };
    let (first, second) = (place(one)?, place(other)?);
    if second >= first || joins(pair.finding, one, other) || joins(pair.quote, second, first) {
        return None;
    }
    // What is between the names in the finding is between them in the quote as well.
    let mut between = pair.finding.telling(one + 1..other).filter(|token| token.content).peekable();
    between.peek()?;
    let theirs: Vec<_> = pair.quote.telling(second + 1..first).collect();
    let is_shared = between.all(|token| theirs.iter().any(|their| same(token, their)));
    let (one, other) = (&pair.finding.token(one).form, &pair.finding.token(other).form);
    is_shared.then(|| Problem::gap(format!("the quotes name “{one}” and “{other}” in the other order")))
}

/// Returns a problem if the parties around `against` or `over` have changed sides: `A's claim against B`.
pub(super) fn compare_parties(pair: Pair<'_>) -> Option<Problem> {
    let middle = |sentence: Sentence<'_>| {
        let mut places = sentence.range.clone().filter(|at| sentence.is(*at, Class::Against));
        places.next().filter(|_| places.next().is_none())
    };
    let (ours, theirs) = (middle(pair.finding)?, middle(pair.quote)?);
    let sides = |sentence: Sentence<'_>, at: usize| {
        let content = |at: &usize| sentence.token(*at).content;
        let before: Vec<usize> = (sentence.range.start..at).rev().filter(content).take(PARTY).collect();
        let after: Vec<usize> = (at + 1..sentence.range.end).filter(content).take(PARTY).collect();
        (before, after)
    };
    let ((one, other), (before, after)) = (sides(pair.finding, ours), sides(pair.quote, theirs));
    let shares = |own: &[usize], quoted: &[usize]| {
        own.iter().any(|at| quoted.iter().any(|other| same(pair.finding.token(*at), pair.quote.token(*other))))
    };
    let (nearest, next) = (&one[..one.len().min(1)], &other[..other.len().min(1)]);
    let is_turned = shares(nearest, &after) && shares(next, &before) && !shares(next, &after);
    is_turned.then(|| Problem::gap("the quotes name the two parties the other way round".to_owned()))
}

/// Returns true if a word joins one name to the next words: in `A of B` and `A, with B`, not in `A bought shares of B`.
fn joins(sentence: Sentence<'_>, from: usize, to: usize) -> bool {
    let words = (from + 1..to).map(|at| sentence.token(at)).take_while(|token| !token.content);
    words.into_iter().any(|token| JOINING.contains(&token.form.as_str()))
}

/// Returns true for a sentence with a word before the doer of a passive verb.
fn names_doer(sentence: Sentence<'_>) -> bool {
    sentence.range.clone().any(|at| sentence.is(at, Class::Agent))
}
