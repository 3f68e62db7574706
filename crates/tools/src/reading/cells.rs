//! Cells that a model claims to have read in a table: code looks them up where row and column cross. Pure.

use research::{quotes, support};
use retrieval::reading::plain;
use retrieval::text;
use serde::Deserialize;

/// Longest line above a table that may name the unit of its numbers, in characters.
const MAX_CAPTION_CHARS: usize = 120;
/// Number of rows at the top of a table that may contain the label of a column.
const HEADER_ROWS: usize = 3;

/// A cell of a table as the model names it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct ClaimedCell {
    #[serde(default)]
    row: String,
    #[serde(default)]
    column: String,
    #[serde(default)]
    value: String,
}

impl ClaimedCell {
    /// Returns true if the model named a cell.
    pub(crate) fn is_named(&self) -> bool {
        !self.value.trim().is_empty()
    }

    /// Returns row, column and value in the table's own words. `None` unless a table of the Markdown has the value
    /// where the row and the column cross.
    pub(crate) fn quote(&self, markdown: &str) -> Option<String> {
        tables(markdown).iter().find_map(|table| self.in_table(table)).map(|(_, quote)| quote)
    }

    /// Returns the whole row of the cell, for a claim that joins several of its cells. `None` as for [`Self::quote`].
    pub(crate) fn row(&self, markdown: &str) -> Option<String> {
        tables(markdown).iter().find_map(|table| self.in_table(table).map(|(at, _)| table.row(at)))
    }

    /// Returns the number of the row, and the quote of the cell.
    fn in_table(&self, table: &MarkdownTable) -> Option<(usize, String)> {
        let rows = &table.rows;
        let (row, value) = (label(&self.row), exact(&self.value));
        if row.is_empty() || label(&self.column).is_empty() || value.is_empty() {
            return None;
        }
        // A part of a label names a row only where no row has the label: `Sudan` is not `South Sudan`.
        let is_named = |cell: &&String| label(cell) == row;
        let is_whole = rows.iter().skip(1).flatten().any(|cell| is_named(&cell));
        let names_row = |cell: &String| if is_whole { is_named(&cell) } else { label(cell).contains(&row) };
        for (at, cells) in rows.iter().enumerate().skip(1) {
            let Some(named) = cells.iter().position(names_row) else { continue };
            for (place, cell) in
                cells.iter().enumerate().filter(|(place, cell)| *place != named && exact(cell) == value)
            {
                if let Some(header) = self.header(&rows[..at], place) {
                    let unit = table.unit(named).filter(|_| !support::names_unit(&format!("{header} {cell}")));
                    let unit = unit.map(|unit| format!(" ({unit})")).unwrap_or_default();
                    return Some((at, format!("{}, {header}{unit}: {cell}", cells[named])));
                }
            }
        }
        None
    }

    /// Returns the heading of a place below `above` if the column is named by it.
    fn header(&self, above: &[Vec<String>], place: usize) -> Option<String> {
        let column = label(&self.column);
        let is_column = |header: &str| label(header) == column;
        let is_elsewhere = above.first().is_some_and(|top| top.iter().any(|header| is_column(header)));
        let fits = |header: &String| if is_elsewhere { is_column(header) } else { label(header).contains(&column) };
        let header = headers(above, place).find(|header| fits(header)).cloned();
        header.or_else(|| (!is_elsewhere).then(|| path(above, place)).filter(|path| has_words_of(path, &self.column)))
    }
}

/// A table of Markdown.
#[derive(Debug, Default)]
struct MarkdownTable {
    /// The line above it, such as a caption.
    above: String,
    /// Plain cells by row.
    rows: Vec<Vec<String>>,
}

impl MarkdownTable {
    /// Returns the words that name the unit of all numbers: the heading of the names of rows, or the line above.
    fn unit(&self, named: usize) -> Option<&str> {
        let corner = self.rows.first().and_then(|row| row.get(named)).map(String::as_str);
        let above = Some(self.above.as_str()).filter(|above| above.chars().count() <= MAX_CAPTION_CHARS);
        corner.into_iter().chain(above).find(|text| support::names_unit(text))
    }

