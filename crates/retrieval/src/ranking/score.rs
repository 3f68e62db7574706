//! BM25F (Robertson, Zaragoza and Taylor, 2004; Zaragoza et al., 2004): term counts of title and text, each normalised
//! by its own length, are added before they saturate.
//!
//! The parameters are round numbers from the flat top over two unlike collections (abstracts with long titles,
//! encyclopedia articles with short ones); a step to either side changes nDCG@10 by less than 0.005.

use std::collections::HashMap;

use crate::bm25::{self, to_f64};
use crate::lexeme::Lexeme;
use crate::ranking::passage::Passage;

/// Saturation: a second occurrence adds much, a tenth hardly anything.
const K1: f64 = 2.0;
/// Length normalisation of title and text.
const B: [f64; 2] = [0.5, 0.75];
/// Weight of an occurrence in a title that no other candidate has, relative to one in the text.
const TITLE_WEIGHT: f64 = 5.0;

/// Minimum size of a collection. Document frequencies in a handful of notes say nothing about how common a word is, and
/// one unknown word of a query must not outweigh all words that were found.
const MIN_DOCUMENTS: f64 = 1000.0;

/// Document frequencies of stems in the whole collection, not only among the candidates.
#[derive(Debug, Clone)]
pub struct Frequencies {
    documents: f64,
    by_stem: HashMap<String, f64>,
}

impl Default for Frequencies {
    fn default() -> Self {
        Self::new(0.0)
    }
}

impl Frequencies {
    /// Creates the frequencies of a collection with this many documents.
    pub fn new(documents: f64) -> Self {
        Self { documents: documents.max(MIN_DOCUMENTS), by_stem: HashMap::new() }
    }

    /// Sets the number of documents that contain the stem; may be an estimate.
    pub fn set(&mut self, stem: &str, documents: f64) {
        self.by_stem.insert(stem.to_owned(), documents.clamp(0.0, self.documents.max(documents)));
    }

    /// Returns true if the stem's frequency was set.
    pub fn contains(&self, stem: &str) -> bool {
        self.by_stem.contains_key(stem)
    }

    /// Returns of the forms of a word the one that more documents contain; that of its language if both are equal.
    pub(crate) fn commoner_form<'l>(&self, lexeme: &'l Lexeme) -> &'l [String] {
        let documents = |stem: &String| self.by_stem.get(stem).copied().unwrap_or_default();
        let rarest = lexeme.stems.iter().map(documents).fold(f64::INFINITY, f64::min);
        match &lexeme.english {
            Some(english) if documents(english) > rarest => std::slice::from_ref(english),
            _ => &lexeme.stems,
        }
    }

    /// Returns the inverse document frequency of a stem. A stem without a frequency counts as occurring once.
    pub fn weight(&self, stem: &str) -> f64 {
        let containing = self.by_stem.get(stem).copied().unwrap_or(1.0).min(self.documents);
        bm25::inverse_document_frequency(self.documents, containing)
    }
}

/// Power of a property to distinguish documents, 0 to 1: the information that a document has it, relative to the
/// information that identifies one document. 1 if one of `documents` has it, 0 if all have it.
pub(crate) fn distinction(documents: f64, having: f64) -> f64 {
    if documents > 1.0 { ((documents / having.max(1.0)).ln() / documents.ln()).clamp(0.0, 1.0) } else { 1.0 }
}

/// Scorer for one set of candidates.
pub(crate) struct Scorer<'a> {
    frequencies: &'a Frequencies,
    /// Mean lengths of title and text over the candidates.
    mean: [f64; 2],
    /// Number of candidates.
    candidates: f64,
    /// Number of candidates with each title.
    titles: HashMap<&'a [String], f64>,
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(passages: &[&'a Passage], frequencies: &'a Frequencies) -> Self {
        let n = to_f64(passages.len()).max(1.0);
        let mut mean = [0.0; 2];
        for passage in passages {
            let lengths = passage.lengths();
            mean = [mean[0] + lengths[0] / n, mean[1] + lengths[1] / n];
        }
        let mut titles: HashMap<&'a [String], f64> = HashMap::new();
        for passage in passages {
            *titles.entry(passage.parts[0].as_slice()).or_default() += 1.0;
        }
        Self { frequencies, mean: mean.map(|mean| mean.max(1.0)), candidates: to_f64(passages.len()), titles }
    }

    /// Weight of an occurrence in the title. A title that many candidates share tells little about each, so its words
    /// weigh hardly more than those of the text.
    fn title_weight(&self, passage: &Passage) -> f64 {
        let having = self.titles.get(passage.parts[0].as_slice()).copied().unwrap_or(1.0);
        1.0 + (TITLE_WEIGHT - 1.0) * distinction(self.candidates, having)
    }

    /// Scores a passage for weighted stems.
    pub(crate) fn score<'q>(&self, terms: impl IntoIterator<Item = (&'q str, f64)>, passage: &Passage) -> f64 {
        let lengths = passage.lengths();
        let norms = [0, 1].map(|field: usize| bm25::length_norm(B[field], lengths[field], self.mean[field]));
        let title_weight = self.title_weight(passage);
        let term = |(stem, weight): (&str, f64)| {
            let counts = passage.counts(stem)?;
            let frequency = title_weight * counts[0] / norms[0] + counts[1] / norms[1];
            Some(weight * self.frequencies.weight(stem) * bm25::saturation(frequency, K1, 1.0))
        };
        terms.into_iter().filter_map(term).sum()
    }
}
