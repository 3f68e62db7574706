//! Compares who does something to whom: `A sued B` and `B sued A` have the same words.

use super::Problem;
use super::align::same;
use super::names::is_proper;
use super::pair::{Pair, Sentence};

/// Words of passive sentences, which name the doer behind the verb.
const PASSIVE: [&str; 5] = ["by", "von", "durch", "par", "por"];
/// Words that join two names as equals or make one an attribute of the other, so that their order says nothing.
const JOINING: [&str; 39] = [
    "and", "or", "with", "of", "in", "at", "for", "as", "is", "was", "are", "were", "be", "between", "versus", "vs",
    "from", "und", "oder", "mit", "der", "des", "im", "als", "ist", "war", "et", "ou", "avec", "de", "du", "est", "y",
    "o", "con", "del", "es", "fue", "than",
];

/// Returns a problem if two names surround the same words of meaning in reverse order. It is a gap and no
/// contradiction: a model decides, because grammar may reverse the order as well.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    if is_passive(pair.finding) != is_passive(pair.quote) {
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

/// Returns true if a word joins one name to the next words: in `A of B` and `A, with B`, not in `A bought shares of B`.
fn joins(sentence: Sentence<'_>, from: usize, to: usize) -> bool {
    let words = (from + 1..to).map(|at| sentence.token(at)).take_while(|token| !token.content);
    words.into_iter().any(|token| JOINING.contains(&token.form.as_str()))
}

fn is_passive(sentence: Sentence<'_>) -> bool {
    sentence.tokens().iter().any(|token| PASSIVE.contains(&token.form.as_str()))
}
