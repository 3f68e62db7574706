//! Two-pass ranking: BM25F with bonuses for documents that the best documents mention by name, then query expansion.
//!
//! A query often names one thing and asks about another that the first document names ("the director of …"). A document
//! whose name occurs in one of the best documents therefore gains a share of that document's score. The second pass
//! expands the query with the words that distinguish the best documents (RM3: Lavrenko and Croft 2001; Abdul-Jaleel et
//! al. 2004).

use std::collections::{HashMap, HashSet};

use crate::bm25::to_f64;
use crate::ranking::calibration::Calibration;
use crate::ranking::confidence::{Link, MIN_CONFIDENCE, Shares, answered, shares};
use crate::ranking::fusion::{Candidates, Neighbor};
use crate::ranking::passage::{Passage, Query, contains_sequence};
use crate::ranking::score::{Frequencies, Scorer, distinction};

/// Number of best documents whose mentions of other documents count.
const MENTIONING_DOCUMENTS: usize = 10;
/// Confidence from which a document answers alone.
const ANSWERING: f64 = 0.5;
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
    /// A better document has the same text, but for inflection, function words and punctuation.
    pub is_duplicate: bool,
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
    /// Neighbours by vector were fused in ([`Search::fuse`]).
    pub is_fused: bool,
}

impl Ranking {
    /// Returns the documents to show, the most probable answer first: no text twice, and none that is not expected to
    /// answer. The two best are shown if they answer together.
    pub fn shown(&self) -> impl Iterator<Item = &Hit> {
        let distinct = self.hits.iter().filter(|hit| !hit.is_duplicate).enumerate();
        // Words of a query may be spread over two documents; a vector is compared with the whole query.
        let together = if self.is_fused { 1 } else { 2 };
        let answers = |(rank, hit): &(usize, &Hit)| {
            hit.confidence >= MIN_CONFIDENCE || (*rank < together && self.confidence >= MIN_CONFIDENCE)
        };
        let mut shown: Vec<&Hit> = distinct.filter(answers).map(|(_, hit)| hit).collect();
        // A stable sort: equal documents keep the order of their scores, which expansion may have turned. The order of
        // fused scores is better than that of their confidence, but what answers alone precedes what does not.
        if self.is_fused {
            shown.sort_by_key(|hit| hit.confidence < ANSWERING);
        } else {
            shown.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        }
        shown.into_iter()
    }
}

