//! Tables of phrases: each row has a name and phrases of words joined by `+`, of which `a*` is the beginning of one.

use std::cmp::Reverse;

use super::lexicon::{cell, rows};
use super::token::Token;

/// A phrase, with what the name of its row stands for.
pub(super) struct NamedPhrase<N> {
    pub(super) name: N,
    pub(super) words: Vec<&'static str>,
}

/// Reads a table, with the longest phrases first, so that `не более` stands before its last word. `named` returns what
/// a name stands for; rows of other names are left out.
pub(super) fn table<N: Copy>(text: &'static str, named: fn(&'static str) -> Option<N>) -> Vec<NamedPhrase<N>> {
    let row = |(name, columns): (&'static str, Vec<&'static str>)| {
        let phrase = move |name| move |words: &'static str| NamedPhrase { name, words: words.split('+').collect() };
        named(name).into_iter().flat_map(move |name| cell(&columns, 0).map(phrase(name)))
    };
    let mut phrases: Vec<NamedPhrase<N>> = rows(text).flat_map(row).collect();
    phrases.sort_by_key(|phrase| Reverse(phrase.words.len()));
    phrases
}

impl<N> NamedPhrase<N> {
    /// Returns true if the words stand in a list of tokens from an index on.
    pub(super) fn stands_at(&self, tokens: &[Token], at: usize) -> bool {
        let own = tokens.get(at..at + self.words.len());
        own.is_some_and(|own| own.iter().zip(&self.words).all(|(token, word)| is_form(word, &token.form)))
    }
}

/// Compares a word of a table, or its beginning, with a word of a text.
pub(super) fn is_form(word: &str, form: &str) -> bool {
    word.strip_suffix('*').map_or(form == word, |start| form.starts_with(start))
}
