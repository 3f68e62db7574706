//! Structure of a report, independent of its format. [`markdown`] and [`html`] render it.
//!
//! A sentence that states a fact cites evidence in the same report; a sentence without a citation is marked as
//! reasoning ([`prose`]). Links lead only to pages that the evidence cites. [`violations`] checks these rules.

pub mod escape;
pub mod html;
pub mod identifiers;
pub mod markdown;
pub mod numbers;
pub mod prose;

use std::collections::BTreeSet;

/// Content of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Title: the question or subject.
    pub title: String,
    /// Content, the answer first.
    pub blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Probability with its bounds, each 0 to 1, and further text.
    Answer {
        /// Probability of YES.
        value: f64,
        /// Lower bound of the probability.
        low: f64,
        /// Upper bound of the probability.
        high: f64,
        /// Text appended to the line.
        more: Line,
    },
    /// A notice that a reader must see first.
    Notice(Line),
    /// A paragraph about the work itself, which states nothing about the world.
    Paragraph(Line),
    /// A paragraph about the world.
    Prose(Vec<Sentence>),
    /// A bulleted list.
    List(Vec<Line>),
    /// A table with column headings.
    Table {
        /// Headings of the columns.
        head: Vec<&'static str>,
        /// Rows, each as long as the head.
        rows: Vec<Vec<Line>>,
    },
    /// A section with its heading.
    Section {
        /// Text of the heading.
        heading: String,
        /// True if the section may be collapsed by default.
        folded: bool,
        /// Content of the section, never empty.
        blocks: Vec<Block>,
    },
}

/// Inline elements in a row.
pub type Line = Vec<Inline>;

/// An inline element. Its text is untrusted and escaped by the renderer.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Text without emphasis.
    Text(String),
    /// Text with strong emphasis.
    Strong(String),
    /// An id or a path.
    Code(String),
    /// A link to a source. Only the title is rendered if the URL is not a web address.
    Link {
        /// Title of the page.
        words: String,
        /// URL of the page.
        url: String,
    },
    /// Text without evidence: reasoning, not a finding.
    Reasoning(String),
    /// A citation of the evidence with this name.
    Cite(String),
    /// The anchor of the evidence with this name.
    Anchor(String),
}

/// A sentence of prose.
#[derive(Debug, Clone, PartialEq)]
pub enum Sentence {
    /// A fact with at least one citation.
    Fact {
        /// Text of the sentence.
        words: String,
        /// Names of the cited evidence.
        cites: Vec<String>,
    },
    /// A sentence without citations: reasoning, not a finding.
    Reasoning(String),
}

/// Rewrites the text of blocks.
trait Rewrite {
    fn line(&mut self, line: Line) -> Line;
    fn sentence(&mut self, sentence: Sentence) -> Sentence;

    fn block(&mut self, block: Block) -> Block {
        match block {
            Block::Answer { value, low, high, more } => Block::Answer { value, low, high, more: self.line(more) },
            Block::Notice(line) => Block::Notice(self.line(line)),
            Block::Paragraph(line) => Block::Paragraph(self.line(line)),
            Block::Prose(sentences) => Block::Prose(sentences.into_iter().map(|one| self.sentence(one)).collect()),
            Block::List(lines) => Block::List(lines.into_iter().map(|line| self.line(line)).collect()),
            Block::Table { head, rows } => {
                let row = |row: Vec<Line>| row.into_iter().map(|line| self.line(line)).collect();
                Block::Table { head, rows: rows.into_iter().map(row).collect() }
            }
            Block::Section { heading, folded, blocks } => {
                Block::Section { heading, folded, blocks: blocks.into_iter().map(|block| self.block(block)).collect() }
            }
        }
    }
}

/// Creates plain text.
pub fn plain(text: impl Into<String>) -> Inline {
    Inline::Text(text.into())
}

/// Creates a section, unless it is empty.
pub fn section(heading: &str, blocks: Vec<Block>) -> Option<Block> {
    let folded = false;
    (!blocks.is_empty()).then(|| Block::Section { heading: heading.to_owned(), folded, blocks })
}

