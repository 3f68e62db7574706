//! A document as passages.

use std::ops::Range;

/// Maximum length of a passage in characters: a paragraph, or some rows of a table.
const MAX_PASSAGE_CHARS: usize = 500;

/// A passage of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Length in characters.
    pub chars: usize,
    /// Heading above the passage; none if the passage begins with it.
    pub heading: Option<Range<usize>>,
    /// First row of the table that the passage continues.
    pub header: Option<Range<usize>>,
}

/// Splits Markdown into passages, in order and without overlaps.
pub fn passages(text: &str) -> Vec<Passage> {
    let mut splitter = Splitter { text, passages: Vec::new(), heading: None };
    let mut start = 0;
    while start < text.len() {
        let end = text[start..].find("\n\n").map_or(text.len(), |at| start + at);
        splitter.block(trimmed(text, start..end));
        start = end + 2;
    }
    splitter.passages
}

/// Returns the range without white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}

struct Splitter<'t> {
    text: &'t str,
    passages: Vec<Passage>,
    heading: Option<Range<usize>>,
}

impl Splitter<'_> {
    fn block(&mut self, block: Range<usize>) {
        if block.is_empty() {
            return;
        }
        let text = &self.text[block.clone()];
        if text.starts_with('#') {
            self.heading = None;
            self.push(block.clone(), None, true);
            self.heading = Some(block);
        } else if text.starts_with('|') {
            let header = text.find('\n').map(|end| block.start..block.start + end);
            self.pieces(block, '\n', header.as_ref());
        } else if text.contains('\n') {
            self.pieces(block, '\n', None);
        } else {
            self.pieces(block, ' ', None);
        }
    }

    /// Adds a block in pieces of at most the maximum length, cut at `separator` if possible.
    fn pieces(&mut self, block: Range<usize>, separator: char, header: Option<&Range<usize>>) {
        let mut rest = block.clone();
        while !rest.is_empty() {
            let end = rest.start + cut(&self.text[rest.clone()], separator);
            let header = header.filter(|_| rest.start > block.start).cloned();
            // A table stands apart, so that its rows keep their header.
            let is_apart = self.text[block.clone()].starts_with('|');
            self.push(trimmed(self.text, rest.start..end), header, is_apart);
            rest = trimmed(self.text, end..rest.end);
        }
    }

    /// Adds a passage, or extends the last one while it is short.
    fn push(&mut self, range: Range<usize>, header: Option<Range<usize>>, is_apart: bool) {
        if range.is_empty() {
            return;
        }
        let chars = self.text[range.clone()].chars().count();
        let last = self.passages.last_mut().filter(|last| !is_apart && !self.text[last.range.clone()].starts_with('|'));
        match last {
            Some(last) if last.chars + chars < MAX_PASSAGE_CHARS => {
                last.range.end = range.end;
                last.chars += chars + 2;
            }
            _ => self.passages.push(Passage { range, chars, heading: self.heading.clone(), header }),
        }
    }
}

/// Returns the length in bytes of the first piece of a text: whole if it is short, otherwise to the end of the last
/// sentence or line that fits, or to the last space.
fn cut(text: &str, separator: char) -> usize {
    let Some((limit, _)) = text.char_indices().nth(MAX_PASSAGE_CHARS) else { return text.len() };
    let part = &text[..limit];
    let is_sentence_end = |at: &usize| part[..*at].ends_with(['.', '!', '?', ';', '。', '！', '？']);
    let mut ends = part.match_indices(separator).map(|(at, _)| at);
    let best = if separator == '\n' { ends.next_back() } else { ends.rfind(is_sentence_end) };
    best.filter(|at| *at > 0).or_else(|| part.rfind(' ').filter(|at| *at > 0)).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        passages(text).into_iter().map(|passage| &text[passage.range]).collect()
    }

    #[test]
    fn short_paragraphs_share_a_passage_and_a_heading_begins_one() {
        let text = "# A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n";
        assert_eq!(texts(text), ["# A\n\nOne.\n\nTwo.", "## B\n\nThree."]);
        assert_eq!(texts(""), Vec::<&str>::new());
        assert_eq!(texts(" \n\n \n\n"), Vec::<&str>::new());
    }

    #[test]
    fn long_paragraphs_are_cut_at_sentences_and_nothing_is_lost() {
        let text = format!("# A\n\n{}", "The dues rose again. ".repeat(60));
        let parts = passages(&text);
        assert!(parts.len() > 2 && parts.iter().all(|part| part.chars <= MAX_PASSAGE_CHARS), "{parts:?}");
        assert!(parts.iter().skip(1).all(|part| text[part.range.clone()].ends_with("again.")));
        assert!(parts[1].heading.as_ref().is_some_and(|heading| &text[heading.clone()] == "# A"), "{:?}", parts[1]);
        let kept: usize = parts.iter().map(|part| text[part.range.clone()].matches("dues").count()).sum();
        assert_eq!(kept, 60);
    }

    #[test]
    fn rows_of_a_long_table_keep_its_header() {
        let rows: String = (0..60).map(|n| format!("| Harbour {n} | {n} |\n")).collect();
        let text = format!("Text.\n\n| Name | Dues |\n| --- | --- |\n{rows}\nMore.");
        let parts = passages(&text);
        let headers: Vec<&str> =
            parts.iter().filter_map(|part| part.header.clone().map(|header| &text[header])).collect();
        assert!(headers.len() >= 2 && headers.iter().all(|header| *header == "| Name | Dues |"), "{parts:?}");
        assert!(text[parts[1].range.clone()].starts_with("| Name"));
    }

    #[test]
    fn a_text_without_spaces_is_cut() {
        let text = "日".repeat(1_200);
        assert_eq!(passages(&text).iter().map(|part| part.chars).collect::<Vec<_>>(), [500, 500, 200]);
    }
}
