//! Whether several lines of reasoning agree, and what the agreement rests on. Lines that all lean on the same claim, which nobody has
//! verified, agree by accident: take the claim away and they would agree on something else. That is treated as
//! disagreement.

use domain::Probability;

use crate::line::Line;
use crate::{Opinion, combine, number};

/// Lines further apart than this, in probability, disagree. Of the worst misses of a public ensemble nearly all had such a
/// spread (No-Stream's bot for Metaculus: 17 of 20), and the issue sets the figure.
pub const APART: f64 = 0.15;

/// How lines of reasoning stand to one another.
#[derive(Debug, Clone, PartialEq)]
pub enum Agreement {
    /// They agree, whatever is taken away.
    Agree,
    /// They lie this far apart, in probability.
    Apart {
        /// Highest minus lowest.
        spread: f64,
    },
    /// They agree, and would agree on something else without one unverified claim.
    Fragile {
        /// The claim's reference.
        claim: String,
        /// What they would come to without it.
        without: Probability,
    },
}

/// Highest minus lowest, in probability. 0 for fewer than two.
pub fn spread(values: &[Probability]) -> f64 {
    let values = values.iter().map(|value| value.get());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    if high > low { high - low } else { 0.0 }
}

/// Judges lines; `unverified` are the references of claims that have not two independent voices or an official one.
pub fn judge(lines: &[Line], unverified: &[String]) -> Agreement {
    let said: Vec<Probability> = lines.iter().map(Line::probability).collect();
    let spread = spread(&said);
    if spread > APART {
        return Agreement::Apart { spread };
    }
    match unverified.iter().filter_map(|claim| leaning(lines, &said, claim)).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, claim, without)) => Agreement::Fragile { claim: claim.clone(), without },
        None => Agreement::Agree,
    }
}

/// How far the pool of the lines moves without the claim, where most of them use it and it moves further than [`APART`].
fn leaning<'a>(lines: &[Line], said: &[Probability], claim: &'a String) -> Option<(f64, &'a String, Probability)> {
    let users = lines.iter().filter(|line| line.uses(claim)).count();
    if users < 2 || number(users) <= number(lines.len()) / 2.0 {
        return None;
    }
    let left: Vec<Probability> = lines.iter().map(|line| line.without(claim)).collect();
    let (with, without) = (plain(said)?, plain(&left)?);
    let moved = (with.get() - without.get()).abs();
    (moved > APART).then_some((moved, claim, without))
}

fn plain(values: &[Probability]) -> Option<Probability> {
    let opinions: Vec<Opinion> = values.iter().copied().map(Opinion::plain).collect();
    combine(&[opinions], None).map(|pooled| pooled.mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::tests::factor;
    use crate::evidence::{Direction, Strength};

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    fn line(prior: f64, findings: &[&str]) -> Line {
        let factors = findings.iter().map(|id| factor(Direction::Up, Strength::Strong, id)).collect();
        Line { prior: p(prior), factors }
    }

    #[test]
    fn lines_that_lie_apart_disagree() {
        assert!(
            matches!(judge(&[line(0.3, &[]), line(0.6, &[])], &[]), Agreement::Apart { spread } if (spread - 0.3).abs() < 1e-9)
        );
        assert_eq!(judge(&[line(0.3, &[]), line(0.4, &[])], &[]), Agreement::Agree);
        assert_eq!(judge(&[], &[]), Agreement::Agree);
    }

    #[test]
    fn agreement_on_one_unverified_claim_is_fragile() {
        let lines = [line(0.3, &["a"]), line(0.3, &["a"]), line(0.3, &["a"])];
        let Agreement::Fragile { claim, without } = judge(&lines, &["b".into(), "a".into()]) else { panic!("fragile") };
        assert_eq!(claim, "a");
        assert!((without.get() - 0.3).abs() < 1e-9);
        assert_eq!(judge(&lines, &[]), Agreement::Agree, "a verified claim may carry an agreement");
    }

    #[test]
    fn a_claim_that_few_lean_on_or_that_changes_little_is_none() {
        let few = [line(0.5, &["a"]), line(0.8, &[]), line(0.8, &[])];
        assert_eq!(judge(&few, &["a".into()]), Agreement::Agree);
        assert_eq!(judge(&[line(0.5, &["a"])], &["a".into()]), Agreement::Agree, "one line agrees with nobody");
        let weak = Line { prior: p(0.5), factors: vec![factor(Direction::Up, Strength::Weak, "a")] };
        assert_eq!(judge(&[weak.clone(), weak], &["a".into()]), Agreement::Agree);
    }
}
