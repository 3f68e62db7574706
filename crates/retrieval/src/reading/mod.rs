//! Reading of a long document by relevance: the passages that concern a question, within a budget of tokens. Pure and
//! deterministic, without a model.
//!
//! 1. [`passages()`]: the document as passages of some hundred characters, cut at paragraphs, rows and sentences.
//! 2. `relevance`: a score for each passage, from the words that it shares with the question.
//! 3. [`Selection`]: the beginning, the best passages and the neighbours of the best, with their headings and pages.

mod passages;
mod relevance;
mod selection;

pub use passages::{Passage, passages};
pub use selection::{Part, Selection, select, tokens};

/// What a document is read for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Question; passages that share its words are chosen.
    pub question: &'a str,
    /// Maximum number of tokens to choose, estimated.
    pub tokens: usize,
    /// Set to read on from this character in the order of the text instead.
    pub offset: Option<usize>,
}

/// Returns a passage as plain text: without Markdown links, emphasis and heading marks.
pub fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown.trim_start_matches(['#', '>']).trim_start();
    while let Some(at) = rest.find("](") {
        let (before, link) = rest.split_at(at);
        text.push_str(before);
        let address = &link[2..];
        let end = address.find(|c: char| c == ')' || c.is_whitespace());
        match end.filter(|end| address[*end..].starts_with(')')) {
            Some(end) => rest = &address[end + 1..],
            None => {
                text.push_str("](");
                rest = address;
            }
        }
    }
    text.push_str(rest);
    text.replace("\\[", "\u{1}").replace(['[', '*', '`', '\\'], "").replace('\u{1}', "[").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn markup_is_left_out() {
        assert_eq!(
            plain("## The **bank** left [its rate](https://x.org/a) at \\[3\\] %"),
            "The bank left its rate at [3] %"
        );
        assert_eq!(plain("f](x y) and `code`"), "f](x y) and code");
    }
}
