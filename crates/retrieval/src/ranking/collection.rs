//! An in-memory collection for evaluation, tests and callers without a database.

use std::collections::HashMap;

use crate::bm25::to_f64;
use crate::ranking::score::Scorer;
use crate::ranking::{Calibration, Frequencies, Hit, Neighbor, Passage, Query, Ranking, Search};

/// Maximum number of candidates for the full ranking, selected by the query's own stems. `store` asks Postgres for as
/// many.
pub const MAX_CANDIDATES: usize = 300;

/// Passages with an inverted index of their stems.
#[derive(Debug, Default)]
pub struct Collection {
    passages: Vec<Passage>,
    /// Stem → positions of the passages that contain it.
    postings: HashMap<String, Vec<usize>>,
}

impl Collection {
    /// Adds a passage. Its position is the number of passages added before.
    pub fn add(&mut self, passage: Passage) {
        let position = self.passages.len();
        for (stem, _) in passage.stems() {
            self.postings.entry(stem.to_owned()).or_default().push(position);
        }
        self.passages.push(passage);
    }

    /// Searches the collection. [`Hit::place`] is the position of [`Collection::add`].
    pub fn search(&self, query: &str) -> Ranking {
        self.ranked(query, None)
    }

    /// Searches the collection by words, and fuses the result with the nearest neighbours of the query, whose
    /// [`Neighbor::place`] is the position of [`Collection::add`].
    pub fn search_near(&self, query: &str, neighbors: &[Neighbor], calibration: Calibration) -> Ranking {
        self.ranked(query, Some((neighbors, calibration)))
    }

    fn ranked(&self, query: &str, near: Option<(&[Neighbor], Calibration)>) -> Ranking {
        let query = Query::new(query);
        let mut frequencies = Frequencies::new(to_f64(self.passages.len()));
        self.set_frequencies(&mut frequencies, query.forms().into_iter());
        let query = query.resolve(&frequencies);
        let mut places = self.candidates(&query, &frequencies);
        places.extend(near.iter().flat_map(|(neighbors, _)| neighbors.iter().map(|neighbor| neighbor.place)));
        places.sort_unstable();
        places.dedup();
        let passages: Vec<&Passage> = places.iter().map(|place| &self.passages[*place]).collect();
        let search = Search::new(&query, &passages, &frequencies);
        self.set_frequencies(&mut frequencies, search.expansion_stems().iter().map(String::as_str));
        let mut ranking = match near {
            None => search.rank(&frequencies),
            Some((neighbors, calibration)) => search.fuse(&frequencies, &among(neighbors, &places), calibration),
        };
        ranking.hits = ranking.hits.into_iter().map(|hit| Hit { place: places[hit.place], ..hit }).collect();
        ranking
    }

    fn set_frequencies<'a>(&self, frequencies: &mut Frequencies, stems: impl Iterator<Item = &'a str>) {
        for stem in stems {
            frequencies.set(stem, to_f64(self.postings.get(stem).map_or(0, Vec::len)));
        }
    }

    /// Positions of the best passages by the query's own stems, in ascending order.
    fn candidates(&self, query: &Query, frequencies: &Frequencies) -> Vec<usize> {
        let mut places: Vec<usize> =
            query.stems().filter_map(|stem| self.postings.get(stem)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let passages: Vec<&Passage> = places.iter().map(|place| &self.passages[*place]).collect();
        let scorer = Scorer::new(&passages, frequencies);
        let mut scored: Vec<(usize, f64)> = places
            .iter()
            .zip(&passages)
            .map(|(place, passage)| (*place, scorer.score(query.terms(), passage)))
            .collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut kept: Vec<usize> = scored.into_iter().take(MAX_CANDIDATES).map(|(place, _)| place).collect();
        kept.sort_unstable();
        kept
    }
}

/// Returns the neighbours with their positions among the candidates, which are in ascending order.
fn among(neighbors: &[Neighbor], places: &[usize]) -> Vec<Neighbor> {
    let position = |neighbor: &Neighbor| {
        Some(Neighbor { place: places.binary_search(&neighbor.place).ok()?, cosine: neighbor.cosine })
    };
    neighbors.iter().filter_map(position).collect()
}
