//! Detection of statements that say the same, or the opposite, in nearly the same words.
//!
//! The comparison is conservative, because a wrong merge hides a fact. Two statements are compared only if nearly all
//! their content words agree. Numbers, negations and words of direction, which plain word overlap ignores, then decide
//! whether the statements agree. Paraphrases in different words remain two statements; the model may still merge them
//! in the evidence filter.

use std::collections::BTreeSet;

use retrieval::text;

use crate::quotes::ascii_numerals;

/// Share of common content words (Jaccard) from which two statements have the same topic.
const MIN_WORD_OVERLAP: f64 = 0.8;

/// Words that negate a statement.
const NEGATIONS: [&str; 14] = [
    "no",
    "not",
    "never",
    "none",
    "neither",
    "nor",
    "without",
    "cannot",
    "false",
    "untrue",
    "incorrect",
    "denied",
    "denies",
    "unfounded",
];

/// Pairs of opposite directions, as stems or function words.
const DIRECTIONS: [(&str, &str); 22] = [
    ("up", "down"),
    ("above", "below"),
    ("over", "under"),
    ("before", "after"),
    ("more", "less"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("increas", "decreas"),
    ("grew", "shrank"),
    ("grow", "shrink"),
    ("gain", "lost"),
    ("higher", "lower"),
    ("high", "low"),
    ("win", "lose"),
    ("won", "lost"),
    ("accept", "reject"),
    ("approv", "reject"),
    ("pass", "fail"),
    ("open", "close"),
    ("buy", "sell"),
    ("support", "oppos"),
    ("warm", "cool"),
];

/// Relation between two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Both say the same.
    Same,
    /// Same topic, and at most one of them is true.
    Opposite,
    /// Any other relation, or unknown.
    Other,
}

/// A statement, tokenised for many comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
    /// Numbers with a minus sign.
    negatives: BTreeSet<String>,
    negated: bool,
    /// Directions as (index in [`DIRECTIONS`], true for the first word of the pair).
    directions: BTreeSet<(usize, bool)>,
}

impl Statement {
    /// Tokenises a text.
    pub fn new(text: &str) -> Self {
        let plain = text.to_lowercase().replace('\u{2019}', "'").replace("n't", " not").replace("per cent", "percent");
        let plain = ascii(&plain.replace(['%', '٪', '％'], " percent "));
        let (numbers, negatives) = (numbers(&plain), negatives(&plain));
        let all: Vec<&str> = text::words(&plain).collect();
        let negated = all.iter().filter(|word| NEGATIONS.contains(word)).count() % 2 == 1;
        let mut words: BTreeSet<String> = text::stems(&plain).into_iter().collect();
        let mut directions = BTreeSet::new();
        for word in all.iter().map(|word| (*word).to_owned()).chain(words.clone()) {
            for (pair, (one, other)) in DIRECTIONS.iter().enumerate() {
                if word == *one || word == *other {
                    directions.insert((pair, word == *one));
                    words.remove(&word);
                }
            }
        }
        words.retain(|word| !NEGATIONS.contains(&word.as_str()) && !word.bytes().all(|byte| byte.is_ascii_digit()));
        Self { words, numbers, negatives, negated, directions }
    }

