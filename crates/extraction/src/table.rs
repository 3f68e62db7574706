//! Data tables of a document as rows of cells. Pure.

use serde::{Deserialize, Serialize};

/// Maximum number of tables per document; further ones are omitted.
pub(crate) const MAX_TABLES: usize = 60;
/// Maximum number of rows per table and of cells per row; the rest of a data dump is omitted.
pub(crate) const MAX_ROWS: usize = 1_000;
pub(crate) const MAX_CELLS: usize = 40;
/// Maximum number of bytes in the cells of one table.
pub(crate) const MAX_BYTES: usize = 100_000;
/// Maximum length of a cell in characters.
const MAX_CELL_CHARS: usize = 400;
/// Share of a table's rows, in per cent, from which a text that has them contains the table.
const MOST_ROWS: usize = 50;

/// A data table. A cell that spans columns or rows occurs once, in its first place; its other places are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Number of the page that it begins on; 0 if the document has no pages.
    pub page: u32,
    /// Caption or heading; may be empty.
    pub caption: String,
    /// Cells by row. The rows have the same number of cells.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table of rows that may differ in length. Returns `None` unless it has two rows and two columns.
    pub(crate) fn of_rows(mut rows: Vec<Vec<String>>) -> Option<Self> {
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let columns =
            (0..MAX_CELLS).filter(|at| rows.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty())));
        let columns: Vec<usize> = columns.collect();
        if rows.len() < 2 || columns.len() < 2 {
            return None;
        }
        let rows =
            rows.into_iter().map(|row| columns.iter().map(|at| row.get(*at).cloned().unwrap_or_default()).collect());
        Some(Self { rows: rows.collect(), ..Self::default() })
    }

    /// Returns the table as Markdown; the first row is the header.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for (at, row) in self.rows.iter().enumerate() {
            text.push_str(&line(row));
            text.push('\n');
            if at == 0 {
                text.push_str(&"| --- ".repeat(row.len()));
                text.push_str("|\n");
            }
        }
        text
    }

    /// Returns true if most rows of the table are in a text of folded words, apart from cells of signs only.
    fn is_in(&self, folded: &str) -> bool {
        let rows: Vec<String> =
            self.rows.iter().map(|row| fold(&row.join(" "))).filter(|row| !row.is_empty()).collect();
        let inside = rows.iter().filter(|row| folded.contains(row.as_str())).count();
        inside * 100 > rows.len() * MOST_ROWS
    }
}

/// Returns one row as a line of Markdown.
fn line(row: &[String]) -> String {
    let cells = row.iter().map(|cell| format!("| {} ", cell.replace('|', "\\|")));
    format!("{}|", cells.collect::<String>())
}

/// Returns the Markdown of the tables that a text does not contain, for its end. Tables often stand outside the main
/// content of a page, and in a PDF only the places of the words show them.
pub(crate) fn missing(tables: &[Table], text: &str) -> String {
    let mut folded: Option<String> = None;
    let mut markdown = String::new();
    for table in tables {
        if table.page == 0 && table.is_in(folded.get_or_insert_with(|| fold(text))) {
            continue;
        }
        let page = if table.page > 0 { format!(" (page {})", table.page) } else { String::new() };
        let title = format!("Table{page}: {}", table.caption);
        markdown.push_str("\n\n## ");
        markdown.push_str(title.trim_end_matches([' ', ':']));
        markdown.push_str("\n\n");
        markdown.push_str(table.markdown().trim_end());
    }
    markdown
}

/// Returns the letters and digits of a text in lower case.
fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns a cell's text on one line, cut to the maximum length.
pub(crate) fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CELL_CHARS) {
        Some((end, _)) => line[..end].trim_end().to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> Option<Table> {
        Table::of_rows(rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect())
    }

    #[test]
    fn empty_rows_and_columns_are_left_out() {
        let made = table(&[&["", "", ""], &["Year", "", "Output | t"], &["2025", "", "-"]]).unwrap();
        assert_eq!(made.markdown(), "| Year | Output \\| t |\n| --- | --- |\n| 2025 | - |\n");
        assert_eq!(table(&[&["a", "b"]]), None);
        assert_eq!(table(&[&["a"], &["b"]]), None);
    }

    #[test]
    fn a_table_that_the_text_contains_is_not_repeated() {
        let made = table(&[&["Year", "Output"], &["2025", "40"], &["2026", "-"]]).unwrap();
        let text = "| Year | Output |\n| --- | --- |\n| 2025 | 40 |\n| 2026 |  |";
        assert_eq!(missing(std::slice::from_ref(&made), text), "");
        assert!(
            missing(std::slice::from_ref(&made), "A story.")
                .ends_with("## Table\n\n| Year | Output |\n| --- | --- |\n| 2025 | 40 |\n| 2026 | - |")
        );
        assert!(missing(&[Table { page: 3, ..made }], text).contains("## Table (page 3)\n"));
    }
}
