//! Fusion of the ranking by words with the nearest neighbours of the query by vector.
//!
//! The order is that of a convex combination of both scores, each relative to the other candidates of the same query
//! (Bruch, Gai and Ingber 2023). It finds more than reciprocal rank fusion: documents that share a word by accident
//! have low scores, but ranks like any others. The confidence is computed from the probability by words and the cosine
//! ([`Calibration`]).

use std::collections::{HashMap, HashSet};

use crate::ranking::calibration::Calibration;
use crate::ranking::confidence::{answer_limit, shares};
use crate::ranking::passage::{Passage, Query};
use crate::ranking::score::Frequencies;
use crate::ranking::search::{Hit, Ranking};

/// Weight of the score by words, relative to that by vector.
const WORDS_WEIGHT: f64 = 0.33;
/// Rank of the neighbour whose cosine stands for passages that do not answer.
const BACKGROUND_RANK: usize = 20;
/// Minimum number of neighbours that have such a background.
const MIN_BACKGROUND: usize = 5;

/// A candidate with the cosine of its vector and that of the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    /// Position among the candidates.
    pub place: usize,
    /// Cosine, −1 to 1.
    pub cosine: f64,
}

/// How near a neighbour is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearness {
    pub(crate) cosine: f64,
    /// Excess over the cosine of the background.
    pub(crate) margin: f64,
    /// Cosine, scaled so that the nearest has 1 and the farthest 0.
    pub(crate) closeness: f64,
    /// Number of nearer neighbours.
    pub(crate) rank: usize,
}

/// The query with its candidates by words and by vector.
pub(crate) struct Candidates<'a> {
    pub(crate) query: &'a Query,
    pub(crate) passages: &'a [&'a Passage],
    pub(crate) frequencies: &'a Frequencies,
}

impl Candidates<'_> {
    /// Fuses a ranking by words with neighbours.
    pub(crate) fn fuse(&self, lexical: Ranking, neighbors: &[Neighbor], calibration: Calibration) -> Ranking {
        let near = nearness(neighbors);
        if near.is_empty() {
            return lexical;
        }
        let by_words: HashMap<usize, f64> = lexical.hits.iter().map(|hit| (hit.place, hit.confidence)).collect();
        let mut texts = HashSet::new();
        let hits: Vec<Hit> = order(&lexical, &near)
            .into_iter()
            .map(|(place, score)| {
                let words = by_words.get(&place).copied().unwrap_or_else(|| self.by_words(place));
                let limit = answer_limit(self.query, &[self.passages[place]]);
                let confidence = calibration.probability(words, near.get(&place)).min(limit);
                let is_duplicate = !texts.insert(self.passages[place].content());
                Hit { place, score, confidence, is_duplicate }
            })
            .collect();
        let best: Vec<&Passage> = hits.iter().map(|hit| self.passages[hit.place]).collect();
        let nearest = near.values().find(|near| near.rank == 0);
        let together = calibration.probability(lexical.confidence, nearest).min(answer_limit(self.query, &best));
        // No less than one of them alone.
        let confidence = hits.iter().map(|hit| hit.confidence).fold(together, f64::max);
        Ranking { hits, confidence, shares: lexical.shares, is_fused: true }
    }

    /// Probability by the words of a passage that only its vector found.
    fn by_words(&self, place: usize) -> f64 {
        let alone = [self.passages[place]];
        crate::ranking::confidence(&shares(self.query, &alone, &[], self.frequencies))
    }
}

/// Returns the nearest neighbour; `None` if there is none.
pub fn nearest(neighbors: &[Neighbor]) -> Option<Nearness> {
    nearness(neighbors).into_values().find(|near| near.rank == 0)
}

/// Returns how near each neighbour is, by its position.
fn nearness(neighbors: &[Neighbor]) -> HashMap<usize, Nearness> {
    let mut neighbors = neighbors.to_vec();
    neighbors.sort_by(|a, b| b.cosine.total_cmp(&a.cosine).then(a.place.cmp(&b.place)));
    let (nearest, farthest) = (neighbors.first(), neighbors.last());
    let (Some(nearest), Some(farthest)) = (nearest.copied(), farthest.copied()) else { return HashMap::new() };
    let background = neighbors.get(BACKGROUND_RANK).map_or(farthest.cosine, |neighbor| neighbor.cosine);
    let has_background = neighbors.len() > MIN_BACKGROUND;
    let range = nearest.cosine - farthest.cosine;
    let describe = |(rank, neighbor): (usize, &Neighbor)| {
        let closeness = if range > 0.0 { (neighbor.cosine - farthest.cosine) / range } else { 1.0 };
        let margin = if has_background { (neighbor.cosine - background).max(0.0) } else { 0.0 };
        (neighbor.place, Nearness { cosine: neighbor.cosine, margin, closeness, rank })
    };
    neighbors.iter().enumerate().map(describe).collect()
}

/// Positions with their fused score, best first; equal scores in the order of the candidates.
fn order(lexical: &Ranking, near: &HashMap<usize, Nearness>) -> Vec<(usize, f64)> {
    let best = lexical.hits.iter().map(|hit| hit.score).fold(f64::MIN_POSITIVE, f64::max);
    let mut scores: HashMap<usize, f64> = near.iter().map(|(place, near)| (*place, near.closeness)).collect();
    for hit in &lexical.hits {
        *scores.entry(hit.place).or_default() += WORDS_WEIGHT * hit.score / best;
    }
    let mut order: Vec<(usize, f64)> = scores.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order
}

#[cfg(test)]
#[path = "fusion_test.rs"]
mod tests;