/// Search over candidates. [`Search::new`] runs the first pass, [`Search::expansion_stems`] returns further stems whose
/// frequencies are needed, and [`Search::rank`] runs the second pass.
pub struct Search<'a> {
    query: &'a Query,
    passages: &'a [&'a Passage],
    /// Scores by the query's own stems, with the bonuses for mentions.
    sums: Vec<f64>,
    /// Bonuses for mentions.
    mentions: Vec<f64>,
    /// Mentions by the best documents.
    links: Vec<Link<'a>>,
    /// Positions after the first pass, best first.
    first: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Runs the first pass. `frequencies` must contain the query's stems.
    pub fn new(query: &'a Query, passages: &'a [&'a Passage], frequencies: &Frequencies) -> Self {
        let scorer = Scorer::new(passages, frequencies);
        let own: Vec<f64> = passages.iter().map(|passage| scorer.score(query.terms(), passage)).collect();
        let (mentions, links) = mentions(passages, &own);
        let sums: Vec<f64> = own.iter().zip(&mentions).map(|(own, more)| own + more).collect();
        let first = order(&sums);
        Self { query, passages, sums, mentions, links, first }
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
        let best: Vec<&Passage> = self.first.iter().map(|place| self.passages[*place]).collect();
        let together = shares(self.query, &best, &self.links, frequencies);
        let mut texts = HashSet::new();
        let hit = |place: usize| {
            let alone = [self.passages[place]];
            let alone = answered(self.query, &alone, &shares(self.query, &alone, &[], frequencies));
            let is_duplicate = !texts.insert(self.passages[place].content());
            Hit { place, score: scores[place], confidence: alone, is_duplicate }
        };
        let hits: Vec<Hit> = order(&scores).into_iter().map(hit).collect();
        let confidence = if hits.is_empty() { 0.0 } else { answered(self.query, &best, &together) };
        Ranking { hits, confidence, shares: together, is_fused: false }
    }

    /// Runs the second pass, and fuses it with the nearest neighbours of the query among the candidates. The candidates
    /// contain the neighbours.
    pub fn fuse(&self, frequencies: &Frequencies, neighbors: &[Neighbor], calibration: Calibration) -> Ranking {
        let candidates = Candidates { query: self.query, passages: self.passages, frequencies };
        candidates.fuse(self.rank(frequencies), neighbors, calibration)
    }

    /// Best documents of the first pass, at most half of the candidates: the words of all of them distinguish none.
    fn expansion_documents(&self) -> impl Iterator<Item = usize> + '_ {
        self.first.iter().copied().take(EXPANSION_DOCUMENTS.min(self.passages.len().div_ceil(2)))
    }

    /// Weighted stems of the query and its expansion. The weights add up to those of the query.
    fn expanded_terms(&self, frequencies: &Frequencies) -> Vec<(&str, f64)> {
        let total: f64 = self.query.terms().map(|(_, weight)| weight).sum();
        let trust: f64 = self.expansion_documents().map(|place| self.sums[place]).sum();
        let mut expansion: HashMap<&str, f64> = HashMap::new();
        for place in self.expansion_documents() {
            let passage = self.passages[place];
            let share = self.sums[place] / trust.max(f64::MIN_POSITIVE);
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

/// Names of the candidates.
struct Names<'a> {
    passages: &'a [&'a Passage],
    /// Position and name of each candidate, by the first stem of the name.
    by_stem: HashMap<&'a str, Vec<(usize, &'a [String])>>,
    /// Number of candidates with each name.
    bearers: HashMap<&'a [String], f64>,
}

impl<'a> Names<'a> {
    fn new(passages: &'a [&'a Passage]) -> Self {
        let mut names = Self { passages, by_stem: HashMap::new(), bearers: HashMap::new() };
        for (place, passage) in passages.iter().enumerate() {
            for name in &passage.names {
                names.by_stem.entry(name[0].as_str()).or_default().push((place, name));
                *names.bearers.entry(name).or_default() += 1.0;
            }
        }
        names
    }

    /// Returns the documents that a text mentions, with their names.
    fn mentioned_in(&self, text: &'a [String]) -> impl Iterator<Item = (usize, &'a [String])> {
        text.iter().enumerate().flat_map(move |(at, stem)| {
            let named = self.by_stem.get(stem.as_str()).into_iter().flatten().copied();
            named.filter(move |(_, name)| text[at..].starts_with(name))
        })
    }

    /// Probability that a mention of a name means one document that has it, 0 to 1: several may have the name, and a
    /// name in many texts is a common word.
    fn identification(&self, name: &[String]) -> f64 {
        let holds = |passage: &&&Passage| passage.contains(&name[0]) && contains_sequence(name, &passage.parts[1]);
        let texts = to_f64(self.passages.iter().filter(holds).count());
        distinction(to_f64(self.passages.len()), texts) / self.bearers.get(name).copied().unwrap_or(1.0)
    }
}

