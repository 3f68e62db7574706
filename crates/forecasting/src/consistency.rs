//! Whether a stated probability follows from the stated evidence. A model states both; where they do not fit, one of them was not
//! meant, and the estimate is worth less.

use domain::Probability;

use crate::evidence::Strength;

/// In which way they do not fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Misfit {
    /// The stated move goes the other way than the evidence.
    Against,
    /// The stated move and the evidence differ by more than a strong finding: so much was not stated. Both in log-odds.
    TooFar {
        /// From the prior to the stated probability.
        stated: f64,
        /// What the evidence carries.
        carried: f64,
    },
}

/// Holds the stated move, from the prior to the stated probability, against what the evidence carries (`shift`, log-odds).
pub fn misfit(prior: Probability, stated: Probability, carried: f64) -> Option<Misfit> {
    let moved = stated.log_odds() - prior.log_odds();
    let hint = Strength::Weak.likelihood_ratio().ln();
    if moved * carried < 0.0 && moved.abs() > hint && carried.abs() > hint {
        return Some(Misfit::Against);
    }
    let strong = Strength::Strong.likelihood_ratio().ln();
    ((moved - carried).abs() > strong).then_some(Misfit::TooFar { stated: moved, carried })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn a_move_fits_the_evidence_that_carries_it() {
        assert_eq!(misfit(p(0.4), p(0.6), 2f64.ln()), None);
        assert_eq!(misfit(p(0.4), p(0.4), 0.0), None);
        assert_eq!(misfit(p(0.4), p(0.3), 2f64.ln()), Some(Misfit::Against));
        assert!(matches!(misfit(p(0.2), p(0.9), 0.0), Some(Misfit::TooFar { .. })), "from nothing");
        assert!(matches!(misfit(p(0.2), p(0.2), 10f64.ln()), Some(Misfit::TooFar { .. })), "not moved by anything");
    }

    #[test]
    fn yes_and_no_are_alike() {
        for (prior, stated, carried) in [(0.2, 0.6, 1.0), (0.5, 0.4, 0.9), (0.3, 0.99, -0.5)] {
            let mirrored = misfit(p(1.0 - prior), p(1.0 - stated), -carried);
            assert_eq!(misfit(p(prior), p(stated), carried).is_some(), mirrored.is_some());
        }
    }
}
