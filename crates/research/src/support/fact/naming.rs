//! Decides if a statement or a question names what it is about, or leaves that to the subject of its research.
//!
//! The liquidity of one token that `is locked on Raydium` is another fact than that of another token, although both
//! statements have a name. So the name must belong to the subject of the sentence: it comes before the verb, or begins
//! a sentence whose verb is unknown. German writes all nouns with a capital letter, so a name is one behind `von`.
//! Scripts without capital letters show no names.

use std::collections::BTreeSet;

use retrieval::text::{self, Language};

use super::super::figures::{Figure, figures};
use super::super::lexicon::Class;
use super::super::token::{QUARTERS, Text, Token};
use super::Dates;

/// Words before a name that only says where or by whom something happens.
const PLACES: [&str; 12] = ["on", "at", "via", "by", "from", "to", "with", "through", "auf", "bei", "sur", "chez"];
/// Words that attach a name to the noun before it, in four languages.
const ATTACHED: [&str; 7] = ["of", "von", "de", "du", "des", "del", "d"];
/// Articles between such a word and the name.
const ARTICLES: [&str; 5] = ["the", "der", "la", "le", "el"];
/// Index within which a name is part of the subject if no verb is known.
const SUBJECT_WITHIN: usize = 3;

/// Returns the indices of the words that are written as names inside of a sentence. Units and amounts are none.
pub(super) fn names(text: &Text, figures: &[Figure]) -> BTreeSet<usize> {
    let is_counted =
        |at: usize| figures.iter().any(|figure| figure.unit_at == Some(at) || (figure.at..figure.end).contains(&at));
    let is_name = |(at, token): &(usize, &Token)| {
        token.content
            && token.capital
            && (!token.starts || token.owns)
            // A word with a synonym in lower case: `CEO`.
            && !token.key.starts_with('=')
            // Quarters of a year are written with a capital letter.
            && !QUARTERS.contains(&token.form.as_str())
            && !is_counted(*at)
    };
    text.tokens.iter().enumerate().filter(is_name).map(|(at, _)| at).collect()
}

/// Returns true if a statement names what it is about. The first word of a sentence is a name if it is one in the words
/// of the subject of its research.
pub(super) fn states_subject(text: &Text, subject: &str) -> bool {
    let verb = (0..text.tokens.len()).find(|at| is_verb(text, *at));
    let is_subject = |at: usize| match verb {
        Some(verb) => at < verb,
        None => is_attached(text, at) || at <= SUBJECT_WITHIN && !is_place(text, at),
    };
    let first = text.tokens.first().filter(|token| token.content && token.capital);
    first.is_some_and(|token| is_name_in(token, subject)) || names_of(text).into_iter().any(is_subject)
}

/// Returns true if a question names what it is about.
pub(super) fn question_states_subject(question: &Text) -> bool {
    names_of(question).into_iter().any(|at| !is_place(question, at))
}

/// Returns the names that may be that of a subject.
fn names_of(text: &Text) -> BTreeSet<usize> {
    let mut names = names(text, &figures(text, &Dates::new(text, None).tokens));
    names.retain(|at| text.language != Language::German || is_attached(text, *at));
    names
}

fn is_verb(text: &Text, at: usize) -> bool {
    let is = |class| text.is(at, class);
    !text.tokens[at].figure && !text.tokens[at].content && (is(Class::Certain) || is(Class::Modal) || is(Class::Past))
}

fn is_place(text: &Text, at: usize) -> bool {
    before(text, at).is_some_and(|token| !token.starts && PLACES.contains(&token.form.as_str()))
}

fn is_attached(text: &Text, at: usize) -> bool {
    before(text, at).is_some_and(|token| ATTACHED.contains(&token.form.as_str()))
}

/// Returns the word before a name and its article.
fn before(text: &Text, at: usize) -> Option<&Token> {
    text.tokens[..at].iter().rev().find(|token| !ARTICLES.contains(&token.form.as_str()))
}

/// Returns true if the subject has the word as a name. The id of an entity is written in lower case.
fn is_name_in(token: &Token, subject: &str) -> bool {
    let is_id = !subject.contains(' ');
    let mut words = text::words(subject).skip(usize::from(!is_id));
    words.any(|word| word.to_lowercase() == token.form && (is_id || word.starts_with(char::is_uppercase)))
}
