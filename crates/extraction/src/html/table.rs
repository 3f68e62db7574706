//! Renders data tables as Markdown; layout tables are read like boxes.

use super::dom::{Dom, Id};
use super::tag::Tag;
use super::token::Attr;

/// Maximum number of cells per row and of rows per table; the rest of a data dump is omitted.
const MAX_CELLS: usize = 40;
const MAX_ROWS: usize = 1000;

/// Returns the cells of a data table by row; `None` if the table contains blocks other than data.
pub(crate) fn rows(dom: &Dom<'_>, table: Id, live: &[bool]) -> Option<Vec<Vec<Id>>> {
    let layout = dom.descendants(table).filter(|id| live[*id]).any(|id| {
        matches!(dom.tag(id), Tag::Table | Tag::Pre | Tag::Blockquote | Tag::Article | Tag::Section | Tag::Figure)
            || dom.tag(id).heading().is_some_and(|rank| rank < 4)
    });
    let is_layout = dom.attr(table, Attr::Role).is_some_and(|role| role == "presentation");
    if layout || is_layout {
        return None;
    }
    let rows: Vec<Vec<Id>> = dom
        .descendants(table)
        .filter(|id| dom.tag(*id) == Tag::Tr && live[*id])
        .take(MAX_ROWS)
        .map(|row| dom.children(row).filter(|id| matches!(dom.tag(*id), Tag::Td | Tag::Th)).take(MAX_CELLS).collect())
        .filter(|cells: &Vec<Id>| !cells.is_empty())
        .collect();
    let wide = rows.iter().filter(|cells| cells.len() > 1).count();
    (rows.len() > 1 && wide * 2 > rows.len()).then_some(rows)
}

/// Renders rows of cells, each cell as Markdown and as plain text.
pub(crate) fn written(rows: &[Vec<(String, String)>]) -> (String, String) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut markdown = String::new();
    let mut plain = String::new();
    for (at, row) in rows.iter().enumerate() {
        for column in 0..columns {
            let cell = row.get(column).map_or("", |(cell, _)| cell);
            markdown.push_str("| ");
            markdown.push_str(&cell.replace('|', "\\|"));
            markdown.push(' ');
        }
        markdown.push_str("|\n");
        if at == 0 {
            markdown.push_str(&"| --- ".repeat(columns));
            markdown.push_str("|\n");
        }
        let cells: Vec<&str> = row.iter().map(|(_, plain)| plain.as_str()).filter(|cell| !cell.is_empty()).collect();
        if !cells.is_empty() {
            plain.push_str(&cells.join("\t"));
            plain.push('\n');
        }
    }
    markdown.truncate(markdown.trim_end().len());
    plain.truncate(plain.trim_end().len());
    (markdown, plain)
}
