//! How sure it is that the answer is there: a probability from four shares of the question, each between 0 and 1.
//!
//! A score alone cannot say it: its size depends on how many words were asked and how rare they are. So everything is divided
//! by what this very question could reach, and words count by how much they tell ([`Frequencies::weight`]).
//!
//! `confidence = 1 / (1 + exp(−(bias + Σ weight · share)))`, a logistic regression over 259 questions of HotpotQA (Yang et al. 2018)
//! of which 137 can be answered from the collection and 122 cannot, because the documents that answer them were taken out.
//! Cross-validated, five times five-fold: `examples/fit.rs` prints the shares, `auspex eval confidence` the calibration.

use crate::ranking::passage::{Passage, stands_in};
use crate::ranking::rank::share;
use crate::ranking::{Frequencies, Question};

/// Best documents that may cover the question as the first of two.
const FIRST: usize = 3;
/// As the second.
const SECOND: usize = 10;
/// Documents whose neighbouring words count.
const WORDING: usize = 5;
/// Documents whose names count.
const NAMES: usize = 50;

/// What the question found, as shares of what it could have found.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shares {
    /// The best document's score, of the most that any document could score.
    pub strength: f64,
    /// The question's words (by what they tell) that the best two documents hold between them: an answer may need both.
    pub coverage: f64,
    /// The question's words that name a document, the whole name standing in the question.
    pub named: f64,
    /// The question's neighbouring words that stand side by side in the best documents, too.
    pub wording: f64,
}

impl Shares {
    /// In the weights' order.
    pub fn values(&self) -> [f64; 4] {
        [self.strength, self.coverage, self.named, self.wording]
    }
}

/// Weights of strength, coverage, named, wording.
const WEIGHTS: [f64; 4] = [2.2, 5.1, 6.0, 3.2];
/// Nothing found at all is almost certainly no answer.
const BIAS: f64 = -7.5;

/// The probability.
pub fn confidence(shares: &Shares) -> f64 {
    let sum: f64 = shares.values().iter().zip(WEIGHTS).map(|(share, weight)| share * weight).sum();
    1.0 / (1.0 + (-(BIAS + sum)).exp())
}

/// Measures. `best` are documents with their scores, best first; `most` is what no document can exceed.
pub(crate) fn shares(question: &Question, best: &[(&Passage, f64)], most: f64, frequencies: &Frequencies) -> Shares {
    let weight = |stem: &str| frequencies.weight(stem);
    let total: f64 = question.stems().map(weight).sum();
    Shares {
        strength: share(best.first().map_or(0.0, |(_, score)| *score), most),
        coverage: share(covered(question, best, &weight), total),
        named: share(named(question, best, &weight), total),
        wording: wording(question, best, &weight),
    }
}

fn covered(question: &Question, best: &[(&Passage, f64)], weight: &impl Fn(&str) -> f64) -> f64 {
    let mut most = 0.0_f64;
    for (first, _) in best.iter().take(FIRST) {
        for (second, _) in best.iter().take(SECOND) {
            let held = question.stems().filter(|stem| first.holds(stem) || second.holds(stem));
            most = most.max(held.map(weight).sum());
        }
    }
    most
}

fn named(question: &Question, best: &[(&Passage, f64)], weight: &impl Fn(&str) -> f64) -> f64 {
    let names = best.iter().take(NAMES).flat_map(|(passage, _)| &passage.names);
    let mut stems: Vec<&str> =
        names.filter(|name| stands_in(name, &question.stems)).flatten().map(String::as_str).collect();
    stems.sort_unstable();
    stems.dedup();
    stems.into_iter().map(weight).sum()
}

fn wording(question: &Question, best: &[(&Passage, f64)], weight: &impl Fn(&str) -> f64) -> f64 {
    let (mut kept, mut all) = (0.0, 0.0);
    for pair in question.stems.windows(2) {
        let worth = weight(&pair[0]) + weight(&pair[1]);
        all += worth;
        if best.iter().take(WORDING).any(|(passage, _)| passage.neighbours(&pair[0], &pair[1])) {
            kept += worth;
        }
    }
    share(kept, all)
}
