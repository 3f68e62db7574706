//! The order: BM25F, then what the best documents mention by name, then their telling words.
//!
//! A question often names one thing and asks about another that the first one's text names ("the director of …"). So a document
//! whose name stands in one of the best documents gains a share of that one's score. After that the question is asked again
//! with the words that tell the best documents from the rest (RM3: Lavrenko and Croft 2001; Abdul-Jaleel et al. 2004).

use std::collections::HashMap;

use crate::ranking::confidence::{Shares, shares};
use crate::ranking::passage::Passage;
use crate::ranking::score::Scorer;
use crate::ranking::words::stems;
use crate::ranking::{Frequencies, confidence};

/// Documents whose mentions count.
const MENTIONING: usize = 10;
/// Share of a document's score that what it mentions by name gains.
const MENTIONED: f64 = 0.4;
/// Documents that lend their words.
const LENDING: usize = 5;
/// Words that they lend.
const LENT: usize = 40;
/// Weight of lent words; the question's own have the rest.
const LENT_WEIGHT: f64 = 0.3;

/// A question in stems.
#[derive(Debug, Clone)]
pub struct Question {
    pub(crate) stems: Vec<String>,
    /// Each stem once, with how often it was said.
    pub(crate) terms: Vec<(String, f64)>,
}

impl Question {
    /// Reads it.
    pub fn new(text: &str) -> Self {
        let stems = stems(text);
        let mut terms: Vec<(String, f64)> = Vec::new();
        for stem in &stems {
            match terms.iter_mut().find(|(known, _)| known == stem) {
                Some((_, times)) => *times += 1.0,
                None => terms.push((stem.clone(), 1.0)),
            }
        }
        Self { stems, terms }
    }

    /// Its stems, each once.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|(stem, _)| stem.as_str())
    }

    /// It holds no telling word.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn weighted(&self) -> impl Iterator<Item = (&str, f64)> {
        self.terms.iter().map(|(stem, weight)| (stem.as_str(), *weight))
    }
}

/// One document in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its place among the candidates.
    pub place: usize,
    /// Only for comparing hits of the same question.
    pub score: f64,
    /// 0 to 1: that this document alone holds the answer.
    pub confidence: f64,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Best first.
    pub hits: Vec<Hit>,
    /// 0 to 1: that the documents together hold the answer. 0 where nothing was found.
    pub confidence: f64,
    /// What the confidence is made of.
    pub shares: Shares,
}

/// A search over candidates: the first look is taken when it is made; [`Search::lent`] says which further words must be
/// counted; [`Search::found`] answers.
pub struct Search<'a> {
    question: &'a Question,
    passages: &'a [&'a Passage],
    /// By the question's own words.
    own: Vec<f64>,
    /// What mentions add.
    mentions: Vec<f64>,
    /// Places by the first look, best first.
    first: Vec<usize>,
}

impl<'a> Search<'a> {
    /// The first look. `frequencies` must know the question's stems.
    pub fn new(question: &'a Question, passages: &'a [&'a Passage], frequencies: &Frequencies) -> Self {
        let scorer = Scorer::new(passages, frequencies);
        let own: Vec<f64> = passages.iter().map(|passage| scorer.score(question.weighted(), passage)).collect();
        let mentions = mentions(passages, &own);
        let sums: Vec<f64> = own.iter().zip(&mentions).map(|(own, more)| own + more).collect();
        let first = order(&sums);
        Self { question, passages, own, mentions, first }
    }

    /// Stems that the second look weighs: they should be counted, too.
    pub fn lent(&self) -> Vec<String> {
        let mut stems: Vec<&str> =
            self.lenders().flat_map(|place| self.passages[place].stems().map(|(stem, _)| stem)).collect();
        stems.sort_unstable();
        stems.dedup();
        stems.into_iter().map(str::to_owned).collect()
    }

    /// The second look.
    pub fn found(&self, frequencies: &Frequencies) -> Found {
        let scorer = Scorer::new(self.passages, frequencies);
        let terms = self.expanded(frequencies);
        let weighted = || terms.iter().map(|(stem, weight)| (*stem, *weight));
        let scores: Vec<f64> = self
            .passages
            .iter()
            .zip(&self.mentions)
            .map(|(passage, more)| scorer.score(weighted(), passage) + more)
            .collect();
        let best: Vec<(&Passage, f64)> =
            self.first.iter().map(|place| (self.passages[*place], self.own[*place] + self.mentions[*place])).collect();
        let most = scorer.most(self.question.weighted());
        let together = shares(self.question, &best, most, frequencies);
        let hit = |place: usize| {
            let alone = [(self.passages[place], self.own[place] + self.mentions[place])];
            let alone = confidence(&shares(self.question, &alone, most, frequencies));
            Hit { place, score: scores[place], confidence: alone }
        };
        let hits: Vec<Hit> = order(&scores).into_iter().map(hit).collect();
        let confidence = if hits.is_empty() { 0.0 } else { confidence(&together) };
        Found { hits, confidence, shares: together }
    }

    fn lenders(&self) -> impl Iterator<Item = usize> + '_ {
        self.first.iter().copied().take(LENDING)
    }