/// Creates a collapsed section, unless it is empty.
pub fn folded(heading: &str, blocks: Vec<Block>) -> Option<Block> {
    (!blocks.is_empty()).then(|| Block::Section { heading: heading.to_owned(), folded: true, blocks })
}

/// Creates a section with a list, unless the list is empty.
pub fn listed(heading: &str, lines: impl IntoIterator<Item = Line>) -> Option<Block> {
    section(heading, list(lines))
}

/// Creates a list, unless it is empty.
pub fn list(lines: impl IntoIterator<Item = Line>) -> Vec<Block> {
    let lines: Vec<Line> = lines.into_iter().collect();
    if lines.is_empty() { Vec::new() } else { vec![Block::List(lines)] }
}

/// Creates a table, unless it has no rows.
pub fn table<const N: usize>(head: [&'static str; N], rows: impl IntoIterator<Item = [Line; N]>) -> Vec<Block> {
    let rows: Vec<Vec<Line>> = rows.into_iter().map(Vec::from).collect();
    if rows.is_empty() { Vec::new() } else { vec![Block::Table { head: head.to_vec(), rows }] }
}

/// Returns the violations of the page's rules: uncited facts, citations without evidence, links to uncited pages.
/// `cited` contains the URLs of the cited sources. A violation is a bug.
pub fn violations(page: &Page, cited: &BTreeSet<String>) -> Vec<String> {
    let mut references = References::default();
    page.blocks.iter().for_each(|block| references.block(block));
    let mut found = references.uncited_facts;
    let unanchored = references.cites.iter().filter(|name| !references.anchors.contains(*name));
    found.extend(unanchored.map(|name| format!("{name} is cited but not in the report")));
    let uncited = references.links.iter().filter(|url| !cited.contains(*url));
    found.extend(uncited.map(|url| format!("the link to {url} is not a cited source")));
    found
}

/// The references of a page.
#[derive(Default)]
struct References {
    /// One violation for each fact without a citation.
    uncited_facts: Vec<String>,
    cites: BTreeSet<String>,
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl References {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Answer { more: line, .. } | Block::Notice(line) | Block::Paragraph(line) => self.line(line),
            Block::Prose(sentences) => sentences.iter().for_each(|sentence| self.sentence(sentence)),
            Block::List(lines) => lines.iter().for_each(|line| self.line(line)),
            Block::Table { rows, .. } => rows.iter().flatten().for_each(|line| self.line(line)),
            Block::Section { blocks, .. } => blocks.iter().for_each(|block| self.block(block)),
        }
    }

    fn sentence(&mut self, sentence: &Sentence) {
        if let Sentence::Fact { words, cites } = sentence {
            if cites.is_empty() {
                self.uncited_facts.push(format!("the fact {words:?} cites no evidence"));
            }
            self.cites.extend(cites.iter().cloned());
        }
    }

    fn line(&mut self, line: &Line) {
        for bit in line {
            match bit {
                Inline::Cite(name) => {
                    self.cites.insert(name.clone());
                }
                Inline::Anchor(name) => {
                    self.anchors.insert(name.clone());
                }
                Inline::Link { url, .. } if escape::address(url).is_some() => {
                    self.links.insert(url.clone());
                }
                Inline::Text(_) | Inline::Reasoning(_) | Inline::Strong(_) | Inline::Code(_) | Inline::Link { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncited_facts_dangling_citations_and_foreign_links_are_violations() {
        let fact = |cites: &[&str]| Sentence::Fact {
            words: "It rained.".into(),
            cites: cites.iter().map(|name| (*name).to_owned()).collect(),
        };
        let link = Inline::Link { words: "x".into(), url: "https://evil.example/".into() };
        let page = Page {
            title: "t".into(),
            blocks: vec![Block::Prose(vec![fact(&[]), fact(&["f1"])]), Block::Paragraph(vec![link])],
        };
        assert_eq!(violations(&page, &BTreeSet::new()).len(), 3);
        let sound = Page {
            title: "t".into(),
            blocks: vec![
                Block::Prose(vec![fact(&["f1"]), Sentence::Reasoning("Perhaps.".into())]),
                Block::List(vec![vec![Inline::Anchor("f1".into())]]),
            ],
        };
        assert_eq!(violations(&sound, &BTreeSet::new()), Vec::<String>::new());
    }
}
