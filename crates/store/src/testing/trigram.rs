//! Trigram similarity as `pg_trgm` computes it.

use std::collections::BTreeSet;

/// Shared trigrams over all trigrams; words are padded by two blanks in front and one behind.
pub(super) fn similarity(one: &str, other: &str) -> f64 {
    let (one, other) = (trigrams(one), trigrams(other));
    let shared = one.intersection(&other).count();
    let all = one.union(&other).count();
    if all == 0 { 0.0 } else { ratio(shared, all) }
}

/// Small counts divide exactly enough.
pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    number(part) / number(whole.max(1))
}

/// Lower-case words of letters and digits.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn trigrams(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for word in words(text) {
        let padded: Vec<char> = format!("  {word} ").chars().collect();
        all.extend(padded.windows(3).map(|three| three.iter().collect::<String>()));
    }
    all
}
