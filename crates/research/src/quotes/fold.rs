//! Folding of presentation: two texts that a reader takes for the same words and figures become equal.
//!
//! Folded: white space, characters without a glyph, quotation marks of all languages, hyphens, dashes and minus signs,
//! the ellipsis, signs with an ASCII spelling (`≥` is `>=`), digits of other scripts, full-width and presentation
//! forms, ligatures, fractions, raised and lowered figures, Markdown marks, the marks of lists, and reference marks
//! such as `[2]` or `†`. A raised figure after a digit stays apart from it: `10⁶` is `10^6` and never `106`.
//!
//! Spaces do not count before `%`, `°` and signs of currencies after a figure, after `≥`, `~`, `±`, `%` or the sign of
//! a currency before a figure, between the letters of an abbreviation (`z. B.`), and around a dash or `×` between
//! figures: `5 – 7 %` is `5–7%`. A dash with a space on one side only is a minus, and one that begins a line or stands
//! in a cell of its own is not between figures.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_compatible;

use super::digits::{digit, numeral};

/// Treatment of a hyphen at the end of a line inside a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaks {
    /// The hyphen belongs to the word: `long-` and `term` are `long-term`.
    Kept,
    /// The hyphen marks the break only: `commit-` and `tee` are `committee`.
    Joined,
}

/// Maximum length of a link's address in bytes.
const MAX_ADDRESS_BYTES: usize = 2048;
/// Maximum number of signs of emphasis in a row, with the character before or behind them.
const MAX_EMPHASIS_CHARS: usize = 4;
/// Maximum number of figures in a reference mark.
const MAX_MARK_CHARS: usize = 12;
/// Maximum length of a mark with a name, words before its number, and marks of words only.
const MAX_NAMED_CHARS: usize = 24;
const NAMED_MARKS: [&str; 5] = ["note", "notes", "n", "nb", "fn"];
const WORDED_MARKS: [&str; 4] = ["citation needed", "clarification needed", "update", "sic"];
/// Every quotation mark, and the apostrophe, which shares its signs.
const QUOTE: char = '\'';

/// Folds a text.
pub(super) fn fold(text: &str, breaks: Breaks) -> String {
    let composed: Vec<char> = text.nfc().filter(|c| !is_invisible(*c)).collect();
    let mut folder = Folder { chars: &composed, at: 0, breaks, out: String::with_capacity(text.len()) };
    while folder.at < composed.len() {
        folder.step();
    }
    spaced(&folder.out)
}

/// Returns true if a word of the text goes on in the next line after a hyphen.
pub(super) fn has_broken_words(text: &str) -> bool {
    text.split(['\n', '\r']).any(|line| line.trim_end().ends_with(is_hyphen))
}

struct Folder<'c> {
    chars: &'c [char],
    at: usize,
    breaks: Breaks,
    out: String,
}

