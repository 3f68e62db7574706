//! Tables of a page, found by the places of its words: lines of several segments, below one another, whose segments
//! stand in the same columns. A PDF has no tables otherwise.

use super::line::Segment;
use crate::table::{MAX_BYTES, MAX_CELLS, MAX_ROWS, Table, cell};

/// Minimum number of lines with several segments.
const MIN_LINES: usize = 3;
/// Maximum distance of two lines of one table in ems …
const MAX_GAP: f64 = 4.0;
/// … and relative to the least distance of two lines of it so far.
const MAX_PITCHES: f64 = 1.8;
/// Maximum distance, in ems and relative to the median distance of the lines, of a line that continues the cells above.
const WRAP: f64 = 1.4;
const WRAP_OF_PITCH: f64 = 0.85;
/// Maximum distance in ems of the lines of a header's cell.
const HEADER_WRAP: f64 = 1.6;
/// Maximum number of lines with one segment that follow one another in a table.
const MAX_SINGLES: usize = 2;
/// Maximum mean length of a cell in bytes, apart from the first column: the columns of a text are longer.
const MAX_MEAN_BYTES: usize = 32;

/// One line of a page, from left to right.
type Line<'s> = Vec<&'s Segment>;

/// Returns the tables of a page from top to bottom.
pub(super) fn of_page(segments: &[Segment], page: u32) -> Vec<Table> {
    let lines = lines(segments);
    let (mut tables, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let end = region_end(&lines, at);
        tables.extend(table(&lines[at..end]).map(|table| Table { page, ..table }));
        at = end;
    }
    tables
}

fn lines(segments: &[Segment]) -> Vec<Line<'_>> {
    let mut upright: Line<'_> =
        segments.iter().filter(|segment| segment.turn == 0 && !segment.text.is_empty()).collect();
    upright.sort_by(|a, b| b.base.total_cmp(&a.base).then(a.from.total_cmp(&b.from)));
    let mut lines: Vec<Line<'_>> = Vec::new();
    for segment in upright {
        match lines.last_mut() {
            Some(line) if line[0].beside(segment) => line.push(segment),
            _ => lines.push(vec![segment]),
        }
    }
    lines.iter_mut().for_each(|line| line.sort_by(|a, b| a.from.total_cmp(&b.from)));
    lines
}

/// Returns the distance of two lines, downwards.
fn gap(above: &Line<'_>, below: &Line<'_>) -> f64 {
    above[0].base - below[0].base
}

