//! Two-pass ranking: BM25F with bonuses for documents that the best documents mention by name, then query expansion.
//!
//! A query often names one thing and asks about another that the first document names ("the director of …"). A document
//! whose name occurs in one of the best documents therefore gains a share of that document's score. The second pass
//! expands the query with the words that distinguish the best documents (RM3: Lavrenko and Croft 2001; Abdul-Jaleel et
//! al. 2004).

use std::collections::HashMap;

use crate::ranking::confidence::{Shares, answered, shares};
use crate::ranking::passage::{Passage, Query};
use crate::ranking::score::{Frequencies, Scorer};

/// Number of best documents whose mentions of other documents count.
const MENTIONING_DOCUMENTS: usize = 10;
/// Share of a document's score that a document mentioned by it gains.
const MENTION_BONUS: f64 = 0.4;
/// Number of best documents that provide expansion stems.
const EXPANSION_DOCUMENTS: usize = 5;
/// Maximum expansion stems.
const MAX_EXPANSION_STEMS: usize = 40;
/// Total weight of the expansion stems; the query's own stems have the rest.
const EXPANSION_WEIGHT: f64 = 0.3;

/// One ranked document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Position among the candidates.
    pub place: usize,
    /// Score; comparable only with other hits of the same query.
    pub score: f64,
    /// Probability that this document alone answers the query, 0 to 1.
    pub confidence: f64,
}

/// Result of a search.
#[derive(Debug, Clone, Default)]
pub struct Ranking {
    /// Documents, best first.
    pub hits: Vec<Hit>,
    /// Probability that the documents together answer the query, 0 to 1; 0 without documents.
    pub confidence: f64,
    /// Shares from which the confidence is computed.
    pub shares: Shares,
}

/// Search over candidates. [`Search::new`] runs the first pass, [`Search::expansion_stems`] returns further stems whose
/// frequencies are needed, and [`Search::rank`] runs the second pass.
pub struct Search<'a> {
    query: &'a Query,
    passages: &'a [&'a Passage],
    /// Scores by the query's own stems.
    own: Vec<f64>,
    /// Bonuses for mentions.
    mentions: Vec<f64>,
    /// Positions after the first pass, best first.
    first: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Runs the first pass. `frequencies` must contain the query's stems.
    pub fn new(query: &'a Query, passages: &'a [&'a Passage], frequencies: &Frequencies) -> Self {
        let scorer = Scorer::new(passages, frequencies);
        let own: Vec<f64> = passages.iter().map(|passage| scorer.score(query.terms(), passage)).collect();
        let mentions = mentions(passages, &own);
        let sums: Vec<f64> = own.iter().zip(&mentions).map(|(own, more)| own + more).collect();
        let first = order(&sums);
        Self { query, passages, own, mentions, first }
    }

    /// Returns the candidates for expansion. The second pass uses those whose frequency is set.
    pub fn expansion_stems(&self) -> Vec<String> {
        let mut stems: Vec<&str> =
            self.expansion_documents().flat_map(|place| self.passages[place].stems().map(|(stem, _)| stem)).collect();
        stems.sort_unstable();
        stems.dedup();
        stems.into_iter().map(str::to_owned).collect()
    }

    /// Runs the second pass.
    pub fn rank(&self, frequencies: &Frequencies) -> Ranking {
        let scorer = Scorer::new(self.passages, frequencies);
        let terms = self.expanded_terms(frequencies);
        let weighted = || terms.iter().map(|(stem, weight)| (*stem, *weight));
        let scores: Vec<f64> = self
            .passages
            .iter()
            .zip(&self.mentions)
            .map(|(passage, more)| scorer.score(weighted(), passage) + more)
            .collect();
        let best: Vec<(&Passage, f64)> =
            self.first.iter().map(|place| (self.passages[*place], self.own[*place] + self.mentions[*place])).collect();
        let max_score = scorer.max_score(self.query.terms());
        let together = shares(self.query, &best, max_score, frequencies);
        let hit = |place: usize| {
            let alone = [(self.passages[place], self.own[place] + self.mentions[place])];
            let alone = answered(self.query, &alone, &shares(self.query, &alone, max_score, frequencies));
            Hit { place, score: scores[place], confidence: alone }
        };
        let hits: Vec<Hit> = order(&scores).into_iter().map(hit).collect();
        let confidence = if hits.is_empty() { 0.0 } else { answered(self.query, &best, &together) };
        Ranking { hits, confidence, shares: together }
    }

    fn expansion_documents(&self) -> impl Iterator<Item = usize> + '_ {
        self.first.iter().copied().take(EXPANSION_DOCUMENTS)
    }

    /// Weighted stems of the query and its expansion. The weights add up to those of the query.
    fn expanded_terms(&self, frequencies: &Frequencies) -> Vec<(&str, f64)> {
        let total: f64 = self.query.terms().map(|(_, weight)| weight).sum();
        let trust: f64 = self.expansion_documents().map(|place| self.own[place] + self.mentions[place]).sum();
        let mut expansion: HashMap<&str, f64> = HashMap::new();
        for place in self.expansion_documents() {
            let passage = self.passages[place];
            let share = (self.own[place] + self.mentions[place]) / trust.max(f64::MIN_POSITIVE);
            let length = passage.lengths().iter().sum::<f64>().max(1.0);
            for (stem, counts) in passage.stems().filter(|(stem, _)| frequencies.contains(stem)) {
                let relevance = (counts[0] + counts[1]) / length * frequencies.weight(stem);
                *expansion.entry(stem).or_default() += share * relevance;
            }
        }
        let mut expansion: Vec<(&str, f64)> = expansion.into_iter().collect();
        expansion.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        expansion.truncate(MAX_EXPANSION_STEMS);
        let sum: f64 = expansion.iter().map(|(_, weight)| weight).sum();
        let mut terms: HashMap<&str, f64> = HashMap::new();
        for (stem, weight) in self.query.terms() {
            *terms.entry(stem).or_default() += (1.0 - EXPANSION_WEIGHT) * weight;
        }
        for (stem, weight) in expansion {
            *terms.entry(stem).or_default() += EXPANSION_WEIGHT * total * weight / sum.max(f64::MIN_POSITIVE);
        }
        // Sorted, so that floating-point sums are equal in every run.
        let mut terms: Vec<(&str, f64)> = terms.into_iter().collect();
        terms.sort_by(|a, b| a.0.cmp(b.0));
        terms
    }
}