impl Folder<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn step(&mut self) {
        let c = self.chars[self.at];
        if let Some(skipped) = self.markup(c) {
            self.at += skipped;
            return;
        }
        let marks_entry = is_bullet(c) || is_hyphen(c) && self.marks_entry();
        self.at += 1;
        match c {
            _ if marks_entry => self.out.push(' '),
            _ if is_hyphen(c) => self.hyphen(),
            _ if c.is_whitespace() => self.out.push(' '),
            'x' | '\u{d7}' | '\u{2715}' => self.times(c),
            // `m^2` is `m²`, which is written `m2`.
            '^' if self.out.ends_with(char::is_alphabetic) && self.peek(0).is_some_and(|c| digit(c).is_some()) => {}
            _ => self.sign(c),
        }
    }

    /// Returns the number of characters that are Markdown or a reference mark and not text.
    fn markup(&self, c: char) -> Option<usize> {
        match c {
            '\\' => self.peek(1).filter(char::is_ascii_punctuation).map(|_| 1),
            '*' | '`' => Some(1),
            '_' if self.is_emphasis() => Some(1),
            '[' => Some(self.reference_mark().unwrap_or(1)),
            ']' => Some(self.address().unwrap_or(1)),
            '#' | '>' if self.begins_line() => {
                let run = self.chars[self.at..].iter().take_while(|next| **next == c).count();
                self.peek(run).filter(|next| next.is_whitespace()).map(|_| run)
            }
            _ => None,
        }
    }

    /// Returns `true` for `_`, in a run or alone, at the edge of a word; within a word it is a character of a name.
    fn is_emphasis(&self) -> bool {
        let before = self.chars[..self.at].iter().rev().take(MAX_EMPHASIS_CHARS).find(|c| **c != '_');
        let after = self.chars[self.at..].iter().take(MAX_EMPHASIS_CHARS).find(|c| **c != '_');
        !(before.is_some_and(|c| c.is_alphanumeric()) && after.is_some_and(|c| c.is_alphanumeric()))
    }

    /// Returns `true` for a hyphen that marks an entry of a list: before words at the beginning of a line.
    fn marks_entry(&self) -> bool {
        let mut rest = self.chars[self.at + 1..].iter().copied();
        self.begins_line()
            && rest.next().is_some_and(|c| matches!(c, ' ' | '\t'))
            && rest.find(|c| !matches!(c, ' ' | '\t' | '*' | '`' | '_')).is_some_and(char::is_alphabetic)
    }

    fn begins_line(&self) -> bool {
        self.chars[..self.at].iter().rev().find(|c| !matches!(c, ' ' | '\t')).is_none_or(|c| matches!(c, '\n' | '\r'))
    }

    /// Returns the length of `[2]`, `[2, 3]`, `[2–4]`, `[^2]`, `[note 2]`, also with escaped brackets.
    fn reference_mark(&self) -> Option<usize> {
        self.numbers_mark().or_else(|| self.named_mark())
    }

    /// Returns the length of a mark of a name: `[^2]`, `[note 2]`, `[citation needed]`.
    fn named_mark(&self) -> Option<usize> {
        let inner: String = self.chars[self.at + 1..].iter().take(MAX_NAMED_CHARS).take_while(|c| **c != ']').collect();
        let length = inner.chars().count();
        let name = inner.trim_end_matches('\\').to_lowercase();
        let numbered = |rest: &str| !rest.trim().is_empty() && rest.trim().chars().all(|c| c.is_ascii_digit());
        let is_mark = name.strip_prefix('^').is_some_and(numbered)
            || name.split_once(' ').is_some_and(|(word, rest)| NAMED_MARKS.contains(&word) && numbered(rest))
            || WORDED_MARKS.contains(&name.as_str());
        (is_mark && self.peek(1 + length) == Some(']')).then_some(2 + length)
    }

    fn numbers_mark(&self) -> Option<usize> {
        let inner = self.chars[self.at + 1..].iter().take(MAX_MARK_CHARS + 2);
        let is_figure = |c: char| digit(c).is_some() || matches!(c, ',' | ' ') || is_hyphen(c);
        let length = inner.clone().take_while(|c| is_figure(**c)).count();
        let mark: Vec<bool> = inner.take(length).map(|c| digit(*c).is_some()).collect();
        // Four figures are a year.
        let figures = mark.contains(&true) && !mark.windows(4).any(|four| four == [true; 4]);
        let end = match (self.peek(1 + length), self.peek(2 + length)) {
            (Some(']'), _) => 2 + length,
            (Some('\\'), Some(']')) => 3 + length,
            _ => return None,
        };
        (figures && length <= MAX_MARK_CHARS).then_some(end)
    }

    /// Returns the length of `](address)`.
    fn address(&self) -> Option<usize> {
        (self.peek(1) == Some('(')).then_some(())?;
        let inner = self.chars[self.at + 2..].iter().take(MAX_ADDRESS_BYTES);
        let length = inner.clone().take_while(|c| !c.is_whitespace() && **c != ')').count();
        let is_address = inner.take(8).collect::<String>().starts_with(['h', '/', '#', 'm']);
        (is_address && self.peek(2 + length) == Some(')')).then_some(3 + length)
    }

    /// Folds a run of hyphens: one sign, without the line break inside a word.
    fn hyphen(&mut self) {
        let first = self.at - 1;
        let run = self.chars[self.at..].iter().take_while(|c| is_hyphen(**c)).count();
        self.at += run;
        if self.gaps(first).is_some_and(|(before, after)| before > 0 && after > 0) {
            self.close_gaps();
        }
        let rest = &self.chars[self.at..];
        let spaces = rest.iter().take_while(|c| c.is_whitespace()).count();
        let breaks_line = rest[..spaces].iter().any(|c| matches!(c, '\n' | '\r'));
        let continues = rest.get(spaces).is_some_and(|c| c.is_lowercase());
        if run == 0 && breaks_line && continues && self.out.ends_with(char::is_alphabetic) {
            self.at += spaces;
            if self.breaks == Breaks::Joined {
                return;
            }
        }
        self.out.push('-');
    }

    /// Writes `×`. The letter in its place is one if both sides are alike: `0 x5` stays.
    fn times(&mut self, c: char) {
        if self.gaps(self.at - 1).is_some_and(|(before, after)| c != 'x' || (before > 0) == (after > 0)) {
            self.close_gaps();
        }
        self.out.push('x');
    }

    /// Returns the number of spaces before and after a sign between figures, which begins at `first` and ends before
    /// the current place. `None` if it is not between figures or begins a line, as the mark of a list does.
    fn gaps(&self, first: usize) -> Option<(usize, usize)> {
        let before = self.chars[..first].iter().rev().take_while(|c| c.is_whitespace()).count();
        let after = self.chars[self.at..].iter().take_while(|c| c.is_whitespace()).count();
        let begins_line = self.chars[first - before..first].iter().any(|c| matches!(c, '\n' | '\r'));
        let next = self.chars[self.at + after..].iter().find(|c| !matches!(c, '*' | '`'));
        let is_between = self.out.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit())
            && next.is_some_and(|c| digit(*c).is_some());
        (is_between && !begins_line).then_some((before, after))
    }

    /// Removes the spaces on both sides of the current place.
    fn close_gaps(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.at += self.chars[self.at..].iter().take_while(|c| c.is_whitespace()).count();
    }

    fn sign(&mut self, c: char) {
        if let Some(numeral) = numeral(c) {
            return self.out.push(numeral);
        }
        if let Some((figure, mark)) = moved_figure(c) {
            return self.moved(figure, mark);
        }
        if is_quote(c) {
            // Two apostrophes are a quotation mark: ``so''.
            if !self.out.ends_with(QUOTE) {
                self.out.push(QUOTE);
            }
            return;
        }
        match spelled(c) {
            Some(text) => self.out.push_str(text),
            None if is_form(c) => self.form(c),
            None => self.out.push(c),
        }
    }

    /// Writes a raised or lowered figure: apart from a digit, and beside a letter as in `m2` and `CO2`.
    fn moved(&mut self, figure: char, mark: char) {
        let runs_on = self.at >= 2 && moved_figure(self.chars[self.at - 2]).is_some();
        if !runs_on && self.out.ends_with(|c: char| c.is_ascii_digit()) {
            self.out.push(mark);
        }
        self.out.push(figure);
    }

    /// Writes a ligature, a full-width sign or a fraction in its ordinary letters.
    fn form(&mut self, c: char) {
        let is_fraction = matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215f}' | '\u{2189}');
        if is_fraction && self.out.ends_with(|c: char| c.is_ascii_digit()) {
            self.out.push(' ');
        }
        let out = &mut self.out;
        decompose_compatible(c, |part| match part {
            '\u{2044}' => out.push('/'),
            part if part.is_whitespace() => {}
            part => out.push(digit(part).unwrap_or(if is_quote(part) { QUOTE } else { part })),
        });
    }
}

