//! Texts in quotes whose end is not sure: quotes inside that nobody escaped, ends that are missing, escapes that were cut off
//! or doubled.

use super::Unrepairable;
use super::chars::{closes, ends_unclosed, is_blank, is_delimiter, is_newline, is_quote};
use super::reader::{Read, Reader, Role};

/// Where a text ends at the latest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// At the first quote that looks like its end.
    Quote,
    /// At the first quote or separator: its end quote is missing.
    Separator,
    /// Exactly here: its end quote is missing.
    At(usize),
}

/// What a quote inside a text is.
enum Verdict {
    End,
    Inner,
    /// The text should have ended before: read it again.
    Again(Stop),
}

/// A text while it is read.
struct Scan {
    /// Where its first character stands.
    start: usize,
    /// The mark that opened it.
    open: char,
    /// The mark stood behind a backslash: the whole document was escaped once too often.
    escaped: bool,
    role: Role,
    stop: Stop,
    text: String,
    /// Brackets that were opened and not closed in it: round, square, curly.
    brackets: [i32; 3],
    /// The last quote that was taken for a part of it.
    inner: Option<usize>,
}

impl Reader {
    /// Texts, joined where a plus stands between them.
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

    /// A text in quotes.
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

    /// Reads to the end of the text; or says where it should have ended.
    fn scan(&mut self, scan: &mut Scan) -> Read<Stop> {
        while let Some(c) = self.peek() {
            if scan.stop == Stop::At(self.at) || scan.stop == Stop::Separator && ends_unclosed(c) {
                scan.trim();
                return Ok(None);
            }
            if closes(scan.open, c) {
                match self.verdict(scan, self.at) {
                    Verdict::End => {
                        self.at += 1;
                        return Ok(None);
                    }
                    Verdict::Again(stop) => return Ok(Some(stop)),
                    Verdict::Inner => self.keep(scan, c),
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

    /// The end of everything: if it looks like the end of a container, the text ended before.
    fn cut_off(&self, scan: &mut Scan) -> Option<Stop> {
        let last = self.before_blanks(scan.start, self.at).and_then(|at| self.char(at));
        if scan.stop == Stop::Quote && last.is_some_and(is_delimiter) {
            return Some(Stop::Separator);
        }
        scan.trim();
        None
    }

    /// Is the quote at `at` the text's end? Judged by what stands behind it, then by what stands before it.
    fn verdict(&self, scan: &Scan, at: usize) -> Verdict {
        if scan.stop != Stop::Quote {
            return if matches!(scan.stop, Stop::At(_)) { Verdict::Inner } else { Verdict::End };
        }
        let next = self.past_spaces(at + 1);
        match self.char(next) {
            None => Verdict::End,
            Some(':') if scan.role == Role::Member => self.before_a_key(scan),
            Some(',') if scan.role == Role::Member && self.prose(next + 1) => Verdict::Inner,
            Some(c) if is_delimiter(c) => self.inside_brackets(scan, (c, next)),
            Some(c) if c.is_ascii_digit() => Verdict::End,
            Some(c) if is_quote(c) => self.doubled(scan, (at, next)),
            Some(_) => self.by_what_is_before(scan, at),
        }
    }

    /// A quote before a colon closes a key. If an earlier one stood at the head of a line, it opened that key, and this text
    /// ended on the line above.
    fn before_a_key(&self, scan: &Scan) -> Verdict {
        let Some(opened) = scan.inner else { return Verdict::Inner };
        let last = self.before_blanks(scan.start, opened).map_or(scan.start, |at| at + 1);
        let head = (last..opened).any(|at| self.char(at).is_some_and(is_newline));
        if head { Verdict::Again(Stop::At(last)) } else { Verdict::Inner }
    }

    /// Do words follow that are neither a key nor the object's end? Then the comma belongs to the text: `"he said "no", and left"`.
    fn prose(&self, from: usize) -> bool {
        /// No key without quotes is longer.
        const KEY: usize = 64;
        let first = (from..from + KEY).find(|at| !self.char(*at).is_some_and(is_blank)).unwrap_or(from);
        if !self.char(first).is_some_and(char::is_alphabetic) {
            return false;
        }
        let end = (first..first + KEY).filter_map(|at| self.char(at)).find(|c| ":,{}[]\n\"".contains(*c));
        end.is_some_and(|c| c == '"' || c == ',')
    }

    /// `"the list [1, 2"] more"`: the bracket behind the quote closes one inside, if the sentence goes on behind it.
    fn inside_brackets(&self, scan: &Scan, (c, at): (char, usize)) -> Verdict {
        let closes_one = bracket(c).is_some_and(|(kind, step)| step < 0 && scan.brackets[kind] > 0);
        let mut past = at;
        while self.char(past) == Some(c) {
            past += 1;
        }
        let behind = self.char(self.past_spaces(past));
        let goes_on = behind.is_some_and(|c| !matches!(c, ',' | ':' | ']' | '}' | ')' | '\n'));
        if closes_one && goes_on { Verdict::Inner } else { Verdict::End }
    }

    /// Two quotes in a row at the end: `"72""` is a text that ends with one.
    fn doubled(&self, scan: &Scan, (at, next): (usize, usize)) -> Verdict {
        let adjacent = next == at + 1 && self.char(next) == Some(scan.open) && !scan.text.is_empty();
        let behind = self.char(self.past_spaces(next + 1));
        let both_end = behind.is_none_or(|c| matches!(c, ',' | ':' | ']' | '}' | '\n'));
        if adjacent && both_end { Verdict::Inner } else { Verdict::End }
    }

    /// Behind a separator the quote opens the next text, and this one's end is missing.
    fn by_what_is_before(&self, scan: &Scan, at: usize) -> Verdict {
        let before = self.before_blanks(scan.start, at);
        match before.and_then(|at| self.char(at)) {
            Some(',') => Verdict::Again(Stop::At(before.unwrap_or(at))),
            Some(c) if is_delimiter(c) => Verdict::Again(Stop::Separator),
            _ => Verdict::Inner,
        }
    }

    /// Backslashes and what they escape. `Some` ends the scan.
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
            match self.verdict(scan, quote) {
                Verdict::Again(stop) => return Ok(Some(Some(stop))),
                Verdict::End => {
                    self.at = quote + 1;
                    return Ok(Some(None));
                }
                Verdict::Inner => {}
            }
        }
        // One level too many: half of the backslashes, and of those a pair is one.
        scan.text.extend(std::iter::repeat_n('\\', run / 4));
        self.at += run;
        if run % 4 == 0 { Ok(None) } else { self.escaped_char(scan) }
    }

    /// The character behind an odd backslash.
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
            // A superfluous backslash, or a line that was continued.
            other => other,
        });
        Ok(None)
    }

    /// `uXXXX`, with its second half where it has one. Half a pair is the replacement character; digits that were cut off
    /// mean nothing.
    fn unicode(&mut self, scan: &mut Scan) -> Read<Option<Stop>> {
        let Some(first) = self.four_digits(self.at + 1)? else {
            self.at = self.end();
            return Ok(None);
        };
        self.at += 5;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first)
            && self.stands(self.at, "\\u")
            && let Some(second) = self.four_digits(self.at + 2)?.filter(|unit| (0xdc00..0xe000).contains(unit))
        {
            units.push(second);
            self.at += 6;
        }
        scan.text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Ok(None)
    }

    /// Four hexadecimal digits; `None` if the text ends among them.
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
    /// An end that was missing stands before the blanks.
    fn trim(&mut self) {
        self.text.truncate(self.text.trim_end_matches(is_blank).len());
    }
}

/// Which kind of bracket, and whether it opens or closes.
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
