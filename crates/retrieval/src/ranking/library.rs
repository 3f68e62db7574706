//! A collection in memory: for measuring, for tests, and wherever there is no database.

use std::collections::HashMap;

use crate::ranking::passage::count;
use crate::ranking::score::Scorer;
use crate::ranking::{Found, Frequencies, Hit, Passage, Question, Search};

/// Candidates that are ranked with all means; the first look picks them. `store` asks Postgres for as many.
pub const CANDIDATES: usize = 300;

/// Passages with an index of their stems.
#[derive(Debug, Default)]
pub struct Library {
    passages: Vec<Passage>,
    holders: HashMap<String, Vec<usize>>,
}

impl Library {
    /// Adds a passage; its place is the number of those before it.
    pub fn add(&mut self, passage: Passage) {
        let place = self.passages.len();
        for (stem, _) in passage.stems() {
            self.holders.entry(stem.to_owned()).or_default().push(place);
        }
        self.passages.push(passage);
    }

    /// Searches; places are those of [`Library::add`].
    pub fn search(&self, question: &str) -> Found {
        let question = Question::new(question);
        let mut frequencies = Frequencies::new(count(self.passages.len()));
        self.count(&mut frequencies, question.stems());
        let places = self.candidates(&question, &frequencies);
        let passages: Vec<&Passage> = places.iter().map(|place| &self.passages[*place]).collect();
        let search = Search::new(&question, &passages, &frequencies);
        self.count(&mut frequencies, search.lent().iter().map(String::as_str));
        let mut found = search.found(&frequencies);
        found.hits = found.hits.into_iter().map(|hit| Hit { place: places[hit.place], ..hit }).collect();
        found
    }

    fn count<'a>(&self, frequencies: &mut Frequencies, stems: impl Iterator<Item = &'a str>) {
        for stem in stems {
            frequencies.count(stem, count(self.holders.get(stem).map_or(0, Vec::len)));
        }
    }

    /// The best by the question's own words, in the collection's order.
    fn candidates(&self, question: &Question, frequencies: &Frequencies) -> Vec<usize> {
        let mut places: Vec<usize> =
            question.stems().filter_map(|stem| self.holders.get(stem)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let passages: Vec<&Passage> = places.iter().map(|place| &self.passages[*place]).collect();
        let scorer = Scorer::new(&passages, frequencies);
        let terms = || question.terms.iter().map(|(stem, weight)| (stem.as_str(), *weight));
        let mut scored: Vec<(usize, f64)> =
            places.iter().zip(&passages).map(|(place, passage)| (*place, scorer.score(terms(), passage))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut kept: Vec<usize> = scored.into_iter().take(CANDIDATES).map(|(place, _)| place).collect();
        kept.sort_unstable();
        kept
    }
}