/// Bonus of each document for being mentioned by name in one of the best.
fn mentions(passages: &[&Passage], scores: &[f64]) -> Vec<f64> {
    let mut named: HashMap<&str, Vec<(usize, &[String])>> = HashMap::new();
    for (place, passage) in passages.iter().enumerate() {
        for name in &passage.names {
            named.entry(name[0].as_str()).or_default().push((place, name));
        }
    }
    let mut gains = vec![0.0_f64; passages.len()];
    for from in order(scores).into_iter().take(MENTIONING_DOCUMENTS) {
        let text = &passages[from].parts[1];
        for (at, stem) in text.iter().enumerate() {
            for (place, name) in named.get(stem.as_str()).into_iter().flatten() {
                if *place != from && text[at..].starts_with(name) {
                    gains[*place] = gains[*place].max(MENTION_BONUS * scores[from]);
                }
            }
        }
    }
    gains
}

/// Positions with a score above 0, best first; equal scores in the candidates' order.
fn order(scores: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).filter(|place| scores[*place] > 0.0).collect();
    places.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::ranking::{Collection, Passage};

    fn collection(documents: &[(&str, &str)]) -> Collection {
        let mut collection = Collection::default();
        for (title, text) in documents {
            collection.add(Passage::new(title, text, [*title]));
        }
        collection
    }

    fn order(documents: &[(&str, &str)], query: &str) -> Vec<usize> {
        collection(documents).search(query).hits.iter().map(|hit| hit.place).collect()
    }

    #[test]
    fn a_document_named_by_the_best_one_ranks_above_one_that_shares_a_word() {
        let documents = [
            ("Grey Harbour", "A film of 1971 about a strike, directed by Ada Flint."),
            ("Oak", "A film-maker's tree, and one that directors like."),
            ("Ada Flint", "Born in Leeds, she worked as a nurse."),
        ];
        assert_eq!(order(&documents, "Where was the director of the film Grey Harbour born?")[..2], [0, 2]);
    }

    #[test]
    fn a_title_counts_more_than_a_mention() {
        let documents = [("Rivers", "Some pass a lighthouse on their way."), ("Lighthouse", "A tower with a lamp.")];
        assert_eq!(order(&documents, "lighthouse"), [1, 0]);
    }

    #[test]
    fn a_document_without_the_price_that_is_asked_for_does_not_answer() {
        let battery = "The Tidewater S2 battery holds 10 kWh and is sold since 2024.";
        let documents =
            |text: &str| collection(&[("Tidewater S2 battery", text), ("Tidewater", "A maker of batteries.")]);
        let asked = "What does the Tidewater S2 battery cost?";
        let priced = format!("{battery} It costs 4,900 euros.");
        assert!(documents(&priced).search(asked).confidence > 0.5);
        let unpriced = documents(battery).search(asked);
        assert!(unpriced.confidence < 0.25 && unpriced.hits[0].confidence < 0.25, "{}", unpriced.confidence);
        assert!(documents(battery).search("What is the Tidewater S2 battery?").confidence > 0.5);
    }

    #[test]
    fn confidence_is_higher_if_the_words_of_the_query_occur_together() {
        let asked = "When was the harbour of Kelm opened?";
        let sure = collection(&[("Kelm harbour", "The harbour of Kelm was opened in 1904.")]).search(asked).confidence;
        let near =
            collection(&[("Kelm", "A town with a church."), ("Doors", "Many are open.")]).search(asked).confidence;
        let far = collection(&[("Bread", "Flour, water, an open oven.")]).search(asked).confidence;
        assert!(sure > 0.8 && near < 0.5 && far < 0.1 && far < near, "{sure} {near} {far}");
        assert!(collection(&[]).search(asked).confidence.abs() < f64::EPSILON);
        assert!(collection(&[("a", "b")]).search("").hits.is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_ranked_with_shares_from_0_to_1(
            texts in prop::collection::vec(("[a-e ]{0,12}", "\\PC{0,40}"), 0..6), question in "[a-e ]{0,20}"
        ) {
            let documents: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
            let found = collection(&documents).search(&question);
            prop_assert!((0.0..=1.0).contains(&found.confidence));
            prop_assert!(found.shares.values().iter().all(|share| (0.0..=1.0).contains(share)));
            prop_assert!(found.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
    }
}
