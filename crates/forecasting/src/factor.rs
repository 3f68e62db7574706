//! Weights of evidence: the effect of findings on the odds.
//!
//! Bayes' rule in odds form: odds after = odds before × likelihood ratio, so weights of evidence, `ln LR`, add (Good
//! 1950, "Probability and the Weighing of Evidence"). A model states a word for each ratio. The words are the lower
//! steps of the verbal scale of the ENFSI guideline for evaluative reporting (2015), shrunk because news and posts are
//! weaker than forensic evidence, and because stated strengths are overstated (Tetlock 2005: experts over-update).
//!
//! A report that is true with probability `r`, and otherwise uninformative, has the ratio `r·LR + (1 − r)` (Schum 1994,
//! "The Evidential Foundations of Probabilistic Reasoning", ch. 7). Of findings that depend on one another only the
//! strongest counts.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// Strength of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// No information; likelihood ratio 1.
    None,
    /// A hint; likelihood ratio 1.3.
    Weak,
    /// Supports the answer; likelihood ratio 2.
    Moderate,
    /// Hard to explain otherwise; likelihood ratio 4.
    Strong,
}

impl Strength {
    /// Returns the likelihood ratio: how much likelier the finding is if the answer has its direction.
    pub const fn likelihood_ratio(self) -> f64 {
        match self {
            Self::None => 1.0,
            Self::Weak => 1.3,
            Self::Moderate => 2.0,
            Self::Strong => 4.0,
        }
    }
}

/// Answer that a finding supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The finding supports YES.
    Up,
    /// The finding supports NO.
    Down,
}

/// A finding, or several that form one argument, with its weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    /// References to the findings.
    pub evidence: Vec<String>,
    /// Answer that it supports.
    pub direction: Direction,
    /// Strength of the support.
    pub strength: Strength,
    /// Probability that the report is true, 0 to 1.
    pub reliability: f64,
    /// Dependencies: findings, their pages, or a stated group. Factors that share one, directly or through others,
    /// count once.
    pub depends_on: Vec<String>,
    /// `true` if a supported finding of an official source settles the question in this direction.
    pub settles: bool,
}

impl Factor {
    /// Returns the weight of evidence in log-odds without the direction, at least 0.
    pub fn weight(&self) -> f64 {
        let reliability = if self.reliability.is_finite() { self.reliability.clamp(0.0, 1.0) } else { 0.0 };
        (reliability * self.strength.likelihood_ratio() + 1.0 - reliability).ln()
    }
}

/// Maximum factor by which all evidence together may multiply the odds, in either direction: more would exceed what web
/// pages can support without human review.
pub const MAX_ODDS_FACTOR: f64 = 10.0;

/// Returns the total shift in log-odds, at most ln [`MAX_ODDS_FACTOR`] in either direction.
pub fn shift(factors: &[Factor]) -> f64 {
    let moved: f64 = groups(factors).iter().map(|(up, down)| up - down).sum();
    moved.clamp(-MAX_ODDS_FACTOR.ln(), MAX_ODDS_FACTOR.ln())
}

/// Returns the direction in which a factor settles the question; `None` if none does, or if two contradict each other.
pub fn settled(factors: &[Factor]) -> Option<Direction> {
    let mut directions = factors.iter().filter(|factor| factor.settles).map(|factor| factor.direction);
    let first = directions.next()?;
    directions.all(|direction| direction == first).then_some(first)
}

/// Returns the amount of evidence, 0 to 1, regardless of direction: `1 − Π 1/LR` over independent groups. No finding
/// gives 0, one moderate finding 0.5, two 0.75.
pub fn support(factors: &[Factor]) -> f64 {
    1.0 - (-groups(factors).iter().map(|(up, down)| up.max(*down)).sum::<f64>()).exp()
}

/// Weights for and against of each independent group, from its strongest factors.
fn groups(factors: &[Factor]) -> Vec<(f64, f64)> {
    let mut weights: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (group, factor) in components(factors).into_iter().zip(factors) {
        let (up, down) = weights.entry(group).or_default();
        match factor.direction {
            Direction::Up => *up = up.max(factor.weight()),
            Direction::Down => *down = down.max(factor.weight()),
        }
    }
    weights.into_values().collect()
}

/// Group of each factor (union-find): factors that share a dependency, directly or through others, are in one group.
fn components(factors: &[Factor]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..factors.len()).collect();
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (at, factor) in factors.iter().enumerate() {
        for key in factor.depends_on.iter().chain(&factor.evidence) {
            let other = *first.entry(key.as_str()).or_insert(at);
            let (a, b) = (root(&parent, at), root(&parent, other));
            parent[a.max(b)] = a.min(b);
        }
    }
    (0..factors.len()).map(|at| root(&parent, at)).collect()
}

