//! Compares negations: words such as `not` with the words that they reach, and prefixes such as `un`.

use super::Problem;
use super::align::{Alignment, is_negated_form, same};
use super::denial::is_denied_after;
use super::foreign;
use super::lexicon::{self, Class};
use super::pair::{Pair, Sentence};
use super::token::{Text, Token};

/// Words of meaning that a negation reaches.
const SCOPE: usize = 2;
/// Axes whose negative words may express a negation: `fails`, `denied`.
pub(super) const NEGATIVE_AXES: [&str; 6] = ["truth", "permit", "approval", "success", "verdict", "start"];
/// Least length of a word with a negative prefix or ending.
const MIN_NEGATED_FORM: usize = 6;

/// Words that negate the verb behind them: `too small to pay`.
const TOO: [(&str, &str); 3] = [("too", "to"), ("trop", "pour"), ("demasiado", "para")];
/// Key of `first`, and words that date its last occurrence.
const FIRST: &str = "#o1";
const SINCE: [&str; 4] = ["since", "seit", "depuis", "desde"];

/// A word that negates, and the words that it reaches, as indices of the text.
struct Negation {
    at: usize,
    scope: Vec<usize>,
}

/// Returns true for a word that negates.
pub(super) fn is_mark(text: &Text, at: usize) -> bool {
    let form = |at: usize| text.tokens[at].form.as_str();
    let is_too =
        || TOO.iter().any(|(too, to)| form(at) == *to && (at.saturating_sub(3)..at).any(|at| form(at) == *too));
    text.is(at, Class::Negation) || foreign::is_negation(form(at)) || is_too()
}

/// Returns a problem if one of finding and quote negates what the other does not.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    let (ours, theirs) = (negations(pair.finding), negations(pair.quote));
    let is_ours = theirs.is_empty() && !has_negative_pole(pair.quote);
    let is_theirs = ours.is_empty() && !has_negative_pole(pair.finding);
    let added = is_ours.then(|| only_ours(&ours, pair)).flatten();
    let lost = || is_theirs.then(|| only_theirs(&theirs, pair)).flatten();
    added.or_else(lost).or_else(|| moved(&ours, &theirs, pair)).or_else(|| prefixes(pair))
}

/// Judges negations of a quote whose finding negates something else: `cannot reopen without a permit`.
fn moved(ours: &[Negation], theirs: &[Negation], pair: Pair<'_>) -> Option<Problem> {
    let reached: Vec<&Token> =
        ours.iter().flat_map(|negation| &negation.scope).map(|at| pair.finding.token(*at)).collect();
    let lost = theirs.iter().filter(|negation| !is_restated(negation, pair.quote, pair.finding));
    let mut lost = lost.filter_map(|negation| negation.scope.first()).map(|at| pair.quote.token(*at));
    let is_free = |token: &&Token| pair.finding.has(token) && !reached.iter().any(|other| same(token, other));
    let is_lost = !ours.is_empty() && lost.any(|token| is_free(&token));
    is_lost.then(|| Problem::gap("the quotes negate another part of it".to_owned()))
}

/// Judges negations of a finding whose quote has none.
fn only_ours(ours: &[Negation], pair: Pair<'_>) -> Option<Problem> {
    let ours: Vec<&Negation> = ours.iter().filter(|negation| !pair.matched.contains(&negation.at)).collect();
    let own = ours.iter().filter(|negation| !begins_clause(pair.finding.text, negation.at));
    let own = own.filter(|negation| !is_restated(negation, pair.finding, pair.quote));
    if !ours.is_empty() && is_denied_after(pair.quote.text, pair.quote.range.end - 1) {
        return Some(Problem::gap("the quotes state it, and then deny it".to_owned()));
    }
    let mut reached = own.flat_map(|negation| &negation.scope).map(|at| pair.finding.token(*at));
    if let Some(token) = reached.find(|token| pair.quote.has(token)) {
        return Some(Problem::contradiction(format!("the quotes do not negate “{}”", token.form)));
    }
    let is_lone = !ours.is_empty() && !has_negated_form(pair.quote);
    is_lone.then(|| Problem::gap("the quotes negate nothing".to_owned()))
}

/// Judges negations of a quote whose finding has none.
fn only_theirs(theirs: &[Negation], pair: Pair<'_>) -> Option<Problem> {
    let theirs: Vec<&Negation> =
        theirs.iter().filter(|negation| !is_restated(negation, pair.quote, pair.finding)).collect();
    let mut reached = theirs.iter().filter_map(|negation| negation.scope.first()).map(|at| pair.quote.token(*at));
    if let Some(token) = reached.find(|token| pair.finding.has(token)) {
        return Some(Problem::contradiction(format!("the quotes negate “{}”", token.form)));
    }
    let is_inside = |negation: &&Negation| within(negation.at - pair.quote.range.start, pair.aligned);
    let is_lost = theirs.iter().any(is_inside) && !has_negated_form(pair.finding);
    is_lost.then(|| Problem::gap("the quotes negate a part of it".to_owned()))
}

