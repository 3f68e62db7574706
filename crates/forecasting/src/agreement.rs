//! Agreement of several estimates. The stated probabilities are compared, because the computed ones also differ where
//! models split the same judgement differently between base rates and factors. If all estimates depend on the same
//! unverified claim, their agreement is treated as a disagreement, because without the claim they would agree on
//! another probability.

use domain::Probability;

use crate::estimate::Estimate;
use crate::{Opinion, combine, to_f64};

/// Spread, in probability, above which lines disagree. Nearly all of the worst misses of a public ensemble had such a
/// spread (No-Stream's bot for Metaculus: 17 of 20).
pub const MAX_SPREAD: f64 = 0.15;

/// Result of [`assess_agreement`].
#[derive(Debug, Clone, PartialEq)]
pub enum Agreement {
    /// The estimates agree, with or without any unverified claim.
    Agree,
    /// The stated probabilities differ by more than [`MAX_SPREAD`].
    Apart {
        /// Highest minus lowest stated probability.
        spread: f64,
    },
    /// The estimates agree, but would agree on another probability without one unverified claim.
    Fragile {
        /// Reference of the claim.
        claim: String,
        /// Pooled own view without the claim: its contribution to the computed probabilities is removed.
        without: Probability,
    },
}

/// Returns the highest minus the lowest probability; 0 for fewer than two.
pub fn spread(values: &[Probability]) -> f64 {
    let values = values.iter().map(|value| value.get());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    if high > low { high - low } else { 0.0 }
}

/// Assesses estimates. `unverified` lists claims with neither two independent sources nor an official one.
pub fn assess_agreement(estimates: &[Estimate], unverified: &[String]) -> Agreement {
    let stated: Vec<Probability> = estimates.iter().map(|estimate| estimate.stated).collect();
    let spread = spread(&stated);
    if spread > MAX_SPREAD {
        return Agreement::Apart { spread };
    }
    match unverified.iter().filter_map(|claim| dependence(estimates, claim)).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, claim, without)) => Agreement::Fragile { claim: claim.clone(), without },
        None => Agreement::Agree,
    }
}

/// Shift of the pooled own view without the claim, if most lines use it and the shift exceeds [`MAX_SPREAD`].
fn dependence<'a>(estimates: &[Estimate], claim: &'a String) -> Option<(f64, &'a String, Probability)> {
    let users = estimates.iter().filter(|estimate| estimate.line.uses(claim)).count();
    if users < 2 || to_f64(users) <= to_f64(estimates.len()) / 2.0 {
        return None;
    }
    let views: Vec<Probability> = estimates.iter().map(Estimate::view).collect();
    let left: Vec<Probability> = estimates
        .iter()
        .zip(&views)
        .map(|(estimate, view)| {
            Probability::from_log_odds(view.log_odds() - estimate.line.contribution(claim)).unwrap_or(*view)
        })
        .collect();
    let (with, without) = (pool(&views)?, pool(&left)?);
    let moved = (with.get() - without.get()).abs();
    (moved > MAX_SPREAD).then_some((moved, claim, without))
}

fn pool(values: &[Probability]) -> Option<Probability> {
    let opinions: Vec<Opinion> = values.iter().copied().map(Opinion::plain).collect();
    combine(&[opinions], None).map(|pooled| pooled.mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;
    use crate::factor::tests::factor;
    use crate::factor::{Direction, Strength};

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    /// An estimate that states what follows from its line.
    fn line(prior: f64, findings: &[&str]) -> Estimate {
        let factors = findings.iter().map(|id| factor(Direction::Up, Strength::Strong, id)).collect();
        of(Line { prior: p(prior), factors })
    }

    fn of(line: Line) -> Estimate {
        Estimate { stated: line.probability(), line, confidence: 0.5, stated_weight: crate::estimate::STATED_WEIGHT }
    }

    #[test]
    fn only_stated_probabilities_are_compared() {
        let same = |prior| Estimate { stated: p(0.85), ..line(prior, &[]) };
        assert_eq!(assess_agreement(&[same(0.3), same(0.9)], &[]), Agreement::Agree);
    }

    #[test]
    fn lines_with_a_large_spread_disagree() {
        assert!(
            matches!(assess_agreement(&[line(0.3, &[]), line(0.6, &[])], &[]), Agreement::Apart { spread } if (spread - 0.3).abs() < 1e-9)
        );
        assert_eq!(assess_agreement(&[line(0.3, &[]), line(0.4, &[])], &[]), Agreement::Agree);
        assert_eq!(assess_agreement(&[], &[]), Agreement::Agree);
    }

    #[test]
    fn agreement_on_one_unverified_claim_is_fragile() {
        let lines = [line(0.3, &["a"]), line(0.3, &["a"]), line(0.3, &["a"])];
        let Agreement::Fragile { claim, without } = assess_agreement(&lines, &["b".into(), "a".into()]) else {
            panic!("fragile")
        };
        assert_eq!(claim, "a");
        assert!((without.get() - 0.3).abs() < 1e-9);
        assert_eq!(assess_agreement(&lines, &[]), Agreement::Agree, "an agreement may depend on a verified claim");
    }

    #[test]
    fn a_claim_that_few_lines_use_or_that_changes_little_is_not_fragile() {
        let few = [line(0.5, &["a"]), line(0.8, &[]), line(0.8, &[])];
        assert_eq!(assess_agreement(&few, &["a".into()]), Agreement::Agree);
        assert_eq!(
            assess_agreement(&[line(0.5, &["a"])], &["a".into()]),
            Agreement::Agree,
            "one line cannot be fragile"
        );
        let weak = of(Line { prior: p(0.5), factors: vec![factor(Direction::Up, Strength::Weak, "a")] });
        assert_eq!(assess_agreement(&[weak.clone(), weak], &["a".into()]), Agreement::Agree);
    }
}
