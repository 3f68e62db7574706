//! The words of a text with the words of dates in English, whatever its language: `bis zum 31. Dezember 2027` has those
//! of `by the 31 december 2027`. What is not known stays as it is.

use domain::calendar::MONTHS;

use super::language::Language;
use super::period::{self, ORDINALS};
use super::words::{self, Word, at as word_at};
use super::{east_asian, turkish};

/// Words that introduce a day, in English.
const INTRODUCTIONS: [&str; 12] =
    ["by", "before", "until", "through", "ere", "fore", "toward", "on", "after", "since", "between", "of"];
const UNITS: [&str; 5] = ["hour", "day", "week", "month", "year"];
const ROMAN: [&str; 4] = ["i", "ii", "iii", "iv"];
/// Languages whose article introduces a day: `le 5 mai`.
const ARTICLE_LANGUAGES: [&str; 4] = ["fr", "es", "it", "pt"];
/// Words with which an amount of money or of other things follows a number, by their beginning: `bis 2030 Euro`.
const AMOUNTS: [&str; 23] = [
    "dollar",
    "dólar",
    "dolar",
    "euro",
    "eur",
    "usd",
    "доллар",
    "рубл",
    "евро",
    "грив",
    "złot",
    "lira",
    "pfund",
    "franken",
    "prozent",
    "punkt",
    "punto",
    "ponto",
    "punti",
    "пункт",
    "million",
    "millon",
    "milh",
];

/// Splits a text into words.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    words_of_quote(text, text)
}

/// Splits a quote from a text into words, in the language of the text.
pub(super) fn words_of_quote<'a>(quote: &'a str, text: &str) -> Vec<Word<'a>> {
    if text.contains(east_asian::is_letter) {
        return east_asian::words(quote);
    }
    let raw = words::split(quote);
    match Language::of(&words::split(text)) {
        Some(language) => translated(&raw, language),
        None => raw,
    }
}

/// Returns `true` for a word that tells that the number before it is no year.
pub(super) fn is_amount(word: &str) -> bool {
    AMOUNTS.iter().any(|amount| word.starts_with(amount)) || word.starts_with(['€', '%', '£', '$'])
}

fn translated<'a>(raw: &[Word<'a>], language: &Language) -> Vec<Word<'a>> {
    let mut found: Vec<Word<'a>> = Vec::new();
    let mut at = 0;
    while at < raw.len() {
        let (english, used) = english(raw, at, language);
        let last = &raw[at + used - 1];
        let names: Vec<&str> = english.split(' ').collect();
        for (n, name) in names.iter().enumerate() {
            let ends_clause = n + 1 == names.len() && last.ends_clause;
            let place = Word { start: raw[at].start, end: last.end, ..raw[at].clone() };
            found.push(Word { lower: (*name).to_owned(), is_foreign: true, ends_clause, ..place });
        }
        at += used;
    }
    let joined = joined(found, language);
    if language.code == "tr" { turkish::reordered(joined) } else { joined }
}

/// Returns the English words for those at a place, and how many these are.
fn english(raw: &[Word<'_>], at: usize, language: &Language) -> (String, usize) {
    if let Some((english, used)) = language.english(raw, at) {
        return (english.to_owned(), used);
    }
    let word = raw[at].lower.as_str();
    if let Some((stem, ending)) = word.split_once(['\'', '\u{2019}']).filter(|_| language.code == "tr") {
        // `2026'da`, `Haziran'a`.
        let english = language.english_of(stem).unwrap_or(stem);
        let is_place = matches!(ending, "da" | "de" | "ta" | "te" | "nda" | "nde");
        return (if is_place { format!("{english} in") } else { english.to_owned() }, 1);
    }
    if let Some(rest) = word.strip_prefix("mi-").filter(|_| language.code == "fr") {
        return (format!("mid {}", language.english_of(rest).unwrap_or(rest)), 1);
    }
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - letters.len()];
    let quarter = |letter: &str| word.strip_prefix(letter).filter(|rest| matches!(*rest, "1" | "2" | "3" | "4"));
    let english = match (digits, letters) {
        ("", _) if quarter("t").is_some() => format!("q{}", quarter("t").unwrap_or_default()),
        ("", _) if is_short_month(word) => {
            let is_number = |place: usize| word_at(raw, place).starts_with(|c: char| c.is_ascii_digit());
            // `mar` is the sea, `mai` never: without a number it is no month.
            let is_dated = is_number(at + 1) || at.checked_sub(1).is_some_and(is_number);
            if is_dated { word.to_owned() } else { format!("_{word}") }
        }
        ("", _) => word.to_owned(),
        (hours, "h" | "uhr") => format!("{hours}:00"),
        // `1º`, `3-м`, `2e`.
        (number, "º" | "ª" | "er" | "ère" | "e" | "ème" | "o" | "a" | "ro" | "do") => number.to_owned(),
        (number, ending) if ending.starts_with('-') && ending[1..].chars().all(char::is_alphabetic) => {
            number.to_owned()
        }
        _ => word.to_owned(),
    };
    (english, 1)
}

