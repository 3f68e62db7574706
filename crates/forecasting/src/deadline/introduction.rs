//! The words around a period: `before`, `by`, `in`, `at the end of` make a deadline of it; `after`, `for`, and a noun
//! that it describes (`the April 2026 meeting`) do not.

use super::period::Period;
use super::words::{Word, at as word_at};

/// What a period is to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Introduction {
    /// It must happen before the period begins.
    Before,
    /// It must happen until the period ends.
    By,
    /// It must happen in, or hold at the end of, the period.
    In,
}

impl Introduction {
    /// Returns `true` for a limit: what happens by an earlier one also happens by a later one.
    pub(super) fn is_limit(self) -> bool {
        matches!(self, Self::Before | Self::By)
    }
}

/// How much a period needs to be a deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A word that introduces it.
    Introduced,
    /// A model quotes it as the deadline.
    Quoted,
}

/// Words between the introduction and the period.
const FILLERS: [&str; 17] = [
    "the", "of", "end", "close", "any", "day", "month", "week", "time", "point", "date", "sometime", "or", "midnight",
    "noon", "quarter", "late",
];

/// Words that may follow a month, quarter or year that no noun follows.
const FOLLOWERS: [&str; 44] = [
    "in",
    "on",
    "at",
    "by",
    "before",
    "with",
    "for",
    "to",
    "as",
    "than",
    "and",
    "or",
    "if",
    "when",
    "will",
    "would",
    "is",
    "are",
    "be",
    "have",
    "has",
    "according",
    "per",
    "because",
    "after",
    "while",
    "due",
    "using",
    "from",
    "under",
    "over",
    "above",
    "below",
    "that",
    "which",
    "who",
    "despite",
    "without",
    "via",
    "iff",
    "but",
    "of",
    "does",
    "unless",
];

/// A period in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed<'a> {
    /// Its first word.
    pub(super) at: usize,
    pub(super) period: &'a Period,
    /// End and meaning of the deadline that precedes it.
    pub(super) before: Option<(usize, Introduction)>,
}

/// Returns the first word of the introduction and its meaning; `None` if the period is no deadline.
pub(super) fn of(words: &[Word<'_>], placed: Placed<'_>, strictness: Strictness) -> Option<(usize, Introduction)> {
    let Placed { at, period, before } = placed;
    if !period.is_day && describes_a_noun(words, at + period.length) {
        return None;
    }
    // A year after an article describes a noun: `in the 2026 season`; so does one in the middle of a name.
    let is_year =
        period.length == 1 && !period.is_day && words[at].lower.len() == 4 && words[at].lower.parse::<i32>().is_ok();
    if is_year && at > 0 && matches!(word_at(words, at - 1), "the" | "a" | "an") {
        return None;
    }
    let mut start = at;
    while start > 0 && FILLERS.contains(&word_at(words, start - 1)) && !words[start - 1].ends_clause {
        start -= 1;
    }
    let fillers: Vec<&str> = (start..at).map(|place| word_at(words, place)).collect();
    let is_end = fillers.iter().any(|word| matches!(*word, "end" | "close" | "late"));
    let joined = before.filter(|(end, _)| *end == start && fillers.contains(&"or"));
    if let Some((end, introduction)) = joined {
        return Some((end, introduction));
    }
    let place = start.checked_sub(1);
    let (word, two) =
        (place.map_or("", |place| word_at(words, place)), start.checked_sub(2).map_or("", |at| word_at(words, at)));
    let broken = place.is_some_and(|place| words[place].ends_clause);
    let introduced = match word {
        _ if broken => None,
        "before" if is_end => Some(Introduction::By),
        "before" => Some(Introduction::Before),
        // `by 2030` is before the year begins.
        "by" | "until" | "till" if is_year && !is_end => Some(Introduction::Before),
        "to" if two == "prior" => Some(Introduction::Before),
        "by" | "until" | "till" | "through" | "within" => Some(Introduction::By),
        "than" if two == "later" => Some(Introduction::By),
        "in" | "during" | "throughout" | "over" | "on" => Some(Introduction::In),
        "at" if is_end => Some(Introduction::In),
        "and" if begins_range(words, start, "between") => Some(Introduction::By),
        "to" if begins_range(words, start, "from") => Some(Introduction::By),
        "after" | "since" | "from" | "for" | "between" | "than" | "vs" | "starting" | "beginning" => return None,
        _ => None,
    };
    if let (Some(introduction), Some(place)) = (introduced, place) {
        let is_two_words = matches!((word, two), ("to", "prior") | ("than", "later"));
        return Some((if is_two_words { place - 1 } else { place }, introduction));
    }
    let own = match words[at].lower.as_str() {
        "within" => Introduction::By,
        _ => Introduction::In,
    };
    let needs_none = period.is_relative || strictness == Strictness::Quoted || (is_end && period.is_day);
    needs_none.then_some((start, own))
}

/// Returns the word that introduces an hour, with its meaning, if it is one that makes a limit.
pub(super) fn of_hour(words: &[Word<'_>], at: usize) -> Option<(usize, Introduction)> {
    let place = at.checked_sub(1)?;
    match word_at(words, place) {
        "by" | "until" | "till" => Some((place, Introduction::By)),
        "before" => Some((place, Introduction::Before)),
        _ => None,
    }
}

/// A noun follows: the period only describes it.
fn describes_a_noun(words: &[Word<'_>], end: usize) -> bool {
    let ends_clause = end == 0 || words.get(end - 1).is_none_or(|word| word.ends_clause);
    !ends_clause && words.get(end).is_some_and(|next| !FOLLOWERS.contains(&next.lower.as_str()) && !is_figure(next))
}

/// Hours and brackets follow a date without describing it.
fn is_figure(word: &Word<'_>) -> bool {
    word.text.starts_with(|c: char| c.is_ascii_digit()) && word.text.contains(':')
}

/// `between March 1 and April 1`, `from March 1 to April 1`.
fn begins_range(words: &[Word<'_>], end: usize, first: &str) -> bool {
    (end.saturating_sub(8)..end).any(|place| word_at(words, place) == first)
}
