//! What lines of reasoning disagree about: the finding, or the starting point, that they read most differently. To settle it is
//! worth a question of its own.

use std::collections::BTreeSet;

use crate::line::Line;

/// The crux of a disagreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Crux {
    /// What they read differently.
    pub about: About,
    /// 0 to 1: how much of the distance between them it is.
    pub share: f64,
    /// Which line lies lowest and which highest, by index.
    pub between: (usize, usize),
}

/// What a disagreement is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// How often such things happen.
    Start,
    /// One finding.
    Finding(String),
}

/// The crux of lines that disagree; `None` for fewer than two, or if they say the same.
pub fn crux(lines: &[Line]) -> Option<Crux> {
    let said: Vec<f64> = lines.iter().map(|line| line.probability().log_odds()).collect();
    let (low, high) = (place(&said, f64::lt)?, place(&said, f64::gt)?);
    let distance = said[high] - said[low];
    if distance <= 0.0 {
        return None;
    }
    let starts: Vec<f64> = lines.iter().map(|line| line.prior.log_odds()).collect();
    let mut best = (About::Start, starts[high] - starts[low]);
    for reference in references(lines) {
        let apart = lines[high].contribution(reference) - lines[low].contribution(reference);
        if apart > best.1 {
            best = (About::Finding(reference.to_owned()), apart);
        }
    }
    Some(Crux { about: best.0, share: (best.1 / distance).clamp(0.0, 1.0), between: (low, high) })
}

fn references(lines: &[Line]) -> BTreeSet<&str> {
    let factors = lines.iter().flat_map(|line| &line.factors);
    factors.flat_map(|factor| &factor.evidence).map(String::as_str).collect()
}

/// The first place of the extreme value.
fn place(values: &[f64], beats: fn(&f64, &f64) -> bool) -> Option<usize> {
    (0..values.len()).reduce(|best, at| if beats(&values[at], &values[best]) { at } else { best })
}

#[cfg(test)]
mod tests {
    use domain::Probability;

    use super::*;
    use crate::evidence::tests::factor;
    use crate::evidence::{Direction, Strength};

    fn line(prior: f64, factors: &[(Direction, Strength, &str)]) -> Line {
        let factors = factors.iter().map(|(direction, strength, id)| factor(*direction, *strength, id)).collect();
        Line { prior: Probability::clamp(prior).unwrap(), factors }
    }

    #[test]
    fn the_finding_that_is_read_both_ways_is_the_crux() {
        let up = line(0.4, &[(Direction::Up, Strength::Strong, "a"), (Direction::Up, Strength::Weak, "b")]);
        let down = line(0.4, &[(Direction::Down, Strength::Moderate, "a"), (Direction::Up, Strength::Weak, "b")]);
        let found = crux(&[up, line(0.4, &[]), down]).unwrap();
        assert_eq!((found.about, found.between), (About::Finding("a".into()), (2, 0)));
        assert!((found.share - 1.0).abs() < 1e-9);
    }

    #[test]
    fn lines_that_start_apart_disagree_about_the_start() {
        let found = crux(&[line(0.1, &[]), line(0.6, &[(Direction::Up, Strength::Weak, "a")])]).unwrap();
        assert_eq!(found.about, About::Start);
        assert!(found.share > 0.8);
    }

    #[test]
    fn without_a_disagreement_there_is_no_crux() {
        assert_eq!(crux(&[line(0.4, &[]), line(0.4, &[])]), None);
        assert_eq!(crux(&[line(0.4, &[])]), None);
        assert_eq!(crux(&[]), None);
    }
}
