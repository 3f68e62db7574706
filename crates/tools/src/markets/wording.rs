//! Compares the wording of a question with that of a market: what both name, and which way round they ask.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use chrono::NaiveDate;
use retrieval::text::{Language, stem};

use super::day;

/// Words without meaning for the comparison.
const EMPTY_WORDS: &str = "the a an of and or to in on for is are was be been being by with at as it its that this these those \
from will would which who whom does do did has have had having there their his her he she they them any some such than then so if \
when while during before after until till into onto upon between within per about how what whose where one ones itself \
yes resolve resolves market question officially official according following least also other each every only just again own \
time date day days month months year years end ending point least go goes get gets got make makes made take takes taken took hold holds \
really still yet already ever can could may might shall should must going be-able able up down out off s t x vs side sides successful";

/// Words that turn a statement round.
const NEGATIONS: [&str; 20] = [
    "not", "no", "never", "without", "fail", "fails", "failed", "miss", "misses", "missed", "avoid", "avoids",
    "neither", "nor", "cannot", "isn't", "won't", "doesn't", "refuse", "refuses",
];

/// Words between the parts of a phrase.
const POSSESSIVES: [&str; 4] = ["its", "their", "his", "her"];

static EMPTY: LazyLock<BTreeSet<&str>> = LazyLock::new(|| EMPTY_WORDS.split_whitespace().collect());
/// Offices, bodies and events: capitals do not make them the name of one of them.
const ROLES: &str = "prime minister president vice secretary senator governor chair chairman chairwoman representative representatives speaker king \
queen pope general justice judge ceo board committee council court party league cup award awards championship finals final open grand prix \
playoffs conference division senate house congress parliament government republic kingdom state states union bank department ministry office \
act bill treaty agreement war world international national official senior junior mr mrs dr sir";
static ROLE_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| ROLES.split_whitespace().collect());
static ROLE_STEMS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| ROLES.split_whitespace().map(|word| stem(word, Language::English)).collect());

/// Words that say that a state lasts.
const LASTING: [&str; 23] = [
    "still",
    "stay",
    "stays",
    "stayed",
    "remain",
    "remains",
    "remained",
    "lasts",
    "hold",
    "holds",
    "keep",
    "keeps",
    "continue",
    "continues",
    "ongoing",
    "survive",
    "survives",
    "wait",
    "waiting",
    "absent",
    "pause",
    "persist",
    "persists",
];

/// Group by its first word's spelling; phrases of up to four words.
static GROUPS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("lexicon.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .flat_map(|line| {
            line.split('|').skip(1).map(move |spelling| (spelling, line.split('|').next().unwrap_or(line)))
        })
        .collect()
});

/// First spelling of each group of the lexicon: the English name of a country.
static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("lexicon.txt").lines().filter(|line| line.starts_with(['@', '~']));
    lines
        .filter_map(|line| line.split_once('|'))
        .map(|(group, rest)| (group, rest.split('|').next().unwrap_or(rest)))
        .collect()
});

/// What a text names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// Names: of people, places, organisations, products.
    pub names: BTreeSet<String>,
    /// The names in the order of their first mention.
    pub order: Vec<String>,
    /// The names as they are written, for a search.
    pub spelled: Vec<String>,
    /// Other words with a meaning, as stems or groups.
    pub words: BTreeSet<String>,
    /// Number of words that turn the statement round.
    pub negations: usize,
    /// It asks whether a state lasts, and not whether something happens.
    pub lasting: bool,
    /// It asks which of two things comes first.
    pub is_race: bool,
}

impl Wording {
    /// Reads a text without its days.
    pub fn new(text: &str, near: NaiveDate) -> Self {
        let mut wording = Self::default();
        for sentence in text.split_inclusive(['?', '!', ';', '\n']).flat_map(|part| part.split_inclusive(". ")) {
            wording.read(&day::without_days(&without_codes(sentence), near));
        }
        wording
    }

    fn read(&mut self, sentence: &str) {
        let raw: Vec<&str> = sentence
            .split(|c: char| !(c.is_alphanumeric() || "'\u{2019}.&+".contains(c)))
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            // `giving up its arms` is the phrase `giving up arms`.
            .filter(|word| !word.is_empty() && !POSSESSIVES.contains(word))
            .collect();
        let folded: Vec<String> = raw.iter().map(|word| fold(word)).collect();
        let mut at = 0;
        while at < raw.len() {
            let (length, group) = (1..=4.min(raw.len() - at))
                .rev()
                .find_map(|length| Some((length, *GROUPS.get(folded[at..at + length].join(" ").as_str())?)))
                .map_or((1, None), |(length, group)| (length, Some(group)));
            // Leaves out the English pronoun.
            let group = group.filter(|_| !(folded[at] == "us" && raw[at] == "us"));
            self.add(&raw[at..at + length].join(" "), &folded[at], group, at == 0);
            at += length;
        }
    }

    fn add(&mut self, raw: &str, folded: &str, group: Option<&str>, is_first: bool) {
        if NEGATIONS.contains(&folded) {
            self.negations += 1;
            return;
        }
        self.lasting |= LASTING.contains(&folded);
        self.is_race |= matches!(folded, "before" | "first" | "sooner");
        match group {
            Some(name) if name.starts_with(['@', '~']) => {
                self.add_name(name, raw);
            }
            Some(group) => {
                self.words.insert(group.to_owned());
            }
            None if EMPTY.contains(folded) || is_year(folded) => {}
            None if is_name(raw, is_first) && !ROLE_WORDS.contains(folded) => {
                self.add_name(folded, raw);
            }
            None => {
                self.words.insert(stem(folded, Language::English));
            }
        }
    }

