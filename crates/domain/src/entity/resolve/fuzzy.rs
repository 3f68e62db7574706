//! What words may have been meant to be.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::directory::{Directory, Like};
use super::super::distance::distance;
use super::super::fold::{folded, looks};
use super::super::key::{cut, names, near, symbols};
use super::{Because, Candidate, Danger, Outcome, Resolution, slip};

/// A name this similar may be meant; below it, names that merely share a word begin.
pub(super) const ALIKE: f64 = 0.6;
/// Proposals at most.
const PROPOSALS: usize = 5;
/// Of what is not exact, confidence stays below this.
const CEILING: f64 = 0.9;
/// Shorter words have too many neighbours, and the one that was meant may not be known yet.
const CLEAR_FROM: usize = 7;
/// More typing errors than these are another name.
const MOST_ERRORS: usize = 3;

struct Proposal<'a> {
    like: Like<'a>,
    /// Typing errors between the words and its text; [`MOST_ERRORS`] and one more stand for all that is beyond.
    errors: usize,
}

impl<'a> Proposal<'a> {
    fn of(asked: &[char], like: Like<'a>) -> Self {
        Self { errors: distance(asked, like.text, MOST_ERRORS).unwrap_or(MOST_ERRORS + 1), like }
    }
}

fn best_first(one: &Proposal<'_>, other: &Proposal<'_>) -> Ordering {
    let by_id = || one.like.known.entity.id.cmp(&other.like.known.entity.id);
    one.errors.cmp(&other.errors).then(other.like.score.total_cmp(&one.like.score)).then_with(by_id)
}

/// Entities whose symbol or name is like the words. All that are one typing error away are among them: their keys are looked up;
/// what is further away, trigrams find as well as they can.
pub(super) fn propose(directory: &Directory, words: &str) -> Resolution {
    let asked: Vec<char> = folded(words).chars().collect();
    let mut found: Vec<Proposal<'_>> =
        directory.similar(words).into_iter().map(|like| Proposal::of(&asked, like)).collect();
    for known in near(words).iter().flat_map(|key| directory.with_key(key)) {
        found.extend(one_error_away(directory, known, &asked));
    }
    found.retain(|proposal| proposal.errors <= most_errors(asked.len()) || proposal.like.score >= ALIKE);
    found.sort_by(best_first);
    let clear = is_clear((words, &asked), &found);
    let mut candidates: Vec<Candidate> = Vec::new();
    for proposal in &found {
        if candidates.len() < PROPOSALS && !candidates.iter().any(|known| same(&known.known, proposal)) {
            candidates.push(candidate(&asked, proposal));
        }
    }
    let outcome = if candidates.is_empty() { Outcome::Unknown } else { Outcome::Proposed };
    let confused = candidates.iter().any(|candidate| looks_like(candidate, words));
    let resolution = Resolution { candidates, clear, ..Resolution::of(outcome) };
    if confused {
        Resolution { clear: false, ..resolution }.warned(Danger::Confusable, "it looks like a known one".to_owned())
    } else {
        resolution
    }
}

/// The texts of an entity that are one error from the words.
fn one_error_away<'a>(directory: &'a Directory, known: &'a Arc<super::Known>, asked: &[char]) -> Vec<Proposal<'a>> {
    let texts = directory.texts_of(known);
    let close = texts.filter(|text| distance(asked, text, 1).is_some());
    close.map(|text| Proposal { errors: 1, like: Like { known, text, score: 0.0 } }).collect()
}

fn same(known: &Arc<super::Known>, proposal: &Proposal<'_>) -> bool {
    known.entity.id == proposal.like.known.entity.id
}

fn candidate(asked: &[char], proposal: &Proposal<'_>) -> Candidate {
    let longer = asked.len().max(proposal.like.text.len()).max(1);
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let alike =
        if proposal.errors <= MOST_ERRORS { 1.0 - small(proposal.errors) / small(longer) } else { proposal.like.score };
    let confidence = CEILING * alike.clamp(0.0, 0.99);
    Candidate { known: Arc::clone(proposal.like.known), because: Because::Similar, confidence }
}

fn looks_like(candidate: &Candidate, words: &str) -> bool {
    let looks_of_words = looks(words);
    let entity = &candidate.known.entity;
    symbols(entity).chain(names(entity)).any(|text| !looks(text).is_disjoint(&looks_of_words))
}

/// How many typing errors a text of that many characters may have and still be recognised.
fn most_errors(length: usize) -> usize {
    match length {
        0..=4 => 0,
        5..=9 => 1,
        10..=15 => 2,
        _ => MOST_ERRORS,
    }
}

/// Exactly one known entity is one error away, and the difference is one that fingers make. Of two errors nothing is said: not
/// everything that is as near would be found.
fn is_clear((words, asked): (&str, &[char]), found: &[Proposal<'_>]) -> bool {
    let mut near = found.iter().filter(|proposal| proposal.errors <= 1);
    let Some(first) = near.next().filter(|_| asked.len() >= CLEAR_FROM) else { return false };
    // What folds to the very same and is no exact match was drawn to be taken for it.
    first.errors == 1
        && near.all(|other| same(first.like.known, other))
        && slip::is_slip(asked, first.like.text)
        && texts(first).all(|text| slip::is_inside_a_word(words, text))
}

/// The proposal's text as it is written; several where they fold to the same.
fn texts<'a>(proposal: &Proposal<'a>) -> impl Iterator<Item = &'a str> {
    let entity = &proposal.like.known.entity;
    let is_so = |text: &&str| cut(folded(text)).chars().eq(proposal.like.text.iter().copied());
    symbols(entity).chain(names(entity)).filter(is_so)
}
