//! The words around a period: `before`, `by`, `in`, `at the end of` make a deadline of it; `after`, `for`, and a noun
//! that it describes (`the April 2026 meeting`) do not.

use super::clock;
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
const FILLERS: [&str; 21] = [
    "the",
    "of",
    "end",
    "close",
    "start",
    "beginning",
    "any",
    "day",
    "month",
    "week",
    "year",
    "time",
    "point",
    "date",
    "sometime",
    "or",
    "midnight",
    "noon",
    "quarter",
    "late",
    "this",
];

/// Verbs among the followers: what precedes them is the subject.
const VERBS: [&str; 8] = ["will", "would", "is", "are", "be", "have", "has", "does"];

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
    let has = |names: &[&str]| fillers.iter().any(|word| names.contains(word));
    let (is_end, is_start) = (has(&["end", "close", "late"]), has(&["start", "beginning"]));
    let joined = before.filter(|(end, _)| *end == start && has(&["or"]));
    if let Some((end, introduction)) = joined {
        return Some((end, introduction));
    }
    let back = |n: usize| start.checked_sub(n).map_or("", |place| word_at(words, place));
    // `up to and including`.
    let skip = if (back(2), back(1)) == ("and", "including") { 2 } else { 0 };
    let (word, two, three) = (back(1 + skip), back(2 + skip), back(3 + skip));
    let broken = start.checked_sub(1).is_some_and(|place| words[place].ends_clause);
    let (introduction, used) = match word {
        _ if broken => (None, 0),
        "by" | "before" | "until" | "till" if is_start => (Some(Introduction::Before), 1),
        _ if is_start => return None,
        "before" if (three, two) == ("on", "or") => (Some(Introduction::By), 3),
        "before" if is_end => (Some(Introduction::By), 1),
        "before" => (Some(Introduction::Before), 1),
        // `by 2030` and `until May` end where the period begins.
        "by" | "until" | "till" if is_year && !is_end => (Some(Introduction::Before), 1),
        "until" | "till" if !period.is_day && !is_end => (Some(Introduction::Before), 1),
        "to" if two == "prior" => (Some(Introduction::Before), 2),
        "to" if two == "up" => (Some(Introduction::By), 2),
        "than" if two == "later" => (Some(Introduction::By), 2),
        "by" | "until" | "till" | "through" | "within" => (Some(Introduction::By), 1),
        "in" | "during" | "throughout" | "over" | "on" => (Some(Introduction::In), 1),
        "as" if fillers.first() == Some(&"of") => (Some(Introduction::In), 1),
        "at" | "to" if is_end => (Some(Introduction::In), 1),
        "and" if begins_range(words, start, "between") => (Some(Introduction::By), 1),
        "to" if begins_range(words, start, "from") => (Some(Introduction::By), 1),
        "after" | "since" | "from" | "for" | "between" | "than" | "vs" | "starting" | "beginning" => return None,
        _ => (None, 0),
    };
    if let Some(introduction) = introduction {
        let first = start - skip - used;
        let is_of_subject = introduction == Introduction::In && describes_the_subject(words, first, at + period.length);
        return (!is_of_subject).then_some((first, introduction));
    }
    // `by 8 pm EST January 5`.
    if let Some(introduced) = clock::directly_before(words, start).and_then(|place| of_hour(words, place)) {
        return Some(introduced);
    }
    let own = match words[at].lower.as_str() {
        "within" => Introduction::By,
        _ => Introduction::In,
    };
    // `close 2026 above 100`.
    let ends_in = is_end && (period.is_day || !fillers.contains(&"of"));
    let needs_none = period.is_relative || strictness == Strictness::Quoted || ends_in;
    needs_none.then_some((start, own))
}

/// The verb of the question follows a clause that dates its subject: `the law that takes effect on 1 January be
/// repealed`, `the pact signed on 1 January hold`.
fn describes_the_subject(words: &[Word<'_>], introduction: usize, end: usize) -> bool {
    let is_verb = |next: &&Word<'_>| VERBS.contains(&next.lower.as_str());
    let goes_on = describes_a_noun(words, end)
        || words.get(end).filter(is_verb).is_some_and(|_| words.get(end - 1).is_some_and(|last| !last.ends_clause));
    let back = |n: usize| introduction.checked_sub(n).map_or("", |place| word_at(words, place));
    let is_passive = matches!(back(2), "be" | "been" | "is" | "are" | "was" | "were" | "get") && back(3) != "to";
    let is_participle = back(1).ends_with("ed") && !is_passive;
    let has_pronoun = words[..introduction]
        .iter()
        .rev()
        .take_while(|word| !word.ends_clause)
        .any(|word| matches!(word.lower.as_str(), "that" | "which" | "who"));
    goes_on && (is_participle || has_pronoun)
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
