//! HTML tokenizer: one pass without backtracking, linear in time for any input.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::entity;
use super::tag::Tag;

macro_rules! attributes {
    ($($variant:ident $($name:literal)|+),* $(,)?) => {
        /// The attributes that matter for reading; others are skipped.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Attr { $($variant),* }

        impl Attr {
            fn known(name: &[u8]) -> Option<Self> {
                match name {
                    $($($name)|+ => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

attributes! {
    Id b"id", Class b"class", Href b"href", Title b"title", Content b"content", Name b"name", Property b"property",
    Itemprop b"itemprop", Itemtype b"itemtype", Rel b"rel", Lang b"lang", XmlLang b"xml:lang", Style b"style",
    Hidden b"hidden", AriaHidden b"aria-hidden", Datetime b"datetime", Role b"role", Type b"type",
    HttpEquiv b"http-equiv", Colspan b"colspan", Rowspan b"rowspan", Start b"start", Alt b"alt", Width b"width",
    Height b"height",
    Component b"data-component", TestId b"data-testid", Color b"color", Size b"size", Media b"media",
    ShadowRootMode b"shadowrootmode", ShadowRoot b"shadowroot", Slot b"slot", Popover b"popover", Open b"open",
    FootnoteRef b"data-footnote-ref", Strike b"data-a-strike", EpubType b"epub:type",
    Count b"data-count" | b"data-count-to" | b"data-countto" | b"data-counter" | b"data-counter-value" | b"data-to"
        | b"data-to-value" | b"data-target" | b"data-end" | b"data-end-value" | b"data-stop" | b"data-final"
        | b"data-number" | b"data-purecounter-end",
}

/// Length of the longest known attribute name.
const MAX_ATTRIBUTE_NAME: usize = 20;
/// Maximum number of attributes per element; each known name is kept once.
const MAX_ATTRIBUTES_PER_TAG: usize = 32;

/// Known attributes of a start tag, each once; the first value wins.
pub(crate) type Attributes<'a> = Vec<(Attr, Cow<'a, str>)>;

/// A token of the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Text(&'a str),
    /// A start tag; its attributes are in [`Tokens::attributes`].
    Start {
        tag: Tag,
        closed: bool,
    },
    End(Tag),
    /// The content of a raw element whose start tag precedes; its end tag is consumed.
    Raw(&'a str),
}

/// Iterator over the tokens of a text.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    raw: Option<(Tag, &'a str)>,
    /// `true` if no further picture ends, so that the search runs once and not for every picture.
    pictures_endless: bool,
    /// Attributes of the last start tag.
    pub(crate) attributes: Attributes<'a>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, raw: None, pictures_endless: false, attributes: Vec::new() }
    }

    /// Returns the next token; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        if let Some((tag, name)) = self.raw.take() {
            return Some(self.raw_text(tag, name));
        }
        loop {
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return None;
            }
            let open = markup_start(rest);
            if open > 0 {
                self.at += open;
                return Some(Token::Text(&rest[..open]));
            }
            match rest.as_bytes().get(1) {
                Some(b'!') => self.skip_declaration(rest),
                Some(b'?') => self.at += memchr(b'>', rest.as_bytes()).map_or(rest.len(), |end| end + 1),
                Some(b'/') => {
                    if let Some(token) = self.end_tag(rest) {
                        return Some(token);
                    }
                }
                _ => return self.start_tag(rest),
            }
        }
    }

    /// Skips a comment, a doctype, or what browsers treat as a comment.
    fn skip_declaration(&mut self, rest: &str) {
        let end = if let Some(comment) = rest.strip_prefix("<!--") {
            if comment.starts_with('>') { Some(5) } else { comment_end(comment).map(|end| end + 4) }
        } else {
            memchr(b'>', rest.as_bytes()).map(|end| end + 1)
        };
        self.at += end.unwrap_or(rest.len());
    }

    fn end_tag(&mut self, rest: &'a str) -> Option<Token<'a>> {
        let bytes = rest.as_bytes();
        let name = name_end(bytes, 2);
        // Attributes of an end tag are ignored, but a quoted `>` in them does not end it.
        let end = memchr(b'>', &bytes[name..]).map_or(bytes.len(), |end| name + end + 1);
        self.at += end;
        (name > 2).then(|| Token::End(Tag::from_name(&bytes[2..name])))
    }

    fn start_tag(&mut self, rest: &'a str) -> Option<Token<'a>> {
        let bytes = rest.as_bytes();
        let name = name_end(bytes, 1);
        let tag = Tag::from_name(&bytes[1..name]);
        self.attributes.clear();
        let Some((end, closed)) = self.read_attributes(rest, name) else {
            // The text ends inside the tag: dropped, as in browsers.
            self.at = self.text.len();
            return None;
        };
        self.at += end;
        if tag.is_raw() && !(closed && matches!(tag, Tag::Svg | Tag::Math)) {
            self.raw = Some((tag, &rest[1..name]));
        }
        Some(Token::Start { tag, closed })
    }

    /// Reads up to `>`; returns its position and the self-closing flag.
    fn read_attributes(&mut self, rest: &'a str, from: usize) -> Option<(usize, bool)> {
        let bytes = rest.as_bytes();
        let mut at = from;
        let mut closed = false;
        loop {
            match bytes.get(at)? {
                b'>' => return Some((at + 1, closed)),
                b'/' => {
                    closed = true;
                    at += 1;
                }
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => {
                    closed = false;
                    at = self.read_attribute(rest, at)?;
                }
            }
        }
    }

    fn read_attribute(&mut self, rest: &'a str, from: usize) -> Option<usize> {
        let bytes = rest.as_bytes();
        // A name may begin with an equals sign.
        let mut at = from + 1;
        while !matches!(bytes.get(at)?, b'=' | b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | 12) {
            at += 1;
        }
        let name = &bytes[from..at];
        let mut after = at;
        while bytes.get(after)?.is_ascii_whitespace() {
            after += 1;
        }
        if bytes[after] != b'=' {
            self.keep(name, "");
            return Some(after);
        }
        after += 1;
        while bytes.get(after)?.is_ascii_whitespace() {
            after += 1;
        }
        let (value, end) = match bytes[after] {
            quote @ (b'"' | b'\'') => {
                let length = memchr(quote, &bytes[after + 1..])?;
                (&rest[after + 1..after + 1 + length], after + length + 2)
            }
            _ => {
                let length = bytes[after..].iter().position(|byte| *byte == b'>' || byte.is_ascii_whitespace())?;
                (&rest[after..after + length], after + length)
            }
        };
        self.keep(name, value);
        Some(end)
    }

    fn keep(&mut self, name: &[u8], value: &'a str) {
        let mut lower = [0_u8; MAX_ATTRIBUTE_NAME];
        let Some(copy) = lower.get_mut(..name.len()) else { return };
        copy.copy_from_slice(name);
        copy.make_ascii_lowercase();
        let Some(attr) = Attr::known(copy) else { return };
        if self.attributes.len() < MAX_ATTRIBUTES_PER_TAG && !self.attributes.iter().any(|(known, _)| *known == attr) {
            self.attributes.push((attr, entity::decode(value)));
        }
    }

    /// Reads up to the raw element's end tag. An unterminated one takes the rest, as in browsers; pictures are the
    /// exception, because they contain no text.
    fn raw_text(&mut self, tag: Tag, name: &str) -> Token<'a> {
        let picture = matches!(tag, Tag::Svg | Tag::Math);
        if picture && self.pictures_endless {
            return Token::Raw("");
        }
        let rest = &self.text[self.at..];
        match raw_end(rest.as_bytes(), name.as_bytes()) {
            Some(end) => {
                self.at += end;
                self.at += memchr(b'>', &rest.as_bytes()[end..]).map_or(rest.len() - end, |close| close + 1);
                Token::Raw(&rest[..end])
            }
            None if picture => {
                self.pictures_endless = true;
                Token::Raw("")
            }
            None => {
                self.at = self.text.len();
                Token::Raw(rest)
            }
        }
    }
}

/// Returns the start of markup: `<` followed by a letter, `/`, `!` or `?`. Any other `<` is text.
fn markup_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(found) = memchr(b'<', &bytes[from..]) {
        let at = from + found;
        match bytes.get(at + 1) {
            Some(next) if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?') => return at,
            _ => from = at + 1,
        }
    }
    bytes.len()
}

fn name_end(bytes: &[u8], from: usize) -> usize {
    let length = bytes[from..].iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    length.map_or(bytes.len(), |length| from + length)
}

/// Returns the position after `-->` or `--!>`.
fn comment_end(comment: &str) -> Option<usize> {
    let bytes = comment.as_bytes();
    let mut from = 0;
    while let Some(found) = memmem::find(&bytes[from..], b"--") {
        let after = from + found + 2;
        match (bytes.get(after), bytes.get(after + 1)) {
            (Some(b'>'), _) => return Some(after + 1),
            (Some(b'!'), Some(b'>')) => return Some(after + 2),
            _ => from = after - 1,
        }
    }
    None
}

/// Returns the position of `</name`.
fn raw_end(bytes: &[u8], name: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = memchr(b'<', &bytes[from..]) {
        let at = from + found;
        let after = &bytes[at + 1..];
        if after.first() == Some(&b'/')
            && after.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
            && after.get(name.len() + 1).is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'/' | b'>'))
        {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