/// Returns the end of the lines from `start` on that may form one table.
fn region_end(lines: &[Line<'_>], start: usize) -> usize {
    let (mut pitch, mut singles) = (f64::INFINITY, 0);
    for at in start + 1..lines.len() {
        let (above, below) = (&lines[at - 1], &lines[at]);
        let distance = gap(above, below);
        let em = above[0].size.max(below[0].size);
        singles = if below.len() == 1 { singles + 1 } else { 0 };
        let is_far = distance > (MAX_GAP * em).min(MAX_PITCHES * pitch);
        if is_far || singles > MAX_SINGLES || at - start >= MAX_ROWS {
            return at;
        }
        if above.len() > 1 && below.len() > 1 {
            pitch = pitch.min(distance);
        }
    }
    lines.len()
}

/// Returns the table of some lines, if they form one.
fn table(lines: &[Line<'_>]) -> Option<Table> {
    let first = lines.iter().position(|line| line.len() > 1)?;
    let last = lines.iter().rposition(|line| line.len() > 1)?;
    let wide: Vec<&Line<'_>> = lines.iter().filter(|line| line.len() > 1).collect();
    let columns = columns(&wide)?;
    let caption = lines[..first].last().filter(|line| columns.spans_values(line[0]));
    let rows = caption.into_iter().chain(&lines[first..=last]);
    let table = Table::of_rows(columns.rows(&rows.collect::<Vec<_>>(), median_pitch(&lines[first..=last])))?;
    let values = || table.rows.iter().flat_map(|row| row.iter().skip(1)).filter(|cell| !cell.is_empty());
    let bytes: usize = values().map(String::len).sum();
    let filled = table.rows.iter().filter(|row| row.iter().filter(|cell| !cell.is_empty()).count() > 1).count();
    let is_data = bytes <= values().count() * MAX_MEAN_BYTES && bytes <= MAX_BYTES && filled * 2 > table.rows.len();
    (wide.len() >= MIN_LINES && is_data).then_some(table)
}

fn median_pitch(lines: &[Line<'_>]) -> f64 {
    let mut gaps: Vec<f64> = lines.windows(2).map(|pair| gap(&pair[0], &pair[1])).collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or_default()
}

/// Extents of the columns from left to right.
struct Columns(Vec<(f64, f64)>);

/// Returns the columns: those of the lines with the most frequent number of segments, of which the greater wins. `None`
/// if the segments of these lines do not stand below one another.
fn columns(lines: &[&Line<'_>]) -> Option<Columns> {
    let count = |number: usize| lines.iter().filter(|line| line.len() == number).count();
    let most = lines.iter().map(|line| line.len()).max_by_key(|number| (count(*number), *number))?;
    let regular = lines.iter().filter(|line| line.len() == most);
    let mut extents: Vec<(f64, f64)> = regular.flat_map(|line| line.iter().map(|part| (part.from, part.to))).collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns: Vec<(f64, f64)> = Vec::new();
    for (from, to) in extents {
        match columns.last_mut() {
            Some(last) if from < last.1 => last.1 = last.1.max(to),
            _ => columns.push((from, to)),
        }
    }
    (columns.len() == most && most <= MAX_CELLS).then_some(Columns(columns))
}

impl Columns {
    /// Returns the column that a segment is in: the first one that it overlaps, otherwise the nearest.
    fn of(&self, segment: &Segment) -> usize {
        let overlaps = |(from, to): &(f64, f64)| segment.from < *to && *from < segment.to;
        let distance = |(from, to): &(f64, f64)| (from - segment.to).max(segment.from - to);
        self.0.iter().position(overlaps).unwrap_or_else(|| {
            let nearest = self.0.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
            nearest.map_or(0, |(at, _)| at)
        })
    }

    /// Returns true if a segment stands above the columns of values and not above the first column.
    fn spans_values(&self, segment: &Segment) -> bool {
        self.of(segment) > 0 && self.0.last().is_some_and(|last| segment.to <= last.1 + segment.size)
    }

    /// Returns true if a line fills the same columns as the last row of a header, of which no row has a first cell.
    fn continues_header(&self, rows: &[Vec<String>], line: &Line<'_>) -> bool {
        let Some(last) = rows.last() else { return false };
        let columns: Vec<usize> = line.iter().map(|segment| self.of(segment)).collect();
        let filled = (0..last.len()).filter(|at| !last[*at].is_empty());
        rows.iter().all(|row| row[0].is_empty()) && columns.len() > 1 && filled.eq(columns.iter().copied())
    }

    fn rows(&self, lines: &[&Line<'_>], pitch: f64) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let distance = if at > 0 { gap(lines[at - 1], line) } else { f64::INFINITY };
            let is_wrapped = distance < (WRAP * line[0].size).min(WRAP_OF_PITCH * pitch);
            let is_header = distance < HEADER_WRAP * line[0].size && self.continues_header(&rows, line);
            if !(is_wrapped || is_header) || rows.is_empty() {
                rows.push(vec![String::new(); self.0.len()]);
            }
            let Some(row) = rows.last_mut() else { continue };
            for segment in *line {
                // A title over the values stands in the middle; it belongs to all of them, so to the first.
                let is_title = line.len() == 1 && at < 2 && self.spans_values(segment);
                let place = &mut row[if is_title { 1 } else { self.of(segment) }];
                *place = cell(&format!("{place} {}", segment.text));
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(text: &str, from: f64, base: f64) -> Segment {
        let to = from + 5.0 * text.chars().count() as f64;
        Segment { text: text.to_owned(), from, to, base, size: 10.0, turn: 0 }
    }

    fn rows(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect()
    }

    #[test]
    fn words_in_columns_are_a_table_with_its_header_and_a_text_in_columns_is_none() {
        let mut segments = vec![segment("Gases of the air", 50.0, 560.0), segment("Threshold", 200.0, 520.0)];
        for (at, [name, air, water]) in
            [["", "to air", "to water"], ["Methane", "100 000", "-"], ["Ammonia", "10 000", "-"], ["Lead", "200", "20"]]
                .into_iter()
                .enumerate()
        {
            let base = 500.0 - 20.0 * at as f64;
            let parts = [(name, 50.0), (air, 200.0), (water, 300.0)].into_iter().filter(|(text, _)| !text.is_empty());
            segments.extend(parts.map(|(text, from)| segment(text, from, base)));
        }
        let tables = of_page(&segments, 7);
        assert_eq!((tables.len(), tables[0].page), (1, 7));
        let expected = [
            ["", "Threshold", ""],
            ["", "to air", "to water"],
            ["Methane", "100 000", "-"],
            ["Ammonia", "10 000", "-"],
            ["Lead", "200", "20"],
        ];
        assert_eq!(rows(&tables[0]), expected);
        let prose = "the board decided to raise the dues of ferries";
        let columns: Vec<Segment> = (0..8)
            .flat_map(|at| [50.0, 320.0].map(|from| segment(prose, from, 500.0 - 12.0 * f64::from(at))))
            .collect();
        assert_eq!(of_page(&columns, 1), []);
    }

    #[test]
    fn a_line_close_below_continues_its_cell() {
        let mut segments = Vec::new();
        for (at, name) in ["Harbour of", "Station", "Airport", "Bridge"].into_iter().enumerate() {
            let base = 500.0 - 30.0 * at as f64;
            segments.extend([segment(name, 50.0, base), segment("12", 200.0, base)]);
        }
        segments.push(segment("Ober", 50.0, 488.0));
        let tables = of_page(&segments, 1);
        assert_eq!(
            rows(&tables[0]),
            [["Harbour of Ober", "12"], ["Station", "12"], ["Airport", "12"], ["Bridge", "12"]]
        );
    }
}