/// Collapses white space, and removes it beside quotation marks, the ellipsis, table bars, and dashes between words,
/// and between a figure and its unit.
fn spaced(text: &str) -> String {
    let words = text.replace('|', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.replace(". . .", "...");
    let mut out = String::with_capacity(words.len());
    let mut rest = words.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let after_mark = out.ends_with(QUOTE) || out.ends_with("...");
        let before_mark = next == Some(QUOTE) || is_ellipsis(&mut rest.clone());
        // A dash before a figure may be a sign of the number.
        let beside_dash = (out.ends_with('-') && next.is_some_and(|next| !next.is_ascii_digit()))
            || (next == Some('-') && !rest.clone().skip(1).find(|c| *c != ' ').is_some_and(|c| c.is_ascii_digit()));
        let before_unit = out.ends_with(|c: char| c.is_ascii_digit()) && begins_unit(&mut rest.clone());
        let after_sign = next.is_some_and(|next| next.is_ascii_digit()) && ends_with_sign(&out);
        let in_abbreviation = c == ' ' && ends_with_initial(&out) && begins_initial(&mut rest.clone());
        if c == ' ' && (after_mark || before_mark || beside_dash || before_unit || after_sign || in_abbreviation) {
            continue;
        }
        out.push(c);
    }
    out
}

