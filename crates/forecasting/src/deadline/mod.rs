//! The deadline that the words of a question name: `before April 2026`, `by 5 pm ET on March 31`, `within 60 days`. A
//! date that is no deadline (`the 2026 elections`, `after the April meeting`) names none, and one that has passed
//! neither. Questions in other languages are read by the same rules: the words of their dates are those of English.
//!
//! | module | responsibility |
//! |---|---|
//! | [`words`] | the words of a text with their places |
//! | [`translation`] | the words of dates in English, whatever the language |
//! | [`language`] | the language of a text and its words of dates, from `languages.txt` |
//! | [`turkish`], [`east_asian`] | languages that put what introduces a period behind it |
//! | [`parts`] | the parts of a period in these |
//! | [`period`] | the day, month, quarter or year that begins at a word |
//! | [`relative`] | periods that count from the time of asking |
//! | [`introduction`] | what the words around a period make of it |
//! | [`clock`] | the hour and the zone |
//! | [`foreign`] | whether a stated day follows from a quote in another language |
//! | [`names`] | names of months and units in other languages |

mod clock;
mod east_asian;
mod east_asian_words;
mod foreign;
mod introduction;
mod language;
mod names;
mod parts;
mod period;
mod relative;
mod translation;
mod turkish;
mod words;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::{AnswerKind, NamedDeadline, Time, question_form};

use introduction::{Introduction, Placed, Strictness};
use period::Period;
use words::Word;

/// Maximum length of a quote, in characters.
const MAX_QUOTE: usize = 200;
/// Largest difference of a stated deadline from the words that still agrees: zones and the two ends of a day.
const TOLERANCE: Duration = Duration::hours(36);
/// Days after which a day without a year is taken as that of the next year. Shortly after the day it is unclear which
/// year is meant.
const RECENT_DAYS: i64 = 35;

/// A deadline with the words that name it.
#[derive(Debug, Clone, PartialEq)]
struct Candidate {
    at: Time,
    /// First word of the introduction and the word after the period.
    words: (usize, usize),
    /// First word of the period itself.
    core: usize,
    introduction: Introduction,
    has_year: bool,
    /// A word that is read here makes a deadline of the period.
    is_introduced: bool,
    /// An hour is named, with a zone that is known here or with none.
    has_hour: bool,
}

/// Returns the deadline that a text names after the time of asking. Of several, those that are introduced as one (`by`,
/// `before`, `within`) come first, then those with a year, then the latest. The condition of a question (`If …,`) names
/// no deadline of it, nor does one that follows (`… if …`), unless the question names no other.
pub fn named(text: &str, asked: Time) -> Option<NamedDeadline> {
    let text = &text[condition_end(text)..];
    let words = translation::words(text);
    let found = candidates(&words, asked, Strictness::Introduced);
    let condition = words.iter().position(|word| word.lower == "if").unwrap_or(words.len());
    let rank = |one: &Candidate| (one.core < condition, one.introduction.is_limit(), one.has_year, one.at);
    let best = found.into_iter().max_by_key(rank)?;
    Some(NamedDeadline { at: best.at, quote: quote(text, &words, best.words) })
}

/// Checks a deadline that a model quotes and states. The quote must stand in a text. If code reads a deadline in it,
/// that is the result, and a stated time must agree with it; otherwise, and where it knows no word that introduces the
/// period (`vor 2027`), the parts of the stated day must stand in the quote.
pub fn quoted(texts: &[&str], quote: &str, stated: &str, asked: Time) -> Option<NamedDeadline> {
    let quote = quote.trim();
    let folded = fold(quote);
    if folded.is_empty() || quote.chars().count() > MAX_QUOTE {
        return None;
    }
    let text = texts.iter().find(|text| fold(text).contains(&folded))?;
    let stated = clock::parse_stated(stated);
    let found = read_around(text, quote, asked);
    let unread = stated
        .filter(|_| found.as_ref().is_none_or(|found| !found.is_introduced))
        .and_then(|stated| foreign::agreed(quote, stated, asked));
    let read = || {
        let found = found.as_ref()?;
        let Some(stated) = stated else { return Some(found.at) };
        let words = translation::words_of_quote(quote, text);
        let hour = stated.at.filter(|at| !found.has_hour && clock::hour_is_quoted(&words, *at));
        let agrees = (found.at - stated.end()).abs() <= TOLERANCE;
        agrees.then(|| hour.map_or(found.at, |at| at.to_utc()))
    };
    let at = unread.or_else(read)?;
    (at > asked).then(|| NamedDeadline { at, quote: quote.to_owned() })
}

