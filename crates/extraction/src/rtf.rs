//! Rich Text Format: the text that a reader sees, by paragraphs. Text that is deleted, struck out or hidden is not
//! read, and raised figures stay apart from the number before them.
//!
//! The parser is our own: of the format's control words few concern the text, and those that hide or raise text decide
//! here. Work is linear in the file without recursion, and nested groups are limited.

mod charset;
mod token;

use std::collections::HashMap;

use crate::raised::{Shift, Shifted};
use crate::{Document, ReadError};
use charset::Charset;
use token::{Token, Tokens};

/// Maximum nesting of groups; deeper ones are not read. Real files stay under 30.
const MAX_GROUPS: usize = 256;
/// Maximum number of fonts.
const MAX_FONTS: usize = 2_000;
/// Maximum bytes of text.
const MAX_TEXT: usize = 8 * 1024 * 1024;
/// Maximum bytes of a title or an author.
const MAX_FIELD: usize = 300;
/// Groups without text of the document.
const SKIPPED: &[&str] = &[
    "colortbl",
    "stylesheet",
    "pict",
    "object",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "fldinst",
    "xe",
    "tc",
    "rxe",
    "bkmkstart",
    "bkmkend",
    "annotation",
    "atnid",
    "atnauthor",
    "template",
    "filetbl",
    "listtable",
    "listoverridetable",
    "revtbl",
    "nonshppict",
    "keywords",
    "comment",
    "doccomm",
    "operator",
    "company",
    "manager",
    "category",
    "subject",
    "private",
    "do",
    "shpinst",
    "upr",
];

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut reader = Reader::default();
    let mut tokens = Tokens::new(bytes);
    while let Some(token) = tokens.next() {
        if let Token::Word("bin", Some(length)) = token {
            tokens.skip_bytes(usize::try_from(length).unwrap_or_default());
            continue;
        }
        reader.take(token);
        if reader.text.len() > MAX_TEXT {
            break;
        }
    }
    // A file may end within any group.
    reader.decode();
    reader.state.destination = Destination::Body;
    reader.end_line("");
    let mut document = crate::text::plain(&reader.text);
    document.title = crate::text::short(&reader.title);
    document.author = crate::text::short(&reader.author);
    if document.text.is_empty() { Err(ReadError::Empty) } else { Ok(document) }
}

/// Where the text of a group belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Body,
    Fonts,
    Title,
    Author,
    Nowhere,
}

/// Formatting of a group.
#[derive(Debug, Clone, Copy)]
struct State {
    destination: Destination,
    /// Characters that follow `\u` for readers without Unicode.
    fallbacks: usize,
    font: i32,
    shift: Option<Shift>,
    is_struck: bool,
    is_deleted: bool,
    is_hidden: bool,
    is_footnote: bool,
}

/// A part of a line in one position.
struct Run {
    text: String,
    shift: Option<Shift>,
}

struct Reader {
    state: State,
    outer: Vec<State>,
    /// Groups that are too deep.
    too_deep: usize,
    /// The group may be ignored by readers that do not know it.
    is_optional: bool,
    /// Characters after `\u` that are still to be skipped.
    skipped: usize,
    page: Charset,
    fonts: HashMap<i32, Charset>,
    /// Bytes that are not decoded yet: a character may have two.
    bytes: Vec<u8>,
    /// The first half of a character outside of the basic plane.
    high: Option<u16>,
    line: Vec<Run>,
    text: String,
    title: String,
    author: String,
}

impl Default for Reader {
    fn default() -> Self {
        let state = State {
            destination: Destination::Body,
            fallbacks: 1,
            font: 0,
            shift: None,
            is_struck: false,
            is_deleted: false,
            is_hidden: false,
            is_footnote: false,
        };
        Self {
            state,
            outer: Vec::new(),
            too_deep: 0,
            is_optional: false,
            skipped: 0,
            page: Charset::Named(encoding_rs::WINDOWS_1252),
            fonts: HashMap::new(),
            bytes: Vec::new(),
            high: None,
            line: Vec::new(),
            text: String::new(),
            title: String::new(),
            author: String::new(),
        }
    }
}

impl Reader {
    fn take(&mut self, token: Token<'_>) {
        if self.too_deep > 0 {
            match token {
                Token::Open => self.too_deep += 1,
                Token::Close => self.too_deep -= 1,
                _ => {}
            }
            return;
        }
        match token {
            Token::Byte(_) | Token::Symbol(_) | Token::Word(..) if self.skips(token) => {}
            Token::Byte(byte) => self.bytes.push(byte),
            other => {
                self.decode();
                self.control(other);
            }
        }
    }

    /// Skips what follows `\u` for readers without Unicode.
    fn skips(&mut self, token: Token<'_>) -> bool {
        let is_character = matches!(token, Token::Byte(_) | Token::Symbol(_));
        if self.skipped == 0 || !is_character {
            self.skipped = 0;
            return false;
        }
        self.skipped -= 1;
        true
    }

