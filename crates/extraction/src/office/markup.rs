//! Text documents and slides of Office Open XML and of OpenDocument, as markup: paragraphs, headings and tables, with
//! raised and lowered text. Deleted, struck and hidden text is left out.

use crate::raised::Shift;
use crate::text::xml::{Event, attribute, events, local};

use super::MAX_MARKUP;
use super::look::{Look, Looks, is_dark, is_off, symbol};

/// Elements whose content is not shown: changes that were removed, formats before a change, fallbacks of what is shown
/// already, comments.
const SKIPPED: &[&str] =
    &["del", "moveFrom", "rPrChange", "pPrChange", "Fallback", "tracked-changes", "annotation", "forms"];
/// Maximum number of columns that one cell fills.
const MAX_SPAN: usize = 100;
/// Markup of an empty cell, and of the start of one.
const EMPTY_CELL: &str = "<td></td>";
const CELL_START: &str = "<td>";

/// A cell that is open.
#[derive(Debug, Default)]
struct Cell {
    /// Place of its start in the markup: of the empty cells before it.
    at: usize,
    /// Further columns that it covers, and further cells with the same content.
    covers: usize,
    repeats: usize,
    /// Empty cells before it.
    empty_before: usize,
}

/// A paragraph that is open.
#[derive(Debug, Default)]
struct Paragraph {
    text: String,
    /// Level of the heading; 0 for text.
    level: u8,
    /// It, or a part of it, has a ground of its own.
    is_shaded: bool,
}

/// Converts the XML of a document to markup.
pub(super) fn of_xml(xml: &str) -> String {
    of_styled(xml, Looks::new())
}

/// Converts the XML of a document, whose styles are in another file, to markup.
pub(super) fn of_styled(xml: &str, styles: Looks) -> String {
    let mut writer = Writer { styles, ..Writer::default() };
    for event in events(xml) {
        if writer.out.len() > MAX_MARKUP {
            break;
        }
        match event {
            Event::Start { name, attributes, closed } => {
                writer.start(local(name), attributes);
                if closed {
                    writer.end(local(name));
                }
            }
            Event::End { name } => writer.end(local(name)),
            Event::Text(text) => writer.text(&text),
        }
    }
    writer.out
}

/// Writes text as markup.
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    paragraphs: Vec<Paragraph>,
    /// Open elements that are not shown.
    skipped: usize,
    /// Look of the current run.
    look: Look,
    /// Looks of the open spans of OpenDocument.
    spans: Vec<Look>,
    /// Looks by style, and the style of OpenDocument that is being read.
    styles: Looks,
    style: Option<String>,
    /// The text of this element is shown: `t` of Office, paragraphs of OpenDocument.
    is_in_text: bool,
    is_open_document: bool,
    /// State of the box of a form that is open.
    is_ticked: Option<bool>,
    /// Open cells; a table may be in a cell of another one.
    cells: Vec<Cell>,
    /// Empty cells before the next one of the row.
    empty: usize,
    /// Open text boxes, whose ground is not known.
    boxes: usize,
    /// The pages have a ground of their own.
    is_shaded: bool,
}

