//! JSON as lines of names and values. Numbers are copied as they are written, in the order of the document; strings are
//! decoded, and markup in them becomes text.

use crate::{Document, dates};

use super::{MAX_TEXT, plain, short, unmarked};

/// Maximum levels that are indented.
const MAX_INDENT: usize = 8;
/// Maximum bytes of a list that stays on one line.
const MAX_INLINE_BYTES: usize = 120;
/// Names of the title and the date of a document, best first.
const TITLES: [&str; 4] = ["title", "headline", "name", "label"];
const DATES: [&str; 6] = ["datePublished", "date_published", "published_at", "publishedAt", "published", "date"];

/// Reads a document of one value.
pub(super) fn document(text: &str) -> Document {
    let mut printer = Printer::default();
    printer.print(crate::kind::unguarded(text));
    let first = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| printer.fields.iter().find(|(known, _)| known == name))
            .map(|(_, value)| value.clone())
    };
    let published = first(&DATES).and_then(|date| dates::parse(&date)).map(|at| at.to_rfc3339()).unwrap_or_default();
    let title = short(&first(&TITLES).map(|title| unmarked(&title)).unwrap_or_default());
    Document { title, published, ..plain(&printer.out) }
}

/// Converts lines of values, each to one line.
pub(super) fn lines(text: &str) -> String {
    let mut printer = Printer { is_inline: true, ..Printer::default() };
    for line in text.lines().map(|line| line.trim_matches(['\u{1e}', ' ', '\t'])).filter(|line| !line.is_empty()) {
        printer.print(line);
        printer.out.push('\n');
    }
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
    /// Everything stays on one line.
    is_inline: bool,
    /// The open list stays on one line.
    in_short_list: bool,
    /// The name of the next value.
    name: Option<String>,
    /// Strings of the outermost object by name.
    fields: Vec<(String, String)>,
}

impl Printer {
    fn print(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && self.out.len() < MAX_TEXT {
            at = match bytes[at] {
                b'"' => self.string(text, at),
                open @ (b'{' | b'[') => self.open(text, at, open),
                close @ (b'}' | b']') => self.close(at, close),
                b',' => {
                    self.out.push(',');
                    self.line();
                    at + 1
                }
                b':' => {
                    self.out.push_str(": ");
                    at + 1
                }
                byte if byte.is_ascii_whitespace() => at + 1,
                // A number, true, false or null.
                _ => {
                    let end = bytes[at..]
                        .iter()
                        .position(|byte| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace());
                    let end = end.map_or(bytes.len(), |length| at + length);
                    self.out.push_str(&text[at..end]);
                    end
                }
            };
        }
    }

    fn open(&mut self, text: &str, at: usize, open: u8) -> usize {
        let inner = &text.as_bytes()[at + 1..];
        self.out.push(char::from(open));
        let blank = inner.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if matches!(inner.get(blank), Some(b'}' | b']')) {
            self.out.push(char::from(inner[blank]));
            return at + blank + 2;
        }
        let end = inner.iter().take(MAX_INLINE_BYTES).position(|byte| matches!(byte, b'[' | b'{' | b']' | b'<'));
        self.in_short_list = open == b'[' && end.is_some_and(|end| inner[end] == b']');
        self.depth += 1;
        self.line();
        at + 1
    }

    fn close(&mut self, at: usize, close: u8) -> usize {
        self.depth = self.depth.saturating_sub(1);
        self.line();
        self.in_short_list = false;
        // A list on one line ends without the space of its last line break.
        self.out.push(char::from(close));
        at + 1
    }

    fn line(&mut self) {
        if self.is_inline || self.in_short_list {
            if self.out.ends_with(',') {
                self.out.push(' ');
            }
            return;
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.depth.min(MAX_INDENT)));
    }

    /// Writes a string and returns the position behind it.
    fn string(&mut self, text: &str, from: usize) -> usize {
        let end = string_end(text.as_bytes(), from);
        let decoded: String = serde_json::from_str(&text[from..end]).unwrap_or_default();
        let is_name = text[end..].trim_start().starts_with(':');
        if is_name {
            self.name = Some(decoded.clone()).filter(|_| self.depth == 1);
        } else if let Some(name) = self.name.take().filter(|_| self.depth == 1) {
            self.fields.push((name, decoded.clone()));
        }
        let shown = if is_name { decoded } else { unmarked(&decoded) };
        let shown = if self.is_inline { shown.split_whitespace().collect::<Vec<_>>().join(" ") } else { shown };
        self.out.push('"');
        self.out.push_str(&shown);
        self.out.push('"');
        end
    }
}

/// Returns the position behind the closing quotation mark.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}
