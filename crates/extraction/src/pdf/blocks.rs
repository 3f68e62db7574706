//! Combines segments in reading order to paragraphs: joins lines that continue, repairs words that are broken at a
//! line's end, and recognises text that is clearly larger than the body as a heading.

use super::line::Segment;

/// Maximum distance, in ems, between a line and the paragraph above it.
const LEADING: f64 = 1.75;
/// Maximum ratio of line sizes within one paragraph.
const SAME_SIZE: f64 = 1.15;
/// Minimum size of a heading relative to the body.
const HEADING: f64 = 1.2;
/// Maximum length of a heading in characters.
const HEADING_CHARS: usize = 160;

/// A paragraph, a heading or a row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    /// Text of the block as one line.
    pub(super) text: String,
    /// Height of the em.
    pub(super) size: f64,
}

/// Returns the blocks of a page.
pub(super) fn blocks(segments: &[Segment]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut last: Option<&Segment> = None;
    let mut rest = segments.iter().filter(|segment| !segment.text.is_empty()).peekable();
    while let Some(segment) = rest.next() {
        // A row of a table does not continue the cell above its first one.
        let is_row = rest.peek().is_some_and(|next| segment.goes_on_in(next));
        match (last, blocks.last_mut()) {
            (Some(before), Some(block)) if before.goes_on_in(segment) => append(&mut block.text, &segment.text),
            (Some(before), Some(block)) if !is_row && below(before, segment) => {
                mend(&mut block.text, &segment.text);
                block.size = block.size.max(segment.size);
            }
            _ => blocks.push(Block { text: segment.text.clone(), size: segment.size }),
        }
        last = Some(segment);
    }
    blocks
}

fn append(text: &mut String, more: &str) {
    text.push(' ');
    text.push_str(more);
}

/// Returns `true` for the next line of the same paragraph: closely below, in the same column, of the same size.
fn below(before: &Segment, after: &Segment) -> bool {
    let (large, small) = (before.size.max(after.size), before.size.min(after.size));
    let down = before.base - after.base;
    before.turn == after.turn
        && large <= SAME_SIZE * small
        && down > 0.0
        && down <= LEADING * large
        && before.from < after.to
        && after.from < before.to
}

/// Appends a line to the previous one. A word broken by a hyphen is joined; a hyphen before anything but a lower-case
/// letter belongs to the word.
fn mend(text: &mut String, next: &str) {
    let broken = text.strip_suffix(['-', '\u{2010}', '\u{ad}']).filter(|stem| stem.ends_with(char::is_alphabetic));
    match (broken.map(str::len), next.chars().next()) {
        (Some(stem), Some(first)) if first.is_lowercase() => {
            text.truncate(stem);
            text.push_str(next);
        }
        (Some(_), Some(first)) if first.is_alphanumeric() => text.push_str(next),
        _ => append(text, next),
    }
}

/// Both forms of a document's text.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) markdown: String,
    /// Byte offset of the end of each page in the Markdown.
    pub(super) page_ends: Vec<usize>,
}

/// Renders a document's blocks as text and as Markdown. `ends` has the number of blocks up to the end of each page.
pub(super) fn written(blocks: &[Block], ends: &[usize]) -> Written {
    let body = body_size(blocks);
    let (mut text, mut markdown) = (String::new(), String::new());
    let mut page_ends = Vec::with_capacity(ends.len());
    for (at, block) in blocks.iter().enumerate() {
        while ends.get(page_ends.len()).is_some_and(|end| *end <= at) {
            page_ends.push(markdown.len());
        }
        if !text.is_empty() {
            text.push('\n');
            markdown.push_str("\n\n");
        }
        text.push_str(&block.text);
        if block.size > HEADING * body && block.text.len() <= HEADING_CHARS && block.text.contains(char::is_alphabetic)
        {
            markdown.push_str(if block.size > 1.5 * HEADING * body { "# " } else { "## " });
        }
        markdown.push_str(&block.text);
    }
    page_ends.resize(ends.len(), markdown.len());
    Written { text, markdown, page_ends }
}

/// Returns the font size of most characters.
fn body_size(blocks: &[Block]) -> f64 {
    let mut sizes: Vec<(f64, usize)> = blocks.iter().map(|block| (block.size, block.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, characters)| characters).sum::<usize>() / 2;
    let mut seen = 0;
    for (size, characters) in sizes {
        seen += characters;
        if seen >= half {
            return size;
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use crate::pdf::tests::shown;

    #[test]
    fn the_second_line_of_a_label_is_not_a_part_of_the_row_below() {
        let row = |y: u32, cells: [&str; 3]| {
            let place = [50, 250, 350];
            let shown = cells.iter().zip(place).filter(|(text, _)| !text.is_empty());
            shown.map(|(text, x)| format!("1 0 0 1 {x} {y} Tm ({text}) Tj\n")).collect::<String>()
        };
        let rows = [
            row(700, ["Port", "2026", "2027"]),
            row(688, ["Sundvik, the large", "1,204.5", "\\(45\\)"]),
            row(676, ["container quay", "", ""]),
            row(664, ["Norrby", "-", "77"]),
        ];
        let text = shown(&format!("BT /F 10 Tf {} ET", rows.concat()), "", &[]);
        assert_eq!(text, "Port 2026 2027\nSundvik, the large 1,204.5 (45)\ncontainer quay\nNorrby - 77");
    }
}
