//! Segments in reading order to paragraphs: lines that go on belong together, words broken at a line's end are mended,
//! and what is set clearly larger than the body is a heading.

use super::line::Segment;

/// A line belongs to the paragraph above it if it begins at most so many ems below.
const LEADING: f64 = 1.75;
/// Lines of one paragraph have nearly the same size.
const SAME_SIZE: f64 = 1.15;
/// From this much of the body's size on, a short block is a heading.
const HEADING: f64 = 1.2;
/// Longer blocks are no headings, however large.
const HEADING_CHARS: usize = 160;

/// A paragraph, a heading, a row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    /// One line of text.
    pub(super) text: String,
    /// Height of its em.
    pub(super) size: f64,
}

/// The blocks of a page.
pub(super) fn blocks(segments: &[Segment]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut last: Option<&Segment> = None;
    for segment in segments.iter().filter(|segment| !segment.text.is_empty()) {
        match (last, blocks.last_mut()) {
            (Some(before), Some(block)) if before.goes_on_in(segment) => append(&mut block.text, &segment.text),
            (Some(before), Some(block)) if below(before, segment) => {
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

/// The next line of the same paragraph: close below, in the same column, of the same size.
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

/// Joins a line to the one before it. A word broken by a hyphen is whole again; a hyphen before anything but a small
/// letter is the word's own.
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

/// A document's blocks as text and as Markdown.
pub(super) fn written(blocks: &[Block]) -> (String, String) {
    let body = body_size(blocks);
    let (mut text, mut markdown) = (String::new(), String::new());
    for block in blocks {
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
    (text, markdown)
}

/// The size in which most characters are set.
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
