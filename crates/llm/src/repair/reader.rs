//! The position in the text: looks ahead, consumes characters, and skips white space and comments.

use serde_json::Value;

use super::Unrepairable;
use super::chars::{is_blank, is_newline};

/// Budget of repeated reading, as a multiple of the text's length. Text of honest models is read two or three times;
/// the bound keeps the time linear for any text.
const MAX_READINGS: usize = 64;

/// A position in a text.
pub(super) struct Reader {
    chars: Vec<char>,
    pub(super) at: usize,
    /// Characters that repeated reading may still look at.
    fuel: usize,
}

/// The role of a token, which decides what may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An object's key, followed by a colon.
    Key,
    /// An object's value.
    Member,
    /// An array's item, or the whole text.
    Item,
}

/// The result of a parsing step; `None` if no such element begins here.
pub(super) type Read<T = Value> = Result<Option<T>, Unrepairable>;

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let fuel = chars.len().saturating_mul(MAX_READINGS).saturating_add(1024);
        Self { chars, at: 0, fuel }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.char(self.at)
    }

    pub(super) fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> String {
        self.chars[from..to].iter().collect()
    }

    /// Position after the last character.
    pub(super) fn end(&self) -> usize {
        self.chars.len()
    }

    /// Consumes the character if it is next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        self.at += usize::from(here);
        here
    }

    /// Consumes the text if it is next.
    pub(super) fn eat_all(&mut self, wanted: &str) -> bool {
        let here = self.matches_at(self.at, wanted);
        if here {
            self.at += wanted.chars().count();
        }
        here
    }

    /// Returns `true` if the text continues with `wanted` at this position.
    pub(super) fn matches_at(&self, at: usize, wanted: &str) -> bool {
        wanted.chars().enumerate().all(|(n, c)| self.char(at + n) == Some(c))
    }

    /// Skips white space and comments.
    pub(super) fn blank(&mut self) {
        loop {
            while self.peek().is_some_and(is_blank) {
                self.at += 1;
            }
            if !self.comment() {
                return;
            }
        }
    }

    fn comment(&mut self) -> bool {
        let (end, skip): (fn(&Self, usize) -> bool, usize) = if self.matches_at(self.at, "/*") {
            (|reader, at| reader.matches_at(at, "*/"), 2)
        } else if self.matches_at(self.at, "//") {
            (|reader, at| reader.char(at) == Some('\n'), 0)
        } else {
            return false;
        };
        self.at += 2;
        while self.peek().is_some() && !end(self, self.at) {
            self.at += 1;
        }
        self.at = (self.at + skip).min(self.chars.len());
        true
    }

    /// Returns the next position that is not white space. Line breaks are not skipped.
    pub(super) fn past_spaces(&self, mut at: usize) -> usize {
        while self.char(at).is_some_and(|c| is_blank(c) && !is_newline(c)) {
            at += 1;
        }
        at
    }

    /// Returns the last position in `from..to` that is not white space.
    pub(super) fn before_blanks(&self, from: usize, to: usize) -> Option<usize> {
        (from..to).rev().find(|at| !is_blank(self.chars[*at]))
    }

    /// Charges a look at `n` characters to the reading budget.
    pub(super) fn burn(&mut self, n: usize) -> Result<(), Unrepairable> {
        self.fuel = self.fuel.checked_sub(n).ok_or(Unrepairable::Tangled)?;
        Ok(())
    }

    pub(super) fn unexpected<T>(&self) -> Result<T, Unrepairable> {
        Err(match self.peek() {
            Some(found) => Unrepairable::Unexpected { found, at: self.at },
            None => Unrepairable::Ended,
        })
    }
}
