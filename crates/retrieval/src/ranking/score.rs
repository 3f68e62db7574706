//! BM25F (Robertson, Zaragoza and Taylor, 2004; Zaragoza et al., 2004): term counts of title and text, each normalised
//! by its own length, are added before they saturate.
//!
//! The parameters are round numbers from the flat top over two unlike collections (abstracts with long titles,
//! encyclopedia articles with short ones); a step to either side changes nDCG@10 by less than 0.005.

use std::collections::HashMap;

use crate::bm25::{self, to_f64};
use crate::ranking::passage::Passage;

/// Saturation: a second occurrence adds much, a tenth hardly anything.
const K1: f64 = 2.0;
/// Length normalisation of title and text.
const B: [f64; 2] = [0.5, 0.75];
/// Weight of an occurrence in title and text.
const FIELD_WEIGHTS: [f64; 2] = [5.0, 1.0];

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

    /// Returns the inverse document frequency of a stem. A stem without a frequency counts as occurring once.
    pub fn weight(&self, stem: &str) -> f64 {
        let containing = self.by_stem.get(stem).copied().unwrap_or(1.0).min(self.documents);
        bm25::inverse_document_frequency(self.documents, containing)
    }
}

/// Scorer for one set of candidates.
pub(crate) struct Scorer<'a> {
    frequencies: &'a Frequencies,
    /// Mean lengths of title and text over the candidates.
    mean: [f64; 2],
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(passages: &[&Passage], frequencies: &'a Frequencies) -> Self {
        let n = to_f64(passages.len()).max(1.0);
        let mut mean = [0.0; 2];
        for passage in passages {
            let lengths = passage.lengths();
            mean = [mean[0] + lengths[0] / n, mean[1] + lengths[1] / n];
        }
        Self { frequencies, mean: mean.map(|mean| mean.max(1.0)) }
    }

    /// Scores a passage for weighted stems.
    pub(crate) fn score<'q>(&self, terms: impl IntoIterator<Item = (&'q str, f64)>, passage: &Passage) -> f64 {
        let lengths = passage.lengths();
        let norms = [0, 1].map(|field: usize| bm25::length_norm(B[field], lengths[field], self.mean[field]));
        let term = |(stem, weight): (&str, f64)| {
            let counts = passage.counts(stem)?;
            let frequency = FIELD_WEIGHTS[0] * counts[0] / norms[0] + FIELD_WEIGHTS[1] * counts[1] / norms[1];
            Some(weight * self.frequencies.weight(stem) * bm25::saturation(frequency, K1, 1.0))
        };
        terms.into_iter().filter_map(term).sum()
    }

    /// Upper bound of [`Scorer::score`] for these stems.
    pub(crate) fn max_score<'q>(&self, terms: impl IntoIterator<Item = (&'q str, f64)>) -> f64 {
        terms.into_iter().map(|(stem, weight)| weight * self.frequencies.weight(stem) * (K1 + 1.0)).sum()
    }
}
