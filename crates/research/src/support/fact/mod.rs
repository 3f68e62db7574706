//! Identity of facts: which statements say the same fact, which compete with each other, and how long a fact stays
//! fresh. Pure.
//!
//! The comparison is by an exact key, so it is transitive: memory ends in the same state whatever the order of the
//! statements. The key is conservative, because a wrong merge hides a fact: paraphrases in other words stay two facts.

mod freshness;
mod keys;
mod measure;
mod naming;
mod role;

use std::collections::BTreeSet;

use retrieval::text;

use super::calendar::Dates;
use super::figures::{Figure, figures};
use super::lexicon::Class;
use super::token::{Text, Token};
use crate::dedup;

pub use freshness::max_age;
pub use keys::{FactPlace, context, question, question_key, subject};

/// What a statement says, in a form that is equal for equal facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactIdentity {
    /// Equal for statements of the same fact.
    pub key: String,
    /// Equal for statements of which at most one is true at a time: they differ in one measure, a negation, a
    /// direction, the holder of a role, or the time of an event that happens once.
    pub topic: String,
}

/// Identifies the fact that a statement states about a subject. The subject distinguishes statements that do not name
/// theirs; see [`naming`].
pub fn identify(statement: &str, subject: &str) -> FactIdentity {
    identity(&Text::new(statement), subject)
}

fn identity(text: &Text, subject: &str) -> FactIdentity {
    let parts = Parts::new(text);
    let subject = if naming::states_subject(text, subject) { String::new() } else { normalize(subject) };
    let (key, topic) = match role::Holding::new(text) {
        Some(holding) => (format!("{}|{}", holding.key(), parts.is_negated), holding.topic()),
        None => (parts.key(), parts.topic()),
    };
    FactIdentity { key: format!("{key}|{subject}"), topic: format!("{topic}|{subject}") }
}

/// Returns the verbs of possibility and of the past of a text: `will`, `was`.
fn tense(text: &Text) -> String {
    let is_tense = |at: &usize| !text.tokens[*at].figure && (text.is(*at, Class::Modal) || text.is(*at, Class::Past));
    let verbs: BTreeSet<&str> =
        (0..text.tokens.len()).filter(is_tense).map(|at| text.tokens[at].form.as_str()).collect();
    verbs.into_iter().collect::<Vec<_>>().join(" ")
}

/// Returns true if a question names a time by the day on which it is asked: `yesterday`, `last month`.
pub fn is_relative(question: &str) -> bool {
    let text = Text::new(question);
    (0..text.tokens.len()).any(|at| text.is(at, Class::Relative))
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
    /// Verbs of possibility: what may happen has not happened.
    modals: BTreeSet<String>,
    /// States an event that happens once in the life of its subject.
    is_once: bool,
}

impl Parts {
    fn new(text: &Text) -> Self {
        let dates = Dates::new(text, None);
        let figures = figures(text, &dates.tokens);
        let numbers = figures.iter().map(|figure| measure::Number::new(figure, text)).collect();
        let signs: BTreeSet<usize> = figures.iter().filter_map(|figure| measure::minus(figure, text)).collect();
        let is_named = naming::names(text, &figures);
        let unit = |at: usize| figures.iter().find(|figure| figure.unit_at == Some(at)).map(Figure::unit_name);
        let counted = |at: usize| figures.iter().any(|figure| (figure.at..figure.end).contains(&at));
        let (mut words, mut names, mut directions) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        for (at, token) in text.tokens.iter().enumerate().filter(|(_, token)| token.content) {
            if dates.tokens.contains(&at) || signs.contains(&at) || counted(at) {
                continue;
            }
            if let Some(unit) = unit(at) {
                words.insert(format!("={unit}"));
                continue;
            }
            match dedup::direction(&token.form).or_else(|| dedup::direction(&token.key)) {
                Some(direction) => drop(directions.insert(direction)),
                None => drop(words.insert(token.key.clone())),
            }
            if is_named.contains(&at) {
                names.push(token.key.clone());
            }
        }
        let all = 0..text.tokens.len();
        let negations = all.clone().filter(|at| text.is(*at, Class::Negation)).count();
        let is_modal = |at: &usize| !text.tokens[*at].figure && (text.is(*at, Class::Modal) || text.is_future(*at));
        Self {
            words,
            names,
            numbers,
            is_negated: negations % 2 == 1,
            directions,
            modals: all.clone().filter(is_modal).map(|at| text.tokens[at].form.clone()).collect(),
            is_once: all.into_iter().any(|at| text.is(at, Class::Once)),
            dates: parts_of_dates(text, &dates),
        }
    }

    fn key(&self) -> String {
        let numbers: Vec<&str> = self.numbers.iter().map(|number| number.text.as_str()).collect();
        let directions: Vec<String> = self.directions.iter().map(|(pair, side)| format!("{pair}{side}")).collect();
        let (base, modals) = (self.base(&self.dates), join(&self.modals));
        let (numbers, directions) = (numbers.join(" "), directions.join(" "));
        format!("{base}|{numbers}|{}|{directions}|{modals}|{}", self.is_negated, self.is_once)
    }

    /// A single measure is the value of the topic. Of several, the statement alone does not tell which one changes. The
    /// time is the value of an event that happens once.
    fn topic(&self) -> String {
        let is_timed = self.is_once && self.numbers.iter().all(|number| number.is_year);
        let is_single = self.numbers.iter().filter(|number| number.is_measure).count() == 1;
        let shown = |number: &measure::Number| match (is_single && number.is_measure, &number.unit) {
            (true, unit) => format!("#{unit}"),
            (false, _) => number.text.clone(),
        };
        let numbers: Vec<String> = self.numbers.iter().filter(|_| !is_timed).map(shown).collect();
        let pairs: BTreeSet<usize> = self.directions.iter().map(|(pair, _)| *pair).collect();
        let no_dates = BTreeSet::new();
        let base = self.base(if is_timed { &no_dates } else { &self.dates });
        format!("{base}|{}|{pairs:?}", numbers.join(" "))
    }

    fn base(&self, dates: &BTreeSet<String>) -> String {
        format!("{}|{}|{}", join(&self.words), self.names.join(" "), join(dates))
    }
}

fn join(parts: &BTreeSet<String>) -> String {
    parts.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Returns the parts of the dates and the weekdays. A complete date implies its weekday.
fn parts_of_dates(text: &Text, dates: &Dates) -> BTreeSet<String> {
    let is_complete = dates.dates.iter().any(|date| date.is_complete());
    let is_part =
        |(at, token): &(usize, &Token)| dates.tokens.contains(at) || (token.key.starts_with("#w") && !is_complete);
    // `3rd` is a day like `3`.
    let parts = text.tokens.iter().enumerate().filter(is_part);
    parts.map(|(_, token)| token.key.replacen("#o", "#", 1)).collect()
}

#[cfg(test)]
mod tests;
