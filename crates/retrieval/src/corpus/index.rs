//! Inverted index that ranks whole documents with BM25.

use std::collections::HashMap;

use crate::{bm25, text};

/// Saturation and length normalisation: the usual values.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Terms of all documents. A document's id is the number of documents added before it.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Term → (document id, weighted occurrences).
    postings: HashMap<String, Vec<(u32, u32)>>,
    lengths: Vec<u32>,
}

impl Index {
    /// Adds a document as (text, weight): a term in a field of weight 3 counts as three occurrences.
    pub(super) fn add(&mut self, fields: &[(&str, u32)]) {
        let id = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut length = 0;
        for (field, weight) in fields {
            text::for_each_term(field, |term| {
                length += weight;
                let postings = match self.postings.get_mut(term) {
                    Some(postings) => postings,
                    None => self.postings.entry(term.to_owned()).or_default(),
                };
                match postings.last_mut().filter(|(last, _)| *last == id) {
                    Some((_, count)) => *count += weight,
                    None => postings.push((id, *weight)),
                }
            });
        }
        self.lengths.push(length);
    }

    /// Appends the documents of another index.
    pub(super) fn append(&mut self, other: Self) {
        let offset = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        self.lengths.extend(other.lengths);
        for (term, postings) in other.postings {
            let shifted = postings.into_iter().map(|(id, count)| (id.saturating_add(offset), count));
            self.postings.entry(term).or_default().extend(shifted);
        }
    }

    /// Returns the ids and scores of documents that contain any term of the query, best first; equal scores by id.
    pub(super) fn search(&self, query: &str) -> Vec<(usize, f64)> {
        let documents = bm25::to_f64(self.lengths.len());
        let mean = self.lengths.iter().map(|length| f64::from(*length)).sum::<f64>() / documents.max(1.0);
        let mut scores: HashMap<u32, f64> = HashMap::new();
        for postings in text::terms(query).iter().filter_map(|term| self.postings.get(term)) {
            let idf = bm25::inverse_document_frequency(documents, bm25::to_f64(postings.len()));
            for (id, count) in postings {
                let norm = bm25::length_norm(B, f64::from(self.lengths[*id as usize]), mean);
                *scores.entry(*id).or_default() += idf * bm25::saturation(f64::from(*count), K1, norm);
            }
        }
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().map(|(id, score)| (id as usize, score)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENTS: [&str; 3] =
        ["the cat sat on the mat with another cat and a long tail of other words", "cats", "dog and zebra"];

    #[test]
    fn rare_terms_and_short_documents_score_higher() {
        let mut index = Index::default();
        DOCUMENTS.iter().for_each(|text| index.add(&[(text, 1)]));
        let order: Vec<usize> = index.search("cat").into_iter().map(|(id, _)| id).collect();
        assert_eq!(order, [1, 0]);
        assert_eq!(index.search("the zebra cat")[0].0, 2);
        assert!(index.search("whale").is_empty());
        assert!(Index::default().search("x").is_empty());
    }

    #[test]
    fn appended_indexes_rank_as_one() {
        let (mut whole, mut first, mut second) = (Index::default(), Index::default(), Index::default());
        DOCUMENTS.iter().for_each(|text| whole.add(&[(text, 1)]));
        first.add(&[(DOCUMENTS[0], 1)]);
        DOCUMENTS[1..].iter().for_each(|text| second.add(&[(text, 1)]));
        first.append(second);
        assert_eq!(first.search("zebra cat"), whole.search("zebra cat"));
    }
}
