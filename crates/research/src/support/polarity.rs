//! Compares negations and directions of aligned words.

use std::collections::BTreeSet;

use super::Problem;
use super::align::{Alignment, is_negated_form, same};
use super::lexicon::{self, Class, Pole};
use super::token::Text;

/// Words of meaning that a negation reaches.
const SCOPE: usize = 2;
/// Maximum distance of the aligned words that show that two directions concern the same thing.
const NEIGHBOURS: usize = 4;
/// Axes of words with several meanings. Their opposites count only in the same place.
pub(super) const LOOSE: [&str; 26] = [
    "time", "edge", "size", "side", "place", "length", "old", "many", "often", "add", "open", "start", "heat", "trust",
    "full", "level", "motion", "early", "keeping", "benefit", "hope", "liking", "ally", "presence", "wealth", "first",
];
/// Axes of function words, which count only where one stands in the other's place.
const IN_PLACE: [&str; 2] = ["level", "motion"];

/// A word that negates, and the words that it reaches.
struct Negation {
    at: usize,
    scope: Vec<usize>,
}

fn negations(text: &Text, range: &std::ops::Range<usize>) -> Vec<Negation> {
    let marks = range.clone().filter(|at| is_mark(text, *at));
    marks.map(|at| Negation { at, scope: scope(text, at, range) }).collect()
}

/// Returns true for a word that negates, other than `no` as an answer and the second part of a double form.
pub(super) fn is_mark(text: &Text, at: usize) -> bool {
    text.is(at, Class::Negation)
}

fn scope(text: &Text, mark: usize, range: &std::ops::Range<usize>) -> Vec<usize> {
    let content = |at: &usize| {
        let token = &text.tokens[*at];
        token.content && lexicon::unit(&token.form).is_none() && !text.is(*at, Class::Speech)
    };
    let after: Vec<usize> = (mark + 1..range.end).filter(content).take(SCOPE).collect();
    if after.is_empty() { (range.start..mark).rev().filter(content).take(1).collect() } else { after }
}

/// Returns a contradiction if a word is negated in one of finding and quote, and not in the other.
pub(super) fn compare_negations(
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
    aligned: &Alignment,
) -> Option<Problem> {
    let (ours, theirs) = (negations(finding.0, finding.1), negations(quote.0, quote.1));
    let problem = |word: &str, is_ours: bool| {
        let how = if is_ours { "the quotes do not negate" } else { "the quotes negate" };
        Problem::contradiction(format!("{how} “{word}”"))
    };
    if theirs.is_empty() && !has_negative_pole(quote) {
        let is_aside = |negation: &&Negation| begins_clause(finding.0, negation.at);
        let reached = ours.iter().filter(|negation| !is_aside(negation)).flat_map(|negation| &negation.scope);
        if let Some(at) = reached.copied().find(|at| occurs(finding.0, *at, quote)) {
            return Some(problem(&finding.0.tokens[at].form, true));
        }
        if !ours.is_empty() && !has_negated_form(quote) {
            return Some(Problem::gap("the quotes negate nothing".to_owned()));
        }
    }
    if ours.is_empty() && !has_negative_pole(finding) {
        let first = theirs.iter().filter_map(|negation| negation.scope.first()).copied();
        if let Some(at) = first.into_iter().find(|at| occurs(quote.0, *at, finding)) {
            return Some(problem(&quote.0.tokens[at].form, false));
        }
        if theirs.iter().any(|negation| within(negation.at - quote.1.start, aligned)) && !has_negated_form(finding) {
            return Some(Problem::gap("the quotes negate a part of it".to_owned()));
        }
    }
    compare_prefixes(finding, quote)
}

/// Returns true if the text has a word such as `fails` or `denied`, which may express a negation.
fn has_negative_pole((text, range): (&Text, &std::ops::Range<usize>)) -> bool {
    let axes = ["truth", "permit", "approval", "success", "verdict", "start"];
    range.clone().any(|at| poles(text, at).iter().any(|pole| pole.sign == '-' && axes.contains(&pole.axis)))
}