    fn control(&mut self, token: Token<'_>) {
        match token {
            Token::Open => {
                self.skipped = 0;
                if self.outer.len() >= MAX_GROUPS {
                    self.too_deep = 1;
                } else {
                    self.outer.push(self.state);
                }
            }
            Token::Close => {
                self.skipped = 0;
                let inner = self.state;
                self.state = self.outer.pop().unwrap_or(inner);
                if inner.is_footnote && !self.state.is_footnote {
                    self.push("]");
                }
            }
            Token::Symbol(b'*') => self.is_optional = true,
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Word(word, number) => {
                if std::mem::take(&mut self.is_optional) && !matches!(word, "shppict" | "ud") {
                    self.state.destination = Destination::Nowhere;
                }
                self.word(word, number);
            }
            Token::Byte(_) => {}
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'~' => self.push("\u{a0}"),
            b'_' => self.push("-"),
            b'{' | b'}' | b'\\' => self.push(char::from(symbol).encode_utf8(&mut [0; 4])),
            b'\t' => self.push("\t"),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        match word {
            "par" | "line" | "sect" | "page" | "column" | "row" | "nestrow" => self.end_line("\n"),
            "tab" | "cell" | "nestcell" => self.push("\t"),
            "u" => self.unicode(number.unwrap_or_default()),
            "uc" => self.state.fallbacks = usize::try_from(number.unwrap_or(1)).unwrap_or_default().min(8),
            "f" => self.state.font = number.unwrap_or_default(),
            "fcharset" => self.font_charset(number.unwrap_or_default()),
            "ansicpg" => self.page = number.and_then(Charset::of_page).unwrap_or(self.page),
            "mac" => self.page = Charset::Named(encoding_rs::MACINTOSH),
            "super" | "up" => self.state.shift = is_on.then_some(Shift::Up),
            "sub" | "dn" => self.state.shift = is_on.then_some(Shift::Down),
            "nosupersub" => self.state.shift = None,
            "strike" | "striked" => self.state.is_struck = is_on,
            "deleted" => self.state.is_deleted = is_on,
            "v" => self.state.is_hidden = is_on,
            "plain" => {
                let State { is_deleted, .. } = self.state;
                self.state = State { shift: None, is_struck: false, is_hidden: false, is_deleted, ..self.state };
            }
            "footnote" => {
                self.push(" [");
                self.state.is_footnote = true;
            }
            "fonttbl" => self.state.destination = Destination::Fonts,
            "info" => self.state.destination = Destination::Nowhere,
            "title" => self.state.destination = Destination::Title,
            "author" => self.state.destination = Destination::Author,
            _ if SKIPPED.contains(&word) => self.state.destination = Destination::Nowhere,
            _ => self.push(sign(word)),
        }
    }

    fn font_charset(&mut self, number: i32) {
        if self.state.destination == Destination::Fonts
            && self.fonts.len() < MAX_FONTS
            && let Some(charset) = Charset::of_font(number)
        {
            self.fonts.insert(self.state.font, charset);
        }
    }

    /// Writes a character of UTF-16, as a signed number.
    fn unicode(&mut self, number: i32) {
        self.skipped = self.state.fallbacks;
        let Ok(unit) = u16::try_from(number.rem_euclid(0x1_0000)) else { return };
        let units = [self.high.take().unwrap_or_default(), unit];
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let from = usize::from(units[0] == 0);
        // Signs of a symbol font are in the private area.
        let text = match unit {
            0xf020..=0xf0ff => Charset::Symbols.decode(&[u8::try_from(unit - 0xf000).unwrap_or_default()]),
            _ => String::from_utf16_lossy(&units[from..]),
        };
        self.push(&text);
    }

    fn decode(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let charset = self.fonts.get(&self.state.font).copied().unwrap_or(self.page);
        let text = charset.decode(&self.bytes);
        self.bytes.clear();
        self.push(&text);
    }

    fn push(&mut self, text: &str) {
        let State { destination, shift, is_struck, is_deleted, is_hidden, .. } = self.state;
        if text.is_empty() || is_struck || is_deleted || is_hidden {
            return;
        }
        match destination {
            Destination::Body => match self.line.last_mut() {
                Some(run) if run.shift == shift => run.text.push_str(text),
                _ => self.line.push(Run { text: text.to_owned(), shift }),
            },
            Destination::Title if self.title.len() < MAX_FIELD => self.title.push_str(text),
            Destination::Author if self.author.len() < MAX_FIELD => self.author.push_str(text),
            _ => {}
        }
    }

    /// Ends a line: its raised and lowered figures are written apart from the numbers before them.
    fn end_line(&mut self, end: &str) {
        self.decode();
        if self.state.destination != Destination::Body {
            return;
        }
        let line = std::mem::take(&mut self.line);
        let mut written = String::new();
        for (at, Run { text, shift }) in line.iter().enumerate() {
            let after = line.get(at + 1).map_or("", |next| &next.text);
            let marks = shift.map(|shift| Shifted { before: &written, text, after, shift, is_link: false }.marks());
            let (open, close) = marks.unwrap_or_default();
            // The space behind a figure belongs to the line.
            let (figure, space) = text.split_at(text.trim_end().len());
            written.extend([open, figure, close, space]);
        }
        self.text.push_str(written.trim_end());
        self.text.push_str(end);
    }
}

/// Returns the sign that a control word stands for.
fn sign(word: &str) -> &'static str {
    match word {
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        _ => "",
    }
}

#[cfg(test)]
mod tests;
