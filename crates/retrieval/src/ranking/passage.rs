//! Queries and documents as stems.

use std::collections::HashMap;

use crate::bm25::to_f64;
use crate::quantity::{Quantities, Quantity};
use crate::text::stems;

/// Maximum stems of a name that is searched for in other documents.
const MAX_NAME_STEMS: usize = 8;

/// A query as stems.
#[derive(Debug, Clone)]
pub struct Query {
    pub(crate) stems: Vec<String>,
    /// Each stem once, with its number of occurrences.
    terms: Vec<(String, f64)>,
    /// The quantity that the query asks for.
    asked: Option<Quantity>,
    quantities: Quantities,
}

impl Query {
    /// Parses a query.
    pub fn new(text: &str) -> Self {
        let stems = stems(text);
        let mut terms: Vec<(String, f64)> = Vec::new();
        for stem in &stems {
            match terms.iter_mut().find(|(known, _)| known == stem) {
                Some((_, times)) => *times += 1.0,
                None => terms.push((stem.clone(), 1.0)),
            }
        }
        Self { stems, terms, asked: Quantity::asked(text), quantities: Quantities::of(text) }
    }

    /// Returns each stem once.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|(stem, _)| stem.as_str())
    }

    /// Returns true if the query has no content words.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns `true` if a passage has the quantity that the query asks for, or it asks for none.
    pub(crate) fn may_be_answered_by(&self, passage: &Passage) -> bool {
        self.asked.is_none_or(|quantity| passage.quantities.answer(quantity, &self.quantities))
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&str, f64)> {
        self.terms.iter().map(|(stem, weight)| (stem.as_str(), *weight))
    }
}

/// A document as stems.
#[derive(Debug, Clone, Default)]
pub struct Passage {
    /// Names of the document's topic.
    pub(crate) names: Vec<Vec<String>>,
    /// Stems of title and text.
    pub(crate) parts: [Vec<String>; 2],
    counts: HashMap<String, [f64; 2]>,
    quantities: Quantities,
}

impl Passage {
    /// Creates a passage. `names` are the names of its topic: an entity's name, a page's title, a note's keywords. If
    /// the body begins with the title, the title is not counted twice.
    pub fn new<'a>(title: &str, body: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let body = body.strip_prefix(title).unwrap_or(body);
        let parts = [stems(title), stems(body)];
        let mut counts: HashMap<String, [f64; 2]> = HashMap::new();
        for (part, stems) in parts.iter().enumerate() {
            for stem in stems {
                counts.entry(stem.clone()).or_default()[part] += 1.0;
            }
        }
        let mut names: Vec<Vec<String>> = names.into_iter().map(stems).collect();
        names.retain(|name| !name.is_empty() && name.len() <= MAX_NAME_STEMS);
        names.sort();
        names.dedup();
        let quantities = Quantities::of(&format!("{title}\n{body}"));
        Self { names, parts, counts, quantities }
    }

    /// Returns a stem's occurrences in title and text.
    pub(crate) fn counts(&self, stem: &str) -> Option<[f64; 2]> {
        self.counts.get(stem).copied()
    }

    pub(crate) fn contains(&self, stem: &str) -> bool {
        self.counts.contains_key(stem)
    }

    /// Returns each stem once, with its occurrences in title and text.
    pub(crate) fn stems(&self) -> impl Iterator<Item = (&str, [f64; 2])> {
        self.counts.iter().map(|(stem, counts)| (stem.as_str(), *counts))
    }

    /// Returns true if the two stems occur next to each other.
    pub(crate) fn has_pair(&self, first: &str, second: &str) -> bool {
        let adjacent = |part: &Vec<String>| part.windows(2).any(|pair| pair[0] == first && pair[1] == second);
        self.contains(first) && self.contains(second) && self.parts.iter().any(adjacent)
    }

    /// Returns the lengths of title and text in stems.
    pub(crate) fn lengths(&self) -> [f64; 2] {
        self.parts.each_ref().map(|part| to_f64(part.len()))
    }
}

/// Removes parenthesised parts from a title: `Mercury (planet)` becomes `Mercury `.
pub fn without_brackets(title: &str) -> String {
    let mut depth = 0_u32;
    let keep = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    title.chars().filter(keep).collect()
}

/// Returns true if `whole` contains `part` as a contiguous sequence.
pub(crate) fn contains_sequence(part: &[String], whole: &[String]) -> bool {
    !part.is_empty() && whole.windows(part.len()).any(|window| window == part)
}
