//! Trigram similarity as `pg_trgm` computes it: shared trigrams divided by all trigrams.

use std::collections::BTreeSet;

/// Three characters packed into 21 bits each.
pub type Trigram = u64;

/// Minimum similarity of a proposal (`pg_trgm.similarity_threshold`).
pub const THRESHOLD: f64 = 0.3;

/// Returns the trigrams of a text: lower-case words of letters and digits, each padded with two blanks before and one
/// after.
pub fn trigrams(text: &str) -> BTreeSet<Trigram> {
    let lower = text.to_lowercase();
    let mut all = BTreeSet::new();
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let (mut one, mut two) = (' ', ' ');
        for three in word.chars().chain([' ']) {
            all.insert(packed(one, two, three));
            (one, two) = (two, three);
        }
    }
    all
}

/// Returns the similarity, 0 to 1; 0 if neither text has a trigram.
pub fn similarity(one: &str, other: &str) -> f64 {
    let (one, other) = (trigrams(one), trigrams(other));
    share(one.intersection(&other).count(), one.len(), other.len())
}

/// Returns the similarity of two texts with `one` and `other` trigrams, of which `shared` are common.
pub fn share(shared: usize, one: usize, other: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let all = (one + other).saturating_sub(shared);
    if all == 0 { 0.0 } else { number(shared) / number(all) }
}

fn packed(one: char, two: char, three: char) -> Trigram {
    (u64::from(u32::from(one)) << 42) | (u64::from(u32::from(two)) << 21) | u64::from(u32::from(three))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_similarity_of_pg_trgm() {
        // select similarity('word', 'two words') = 0.36363637
        assert!((similarity("word", "two words") - 4.0 / 11.0).abs() < 1e-9);
        assert!((similarity("Bonk!", "bonk") - 1.0).abs() < 1e-9);
        assert!(similarity("", "").abs() < 1e-9);
    }
}
