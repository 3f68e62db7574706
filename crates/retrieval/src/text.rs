//! Text primitives: words, stop words, stems and index terms.
//!
//! [`stems`] serves comparisons of English texts: it drops all stop words and applies the English stemmer. The ranking
//! uses the lexemes of each language instead. [`terms`] serves the index of
//! a corpus, whose pages have any language: it drops only the most frequent function words and a plural `s`.

use std::collections::HashSet;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// The most frequent function words, which [`terms`] and [`stems`] drop.
const FREQUENT_WORDS: &str =
    "the a an of and or to in on for is are was be by with at as it its that this from will what which who does";

/// Further function and question words, which only [`stems`] drops. Together the lists contain all stop words of
/// Postgres' `english` configuration: its index omits them, so they would appear to occur in no document.
const FURTHER_STOP_WORDS: &str = "about above after again against all am any because been before being below between both but \
can could did do doing down during each few further had has have having he her here hers him his how i if into itself just me \
more most my no nor not off once only other our out over own same she should so some such than their them then there these \
they those through too under until up very we were when where while whom why would you your s t don now myself ours ourselves \
yours yourself yourselves himself herself theirs themselves";

static FREQUENT: LazyLock<HashSet<&str>> = LazyLock::new(|| FREQUENT_WORDS.split_whitespace().collect());
static FURTHER: LazyLock<HashSet<&str>> = LazyLock::new(|| FURTHER_STOP_WORDS.split_whitespace().collect());

/// Returns true for an English function or question word in lower case.
pub(crate) fn is_stop_word(word: &str) -> bool {
    FREQUENT.contains(word) || FURTHER.contains(word)
}

/// Splits a text into words: maximal runs of letters and digits. Scripts without spaces are not split.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !is_joining(c)).filter(|word| !word.is_empty())
}

/// Returns `true` for the signs of Indian scripts that join letters within a word (virama) or change one (nukta).
fn is_joining(c: char) -> bool {
    matches!(u32::from(c), 0x0900..=0x0D7F) && matches!(u32::from(c) & 0x7F, 0x3C | 0x4D)
}

/// Returns a text in lower case without possessive `'s`. The dot that remains of a Turkish `İ` is removed.
pub(crate) fn lower(text: &str) -> String {
    text.to_lowercase().replace("i\u{307}", "i").replace("'s", "").replace('\u{2019}', "'").replace("'s", "")
}

/// Returns the stems of a text in order: lower case, without stop words and possessive `'s`, stemmed with Porter 2.
/// Words of other languages keep their form except for endings that look English.
pub fn stems(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let lower = lower(text);
    let content = words(&lower).filter(|word| !is_stop_word(word));
    content.map(|word| stemmer.stem(word).into_owned()).collect()
}

/// A language with a stemmer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Stems and function words of English.
    English,
    /// Stems and function words of German.
    German,
    /// Stems and function words of French.
    French,
    /// Stems and function words of Spanish.
    Spanish,
}

/// Returns the stem of one lower-case word by the Snowball stemmer of its language.
pub fn stem(word: &str, language: Language) -> String {
    let algorithm = match language {
        Language::English => Algorithm::English,
        Language::German => Algorithm::German,
        Language::French => Algorithm::French,
        Language::Spanish => Algorithm::Spanish,
    };
    Stemmer::create(algorithm).stem(word).into_owned()
}

/// Calls `visit` with each index term of a text in order: lower-case words without a plural `s` and without the most
/// frequent function words.
pub fn for_each_term(text: &str, mut visit: impl FnMut(&str)) {
    // One buffer for all words: an index of a large corpus visits hundreds of millions.
    let mut lower = String::new();
    for word in words(text) {
        lower.clear();
        if word.is_ascii() {
            lower.push_str(word);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&word.to_lowercase());
        }
        if FREQUENT.contains(lower.as_str()) {
            continue;
        }
        match lower.strip_suffix('s') {
            Some(singular) if singular.len() >= 3 && !singular.ends_with('s') => visit(singular),
            _ => visit(&lower),
        }
    }
}

/// Returns the distinct index terms of a text in alphabetical order.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for_each_term(text, |term| terms.push(term.to_owned()));
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_statements_have_the_same_stems() {
        assert_eq!(stems("Who founded Jupiter's exchanges?"), stems("the founding of Jupiter’s exchange"));
        assert_eq!(stems("what is it about?"), Vec::<String>::new());
        assert_eq!(stems("$WIF 2026-11-22 日本"), ["wif", "2026", "11", "22", "日本"]);
    }

    #[test]
    fn terms_keep_question_words_and_drop_a_plural_s() {
        assert_eq!(terms("How are the Cats, the ÉTATS and the gas class?"), ["cat", "class", "gas", "how", "état"]);
    }
}