/// Returns true for the first word of a clause after a comma: `…, not counting affiliates`.
fn begins_clause(text: &Text, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| {
        text.tokens[before].clause != text.tokens[at].clause && text.tokens[before].sentence == text.tokens[at].sentence
    })
}

/// Returns true if an index of the quote lies between its aligned tokens.
fn within(at: usize, aligned: &Alignment) -> bool {
    aligned.pairs.first().is_some_and(|(_, first)| *first < at)
        && aligned.pairs.last().is_some_and(|(_, last)| *last > at)
}

/// Returns true if the text has a word with a negative prefix or ending, such as `unlikely` or `careless`.
fn has_negated_form((text, range): (&Text, &std::ops::Range<usize>)) -> bool {
    const PREFIXES: [&str; 7] = ["un", "dis", "miss", "il", "ir", "im", "in"];
    range.clone().any(|at| {
        let form = text.tokens[at].form.as_str();
        text.tokens[at].content
            && form.chars().count() >= 6
            && (PREFIXES.iter().any(|prefix| form.starts_with(prefix))
                || form.ends_with("less")
                || form.ends_with("los"))
    })
}

fn occurs(from: &Text, at: usize, (text, range): (&Text, &std::ops::Range<usize>)) -> bool {
    let token = &from.tokens[at];
    text.tokens[range.clone()].iter().any(|other| same(token, other))
}

fn compare_prefixes(
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
) -> Option<Problem> {
    let ours = || finding.0.tokens[finding.1.clone()].iter().filter(|token| token.content);
    let theirs = || quote.0.tokens[quote.1.clone()].iter().filter(|token| token.content);
    let lone = ours().filter(|token| !theirs().any(|other| other.form == token.form));
    let mut pairs = lone.flat_map(|token| theirs().map(move |other| (token, other)));
    let (one, other) = pairs.find(|(one, other)| {
        is_negated_form(&one.form, &other.form) && !ours().any(|token| token.form == other.form)
    })?;
    Some(Problem::contradiction(format!("the quotes say “{}” and not “{}”", other.form, one.form)))
}

fn poles(text: &Text, at: usize) -> &'static [Pole] {
    lexicon::poles(&text.tokens[at].form, text.tokens[at].language)
}

/// Returns a contradiction if finding and quote give opposite directions to the same thing.
pub(super) fn compare_directions(
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
    aligned: &Alignment,
) -> Option<Problem> {
    for at in finding.1.clone() {
        for pole in poles(finding.0, at) {
            if let Some(problem) = opposite(*pole, at, finding, quote, aligned) {
                return Some(problem);
            }
        }
    }
    None
}

fn opposite(
    pole: Pole,
    at: usize,
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
    aligned: &Alignment,
) -> Option<Problem> {
    if IN_PLACE.contains(&pole.axis) {
        return None;
    }
    let others: Vec<(usize, Pole)> = quote
        .1
        .clone()
        .flat_map(|at| poles(quote.0, at).iter().map(move |pole| (at, *pole)))
        .filter(|(_, other)| other.axis == pole.axis)
        .collect();
    let signs: BTreeSet<char> = others.iter().map(|(at, pole)| turned(quote.0, *at, *pole)).collect();
    let own = turned(finding.0, at, pole);
    let other = others.first()?;
    let is_loose = LOOSE.contains(&pole.axis);
    if others.iter().any(|(other, pole)| quote.0.tokens[*other].form == finding.0.tokens[at].form && pole.sign != '0') {
        return None;
    }
    if is_loose && !others.iter().any(|(other, _)| near(at, *other, finding, quote, aligned)) {
        return None;
    }
    if pole.axis == "time" && !leads_to_same(at, other.0, finding, quote) {
        return None;
    }
    let own = if pole.axis.ends_with('~') && is_reversed(at, other.0, finding, quote) { flip(own) } else { own };
    // A third value only excludes the others where numbers change.
    if signs.contains(&own) || own == '0' && is_loose {
        return None;
    }
    // Both directions in the finding may describe two things.
    let mentions = |sign: char| {
        finding.1.clone().any(|at| {
            poles(finding.0, at).iter().any(|other| other.axis == pole.axis && turned(finding.0, at, *other) == sign)
        })
    };
    if signs.iter().all(|sign| mentions(*sign)) {
        return None;
    }
    if !is_loose && !shares_context(at, other.0, finding, quote) {
        return None;
    }
    let (one, other) = (&finding.0.tokens[at].form, &quote.0.tokens[other.0].form);
    Some(Problem::contradiction(format!("the quotes say “{other}” and not “{one}”")))
}