    /// Returns the filled cells of a row, with the headings of a table of at least three columns whose first row is one
    /// of words: `Licence, Planned: 28 February, State: filed`.
    fn row(&self, at: usize) -> String {
        let headings = self.rows.first().filter(|first| at > 0 && is_headings(first));
        let heading = |place: usize| headings.and_then(|headings| headings.get(place)).filter(|_| place > 0);
        let filled = self.rows[at].iter().enumerate().filter(|(_, cell)| !cell.is_empty());
        let told = filled.map(|(place, cell)| match heading(place) {
            Some(heading) => format!("{heading}: {cell}"),
            None => cell.clone(),
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// Returns true for a row of words over at least three columns. Only the heading of the names of rows may be missing.
fn is_headings(row: &[String]) -> bool {
    let is_word = |cell: &String| !cell.is_empty() && !cell.chars().any(|c| c.is_ascii_digit());
    row.len() > 2 && row.iter().skip(1).all(is_word)
}

/// Returns the headings of a place, of all rows of headings: `2026 Tonnes`. A heading over several columns stands over
/// the first of them; a row of headings below another one begins with an empty cell.
fn path(above: &[Vec<String>], place: usize) -> String {
    let is_continued = |row: &&Vec<String>| row.first().is_some_and(String::is_empty);
    let count = 1 + above.iter().skip(1).take(HEADER_ROWS - 1).take_while(is_continued).count();
    let heading = |(n, row): (usize, &Vec<String>)| {
        let upper = || row.iter().take(place + 1).rev().find(|cell| !cell.is_empty()).filter(|_| n + 1 < count);
        row.get(place).filter(|cell| !cell.is_empty()).or_else(upper).cloned()
    };
    above.iter().take(count).enumerate().filter_map(heading).collect::<Vec<_>>().join(" ")
}

/// Returns `true` if a path of headings has all words of a label, in any order and case.
fn has_words_of(path: &str, label: &str) -> bool {
    let known: Vec<String> = text::words(path).map(str::to_lowercase).collect();
    text::words(label).all(|word| known.contains(&word.to_lowercase()))
}

/// Returns the cells that may head a column for the row below `above`: at the top of the table, and in the nearest row
/// that has no figure there, because one table may have several parts with headings of their own.
fn headers(above: &[Vec<String>], place: usize) -> impl Iterator<Item = &String> {
    let is_heading = |cell: &&String| !cell.is_empty() && !cell.chars().any(|c| c.is_ascii_digit());
    let nearest = above.iter().rev().filter_map(move |row| row.get(place)).find(is_heading);
    let top = above.iter().take(HEADER_ROWS).filter_map(move |row| row.get(place));
    nearest.into_iter().chain(top)
}

/// Returns the row of a table that a quote repeats, which may be shorter than other quotes: the values of one row stand
/// together on one page only. `None` unless a row has at least two cells and the quote all of them.
pub(crate) fn row_quote(quote: &str, markdown: &str) -> Option<String> {
    let wanted = exact(&quote.replace('|', " "));
    if wanted.is_empty() {
        return None;
    }
    let tables = tables(markdown);
    let repeats = |cells: &Vec<String>| {
        cells.iter().filter(|cell| !cell.is_empty()).count() > 1 && exact(&cells.concat()) == wanted
    };
    tables.iter().find_map(|table| table.rows.iter().position(repeats).map(|at| table.row(at)))
}

/// Returns the tables of Markdown.
fn tables(markdown: &str) -> Vec<MarkdownTable> {
    let mut tables: Vec<MarkdownTable> = Vec::new();
    let (mut is_open, mut above) = (false, "");
    for line in markdown.lines().map(str::trim) {
        if !line.starts_with('|') {
            is_open = false;
            above = if line.is_empty() { above } else { line };
            continue;
        }
        let cells = cells(line);
        if is_divider(&cells) && is_open {
            continue;
        }
        match tables.last_mut().filter(|_| is_open) {
            Some(table) => table.rows.push(cells),
            None => tables.push(MarkdownTable { above: plain(above), rows: vec![cells] }),
        }
        is_open = true;
    }
    tables
}

/// Returns true for the row of dashes below the names of the columns.
pub(crate) fn is_divider(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|b| matches!(b, b'-' | b':')))
}

/// Splits a row at its bars; an escaped bar belongs to a cell.
pub(crate) fn cells(line: &str) -> Vec<String> {
    let whole = line.replace("\\|", "\u{2}");
    let inner = whole.strip_prefix('|').unwrap_or(&whole);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(|cell| plain(cell.trim()).replace('\u{2}', "|")).collect()
}

/// Returns the letters and digits of a label in lower case.
fn label(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns a value without spaces, marks of notes and typographic dashes.
fn exact(text: &str) -> String {
    let value: String =
        quotes::even(&plain(text)).chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    value.trim_end_matches('*').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Costs.\n\n|  | Leasing | [Credit](https://x.org/c) |\n| --- | --- | --- |\n| Rate | 293,00 € | 594,98 € |\n\
                         | Change | -3 % | 3 % |\n\nMore.";

    fn cell(row: &str, column: &str, value: &str) -> ClaimedCell {
        ClaimedCell { row: row.into(), column: column.into(), value: value.into() }
    }

    #[test]
    fn a_cell_is_quoted_where_row_and_column_cross() {
        assert_eq!(cell("rate", "Credit", "594,98€").quote(TABLE).unwrap(), "Rate, Credit: 594,98 €");
        assert_eq!(cell("Change", "Leasing", "\u{2013}3 %").quote(TABLE).unwrap(), "Change, Leasing: -3 %");
    }

    #[test]
    fn a_part_of_a_label_names_no_row_and_no_column_that_has_a_namesake() {
        let table =
            "| Country | Price | Price per unit |\n| --- | --- | --- |\n| South Sudan | 5 | 6 |\n| Sudan | 7 | 8 |";
        assert_eq!(cell("Sudan", "Price", "7").quote(table).unwrap(), "Sudan, Price: 7");
        assert_eq!(cell("Sudan", "Price", "5").quote(table), None, "another row");
        assert_eq!(cell("Sudan", "Price", "8").quote(table), None, "another column");
        assert_eq!(cell("South", "per unit", "6").quote(table).unwrap(), "South Sudan, Price per unit: 6");
    }

    #[test]
    fn headings_over_several_columns_are_parts_of_the_column() {
        let table = "| Port | 2025 |  | 2026 |  |\n| --- | --- | --- | --- | --- |\n|  | Ships | Tonnes | Ships | Tonnes |\n\
                     | Ober | 40 | 4,100 | 44 | 4,400 |";
        assert_eq!(cell("Ober", "2025 Tonnes", "4,100").quote(table).unwrap(), "Ober, 2025 Tonnes: 4,100");
        assert_eq!(cell("Ober", "Tonnes (2026)", "4,400").quote(table).unwrap(), "Ober, 2026 Tonnes: 4,400");
        assert_eq!(cell("Ober", "2025 Tonnes", "4,400").quote(table), None, "another year");
        assert_eq!(cell("Ober", "2025 Ships", "4,100").quote(table), None, "another column");
    }

    #[test]
    fn a_table_of_several_parts_has_headings_in_each() {
        let table = "| 13\" laptop | Price | Save |\n| --- | --- | --- |\n| A | $900 | $50 |\n| B | $950 | $50 |\n| C | $990 | $50 |\n\
                     | 27\" desktop | Cost | Off |\n| D | $2,399* | $100 |";
        assert_eq!(cell("D", "Cost", "$2,399*").quote(table).unwrap(), "D, Cost: $2,399");
        assert_eq!(cell("D", "Off", "$2,399*").quote(table), None);
    }

    #[test]
    fn a_cell_is_quoted_with_the_unit_of_its_table() {
        let table =
            "Sales by region, million euros\n\n| Region | 2025 | Share (%) |\n| --- | --- | --- |\n| North | 15 | 60 |";
        assert_eq!(
            cell("North", "2025", "15").quote(table).unwrap(),
            "North, 2025 (Sales by region, million euros): 15"
        );
        assert_eq!(cell("North", "Share", "60").quote(table).unwrap(), "North, Share (%): 60");
        let corner = "Sales.\n\n| € million | 2025 |\n| --- | --- |\n| North | 15 |\n| South | 9 |";
        assert_eq!(cell("North", "2025", "15").quote(corner).unwrap(), "North, 2025 (€ million): 15");
    }

    #[test]
    fn a_row_of_several_columns_is_quoted_with_its_headings() {
        let table = "| Milestone | Planned | State |\n| --- | --- | --- |\n| Quay wall | 31 August | complete |\n\
                     | Licence | 28 February | filed on 3 November |";
        let row = "Licence, Planned: 28 February, State: filed on 3 November";
        assert_eq!(row_quote("| Licence | 28 February | filed on 3 November |", table).unwrap(), row);
        assert_eq!(cell("Licence", "State", "filed on 3 November").row(table).unwrap(), row);
        assert_eq!(cell("Licence", "State", "complete").row(table), None, "the cell of another row");
        let bare = "| Quay wall | 31 August | complete |\n| --- | --- | --- |\n| Licence | 28 February | filed |";
        assert_eq!(row_quote("Licence | 28 February | filed", bare).unwrap(), "Licence, 28 February, filed");
    }

    #[test]
    fn a_short_row_is_quoted_whole() {
        let table = "| Name | Post |\n| --- | --- |\n| Ada Lund | CEO |\n| Rate | -3 % |";
        assert_eq!(row_quote("Ada Lund | CEO", table).unwrap(), "Ada Lund, CEO");
        assert_eq!(row_quote("| Rate | -3 % |", table).unwrap(), "Rate, -3 %");
        for other in ["CEO", "Rate | 3 %", "Ada Lund", "Ada Lund | CFO", "", "|"] {
            assert_eq!(row_quote(other, table), None, "{other}");
        }
    }

    #[test]
    fn a_cell_of_another_row_or_column_or_with_another_sign_is_refused() {
        for other in [
            cell("Rate", "Leasing", "594,98 €"),
            cell("Change", "Credit", "594,98 €"),
            cell("Change", "Leasing", "3 %"),
            cell("Rate", "Credit", "594 €"),
            cell("", "Credit", "594,98 €"),
            cell("Rate", "", "594,98 €"),
        ] {
            assert_eq!(other.quote(TABLE), None, "{other:?}");
        }
        assert!(!ClaimedCell::default().is_named());
    }
}
