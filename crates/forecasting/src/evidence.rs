//! How far findings move the odds.
//!
//! Bayes' rule in odds form: odds after = odds before × likelihood ratio, so weights of evidence, `ln LR`, add (Good 1950,
//! "Probability and the Weighing of Evidence"). A model states a word for each ratio; the words are the lower steps of the
//! verbal scale of the ENFSI guideline for evaluative reporting (2015), shrunk because news and posts are weaker than
//! forensic evidence, and because stated strengths are overstated (Tetlock 2005: experts over-update).
//!
//! A report that is true with chance `r`, and otherwise says nothing, has the ratio `r·LR + (1 − r)` (Schum 1994, "The
//! Evidential Foundations of Probabilistic Reasoning", ch. 7). Findings that depend on one another say one thing: they
//! count once, by the strongest.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// How strongly a finding speaks.
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
    /// How many times likelier the finding is if the answer is what it points to.
    pub const fn likelihood_ratio(self) -> f64 {
        match self {
            Self::None => 1.0,
            Self::Weak => 1.3,
            Self::Moderate => 2.0,
            Self::Strong => 4.0,
        }
    }
}

/// Where a finding points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To YES.
    Up,
    /// To NO.
    Down,
}

/// Weighed evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Factor {
    /// References to the findings that it rests on.
    pub evidence: Vec<String>,
    /// Where it points.
    pub direction: Direction,
    /// How strongly.
    pub strength: Strength,
    /// 0 to 1: the chance that what was reported is so.
    pub reliability: f64,
    /// What it depends on: its findings, the page they stand on, a group that was stated. Factors that share one, directly or over
    /// others, count once.
    pub depends_on: Vec<String>,
}

impl Factor {
    /// Its weight of evidence without the direction, never negative.
    pub fn weight(&self) -> f64 {
        let reliability = if self.reliability.is_finite() { self.reliability.clamp(0.0, 1.0) } else { 0.0 };
        (reliability * self.strength.likelihood_ratio() + 1.0 - reliability).ln()
    }
}

/// The most that all evidence together may multiply the odds by, either way: ten. More than that is more than web pages
/// can carry without a person looking.
pub const MOST: f64 = 10.0;

/// The move in log-odds, at most [`MOST`] either way.
pub fn shift(factors: &[Factor]) -> f64 {
    let moved: f64 = groups(factors).iter().map(|(up, down)| up - down).sum();
    moved.clamp(-MOST.ln(), MOST.ln())
}

/// How much there is to go by, 0 to 1, whichever way it points: `1 − Π 1/LR` over what is independent. Nothing: 0, one moderate
/// finding: a half, two: three quarters.
pub fn support(factors: &[Factor]) -> f64 {
    1.0 - (-groups(factors).iter().map(|(up, down)| up.max(*down)).sum::<f64>()).exp()
}

/// What each independent group says for and against, by its strongest.
fn groups(factors: &[Factor]) -> Vec<(f64, f64)> {
    let mut said: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (group, factor) in components(factors).into_iter().zip(factors) {
        let (up, down) = said.entry(group).or_default();
        match factor.direction {
            Direction::Up => *up = up.max(factor.weight()),
            Direction::Down => *down = down.max(factor.weight()),
        }
    }
    said.into_values().collect()
}

/// The group of each factor: who shares a dependency, directly or over others, is in one (union and find).
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
        Factor { evidence: vec![id.into()], direction, strength, reliability: 1.0, depends_on: vec![] }
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
            },
        )
    }

    #[test]
    fn evidence_moves_the_odds_by_its_ratio() {
        let moderate = factor(Direction::Up, Strength::Moderate, "a");
        assert!((shift(std::slice::from_ref(&moderate)) - 2f64.ln()).abs() < 1e-12);
        assert!((shift(&[factor(Direction::Down, Strength::Strong, "a")]) + 4f64.ln()).abs() < 1e-12);
        assert!(shift(&[factor(Direction::Up, Strength::None, "a")]).abs() < 1e-12);
        let half = Factor { reliability: 0.5, ..moderate };
        assert!((half.weight() - 1.5f64.ln()).abs() < 1e-12, "true in one of two cases");
    }

    #[test]
    fn what_depends_on_one_another_counts_once() {
        let strong = factor(Direction::Up, Strength::Strong, "a");
        let weak = factor(Direction::Up, Strength::Weak, "b");
        let mut page = weak.clone();
        page.depends_on = vec!["page x".into()];
        let mut chained = factor(Direction::Up, Strength::Moderate, "c");
        chained.depends_on = vec!["page x".into(), "a".into()];
        assert!((shift(&[strong.clone(), strong.clone(), strong.clone()]) - 4f64.ln()).abs() < 1e-12);
        let apart = shift(&[strong.clone(), page.clone()]);
        assert!((apart - 4f64.ln() - 1.3f64.ln()).abs() < 1e-12);
        assert!((shift(&[strong.clone(), page, chained]) - 4f64.ln()).abs() < 1e-12, "over a third they are one");
        let against = factor(Direction::Down, Strength::Strong, "a");
        assert!(shift(&[strong, against]).abs() < 1e-12, "the same finding for and against says nothing");
    }

    #[test]
    fn there_is_a_most_and_support_grows_with_what_is_independent() {
        let many: Vec<Factor> = (0..9).map(|n| factor(Direction::Up, Strength::Strong, &n.to_string())).collect();
        assert!((shift(&many) - MOST.ln()).abs() < 1e-12);
        assert!(support(&[]).abs() < 1e-12);
        assert!((support(&[factor(Direction::Down, Strength::Moderate, "a")]) - 0.5).abs() < 1e-12);
        let two = [factor(Direction::Down, Strength::Moderate, "a"), factor(Direction::Up, Strength::Moderate, "b")];
        assert!((support(&two) - 0.75).abs() < 1e-12 && shift(&two).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn yes_and_no_are_alike_and_one_more_finding_for_yes_never_lowers(factors in prop::collection::vec(any_factor(), 0..8), strength in 0usize..4) {
            let moved = shift(&factors);
            prop_assert!(moved.is_finite() && moved.abs() <= MOST.ln() + 1e-12);
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
