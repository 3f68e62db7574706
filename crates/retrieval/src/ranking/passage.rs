//! A document as the ranking sees it.

use std::collections::HashMap;

use crate::ranking::words::stems;

/// Longest name, in stems, that is looked for in other documents.
pub(crate) const LONGEST_NAME: usize = 8;

/// A document in stems.
#[derive(Debug, Clone, Default)]
pub struct Passage {
    /// Names of what it is about.
    pub(crate) names: Vec<Vec<String>>,
    /// Title, then text.
    pub(crate) parts: [Vec<String>; 2],
    counts: HashMap<String, [f64; 2]>,
}

impl Passage {
    /// A document. `names` are those of what it is about: an entity's name, a page's title, a note's keywords. A text that
    /// begins with its own title is not counted twice.
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
        names.retain(|name| !name.is_empty() && name.len() <= LONGEST_NAME);
        names.sort();
        names.dedup();
        Self { names, parts, counts }
    }

    /// Occurrences of a stem in title and text.
    pub(crate) fn counts(&self, stem: &str) -> Option<[f64; 2]> {
        self.counts.get(stem).copied()
    }

    pub(crate) fn holds(&self, stem: &str) -> bool {
        self.counts.contains_key(stem)
    }

    /// Its stems, each once, with the occurrences in title and text.
    pub(crate) fn stems(&self) -> impl Iterator<Item = (&str, [f64; 2])> {
        self.counts.iter().map(|(stem, counts)| (stem.as_str(), *counts))
    }

    /// Do the two stand side by side?
    pub(crate) fn neighbours(&self, first: &str, second: &str) -> bool {
        let beside = |part: &Vec<String>| part.windows(2).any(|pair| pair[0] == first && pair[1] == second);
        self.holds(first) && self.holds(second) && self.parts.iter().any(beside)
    }

    /// Lengths of title and text, in stems.
    pub(crate) fn lengths(&self) -> [f64; 2] {
        self.parts.each_ref().map(|part| count(part.len()))
    }
}

/// A title without what stands in brackets: `Mercury (planet)` is about Mercury.
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

/// Does `part` stand in `whole`, in one piece?
pub(crate) fn stands_in(part: &[String], whole: &[String]) -> bool {
    !part.is_empty() && whole.windows(part.len()).any(|window| window == part)
}

#[allow(clippy::cast_precision_loss, reason = "lengths of texts are far below 2^52")]
pub(crate) fn count(n: usize) -> f64 {
    n as f64
}
