//! How common words are among everything that could have been found.

use std::collections::HashMap;

/// A collection is taken for at least this large: how common words are in a handful of notes says nothing about how common
/// they are, and a question's one unknown word must not outweigh all that were found.
const SMALLEST: f64 = 1000.0;

/// Counts over the whole collection, not only over the candidates.
#[derive(Debug, Clone)]
pub struct Frequencies {
    documents: f64,
    of: HashMap<String, f64>,
}

impl Default for Frequencies {
    fn default() -> Self {
        Self::new(0.0)
    }
}

impl Frequencies {
    /// Of a collection of so many documents.
    pub fn new(documents: f64) -> Self {
        Self { documents: documents.max(SMALLEST), of: HashMap::new() }
    }

    /// So many documents hold the stem; estimates are welcome.
    pub fn count(&mut self, stem: &str, documents: f64) {
        self.of.insert(stem.to_owned(), documents.clamp(0.0, self.documents.max(documents)));
    }

    /// Is the stem counted?
    pub fn knows(&self, stem: &str) -> bool {
        self.of.contains_key(stem)
    }

    /// How much a stem tells: ln(1 + (N − n + ½) / (n + ½)), Robertson and Spärck Jones' weight, kept above 0 as Lucene
    /// does. A stem that was not counted is taken for one that occurs once.
    pub fn weight(&self, stem: &str) -> f64 {
        let n = self.of.get(stem).copied().unwrap_or(1.0).min(self.documents);
        ((self.documents - n + 0.5) / (n + 0.5)).ln_1p()
    }
}
