//! Strings whose end is uncertain: quotes inside that are not escaped, missing closing quotes, escapes that were cut
//! off or doubled.

use super::Unrepairable;
use super::chars::{closes, ends_unclosed, is_blank, is_delimiter, is_newline, is_quote};
use super::reader::{Read, Reader, Role};

/// The rule by which a string ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// At the first quote that looks like its end.
    Quote,
    /// At the first quote or separator: the closing quote is missing.
    Separator,
    /// At exactly this position: the closing quote is missing.
    At(usize),
}

/// The meaning of a quote inside a string.
enum QuoteKind {
    End,
    Inner,
    /// The string should have ended before: read it again with this rule.
    Again(Stop),
}

/// The state of reading a string.
struct Scan {
    /// Position of the first character.
    start: usize,
    /// The opening quote.
    open: char,
    /// Set if a backslash precedes the opening quote: the whole document was escaped once too often.
    escaped: bool,
    role: Role,
    stop: Stop,
    text: String,
    /// Brackets opened and not closed inside: round, square, curly.
    brackets: [i32; 3],
    /// Position of the last quote that was taken for a part of the string.
    inner: Option<usize>,
}

impl Reader {
    /// Reads strings, concatenated if separated by a plus.
    pub(super) fn joined(&mut self, role: Role) -> Read<String> {
        let Some(mut text) = self.quoted(role)? else { return Ok(None) };
        self.blank();
        while self.eat('+') {
            self.blank();
            let Some(more) = self.quoted(role)? else { break };
            text.push_str(&more);
            self.blank();
        }
        Ok(Some(text))
    }

    /// Reads a string in quotes.
    pub(super) fn quoted(&mut self, role: Role) -> Read<String> {
        let escaped = self.peek() == Some('\\');
        let start = self.at + usize::from(escaped) + 1;
        let Some(open) = self.char(start - 1).filter(|c| is_quote(*c)) else { return Ok(None) };
        let mut stop = Stop::Quote;
        loop {
            let mut scan =
                Scan { start, open, escaped, role, stop, text: String::new(), brackets: [0; 3], inner: None };
            self.at = start;
            let again = self.scan(&mut scan)?;
            self.burn(self.at - start)?;
            match again {
                Some(other) => stop = other,
                None => return Ok(Some(scan.text)),
            }
        }
    }

    /// Reads to the end of the string, or returns the rule by which it should have ended.
    fn scan(&mut self, scan: &mut Scan) -> Read<Stop> {
        while let Some(c) = self.peek() {
            if scan.stop == Stop::At(self.at) || scan.stop == Stop::Separator && ends_unclosed(c) {
                scan.trim();
                return Ok(None);
            }
            if closes(scan.open, c) {
                match self.classify_quote(scan, self.at) {
                    QuoteKind::End => {
                        self.at += 1;
                        return Ok(None);
                    }
                    QuoteKind::Again(stop) => return Ok(Some(stop)),
                    QuoteKind::Inner => self.keep(scan, c),
                }
            } else if c == '\\' {
                if let Some(end) = self.escape(scan)? {
                    return Ok(end);
                }
            } else if scan.stop == Stop::Separator && c == ':' && self.is_address(scan.start, self.at) {
                let end = self.address_end(self.at);
                scan.text.push_str(&self.slice(self.at, end));
                self.at = end;
            } else if c < ' ' && !matches!(c, '\u{8}' | '\u{c}' | '\n' | '\r' | '\t') {
                return self.unexpected();
            } else {
                self.keep(scan, c);
            }
        }
        Ok(self.cut_off(scan))
    }

    fn keep(&mut self, scan: &mut Scan, c: char) {
        if closes(scan.open, c) {
            scan.inner = Some(self.at);
        }
        if let Some((kind, step)) = bracket(c) {
            scan.brackets[kind] = (scan.brackets[kind] + step).max(0);
        }
        scan.text.push(c);
        self.at += 1;
    }

    /// Handles the end of the text. If it looks like the end of a container, the string ended before.
    fn cut_off(&self, scan: &mut Scan) -> Option<Stop> {
        let last = self.before_blanks(scan.start, self.at).and_then(|at| self.char(at));
        if scan.stop == Stop::Quote && last.is_some_and(is_delimiter) {
            return Some(Stop::Separator);
        }
        scan.trim();
        None
    }

    /// Classifies the quote at `at` by what follows it, then by what precedes it.
    fn classify_quote(&self, scan: &Scan, at: usize) -> QuoteKind {
        if scan.stop != Stop::Quote {
            return if matches!(scan.stop, Stop::At(_)) { QuoteKind::Inner } else { QuoteKind::End };
        }
        let next = self.past_spaces(at + 1);
        match self.char(next) {
            None => QuoteKind::End,
            Some(':') if scan.role == Role::Member => self.before_colon(scan),
            Some(',') if scan.role == Role::Member && self.is_prose(next + 1) => QuoteKind::Inner,
            Some(c) if is_delimiter(c) => self.before_delimiter(scan, c, next),
            Some(c) if c.is_ascii_digit() => QuoteKind::End,
            Some(c) if is_quote(c) => self.before_quote(scan, at, next),
            Some(_) => self.by_preceding(scan, at),
        }
    }

    /// A quote before a colon closes a key. If an earlier quote was the first character of a line, it opened that key,
    /// and this string ended on the line above.
    fn before_colon(&self, scan: &Scan) -> QuoteKind {
        let Some(opened) = scan.inner else { return QuoteKind::Inner };
        let last = self.before_blanks(scan.start, opened).map_or(scan.start, |at| at + 1);
        let head = (last..opened).any(|at| self.char(at).is_some_and(is_newline));
        if head { QuoteKind::Again(Stop::At(last)) } else { QuoteKind::Inner }
    }

