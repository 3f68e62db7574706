//! Queries and documents as stems.

use std::collections::{HashMap, HashSet};

use crate::asking;
use crate::bm25::to_f64;
use crate::identifier::identifiers;
use crate::lexeme::{Analyzer, Lexeme, count_negations};
use crate::quantity::{Quantities, Quantity};
use crate::ranking::score::Frequencies;

/// Maximum stems of a name that is searched for in other documents.
const MAX_NAME_STEMS: usize = 8;

/// A query as stems.
#[derive(Debug, Clone)]
pub struct Query {
    lexemes: Vec<Lexeme>,
    pub(crate) stems: Vec<String>,
    /// Each stem once, with its number of occurrences.
    terms: Vec<(String, f64)>,
    /// The quantity that the query asks for.
    asked: Option<Quantity>,
    quantities: Quantities,
    identifiers: HashSet<String>,
}

impl Query {
    /// Parses a query.
    pub fn new(text: &str) -> Self {
        let lexemes = Analyzer::for_language_of(text).lexemes(&asking::without_question_words(text));
        let (asked, quantities) = (Quantity::asked(text), Quantities::of(text));
        let identifiers = identifiers(text);
        let query = Self { lexemes, stems: Vec::new(), terms: Vec::new(), asked, quantities, identifiers };
        query.resolve(&Frequencies::default())
    }

    /// Returns the stems under which the words of the query may be indexed. A word of another language than English has
    /// two, because it may be a name in an English text.
    pub fn forms(&self) -> Vec<&str> {
        let forms = self.lexemes.iter().flat_map(|lexeme| lexeme.stems.iter().chain(&lexeme.english));
        let mut forms: Vec<&str> = forms.map(String::as_str).collect();
        forms.sort_unstable();
        forms.dedup();
        forms
    }

    /// Chooses of the forms of each word the one that most documents contain. `frequencies` must contain the forms.
    #[must_use]
    pub fn resolve(self, frequencies: &Frequencies) -> Self {
        let mut stems = Vec::new();
        let mut terms: Vec<(String, f64)> = Vec::new();
        for lexeme in &self.lexemes {
            let form = frequencies.commoner_form(lexeme);
            for stem in form {
                stems.push(stem.clone());
                match terms.iter_mut().find(|(known, _)| known == stem) {
                    Some((_, times)) => *times += 1.0,
                    None => terms.push((stem.clone(), 1.0)),
                }
            }
        }
        Self { stems, terms, ..self }
    }

    /// Returns each stem once.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|(stem, _)| stem.as_str())
    }

    /// Returns true if the query has no content words.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns `true` if a passage has the quantity that the query asks for, or it asks for none, and is not about
    /// another identifier than the query.
    pub(crate) fn may_be_answered_by(&self, passage: &Passage) -> bool {
        let (own, others) = (&self.identifiers, &passage.identifiers);
        let is_foreign = !own.is_empty() && !others.is_empty() && own.is_disjoint(others);
        !is_foreign && self.asked.is_none_or(|quantity| passage.quantities.answer(quantity, &self.quantities))
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
    /// Words, or pairs of characters, of title and text.
    lengths: [f64; 2],
    counts: HashMap<String, [f64; 2]>,
    negations: usize,
    quantities: Quantities,
    identifiers: HashSet<String>,
}

impl Passage {
    /// Creates a passage. `names` are the names of its topic: an entity's name, a page's title, a note's keywords. If
    /// the body begins with the title, the title is not counted twice.
    pub fn new<'a>(title: &str, body: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let body = body.strip_prefix(title).unwrap_or(body);
        let whole = format!("{title}\n{body}");
        let analyzer = Analyzer::for_language_of(&whole);
        let mut counts: HashMap<String, [f64; 2]> = HashMap::new();
        let mut lengths = [0.0; 2];
        let parts = [(0, title), (1, body)].map(|(part, text)| {
            let lexemes = analyzer.lexemes(text);
            lengths[part] = to_f64(lexemes.len());
            for form in lexemes.iter().flat_map(|lexeme| lexeme.stems.iter().chain(&lexeme.english)) {
                counts.entry(form.clone()).or_default()[part] += 1.0;
            }
            lexemes.into_iter().flat_map(|lexeme| lexeme.stems).collect()
        });
        let mut names: Vec<Vec<String>> = names.into_iter().flat_map(|name| analyzer.forms(name)).collect();
        names.retain(|name| !name.is_empty() && name.len() <= MAX_NAME_STEMS);
        names.sort();
        names.dedup();
        let (quantities, identifiers) = (Quantities::of(&whole), identifiers(&whole));
        Self { names, parts, lengths, counts, negations: count_negations(body), quantities, identifiers }
    }

    /// Returns a key that is equal for texts that differ in inflection, function words and punctuation only.
    pub(crate) fn content(&self) -> (&[String], usize) {
        let [title, text] = &self.parts;
        (if text.is_empty() { title } else { text }, self.negations)
    }

    /// Returns a stem's occurrences in title and text.
    pub(crate) fn counts(&self, stem: &str) -> Option<[f64; 2]> {
        self.counts.get(stem).copied()
    }

    pub(crate) fn contains(&self, stem: &str) -> bool {
        self.counts.contains_key(stem)
    }

    /// Returns each stem once: the terms of an index of passages.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.counts.keys().map(String::as_str)
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
        self.lengths
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
