//! Compares directions: rise and fall, before and after, beat and lost to.

use std::collections::BTreeSet;

use super::Problem;
use super::align::same;
use super::lexicon::{self, Class, Pole};
use super::names::is_proper;
use super::negation::is_mark;
use super::pair::{Pair, Sentence, poles};
use super::token::{Text, Token};
use super::voice::is_passive;

/// Maximum distance of aligned words that show that two directions concern the same thing.
const NEIGHBOURS: usize = 4;
/// Words around a direction in which finding and quote must share one.
const CONTEXT: usize = 8;
/// Words before a direction that may negate it.
const NEGATED_WITHIN: usize = 3;
/// Words after a word of time among which its complement occurs.
const COMPLEMENT: usize = 3;
/// Axes of words with several meanings. Their opposites count only near to aligned words.
pub(super) const LOOSE: [&str; 28] = [
    "time", "edge", "size", "side", "place", "length", "old", "many", "often", "add", "open", "start", "heat", "trust",
    "full", "level", "motion", "early", "keeping", "benefit", "hope", "liking", "ally", "presence", "wealth", "first",
    "claim", "ruling",
];
/// Words between the two sides of a comparison.
const THAN: [&str; 3] = ["than", "als", "que"];
/// Axes of function words, which count only where one replaces the other.
const IN_PLACE: [&str; 2] = ["level", "motion"];

/// Returns a contradiction if finding and quote give opposite directions to the same thing.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    let directions =
        pair.finding.range.clone().flat_map(|at| pair.finding.poles(at).iter().map(move |pole| (at, *pole)));
    // A direction that another quote has in the same place is settled, unless the order of the words decides.
    let is_settled = |at: usize, pole: Pole| {
        pair.matched.contains(&at) && !pole.axis.ends_with('~') && than(pair.finding.text, at).is_none()
    };
    let mut directions = directions.filter(|(at, pole)| !IN_PLACE.contains(&pole.axis) && !is_settled(*at, *pole));
    directions.find_map(|(at, pole)| opposite(pole, at, pair))
}

/// Compares the direction at an index of the finding with those of the quote on the same axis.
fn opposite(pole: Pole, at: usize, pair: Pair<'_>) -> Option<Problem> {
    let others = pair.quote.on_axis(pole.axis);
    let (other, _) = *others.first()?;
    let (word, other_word) = (&pair.finding.token(at).form, &pair.quote.token(other).form);
    let is_loose = LOOSE.contains(&pole.axis);
    let repeats = others.iter().any(|(at, other)| pair.quote.token(*at).form == *word && other.sign != '0');
    let is_near = !is_loose || others.iter().any(|(other, _)| near(at, *other, pair));
    let is_complete = pole.axis != "time" || leads_to_same(at, other, pair);
    let pivots = pivots(at, other, pole, pair);
    if repeats && pivots.is_none() || !is_near || !is_complete {
        return None;
    }
    let own = turned(pair.finding, at, pole);
    // `B is bought by A` has the order of `B sold to A`, and says the same as `A bought B`.
    let is_turned = pole.axis.ends_with('~') && is_passive(pair.finding, at) != is_passive(pair.quote, other);
    let is_reversed = !is_turned && pivots.is_some_and(|(at, other)| is_reversed(at, other, pair));
    let own = if is_reversed { flip(own) } else { own };
    let signs: BTreeSet<char> = others.iter().map(|(at, pole)| turned(pair.quote, *at, *pole)).collect();
    // The third value of an axis says nothing where only words differ.
    if signs.contains(&own) || own == '0' && is_loose || !is_reversed && has_all(&signs, pole, pair.finding) {
        return None;
    }
    let is_same_thing = is_loose || shares_context(at, other, pair);
    is_same_thing.then(|| Problem::contradiction(format!("the quotes say “{other_word}” and not “{word}”")))
}

/// Returns true if the finding has all directions of the quote too: it may describe two things.
fn has_all(signs: &BTreeSet<char>, pole: Pole, finding: Sentence<'_>) -> bool {
    let ours: BTreeSet<char> =
        finding.on_axis(pole.axis).into_iter().map(|(at, pole)| turned(finding, at, pole)).collect();
    signs.is_subset(&ours)
}

