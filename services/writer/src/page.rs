//! A report before it has a form: what it says, where each statement stands, which links it has. [`markdown`] and [`html`] give it one.
//!
//! The rule that both keep: a sentence that states a fact cites evidence that stands in the same report; what cites nothing is
//! marked as Auspex's own reasoning ([`prose`]). Links go only to pages that the evidence cites. [`complaints`] holds a page to that.

pub mod escape;
pub mod html;
pub mod markdown;
pub mod prose;

use std::collections::BTreeSet;

/// A report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// What was asked.
    pub title: String,
    /// What it says, the answer first.
    pub blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The answer as a probability with its bounds, each 0 to 1, and what belongs to it.
    Answer {
        /// How likely.
        value: f64,
        /// At least.
        low: f64,
        /// At most.
        high: f64,
        /// What goes on behind it in the same line.
        more: Line,
    },
    /// What a reader must know before believing the rest.
    Notice(Line),
    /// A paragraph of ours about the work: it states nothing about the world.
    Words(Line),
    /// A paragraph about the world.
    Prose(Vec<Sentence>),
    /// A list of such lines.
    List(Vec<Line>),
    /// A table.
    Table {
        /// The columns' names.
        head: Vec<&'static str>,
        /// The rows, each as long as the head.
        rows: Vec<Vec<Line>>,
    },
    /// A heading with what stands under it.
    Section {
        /// The heading.
        heading: String,
        /// May be folded away where the form can do that: details that few need.
        folded: bool,
        /// What stands under it, never empty.
        blocks: Vec<Block>,
    },
}

/// Pieces in a row.
pub type Line = Vec<Bit>;

/// A piece of a line. Texts of strangers come as they are: the form escapes them.
#[derive(Debug, Clone, PartialEq)]
pub enum Bit {
    /// Words.
    Words(String),
    /// Words that matter.
    Strong(String),
    /// A name of the machine's: an id, a path.
    Code(String),
    /// A page that was read. Only its words where the address is none that a person can open.
    Link {
        /// Its title.
        words: String,
        /// Its address.
        url: String,
    },
    /// Words that no evidence stands behind: reasoning, not a finding.
    Own(String),
    /// Points at the evidence of that name.
    Cite(String),
    /// Where the evidence of that name stands.
    Anchor(String),
}

/// A sentence of prose.
#[derive(Debug, Clone, PartialEq)]
pub enum Sentence {
    /// It states a fact: the evidence it rests on is named, at least one piece.
    Fact {
        /// The words.
        words: String,
        /// The evidence, by name.
        cites: Vec<String>,
    },
    /// It cites nothing: reasoning, not a finding.
    Own(String),
}

/// Words, as they are.
pub fn words(text: impl Into<String>) -> Bit {
    Bit::Words(text.into())
}

/// A section, unless nothing stands under it.
pub fn section(heading: &str, blocks: Vec<Block>) -> Option<Block> {
    let folded = false;
    (!blocks.is_empty()).then(|| Block::Section { heading: heading.to_owned(), folded, blocks })
}

/// A section that may be folded away, unless nothing stands under it.
pub fn folded(heading: &str, blocks: Vec<Block>) -> Option<Block> {
    (!blocks.is_empty()).then(|| Block::Section { heading: heading.to_owned(), folded: true, blocks })
}

/// A section with a list, unless the list is empty.
pub fn listed(heading: &str, lines: impl IntoIterator<Item = Line>) -> Option<Block> {
    section(heading, list(lines))
}

/// A list, unless it is empty.
pub fn list(lines: impl IntoIterator<Item = Line>) -> Vec<Block> {
    let lines: Vec<Line> = lines.into_iter().collect();
    if lines.is_empty() { Vec::new() } else { vec![Block::List(lines)] }
}

/// A table, unless it has no rows.
pub fn table<const N: usize>(head: [&'static str; N], rows: impl IntoIterator<Item = [Line; N]>) -> Vec<Block> {
    let rows: Vec<Vec<Line>> = rows.into_iter().map(Vec::from).collect();
    if rows.is_empty() { Vec::new() } else { vec![Block::Table { head: head.to_vec(), rows }] }
}

/// What is wrong with a page: a fact that cites nothing, a citation without its evidence, a link to what nothing cites. `cited` are
/// the addresses of the sources that the evidence in the report cites. Always empty, or there is a bug.
pub fn complaints(page: &Page, cited: &BTreeSet<String>) -> Vec<String> {
    let mut seen = Seen::default();
    page.blocks.iter().for_each(|block| seen.block(block));
    let mut found = seen.bare;
    let unanchored = seen.cites.iter().filter(|name| !seen.anchors.contains(*name));
    found.extend(unanchored.map(|name| format!("{name} is cited and stands nowhere")));
    let uncited = seen.links.iter().filter(|url| !cited.contains(*url));
    found.extend(uncited.map(|url| format!("a link goes to {url}, which nothing cites")));
    found
}

#[derive(Default)]
struct Seen {
    bare: Vec<String>,
    cites: BTreeSet<String>,
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl Seen {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Answer { more: line, .. } | Block::Notice(line) | Block::Words(line) => self.line(line),
            Block::Prose(sentences) => sentences.iter().for_each(|sentence| self.sentence(sentence)),
            Block::List(lines) => lines.iter().for_each(|line| self.line(line)),
            Block::Table { rows, .. } => rows.iter().flatten().for_each(|line| self.line(line)),
            Block::Section { blocks, .. } => blocks.iter().for_each(|block| self.block(block)),
        }
    }

    fn sentence(&mut self, sentence: &Sentence) {
        if let Sentence::Fact { words, cites } = sentence {
            if cites.is_empty() {
                self.bare.push(format!("{words:?} states a fact and cites nothing"));
            }
            self.cites.extend(cites.iter().cloned());
        }
    }

    fn line(&mut self, line: &Line) {
        for bit in line {
            match bit {
                Bit::Cite(name) => {
                    self.cites.insert(name.clone());
                }
                Bit::Anchor(name) => {
                    self.anchors.insert(name.clone());
                }
                Bit::Link { url, .. } if escape::address(url).is_some() => {
                    self.links.insert(url.clone());
                }
                Bit::Words(_) | Bit::Own(_) | Bit::Strong(_) | Bit::Code(_) | Bit::Link { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_fact_a_dangling_citation_and_a_strange_link_are_complained_of() {
        let fact = |cites: &[&str]| Sentence::Fact {
            words: "It rained.".into(),
            cites: cites.iter().map(|name| (*name).to_owned()).collect(),
        };
        let link = Bit::Link { words: "x".into(), url: "https://evil.example/".into() };
        let page = Page {
            title: "t".into(),
            blocks: vec![Block::Prose(vec![fact(&[]), fact(&["f1"])]), Block::Words(vec![link])],
        };
        assert_eq!(complaints(&page, &BTreeSet::new()).len(), 3);
        let sound = Page {
            title: "t".into(),
            blocks: vec![
                Block::Prose(vec![fact(&["f1"]), Sentence::Own("Perhaps.".into())]),
                Block::List(vec![vec![Bit::Anchor("f1".into())]]),
            ],
        };
        assert_eq!(complaints(&sound, &BTreeSet::new()), Vec::<String>::new());
    }
}