/// Returns the sign of a direction, reversed if the words before it negate it.
fn turned(text: &Text, at: usize, pole: Pole) -> char {
    let sentence = text.tokens[at].sentence;
    let negated = (1..=3)
        .filter_map(|back| at.checked_sub(back))
        .any(|at| text.tokens[at].sentence == sentence && is_mark(text, at));
    if negated { flip(pole.sign) } else { pole.sign }
}

fn flip(sign: char) -> char {
    match sign {
        '+' => '-',
        '-' => '+',
        other => other,
    }
}

/// Returns true if an aligned pair lies close to both words.
fn near(
    at: usize,
    other: usize,
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
    aligned: &Alignment,
) -> bool {
    let (at, other) = (at - finding.1.start, other - quote.1.start);
    aligned
        .pairs
        .iter()
        .filter(|(i, j)| i.abs_diff(at) <= NEIGHBOURS && j.abs_diff(other) <= NEIGHBOURS)
        .filter(|(i, _)| {
            let token = &finding.0.tokens[finding.1.start + i];
            token.content || token.figure
        })
        .count()
        >= 1
}

/// Returns true if the next word of meaning after one word of time follows the other too: `before the game` and `after
/// the game`.
fn leads_to_same(
    at: usize,
    other: usize,
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
) -> bool {
    let counts = |token: &&super::token::Token| token.content || token.figure;
    let next = finding.0.tokens[at + 1..finding.1.end].iter().find(counts);
    let mut theirs = quote.0.tokens[other + 1..quote.1.end].iter().filter(counts).take(3);
    next.is_some_and(|next| theirs.any(|other| same(next, other)))
}

/// Returns true if a word of meaning next to one direction also occurs in the quote's sentence.
fn shares_context(
    at: usize,
    other: usize,
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
) -> bool {
    let around =
        |at: usize, range: &std::ops::Range<usize>| at.saturating_sub(8).max(range.start)..(at + 9).min(range.end);
    let theirs = &quote.0.tokens[around(other, quote.1)];
    let shared = finding.0.tokens[around(at, finding.1)]
        .iter()
        .filter(|token| (token.content || token.figure) && theirs.iter().any(|other| same(token, other)));
    shared.count() >= 1
}

/// Returns true if the words around a converse (`A beat B`) stand the other way round in the quote (`B lost to A`).
fn is_reversed(
    at: usize,
    other: usize,
    finding: (&Text, &std::ops::Range<usize>),
    quote: (&Text, &std::ops::Range<usize>),
) -> bool {
    let place = |token: &super::token::Token| {
        quote.0.tokens[quote.1.clone()].iter().position(|other| same(token, other)).map(|at| at + quote.1.start)
    };
    let named = |at: usize| Some(&finding.0.tokens[at]).filter(|token| token.content).and_then(|token| place(token));
    let before = (finding.1.start..at).rev().find_map(named);
    let after = (at + 1..finding.1.end).find_map(named);
    before.zip(after).is_some_and(|(before, after)| before > other && after < other)
}
