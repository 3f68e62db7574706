//! Numbers of references, as readers expect them: `[1]` in place of the name `i1q2/f3` of a run's finding.
//!
//! Names that stand side by side are one finding that several questions returned; they share a number. Numbers follow
//! the order in which a reader meets them.

use std::collections::BTreeMap;

use super::{Block, Inline, Line, Page, Rewrite, Sentence};

/// Replaces the names of a run's findings (`question/finding`) by numbers from 1. Other names stay.
pub fn numbered(page: Page) -> Page {
    let mut numbers = Numbers::default();
    page.blocks.iter().for_each(|block| numbers.learn(block));
    let blocks = page.blocks.into_iter().map(|block| numbers.block(block)).collect();
    Page { blocks, ..page }
}

/// Returns true for the name of a finding of a run.
fn is_finding(name: &str) -> bool {
    name.contains('/')
}

#[derive(Default)]
struct Numbers {
    /// The first name of the group by each of its names.
    groups: BTreeMap<String, String>,
    /// Numbers by the first name of a group.
    given: BTreeMap<String, usize>,
}

impl Numbers {
    /// Reads which anchors stand side by side.
    fn learn(&mut self, block: &Block) {
        match block {
            Block::Answer { more: line, .. } | Block::Notice(line) | Block::Paragraph(line) => self.learn_line(line),
            Block::Prose(_) => {}
            Block::List(lines) => lines.iter().for_each(|line| self.learn_line(line)),
            Block::Table { rows, .. } => rows.iter().flatten().for_each(|line| self.learn_line(line)),
            Block::Section { blocks, .. } => blocks.iter().for_each(|block| self.learn(block)),
        }
    }

    fn learn_line(&mut self, line: &Line) {
        let mut first: Option<&String> = None;
        for part in line {
            match part {
                Inline::Anchor(name) if is_finding(name) => {
                    let first = first.get_or_insert(name);
                    self.groups.insert(name.clone(), (*first).clone());
                }
                Inline::Text(text) if text.trim().is_empty() => {}
                _ => first = None,
            }
        }
    }

    fn number(&mut self, name: &str) -> String {
        if !is_finding(name) {
            return name.to_owned();
        }
        let first = self.groups.get(name).map_or(name, String::as_str).to_owned();
        let next = self.given.len() + 1;
        self.given.entry(first).or_insert(next).to_string()
    }
}

impl Rewrite for Numbers {
    fn sentence(&mut self, sentence: Sentence) -> Sentence {
        match sentence {
            Sentence::Fact { words, cites } => {
                let mut numbers: Vec<String> = Vec::new();
                for name in cites {
                    let number = self.number(&name);
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                Sentence::Fact { words, cites: numbers }
            }
            reasoning @ Sentence::Reasoning(_) => reasoning,
        }
    }

    /// Names of one finding that follow each other, with spaces between them, become one number.
    fn line(&mut self, line: Line) -> Line {
        let mut numbered = Line::new();
        for part in line {
            let part = match part {
                Inline::Cite(name) => Inline::Cite(self.number(&name)),
                Inline::Anchor(name) => Inline::Anchor(self.number(&name)),
                other => other,
            };
            let is_space = |part: &Inline| matches!(part, Inline::Text(text) if text.trim().is_empty());
            let before = numbered.iter().rposition(|part| !is_space(part));
            let repeats = matches!(part, Inline::Cite(_) | Inline::Anchor(_))
                && before.is_some_and(|place| numbered[place] == part);
            if repeats {
                numbered.truncate(before.map_or(0, |place| place + 1));
            } else {
                numbered.push(part);
            }
        }
        numbered
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::page::{plain, violations};

    fn fact(words: &str, cites: &[&str]) -> Sentence {
        Sentence::Fact { words: words.to_owned(), cites: cites.iter().map(|name| (*name).to_owned()).collect() }
    }

    fn anchors(names: &[&str]) -> Line {
        names.iter().flat_map(|name| [plain(" "), Inline::Anchor((*name).to_owned())]).skip(1).collect()
    }

    #[test]
    fn names_become_numbers_in_reading_order_and_one_finding_has_one() {
        let table = Block::Table {
            head: vec!["", "Finding"],
            rows: vec![
                vec![anchors(&["i1q1/f1", "i2q1/f4"]), vec![plain("It rains.")]],
                vec![anchors(&["i1q2/f3"]), vec![plain("It snows."), Inline::Cite("i2q1/f4".to_owned())]],
            ],
        };
        let prose = Block::Prose(vec![
            fact("Snow.", &["i1q2/f3"]),
            fact("Rain.", &["i2q1/f4", "i1q1/f1", "f7"]),
            Sentence::Reasoning("Perhaps.".to_owned()),
        ]);
        let page = numbered(Page { title: "t".to_owned(), blocks: vec![prose, table] });
        let Block::Prose(sentences) = &page.blocks[0] else { panic!("{page:?}") };
        assert_eq!(sentences[0], fact("Snow.", &["1"]));
        assert_eq!(sentences[1], fact("Rain.", &["2", "f7"]));
        let Block::Table { rows, .. } = &page.blocks[1] else { panic!("{page:?}") };
        assert_eq!(rows[0][0], anchors(&["2"]));
        assert_eq!((&rows[1][0], &rows[1][1][1]), (&anchors(&["1"]), &Inline::Cite("2".to_owned())));
        assert_eq!(violations(&page, &BTreeSet::new()), ["f7 is cited but not in the report"]);
    }

    #[test]
    fn repeated_citations_and_dangling_ones_keep_their_meaning() {
        let cite = |name: &str| Inline::Cite(name.to_owned());
        let line = vec![plain("Only one source "), cite("q/f1"), plain(" "), cite("q/f2"), plain(" "), cite("q/f3")];
        let table = Block::Table { head: vec![""], rows: vec![vec![anchors(&["q/f1", "q/f2"])]] };
        let page = numbered(Page { title: "t".to_owned(), blocks: vec![Block::List(vec![line]), table] });
        let expected = vec![plain("Only one source "), cite("1"), plain(" "), cite("2")];
        assert_eq!(page.blocks[0], Block::List(vec![expected]));
        assert_eq!(violations(&page, &BTreeSet::new()), ["2 is cited but not in the report"]);
    }
}
