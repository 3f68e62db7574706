//! Statements that say the same thing in nearly the same words, and such as say the very opposite.
//!
//! Careful on purpose: a wrong merge hides a fact. Two statements are compared only where nearly all their content words are
//! the same; whether they then agree is decided by the numbers, the negations and the words of direction, which ordinary
//! word overlap throws away. Paraphrases in quite different words stay two statements; the model may still merge them in
//! the filter.

use std::collections::BTreeSet;

/// From this share of common content words on, two statements speak of the same thing.
const ALIKE: f64 = 0.8;

/// Words that turn a statement round.
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

/// Pairs that point in opposite directions, by stems or function words.
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

/// What two statements are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They say the same.
    Same,
    /// They are about the same and cannot both be true.
    Opposite,
    /// Nothing can be said.
    Other,
}

/// A statement, prepared for many comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
    negated: bool,
    /// Which directions it points in: index of the pair, and which side.
    directions: BTreeSet<(usize, bool)>,
}

impl Statement {
    /// Prepares a text.
    pub fn new(text: &str) -> Self {
        let plain = text.to_lowercase().replace('\u{2019}', "'").replace("n't", " not").replace("per cent", "percent");
        let plain = plain.replace('%', " percent ");
        let numbers = numbers(&plain);
        let all: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let negated = all.iter().filter(|word| NEGATIONS.contains(word)).count() % 2 == 1;
        let mut words: BTreeSet<String> = retrieval::ranking::words::stems(&plain).into_iter().collect();
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
        Self { words, numbers, negated, directions }
    }

    /// What this statement is to another.
    pub fn relation(&self, other: &Self) -> Relation {
        let union = self.words.union(&other.words).count();
        if union == 0 || self.numbers != other.numbers {
            return Relation::Other;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of words")]
        let alike = self.words.intersection(&other.words).count() as f64 / union as f64;
        if alike < ALIKE {
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

/// The numbers of a text as written, without the commas of thousands: `1,250.50` is `1250.50`.
pub fn numbers(text: &str) -> BTreeSet<String> {
    let within = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let runs = text.split(|c: char| !within(c)).map(|run| run.trim_matches(['.', ',']).replace(',', ""));
    runs.filter(|run| run.bytes().any(|byte| byte.is_ascii_digit())).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn relation(one: &str, other: &str) -> Relation {
        Statement::new(one).relation(&Statement::new(other))
    }

    #[test]
    fn the_same_in_nearly_the_same_words() {
        for (one, other) in [
            ("The bank left its rate unchanged at 3.25%.", "The bank's rate was left unchanged at 3.25 per cent"),
            ("Ocean warming has sped up!", "ocean warming sped up"),
            ("The token has 1,250,000 holders.", "The token has 1250000 holders"),
            ("It isn't true that the vote never failed.", "It is not true that the vote never failed"),
        ] {
            assert_eq!(relation(one, other), Relation::Same, "{one} / {other}");
        }
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
            ("", "", Relation::Other),
        ] {
            assert_eq!(relation(one, other), relation_is, "{one} / {other}");
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_which_is_asked(one in "(not|rose|fell|up|bank|oil|3|4| ){0,12}", other in "(not|rose|fell|up|bank|oil|3|4| ){0,12}") {
            prop_assert_eq!(relation(&one, &other), relation(&other, &one));
        }
    }
}