/// Returns the sign of a direction, reversed if a word before it negates it.
fn turned(sentence: Sentence<'_>, at: usize, pole: Pole) -> char {
    let before = at.saturating_sub(NEGATED_WITHIN).max(sentence.range.start)..at;
    // `did not rule out a rise`
    let is_undone = |mark: usize| {
        (mark + 1..at).any(|at| sentence.is(at, Class::Avoidance) || sentence.poles(at).iter().any(|it| it.sign == '-'))
    };
    let is_negated = before.into_iter().any(|at| is_mark(sentence.text, at) && !is_undone(at));
    if is_negated { flip(pole.sign) } else { pole.sign }
}

fn flip(sign: char) -> char {
    match sign {
        '+' => '-',
        '-' => '+',
        other => other,
    }
}

/// Returns true if an aligned pair of words of meaning lies close to both words.
fn near(at: usize, other: usize, pair: Pair<'_>) -> bool {
    let (at, other) = (at - pair.finding.range.start, other - pair.quote.range.start);
    let tokens = pair.finding.tokens();
    let is_close = |(i, j): &&(usize, usize)| i.abs_diff(at) <= NEIGHBOURS && j.abs_diff(other) <= NEIGHBOURS;
    pair.aligned.pairs.iter().filter(is_close).any(|(i, _)| tokens[*i].content || tokens[*i].figure)
}

/// Returns true if the word of meaning after one word of time follows the other too: `before the game` and `after the
/// game`.
fn leads_to_same(at: usize, other: usize, pair: Pair<'_>) -> bool {
    let next = pair.finding.telling(at + 1..pair.finding.range.end).next();
    let mut theirs = pair.quote.telling(other + 1..pair.quote.range.end).take(COMPLEMENT);
    next.is_some_and(|next| theirs.any(|other| same(next, other)))
}

/// Returns true if a word of meaning occurs around both words.
fn shares_context(at: usize, other: usize, pair: Pair<'_>) -> bool {
    let around = |at: usize, sentence: Sentence<'_>| {
        at.saturating_sub(CONTEXT).max(sentence.range.start)..(at + CONTEXT + 1).min(sentence.range.end)
    };
    let theirs: Vec<&Token> = pair.quote.telling(around(other, pair.quote)).collect();
    pair.finding.telling(around(at, pair.finding)).any(|token| theirs.iter().any(|other| same(token, other)))
}

/// Returns the places around which things stand in an order that decides: the words of a converse (`A beat B`), or the
/// `than` of two comparisons.
fn pivots(at: usize, other: usize, pole: Pole, pair: Pair<'_>) -> Option<(usize, usize)> {
    if pole.axis.ends_with('~') {
        return Some((at, other));
    }
    than(pair.finding.text, at).zip(than(pair.quote.text, other))
}

/// Returns the place of `than` for the word that compares two things: `faster` in `A grew faster than B`.
pub(super) fn than(text: &Text, at: usize) -> Option<usize> {
    let sentence = text.tokens[at].sentence;
    let rest = (at + 1..text.tokens.len()).take_while(|at| text.tokens[*at].sentence == sentence);
    let than = rest.into_iter().find(|at| THAN.contains(&text.tokens[*at].form.as_str()))?;
    let names_direction = |at: usize| poles(&text.tokens[at]).iter().any(|pole| !IN_PLACE.contains(&pole.axis));
    (names_direction(at) && !(at + 1..than).any(names_direction)).then_some(than)
}

/// Returns true if the names around a converse (`A beat B`), or its words if there are none, have the reverse order in
/// the quote (`B lost to A`).
fn is_reversed(at: usize, other: usize, pair: Pair<'_>) -> bool {
    let place = |token: &Token| pair.quote.range.clone().find(|at| same(token, pair.quote.token(*at)));
    let names = |part: std::ops::Range<usize>| {
        let names = part.filter(|at| is_proper(pair.finding.text, *at));
        names.filter_map(|at| place(pair.finding.token(at))).collect::<Vec<_>>()
    };
    let (before, after) = (names(pair.finding.range.start..at), names(at + 1..pair.finding.range.end));
    if !before.is_empty() && !after.is_empty() {
        return before.iter().any(|place| *place > other) && after.iter().any(|place| *place < other);
    }
    let is_word = |token: &&Token| token.content && lexicon::unit(&token.form).is_none();
    let content = |part: std::ops::Range<usize>| pair.finding.telling(part).filter(is_word);
    let mut before = content(pair.finding.range.start..at).filter_map(place);
    let after = content(at + 1..pair.finding.range.end).find_map(place);
    after.is_some_and(|after| after < other && before.any(|before| before > other))
}
