//! A line of reasoning: a prior and the factors that shift it.

use domain::Probability;

use crate::factor::{Factor, shift};

/// A line of reasoning.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Probability before the factors apply.
    pub prior: Probability,
    /// Factors that shift the prior.
    pub factors: Vec<Factor>,
}

impl Line {
    /// Returns the resulting probability.
    pub fn probability(&self) -> Probability {
        shifted(self.prior, &self.factors)
    }

    /// Returns the probability without a finding. A factor with further findings is kept.
    pub fn without(&self, reference: &str) -> Probability {
        let mut factors = self.factors.clone();
        for factor in &mut factors {
            factor.evidence.retain(|id| id != reference);
        }
        factors.retain(|factor| !factor.evidence.is_empty());
        shifted(self.prior, &factors)
    }

    /// Returns the contribution of a finding in log-odds, positive towards YES.
    pub fn contribution(&self, reference: &str) -> f64 {
        self.probability().log_odds() - self.without(reference).log_odds()
    }

    /// Returns true if a factor uses the finding.
    pub fn uses(&self, reference: &str) -> bool {
        self.factors.iter().any(|factor| factor.evidence.iter().any(|id| id == reference))
    }
}

fn shifted(prior: Probability, factors: &[Factor]) -> Probability {
    Probability::from_log_odds(prior.log_odds() + shift(factors)).unwrap_or(prior)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::factor::tests::{any_factor, factor};
    use crate::factor::{Direction, Strength};

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn a_finding_contributes_its_likelihood_ratio() {
        let line = Line { prior: p(0.5), factors: vec![factor(Direction::Up, Strength::Moderate, "a")] };
        assert!((line.probability().get() - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(line.without("a"), p(0.5));
        assert!((line.contribution("a") - 2f64.ln()).abs() < 1e-9 && line.contribution("b").abs() < 1e-12);
        assert!(line.uses("a") && !line.uses("b"));
    }

    #[test]
    fn a_factor_with_another_finding_remains() {
        let mut twice = factor(Direction::Up, Strength::Moderate, "a");
        twice.evidence.push("b".into());
        let line = Line { prior: p(0.5), factors: vec![twice] };
        assert!(line.contribution("a").abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn any_line_has_a_probability(prior in 0.0..=1.0f64, factors in prop::collection::vec(any_factor(), 0..6)) {
            let line = Line { prior: p(prior), factors };
            prop_assert!((0.01..=0.99).contains(&line.probability().get()));
            prop_assert!(line.contribution("f1").is_finite());
        }
    }
}