impl Writer {
    fn start(&mut self, name: &str, attributes: &str) {
        if self.skipped > 0 || SKIPPED.contains(&name) {
            self.skipped += 1;
            return;
        }
        let value = |name: &str| attribute(attributes, name);
        match name {
            "document-content" | "document" if attributes.contains("opendocument") => self.is_open_document = true,
            "p" | "h" => {
                let level = value("text:outline-level").and_then(|level| level.parse().ok()).unwrap_or_default();
                self.paragraphs.push(Paragraph { level: if name == "h" { level } else { 0 }, ..Paragraph::default() });
                self.open_span(&value("text:style-name").unwrap_or_default());
            }
            "pStyle" => self.heading(&value("w:val").unwrap_or_default()),
            "r" => self.look = Look::default(),
            "rPr" => self.properties(&value("strike").unwrap_or_default(), &value("baseline").unwrap_or_default()),
            "strike" | "dstrike" | "vanish" | "webHidden" | "vertAlign" | "position" | "sz" | "color" => {
                self.look.read(name, value("w:val").as_deref());
            }
            "txbxContent" => self.boxes += 1,
            "background" => self.is_shaded |= is_dark(value("w:color").as_deref()),
            "shd" | "highlight" => {
                let fill = value("w:fill").or_else(|| value("w:val"));
                if let Some(open) = self.paragraphs.last_mut() {
                    open.is_shaded |= is_dark(fill.as_deref());
                }
            }
            "rStyle" => {
                let style = value("w:val").and_then(|name| self.styles.get(name.as_ref()).copied());
                self.look = style.unwrap_or(self.look);
            }
            "t" => self.is_in_text = true,
            "tab" | "s" => self.push(" "),
            "br" | "cr" | "line-break" => self.markup("<br>"),
            "noBreakHyphen" => self.push("-"),
            "sym" => self.push(symbol(&value("w:char").unwrap_or_default())),
            "checkBox" => self.is_ticked = Some(false),
            "default" | "checked" if self.is_ticked.is_some() => {
                self.is_ticked = Some(!is_off(value("w:val").as_deref()));
            }
            "footnoteReference" | "endnoteReference" => {
                let mark = format!("<sup><a href=\"#fn\">{}</a></sup>", value("w:id").unwrap_or_default());
                self.markup(&mark);
            }
            "note-citation" => self.markup("<sup><a href=\"#fn\">"),
            "note-body" => self.paragraphs.push(Paragraph::default()),
            "sup" => self.markup("<sup>"),
            "sub" => self.markup("<sub>"),
            "den" => self.markup("/"),
            "tbl" | "table" => self.block("<table>"),
            "tr" | "table-row" => self.block("<tr>"),
            "tc" | "table-cell" | "covered-table-cell" => {
                self.block("");
                let repeats = value("table:number-columns-repeated").map_or(1, |number| columns(&number));
                let cell = Cell { at: self.out.len(), repeats: repeats - 1, covers: 0, empty_before: self.empty };
                self.cells.push(cell);
                self.out.push_str(&EMPTY_CELL.repeat(self.empty));
                self.out.push_str(CELL_START);
                self.empty = 0;
            }
            "gridSpan" => {
                if let Some(cell) = self.cells.last_mut() {
                    cell.covers = columns(&value("w:val").unwrap_or_default()) - 1;
                }
            }
            "style" => self.style = value("style:name").map(std::borrow::Cow::into_owned),
            "text-properties" => self.define(attributes),
            "span" => self.open_span(&value("text:style-name").unwrap_or_default()),
            _ => {}
        }
    }

    /// Applies a style of OpenDocument until the element ends.
    fn open_span(&mut self, style: &str) {
        if self.is_open_document {
            self.spans.push(self.look);
            self.look = self.styles.get(style).copied().unwrap_or(self.look);
        }
    }

    fn close_span(&mut self) {
        if self.is_open_document {
            self.look = self.spans.pop().unwrap_or_default();
        }
    }

    /// Returns `true` if text with the current look is out of sight. White text is seen in tables and boxes.
    fn is_hidden(&self) -> bool {
        let is_shaded = self.is_shaded || self.paragraphs.last().is_some_and(|open| open.is_shaded);
        self.look.is_hidden || (self.look.is_white && !is_shaded && self.cells.is_empty() && self.boxes == 0)
    }

