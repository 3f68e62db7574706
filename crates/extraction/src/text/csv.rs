//! Tables of separated values (RFC 4180, and its relatives with semicolons or tabs).

use crate::Document;
use crate::html::table;

use super::plain;

/// Maximum number of cells per row.
const MAX_CELLS: usize = 60;
/// Maximum number of cells of a table; the rest of a data dump is left out.
const MAX_TABLE_CELLS: usize = 300_000;
/// Rows that decide about the separator.
const SNIFFED_ROWS: usize = 10;

/// Reads a table; `None` if the text has a single column or row.
pub(super) fn document(text: &str) -> Option<Document> {
    let text = text.trim_start_matches('\u{feff}');
    let (text, stated) = separator_line(text);
    let likely = || [',', ';', '\t', '|'].into_iter().max_by_key(|separator| columns(text, *separator));
    let separator = stated.or_else(likely)?;
    let mut cells = 0;
    let has_room = |row: &Vec<String>| {
        cells += row.len().min(MAX_CELLS);
        cells <= MAX_TABLE_CELLS
    };
    let rows = Rows { rest: text, separator }.filter(|row| row.iter().any(|cell| !cell.is_empty()));
    let rows: Vec<Vec<String>> = rows.take_while(has_room).collect();
    if rows.len() < 2 || rows.iter().all(|row| row.len() < 2) {
        return None;
    }
    let cell = |cell: &String| {
        let line = plain(cell).text.split_whitespace().collect::<Vec<_>>().join(" ");
        (line.clone(), line)
    };
    let cells: Vec<Vec<(String, String)>> =
        rows.iter().map(|row| row.iter().take(MAX_CELLS).map(cell).collect()).collect();
    let (markdown, text) = table::written(&cells);
    Some(Document { markdown, text, ..Document::default() })
}

/// Returns a table without the line `sep=;`, by which Excel states the separator, and the separator.
fn separator_line(text: &str) -> (&str, Option<char>) {
    let Some(rest) = text.strip_prefix("sep=") else { return (text, None) };
    let mut chars = rest.chars();
    let separator = chars.next();
    match chars.as_str().strip_prefix("\r\n").or_else(|| chars.as_str().strip_prefix('\n')) {
        Some(rest) => (rest, separator),
        None => (text, None),
    }
}

/// Returns the number of columns that all first rows have; 0 if they differ.
fn columns(text: &str, separator: char) -> usize {
    let mut counts = Rows { rest: text, separator }.take(SNIFFED_ROWS).map(|row| row.len());
    let first = counts.next().unwrap_or_default();
    if counts.all(|count| count == first) { first } else { 1.min(first) }
}

/// Iterator over the rows.
struct Rows<'t> {
    rest: &'t str,
    separator: char,
}

impl Iterator for Rows<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        if self.rest.is_empty() {
            return None;
        }
        let mut row = Vec::new();
        loop {
            let cell = self.cell();
            row.push(cell);
            let Some(end) = self.rest.chars().next() else { return Some(row) };
            self.rest = &self.rest[end.len_utf8()..];
            if end != self.separator {
                if end == '\r' {
                    self.rest = self.rest.strip_prefix('\n').unwrap_or(self.rest);
                }
                return Some(row);
            }
        }
    }
}

impl Rows<'_> {
    /// Reads a cell up to the separator or the end of the line, which stays.
    fn cell(&mut self) -> String {
        let ends = |c: char| c == self.separator || matches!(c, '\n' | '\r');
        let mut cell = String::new();
        if let Some(quoted) = self.rest.strip_prefix('"') {
            let mut rest = quoted;
            while let Some(end) = rest.find('"') {
                cell.push_str(&rest[..end]);
                rest = &rest[end + 1..];
                match rest.strip_prefix('"') {
                    Some(next) => {
                        cell.push('"');
                        rest = next;
                    }
                    None => {
                        self.rest = rest;
                        let end = self.rest.find(ends).unwrap_or(self.rest.len());
                        self.rest = &self.rest[end..];
                        return cell;
                    }
                }
            }
            // The quotation mark is text.
            cell.clear();
        }
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        cell.push_str(self.rest[..end].trim());
        self.rest = &self.rest[end..];
        cell
    }
}
