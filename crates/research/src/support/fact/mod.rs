//! Identity of facts: which statements say the same fact, which compete with each other, and how long a fact stays
//! fresh. Pure.
//!
//! The comparison is by an exact key, so it is transitive: memory ends in the same state whatever the order of the
//! statements. The key is conservative, because a wrong merge hides a fact: paraphrases in other words stay two facts.

mod freshness;
mod keys;
mod measure;

use std::collections::BTreeSet;

use retrieval::text;

use super::calendar::Dates;
use super::figures::figures;
use super::lexicon::Class;
use super::token::{Text, Token};
use crate::dedup;

pub use freshness::{FactKind, max_age};
pub use keys::{FactPlace, context, question, question_key, question_kind, subject};

/// Words that refer to something anywhere in a text.
const PRONOUNS: [&str; 12] =
    ["it", "its", "he", "she", "they", "his", "her", "their", "them", "this", "these", "those"];

/// Words with which a statement refers to something that is named elsewhere.
const REFERRING: [&str; 14] =
    ["the", "it", "its", "this", "that", "these", "those", "he", "she", "they", "his", "her", "their", "there"];

/// Roles that one person has at a time.
const ROLES: [&str; 18] = [
    "ceo",
    "cfo",
    "cto",
    "president",
    "chair",
    "chairman",
    "chairwoman",
    "governor",
    "minister",
    "chancellor",
    "mayor",
    "king",
    "queen",
    "pope",
    "speaker",
    "commissioner",
    "director",
    "coach",
];
/// Words that make a role one that several people have.
const SHARED_ROLE: [&str; 9] = ["a", "an", "co", "vice", "deputy", "former", "one", "member", "acting"];

/// What a statement says, in a form that is equal for equal facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactIdentity {
    /// Equal for statements of the same fact.
    pub key: String,
    /// Equal for statements of which at most one is true at a time: they differ in one measure, a negation, a
    /// direction, or the holder of a role.
    pub topic: String,
    /// Kind of the fact, which decides how long it stays fresh.
    pub kind: FactKind,
}

/// Identifies the fact that a statement states about a subject. The subject distinguishes statements that do not name
/// theirs; see [`is_self_contained`].
pub fn identify(statement: &str, subject: &str) -> FactIdentity {
    let text = Text::new(statement);
    let kind = freshness::kind(&text);
    let parts = Parts::new(&text);
    let subject = if is_named(&text) { String::new() } else { normalize(subject) };
    let topic = role_topic(&text).unwrap_or_else(|| parts.topic());
    FactIdentity { key: format!("{}|{subject}", parts.key()), topic: format!("{topic}|{subject}"), kind }
}

/// Returns true if a text says itself what it is about: it has a name inside a sentence, or refers to nothing.
pub fn is_self_contained(text: &str) -> bool {
    is_named(&Text::new(text))
}

fn is_named(text: &Text) -> bool {
    let has_name = text.tokens.iter().any(|token| token.capital && !token.starts && !token.figure);
    let refers = text.tokens.first().is_none_or(|first| REFERRING.contains(&first.form.as_str()))
        || text.tokens.iter().any(|token| PRONOUNS.contains(&token.form.as_str()));
    has_name || !refers
}

/// Lower-case words with one space between them.
fn normalize(words: &str) -> String {
    text::words(&words.to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// The parts of a statement that decide its identity.
struct Parts {
    words: BTreeSet<String>,
    /// Names in the order of the statement, because their roles follow from it.
    names: Vec<String>,
    /// Numbers with their units, in order; a measure is marked.
    numbers: Vec<measure::Number>,
    dates: BTreeSet<String>,
    is_negated: bool,
    directions: BTreeSet<(usize, bool)>,
}

impl Parts {
    fn new(text: &Text) -> Self {
        let dates = Dates::new(text, None);
        let figures = figures(text, &dates.tokens);
        let numbers = figures.iter().map(|figure| measure::Number::new(figure, text)).collect();
        let (mut words, mut names, mut directions) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        for token in text.tokens.iter().filter(|token| token.content) {
            match dedup::direction(&token.form).or_else(|| dedup::direction(&token.key)) {
                Some(direction) => drop(directions.insert(direction)),
                None => drop(words.insert(token.key.clone())),
            }
            if token.capital && !token.starts {
                names.push(token.key.clone());
            }
        }
        let is_date = |(at, token): (usize, &Token)| {
            (dates.tokens.contains(&at) || token.key.starts_with("#w")).then(|| token.key.clone())
        };
        let negations = (0..text.tokens.len()).filter(|at| text.is(*at, Class::Negation)).count();
        Self {
            words,
            names,
            numbers,
            dates: text.tokens.iter().enumerate().filter_map(is_date).collect(),
            is_negated: negations % 2 == 1,
            directions,
        }
    }

    fn key(&self) -> String {
        let numbers: Vec<&str> = self.numbers.iter().map(|number| number.text.as_str()).collect();
        let directions: Vec<String> = self.directions.iter().map(|(pair, side)| format!("{pair}{side}")).collect();
        format!("{}|{}|{}|{}", self.base(), numbers.join(" "), self.is_negated, directions.join(" "))
    }

    /// A single measure is the value of the topic. Of several, the statement alone does not tell which one changes.
    fn topic(&self) -> String {
        let is_single = self.numbers.iter().filter(|number| number.is_measure).count() == 1;
        let shown = |number: &measure::Number| match (is_single && number.is_measure, &number.unit) {
            (true, unit) => format!("#{unit}"),
            (false, _) => number.text.clone(),
        };
        let numbers: Vec<String> = self.numbers.iter().map(shown).collect();
        let pairs: BTreeSet<usize> = self.directions.iter().map(|(pair, _)| *pair).collect();
        format!("{}|{}|{pairs:?}", self.base(), numbers.join(" "))
    }

    fn base(&self) -> String {
        let join = |parts: &BTreeSet<String>| parts.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        format!("{}|{}|{}", join(&self.words), self.names.join(" "), join(&self.dates))
    }
}

/// Returns the topic of `NAME is the ROLE of …`: everything but the name.
fn role_topic(text: &Text) -> Option<String> {
    let verb = text.tokens.iter().position(|token| !token.capital)?;
    let is_holder = verb > 0 && ["is", "remains"].contains(&text.tokens[verb].form.as_str());
    let rest = &text.tokens[verb + 1..];
    let has = |words: &[&str]| rest.iter().any(|token| words.contains(&token.form.as_str()));
    if !is_holder || has(&SHARED_ROLE) || rest.iter().any(|token| token.figure) {
        return None;
    }
    // The role comes first; what follows says where.
    let is_role = rest.iter().take(4).any(|token| ROLES.contains(&token.form.as_str()));
    let words: Vec<&str> = rest.iter().filter(|token| token.content).map(|token| token.key.as_str()).collect();
    is_role.then(|| format!("role|{}", words.join(" ")))
}

#[cfg(test)]
mod tests;
