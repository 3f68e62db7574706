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
    fn new(letters: &[char], like: Like<'a>) -> Self {
        Self { errors: distance(letters, like.text, MAX_TYPING_ERRORS).unwrap_or(MAX_TYPING_ERRORS + 1), like }
    }
}

fn best_first(one: &Proposal<'_>, other: &Proposal<'_>) -> Ordering {
    let by_id = || one.like.record.entity.id.cmp(&other.like.record.entity.id);
    one.errors.cmp(&other.errors).then(other.like.score.total_cmp(&one.like.score)).then_with(by_id)
}

/// Returns entities whose symbol or name is similar to the words. The result contains every entity that is one typing
/// error away, because their keys are looked up; more distant ones are found by trigrams as far as possible.
pub(super) fn propose(directory: View<'_>, words: &str) -> Resolution {
    let letters: Vec<char> = folded(words).chars().collect();
    let mut proposals: Vec<Proposal<'_>> =
        directory.similar(words).into_iter().map(|like| Proposal::new(&letters, like)).collect();
    for record in near(words).iter().flat_map(|key| directory.with_key(key)) {
        proposals.extend(one_error_away(directory, record, &letters));
    }
    proposals.retain(|proposal| {
        proposal.errors <= max_typing_errors(letters.len()) || proposal.like.score >= MIN_SIMILARITY
    });
    proposals.sort_by(best_first);
    let clear = is_clear((words, &letters), &proposals);
    let mut candidates: Vec<Candidate> = Vec::new();
    for proposal in &proposals {
        if candidates.len() < MAX_PROPOSALS && !candidates.iter().any(|other| is_same_entity(&other.record, proposal)) {
            candidates.push(candidate(&letters, proposal));
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
fn one_error_away<'a>(
    directory: View<'a>,
    record: &'a Arc<super::EntityRecord>,
    letters: &[char],
) -> Vec<Proposal<'a>> {
    let texts = directory.texts_of(record);
    let close = texts.filter(|text| distance(letters, text, 1).is_some());
    close.map(|text| Proposal { errors: 1, like: Like { record, text, score: 0.0 } }).collect()
}

fn is_same_entity(record: &Arc<super::EntityRecord>, proposal: &Proposal<'_>) -> bool {
    record.entity.id == proposal.like.record.entity.id
}

fn candidate(letters: &[char], proposal: &Proposal<'_>) -> Candidate {
    let longer = letters.len().max(proposal.like.text.len()).max(1);
    let small = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let alike = if proposal.errors <= MAX_TYPING_ERRORS {
        1.0 - small(proposal.errors) / small(longer)
    } else {
        proposal.like.score
    };
    let confidence = MAX_CONFIDENCE * alike.clamp(0.0, 0.99);
    Candidate { record: Arc::clone(proposal.like.record), because: Because::Similar, confidence }
}

fn looks_like(candidate: &Candidate, words: &str) -> bool {
    let looks_of_words = looks(words);
    texts_of(&candidate.record).any(|text| !looks(text).is_disjoint(&looks_of_words))
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
fn is_clear((words, letters): (&str, &[char]), proposals: &[Proposal<'_>]) -> bool {
    let mut near = proposals.iter().filter(|proposal| proposal.errors <= 1);
    let Some(first) = near.next().filter(|_| letters.len() >= MIN_CLEAR_CHARS) else { return false };
    // A text that folds to the same key without matching exactly was made to be confused with the original.
    first.errors == 1
        && near.all(|other| is_same_entity(first.like.record, other))
        && slip::is_slip(letters, first.like.text)
        && texts(first).all(|text| slip::is_inside_a_word(words, text))
}

/// Returns the proposal's text as written; several texts if they fold to the same key.
fn texts<'a>(proposal: &Proposal<'a>) -> impl Iterator<Item = &'a str> {
    let is_so = |text: &&str| cut(folded(text)).chars().eq(proposal.like.text.iter().copied());
    texts_of(proposal.like.record).filter(is_so)
}