    fn end(&mut self, name: &str) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match name {
            "p" | "h" => {
                self.close();
                self.close_span();
            }
            "note-body" => self.close(),
            "txbxContent" => self.boxes = self.boxes.saturating_sub(1),
            "r" => self.look = Look::default(),
            "t" => self.is_in_text = false,
            "checkBox" if self.is_ticked.take() == Some(true) => self.push("\u{2612}"),
            "note-citation" => self.markup("</a></sup>"),
            "sup" => self.markup("</sup>"),
            "sub" => self.markup("</sub>"),
            "tbl" | "table" => self.block("</table>"),
            "tr" | "table-row" => {
                self.empty = 0;
                self.block("</tr>");
            }
            "tc" | "table-cell" | "covered-table-cell" => self.end_cell(),
            "style" => self.style = None,
            "span" => self.close_span(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.is_in_text || (self.is_open_document && !self.paragraphs.is_empty()) {
            self.push(text);
        }
    }

    /// Adds text of the current run to the open paragraph.
    fn push(&mut self, text: &str) {
        let (shift, is_shown) = (self.look.shift, self.skipped == 0 && !self.is_hidden());
        let Some(paragraph) = self.paragraphs.last_mut().filter(|_| is_shown) else { return };
        let tag = match shift {
            Some(Shift::Up) => "sup",
            Some(Shift::Down) => "sub",
            None => return escape(text, &mut paragraph.text),
        };
        paragraph.text.push_str(&format!("<{tag}>"));
        escape(text, &mut paragraph.text);
        paragraph.text.push_str(&format!("</{tag}>"));
    }

    fn markup(&mut self, markup: &str) {
        if let Some(paragraph) = self.paragraphs.last_mut().filter(|_| !self.look.is_hidden) {
            paragraph.text.push_str(markup);
        }
    }

    /// Writes markup between paragraphs. A table within a paragraph ends the part before it.
    fn block(&mut self, markup: &str) {
        if let Some(open) = self.paragraphs.last_mut() {
            let before = Paragraph { text: std::mem::take(&mut open.text), level: open.level, is_shaded: false };
            self.write(&before);
        }
        self.out.push_str(markup);
    }

    /// Ends a cell. Empty cells are written before the next one that is not: a row may end with thousands of them. An
    /// empty cell is removed again, and the content of another one is not moved: cells may be nested deeply.
    fn end_cell(&mut self) {
        self.block("");
        let Some(Cell { at, covers, repeats, empty_before }) = self.cells.pop() else { return };
        let start = at + empty_before * EMPTY_CELL.len();
        if self.out.len() == start + CELL_START.len() {
            self.out.truncate(at);
            self.empty = (empty_before + 1 + repeats + covers).min(MAX_SPAN);
            return;
        }
        self.out.push_str("</td>");
        let end = self.out.len();
        for _ in 0..repeats {
            if self.out.len() > MAX_MARKUP {
                break;
            }
            self.out.extend_from_within(start..end);
        }
        self.empty = covers;
    }

    fn close(&mut self) {
        if let Some(paragraph) = self.paragraphs.pop() {
            self.write(&paragraph);
        }
    }

    fn write(&mut self, paragraph: &Paragraph) {
        if paragraph.text.trim().is_empty() {
            return;
        }
        let tag = match paragraph.level {
            0 => "p".to_owned(),
            level => format!("h{}", level.clamp(1, 6)),
        };
        self.out.push_str(&format!("<{tag}>{}</{tag}>", paragraph.text));
    }

    /// Reads the level of a heading from the name of its style: `Heading2`, `Title`.
    fn heading(&mut self, style: &str) {
        let lower = style.to_ascii_lowercase();
        let level = match lower.as_str() {
            "title" => 1,
            _ if ["heading", "berschrift", "titre", "rubrik", "kop"].iter().any(|name| lower.contains(name)) => {
                lower.bytes().rev().find(u8::is_ascii_digit).map_or(2, |digit| digit - b'0')
            }
            _ => 0,
        };
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.level = level;
        }
    }

    /// Reads the properties of a run of a slide, which are attributes.
    fn properties(&mut self, strike: &str, baseline: &str) {
        self.look.is_hidden |= matches!(strike, "sngStrike" | "dblStrike");
        let baseline: i32 = baseline.trim_end_matches('%').parse().unwrap_or_default();
        self.look.shift = match baseline.signum() {
            1 => Some(Shift::Up),
            -1 => Some(Shift::Down),
            _ => None,
        };
    }

    /// Reads the look of a style of OpenDocument.
    fn define(&mut self, attributes: &str) {
        let Some(style) = self.style.clone() else { return };
        let value = |name: &str| attribute(attributes, name).unwrap_or_default().into_owned();
        let position = value("style:text-position");
        let struck = value("style:text-line-through-style");
        let is_raised = position.starts_with("super")
            || position.trim_start().starts_with(|c: char| c.is_ascii_digit() && c != '0');
        let is_lowered = position.starts_with("sub") || position.starts_with('-');
        let look = Look {
            is_white: false,
            is_hidden: value("text:display") == "none" || !(struck.is_empty() || struck == "none"),
            shift: is_raised.then_some(Shift::Up).or(is_lowered.then_some(Shift::Down)),
        };
        if look != Look::default() {
            self.styles.insert(style, look);
        }
    }
}

/// Returns the number of columns that an attribute states, at least 1.
fn columns(number: &str) -> usize {
    number.parse().unwrap_or(1).clamp(1, MAX_SPAN)
}