    /// Compares two statements.
    pub fn relation(&self, other: &Self) -> Relation {
        let union = self.words.union(&other.words).count();
        if union == 0 || self.numbers != other.numbers || self.negatives != other.negatives {
            return Relation::Other;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of words")]
        let alike = self.words.intersection(&other.words).count() as f64 / union as f64;
        if alike < MIN_WORD_OVERLAP {
            return Relation::Other;
        }
        let turned: BTreeSet<(usize, bool)> = other.directions.iter().map(|(pair, side)| (*pair, !side)).collect();
        match (self.negated == other.negated, self.directions == other.directions) {
            (true, true) => Relation::Same,
            (false, true) => Relation::Opposite,
            (true, false) if self.directions == turned => Relation::Opposite,
            _ => Relation::Other,
        }
    }
}

/// Returns the direction that a word or stem states: its pair of opposites, and true for the first word of the pair.
pub(crate) fn direction(word: &str) -> Option<(usize, bool)> {
    let pair = DIRECTIONS.iter().position(|(one, other)| word == *one || word == *other)?;
    Some((pair, DIRECTIONS[pair].0 == word))
}

/// Returns the numbers of a text in ASCII digits, without thousands separators and final zeros: `1,250.50` becomes
/// `1250.5`.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let text = ascii(text);
    let within = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let runs = text.split(|c: char| !within(c)).map(|run| run.trim_matches(['.', ',']).replace(',', ""));
    let short = |run: String| match run.split_once('.') {
        Some(_) => run.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => run,
    };
    runs.filter(|run| run.bytes().any(|byte| byte.is_ascii_digit())).map(short).collect()
}

/// Returns the numbers that follow a minus sign.
fn negatives(text: &str) -> BTreeSet<String> {
    let is_negative = |word: &&str| word.trim_start_matches(['(', '$', '€', '£', '¥']).starts_with(['-', '−']);
    text.split_whitespace().filter(is_negative).flat_map(numbers).collect()
}

/// Writes digits and separators of other scripts in ASCII.
fn ascii(text: &str) -> String {
    ascii_numerals(text.chars()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn relation(one: &str, other: &str) -> Relation {
        Statement::new(one).relation(&Statement::new(other))
    }

    #[test]
    fn statements_in_nearly_the_same_words_are_the_same() {
        for (one, other) in [
            ("The bank left its rate unchanged at 3.25%.", "The bank's rate was left unchanged at 3.25 per cent"),
            ("Ocean warming has sped up!", "ocean warming sped up"),
            ("The token has 1,250,000 holders.", "The token has 1250000 holders"),
            ("It isn't true that the vote never failed.", "It is not true that the vote never failed"),
            ("The rate of the bank is 4.5%", "The rate of the bank is 4.50 %"),
            ("معدل البطالة في نورلاند هو ٤٫٥٪", "معدل البطالة في نورلاند هو 4.5%"),
        ] {
            assert_eq!(relation(one, other), Relation::Same, "{one} / {other}");
        }
    }

    #[test]
    fn a_full_width_comma_is_of_a_number_only_before_three_digits() {
        assert_eq!(numbers("增至１２，３４５人"), BTreeSet::from(["12345".to_owned()]));
        assert_eq!(numbers("增至5，2024年"), BTreeSet::from(["2024".to_owned(), "5".to_owned()]));
    }

    #[test]
    fn a_number_a_negation_or_a_direction_makes_another_statement() {
        for (one, other, relation_is) in [
            ("The bank left its rate at 3.25%.", "The bank left its rate at 3.50%.", Relation::Other),
            (
                "The senate passed the bill on Monday.",
                "The senate did not pass the bill on Monday.",
                Relation::Opposite,
            ),
            ("The price of oil rose on Monday.", "The price of oil fell on Monday.", Relation::Opposite),
            ("Sales were higher in May.", "Sales were not lower in May.", Relation::Other),
            ("The price of oil rose.", "The price of gold rose.", Relation::Other),
            ("The night in Kelm had -5 degrees.", "The night in Kelm had 5 degrees.", Relation::Other),
            ("معدل البطالة في نورلاند هو ٤٫٥٪", "معدل البطالة في نورلاند هو ٥٫٢٪", Relation::Other),
            ("", "", Relation::Other),
        ] {
            assert_eq!(relation(one, other), relation_is, "{one} / {other}");
        }
    }

    proptest! {
        #[test]
        fn the_relation_is_symmetric(one in "(not|rose|fell|up|bank|oil|3|4| ){0,12}", other in "(not|rose|fell|up|bank|oil|3|4| ){0,12}") {
            prop_assert_eq!(relation(&one, &other), relation(&other, &one));
        }
    }
}
