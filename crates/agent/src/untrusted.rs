//! Text that others wrote, as a type. [`Untrusted`] implements neither `Serialize` nor `Display`, so the compiler
//! refuses it in the output of a [`crate::Tool`] and with it in a request with tools. There are three ways out:
//!
//! - [`Untrusted::request`]: the whole text, in a request from which all tools are removed;
//! - [`Untrusted::label`]: a short name or title of letters, digits, signs and plain punctuation, on one line;
//! - [`Untrusted::address`]: a web address of limited length in plain ASCII.
//!
//! Exceptions, each with its reason:
//! - the text of a claim ([`statement`]): written by the model that reads in quarantine, in its own words, limited like
//!   a label;
//! - text of memory ([`statement`]): earlier findings, limited likewise; a tool that returns it ends the right to write
//!   memory;
//! - files and notes of a bundle: written by the loops of the same bundle from the same limited text;
//! - the task (question, context, entity, todos): given by the tenant.

use llm::{Request, ToolChoice};
use serde::{Deserialize, Serialize};

/// Maximum length of an address that a model sees, in bytes. Longer ones carry text; few pages have them.
const MAX_ADDRESS_BYTES: usize = 200;
/// Punctuation of names, titles and statements, beside the signs of [`is_sign`] and [`is_currency`]. Braces, bars,
/// backslashes and quotes of code are left out, so that no call or block can be imitated; [`Reducer`] replaces the
/// signs of tags and most square brackets.
const PUNCTUATION: &str =
    ".,;:!?'\"-\u{2019}\u{2018}\u{201c}\u{201d}()/&%+#@_=*~^\u{a7}\u{b0}\u{b1}\u{b5}\u{b7}\u{d7}\u{f7}";
/// Number of tildes that open a block of code.
const FENCE: usize = 3;

/// Text that others wrote: a page, the answer of an external tool, a title, a name.
#[derive(Clone, PartialEq, Eq)]
pub struct Untrusted(String);

/// A short text of letters, digits, signs and plain punctuation, on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Label(String);

/// An http(s) address of at most 200 bytes of plain ASCII.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

impl From<String> for Label {
    fn from(text: String) -> Self {
        // A text that is not a label yet can become longer: `<` becomes words.
        Untrusted::new(text).label(usize::MAX)
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0
    }
}

impl TryFrom<String> for Address {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Untrusted::new(text).address().ok_or("not a plain http(s) address")
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

impl Untrusted {
    /// Marks a text as untrusted.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns true if the text is empty or white space.
    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Returns a text that code makes of this one, as untrusted as the whole, and facts about it. The facts are
    /// numbers, never words of the text.
    pub fn part<T>(&self, choose: impl FnOnce(&str) -> (String, T)) -> (Self, T) {
        let (text, facts) = choose(&self.0);
        (Self(text), facts)
    }

    /// Returns several texts as one, a list of texts in JSON, as untrusted as each of them.
    pub fn list<'a>(texts: impl IntoIterator<Item = &'a Self>) -> Self {
        let texts: Vec<&str> = texts.into_iter().map(|text| text.0.as_str()).collect();
        Self(serde_json::Value::from(texts).to_string())
    }

    /// Returns the text as a label of at most `max_chars` characters.
    pub fn label(&self, max_chars: usize) -> Label {
        Label(statement(&self.0, max_chars))
    }

    /// Returns the text as an address, `None` if it is none or too long.
    pub fn address(&self) -> Option<Address> {
        let plain = self.0.bytes().all(|b| b.is_ascii_graphic() && !b"<>\"'`{}|\\^[]".contains(&b));
        let web = self.0.starts_with("https://") || self.0.starts_with("http://");
        (plain && web && self.0.len() <= MAX_ADDRESS_BYTES).then(|| Address(self.0.clone()))
    }

    /// Builds a request with the whole text. The request has no tools, even if `build` sets some.
    ///
    /// # Errors
    /// The error of `build`.
    pub fn request<E>(&self, build: impl FnOnce(&str) -> Result<Request, E>) -> Result<Request, E> {
        let built = build(&self.0)?;
        Ok(Request { tools: std::sync::Arc::default(), tool_choice: ToolChoice::Auto, ..built })
    }

    /// Returns true if `check` holds for the text, which code may examine in any way.
    pub fn check(&self, check: impl FnOnce(&str) -> bool) -> bool {
        check(&self.0)
    }
}

/// Shows the length only, so that the text cannot reach a log or a message.
impl std::fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Untrusted({} bytes)", self.0.len())
    }
}