fn is_short_month(word: &str) -> bool {
    (3..=4).contains(&word.len()) && MONTHS.iter().any(|name| name.starts_with(word) && *name != word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && period::year(word).is_some()
}

/// Joins and drops words until they are in the order of English.
fn joined<'a>(found: Vec<Word<'a>>, language: &Language) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'a>> = Vec::new();
    let mut rest = found.into_iter().peekable();
    while let Some(mut word) = rest.next() {
        let next = rest.peek().map_or("", |next| next.lower.as_str()).to_owned();
        let last = words.last().map_or("", |last| last.lower.as_str()).to_owned();
        let number =
            word.lower.parse::<usize>().ok().or_else(|| ROMAN.iter().position(|one| *one == word.lower).map(|n| n + 1));
        let has_number = last.parse::<u32>().is_ok();
        match word.lower.as_str() {
            // `2026 года`, `Jahr 2026`.
            "year" if is_year(&last) => {
                extend(words.last_mut(), &word);
                continue;
            }
            "year" if is_year(&next) && !matches!(last.as_str(), "this" | "next") => continue,
            // `dans les six prochains mois`.
            "next" if has_number => continue,
            "o'clock" if has_number => {
                extend(words.last_mut(), &word);
                if let Some(last) = words.last_mut() {
                    last.lower.push_str(":00");
                }
                continue;
            }
            "mid" if MONTHS.contains(&next.as_str()) || is_year(&next) => {
                if let Some(period) = rest.next() {
                    word.lower = format!("mid-{next}");
                    extend(Some(&mut word), &period);
                }
            }
            "early" if begins_limit(&words) => "start".clone_into(&mut word.lower),
            _ if matches!(next.as_str(), "quarter" | "half") => {
                if let Some(ordinal) = number.and_then(|n| ORDINALS.get(n.checked_sub(1)?)) {
                    (*ordinal).clone_into(&mut word.lower);
                }
            }
            "the"
                if ARTICLE_LANGUAGES.contains(&language.code)
                    && is_day(&next)
                    && !INTRODUCTIONS.contains(&last.as_str()) =>
            {
                "on".clone_into(&mut word.lower);
            }
            unit if has_number && UNITS.contains(&unit.trim_end_matches('s')) => counts(&mut words, language),
            _ => {}
        }
        words.push(word);
    }
    words
}

/// `d'ici six mois`, `entro 60 giorni`: the limit before a number of units is a span.
fn counts(words: &mut [Word<'_>], language: &Language) {
    let is_span = matches!(language.code, "fr" | "it");
    let introduction = words.len().checked_sub(2).and_then(|place| words.get_mut(place));
    if let Some(word) = introduction.filter(|word| is_span && matches!(word.lower.as_str(), "by" | "through")) {
        "within".clone_into(&mut word.lower);
    }
}

fn is_day(word: &str) -> bool {
    word.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day))
}

fn begins_limit(words: &[Word<'_>]) -> bool {
    let introduction = words.iter().rev().find(|word| !matches!(word.lower.as_str(), "the" | "of"));
    introduction.is_some_and(|word| matches!(word.lower.as_str(), "before" | "until" | "ere"))
}

/// Takes up the place and the punctuation of a word that follows.
fn extend(word: Option<&mut Word<'_>>, next: &Word<'_>) {
    if let Some(word) = word {
        word.end = next.end;
        word.ends_clause = next.ends_clause;
    }
}
