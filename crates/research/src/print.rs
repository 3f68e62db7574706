//! A page's fingerprint: enough to tell how much two pages have in common without keeping either.
//!
//! The sketch holds the smallest [`KEPT`] hashes of the page's runs of [`RUN`] words; the share of one page that stands in
//! another is estimated from two sketches and the two numbers of runs (A. Broder, On the resemblance and containment of
//! documents, 1997, section 3). The error of the estimate is about 1/√64, an eighth.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Words of a run: short enough to survive small edits, long enough not to be chance.
const RUN: usize = 5;
/// Hashes kept.
const KEPT: usize = 64;

/// The fingerprint. It is stored, so the hash below never changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Print {
    /// Different runs of the page.
    runs: usize,
    /// The smallest hashes, rising.
    least: Vec<u64>,
}

impl Print {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> Self {
        let words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let runs: BTreeSet<u64> = words.windows(RUN).map(hash).collect();
        Self { runs: runs.len(), least: runs.into_iter().take(KEPT).collect() }
    }

    /// The share of the shorter page that stands in the longer one too, 0 to 1; 0 if one of them has hardly a sentence.
    pub fn contained(&self, other: &Self) -> f64 {
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
        let sample: Vec<u64> = union.into_iter().take(KEPT).collect();
        let both = |hash: &&u64| self.least.binary_search(hash).is_ok() && other.least.binary_search(hash).is_ok();
        #[expect(clippy::cast_precision_loss, reason = "at most 64")]
        let share = sample.iter().filter(both).count() as f64 / sample.len().max(1) as f64;
        share
    }
}

/// FNV-1a over the words (draft-eastlake-fnv), then the finaliser of MurmurHash3, because FNV's high bits are uneven and
/// the smallest hashes are what counts.
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
    fn a_story_inside_another_page_is_found_and_a_different_one_is_not() {
        let wire = Print::of(&story(0, 300));
        let copy = Print::of(&format!("{} {}", story(0, 300), story(2000, 2200)));
        assert!(wire.contained(&copy) > 0.8, "{}", wire.contained(&copy));
        assert!(wire.contained(&Print::of(&story(5000, 5300))) < 0.05);
        assert!(wire.contained(&Print::of("Four words are few")).abs() < f64::EPSILON);
    }

    proptest! {
        #[test]
        fn it_is_the_same_both_ways_and_whole_with_itself(a in "[a-d ]{0,300}", b in "[a-d ]{0,300}") {
            let (a, b) = (Print::of(&a), Print::of(&b));
            prop_assert!((a.contained(&b) - b.contained(&a)).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&a.contained(&b)));
            prop_assert!(a.runs == 0 || (a.contained(&a) - 1.0).abs() < 1e-12);
        }
    }
}