    /// The question's words and the lent ones; the weights add up to those of the question.
    fn expanded(&self, frequencies: &Frequencies) -> Vec<(&str, f64)> {
        let total: f64 = self.question.terms.iter().map(|(_, weight)| weight).sum();
        let trust: f64 = self.lenders().map(|place| self.own[place] + self.mentions[place]).sum();
        let mut lent: HashMap<&str, f64> = HashMap::new();
        for place in self.lenders() {
            let passage = self.passages[place];
            let share = (self.own[place] + self.mentions[place]) / trust.max(f64::MIN_POSITIVE);
            let length = passage.lengths().iter().sum::<f64>().max(1.0);
            for (stem, counts) in passage.stems().filter(|(stem, _)| frequencies.knows(stem)) {
                let telling = (counts[0] + counts[1]) / length * frequencies.weight(stem);
                *lent.entry(stem).or_default() += share * telling;
            }
        }
        let mut lent: Vec<(&str, f64)> = lent.into_iter().collect();
        lent.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        lent.truncate(LENT);
        let sum: f64 = lent.iter().map(|(_, weight)| weight).sum();
        let mut terms: HashMap<&str, f64> = HashMap::new();
        for (stem, weight) in self.question.weighted() {
            *terms.entry(stem).or_default() += (1.0 - LENT_WEIGHT) * weight;
        }
        for (stem, weight) in lent {
            *terms.entry(stem).or_default() += LENT_WEIGHT * total * weight / sum.max(f64::MIN_POSITIVE);
        }
        // Sorted, so that sums of the same numbers are the same number in every run.
        let mut terms: Vec<(&str, f64)> = terms.into_iter().collect();
        terms.sort_by(|a, b| a.0.cmp(b.0));
        terms
    }
}

/// What each document gains by being named in one of the best.
fn mentions(passages: &[&Passage], scores: &[f64]) -> Vec<f64> {
    let mut named: HashMap<&str, Vec<(usize, &[String])>> = HashMap::new();
    for (place, passage) in passages.iter().enumerate() {
        for name in &passage.names {
            named.entry(name[0].as_str()).or_default().push((place, name));
        }
    }
    let mut gains = vec![0.0_f64; passages.len()];
    for from in order(scores).into_iter().take(MENTIONING) {
        let text = &passages[from].parts[1];
        for (at, stem) in text.iter().enumerate() {
            for (place, name) in named.get(stem.as_str()).into_iter().flatten() {
                if *place != from && text[at..].starts_with(name) {
                    gains[*place] = gains[*place].max(MENTIONED * scores[from]);
                }
            }
        }
    }
    gains
}

/// Places with a score, best first; equal ones in the candidates' order.
fn order(scores: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).filter(|place| scores[*place] > 0.0).collect();
    places.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    places
}

/// A part of a whole, between 0 and 1.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::ranking::{Library, Passage};

    fn library(documents: &[(&str, &str)]) -> Library {
        let mut library = Library::default();
        for (title, text) in documents {
            library.add(Passage::new(title, text, [*title]));
        }
        library
    }

    fn order(documents: &[(&str, &str)], question: &str) -> Vec<usize> {
        library(documents).search(question).hits.iter().map(|hit| hit.place).collect()
    }

    #[test]
    fn what_the_best_document_names_comes_before_what_shares_a_word() {
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
    fn the_question_is_answered_more_surely_where_its_words_stand_together() {
        let asked = "When was the harbour of Kelm opened?";
        let sure = library(&[("Kelm harbour", "The harbour of Kelm was opened in 1904.")]).search(asked).confidence;
        let near = library(&[("Kelm", "A town with a church."), ("Doors", "Many are open.")]).search(asked).confidence;
        let far = library(&[("Bread", "Flour, water, an open oven.")]).search(asked).confidence;
        assert!(sure > 0.8 && near < 0.5 && far < 0.1 && far < near, "{sure} {near} {far}");
        assert!(library(&[]).search(asked).confidence.abs() < f64::EPSILON);
        assert!(library(&[("a", "b")]).search("").hits.is_empty());
    }

    proptest! {
        #[test]
        fn any_text_has_an_order_and_a_share(
            texts in prop::collection::vec(("[a-e ]{0,12}", "\\PC{0,40}"), 0..6), question in "[a-e ]{0,20}"
        ) {
            let documents: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
            let found = library(&documents).search(&question);
            prop_assert!((0.0..=1.0).contains(&found.confidence));
            prop_assert!(found.shares.values().iter().all(|share| (0.0..=1.0).contains(share)));
            prop_assert!(found.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
    }
}
