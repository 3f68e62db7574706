//! Parts of a document that is too long for one request.

/// Maximum characters of one request.
const MAX_PART_CHARS: usize = 100_000;

/// Splits a text into parts of at most [`MAX_PART_CHARS`] characters: between paragraphs, else between lines, else
/// between words. Each part of a table begins with its first row.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut chars = usize::MAX;
    for piece in text.split_inclusive("\n\n").flat_map(pieces) {
        let length = piece.chars().count();
        if chars.saturating_add(length) > MAX_PART_CHARS {
            parts.push(String::new());
            chars = 0;
        }
        chars += length;
        if let Some(part) = parts.last_mut() {
            part.push_str(&piece);
        }
    }
    parts
}

/// Returns a paragraph in pieces that fit in one request.
fn pieces(paragraph: &str) -> Vec<String> {
    if paragraph.chars().count() <= MAX_PART_CHARS {
        return vec![paragraph.to_owned()];
    }
    let head = table_head(paragraph);
    let room = MAX_PART_CHARS.saturating_sub(head.chars().count());
    let lines = paragraph.split_inclusive('\n').flat_map(|line| words(line, room));
    let mut pieces = vec![String::new()];
    let mut chars = 0;
    for line in lines {
        let length = line.chars().count();
        if chars + length > room {
            pieces.push(head.to_owned());
            chars = 0;
        }
        chars += length;
        if let Some(piece) = pieces.last_mut() {
            piece.push_str(line);
        }
    }
    pieces
}

/// Returns the first row of a Markdown table with the line below it; empty if the paragraph is no table, or if the row
/// takes more than half of a part.
fn table_head(paragraph: &str) -> &str {
    let ends = paragraph.match_indices('\n').map(|(at, _)| at + 1);
    let end = ends.take(2).last().unwrap_or_default();
    let (head, rule) = (&paragraph[..end], paragraph.lines().nth(1).unwrap_or_default());
    let is_table = rule.starts_with('|') && rule.chars().all(|c| "|-: ".contains(c));
    if is_table && head.chars().count() <= MAX_PART_CHARS / 2 { head } else { "" }
}

/// Splits a line that is longer than the room behind a space, or anywhere if it has none.
fn words(line: &str, room: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some((limit, _)) = rest.char_indices().nth(room) {
        let space = rest[..limit].char_indices().rev().find(|(_, c)| c.is_whitespace());
        let end = space.map_or(limit, |(at, c)| at + c.len_utf8());
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_sent_in_parts_without_a_loss() {
        for text in [
            "A paragraph of words.\n\n".repeat(10_000),
            "A line of words.\n".repeat(20_000),
            "A sentence without an end of its line. ".repeat(10_000),
            "x".repeat(250_000),
            "語".repeat(250_000),
        ] {
            let parts = split(&text);
            assert!(parts.len() > 1 && parts.iter().all(|part| part.chars().count() <= MAX_PART_CHARS));
            assert!(parts.concat() == text, "a loss");
        }
    }

    #[test]
    fn each_part_of_a_table_has_its_first_row() {
        let rows = (0..10_000).map(|n| format!("| Port {n} | {n} m |\n")).collect::<String>();
        let parts = split(&format!("| port | depth |\n| --- | --- |\n{rows}"));
        assert!(
            parts.len() > 1 && parts.iter().all(|part| part.starts_with("| port | depth |\n| --- | --- |\n| Port "))
        );
        assert!(parts.iter().all(|part| part.chars().count() <= MAX_PART_CHARS));
        assert_eq!(parts.iter().map(|part| part.matches("| Port ").count()).sum::<usize>(), 10_000);
    }
}
