//! The crux of a disagreement between lines of reasoning: the finding, or the prior, on which they differ most. It
//! justifies a research question of its own.

use std::collections::BTreeSet;

use crate::line::Line;

/// Topic and size of a disagreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Crux {
    /// Topic of the disagreement.
    pub about: CruxTopic,
    /// Share of the distance between the lines that it explains, 0 to 1.
    pub share: f64,
    /// Indexes of the lowest and the highest line.
    pub between: (usize, usize),
}

/// Topic of a disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CruxTopic {
    /// The prior of the lines.
    Start,
    /// A finding, by its reference.
    Finding(String),
}

/// Returns the crux; `None` for fewer than two lines or if all have the same probability.
pub fn crux(lines: &[Line]) -> Option<Crux> {
    let stated: Vec<f64> = lines.iter().map(|line| line.probability().log_odds()).collect();
    let (low, high) = (position(&stated, f64::lt)?, position(&stated, f64::gt)?);
    let distance = stated[high] - stated[low];
    if distance <= 0.0 {
        return None;
    }
    let starts: Vec<f64> = lines.iter().map(|line| line.prior.log_odds()).collect();
    let mut best = (CruxTopic::Start, starts[high] - starts[low]);
    for reference in references(lines) {
        let apart = lines[high].contribution(reference) - lines[low].contribution(reference);
        if apart > best.1 {
            best = (CruxTopic::Finding(reference.to_owned()), apart);
        }
    }
    Some(Crux { about: best.0, share: (best.1 / distance).clamp(0.0, 1.0), between: (low, high) })
}

fn references(lines: &[Line]) -> BTreeSet<&str> {
    let factors = lines.iter().flat_map(|line| &line.factors);
    factors.flat_map(|factor| &factor.evidence).map(String::as_str).collect()
}

/// Position of the first extreme value.
fn position(values: &[f64], beats: fn(&f64, &f64) -> bool) -> Option<usize> {
    (0..values.len()).reduce(|best, at| if beats(&values[at], &values[best]) { at } else { best })
}

#[cfg(test)]
mod tests {
    use domain::Probability;

    use super::*;
    use crate::factor::tests::factor;
    use crate::factor::{Direction, Strength};

    fn line(prior: f64, factors: &[(Direction, Strength, &str)]) -> Line {
        let factors = factors.iter().map(|(direction, strength, id)| factor(*direction, *strength, id)).collect();
        Line { prior: Probability::clamp(prior).unwrap(), factors }
    }

    #[test]
    fn a_finding_with_opposite_directions_is_the_crux() {
        let up = line(0.4, &[(Direction::Up, Strength::Strong, "a"), (Direction::Up, Strength::Weak, "b")]);
        let down = line(0.4, &[(Direction::Down, Strength::Moderate, "a"), (Direction::Up, Strength::Weak, "b")]);
        let found = crux(&[up, line(0.4, &[]), down]).unwrap();
        assert_eq!((found.about, found.between), (CruxTopic::Finding("a".into()), (2, 0)));
        assert!((found.share - 1.0).abs() < 1e-9);
    }

    #[test]
    fn lines_with_different_priors_disagree_about_the_prior() {
        let found = crux(&[line(0.1, &[]), line(0.6, &[(Direction::Up, Strength::Weak, "a")])]).unwrap();
        assert_eq!(found.about, CruxTopic::Start);
        assert!(found.share > 0.8);
    }

    #[test]
    fn without_a_disagreement_there_is_no_crux() {
        assert_eq!(crux(&[line(0.4, &[]), line(0.4, &[])]), None);
        assert_eq!(crux(&[line(0.4, &[])]), None);
        assert_eq!(crux(&[]), None);
    }
}
