//! BM25F (Robertson, Zaragoza and Taylor, 2004; Zaragoza et al., 2004): term counts of title and text, each normalised by its
//! own length, are added before they saturate.
//!
//! The numbers were chosen as round ones from the flat top over two unlike collections (abstracts with long titles, encyclopedia
//! articles with short ones); a step to either side moves nDCG@10 by less than 0.005.

use crate::ranking::Frequencies;
use crate::ranking::passage::{Passage, count};

/// Saturation: the second mention counts a good deal, the tenth hardly.
const K1: f64 = 2.0;
/// How much length counts against a title and a text.
const B: [f64; 2] = [0.5, 0.75];
/// A word in the title is worth so many in the text.
const WEIGHT: [f64; 2] = [5.0, 1.0];

/// The scorer of one set of candidates.
pub(crate) struct Scorer<'a> {
    frequencies: &'a Frequencies,
    /// Mean lengths over the candidates.
    mean: [f64; 2],
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(passages: &[&Passage], frequencies: &'a Frequencies) -> Self {
        let n = count(passages.len()).max(1.0);
        let mut mean = [0.0; 2];
        for passage in passages {
            let lengths = passage.lengths();
            mean = [mean[0] + lengths[0] / n, mean[1] + lengths[1] / n];
        }
        Self { frequencies, mean: mean.map(|mean| mean.max(1.0)) }
    }

    /// The score of weighted stems.
    pub(crate) fn score<'q>(&self, terms: impl IntoIterator<Item = (&'q str, f64)>, passage: &Passage) -> f64 {
        let lengths = passage.lengths();
        let norm = |part: usize| 1.0 - B[part] + B[part] * lengths[part] / self.mean[part];
        let norms = [norm(0), norm(1)];
        let term = |(stem, weight): (&str, f64)| {
            let counts = passage.counts(stem)?;
            let frequency = WEIGHT[0] * counts[0] / norms[0] + WEIGHT[1] * counts[1] / norms[1];
            Some(weight * self.frequencies.weight(stem) * frequency * (K1 + 1.0) / (frequency + K1))
        };
        terms.into_iter().filter_map(term).sum()
    }

    /// What no passage can exceed with these stems.
    pub(crate) fn most<'q>(&self, terms: impl IntoIterator<Item = (&'q str, f64)>) -> f64 {
        terms.into_iter().map(|(stem, weight)| weight * self.frequencies.weight(stem) * (K1 + 1.0)).sum()
    }
}