    fn add_name(&mut self, name: &str, raw: &str) {
        if self.names.insert(name.to_owned()) {
            self.order.push(name.to_owned());
            self.spelled.push(raw.to_owned());
        }
    }

    /// Returns `true` if both name the same two countries in another order: who does it to whom differs.
    pub fn reverses(&self, other: &Self) -> bool {
        let countries = |one: &Self| one.order.iter().filter(|name| name.starts_with('@')).cloned().collect::<Vec<_>>();
        matches!((countries(self).as_slice(), countries(other).as_slice()), ([a, b], [c, d]) if a == d && b == c)
    }

    /// Returns `true` if the name or word occurs as either.
    pub fn has(&self, term: &str) -> bool {
        self.names.contains(term)
            || self.words.contains(term)
            || self.words.contains(&stem(term, Language::English))
            || self.names.iter().any(|name| stem(name, Language::English) == term)
    }

    /// Returns the English names of the countries and organisations that the text mentions, also by a capital, a people
    /// or in another language.
    pub fn english_names(&self) -> String {
        let names = self.order.iter().filter_map(|name| NAMES.get(name.as_str()).copied());
        names.collect::<Vec<_>>().join(" ")
    }

    /// Returns all names and words in one form.
    pub fn terms(&self) -> BTreeSet<String> {
        let plain =
            |name: &String| if name.starts_with(['@', '~']) { name.clone() } else { stem(name, Language::English) };
        self.names.iter().map(plain).chain(self.words.iter().cloned()).collect()
    }

    /// Returns the names and words that the other lacks, without quantities.
    pub fn lacking<'a>(&'a self, other: &'a Self) -> Vec<&'a str> {
        let is_quantity = |term: &str| term.len() > 2 && term.starts_with(|c: char| c.is_ascii_digit());
        let (names, words) = self.missing_in(other);
        names.into_iter().chain(words).filter(|term| !is_quantity(term)).collect()
    }

    /// Returns the names and words that the other lacks.
    pub fn missing_in<'a>(&'a self, other: &'a Self) -> (Vec<&'a str>, Vec<&'a str>) {
        let absent =
            |terms: &'a BTreeSet<String>| terms.iter().map(String::as_str).filter(|term| !other.has(term)).collect();
        (absent(&self.names), absent(&self.words))
    }
}

/// Removes codes in brackets, such as the symbol of a future or the source of a copied question.
fn without_codes(text: &str) -> String {
    let is_code = |word: &&str| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        let in_brackets = word.starts_with(['(', '[']) && (word.contains(')') || word.contains(']'));
        in_brackets
            && inner.chars().all(char::is_alphanumeric)
            && inner.chars().any(char::is_uppercase)
            && inner.len() <= 12
    };
    text.split_whitespace().filter(|word| !is_code(word)).collect::<Vec<_>>().join(" ")
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.starts_with("20") && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A capital inside a sentence, two capitals, or a letter and a digit together.
fn is_name(raw: &str, is_first: bool) -> bool {
    let capitals = raw.chars().filter(|c| c.is_uppercase()).count();
    let has_digit = raw.chars().any(|c| c.is_ascii_digit()) && raw.chars().any(char::is_alphabetic);
    (capitals > 0 && !is_first) || capitals > 1 || has_digit
}

/// Returns `true` for the stem of an office or a body: `the government of Norway` is Norway.
pub fn is_role(term: &str) -> bool {
    ROLE_STEMS.contains(term)
}

/// Lower case, without diacritics and possessive.
fn fold(word: &str) -> String {
    let lower = word.to_lowercase().replace('\u{2019}', "'");
    let bare = lower.strip_suffix("'s").unwrap_or(&lower).trim_end_matches('\'');
    bare.chars()
        .map(|c| match c {
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'ç' | 'č' | 'ć' => 'c',
            'š' => 's',
            'ž' => 'z',
            'ñ' => 'n',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(text: &str) -> Wording {
        Wording::new(text, NaiveDate::from_ymd_opt(2026, 3, 1).unwrap())
    }

    #[test]
    fn a_country_is_one_name_in_all_its_forms() {
        let forms =
            ["Will the United States strike?", "Will the U.S. strike?", "American strike?", "Will Washington strike?"];
        for form in forms {
            assert!(wording(form).names.contains("@usa"), "{form}: {:?}", wording(form));
        }
        assert!(!wording("Will it help us?").names.contains("@usa"), "a pronoun");
    }

    #[test]
    fn names_words_and_negations_are_told_apart() {
        let read = wording("Will Péter Magyar not become the next Prime Minister of Exampleland (EX)?");
        assert_eq!(read.names.iter().map(String::as_str).collect::<Vec<_>>(), ["exampleland", "magyar", "peter"]);
        assert_eq!((read.negations, read.lasting), (1, false));
        assert!(read.words.contains("primeminister"));
        assert!(wording("Will the ban remain in force?").lasting);
        assert!(wording("Will Alpha be released before Beta?").is_race);
        assert!(!wording("Will Alpha be released before June 2026?").is_race);
    }

    #[test]
    fn two_countries_in_another_order_are_another_question() {
        let one = wording("Will Norway attack Sweden?");
        assert!(
            one.reverses(&wording("Swedish strike on Norway?"))
                && !one.reverses(&wording("Norwegian strike on Sweden?"))
        );
    }
}