/// Returns true if the text begins with a sign that follows a figure. A sign of a currency directly before a figure
/// belongs to that one.
fn begins_unit(rest: &mut impl Iterator<Item = char>) -> bool {
    match rest.next() {
        Some('%' | '\u{2030}' | '\u{2031}' | '\u{b0}') => true,
        Some(c) if is_currency(c) => !rest.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

/// Returns true if the text ends with a sign that belongs to the next figure: a comparison, or `%` or the sign of a
/// currency that does not follow a figure.
fn ends_with_sign(text: &str) -> bool {
    let mut back = text.chars().rev();
    let (last, previous) = (back.next(), back.next());
    let follows_figure = previous.is_some_and(|c| c.is_ascii_digit());
    matches!(last, Some('<' | '>' | '=' | '~'))
        || text.ends_with("+/-")
        || (last.is_some_and(|c| c == '%' || is_currency(c)) && !follows_figure)
}

/// Returns true if the text ends with one letter and a period.
fn ends_with_initial(text: &str) -> bool {
    let mut back = text.chars().rev();
    back.next() == Some('.')
        && back.next().is_some_and(char::is_alphabetic)
        && !back.next().is_some_and(char::is_alphanumeric)
}

fn begins_initial(rest: &mut impl Iterator<Item = char>) -> bool {
    rest.next().is_some_and(char::is_alphabetic) && rest.next() == Some('.')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

fn is_ellipsis(rest: &mut impl Iterator<Item = char>) -> bool {
    rest.take(3).filter(|c| *c == '.').count() == 3
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ad}' | '\u{ae}' | '\u{2120}' | '\u{2122}' | '\u{640}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        || matches!(c, '\u{2020}' | '\u{2021}')
        // The vowel signs of Hebrew and Arabic.
        || matches!(c, '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}'..='\u{5c7}' | '\u{64b}'..='\u{652}' | '\u{670}')
        || (c.is_control() && !c.is_whitespace())
}

/// Returns true for the mark of an entry of a list.
fn is_bullet(c: char) -> bool {
    matches!(c, '\u{2022}' | '\u{2023}' | '\u{25aa}' | '\u{25ab}' | '\u{25cf}' | '\u{25e6}' | '\u{25a0}' | '\u{f0b7}')
}

fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{2212}'
                | '\u{58a}'
                | '\u{5be}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
    )
}

fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"' | '\u{60}' | '\u{b4}' | '\u{ab}' | '\u{bb}' | '\u{2b9}'..='\u{2bc}' | '\u{2018}'..='\u{201f}' | '\u{2032}'..='\u{2037}'
        | '\u{2039}' | '\u{203a}' | '\u{300c}'..='\u{300f}' | '\u{301d}'..='\u{301f}' | '\u{5f3}' | '\u{5f4}' | '\u{ff02}' | '\u{ff07}' | '\u{fe41}'..='\u{fe44}')
}

/// Returns the ASCII spelling of a sign.
fn spelled(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2026}' | '\u{22ef}' => "...",
        '\u{2265}' | '\u{2267}' | '\u{2a7e}' => ">=",
        '\u{2264}' | '\u{2266}' | '\u{2a7d}' => "<=",
        '\u{2260}' => "!=",
        '\u{2248}' | '\u{223c}' | '\u{ff5e}' => "~",
        '\u{b1}' => "+/-",
        '\u{2192}' => "->",
        '\u{2190}' => "<-",
        '\u{ba}' => "\u{b0}",
        '\u{66a}' => "%",
        // Romanian is written with a cedilla in old fonts, and with a comma below.
        '\u{15e}' | '\u{218}' => "\u{218}",
        '\u{15f}' | '\u{219}' => "\u{219}",
        '\u{162}' | '\u{21a}' => "\u{21a}",
        '\u{163}' | '\u{21b}' => "\u{21b}",
        '\u{2044}' | '\u{2215}' => "/",
        _ => return None,
    })
}

/// Returns a raised or lowered figure, and the sign that separates it from a digit.
fn moved_figure(c: char) -> Option<(char, char)> {
    let figure = |value: u32| char::from_digit(value, 10);
    match c {
        '\u{b2}' | '\u{b3}' => Some((figure(u32::from(c) - 0xb0)?, '^')),
        '\u{b9}' => Some(('1', '^')),
        '\u{2070}' | '\u{2074}'..='\u{2079}' => Some((figure(u32::from(c) - 0x2070)?, '^')),
        '\u{207b}' => Some(('-', '^')),
        '\u{2080}'..='\u{2089}' => Some((figure(u32::from(c) - 0x2080)?, '_')),
        _ => None,
    }
}

/// Returns true for ligatures, presentation forms, full-width and half-width forms, fractions, and signs that stand for
/// letters.
fn is_form(c: char) -> bool {
    matches!(c, '\u{bc}'..='\u{be}' | '\u{b5}' | '\u{132}' | '\u{133}' | '\u{2100}'..='\u{2138}' | '\u{2150}'..='\u{217f}' | '\u{2189}'
        | '\u{3300}'..='\u{33ff}' | '\u{fb00}'..='\u{fdff}' | '\u{fe30}'..='\u{fe6b}' | '\u{fe70}'..='\u{fefc}' | '\u{ff01}'..='\u{ffee}')
}