/// Bonus of each document for being mentioned by name in one of the best, and the mentions.
fn mentions<'a>(passages: &'a [&'a Passage], scores: &[f64]) -> (Vec<f64>, Vec<Link<'a>>) {
    let names = Names::new(passages);
    let mut identifications: HashMap<&[String], f64> = HashMap::new();
    let (mut gains, mut links) = (vec![0.0_f64; passages.len()], Vec::new());
    for from in order(scores).into_iter().take(MENTIONING_DOCUMENTS) {
        for (place, name) in names.mentioned_in(&passages[from].parts[1]).filter(|(place, _)| *place != from) {
            let identification = *identifications.entry(name).or_insert_with(|| names.identification(name));
            gains[place] = gains[place].max(MENTION_BONUS * scores[from] * identification);
            links.push(Link { from: passages[from], to: passages[place], identification });
        }
    }
    (gains, links)
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
    fn the_answer_stays_first_among_a_few_notes_about_one_thing() {
        let notes = [
            "Zebra Coin is not issued by the ministry, which has warned against it twice.",
            "The Ministry of Zebras has published a report in every quarter since 2019.",
            "The ministry said in October 2026 that the next report is on its way.",
        ];
        let mut collection = Collection::default();
        for text in notes {
            let keywords = "ministry\nzebras\nreport\nagainst\noctober\npublished";
            collection.add(Passage::new(&format!("{text}\n{keywords}\n"), text, keywords.lines()));
        }
        let found = collection.search("How often does the Ministry of Zebras publish a report?");
        assert_eq!(found.hits[0].place, 1, "{found:?}");
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
    fn a_title_that_many_documents_share_weighs_no_more_than_the_text() {
        let mut documents = vec![("Harbour news", "The council met and spoke about the budget of next year.")];
        documents.extend([("Harbour news", "The crane was painted and the lamp was lit again."); 8]);
        documents.push(("Harbour news", "A storm closed the mole."));
        documents.push(("Minutes", "What the harbour earned in the storm, and what the mole cost."));
        assert_eq!(order(&documents, "harbour storm mole cost")[0], 10);
    }

    #[test]
    fn a_mention_of_a_name_that_many_documents_share_raises_none_of_them() {
        let mut documents = vec![("Grey Harbour", "A film of 1971 about Ada Flint and a strike.")];
        documents.extend([("Ada Flint", "A page about bread and butter and boats."); 20]);
        documents.push(("Strike", "Workers of the harbour went on strike in 1971."));
        assert_eq!(order(&documents, "strike in the film Grey Harbour")[..2], [0, 21]);
    }

    #[test]
    fn a_question_in_another_language_finds_an_english_name() {
        let documents = [("Zcash Foundation", "A charity in Denver."), ("Foundry", "A place where metal is cast.")];
        assert_eq!(order(&documents, "Wann wurde die Zcash Foundation gegründet?")[0], 0);
    }

    #[test]
    fn words_in_documents_that_do_not_mention_each_other_do_not_answer_together() {
        let asked = "Which nurse of Leeds directed Grey Harbour?";
        let nurse = |name| (name, "Born in Leeds, a nurse who later directed.");
        let film = ("Grey Harbour", "A film of 1971 about a strike, with Ada Flint as director.");
        let linked = collection(&[film, nurse("Ada Flint"), ("Oak", "A tree.")]).search(asked);
        let apart = collection(&[film, nurse("Bea Stone"), ("Oak", "A tree.")]).search(asked);
        assert!(linked.confidence > apart.confidence + 0.05, "{} {}", linked.confidence, apart.confidence);
    }

    #[test]
    fn a_text_is_shown_once_and_its_opposite_too() {
        let documents = [
            ("", "The zebra token is listed on the exchange."),
            ("", "Zebra tokens are listed on an exchange"),
            ("", "The zebra token is not listed on the exchange."),
            ("", "Bread is baked on the exchange of views."),
        ];
        let found = collection(&documents).search("Is the zebra token listed on the exchange?");
        let mut shown: Vec<usize> = found.shown().map(|hit| hit.place).collect();
        shown.sort_unstable();
        assert_eq!((shown, found.hits.len()), (vec![0, 2], 4));
    }

    #[test]
    fn documents_that_share_a_common_word_only_are_not_shown() {
        let found =
            collection(&[("Bread", "Flour, water, an open oven.")]).search("When was the harbour of Kelm opened?");
        assert_eq!((found.shown().count(), found.hits.len()), (0, 1));
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