fn negations(sentence: Sentence<'_>) -> Vec<Negation> {
    let marks = sentence.range.clone().filter(|at| is_mark(sentence.text, *at));
    marks.map(|at| Negation { at, scope: scope(sentence, at) }).collect()
}

/// Returns the words that a negation reaches: the next words of meaning, or at the end of a sentence the one before.
fn scope(sentence: Sentence<'_>, mark: usize) -> Vec<usize> {
    let counts = |at: &usize| {
        let token = sentence.token(*at);
        token.content && lexicon::unit(&token.form).is_none() && !sentence.is(*at, Class::Speech)
    };
    let after: Vec<usize> = (mark + 1..sentence.range.end).filter(counts).take(SCOPE).collect();
    if after.is_empty() { (sentence.range.start..mark).rev().filter(counts).take(1).collect() } else { after }
}

/// Returns true if the sentence has a word such as `fails`, `denied` or `avoids`.
fn has_negative_pole(sentence: Sentence<'_>) -> bool {
    let is_negative =
        |at: usize| sentence.poles(at).iter().any(|pole| pole.sign == '-' && NEGATIVE_AXES.contains(&pole.axis));
    sentence.range.clone().any(|at| is_negative(at) || sentence.is(at, Class::Avoidance))
}

/// Returns true for the first word of a clause after a comma: `…, not counting affiliates`.
fn begins_clause(text: &Text, at: usize) -> bool {
    let token = &text.tokens[at];
    let before = at.checked_sub(1).map(|before| &text.tokens[before]);
    before.is_some_and(|before| before.clause != token.clause && before.sentence == token.sentence)
}

/// Returns true if an index of the quote lies between its aligned tokens.
fn within(at: usize, aligned: &Alignment) -> bool {
    let ends = aligned.pairs.first().zip(aligned.pairs.last());
    ends.is_some_and(|((_, first), (_, last))| *first < at && at < *last)
}

/// Returns true if the sentence has a word with a negative prefix or ending, such as `unlikely` or `careless`.
fn has_negated_form(sentence: Sentence<'_>) -> bool {
    const PREFIXES: [&str; 7] = ["un", "dis", "miss", "il", "ir", "im", "in"];
    let is_negated = |token: &Token| {
        let form = token.form.as_str();
        let has_affix = || {
            PREFIXES.iter().any(|prefix| form.starts_with(prefix)) || form.ends_with("less") || form.ends_with("los")
        };
        token.content && form.chars().count() >= MIN_NEGATED_FORM && has_affix()
    };
    sentence.tokens().iter().any(is_negated)
}

/// Returns true if another sentence says without a negation what the negation says: `left unchanged` or `kept` for `did
/// not change`, `unlikely` for `not likely`.
fn is_restated(negation: &Negation, sentence: Sentence<'_>, other: Sentence<'_>) -> bool {
    let Some(first) = negation.scope.first().copied() else { return false };
    let form = &sentence.token(first).form;
    let is_prefixed =
        other.tokens().iter().any(|token| token.form.len() > form.len() && is_negated_form(&token.form, form));
    let is_kept = || other.range.clone().any(|at| other.is(at, Class::Keep));
    let is_since = |sentence: Sentence<'_>| sentence.tokens().iter().any(|token| SINCE.contains(&token.form.as_str()));
    let is_first = || other.tokens().iter().any(|token| token.key == FIRST) && is_since(sentence) && is_since(other);
    is_prefixed || sentence.is(first, Class::Change) && is_kept() || is_first()
}

/// Returns a contradiction if a word has a negative prefix in only one of finding and quote, and no negation in the
/// other.
fn prefixes(pair: Pair<'_>) -> Option<Problem> {
    let content = |sentence: Sentence<'_>| -> Vec<String> {
        sentence.tokens().iter().filter(|token| token.content).map(|token| token.form.clone()).collect()
    };
    let (ours, theirs) = (content(pair.finding), content(pair.quote));
    let negated = |sentence: Sentence<'_>| -> Vec<String> {
        let reached = negations(sentence).into_iter().filter_map(|negation| negation.scope.first().copied());
        reached.map(|at| sentence.token(at).form.clone()).collect()
    };
    let (our_negated, their_negated) = (negated(pair.finding), negated(pair.quote));
    let lone = ours.iter().filter(|form| !theirs.contains(form));
    let mut pairs = lone.flat_map(|form| theirs.iter().map(move |other| (form, other)));
    let (one, other) = pairs.find(|(one, other)| {
        is_negated_form(one, other)
            && !ours.contains(other)
            && !our_negated.contains(one)
            && !their_negated.contains(other)
    })?;
    Some(Problem::contradiction(format!("the quotes say “{other}” and not “{one}”")))
}
