//! From priors and weighed evidence to a probability: the model states, code does the arithmetic.
//!
//! The prior is the pool of the base rates. Each factor multiplies the odds by a likelihood ratio that depends on its
//! stated strength; factors that share a source say one thing and count once, by the strongest (Bayes' rule in odds form;
//! the ratios follow the verbal scale of the ENFSI guideline for evaluative reporting 2015, shrunk because news and posts
//! are weaker than forensic evidence).

use std::collections::BTreeMap;

use domain::Probability;
use serde::{Deserialize, Serialize};

use crate::pool::{Voice, pool};

/// How strongly a factor speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Says nothing either way.
    None,
    /// A hint.
    Weak,
    /// Speaks for it.
    Moderate,
    /// Hard to explain otherwise.
    Strong,
}

impl Strength {
    /// How many times likelier the evidence is if the answer is YES (for a factor that points up).
    pub const fn likelihood_ratio(self) -> f64 {
        match self {
            Self::None => 1.0,
            Self::Weak => 1.3,
            Self::Moderate => 2.0,
            Self::Strong => 4.0,
        }
    }
}

/// Where a factor points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To YES.
    Up,
    /// To NO.
    Down,
}

/// Evidence as the model weighs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// References to findings, `question/finding`.
    pub evidence: Vec<String>,
    /// Where it points.
    pub direction: Direction,
    /// How strongly.
    pub strength: Strength,
    /// Factors of one group depend on one another and count once. Empty: a group of its own.
    #[serde(default)]
    pub group: String,
}

/// The most that all evidence together may multiply the odds by, either way: ten. More than that is more than web pages
/// can carry without a person looking.
const MOST: f64 = 10.0;

/// The probability that priors and factors come to.
pub fn weigh(priors: &[Probability], factors: &[Factor]) -> Option<Probability> {
    let voices: Vec<Voice> =
        priors.iter().map(|probability| Voice { probability: *probability, weight: 1.0 }).collect();
    let prior = pool(&voices)?;
    let moved = shift(factors).clamp(-MOST.ln(), MOST.ln());
    Probability::from_log_odds(prior.log_odds() + moved).ok()
}

/// The shift in log-odds: each group by its strongest factor, opposite factors of one group cancel to their difference.
pub fn shift(factors: &[Factor]) -> f64 {
    let mut groups: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for (at, factor) in factors.iter().enumerate() {
        let name = if factor.group.is_empty() { format!("#{at}") } else { factor.group.clone() };
        let (up, down) = groups.entry(name).or_default();
        let ratio = factor.strength.likelihood_ratio().ln();
        match factor.direction {
            Direction::Up => *up = up.max(ratio),
            Direction::Down => *down = down.max(ratio),
        }
    }
    groups.values().map(|(up, down)| up - down).sum()
}

/// Puts factors that cite the same evidence into one group, whatever the model called it: the same finding cannot count
/// twice.
pub fn group_by_evidence(mut factors: Vec<Factor>) -> Vec<Factor> {
    for at in 0..factors.len() {
        let shared =
            (0..at).find(|before| factors[*before].evidence.iter().any(|id| factors[at].evidence.contains(id)));
        if let Some(before) = shared {
            if factors[before].group.is_empty() {
                factors[before].group = format!("shared-{before}");
            }
            factors[at].group = factors[before].group.clone();
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    fn factor(direction: Direction, strength: Strength, id: &str) -> Factor {
        Factor { evidence: vec![id.into()], direction, strength, group: String::new() }
    }

    #[test]
    fn evidence_moves_the_odds_by_its_ratio() {
        let after = weigh(&[p(0.5)], &[factor(Direction::Up, Strength::Moderate, "a/f1")]).unwrap();
        assert!((after.get() - 2.0 / 3.0).abs() < 1e-9);
        let back = weigh(&[p(0.5)], &[factor(Direction::Down, Strength::Strong, "a/f1")]).unwrap();
        assert!((back.get() - 0.2).abs() < 1e-9);
        let unmoved = weigh(&[p(0.3)], &[factor(Direction::Up, Strength::None, "a/f1")]).unwrap();
        assert!((unmoved.get() - 0.3).abs() < 1e-9);
        assert_eq!(weigh(&[], &[]), None);
    }

    #[test]
    fn the_same_finding_counts_once_however_often_it_is_cited() {
        let once = [factor(Direction::Up, Strength::Moderate, "a/f1")];
        let thrice = group_by_evidence(vec![once[0].clone(), once[0].clone(), once[0].clone()]);
        assert!((shift(&thrice) - shift(&once)).abs() < 1e-12);
    }

    #[test]
    fn opposite_words_about_one_thing_cancel() {
        let mut both =
            vec![factor(Direction::Up, Strength::Strong, "a/f1"), factor(Direction::Down, Strength::Strong, "a/f1")];
        both = group_by_evidence(both);
        assert!(shift(&both).abs() < 1e-12);
    }

    #[test]
    fn all_evidence_together_moves_the_odds_tenfold_at_most() {
        let many: Vec<_> = (0..20).map(|i| factor(Direction::Up, Strength::Strong, &format!("a/f{i}"))).collect();
        let after = weigh(&[p(0.5)], &many).unwrap();
        assert!((after.get() - 10.0 / 11.0).abs() < 1e-9);
    }
}
