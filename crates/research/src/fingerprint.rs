//! Fingerprints of pages, from which the overlap of two pages can be estimated without their text.
//!
//! A fingerprint holds the smallest [`SKETCH_HASHES`] hashes of the page's runs of [`WORDS_PER_RUN`] words. The share
//! of one page that the other contains is estimated from the two sketches and the two numbers of runs (A. Broder, On
//! the resemblance and containment of documents, 1997, section 3). The error of the estimate is about 1/√64, an eighth.

use std::collections::BTreeSet;

use retrieval::text;
use serde::{Deserialize, Serialize};

/// Words in a run: short enough to survive small edits, long enough not to be chance.
const WORDS_PER_RUN: usize = 5;
/// Maximum hashes in a sketch.
const SKETCH_HASHES: usize = 64;

/// Fingerprint of one page. It is stored, so the hash function must not change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Number of distinct runs on the page.
    runs: usize,
    /// The smallest hashes in ascending order.
    least: Vec<u64>,
}

impl Fingerprint {
    /// Computes the fingerprint of a text.
    pub fn from_text(page: &str) -> Self {
        let words: Vec<String> = text::words(page).map(str::to_lowercase).collect();
        let runs: BTreeSet<u64> = words.windows(WORDS_PER_RUN).map(hash).collect();
        Self { runs: runs.len(), least: runs.into_iter().take(SKETCH_HASHES).collect() }
    }

    /// Estimates the share of the shorter page that the longer one contains, 0 to 1; 0 if either has fewer than five
    /// words.
    pub fn containment(&self, other: &Self) -> f64 {
        let smaller = self.runs.min(other.runs);
        if smaller == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of words")]
        let (all, smaller) = ((self.runs + other.runs) as f64, smaller as f64);
        let alike = self.resemblance(other);
        (alike * all / (1.0 + alike) / smaller).min(1.0)
    }

    /// |A ∩ B| / |A ∪ B|, estimated from the smallest hashes of the union.
    fn resemblance(&self, other: &Self) -> f64 {
        let union: BTreeSet<u64> = self.least.iter().chain(&other.least).copied().collect();
        let sample: Vec<u64> = union.into_iter().take(SKETCH_HASHES).collect();
        let both = |hash: &&u64| self.least.binary_search(hash).is_ok() && other.least.binary_search(hash).is_ok();
        #[expect(clippy::cast_precision_loss, reason = "at most 64")]
        let share = sample.iter().filter(both).count() as f64 / sample.len().max(1) as f64;
        share
    }
}

/// FNV-1a over the words (draft-eastlake-fnv), then the finaliser of MurmurHash3, because FNV's high bits are uneven
/// and the sketch selects the smallest hashes.
fn hash(words: &[String]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in words.iter().flat_map(|word| word.bytes().chain([b' '])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn story(from: usize, to: usize) -> String {
        (from..to).map(|n| format!("word{} said{} ", n * 7919 % 1000, n)).collect()
    }

    #[test]
    fn a_page_that_contains_a_story_overlaps_with_it_and_a_different_page_does_not() {
        let wire = Fingerprint::from_text(&story(0, 300));
        let copy = Fingerprint::from_text(&format!("{} {}", story(0, 300), story(2000, 2200)));
        assert!(wire.containment(&copy) > 0.8, "{}", wire.containment(&copy));
        assert!(wire.containment(&Fingerprint::from_text(&story(5000, 5300))) < 0.05);
        assert!(wire.containment(&Fingerprint::from_text("Four words are few")).abs() < f64::EPSILON);
    }

    proptest! {
        #[test]
        fn containment_is_symmetric_and_complete_for_equal_texts(a in "[a-d ]{0,300}", b in "[a-d ]{0,300}") {
            let (a, b) = (Fingerprint::from_text(&a), Fingerprint::from_text(&b));
            prop_assert!((a.containment(&b) - b.containment(&a)).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&a.containment(&b)));
            prop_assert!(a.runs == 0 || (a.containment(&a) - 1.0).abs() < 1e-12);
        }
    }
}
