//! The text as a whole: fences, line-separated JSON, and leftovers at the end.

use serde_json::Value;

use super::Unrepairable;
use super::chars::{begins_value, in_name, is_newline};
use super::reader::{Read, Reader, Role};

const OPENING: [&str; 3] = ["```", "[```", "{```"];
const CLOSING: [&str; 3] = ["```]", "```}", "```"];

/// Parses the whole text as one value.
pub(super) fn whole(text: &str) -> Result<Value, Unrepairable> {
    let mut reader = Reader::new(text);
    reader.fence(&OPENING);
    let Some(first) = reader.value(Role::Item, 0)? else { return reader.unexpected() };
    reader.fence(&CLOSING);
    let value = reader.lines(first)?;
    reader.superfluous_ends();
    if reader.peek().is_some() { reader.unexpected() } else { Ok(value) }
}

/// Parses the value at the beginning of the text and ignores the rest.
pub(super) fn leading(text: &str) -> Read {
    Reader::new(text).value(Role::Item, 0)
}

impl Reader {
    fn fence(&mut self, marks: &[&str]) {
        self.blank();
        if !marks.iter().any(|mark| self.eat_all(mark)) {
            return;
        }
        while self.peek().is_some_and(in_name) {
            self.at += 1;
        }
        self.blank();
    }

    /// Reads further values, separated by line breaks or commas, into a list.
    fn lines(&mut self, first: Value) -> Result<Value, Unrepairable> {
        let apart = self.parted() | self.comma();
        if !(apart && self.peek().is_some_and(begins_value)) {
            return Ok(first);
        }
        let mut values = vec![first];
        while let Some(value) = self.value(Role::Item, 1)? {
            values.push(value);
            let apart = self.parted() | self.comma();
            if !apart {
                break;
            }
        }
        Ok(Value::Array(values))
    }

    fn comma(&mut self) -> bool {
        let eaten = self.eat(',');
        self.blank();
        eaten
    }

    /// Returns `true` if a line break precedes this position.
    fn parted(&self) -> bool {
        let gap = self.before_blanks(0, self.at).map_or(0, |last| last + 1);
        (gap..self.at).any(|at| self.char(at).is_some_and(is_newline)) || self.after_comment()
    }

    /// Returns `true` after a comment with a line break behind it. Another line break may have preceded the comment.
    fn after_comment(&self) -> bool {
        self.before_blanks(0, self.at).is_some_and(|last| last > 0 && self.matches_at(last - 1, "*/"))
            && self.at > 0
            && self.char(self.at - 1).is_some_and(is_newline)
    }

    fn superfluous_ends(&mut self) {
        while self.eat('}') || self.eat(']') {
            self.blank();
        }
    }
}