    /// Returns `true` if words follow that are neither a key nor the object's end. The comma then belongs to the
    /// string: `"he said "no", and left"`.
    fn is_prose(&self, from: usize) -> bool {
        /// No key without quotes is longer.
        const MAX_KEY_CHARS: usize = 64;
        let first = (from..from + MAX_KEY_CHARS).find(|at| !self.char(*at).is_some_and(is_blank)).unwrap_or(from);
        if !self.char(first).is_some_and(char::is_alphabetic) {
            return false;
        }
        let end = (first..first + MAX_KEY_CHARS).filter_map(|at| self.char(at)).find(|c| ":,{}[]\n\"".contains(*c));
        end.is_some_and(|c| c == '"' || c == ',')
    }

    /// `"the list [1, 2"] more"`: the bracket after the quote closes one inside if the sentence continues after it.
    fn before_delimiter(&self, scan: &Scan, c: char, at: usize) -> QuoteKind {
        let closes_one = bracket(c).is_some_and(|(kind, step)| step < 0 && scan.brackets[kind] > 0);
        let mut past = at;
        while self.char(past) == Some(c) {
            past += 1;
        }
        let behind = self.char(self.past_spaces(past));
        let continues = behind.is_some_and(|c| !matches!(c, ',' | ':' | ']' | '}' | ')' | '\n'));
        if closes_one && continues { QuoteKind::Inner } else { QuoteKind::End }
    }

    /// Two quotes in a row at the end: `"72""` is a string that ends with a quote.
    fn before_quote(&self, scan: &Scan, at: usize, next: usize) -> QuoteKind {
        let adjacent = next == at + 1 && self.char(next) == Some(scan.open) && !scan.text.is_empty();
        let behind = self.char(self.past_spaces(next + 1));
        let both_end = behind.is_none_or(|c| matches!(c, ',' | ':' | ']' | '}' | '\n'));
        if adjacent && both_end { QuoteKind::Inner } else { QuoteKind::End }
    }

    /// After a separator the quote opens the next string, and the closing quote of this one is missing.
    fn by_preceding(&self, scan: &Scan, at: usize) -> QuoteKind {
        let before = self.before_blanks(scan.start, at);
        match before.and_then(|at| self.char(at)) {
            Some(',') => QuoteKind::Again(Stop::At(before.unwrap_or(at))),
            Some(c) if is_delimiter(c) => QuoteKind::Again(Stop::Separator),
            _ => QuoteKind::Inner,
        }
    }

    /// Reads backslashes and the character that they escape. `Some` ends the scan.
    fn escape(&mut self, scan: &mut Scan) -> Read<Option<Stop>> {
        let mut run = 1;
        while self.char(self.at + run) == Some('\\') {
            run += 1;
        }
        let after = self.char(self.at + run);
        if !scan.escaped {
            scan.text.extend(std::iter::repeat_n('\\', run / 2));
            self.at += run;
            return if run % 2 == 1 { self.escaped_char(scan) } else { Ok(None) };
        }
        if run == 1 && after.is_some_and(|c| closes(scan.open, c)) {
            let quote = self.at + 1;
            match self.classify_quote(scan, quote) {
                QuoteKind::Again(stop) => return Ok(Some(Some(stop))),
                QuoteKind::End => {
                    self.at = quote + 1;
                    return Ok(Some(None));
                }
                QuoteKind::Inner => {}
            }
        }
        // One level of escaping too many: four backslashes mean one.
        scan.text.extend(std::iter::repeat_n('\\', run / 4));
        self.at += run;
        if run % 4 == 0 { Ok(None) } else { self.escaped_char(scan) }
    }

    /// Reads the character after an odd number of backslashes.
    fn escaped_char(&mut self, scan: &mut Scan) -> Read<Option<Stop>> {
        let Some(c) = self.peek() else { return Ok(None) };
        if c == 'u' {
            return self.unicode(scan);
        }
        self.at += 1;
        scan.text.push(match c {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            // A superfluous backslash, or a continued line.
            other => other,
        });
        Ok(None)
    }

    /// Reads `uXXXX` and the second half of a surrogate pair. Half a pair becomes the replacement character; digits
    /// that were cut off are dropped.
    fn unicode(&mut self, scan: &mut Scan) -> Read<Option<Stop>> {
        let Some(first) = self.four_digits(self.at + 1)? else {
            self.at = self.end();
            return Ok(None);
        };
        self.at += 5;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first)
            && self.matches_at(self.at, "\\u")
            && let Some(second) = self.four_digits(self.at + 2)?.filter(|unit| (0xdc00..0xe000).contains(unit))
        {
            units.push(second);
            self.at += 6;
        }
        scan.text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Ok(None)
    }

    /// Reads four hexadecimal digits; `None` if the text ends among them.
    fn four_digits(&self, from: usize) -> Read<u16> {
        let mut unit = 0_u32;
        for at in from..from + 4 {
            let Some(c) = self.char(at) else { return Ok(None) };
            let digit = c.to_digit(16).ok_or(Unrepairable::Unexpected { found: c, at })?;
            unit = unit * 16 + digit;
        }
        Ok(u16::try_from(unit).ok())
    }
}

impl Scan {
    /// Removes white space before a missing closing quote.
    fn trim(&mut self) {
        self.text.truncate(self.text.trim_end_matches(is_blank).len());
    }
}

/// Returns the kind of a bracket, and +1 if it opens or -1 if it closes.
fn bracket(c: char) -> Option<(usize, i32)> {
    match c {
        '(' => Some((0, 1)),
        ')' => Some((0, -1)),
        '[' => Some((1, 1)),
        ']' => Some((1, -1)),
        '{' => Some((2, 1)),
        '}' => Some((2, -1)),
        _ => None,
    }
}