impl Label {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Address {
    /// Returns the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reduces a text to letters, digits, signs and plain punctuation on one line, at most `max_chars` characters. The
/// signs beside a figure stay: without its sign it is another figure. A `<` or `>` becomes words before a figure
/// (`less than`) and `‹` or `›` elsewhere.
pub fn statement(text: &str, max_chars: usize) -> String {
    let chars: Vec<char> = text.chars().filter(|c| !is_invisible(*c)).map(ordinary).collect();
    let line = String::with_capacity(text.len().min(max_chars.saturating_mul(4)));
    let mut reducer = Reducer { chars: &chars, at: 0, line, left: max_chars, has_gap: false, open: None };
    while reducer.at < chars.len() && reducer.left > 0 {
        reducer.step();
    }
    reducer.line
}

/// Writes a text as one line.
struct Reducer<'c> {
    chars: &'c [char],
    at: usize,
    line: String,
    /// Number of characters that may still be written.
    left: usize,
    /// True if a space is due before the next character.
    has_gap: bool,
    /// Whether the last `[` that is still open was kept.
    open: Option<bool>,
}

impl Reducer<'_> {
    fn step(&mut self) {
        let c = self.chars[self.at];
        let next = self.chars.get(self.at + 1);
        let tildes = self.chars[self.at..].iter().take_while(|c| **c == '~').count();
        let taken = match c {
            '<' | '>' => self.relation(c),
            '[' | ']' => self.bracket(c),
            _ if is_minus(c) && next == Some(&'>') => {
                self.push('\u{2192}');
                2
            }
            '~' if tildes >= FENCE => {
                self.has_gap = true;
                tildes
            }
            _ if is_plain(c) => {
                self.push(c);
                1
            }
            _ => {
                self.has_gap = true;
                1
            }
        };
        self.at += taken;
    }

    fn push(&mut self, c: char) {
        if self.has_gap && !self.line.is_empty() {
            self.write(' ');
        }
        self.has_gap = false;
        self.write(c);
    }

    fn write(&mut self, c: char) {
        if self.left > 0 {
            self.line.push(c);
            self.left -= 1;
        }
    }

    /// Writes words with a space on both sides.
    fn words(&mut self, words: &str) {
        self.has_gap |= !self.line.ends_with(['(', '[', '"', '\'', '\u{201c}', '\u{2018}']);
        for word in words.split(' ') {
            word.chars().for_each(|c| self.push(c));
            self.has_gap = true;
        }
    }

    /// Writes `<`, `>`, `<=` or `>=` and returns the number of characters that it consists of.
    fn relation(&mut self, c: char) -> usize {
        let (before, rest) = (&self.chars[..self.at], &self.chars[self.at + 1..]);
        let is_equal = rest.first() == Some(&'=');
        let after = &rest[usize::from(is_equal)..];
        // Of `<<`, `>>`, `<>` and `=>` no sign states a limit.
        let is_part = rest.first() == Some(&c)
            || before.last() == Some(&c)
            || (c == '>' && matches!(before.last(), Some('=' | '<')));
        let is_markup = c == '>' && (closes_tag(before) || (begins_line(before) && rest.first() == Some(&' ')));
        let is_limit = !is_part && !is_markup && begins_figure(after);
        let is_arrow = c == '<' && rest.first() == Some(&'-') && rest.get(1) != Some(&'>');
        match (c, is_equal) {
            ('<', false) if is_limit => self.words("less than"),
            ('<', true) if is_limit => self.words("at most"),
            (_, false) if is_limit => self.words("more than"),
            (_, true) if is_limit => self.words("at least"),
            ('<', false) if is_arrow => {
                self.push('\u{2190}');
                return 2;
            }
            ('<', false) => self.push('\u{2039}'),
            ('<', true) => self.push('\u{2264}'),
            (_, false) => self.push('\u{203a}'),
            (_, true) => self.push('\u{2265}'),
        }
        1 + usize::from(is_equal)
    }

    /// Writes the brackets of intervals and reference marks as they are and all others as round ones, so that a list of
    /// JSON or a mark of a conversation cannot be imitated. Returns the number of characters that were read.
    fn bracket(&mut self, c: char) -> usize {
        let is_before_figure = begins_figure(&self.chars[self.at + 1..]);
        let kept = match (c, self.open.take()) {
            ('[', _) => {
                self.open = Some(is_before_figure);
                is_before_figure
            }
            (_, Some(kept)) => kept,
            (_, None) => is_before_figure || self.line.ends_with(|c: char| c.is_numeric() || c == '%'),
        };
        self.push(match (c, kept) {
            (_, true) => c,
            ('[', false) => '(',
            (_, false) => ')',
        });
        1
    }
}

