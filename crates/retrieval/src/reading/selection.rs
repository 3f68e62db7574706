//! The choice of passages within a budget of tokens.

use std::borrow::Cow;
use std::ops::Range;

use super::Wanted;
use super::passages::{Passage, passages};
use super::relevance::Relevance;

/// Tokens of the beginning that is always chosen: it says what the document is.
const LEAD_TOKENS: usize = 200;
/// Number of best passages whose neighbours are chosen as well.
const WITH_NEIGHBOURS: usize = 5;
/// Minimum share of the question that a passage covers if it may answer it.
const ANSWERS: f64 = 0.7;
/// Mark between chosen parts that do not follow one another.
const OMITTED: &str = "[…]";

/// A chosen part of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Score for the question.
    pub score: f64,
    /// True if the passage contains most of the question's words, and a number if the question asks for one.
    pub may_answer: bool,
}

/// The parts of a document that are read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection {
    /// Parts in the order of the text.
    pub parts: Vec<Part>,
    /// The text to read: the parts with their headings, table headers and page numbers.
    pub text: String,
    /// Length of the whole document in characters.
    pub length: usize,
    /// Number of its characters that are read.
    pub chars: usize,
    /// True if parts of the document are not read.
    pub has_more: bool,
    /// Character after the last one that is read, if the text was read on in order and goes on.
    pub next_offset: Option<usize>,
}

/// Estimates the number of tokens of a text: a quarter of a token per ASCII character, half a token per character of
/// other alphabets, one per character of a dense script.
pub fn tokens(text: &str) -> usize {
    let quarters: usize = text
        .chars()
        .map(|c| {
            if c.is_ascii() {
                1
            } else if c < '\u{2e80}' {
                2
            } else {
                4
            }
        })
        .sum();
    quarters.div_ceil(4)
}

/// Chooses what to read of a text. `page_ends` are the byte offsets of the ends of its pages; empty if it has none.
pub fn select(text: &str, page_ends: &[usize], wanted: Wanted<'_>) -> Selection {
    let passages = passages(text);
    let texts: Vec<&str> = passages.iter().map(|passage| &text[passage.range.clone()]).collect();
    let scored: Vec<Cow<'_, str>> =
        passages.iter().zip(&texts).map(|(passage, part)| with_header(text, passage, part)).collect();
    let scored: Vec<&str> = scored.iter().map(AsRef::as_ref).collect();
    let relevance = Relevance::compute(wanted.question, &scored);
    let mut chosen = Chosen {
        costs: texts.iter().map(|text| tokens(text)).collect(),
        left: wanted.tokens,
        taken: vec![false; texts.len()],
    };
    match wanted.offset {
        Some(offset) => {
            let start = text.char_indices().nth(offset).map_or(text.len(), |(at, _)| at);
            let from = passages.partition_point(|passage| passage.range.end <= start);
            chosen.take_in_order(from, wanted.tokens);
        }
        None => chosen.take_best(&relevance.scores),
    }
    let is_taken = |at: &usize| chosen.taken[*at];
    let parts = (0..passages.len()).filter(is_taken).map(|at| Part {
        range: passages[at].range.clone(),
        score: relevance.scores[at],
        may_answer: relevance.covered[at] >= ANSWERS,
    });
    let last =
        (0..passages.len()).rev().find(is_taken).filter(|last| wanted.offset.is_some() && last + 1 < passages.len());
    Selection {
        parts: parts.collect(),
        text: written(text, &passages, &chosen.taken, page_ends),
        length: text.chars().count(),
        chars: (0..passages.len()).filter(is_taken).map(|at| passages[at].chars).sum(),
        has_more: chosen.taken.contains(&false),
        next_offset: last.map(|last| text[..passages[last].range.end].chars().count()),
    }
}

/// Returns a passage with the header of its table, whose words say what its cells are.
fn with_header<'t>(text: &'t str, passage: &Passage, part: &'t str) -> Cow<'t, str> {
    match &passage.header {
        Some(header) => Cow::Owned(format!("{}\n{part}", &text[header.clone()])),
        None => Cow::Borrowed(part),
    }
}

/// Passages taken so far.
struct Chosen {
    costs: Vec<usize>,
    left: usize,
    taken: Vec<bool>,
}

impl Chosen {
    fn take(&mut self, at: usize) -> bool {
        if self.taken[at] {
            return true;
        }
        let fits = self.costs[at] <= self.left;
        if fits {
            self.left -= self.costs[at];
            self.taken[at] = true;
        }
        fits
    }

    /// Takes passages in order until they have cost `most` tokens or do not fit.
    fn take_in_order(&mut self, from: usize, most: usize) {
        let mut cost = 0;
        for at in from..self.costs.len() {
            cost += self.costs[at];
            // The first one is taken in any case, so that reading on ends.
            if (cost > most && at > from) || !self.take(at) {
                return;
            }
        }
    }

