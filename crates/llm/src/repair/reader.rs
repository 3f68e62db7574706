//! Where the repairer stands in the text: looking, eating, skipping what means nothing.

use serde_json::Value;

use super::Unrepairable;
use super::chars::{is_blank, is_newline};

/// How often the text may be read over, all second looks at strings together. Honest text is read two or three times; the
/// bound makes the time linear for every other text.
const READINGS: usize = 64;

/// A place in a text.
pub(super) struct Reader {
    chars: Vec<char>,
    pub(super) at: usize,
    fuel: usize,
}

/// What a thing is read for: it decides what may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An object's key: a colon follows.
    Key,
    /// An object's value.
    Member,
    /// An array's item, or the whole.
    Item,
}

/// A step of the repairer: `None` where there is nothing of that kind here.
pub(super) type Read<T = Value> = Result<Option<T>, Unrepairable>;

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let fuel = chars.len().saturating_mul(READINGS).saturating_add(1024);
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

    /// Behind the last character.
    pub(super) fn end(&self) -> usize {
        self.chars.len()
    }

    /// Eats the character, if it stands here.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let here = self.peek() == Some(wanted);
        self.at += usize::from(here);
        here
    }

    /// Eats the words, if they stand here.
    pub(super) fn eat_all(&mut self, wanted: &str) -> bool {
        let here = self.stands(self.at, wanted);
        if here {
            self.at += wanted.chars().count();
        }
        here
    }

    /// Do these words stand there?
    pub(super) fn stands(&self, at: usize, wanted: &str) -> bool {
        wanted.chars().enumerate().all(|(n, c)| self.char(at + n) == Some(c))
    }

    /// Eats white space and comments.
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
        let (end, skip): (fn(&Self, usize) -> bool, usize) = if self.stands(self.at, "/*") {
            (|reader, at| reader.stands(at, "*/"), 2)
        } else if self.stands(self.at, "//") {
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

    /// The next place that is no white space; a line break is not passed over.
    pub(super) fn past_spaces(&self, mut at: usize) -> usize {
        while self.char(at).is_some_and(|c| is_blank(c) && !is_newline(c)) {
            at += 1;
        }
        at
    }

    /// The last place in `from..to` that is no white space.
    pub(super) fn before_blanks(&self, from: usize, to: usize) -> Option<usize> {
        (from..to).rev().find(|at| !is_blank(self.chars[*at]))
    }

    /// Accounts for a look at `n` characters.
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
