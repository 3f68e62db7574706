//! Fuzzy proposals for words without an exact match.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::directory::{Like, View};
use super::super::distance::distance;
use super::super::fold::{folded, looks};
use super::super::key::{cut, near, texts_of};
use super::{Because, Candidate, Danger, Match, Resolution, slip};

/// Trigram similarity from which a name is proposed; below it, most matches merely share a word.
pub(super) const MIN_SIMILARITY: f64 = 0.6;
/// Maximum number of proposals.
const MAX_PROPOSALS: usize = 5;
/// Upper limit for the confidence of an inexact match.
const MAX_CONFIDENCE: f64 = 0.9;
/// Minimum length in characters for a clear match: shorter words have too many neighbours, and the intended one may be
/// unknown.
const MIN_CLEAR_CHARS: usize = 7;
/// Maximum number of typing errors that still count as the same name.
const MAX_TYPING_ERRORS: usize = 3;

struct Proposal<'a> {
    like: Like<'a>,
    /// Typing errors between the words and the text, at most [`MAX_TYPING_ERRORS`] + 1.
    errors: usize,
}

impl<'a> Proposal<'a> {
    fn new(asked: &[char], like: Like<'a>) -> Self {
        Self { errors: distance(asked, like.text, MAX_TYPING_ERRORS).unwrap_or(MAX_TYPING_ERRORS + 1), like }
    }
}

fn best_first(one: &Proposal<'_>, other: &Proposal<'_>) -> Ordering {
    let by_id = || one.like.known.entity.id.cmp(&other.like.known.entity.id);
    one.errors.cmp(&other.errors).then(other.like.score.total_cmp(&one.like.score)).then_with(by_id)
}

/// Returns entities whose symbol or name is similar to the words. The result contains every entity that is one typing
/// error away, because their keys are looked up; more distant ones are found by trigrams as far as possible.
pub(super) fn propose(directory: View<'_>, words: &str) -> Resolution {
    let asked: Vec<char> = folded(words).chars().collect();
    let mut found: Vec<Proposal<'_>> =
        directory.similar(words).into_iter().map(|like| Proposal::new(&asked, like)).collect();
    for known in near(words).iter().flat_map(|key| directory.with_key(key)) {
        found.extend(one_error_away(directory, known, &asked));
    }
    found.retain(|proposal| proposal.errors <= max_typing_errors(asked.len()) || proposal.like.score >= MIN_SIMILARITY);
    found.sort_by(best_first);
    let clear = is_clear((words, &asked), &found);
    let mut candidates: Vec<Candidate> = Vec::new();
    for proposal in &found {
        if candidates.len() < MAX_PROPOSALS && !candidates.iter().any(|known| is_same_entity(&known.known, proposal)) {
            candidates.push(candidate(&asked, proposal));
        }
    }
    let outcome = if candidates.is_empty() { Match::Unknown } else { Match::Proposed };
    let confused = candidates.iter().any(|candidate| looks_like(candidate, words));
    let resolution = Resolution { candidates, clear, ..Resolution::new(outcome) };
    if confused {
        Resolution { clear: false, ..resolution }.warned(Danger::Confusable, "it looks like a known one".to_owned())
    } else {
        resolution
    }
}

/// Returns the texts of an entity that are one error away from the words.
fn one_error_away<'a>(directory: View<'a>, known: &'a Arc<super::Known>, asked: &[char]) -> Vec<Proposal<'a>> {
    let texts = directory.texts_of(known);
    let close = texts.filter(|text| distance(asked, text, 1).is_some());
    close.map(|text| Proposal { errors: 1, like: Like { known, text, score: 0.0 } }).collect()
}

fn is_same_entity(known: &Arc<super::Known>, proposal: &Proposal<'_>) -> bool {
    known.entity.id == proposal.like.known.entity.id
}

fn candidate(asked: &[char], proposal: &Proposal<'_>) -> Candidate {
    let longer = asked.len().max(proposal.like.text.len()).max(1);
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let alike = if proposal.errors <= MAX_TYPING_ERRORS {
        1.0 - small(proposal.errors) / small(longer)
    } else {
        proposal.like.score
    };
    let confidence = MAX_CONFIDENCE * alike.clamp(0.0, 0.99);
    Candidate { known: Arc::clone(proposal.like.known), because: Because::Similar, confidence }
}

fn looks_like(candidate: &Candidate, words: &str) -> bool {
    let looks_of_words = looks(words);
    texts_of(&candidate.known).any(|text| !looks(text).is_disjoint(&looks_of_words))
}

/// Returns the number of typing errors up to which a text of that length is recognised.
fn max_typing_errors(length: usize) -> usize {
    match length {
        0..=4 => 0,
        5..=9 => 1,
        10..=15 => 2,
        _ => MAX_TYPING_ERRORS,
    }
}

/// Returns `true` if exactly one known entity is one error away and the difference is a typical typing error. Two
/// errors are never clear, because not every equally distant entity would be found.
fn is_clear((words, asked): (&str, &[char]), found: &[Proposal<'_>]) -> bool {
    let mut near = found.iter().filter(|proposal| proposal.errors <= 1);
    let Some(first) = near.next().filter(|_| asked.len() >= MIN_CLEAR_CHARS) else { return false };
    // A text that folds to the same key without matching exactly was made to be confused with the original.
    first.errors == 1
        && near.all(|other| is_same_entity(first.like.known, other))
        && slip::is_slip(asked, first.like.text)
        && texts(first).all(|text| slip::is_inside_a_word(words, text))
}

/// Returns the proposal's text as written; several texts if they fold to the same key.
fn texts<'a>(proposal: &Proposal<'a>) -> impl Iterator<Item = &'a str> {
    let is_so = |text: &&str| cut(folded(text)).chars().eq(proposal.like.text.iter().copied());
    texts_of(proposal.like.known).filter(is_so)
}
