//! Scores of passages for a question: the weights of the question's words that they contain. Words are compared by
//! their beginnings, which serves all languages that inflect at the end, and rare ones weigh more.

use std::collections::{HashMap, HashSet};

use crate::bm25::{inverse_document_frequency, to_f64};
use crate::quantity::{number_phrase, numbers};
use crate::text;

/// Length of the beginning by which words are compared, in characters.
const STEM_CHARS: usize = 6;
/// Minimum length of a word that is also searched for inside of other words, as in German compounds.
const COMPOUND_CHARS: usize = 5;
/// Maximum length of a short word, whose weight is halved: such words are mostly function words.
const SHORT_CHARS: usize = 3;
/// Share of a word's weight that a passage beside the word gets.
const BESIDE: f64 = 0.3;
/// First code point of scripts that write words without spaces, which are compared by pairs of signs.
const DENSE_SCRIPTS: char = '\u{2e80}';

/// A question as words with weights in a text.
#[derive(Debug, Default)]
pub(super) struct Relevance {
    /// Score of each passage; 0 if it shares no word with the question.
    pub(super) scores: Vec<f64>,
    /// Share of the question's weight that each passage contains, 0 to 1. Words that the text does not have count.
    pub(super) covered: Vec<f64>,
}

impl Relevance {
    /// Scores the passages of a text.
    pub(super) fn compute(question: &str, passages: &[&str]) -> Self {
        let count = passages.len();
        let bags: Vec<HashSet<String>> = passages.iter().map(|passage| keys(passage).collect()).collect();
        let lower: Vec<String> = passages.iter().map(|passage| passage.to_lowercase()).collect();
        let mut relevance = Self { scores: vec![0.0; count], covered: vec![0.0; count] };
        let mut whole = 0.0;
        let number_phrase = number_phrase(question);
        for key in question_keys(question, number_phrase.unwrap_or_default()) {
            let mut has: Vec<bool> = bags.iter().map(|bag| bag.contains(&key)).collect();
            if !has.contains(&true) && key.chars().count() >= COMPOUND_CHARS {
                has = lower.iter().map(|passage| passage.contains(&key)).collect();
            }
            let containing = has.iter().filter(|has| **has).count();
            let weight = weight(&key, count, containing);
            whole += weight;
            if containing > 0 {
                relevance.add(&has, weight);
            }
        }
        relevance.covered.iter_mut().for_each(|covered| *covered /= f64::max(whole, f64::EPSILON));
        if number_phrase.is_some() {
            relevance.prefer_numbers(question, passages);
        }
        relevance
    }

    fn add(&mut self, has: &[bool], weight: f64) {
        for at in 0..has.len() {
            let is_beside = has[at.saturating_sub(1)] || has.get(at + 1).is_some_and(|has| *has);
            if has[at] {
                self.scores[at] += weight;
                self.covered[at] += weight;
            } else if is_beside {
                self.scores[at] += BESIDE * weight;
            }
        }
    }

    /// Raises passages that contain a number of their own, and covers nothing with the others.
    fn prefer_numbers(&mut self, question: &str, passages: &[&str]) {
        let asked: HashSet<&str> = numbers(question).collect();
        for (at, passage) in passages.iter().enumerate() {
            let has_number = numbers(passage).any(|number| !asked.contains(number));
            if has_number && self.scores[at] > 0.0 {
                self.scores[at] += 1.0;
            } else if !has_number {
                self.covered[at] = 0.0;
            }
        }
    }
}

fn weight(key: &str, passages: usize, containing: usize) -> f64 {
    let is_short =
        key.chars().count() <= SHORT_CHARS && !key.starts_with(|c: char| c.is_numeric() || c >= DENSE_SCRIPTS);
    let weight = inverse_document_frequency(to_f64(passages), to_f64(containing));
    if is_short { weight / 2.0 } else { weight }
}

/// Returns each key of a question once, without function words and without its phrase for a number.
fn question_keys(question: &str, number_phrase: &str) -> Vec<String> {
    let mut seen = HashMap::new();
    let is_content = |word: &&str| {
        let word = word.to_lowercase();
        !text::is_stop_word(&word) && !number_phrase.split(' ').any(|asking| asking == word)
    };
    for key in text::words(question).filter(is_content).flat_map(word_keys) {
        let order = seen.len();
        seen.entry(key).or_insert(order);
    }
    let mut ordered: Vec<(String, usize)> = seen.into_iter().collect();
    ordered.sort_by_key(|(_, order)| *order);
    ordered.into_iter().map(|(key, _)| key).collect()
}

fn keys(text: &str) -> impl Iterator<Item = String> {
    text::words(text).flat_map(word_keys)
}

/// Returns what a word is compared by: its beginning; a number itself; pairs of signs in a dense script.
fn word_keys(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.to_lowercase().replace('ß', "ss").chars().collect();
    if chars.iter().any(|c| *c >= DENSE_SCRIPTS) {
        return chars.chunks(1).zip(chars.chunks(1).skip(1)).map(|(a, b)| [a[0], b[0]].iter().collect()).collect();
    }
    if chars.len() < 2 && !chars[0].is_numeric() {
        return Vec::new();
    }
    let kept = match chars.len() {
        _ if chars.iter().all(|c| c.is_numeric()) => chars.len(),
        n if n > STEM_CHARS => STEM_CHARS,
        n if n > 4 => n - 1,
        n => n,
    };
    vec![chars[..kept].iter().collect()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(question: &str, passages: &[&str]) -> usize {
        let scores = Relevance::compute(question, passages).scores;
        (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a))).unwrap()
    }

    #[test]
    fn rare_words_of_the_question_decide() {
        let passages =
            ["The bank met in May.", "The bank raised its dividend.", "The bank has a garden.", "The bank is old."];
        assert_eq!(best("Did the bank raise the dividends?", &passages), 1);
        assert_eq!(best("Wie alt ist die Zentralbank?", &["Die Bank.", "Die Zentralbanken sind 90 Jahre alt."]), 1);
        assert_eq!(best("大阪の人口", &["東京の人口は多い。", "大阪の人口は少ない。"]), 1);
    }

    #[test]
    fn a_question_for_a_number_prefers_passages_with_one() {
        let passages = ["The harbour raised its dues.", "Dues of the harbour: 40 dollars.", "Nothing."];
        assert_eq!(best("How much are the dues of the harbour?", &passages), 1);
        let covered =
            Relevance::compute("How much are the dues in 2025?", &["The dues in 2025.", "The dues in 2025: 40."])
                .covered;
        assert!(covered[0] < 0.1 && covered[1] > 0.9, "{covered:?}");
    }

    #[test]
    fn words_that_the_text_lacks_are_not_covered() {
        let covered = Relevance::compute("dues of Ober", &["The dues rose.", "A story."]).covered;
        assert!(covered[0] > 0.1 && covered[0] < 0.6, "{covered:?}");
        assert!(Relevance::compute("?", &["a", "b"]).scores.iter().all(|score| *score < f64::EPSILON));
    }
}
