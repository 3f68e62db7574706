//! One line of reasoning: where it starts and what moves it. It can be asked what remains without one of its findings.

use domain::Probability;

use crate::evidence::{Factor, shift};

/// A line of reasoning.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Where it starts.
    pub prior: Probability,
    /// What moves it.
    pub factors: Vec<Factor>,
}

impl Line {
    /// What it comes to.
    pub fn probability(&self) -> Probability {
        moved(self.prior, &self.factors)
    }

    /// What it would come to if that finding were not there. A factor that rests on others too, stays.
    pub fn without(&self, reference: &str) -> Probability {
        let mut factors = self.factors.clone();
        for factor in &mut factors {
            factor.evidence.retain(|id| id != reference);
        }
        factors.retain(|factor| !factor.evidence.is_empty());
        moved(self.prior, &factors)
    }

    /// What the finding contributes, in log-odds: positive towards YES.
    pub fn contribution(&self, reference: &str) -> f64 {
        self.probability().log_odds() - self.without(reference).log_odds()
    }

    /// Does it rest on the finding?
    pub fn uses(&self, reference: &str) -> bool {
        self.factors.iter().any(|factor| factor.evidence.iter().any(|id| id == reference))
    }
}

fn moved(prior: Probability, factors: &[Factor]) -> Probability {
    Probability::from_log_odds(prior.log_odds() + shift(factors)).unwrap_or(prior)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::tests::{any_factor, factor};
    use crate::evidence::{Direction, Strength};

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn a_finding_contributes_what_its_ratio_says() {
        let line = Line { prior: p(0.5), factors: vec![factor(Direction::Up, Strength::Moderate, "a")] };
        assert!((line.probability().get() - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(line.without("a"), p(0.5));
        assert!((line.contribution("a") - 2f64.ln()).abs() < 1e-9 && line.contribution("b").abs() < 1e-12);
        assert!(line.uses("a") && !line.uses("b"));
    }

    #[test]
    fn what_is_said_elsewhere_too_remains() {
        let mut twice = factor(Direction::Up, Strength::Moderate, "a");
        twice.evidence.push("b".into());
        let line = Line { prior: p(0.5), factors: vec![twice] };
        assert!(line.contribution("a").abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn it_always_comes_to_a_probability(prior in 0.0..=1.0f64, factors in prop::collection::vec(any_factor(), 0..6)) {
            let line = Line { prior: p(prior), factors };
            prop_assert!((0.01..=0.99).contains(&line.probability().get()));
            prop_assert!(line.contribution("f1").is_finite());
        }
    }
}