    /// Takes everything that fits; otherwise the beginning, then the best passages, and the neighbours of the very
    /// best. If few passages concern the question, half of the budget is filled from the beginning.
    fn take_best(&mut self, scores: &[f64]) {
        let budget = self.left;
        if self.costs.iter().sum::<usize>() <= budget {
            return self.take_in_order(0, budget);
        }
        self.take_in_order(0, LEAD_TOKENS);
        let mut order: Vec<usize> = (0..scores.len()).filter(|at| scores[*at] > 0.0).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        for (rank, at) in order.into_iter().enumerate() {
            self.take(at);
            if rank < WITH_NEIGHBOURS {
                at.checked_sub(1).map(|before| self.take(before));
                (at + 1 < scores.len()).then(|| self.take(at + 1));
            }
        }
        for at in 0..scores.len() {
            if self.left * 2 < budget {
                return;
            }
            self.take(at);
        }
    }
}

/// Returns the text to read.
fn written(text: &str, passages: &[Passage], taken: &[bool], page_ends: &[usize]) -> String {
    let mut out = String::new();
    let (mut heading, mut page, mut skipped) = (None, usize::MAX, false);
    for (at, passage) in passages.iter().enumerate() {
        if !taken[at] {
            skipped = true;
            continue;
        }
        let mut marks = Vec::new();
        if skipped {
            marks.push(OMITTED.to_owned());
        }
        let number = page_ends.partition_point(|end| *end <= passage.range.start);
        if number < page_ends.len() && number != page {
            marks.push(format!("[page {}]", number + 1));
        }
        page = number;
        if skipped && passage.heading.is_some() && passage.heading != heading {
            marks.extend(passage.heading.clone().map(|heading| text[heading].to_owned()));
        }
        heading.clone_from(&passage.heading);
        if at == 0 || !taken[at - 1] {
            marks.extend(passage.header.clone().map(|header| text[header].to_owned()));
        }
        for mark in marks {
            out.push_str(if out.is_empty() { "" } else { "\n\n" });
            out.push_str(&mark);
        }
        let is_row = passage.header.is_some();
        out.push_str(if out.is_empty() {
            ""
        } else if is_row {
            "\n"
        } else {
            "\n\n"
        });
        out.push_str(&text[passage.range.clone()]);
        skipped = false;
    }
    if skipped {
        out.push_str("\n\n");
        out.push_str(OMITTED);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn long() -> String {
        let filler =
            |n: usize| format!("Paragraph {n} tells of the weather and of the sea, at some length. ").repeat(6);
        let mut blocks: Vec<String> = (0..60).map(filler).collect();
        blocks[40] = "## Dues".to_owned();
        blocks[41] = format!("The harbour of Ober raised its ferry dues to 40 dollars. {}", filler(41));
        format!("# Report\n\n{}", blocks.join("\n\n"))
    }

    fn wanted(tokens: usize) -> Wanted<'static> {
        Wanted { question: "How much are the ferry dues in Ober?", tokens, offset: None }
    }

    #[test]
    fn what_concerns_the_question_is_chosen_with_the_beginning_and_its_heading() {
        let text = long();
        let read = select(&text, &[], wanted(1_000));
        assert!(read.text.starts_with("# Report\n\nParagraph 0"), "{}", read.text);
        assert!(
            read.text.contains("## Dues\n\nThe harbour of Ober raised its ferry dues to 40 dollars."),
            "{}",
            read.text
        );
        assert!(read.has_more && read.chars < read.length && tokens(&read.text) < 1_100);
        let best = read.parts.iter().max_by(|a, b| a.score.total_cmp(&b.score)).unwrap();
        assert!(best.may_answer && text[best.range.clone()].contains("40 dollars"));
    }

    #[test]
    fn a_short_text_is_read_whole_and_pages_are_numbered() {
        let text = "One tells of ferries.\n\nTwo tells of dues.";
        let read = select(text, &[21, text.len()], wanted(1_000));
        assert_eq!(read.text, "[page 1]\n\nOne tells of ferries.\n\nTwo tells of dues.");
        assert!(!read.has_more);
        assert_eq!((read.length, select("", &[], wanted(10)).has_more), (text.chars().count(), false));
    }

    #[test]
    fn reading_on_reaches_the_end() {
        let text = long();
        let (mut offset, mut seen, mut calls) = (0, 0, 0);
        loop {
            let read = select(&text, &[], Wanted { offset: Some(offset), ..wanted(500) });
            seen += read.parts.len();
            calls += 1;
            match read.next_offset {
                Some(next) => {
                    assert!(next > offset);
                    offset = next;
                }
                None => break,
            }
        }
        assert_eq!(seen, passages(&text).len());
        assert!(calls > 5);
    }

    #[test]
    fn rows_of_a_table_are_read_with_its_header() {
        let rows: String = (0..200).map(|n| format!("| Harbour {n} | {n}00 |\n")).collect();
        let text = format!("{}\n\n| Name | Dues |\n| --- | --- |\n{rows}", "Words of no matter. ".repeat(100));
        let read = select(&text, &[], Wanted { question: "Dues of Harbour 117?", tokens: 300, offset: None });
        assert!(
            read.text.contains("| Harbour 117 | 11700 |") && read.text.contains("| Name | Dues |"),
            "{}",
            read.text
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_within_the_budget(text in "(\\PC{0,40}\n{0,3}){0,30}", tokens in 1_usize..200) {
            let read = select(&text, &[], Wanted { question: &text.chars().take(50).collect::<String>(), tokens, offset: None });
            let cost: usize = read.parts.iter().map(|part| super::tokens(&text[part.range.clone()])).sum();
            prop_assert!(cost <= tokens);
        }
    }
}