/// Returns a text without the deadlines that it names: the same event with another deadline has the same rest.
pub fn without_deadlines(text: &str, asked: Time) -> String {
    let words = translation::words(text);
    let mut places: Vec<(usize, usize)> =
        candidates(&words, asked, Strictness::Introduced).iter().map(|one| bounds(text, &words, one.words)).collect();
    places.sort_unstable();
    let mut kept = String::new();
    let mut last = 0;
    for (start, end) in places {
        kept.push_str(text.get(last..start).unwrap_or_default());
        kept.push(' ');
        last = last.max(end);
    }
    kept.push_str(text.get(last..).unwrap_or_default());
    words::split(&kept).iter().map(|word| word.lower.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns `true` if a text names its deadline as a limit (`by`, `before`, `within`): what happens by an earlier one
/// also happens by a later one.
pub fn is_limit(text: &str, asked: Time) -> bool {
    let words = translation::words(text);
    let found = candidates(&words, asked, Strictness::Introduced);
    found.len() == 1 && found[0].introduction.is_limit()
}

/// Returns the latest deadline whose period overlaps the quote, wherever that stands.
fn read_around(text: &str, quote: &str, asked: Time) -> Option<Candidate> {
    let (words, quoted) = (translation::words(text), translation::words_of_quote(quote, text));
    let same = |at: usize| words[at..at + quoted.len()].iter().zip(&quoted).all(|(a, b)| a.lower == b.lower);
    let last = words.len().checked_sub(quoted.len()).filter(|_| !quoted.is_empty())?;
    let places: Vec<usize> = (0..=last).filter(|at| same(*at)).collect();
    let overlaps = |one: &Candidate| places.iter().any(|at| one.core < at + quoted.len() && one.words.1 > *at);
    candidates(&words, asked, Strictness::Quoted).into_iter().filter(overlaps).max_by_key(|one| one.at)
}

fn candidates(words: &[Word<'_>], asked: Time, strictness: Strictness) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some(period) = period::starting(words, at, asked) else {
            at += 1;
            continue;
        };
        let before = found.last().map(|one| (one.words.1, one.introduction));
        let end = at + period.length;
        let placed = Placed { at, period: &period, before };
        if let Some((start, introduction)) = introduction::of(words, placed, strictness) {
            let spoken = clock::around(words, (at, end));
            // `by 5 pm on March 31` introduces the hour, not the day.
            let (first, introduction) = match spoken {
                Some(spoken) => introduction::of_hour(words, spoken.words.0).unwrap_or((spoken.words.0, introduction)),
                None => (start, introduction),
            };
            let candidate = moment(&period, introduction, spoken).map(|moment| Candidate {
                at: moment,
                words: (start.min(first), spoken.map_or(end, |spoken| end.max(spoken.words.1))),
                core: at,
                introduction,
                has_year: !period.year_is_assumed,
                is_introduced: strictness == Strictness::Introduced
                    || introduction::of(words, placed, Strictness::Introduced).is_some(),
                has_hour: period.instant.is_some() || spoken.is_some_and(|spoken| !spoken.has_unread_zone),
            });
            found.extend(candidate.filter(|one| one.at > asked && !is_unclear(&period, one.at, asked)));
        }
        at = end;
    }
    found
}

/// The day of a period without a year has passed recently: which year is meant is unclear.
fn is_unclear(period: &Period, at: DateTime<Utc>, asked: Time) -> bool {
    period.year_is_assumed && at - asked > Duration::days(365 - RECENT_DAYS)
}

fn moment(period: &Period, introduction: Introduction, spoken: Option<clock::Spoken>) -> Option<Time> {
    if let Some(at) = period.instant {
        return Some(at);
    }
    let day = if introduction == Introduction::Before { period.first } else { period.last };
    match spoken {
        Some(spoken) => spoken.on(day),
        None if introduction == Introduction::Before => clock::start_of(day),
        None => clock::end_of(day),
    }
}

fn quote(text: &str, words: &[Word<'_>], range: (usize, usize)) -> String {
    let (first, last) = bounds(text, words, range);
    text.get(first..last).unwrap_or_default().to_owned()
}

/// Returns the places in a text at which words begin and end.
fn bounds(text: &str, words: &[Word<'_>], (start, end): (usize, usize)) -> (usize, usize) {
    let first = words.get(start).map_or(0, |word| word.start);
    (first, words.get(end.saturating_sub(1)).map_or(text.len(), |word| word.end))
}

/// Returns the place after the condition of `If A, will B?`; 0 without one.
fn condition_end(text: &str) -> usize {
    let Ok(AnswerKind::Conditional { condition }) = question_form::kind_of(text) else { return 0 };
    text.find(&condition).map_or(0, |at| at + condition.len())
}

/// Folds case and white space.
pub(crate) fn fold(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the next day with that month and day, on or after `from`.
fn next_year_of(from: NaiveDate, on: impl Fn(i32) -> Option<NaiveDate>) -> Option<NaiveDate> {
    use chrono::Datelike;
    on(from.year()).filter(|day| *day >= from).or_else(|| on(from.year() + 1))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
