//! XML: its events, and data as lines of names and values. Linear in the text, without entities other than references
//! to characters.

use std::borrow::Cow;

use super::MAX_TEXT;

/// Maximum levels that are indented.
const MAX_INDENT: usize = 8;
/// Elements whose content is running text, in the vocabularies of articles and laws.
const TEXTUAL: &[&str] = &[
    "p", "para", "simpara", "title", "subtitle", "headline", "caption", "li", "td", "th", "entry", "ab", "l", "q",
    "seg", "text", "note", "abstract",
];

/// An event of a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event<'t> {
    /// The start of an element: its name and its attributes as they are written.
    Start { name: &'t str, attributes: &'t str, closed: bool },
    /// The end of an element.
    End { name: &'t str },
    /// Text between tags.
    Text(Cow<'t, str>),
}

/// Iterator over the events of a text.
pub(crate) struct Events<'t> {
    rest: &'t str,
}

/// Returns the events of a text.
pub(crate) fn events(text: &str) -> Events<'_> {
    Events { rest: text }
}

impl<'t> Iterator for Events<'t> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        loop {
            let rest = self.rest;
            let open = rest.find('<').unwrap_or(rest.len());
            if open > 0 {
                self.rest = &rest[open..];
                return Some(Event::Text(html_escape::decode_html_entities(&rest[..open])));
            }
            if rest.is_empty() {
                return None;
            }
            if let Some(data) = rest.strip_prefix("<![CDATA[") {
                let (data, rest) = data.split_once("]]>").unwrap_or((data, ""));
                self.rest = rest;
                return Some(Event::Text(Cow::Borrowed(data)));
            }
            if let Some(end) = skipped(rest) {
                self.rest = &rest[end..];
                continue;
            }
            let end = tag_end(rest);
            let tag = &rest[1..end];
            self.rest = rest.get(end + 1..).unwrap_or_default();
            if let Some(name) = tag.strip_prefix('/') {
                return Some(Event::End { name: name.trim() });
            }
            let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = tag.split_once(|c: char| c.is_whitespace()).unwrap_or((tag, ""));
            return Some(Event::Start { name, attributes: attributes.trim(), closed });
        }
    }
}

/// Returns the end of a comment, a declaration or an instruction.
fn skipped(rest: &str) -> Option<usize> {
    let end = |mark: &str| Some(rest.find(mark).map_or(rest.len(), |end| end + mark.len()));
    match rest {
        _ if rest.starts_with("<!--") => end("-->"),
        _ if rest.starts_with("<?") => end("?>"),
        _ if rest.starts_with("<!") => {
            // An internal subset contains declarations of its own.
            let close = rest.find('>').unwrap_or(rest.len());
            if rest[..close].contains('[') { end("]>") } else { end(">") }
        }
        _ => None,
    }
}

/// Returns the position of the `>` that ends a tag; quoted ones do not.
fn tag_end(rest: &str) -> usize {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the name of the root element in lower case.
pub(crate) fn root(text: &str) -> Option<String> {
    let start = text.trim_start_matches('\u{feff}');
    events(start).find_map(|event| match event {
        Event::Start { name, .. } => Some(name.to_ascii_lowercase()),
        _ => None,
    })
}

/// Returns a name without its prefix.
pub(crate) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Iterates over the attributes of the elements of a name.
pub(crate) fn starts<'t>(xml: &'t str, wanted: &'static str) -> impl Iterator<Item = &'t str> {
    events(xml).filter_map(move |event| match event {
        Event::Start { name, attributes, .. } if local(name) == wanted => Some(attributes),
        _ => None,
    })
}

/// Returns the value of an attribute.
pub(crate) fn attribute<'t>(attributes: &'t str, name: &str) -> Option<Cow<'t, str>> {
    pairs(attributes).find(|(known, _)| *known == name).map(|(_, value)| html_escape::decode_html_entities(value))
}

fn pairs(attributes: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = attributes;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        rest = next;
        Some((name.trim(), value))
    })
}

/// Renders data: an element a line, with its attributes and its text; running text without the names inside it.
pub(super) fn lines(text: &str) -> String {
    let mut writer = Lines::default();
    for event in events(text) {
        if writer.out.len() > MAX_TEXT {
            break;
        }
        match event {
            Event::Start { name, attributes, closed } => writer.start(name, attributes, closed),
            Event::End { .. } => writer.end(),
            Event::Text(text) => writer.text(&text),
        }
    }
    writer.flush(writer.depth.saturating_sub(1));
    writer.out
}

#[derive(Default)]
struct Lines {
    out: String,
    line: String,
    /// Whether the line has text, not only a name.
    has_text: bool,
    /// Whether the element of the line has running text.
    is_running: bool,
    /// Open elements, without those inside a line of text.
    depth: usize,
    /// Open elements inside a line of text.
    inner: usize,
    /// Whether a tag stands between the line and the next text.
    at_tag: bool,
}

impl Lines {
    fn start(&mut self, name: &str, attributes: &str, closed: bool) {
        self.at_tag = true;
        if self.is_running || self.has_text {
            self.inner += usize::from(!closed);
            return;
        }
        self.flush(self.depth.saturating_sub(1));
        let local = local(name);
        self.line.push_str(local);
        for (key, value) in pairs(attributes).filter(|(key, _)| !key.starts_with("xmlns") && !key.starts_with("xsi:")) {
            self.line.push_str(&format!(" {key}=\"{}\"", html_escape::decode_html_entities(value)));
        }
        if closed {
            return self.flush(self.depth);
        }
        self.depth += 1;
        self.is_running = TEXTUAL.contains(&local.to_ascii_lowercase().as_str());
    }

    fn end(&mut self) {
        self.at_tag = true;
        if self.inner > 0 {
            self.inner -= 1;
            return;
        }
        self.flush(self.depth.saturating_sub(1));
        self.depth = self.depth.saturating_sub(1);
    }

    fn text(&mut self, text: &str) {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Two values in a row are two words, and a figure behind a tag is not part of the number before it.
        let is_apart = self.at_tag
            && (!self.is_running
                || self.line.ends_with(|c: char| c.is_ascii_digit())
                    && words.starts_with(|c: char| c.is_ascii_digit()));
        if !self.has_text {
            self.line.push_str(if self.line.is_empty() || words.is_empty() { "" } else { ": " });
        } else if (is_apart || text.starts_with(char::is_whitespace)) && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
        if words.is_empty() {
            return;
        }
        (self.has_text, self.at_tag) = (true, false);
        self.line.push_str(&words);
        if text.ends_with(char::is_whitespace) {
            self.line.push(' ');
        }
    }

    fn flush(&mut self, level: usize) {
        let line = self.line.trim_end();
        if !line.is_empty() {
            self.out.extend(std::iter::repeat_n("  ", level.min(MAX_INDENT)));
            self.out.push_str(line);
            self.out.push('\n');
        }
        self.line.clear();
        (self.has_text, self.is_running) = (false, false);
    }
}
