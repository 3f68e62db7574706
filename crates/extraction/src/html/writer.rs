//! Writer of Markdown and plain text in parallel.

/// Maximum rendered nesting of quotes and lists; deeper levels would only repeat markers on every line.
const DEEPEST: usize = 10;

/// Combining stroke through the character before it.
const STRIKE: char = '\u{336}';

/// Bytes of a line that tell what stands before a raised figure.
const LINE_END_BYTES: usize = 64;

/// Prefix of lines inside a quote or a list item.
#[derive(Debug)]
struct Indent {
    /// Prefix of the first line until it is written: the item's marker.
    first: Option<String>,
    rest: &'static str,
    width: usize,
    /// `true` after its first line, so that an empty line belongs to it.
    begun: bool,
}

/// Both forms of a text under construction.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) markdown: String,
    pub(crate) text: String,
    line: String,
    plain: String,
    indents: Vec<Indent>,
    /// Number of ended blocks, which reveals a block that ended inside an inline element.
    pub(crate) blocks: usize,
    /// `true` if the next block follows without an empty line: items of a list.
    tight: bool,
    /// `true` if the next item is the first of an outermost list.
    first_item: bool,
}

impl Writer {
    /// Adds running text with collapsed white space and escaped Markdown markup.
    pub(crate) fn push_text(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c == STRIKE || chars.next_if_eq(&STRIKE).is_some() {
                // Struck by a combining stroke, as `2\u{336}0\u{336}`.
                continue;
            }
            if c.is_whitespace() {
                push_space(&mut self.line);
                push_space(&mut self.plain);
            } else if !is_invisible(c) {
                if must_escape(c, &self.line) {
                    self.line.push('\\');
                }
                self.line.push(c);
                self.plain.push(c);
            }
        }
    }

    /// Adds a line break; the second in a row ends the block.
    pub(crate) fn line_break(&mut self) {
        if self.line.trim_end_matches(' ').ends_with('\n') {
            return self.end_block();
        }
        for line in [&mut self.line, &mut self.plain] {
            line.truncate(line.trim_end_matches(' ').len());
            if !line.is_empty() {
                line.push('\n');
            }
        }
    }

    /// Returns the end of the current line as plain text.
    pub(crate) fn line_end(&self) -> &str {
        let from = self.plain.floor_char_boundary(self.plain.len().saturating_sub(LINE_END_BYTES));
        self.plain[from..].rsplit('\n').next().unwrap_or_default()
    }

    /// Returns the position in the line, for [`Self::wrap`].
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.blocks, self.line.len())
    }

    /// Puts marks around the text since `mark`, with white space outside. Does nothing if a block ended meanwhile.
    pub(crate) fn wrap(&mut self, mark: (usize, usize), open: &str, close: &str) {
        if mark.0 != self.blocks || mark.1 > self.line.len() {
            return;
        }
        let inner = self.line.split_off(mark.1);
        let words = inner.trim();
        if words.is_empty() || words.contains('\n') {
            self.line.push_str(&inner);
            return;
        }
        let lead = inner.len() - inner.trim_start().len();
        self.line.push_str(&inner[..lead]);
        self.line.push_str(open);
        self.line.push_str(words);
        self.line.push_str(close);
        self.line.push_str(&inner[lead + words.len()..]);
    }

    /// Ends the current block.
    pub(crate) fn end_block(&mut self) {
        self.end_block_as("");
    }

    /// Ends the current block as a heading.
    pub(crate) fn end_block_as(&mut self, marker: &str) {
        let (line, plain) = (std::mem::take(&mut self.line), std::mem::take(&mut self.plain));
        self.blocks += 1;
        if plain.trim().is_empty() {
            return;
        }
        self.open_block();
        for (at, part) in line.trim().lines().map(str::trim).filter(|part| !part.is_empty()).enumerate() {
            if at > 0 {
                self.markdown.push_str(if marker.is_empty() { "  \n" } else { " " });
                if marker.is_empty() {
                    self.indent();
                }
            } else {
                self.markdown.push_str(marker);
            }
            let escaped = if marker.is_empty() { block_mark(part) } else { None };
            let (before, part) = part.split_at(escaped.unwrap_or_default());
            self.markdown.push_str(before);
            if escaped.is_some() {
                self.markdown.push('\\');
            }
            self.markdown.push_str(part);
        }
        self.add_plain(plain.trim());
    }

    /// Adds a verbatim block: code, tables, rules.
    pub(crate) fn literal(&mut self, markdown: &str, plain: &str) {
        self.end_block();
        self.open_block();
        for (at, part) in markdown.lines().enumerate() {
            if at > 0 {
                self.markdown.push('\n');
                self.indent();
            }
            self.markdown.push_str(part);
        }
        self.add_plain(plain);
    }

    pub(crate) fn open_quote(&mut self) {
        self.end_block();
        let width = usize::from(self.indents.len() < DEEPEST);
        self.indents.push(Indent { first: None, rest: "> ", width, begun: false });
    }

    pub(crate) fn open_item(&mut self, marker: String) {
        self.end_block();
        self.tight = !std::mem::take(&mut self.first_item);
        let shown = self.indents.len() < DEEPEST;
        let width = if shown { marker.len() } else { 0 };
        self.indents.push(Indent { first: shown.then_some(marker), rest: " ", width, begun: false });
    }

    /// Ends a quote or an item.
    pub(crate) fn close_indent(&mut self) {
        self.end_block();
        self.indents.pop();
    }

    /// Begins an outermost list.
    pub(crate) fn open_list(&mut self) {
        self.end_block();
        self.first_item = true;
    }

    /// Separates the next block from the list before it, unless it begins an item.
    pub(crate) fn loosen(&mut self) {
        self.tight &= self.indents.last().is_some_and(|indent| indent.first.is_some());
    }

    fn open_block(&mut self) {
        if !self.markdown.is_empty() {
            let marks = self.indents.iter().any(|indent| indent.first.is_some());
            self.markdown.push('\n');
            if !(self.tight && marks) {
                let blank: String = self
                    .indents
                    .iter()
                    .map(|indent| if indent.rest == "> " && indent.width > 0 && indent.begun { "> " } else { "" })
                    .collect();
                self.markdown.push_str(blank.trim_end());
                self.markdown.push('\n');
            }
        }
        self.tight = false;
        self.indent();
    }

    fn indent(&mut self) {
        for indent in &mut self.indents {
            indent.begun = true;
            match indent.first.take() {
                Some(marker) => self.markdown.push_str(&marker),
                None => self.markdown.extend(std::iter::repeat_n(indent.rest, indent.width)),
            }
        }
    }

    fn add_plain(&mut self, plain: &str) {
        if plain.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(plain);
    }
}

fn push_space(line: &mut String) {
    if !line.is_empty() && !line.ends_with([' ', '\n']) {
        line.push(' ');
    }
}

/// Returns `true` for characters without a glyph (soft hyphens, zero-width signs, direction marks, tags), which split
/// words and can hide instructions.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        || (c.is_control() && !c.is_whitespace())
}

/// Returns `true` for characters that Markdown treats as markup.
fn must_escape(c: char, before: &str) -> bool {
    match c {
        '*' | '`' | '[' | ']' | '\\' | '<' => true,
        '_' => !before.ends_with(char::is_alphanumeric),
        _ => false,
    }
}

/// Returns the position to escape in a line that begins like a heading, a quote, a list item or a rule.
fn block_mark(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let numbered = digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "));
    let marked = line.starts_with(['#', '>']) || ["- ", "+ ", "---", "==="].iter().any(|start| line.starts_with(start));
    if numbered { Some(digits) } else { marked.then_some(0) }
}
