//! BM25 over whole documents (Robertson and Zaragoza 2009), k1 = 1.2, b = 0.75. Pure.

use std::collections::HashMap;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The words of all documents.
#[derive(Debug, Default)]
pub struct Index {
    postings: HashMap<String, Vec<(u32, u32)>>,
    lengths: Vec<u32>,
}

impl Index {
    /// Adds a document; a field with weight 3 counts as if it stood there three times.
    pub fn add(&mut self, fields: &[(&str, u32)]) {
        let id = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let counts = counts(fields);
        self.lengths.push(counts.values().sum());
        for (word, count) in counts {
            self.postings.entry(word).or_default().push((id, count));
        }
    }

    /// Documents that have any word of the query, best first; equals in the order of adding.
    pub fn search(&self, query: &str) -> Vec<(usize, f64)> {
        let asked = asked(query);
        ranked(&self.lengths, asked.iter().filter_map(|word| self.postings.get(word)).map(Vec::as_slice))
    }
}

/// A document's words, each as often as it counts.
pub(crate) fn counts(fields: &[(&str, u32)]) -> HashMap<String, u32> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for (text, weight) in fields {
        for word in words(text) {
            *counts.entry(word).or_default() += weight;
        }
    }
    counts
}

/// The words of a query, each once.
pub(crate) fn asked(query: &str) -> Vec<String> {
    let mut asked: Vec<String> = words(query).collect();
    asked.sort_unstable();
    asked.dedup();
    asked
}

/// Documents by the postings of the words asked for, best first; equals in the order of adding. Every number of a document
/// must be a place in `lengths`.
pub(crate) fn ranked<'a>(lengths: &[u32], words: impl Iterator<Item = &'a [(u32, u32)]>) -> Vec<(usize, f64)> {
    let documents = lengths.len() as f64;
    let mean = lengths.iter().map(|length| f64::from(*length)).sum::<f64>() / documents.max(1.0);
    let mut scores: HashMap<u32, f64> = HashMap::new();
    for postings in words {
        let found = postings.len() as f64;
        let idf = (1.0 + (documents - found + 0.5) / (found + 0.5)).ln();
        for (id, count) in postings {
            let (count, length) = (f64::from(*count), f64::from(lengths[*id as usize]));
            let saturation = count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / mean));
            *scores.entry(*id).or_default() += idf * saturation;
        }
    }
    let mut ranked: Vec<(usize, f64)> = scores.into_iter().map(|(id, score)| (id as usize, score)).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}

/// Words in lower case; a plural s is dropped, words that stand in every text are left out.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    const STOP: [&str; 28] = [
        "the", "a", "an", "of", "and", "or", "to", "in", "on", "for", "is", "are", "was", "be", "by", "with", "at",
        "as", "it", "its", "that", "this", "from", "will", "what", "which", "who", "does",
    ];
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !STOP.contains(&word.as_str()))
        .map(|word| match word.strip_suffix('s') {
            Some(stem) if stem.len() >= 3 && !stem.ends_with('s') => stem.to_owned(),
            _ => word,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_word_and_the_shorter_text_win() {
        let mut index = Index::default();
        index.add(&[("the cat sat on the mat with another cat and a long tail of other words", 1)]);
        index.add(&[("cats", 1)]);
        index.add(&[("dog and zebra", 1)]);
        let order: Vec<usize> = index.search("cat").into_iter().map(|(id, _)| id).collect();
        assert_eq!(order, [1, 0]);
        assert_eq!(index.search("the zebra cat")[0].0, 2);
        assert!(index.search("whale").is_empty());
        assert!(Index::default().search("x").is_empty());
    }
}
