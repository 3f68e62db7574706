//! The tables of words that the comparison knows, in English, German, French and Spanish.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use retrieval::text::{Language, stem};

use super::numerals;

/// Languages in the order of the tables' columns.
pub(super) const LANGUAGES: [Language; 4] = [Language::English, Language::German, Language::French, Language::Spanish];

/// Classes of words, as named in `classes.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Class {
    Negation,
    Universal,
    Partial,
    Possible,
    Certain,
    Pronoun,
    Speech,
    Cause,
    Approximate,
    Over,
    Under,
    Change,
    Keep,
    Relative,
    Modal,
    Past,
    /// Events that happen once in the life of their subject.
    Once,
    Opinion,
    Avoidance,
    /// Words that call what was said untrue.
    Denial,
    /// Words that point back to what was said.
    Back,
    /// Words before what is set aside for something else.
    Instead,
    /// Verbs of a choice, `A over B`.
    Choice,
    /// Words before a figure that is given for comparison.
    Compared,
    /// Words of an earlier time.
    Earlier,
    /// Words before the doer in a passive sentence.
    Agent,
    /// Auxiliaries of passive sentences.
    Auxiliary,
    Plan,
    /// Auxiliaries of what has happened.
    Done,
    /// Words between two parties of a dispute.
    Against,
    Function,
}

/// A direction: its axis, and `+`, `-` or `0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pole {
    pub(super) axis: &'static str,
    pub(super) sign: char,
}

/// A spelled number: a value, or a factor of the number before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spelled {
    Value(f64),
    Factor(f64),
}

/// A unit of measurement and its dimension. Units of one dimension exclude each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Unit {
    pub(super) dimension: &'static str,
    pub(super) name: &'static str,
}

/// A named part of a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Month(u32),
    /// 1 for Monday to 7 for Sunday.
    Weekday(u32),
}

/// A phrase that counts as one word.
pub(super) struct Phrase {
    pub(super) words: Vec<&'static str>,
    /// The word that replaces it.
    pub(super) form: &'static str,
}

/// Words of one language.
#[derive(Default)]
struct Words {
    classes: HashMap<&'static str, Vec<Class>>,
    groups: HashMap<String, &'static str>,
    poles: HashMap<String, Vec<Pole>>,
    numbers: HashMap<&'static str, Spelled>,
    /// Wholes of fractions: 3 for `thirds`.
    denominators: HashMap<&'static str, f64>,
}

struct Tables {
    languages: HashMap<Language, Words>,
    units: HashMap<&'static str, Unit>,
    /// Factors of units to the base of their dimension.
    factors: HashMap<&'static str, f64>,
    calendar: HashMap<&'static str, Named>,
    /// Phrases by their first word, the longest first.
    phrases: HashMap<&'static str, Vec<Phrase>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

impl Tables {
    fn read() -> Self {
        let languages = LANGUAGES.iter().enumerate().map(|(n, language)| (*language, Words::read(n, *language)));
        Self {
            languages: languages.collect(),
            units: units(),
            factors: factors(),
            calendar: calendar(),
            phrases: phrases(),
        }
    }
}

impl Words {
    fn read(column: usize, language: Language) -> Self {
        let mut words = Self::default();
        for (name, columns) in rows(include_str!("lexicon/classes.txt")) {
            let Some(class) = class_named(name) else { continue };
            for word in cell(&columns, column) {
                words.classes.entry(word).or_default().push(class);
            }
        }
        for (name, columns) in rows(include_str!("lexicon/numbers.txt")) {
            if let Some(parts) = name.strip_prefix('/').and_then(|parts| parts.parse().ok()) {
                words.denominators.extend(cell(&columns, column).map(|word| (word, parts)));
            }
            let Some(value) = spelled_named(name) else { continue };
            words.numbers.extend(cell(&columns, column).map(|word| (word, value)));
        }
        for (name, columns) in rows(include_str!("lexicon/axes.txt")) {
            let Some((axis, sign)) = name.split_once(' ') else { continue };
            let pole = Pole { axis, sign: sign.chars().next().unwrap_or('0') };
            for word in cell(&columns, column) {
                words.poles.entry(word.to_owned()).or_default().push(pole);
            }
        }
        words.read_groups(column, language);
        words
    }

    fn has(&self, word: &str) -> bool {
        self.classes.contains_key(word)
            || self.numbers.contains_key(word)
            || self.groups.contains_key(word)
            || self.poles.contains_key(word)
    }

    fn read_groups(&mut self, column: usize, language: Language) {
        let table = include_str!("lexicon/groups.txt");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split_whitespace().next().unwrap_or_default();
            for word in line.split('|').nth(column).unwrap_or_default().split_whitespace() {
                self.groups.entry(word.to_owned()).or_insert(name);
                self.groups.entry(stem(word, language)).or_insert(name);
            }
        }
    }
}

/// Returns the rows of a table: the first cell, and the cells after it.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut cells = line.split('|').map(str::trim);
        Some((cells.next()?, cells.collect()))
    })
}

