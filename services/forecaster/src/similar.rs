//! Whether two findings state the same: the same content words, numbers and negations. Pure.

use std::collections::BTreeSet;

/// Share of all words that the same statement shares in two wordings.
const SAME: f64 = 0.7;
/// Share of the shorter statement's words by which two findings of one page repeat each other.
const REPEATED: f64 = 0.6;

/// Words without content.
const EMPTY: [&str; 24] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is", "it", "of", "on", "or",
    "that", "the", "to", "was", "were", "with",
];
/// Words that reverse a statement.
const NEGATIONS: [&str; 12] =
    ["no", "not", "never", "without", "denied", "denies", "rejected", "failed", "against", "nicht", "kein", "keine"];

/// The content of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
    negations: BTreeSet<String>,
}

impl Content {
    /// Returns the content of a text.
    pub(crate) fn of(text: &str) -> Self {
        let lower = text.to_lowercase().replace(',', "");
        let (mut words, mut numbers, mut negations) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for token in lower.split(|c: char| !(c.is_alphanumeric() || c == '.')) {
            let token = token.trim_matches('.');
            let into = match token {
                "" => continue,
                token if EMPTY.contains(&token) => continue,
                token if NEGATIONS.contains(&token) => &mut negations,
                token if token.chars().any(|c| c.is_ascii_digit()) => &mut numbers,
                _ => &mut words,
            };
            into.insert(token.to_owned());
        }
        Self { words, numbers, negations }
    }

    /// Tells whether both are the same statement, perhaps in other words.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.numbers == other.numbers
            && self.negations == other.negations
            && self.share(other, self.words.union(&other.words).count()) >= SAME
    }

    /// Tells whether one repeats the other, as two findings of one page do that were read from one sentence.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let fits = self.numbers.is_subset(&other.numbers) || other.numbers.is_subset(&self.numbers);
        fits && self.negations == other.negations
            && self.share(other, self.words.len().min(other.words.len())) >= REPEATED
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    fn share(&self, other: &Self, of: usize) -> f64 {
        if of == 0 {
            return if self.words == other.words { 1.0 } else { 0.0 };
        }
        self.words.intersection(&other.words).count() as f64 / of as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        Content::of(one).is_same(&Content::of(other))
    }

    #[test]
    fn other_numbers_or_a_negation_are_another_statement() {
        assert!(same("The council approved the bridge on 4 May.", "On 4 May, the council approved the bridge"));
        assert!(!same("Revenue rose to 1,250 million", "Revenue rose to 1,350 million"));
        assert!(!same("The council approved the bridge", "The council has not approved the bridge"));
        assert!(!same("The council approved the bridge", "Inflation fell in October"));
    }

    #[test]
    fn a_longer_wording_repeats_a_shorter_one() {
        let (short, long) =
            ("Nine of 11 economists expect a cut", "In a poll, nine of 11 economists expect a rate cut");
        assert!(Content::of(short).repeats(&Content::of(long)) && !Content::of(short).is_same(&Content::of(long)));
        assert!(!Content::of(short).repeats(&Content::of("Inflation was 1.8 percent in October")));
    }
}
