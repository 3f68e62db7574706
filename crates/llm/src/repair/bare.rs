//! Text without quotes: numbers, keywords, names, addresses, calls.

use serde_json::{Number, Value};

use super::chars::{begins_name, in_name, is_blank, is_delimiter, is_quote, is_url};
use super::reader::{Read, Reader, Role};

impl Reader {
    /// Reads a number, complete or cut off. A date, a version, or digits with leading zeros are text.
    pub(super) fn number(&mut self, role: Role) -> Option<Value> {
        let mut end = self.at;
        while self.char(end).is_some_and(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E')) {
            end += 1;
        }
        let ends = |c: char| is_delimiter(c) || is_blank(c) || is_quote(c);
        if end == self.at || !self.char(end).is_none_or(ends) || self.phrase(end, role) {
            return None;
        }
        let number = completed(&self.slice(self.at, end))?;
        self.at = end;
        Some(Value::Number(number))
    }

    /// Reads `true`, `false` or `null`, also in Python's spelling.
    pub(super) fn keyword(&mut self, role: Role) -> Option<Value> {
        let known = [
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("null", Value::Null),
            ("True", Value::Bool(true)),
            ("False", Value::Bool(false)),
            ("None", Value::Null),
            ("undefined", Value::Null),
        ];
        let here = |word: &str| self.matches_at(self.at, word) && !self.char(self.at + word.len()).is_some_and(in_name);
        let (word, value) = known.into_iter().find(|(word, _)| here(word))?;
        let end = self.at + word.len();
        if self.phrase(end, role) {
            return None;
        }
        self.at = end;
        Some(value)
    }

    /// Returns `true` if more words follow on the line, as in `2 apples`. In an object `1 b: 2` is a number and another
    /// key.
    fn phrase(&self, end: usize, role: Role) -> bool {
        let next = self.past_spaces(end);
        let word = next > end && self.char(next).is_some_and(char::is_alphabetic);
        word && (role != Role::Item && self.char(self.run_end(next, Role::Key)) != Some(':'))
    }

    /// Reads text without quotes up to a separator: words, the argument of a call, or a regular expression.
    pub(super) fn bare(&mut self, role: Role, depth: usize) -> Read {
        if let Some(value) = self.call(depth)? {
            return Ok(Some(value));
        }
        Ok(self.expression().or_else(|| self.words(role)).map(Value::String))
    }

    /// Reads a key without quotes.
    pub(super) fn bare_key(&mut self) -> Option<String> {
        self.words(Role::Key)
    }

    /// Reads a call such as `callback({…});` or `ObjectId("…")`; its argument is the value.
    fn call(&mut self, depth: usize) -> Read {
        let (start, mut end) = (self.at, self.at);
        while self.char(end).is_some_and(if end == start { begins_name } else { in_name }) {
            end += 1;
        }
        let open = self.past_spaces(end);
        if end == start || self.char(open) != Some('(') {
            return Ok(None);
        }
        self.at = open + 1;
        let argument = self.value(Role::Item, depth + 1)?;
        if argument.is_none() {
            self.at = start;
        } else if self.eat(')') {
            self.eat(';');
        }
        Ok(argument)
    }

    /// Reads a regular expression `/…/`, kept as written.
    fn expression(&mut self) -> Option<String> {
        if self.peek() != Some('/') {
            return None;
        }
        let mut end = self.at + 1;
        while self.char(end)? != '/' {
            end += 1 + usize::from(self.char(end) == Some('\\'));
        }
        let text = self.slice(self.at, end + 1);
        self.at = end + 1;
        Some(text)
    }

    fn words(&mut self, role: Role) -> Option<String> {
        let (start, stop) = (self.at, self.run_end(self.at, role));
        let end = self.before_blanks(start, stop).map(|last| last + 1)?;
        self.at = end;
        // The text lacks its opening quote. This is its closing quote.
        if self.peek().is_some_and(|c| matches!(c, '"' | '\u{201d}')) {
            self.at += 1;
        }
        Some(self.slice(start, end))
    }

    /// Returns the position at which text without quotes ends.
    fn run_end(&self, start: usize, role: Role) -> usize {
        let mut at = start;
        while let Some(c) = self.char(at) {
            match c {
                ':' if role == Role::Key => break,
                ':' if self.is_address(start, at) => {
                    at = self.address_end(at);
                    continue;
                }
                ',' | '[' | ']' | '{' | '}' | '\n' => break,
                '/' if matches!(self.char(at + 1), Some('/' | '*')) => break,
                '+' if self.char(self.past_spaces(at + 1)).is_some_and(is_quote) => break,
                _ if is_quote(c) && !self.apostrophe(start, at) => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Returns `true` for a mark between two letters, which belongs to the word.
    fn apostrophe(&self, start: usize, at: usize) -> bool {
        let letter = |at: usize| self.char(at).is_some_and(char::is_alphabetic);
        matches!(self.char(at), Some('\'' | '\u{2019}')) && at > start && letter(at - 1) && letter(at + 1)
    }

    /// Returns `true` if the text from `from` to the colon is the scheme of an address.
    pub(super) fn is_address(&self, from: usize, colon: usize) -> bool {
        const SCHEMES: [&str; 5] = ["http", "https", "ftp", "mailto", "file"];
        let long_enough = colon.checked_sub(from).is_some_and(|length| (3..=6).contains(&length));
        long_enough && self.matches_at(colon, "://") && SCHEMES.contains(&self.slice(from, colon).as_str())
    }

    /// Returns the position at which the address around `at` ends.
    pub(super) fn address_end(&self, mut at: usize) -> usize {
        while self.char(at).is_some_and(is_url) {
            at += 1;
        }
        at
    }
}

/// Completes a number: a fraction or exponent that was cut off is zero.
fn completed(token: &str) -> Option<Number> {
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    if unsigned.len() > 1 && unsigned.starts_with('0') && unsigned.as_bytes()[1].is_ascii_digit() {
        return None;
    }
    let mut text = token.to_owned();
    if unsigned.starts_with('.') {
        text = token.replacen('.', "0.", 1);
    }
    if text.ends_with(['-', '+', '.', 'e', 'E']) {
        text.push('0');
    }
    text.parse().ok()
}