/// Returns the words of a cell.
pub(super) fn cell(columns: &[&'static str], column: usize) -> impl Iterator<Item = &'static str> + use<> {
    columns.get(column).copied().unwrap_or_default().split_whitespace()
}

fn class_named(name: &str) -> Option<Class> {
    Some(match name {
        "negation" => Class::Negation,
        "universal" => Class::Universal,
        "partial" => Class::Partial,
        "possible" => Class::Possible,
        "certain" => Class::Certain,
        "pronoun" => Class::Pronoun,
        "speech" => Class::Speech,
        "cause" => Class::Cause,
        "approximate" => Class::Approximate,
        "over" => Class::Over,
        "under" => Class::Under,
        "change" => Class::Change,
        "keep" => Class::Keep,
        "relative" => Class::Relative,
        "modal" => Class::Modal,
        "past" => Class::Past,
        "once" => Class::Once,
        "opinion" => Class::Opinion,
        "avoidance" => Class::Avoidance,
        "denial" => Class::Denial,
        "back" => Class::Back,
        "instead" => Class::Instead,
        "choice" => Class::Choice,
        "compared" => Class::Compared,
        "earlier" => Class::Earlier,
        "agent" => Class::Agent,
        "auxiliary" => Class::Auxiliary,
        "plan" => Class::Plan,
        "done" => Class::Done,
        "against" => Class::Against,
        "function" => Class::Function,
        _ => return None,
    })
}

fn spelled_named(name: &str) -> Option<Spelled> {
    match name.strip_prefix('x') {
        Some(factor) => factor.parse().ok().map(Spelled::Factor),
        None => name.parse().ok().map(Spelled::Value),
    }
}

fn units() -> HashMap<&'static str, Unit> {
    let mut units = HashMap::new();
    for (name, columns) in rows(include_str!("lexicon/units.txt")) {
        let Some((dimension, name)) = name.split_once(' ') else { continue };
        units.extend(cell(&columns, 0).map(|word| (word, Unit { dimension, name })));
    }
    units
}

fn factors() -> HashMap<&'static str, f64> {
    let factor = |(name, columns): (&'static str, Vec<&'static str>)| {
        Some((name.split_once(' ')?.1, columns.get(1)?.parse().ok()?))
    };
    rows(include_str!("lexicon/units.txt")).filter_map(factor).collect()
}

fn calendar() -> HashMap<&'static str, Named> {
    let mut calendar = HashMap::new();
    for (name, columns) in rows(include_str!("lexicon/months.txt")) {
        let (kind, number) = name.split_at(1);
        let Ok(number) = number.parse() else { continue };
        let named = if kind == "m" { Named::Month(number) } else { Named::Weekday(number) };
        calendar.extend(cell(&columns, 0).map(|word| (word, named)));
    }
    calendar
}

fn phrases() -> HashMap<&'static str, Vec<Phrase>> {
    let mut phrases: HashMap<&'static str, Vec<Phrase>> = HashMap::new();
    for (form, columns) in rows(include_str!("lexicon/phrases.txt")) {
        for phrase in cell(&columns, 0) {
            let words: Vec<&'static str> = phrase.split('+').collect();
            phrases.entry(words[0]).or_default().push(Phrase { words, form });
        }
    }
    phrases.values_mut().for_each(|alike| alike.sort_by_key(|phrase| Reverse(phrase.words.len())));
    phrases
}

fn words(language: Language) -> Option<&'static Words> {
    TABLES.languages.get(&language)
}

/// Returns true if a word belongs to a class in a language.
pub(super) fn is(word: &str, class: Class, language: Language) -> bool {
    words(language).and_then(|words| words.classes.get(word)).is_some_and(|classes| classes.contains(&class))
}

/// Returns the directions that a word may name.
pub(super) fn poles(word: &str, language: Language) -> &'static [Pole] {
    words(language).and_then(|words| words.poles.get(word)).map_or(&[], Vec::as_slice)
}

/// Returns the number that a word spells.
pub(super) fn spelled(word: &str, language: Language) -> Option<Spelled> {
    let numbers = &words(language)?.numbers;
    let simple = |word: &str| match numbers.get(word) {
        Some(Spelled::Value(value)) => Some(*value),
        _ => None,
    };
    let compound = || numerals::compound(word, &simple).map(Spelled::Value);
    numbers.get(word).copied().or_else(|| (language == Language::German).then(compound).flatten())
}

/// Returns true if a language has a word in its tables.
pub(super) fn knows(word: &str, language: Language) -> bool {
    words(language).is_some_and(|words| words.has(word))
}

/// Returns the unit that a word names after a number.
pub(super) fn unit(word: &str) -> Option<Unit> {
    TABLES.units.get(word).copied()
}

/// Returns the factor of a unit to the base of its dimension.
pub(super) fn factor(unit: Unit) -> Option<f64> {
    TABLES.factors.get(unit.name).copied()
}

/// Returns the whole of a fraction: 3 for `thirds`.
pub(super) fn denominator(word: &str, language: Language) -> Option<f64> {
    words(language)?.denominators.get(word).copied()
}

/// Returns the phrases that begin with a word, the longest first.
pub(super) fn phrases_from(word: &str) -> &'static [Phrase] {
    TABLES.phrases.get(word).map_or(&[], Vec::as_slice)
}

/// Returns the month or weekday that a word names.
pub(super) fn named(word: &str) -> Option<Named> {
    TABLES.calendar.get(word).copied()
}

/// Returns what a word means, for comparison: its group of synonyms, else its stem.
pub(super) fn key(word: &str, language: Language) -> String {
    let stemmed = stem(word, language);
    let group = words(language).and_then(|words| words.groups.get(word).or_else(|| words.groups.get(&stemmed)));
    group.map_or(stemmed, |group| format!("={group}"))
}

/// Returns the language of a text by its function words, which count twice, and by other words of the tables; English
/// if none decides.
pub(super) fn language(forms: &HashSet<&str>) -> Language {
    let weight = |form: &str, language: Language| {
        2 * usize::from(is(form, Class::Function, language)) + usize::from(knows(form, language))
    };
    let count = |language: Language| forms.iter().map(|form| weight(form, language)).sum::<usize>();
    let mut best = (Language::English, count(Language::English));
    for language in &LANGUAGES[1..] {
        let count = count(*language);
        if count > best.1 {
            best = (*language, count);
        }
    }
    best.0
}