/// Returns the text without the first characters for which `is` holds, at most `most`.
fn skipped(text: &[char], most: usize, is: impl Fn(char) -> bool) -> &[char] {
    let run = text.iter().take(most).take_while(|c| is(**c)).count();
    &text[run..]
}

/// Returns true if the text begins with a figure, before which spaces, a sign and a currency (`€`, `US$`, `EUR`) may
/// stand.
fn begins_figure(text: &[char]) -> bool {
    let is_prefix = |c: char| is_minus(c) || matches!(c, '+' | '~' | '\u{b1}' | '\u{2248}' | '\u{2264}' | '\u{2265}');
    let text = skipped(skipped(text, usize::MAX, char::is_whitespace), 1, is_prefix);
    let letters = text.len() - skipped(text, usize::MAX, |c| c.is_ascii_uppercase()).len();
    let after_symbol = skipped(&text[letters..], 1, is_currency);
    let has_symbol = after_symbol.len() < text.len() - letters;
    let text = match (letters, has_symbol) {
        (0, false) => text,
        (0..=3, true) | (3, false) => skipped(skipped(after_symbol, 2, char::is_whitespace), 1, is_prefix),
        _ => return false,
    };
    skipped(text, 1, |c| matches!(c, '.' | ',')).first().is_some_and(|c| c.is_numeric())
}

/// Returns true if a `>` after the text closes a tag.
fn closes_tag(before: &[char]) -> bool {
    let Some(last) = before.iter().rposition(|c| matches!(c, '<' | '>')) else { return false };
    let inner = &before[last + 1..];
    let is_named = inner.first().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?' | '|'));
    let is_whole = !inner.iter().any(|c| c.is_whitespace()) || inner.contains(&'=') || inner.last() == Some(&'/');
    before[last] == '<' && is_named && is_whole
}

/// Returns true if the next character begins a line that is not the first.
fn begins_line(before: &[char]) -> bool {
    matches!(before.iter().rev().find(|c| !matches!(c, ' ' | '\t')), Some('\n' | '\r'))
}

/// Returns the ordinary form of a sign that is treated specially.
fn ordinary(c: char) -> char {
    match c {
        '\u{ff1c}' | '\u{fe64}' => '<',
        '\u{ff1e}' | '\u{fe65}' => '>',
        '\u{ff3b}' => '[',
        '\u{ff3d}' => ']',
        '\u{2a7d}' => '\u{2264}',
        '\u{2a7e}' => '\u{2265}',
        _ => c,
    }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || PUNCTUATION.contains(c) || is_sign(c) || is_currency(c) || is_mark(c)
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns true for signs beside figures: dashes, `‰`, primes, `‹`, `›`, signs of raised and lowered figures, signs
/// that stand for letters or units (`№`, `℃`, `㎡`), arrows, operators and relations, triangles of change, and the
/// Arabic, full-width and CJK signs of numbers.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2020}' | '\u{2021}' | '\u{2026}' | '\u{2030}'..='\u{2037}' | '\u{2039}'
        | '\u{203a}' | '\u{2044}' | '\u{2052}' | '\u{207a}'..='\u{207e}' | '\u{208a}'..='\u{208e}'
        | '\u{2100}'..='\u{214f}' | '\u{2190}'..='\u{22ff}' | '\u{25b2}' | '\u{25b3}' | '\u{25bc}' | '\u{25bd}'
        | '\u{60c}' | '\u{66a}'..='\u{66c}' | '\u{3001}' | '\u{3002}' | '\u{301c}' | '\u{3300}'..='\u{33ff}'
        | '\u{ff05}' | '\u{ff08}' | '\u{ff09}' | '\u{ff0b}'..='\u{ff0f}' | '\u{ff1a}' | '\u{ff1d}' | '\u{ff5e}')
}

/// Returns true for currency symbols: the category Sc of Unicode.
fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{58f}' | '\u{60b}' | '\u{7fe}' | '\u{7ff}' | '\u{9f2}' | '\u{9f3}'
        | '\u{9fb}' | '\u{af1}' | '\u{bf9}' | '\u{e3f}' | '\u{17db}' | '\u{20a0}'..='\u{20cf}' | '\u{a838}'
        | '\u{fdfc}' | '\u{fe69}' | '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}' | '\u{ffe6}'
        | '\u{11fdd}'..='\u{11fe0}' | '\u{1e2ff}' | '\u{1ecb0}')
}

/// Returns true for characters that combine with the previous letter, without which words of many scripts are
/// unreadable.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{94f}' | '\u{e31}'..='\u{e4e}' | '\u{3099}' | '\u{309a}')
}

/// Returns true for characters without width, which are removed without leaving a space.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests;
