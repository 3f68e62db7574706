//! A document as statements, one for each passage.

use std::ops::Range;

use agent::untrusted::statement;
use retrieval::reading::{Passage, passages, plain};

use crate::reading::{cells, is_divider};

/// Maximum length of a statement in characters; a passage has some hundred, and the heading above it is added.
const MAX_CHARS: usize = 2_000;
/// Length in characters from which the next row of a table begins another statement.
const ROWS_CHARS: usize = 500;

/// Returns the passages of a Markdown text as plain statements, in order. Each begins with the heading above it. Each
/// cell of a table is named by its column. Headings without a text are left out.
pub fn statements(text: &str) -> Vec<String> {
    passages(text).iter().flat_map(|passage| of_passage(text, passage)).collect()
}

fn of_passage(text: &str, passage: &Passage) -> Vec<String> {
    let words = &text[passage.range.clone()];
    if words.starts_with('#') && !words.contains('\n') {
        return Vec::new();
    }
    let heading = passage.heading.as_ref().map(|range| plain(&text[range.clone()]));
    let bodies = match words.starts_with('|') {
        true => rows(passage.header.clone().filter(|header| is_named(text, header)).map(|header| &text[header]), words),
        false => vec![plain(words)],
    };
    let whole = |body: String| {
        let parts: Vec<String> = heading.iter().cloned().chain([body]).collect();
        statement(&parts.join(". "), MAX_CHARS)
    };
    bodies.into_iter().map(whole).filter(|statement| statement.chars().any(char::is_alphanumeric)).collect()
}

/// Returns true if the first row of a table has the names of its columns: a row of dashes follows it.
fn is_named(text: &str, header: &Range<usize>) -> bool {
    let next = text[header.end..].trim_start().lines().next();
    next.is_some_and(|line| is_divider(&cells(line.trim())))
}

/// Returns the rows of a table with the names of their columns, some rows together. Without a row of dashes below the
/// first row, the table has no names of columns.
fn rows(header: Option<&str>, table: &str) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = table.lines().map(|line| cells(line.trim())).collect();
    let is_named = header.is_none() && rows.get(1).is_some_and(|row| is_divider(row));
    let names = header.map(cells).or(is_named.then(|| rows.remove(0))).unwrap_or_default();
    let mut groups: Vec<String> = Vec::new();
    for row in rows.into_iter().filter(|row| !is_divider(row)).map(|row| named(&names, row)) {
        match groups.last_mut() {
            Some(group) if group.chars().count() + row.chars().count() < ROWS_CHARS => *group += &format!(". {row}"),
            _ => groups.push(row),
        }
    }
    // A table of names alone.
    if groups.is_empty() { vec![names.join("; ")] } else { groups }
}

/// Returns the cells of a row, each behind the name of its column.
fn named(names: &[String], row: Vec<String>) -> String {
    let name = |(place, cell): (usize, String)| match names.get(place).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}: {cell}"),
        None => cell,
    };
    let cells = row.into_iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(name);
    cells.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn passages_have_their_heading_and_headings_alone_are_left_out() {
        let text = "# Tides\n\nHigh water is at **noon**.\n\n# Empty\n\n# Depths\n\n| port | depth |\n| --- | --- |\n| Kelm | 4 m |";
        let statements = statements(text);
        assert!(
            statements[0].starts_with("Tides") && statements[0].contains("High water is at noon"),
            "{statements:?}"
        );
        assert!(statements.last().unwrap().contains("Kelm") && statements.last().unwrap().contains("4 m"));
        assert!(!statements.iter().any(|one| one == "Empty"), "{statements:?}");
    }

    #[test]
    fn each_cell_of_a_table_is_named_by_its_column() {
        let text =
            "# Ports\n\n| Port | Depth | Owner |\n| --- | :-: | --- |\n| Kelm | 4,5 | |\n| Brae | 9 | Ada \\| Co |";
        let ports = statements(text);
        assert_eq!(ports, ["Ports. Port: Kelm; Depth: 4,5. Port: Brae; Depth: 9; Owner: Ada Co"]);
        assert_eq!(statements("| Kelm | 4,5 |\n| Brae | 9 |"), ["Kelm; 4,5. Brae; 9"], "no names of columns");
        let bare: String = (0..90).map(|n| format!("| Ort {n} | {n} m |\n")).collect();
        assert!(statements(&bare).iter().all(|statement| !statement.contains(':')), "{:?}", statements(&bare));
        let rows: String = (0..400).map(|n| format!("| Ort {n} | {n} m |\n")).collect();
        let long = statements(&format!("| Harbour of the list | Depth at low water |\n| --- | --- |\n{rows}"));
        let named = |n: usize| format!("Harbour of the list: Ort {n}; Depth at low water: {n} m");
        assert!((0..400).all(|n| long.iter().any(|statement| statement.contains(&named(n)))), "no row is lost");
        assert!(long.iter().all(|statement| statement.chars().count() < 700), "{long:?}");
    }
}