fn root(parent: &[usize], mut at: usize) -> usize {
    while parent[at] != at {
        at = parent[at];
    }
    at
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn factor(direction: Direction, strength: Strength, id: &str) -> Factor {
        Factor { evidence: vec![id.into()], direction, strength, reliability: 1.0, depends_on: vec![], settles: false }
    }

    pub(crate) fn any_factor() -> impl Strategy<Value = Factor> {
        let strength = prop::sample::select(vec![Strength::None, Strength::Weak, Strength::Moderate, Strength::Strong]);
        let direction = prop::sample::select(vec![Direction::Up, Direction::Down]);
        let keys = |of: &'static str| prop::collection::vec((0..6u8).prop_map(move |n| format!("{of}{n}")), 1..3);
        (keys("f"), direction, strength, -0.5..1.5f64, keys("page")).prop_map(
            |(evidence, direction, strength, reliability, depends_on)| Factor {
                evidence,
                direction,
                strength,
                reliability,
                depends_on,
                settles: false,
            },
        )
    }

    #[test]
    fn a_factor_shifts_the_odds_by_its_likelihood_ratio() {
        let moderate = factor(Direction::Up, Strength::Moderate, "a");
        assert!((shift(std::slice::from_ref(&moderate)) - 2f64.ln()).abs() < 1e-12);
        assert!((shift(&[factor(Direction::Down, Strength::Strong, "a")]) + 4f64.ln()).abs() < 1e-12);
        assert!(shift(&[factor(Direction::Up, Strength::None, "a")]).abs() < 1e-12);
        let half = Factor { reliability: 0.5, ..moderate };
        assert!((half.weight() - 1.5f64.ln()).abs() < 1e-12, "true in one of two cases");
    }

    #[test]
    fn dependent_factors_count_once() {
        let strong = factor(Direction::Up, Strength::Strong, "a");
        let weak = factor(Direction::Up, Strength::Weak, "b");
        let mut page = weak.clone();
        page.depends_on = vec!["page x".into()];
        let mut chained = factor(Direction::Up, Strength::Moderate, "c");
        chained.depends_on = vec!["page x".into(), "a".into()];
        assert!((shift(&[strong.clone(), strong.clone(), strong.clone()]) - 4f64.ln()).abs() < 1e-12);
        let apart = shift(&[strong.clone(), page.clone()]);
        assert!((apart - 4f64.ln() - 1.3f64.ln()).abs() < 1e-12);
        assert!(
            (shift(&[strong.clone(), page, chained]) - 4f64.ln()).abs() < 1e-12,
            "one group through a third factor"
        );
        let against = factor(Direction::Down, Strength::Strong, "a");
        assert!(shift(&[strong, against]).abs() < 1e-12, "the same finding for and against cancels");
    }

    #[test]
    fn the_shift_is_limited_and_support_grows_with_independent_factors() {
        let many: Vec<Factor> = (0..9).map(|n| factor(Direction::Up, Strength::Strong, &n.to_string())).collect();
        assert!((shift(&many) - MAX_ODDS_FACTOR.ln()).abs() < 1e-12);
        assert!(support(&[]).abs() < 1e-12);
        assert!((support(&[factor(Direction::Down, Strength::Moderate, "a")]) - 0.5).abs() < 1e-12);
        let two = [factor(Direction::Down, Strength::Moderate, "a"), factor(Direction::Up, Strength::Moderate, "b")];
        assert!((support(&two) - 0.75).abs() < 1e-12 && shift(&two).abs() < 1e-12);
    }

    #[test]
    fn factors_that_settle_in_both_directions_settle_nothing() {
        let settles = |direction| Factor { settles: true, ..factor(direction, Strength::Strong, "a") };
        let hint = factor(Direction::Down, Strength::Weak, "b");
        assert_eq!(settled(&[hint.clone(), settles(Direction::Up)]), Some(Direction::Up));
        assert_eq!(settled(&[settles(Direction::Up), settles(Direction::Down)]), None);
        assert_eq!(settled(&[hint]), None);
    }

    proptest! {
        #[test]
        fn yes_and_no_are_symmetric_and_one_more_finding_for_yes_never_lowers(factors in prop::collection::vec(any_factor(), 0..8), strength in 0usize..4) {
            let moved = shift(&factors);
            prop_assert!(moved.is_finite() && moved.abs() <= MAX_ODDS_FACTOR.ln() + 1e-12);
            prop_assert!((0.0..=1.0).contains(&support(&factors)));
            let mirrored: Vec<Factor> = factors.iter().cloned().map(|factor| Factor {
                direction: if factor.direction == Direction::Up { Direction::Down } else { Direction::Up },
                ..factor
            }).collect();
            prop_assert!((moved + shift(&mirrored)).abs() < 1e-9);
            let strength = [Strength::None, Strength::Weak, Strength::Moderate, Strength::Strong][strength];
            let mut more = factors;
            more.push(factor(Direction::Up, strength, "a new one"));
            prop_assert!(shift(&more) >= moved - 1e-12);
        }

        #[test]
        fn the_order_does_not_matter(factors in prop::collection::vec(any_factor(), 0..8)) {
            let mut reversed = factors.clone();
            reversed.reverse();
            prop_assert!((shift(&factors) - shift(&reversed)).abs() < 1e-9);
        }
    }
}
