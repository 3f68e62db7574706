//! How much an item has to do with a question, by words alone.
//!
//! Three things speak for an item, each relative to the item that shares most with the question, so that the length of the question
//! and of the items does not matter:
//!
//! - *own*: the share of the question's words that the item holds, each weighed by how rare it is among the items (ln(1 + n/df), as in
//!   BM25);
//! - *near*: it is like an item that holds more of the question (cosine over the same weights): what is said in other words is found by
//!   its company (pseudo-relevance feedback, Rocchio 1971);
//! - *beside*: it stands in the same source as an item that holds much of the question.
//!
//! Company counts twice. That and the two thresholds are round numbers near what a logistic fit on 406 questions with known noise
//! gives (6.8 own, 14.6 near, 14.8 beside; ten-fold, the fit and the round numbers differ by less than a hundredth); nothing else is fitted.

use std::collections::{HashMap, HashSet};

use retrieval::ranking::words::stems;

/// What is like something relevant, or stands beside it, counts so much more than its own words.
const COMPANY: f64 = 2.0;

/// Under this an item has nothing to do with the question: of what bears on one, about one in a thousand scores less.
pub const OFF_TOPIC: f64 = 0.15;

/// Under this an item is noise for somebody who may err once in thirty: of what bears on a question and came through the pre-filter, 0.965
/// scores more; of what is about something else, 0.09. The offline model judges by it; code alone removes only what is under
/// [`OFF_TOPIC`].
pub const NOISE: f64 = 0.46;

/// A question of fewer telling words is a name or a phrase: what is found about it need not repeat them.
pub const LEAST_WORDS: usize = 3;

/// Something that was found: its words, and where they stand.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// What it says, with the titles of its sources.
    pub text: &'a str,
    /// Its sources, by any name.
    pub sources: &'a [String],
}

/// One score per item, in order: 0 is nothing in common, the most relevant has at least 1. `None` where words cannot tell: the question
/// has too few, or no item shares any.
pub fn scores(question: &str, items: &[Item<'_>]) -> Option<Vec<f64>> {
    let question: HashSet<String> = stems(question).into_iter().collect();
    if question.len() < LEAST_WORDS {
        return None;
    }
    let words: Vec<HashSet<String>> = items.iter().map(|item| stems(item.text).into_iter().collect()).collect();
    let weights = Weights::of(&words);
    let own: Vec<f64> = words.iter().map(|words| weights.sum(question.intersection(words))).collect();
    let best = own.iter().copied().fold(0.0, f64::max);
    if best <= 0.0 {
        return None;
    }
    let own: Vec<f64> = own.into_iter().map(|share| share / best).collect();
    let score = |at: usize| {
        let others = || (0..items.len()).filter(move |other| *other != at);
        let nearer = others().filter(|other| own[*other] >= own[at]);
        let near = nearer.map(|other| weights.cosine(&words[at], &words[other]) * own[other]).fold(0.0, f64::max);
        let same = others().filter(|other| items[*other].sources.iter().any(|id| items[at].sources.contains(id)));
        let beside = same.map(|other| own[other]).fold(0.0, f64::max);
        own[at] + COMPANY * near + COMPANY * beside
    };
    Some((0..items.len()).map(score).collect())
}

/// How telling each word is among the items.
struct Weights {
    of: HashMap<String, f64>,
}

impl Weights {
    #[expect(clippy::cast_precision_loss, reason = "counts of items")]
    fn of(items: &[HashSet<String>]) -> Self {
        let mut found: HashMap<&str, usize> = HashMap::new();
        for word in items.iter().flatten() {
            *found.entry(word).or_default() += 1;
        }
        let n = items.len() as f64;
        let of = found.into_iter().map(|(word, df)| (word.to_owned(), (1.0 + n / df as f64).ln())).collect();
        Self { of }
    }

    fn of_word(&self, word: &str) -> f64 {
        self.of.get(word).copied().unwrap_or_default()
    }

    fn sum<'a>(&self, words: impl Iterator<Item = &'a String>) -> f64 {
        words.map(|word| self.of_word(word)).sum()
    }

    fn cosine(&self, a: &HashSet<String>, b: &HashSet<String>) -> f64 {
        let squares = |words: &HashSet<String>| words.iter().map(|word| self.of_word(word).powi(2)).sum::<f64>();
        let norm = (squares(a) * squares(b)).sqrt();
        let shared: f64 = a.intersection(b).map(|word| self.of_word(word).powi(2)).sum();
        if norm > 0.0 { shared / norm } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUESTION: &str = "Will the northern reservoir be full before the summer harvest?";

    fn scored(texts: &[(&str, &str)]) -> Vec<f64> {
        let sources: Vec<Vec<String>> = texts.iter().map(|(_, source)| vec![(*source).to_owned()]).collect();
        let items: Vec<Item<'_>> =
            texts.iter().zip(&sources).map(|((text, _), sources)| Item { text, sources }).collect();
        scores(QUESTION, &items).expect("some item shares a word")
    }

    #[test]
    fn own_words_company_and_the_same_page_speak_for_an_item() {
        let scores = scored(&[
            ("The northern reservoir was full to three quarters in May.", "dam"),
            ("Three quarters full in May: the dam's keepers expect no shortage.", "letters"),
            ("Its keepers measure every Monday.", "dam"),
            ("A recipe for pancakes with flour and eggs.", "kitchen"),
        ]);
        assert!(scores[0] >= 1.0, "{scores:?}");
        assert!(scores[1] > NOISE, "like the first, hardly a word of the question: {scores:?}");
        assert!(scores[2] > NOISE, "beside the first: {scores:?}");
        assert!(scores[3] < OFF_TOPIC, "{scores:?}");
    }

    #[test]
    fn where_words_cannot_tell_nobody_is_judged() {
        let item = Item { text: "Kupfer wird knapp", sources: &[] };
        assert!(scores(QUESTION, &[item]).is_none());
        assert!(scores("What is WIF?", &[item]).is_none(), "a name: what is found need not repeat it");
        assert!(scores(QUESTION, &[]).is_none());
    }

    proptest! {
        #[test]
        fn the_most_relevant_always_passes_and_order_does_not_matter(texts in prop::collection::vec("(full |dam |may |egg |northern |x ){0,6}", 1..9)) {
            let items: Vec<Item<'_>> = texts.iter().map(|text| Item { text, sources: &[] }).collect();
            if let Some(scores) = scores(QUESTION, &items) {
                prop_assert!(scores.iter().copied().fold(0.0, f64::max) >= 1.0);
                let turned: Vec<Item<'_>> = items.iter().rev().copied().collect();
                let mut again = super::scores(QUESTION, &turned).unwrap();
                again.reverse();
                prop_assert!(scores.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-9));
            }
        }
    }
}
