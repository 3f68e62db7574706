//! The identifier of a report's subject, e.g. the mint of a token: shown once in full, and abbreviated elsewhere.

use super::{Inline, Line, Page, Rewrite, Sentence};

/// Identifiers of at most this many characters are not abbreviated.
const READABLE: usize = 20;

/// Abbreviates an identifier in the page's text: `Hern72…cXw9`. Code, links and citations keep it.
pub fn abbreviated(page: Page, identifier: &str) -> Page {
    let short = short(identifier);
    if short == identifier {
        return page;
    }
    let mut texts = Texts { identifier, short: &short };
    let blocks = page.blocks.into_iter().map(|block| texts.block(block)).collect();
    Page { title: texts.text(page.title), blocks }
}

/// Returns the first six and the last four characters of a long identifier without spaces, else the identifier.
pub fn short(identifier: &str) -> String {
    let chars: Vec<char> = identifier.chars().collect();
    if chars.len() <= READABLE || !chars.iter().all(char::is_ascii_alphanumeric) {
        return identifier.to_owned();
    }
    chars[..6].iter().chain(&['…']).chain(&chars[chars.len() - 4..]).collect()
}

struct Texts<'a> {
    identifier: &'a str,
    short: &'a str,
}

impl Texts<'_> {
    fn text(&self, text: String) -> String {
        if text.contains(self.identifier) { text.replace(self.identifier, self.short) } else { text }
    }
}

impl Rewrite for Texts<'_> {
    fn sentence(&mut self, sentence: Sentence) -> Sentence {
        match sentence {
            Sentence::Fact { words, cites } => Sentence::Fact { words: self.text(words), cites },
            Sentence::Reasoning(words) => Sentence::Reasoning(self.text(words)),
        }
    }

    fn line(&mut self, line: Line) -> Line {
        let part = |part: Inline| match part {
            Inline::Text(text) => Inline::Text(self.text(text)),
            Inline::Strong(text) => Inline::Strong(self.text(text)),
            Inline::Reasoning(text) => Inline::Reasoning(self.text(text)),
            Inline::Link { words, url } => Inline::Link { words: self.text(words), url },
            kept @ (Inline::Code(_) | Inline::Cite(_) | Inline::Anchor(_)) => kept,
        };
        line.into_iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Block, plain};

    const MINT: &str = "Hern72gD2MihQ52jcNFepZ7C4j2GBjKhb3gCUs5AcXw9";

    #[test]
    fn an_identifier_is_abbreviated_in_text_and_kept_where_it_is_copied() {
        let link = Inline::Link { words: format!("On {MINT}"), url: format!("https://e.org/{MINT}") };
        let page = Page {
            title: format!("Heron, token {MINT}"),
            blocks: vec![
                Block::Paragraph(vec![Inline::Code(MINT.to_owned())]),
                Block::Prose(vec![Sentence::Fact {
                    words: format!("{MINT} has 9 holders."),
                    cites: vec!["f1".into()],
                }]),
                Block::Table { head: vec![""], rows: vec![vec![vec![plain(format!("of {MINT}")), link]]] },
            ],
        };
        let shown = abbreviated(page, MINT);
        assert_eq!(shown.title, "Heron, token Hern72…cXw9");
        assert_eq!(shown.blocks[0], Block::Paragraph(vec![Inline::Code(MINT.to_owned())]));
        let Block::Prose(sentences) = &shown.blocks[1] else { panic!("{shown:?}") };
        assert_eq!(
            sentences[0],
            Sentence::Fact { words: "Hern72…cXw9 has 9 holders.".into(), cites: vec!["f1".into()] }
        );
        let Block::Table { rows, .. } = &shown.blocks[2] else { panic!("{shown:?}") };
        let link = Inline::Link { words: "On Hern72…cXw9".into(), url: format!("https://e.org/{MINT}") };
        assert_eq!(rows[0][0], vec![plain("of Hern72…cXw9"), link]);
    }

    #[test]
    fn short_identifiers_and_names_stay() {
        for name in ["HERON", "https://tidewater.example/company", "Mara Ellison of Tidewater", "529900T8BM49AURSDO55"]
        {
            assert_eq!(short(name), name);
        }
    }
}
