//! A sentence of a finding beside the sentence of its quotes that is nearest to it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::align::{Alignment, same};
use super::lexicon::{self, Class, Pole};
use super::token::{Text, Token};

/// One sentence of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sentence<'a> {
    pub(super) text: &'a Text,
    pub(super) range: &'a Range<usize>,
}

/// The two sentences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) finding: Sentence<'a>,
    pub(super) quote: Sentence<'a>,
    /// Alignment of their tokens, counted from the beginning of each sentence.
    pub(super) aligned: &'a Alignment,
    /// Indices of the finding's tokens that some quote has in the same place.
    pub(super) matched: &'a BTreeSet<usize>,
}

impl<'a> Sentence<'a> {
    /// Returns the token at an index of the text.
    pub(super) fn token(self, at: usize) -> &'a Token {
        &self.text.tokens[at]
    }

    pub(super) fn tokens(self) -> &'a [Token] {
        &self.text.tokens[self.range.clone()]
    }

    /// Returns the tokens of meaning and the figures of a part of the sentence.
    pub(super) fn telling(self, part: Range<usize>) -> impl DoubleEndedIterator<Item = &'a Token> {
        self.text.tokens[part].iter().filter(|token| token.content || token.figure)
    }

    pub(super) fn has(self, token: &Token) -> bool {
        self.tokens().iter().any(|other| same(token, other))
    }

    pub(super) fn is(self, at: usize, class: Class) -> bool {
        self.text.is(at, class)
    }

    /// Returns the directions that the token at an index may name.
    pub(super) fn poles(self, at: usize) -> &'static [Pole] {
        poles(self.token(at))
    }

    /// Returns the indices of the sentence's tokens that name a direction of an axis.
    pub(super) fn on_axis(self, axis: &str) -> Vec<(usize, Pole)> {
        let at_index = |at: usize| self.poles(at).iter().map(move |pole| (at, *pole));
        self.range.clone().flat_map(at_index).filter(|(_, pole)| pole.axis == axis).collect()
    }
}

/// Returns the directions that a token may name.
pub(super) fn poles(token: &Token) -> &'static [Pole] {
    lexicon::poles(&token.form, token.language)
}
