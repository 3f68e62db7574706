//! Collects the data tables of a page, also those outside the main content: results, prices and statistics often stand
//! beside a text, or are the page.

use super::dom::{Dom, Id};
use super::tag::Tag;
use super::token::Attr;
use crate::table::{MAX_BYTES, MAX_CELLS, MAX_ROWS, MAX_TABLES, Table, cell};

/// Maximum mean length of a data table's cells in bytes; the cells of a layout contain texts.
const MAX_MEAN_BYTES: usize = 150;

/// Returns the data tables that contain no other table.
pub(crate) fn tables(dom: &Dom<'_>, hidden: &[bool]) -> Vec<Table> {
    let all: Vec<Id> = (1..dom.len()).filter(|id| dom.tag(*id) == Tag::Table).collect();
    let is_innermost = |at: usize, id: Id| all.get(at + 1).is_none_or(|next| *next >= dom.end(id));
    let innermost = all.iter().enumerate().filter(|(at, id)| is_innermost(*at, **id)).map(|(_, id)| *id);
    let data =
        innermost.filter(|id| !hidden[*id] && dom.attr(*id, Attr::Role).is_none_or(|role| role != "presentation"));
    data.filter_map(|id| table(dom, id, hidden)).take(MAX_TABLES).collect()
}

fn table(dom: &Dom<'_>, id: Id, hidden: &[bool]) -> Option<Table> {
    let mut grid = Grid::default();
    let rows = dom.descendants(id).filter(|row| dom.tag(*row) == Tag::Tr && !hidden[*row]);
    for row in rows.take(MAX_ROWS) {
        let cells = dom.children(row).filter(|cell| matches!(dom.tag(*cell), Tag::Td | Tag::Th) && !hidden[*cell]);
        grid.push(cells.map(|cell| Cell::of(dom, cell, hidden)));
        if grid.bytes > MAX_BYTES {
            break;
        }
    }
    let wide = grid.rows.iter().filter(|row| row.iter().filter(|cell| !cell.is_empty()).count() > 1).count();
    let is_data = wide * 2 > grid.rows.len() && grid.bytes <= grid.cells * MAX_MEAN_BYTES;
    let caption = dom.children(id).find(|child| dom.tag(*child) == Tag::Caption && !hidden[*child]);
    let made = Table::of_rows(grid.rows).filter(|_| is_data)?;
    Some(Table { caption: caption.map(|caption| text(dom, caption, hidden)).unwrap_or_default(), ..made })
}

/// A cell with the number of columns and rows that it spans.
struct Cell {
    text: String,
    columns: usize,
    rows: usize,
}

impl Cell {
    fn of(dom: &Dom<'_>, id: Id, hidden: &[bool]) -> Self {
        let span = |attr| dom.attr(id, attr).and_then(|span| span.trim().parse().ok()).unwrap_or(1_usize);
        let columns = span(Attr::Colspan).clamp(1, MAX_CELLS);
        Self { text: text(dom, id, hidden), columns, rows: span(Attr::Rowspan).clamp(1, MAX_ROWS) }
    }
}

/// Rows of cells, with the number of further rows that a cell above takes in each column.
#[derive(Default)]
struct Grid {
    rows: Vec<Vec<String>>,
    taken: Vec<usize>,
    cells: usize,
    bytes: usize,
}

impl Grid {
    fn push(&mut self, cells: impl Iterator<Item = Cell>) {
        let (mut row, mut taken) = (Vec::new(), Vec::new());
        for cell in cells {
            self.skip_taken(&mut row, &mut taken);
            self.cells += usize::from(!cell.text.is_empty());
            self.bytes += cell.text.len();
            let mut text = cell.text;
            for _ in 0..cell.columns.min(MAX_CELLS.saturating_sub(row.len())) {
                row.push(std::mem::take(&mut text));
                taken.push(cell.rows - 1);
            }
        }
        let rest = self.taken.iter().skip(taken.len()).map(|left| left.saturating_sub(1));
        taken.extend(rest.collect::<Vec<_>>());
        self.taken = taken;
        self.rows.push(row);
    }

    /// Leaves the places empty that cells of the rows above take.
    fn skip_taken(&self, row: &mut Vec<String>, taken: &mut Vec<usize>) {
        while let Some(left) = self.taken.get(row.len()).filter(|left| **left > 0) {
            row.push(String::new());
            taken.push(left - 1);
        }
    }
}

/// Returns the visible text of an element on one line. A raised figure stays apart from the number before it.
fn text(dom: &Dom<'_>, id: Id, hidden: &[bool]) -> String {
    let mut text = String::new();
    for inner in dom.descendants(id).filter(|inner| !hidden[*inner]) {
        match dom.tag(inner) {
            Tag::Text => text.push_str(dom.text(inner)),
            Tag::Sup if text.ends_with(|c: char| c.is_ascii_digit()) => text.push('^'),
            Tag::Sub if text.ends_with(|c: char| c.is_ascii_digit()) => text.push('_'),
            tag if tag.is_block() || tag == Tag::Br => text.push(' '),
            _ => {}
        }
    }
    cell(&text)
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    fn rows(html: &str) -> Vec<Vec<String>> {
        read(html, "").tables.into_iter().next().map(|table| table.rows).unwrap_or_default()
    }

    #[test]
    fn a_cell_that_spans_rows_or_columns_occurs_once() {
        let html = "<table><caption>Dues</caption><tr><th rowspan=2>Harbour<th colspan=2>Dues<tr><th>2025<th>2026\
                    <tr><td>Ober<td>10<sup>2</sup><td>-<tr><td>Unter<td>12<td>13</table>";
        let expected = [["Harbour", "Dues", ""], ["", "2025", "2026"], ["Ober", "10^2", "-"], ["Unter", "12", "13"]];
        assert_eq!(rows(html), expected);
        assert_eq!(read(html, "").tables[0].caption, "Dues");
    }

    #[test]
    fn tables_beside_the_text_are_collected_and_layouts_and_hidden_ones_are_not() {
        let story = "<article><p>The board of the harbour decided on Monday to raise the dues for ferries next year.</p></article>";
        let data = "<table><tr><td>Ober<td>1<tr><td>Unter<td>2</table>";
        let beside = read(&format!("{story}<aside>{data}</aside>"), "");
        assert_eq!(beside.tables.len(), 1);
        assert!(beside.reading_text().contains("| Ober | 1 |"), "{}", beside.reading_text());
        for other in [
            format!("<div hidden>{data}</div>"),
            "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>".to_owned(),
            "<table><tr><td>one<tr><td>two</table>".to_owned(),
        ] {
            assert!(read(&format!("{story}{other}"), "").tables.is_empty(), "{other}");
        }
    }
}
