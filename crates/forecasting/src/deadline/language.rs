//! Words of dates in other languages than English, from `languages.txt`.

use std::sync::LazyLock;

use super::words::{Word, at as word_at};

/// Words that tell English.
const ENGLISH: [&str; 28] = [
    "will", "would", "the", "is", "are", "was", "were", "be", "by", "of", "to", "in", "on", "at", "before", "than",
    "with", "and", "for", "does", "do", "did", "has", "have", "it", "from", "or", "after",
];
/// Points of a letter that few other languages have.
const LETTER_POINTS: usize = 2;

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| read(include_str!("languages.txt")));

/// The words of one language.
#[derive(Debug, Default)]
pub(super) struct Language {
    pub(super) code: &'static str,
    functions: Vec<&'static str>,
    letters: Vec<&'static str>,
    phrases: Vec<Phrase>,
}

/// Words with their meaning in English.
#[derive(Debug)]
struct Phrase {
    words: Vec<&'static str>,
    english: &'static str,
}

fn read(table: &'static str) -> Vec<Language> {
    let mut languages: Vec<Language> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('|').map(str::trim);
        let (Some(code), Some(role), Some(cell)) = (cells.next(), cells.next(), cells.next()) else { continue };
        let place = languages.iter().position(|language| language.code == code).unwrap_or(languages.len());
        if place == languages.len() {
            languages.push(Language { code, ..Language::default() });
        }
        let language = &mut languages[place];
        let words = cell.split(',').map(str::trim);
        match role {
            "function" => language.functions.extend(words),
            "letters" => language.letters.extend(words),
            english => language
                .phrases
                .extend(words.map(|words| Phrase { words: words.split_whitespace().collect(), english })),
        }
    }
    // The longest phrase decides: `bis zum` before `bis`.
    for language in &mut languages {
        language.phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
    }
    languages
}

impl Language {
    /// Returns the language of a text, if it is one that is known here: the one with the most of its function words.
    pub(super) fn of(words: &[Word<'_>]) -> Option<&'static Self> {
        let count = |list: &[&str]| words.iter().filter(|word| list.contains(&word.lower.as_str())).count();
        let points = |language: &Self| {
            let has_letter = words.iter().any(|word| {
                let has = |letters: &&str| word.lower.contains(*letters);
                language.letters.iter().any(has) || (language.code == "es" && word.is_asked)
            });
            count(&language.functions) + if has_letter { LETTER_POINTS } else { 0 }
        };
        // Of equals the first.
        let best = LANGUAGES.iter().rev().max_by_key(|language| points(language))?;
        (points(best) > count(&ENGLISH)).then_some(best)
    }

    /// Returns the English words for those that begin at a place, and how many these are.
    pub(super) fn english(&self, words: &[Word<'_>], at: usize) -> Option<(&'static str, usize)> {
        let is = |place: usize, pattern: &str| is_form(word_at(words, place), pattern);
        let stands = |phrase: &&Phrase| phrase.words.iter().enumerate().all(|(n, pattern)| is(at + n, pattern));
        self.phrases.iter().find(stands).map(|phrase| (phrase.english, phrase.words.len()))
    }

    /// Returns the English word for a single word.
    pub(super) fn english_of(&self, word: &str) -> Option<&'static str> {
        let is = |phrase: &&Phrase| matches!(phrase.words.as_slice(), [pattern] if is_form(word, pattern));
        self.phrases.iter().find(is).map(|phrase| phrase.english)
    }
}

/// Returns the English name of the month that a word of any language names.
pub(super) fn month_of(word: &str) -> Option<&'static str> {
    let is_month = |english: &&str| domain::calendar::MONTHS.contains(english);
    LANGUAGES.iter().find_map(|language| language.english_of(word).filter(is_month))
}

fn is_form(word: &str, pattern: &str) -> bool {
    pattern.strip_suffix('*').map_or(word == pattern, |beginning| word.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadline::words;

    #[test]
    fn the_function_words_of_a_text_tell_its_language() {
        for (text, expected) in [
            ("Wird die Brücke bis Ende 2026 eröffnet?", Some("de")),
            ("Le pont sera-t-il ouvert avant mars ?", Some("fr")),
            ("¿Abre?", Some("es")),
            ("Il ponte aprirà entro maggio?", Some("it")),
            ("A ponte será aberta até maio?", Some("pt")),
            ("Gaat de brug open voor mei?", Some("nl")),
            ("Czy most otworzy się do maja?", Some("pl")),
            ("Откроют ли мост?", Some("ru")),
            ("Чи відкриють міст?", Some("uk")),
            ("Köprü mayısa kadar açılır mı?", Some("tr")),
            ("Will the bridge open before May?", None),
            ("Open by EOY?", None),
            ("", None),
        ] {
            assert_eq!(Language::of(&words::split(text)).map(|language| language.code), expected, "{text}");
        }
    }

    #[test]
    fn each_line_of_the_table_has_three_cells_and_each_word_once() {
        for language in read(include_str!("languages.txt")) {
            let mut all: Vec<String> = language.phrases.iter().map(|phrase| phrase.words.join(" ")).collect();
            all.sort();
            let twice: Vec<&String> = all.windows(2).filter(|two| two[0] == two[1]).map(|two| &two[0]).collect();
            assert!(twice.is_empty(), "{}: {twice:?}", language.code);
        }
        for line in include_str!("languages.txt").lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split('|').count(), 3, "{line}");
        }
    }
}
