//! The words around a period: `before`, `by`, `in`, `at the end of` make a deadline of it; `after`, `for`, and a noun
//! that it describes (`the April 2026 meeting`) do not.

use super::clock;
use super::period::Period;
use super::translation::is_amount;
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

/// Endings of participles before a date, in the languages that put them there: French, Spanish, Portuguese, Italian,
/// Russian, Ukrainian.
const PARTICIPLES: [&str; 27] = [
    "é",
    "ée",
    "és",
    "ées",
    "ado",
    "ada",
    "ados",
    "adas",
    "ido",
    "ida",
    "idos",
    "idas",
    "ato",
    "ata",
    "ati",
    "ate",
    "ito",
    "ita",
    "uto",
    "uta",
    "нный",
    "нная",
    "нное",
    "нные",
    "нного",
    "нной",
    "щий",
];
/// Beginnings of words for what is planned: `el plazo previsto para mayo`.
const PLANNED: [&str; 9] =
    ["previst", "programad", "fijad", "planead", "convocad", "anunciad", "agendad", "marcad", "presupuest"];

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
    if is_year && at > 0 && !words[at].is_foreign && matches!(word_at(words, at - 1), "the" | "a" | "an") {
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
        "ere" | "fore" | "toward" => (of_foreign(word, period, is_end || is_start), 1),
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
        let is_of_subject = match words[at].is_foreign {
            true => describes_a_foreign_noun(words, (first, at + period.length), introduction),
            false => introduction == Introduction::In && describes_the_subject(words, first, at + period.length),
        };
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

/// Returns the meaning of an introduction that English has not: `до`, `voor` and `para`.
fn of_foreign(word: &str, period: &Period, is_part: bool) -> Option<Introduction> {
    use chrono::Datelike;
    match word {
        "ere" if is_part || (period.is_day && period.first.day() != 1) => Some(Introduction::By),
        "ere" => Some(Introduction::Before),
        // `de begroting voor 2027`, `el plan para mayo`.
        "fore" if is_part => Some(Introduction::By),
        "fore" if period.is_day => Some(Introduction::Before),
        "toward" if is_part || period.is_day => Some(Introduction::By),
        _ => None,
    }
}

/// The period describes a noun of a text in another language: `la réforme annoncée en mars 2026 survivra`, `die bis
/// Ende 2026 befristete Regel`, `der Vertrag, der im Mai …`.
fn describes_a_foreign_noun(words: &[Word<'_>], (first, end): (usize, usize), introduction: Introduction) -> bool {
    let back = |n: usize| first.checked_sub(n).and_then(|place| words.get(place));
    let same_clause = || words[..first].iter().rev().take_while(|word| !word.ends_clause);
    let goes_on = words.get(end - 1).is_some_and(|last| !last.ends_clause) && end < words.len();
    if back(1).is_some_and(|word| word.lower == "the" && !word.ends_clause) {
        let next = words.get(end..(end + 4).min(words.len())).unwrap_or_default();
        let is_attribute = |two: &[Word<'_>]| {
            let ends = ["te", "ten", "ter", "tes", "ene", "enen", "ener", "enes", "nde", "nden", "nder", "ndes"];
            ends.iter().any(|ending| two[0].lower.ends_with(ending)) && two[1].text.starts_with(char::is_uppercase)
        };
        return goes_on && next.windows(2).any(is_attribute);
    }
    let is_planned = back(1).is_some_and(|word| PLANNED.iter().any(|beginning| word.lower.starts_with(beginning)));
    if introduction != Introduction::In {
        return is_planned && back(0).is_some_and(|word| word.lower == "toward");
    }
    let is_passive = back(2).is_some_and(|word| word.lower.contains('-') || word.lower == "be");
    let is_participle = back(1).is_some_and(|word| PARTICIPLES.iter().any(|ending| word.text.ends_with(ending)));
    let follows = same_clause().take(4).any(|word| word.lower == "after");
    (is_participle && !is_passive && goes_on) || same_clause().any(|word| word.lower == "who") || follows
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
    if end.checked_sub(1).and_then(|last| words.get(last)).is_some_and(|last| last.is_foreign) {
        return words.get(end).is_some_and(|next| is_amount(&next.lower));
    }
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
