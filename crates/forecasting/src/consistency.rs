//! Consistency of a stated probability with the stated evidence. A model states both; if they contradict each other,
//! one of them is wrong and the estimate is less reliable.

use domain::Probability;

use crate::factor::Strength;

/// Contradiction between a stated probability and the stated evidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Inconsistency {
    /// The stated shift has the opposite direction of the evidence.
    Against,
    /// The stated shift and the evidence differ by more than one strong finding.
    TooFar {
        /// Shift from the prior to the stated probability, in log-odds.
        stated: f64,
        /// Shift by the evidence, in log-odds.
        carried: f64,
    },
}

/// Compares the shift from the prior to the stated probability with the shift that the evidence supports (`carried`,
/// log-odds).
pub fn inconsistency(prior: Probability, stated: Probability, carried: f64) -> Option<Inconsistency> {
    let moved = stated.log_odds() - prior.log_odds();
    let hint = Strength::Weak.likelihood_ratio().ln();
    if moved * carried < 0.0 && moved.abs() > hint && carried.abs() > hint {
        return Some(Inconsistency::Against);
    }
    let strong = Strength::Strong.likelihood_ratio().ln();
    ((moved - carried).abs() > strong).then_some(Inconsistency::TooFar { stated: moved, carried })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn a_shift_must_match_the_evidence() {
        assert_eq!(inconsistency(p(0.4), p(0.6), 2f64.ln()), None);
        assert_eq!(inconsistency(p(0.4), p(0.4), 0.0), None);
        assert_eq!(inconsistency(p(0.4), p(0.3), 2f64.ln()), Some(Inconsistency::Against));
        assert!(matches!(inconsistency(p(0.2), p(0.9), 0.0), Some(Inconsistency::TooFar { .. })), "from nothing");
        assert!(
            matches!(inconsistency(p(0.2), p(0.2), 10f64.ln()), Some(Inconsistency::TooFar { .. })),
            "not moved by anything"
        );
    }

    #[test]
    fn yes_and_no_are_symmetric() {
        for (prior, stated, carried) in [(0.2, 0.6, 1.0), (0.5, 0.4, 0.9), (0.3, 0.99, -0.5)] {
            let mirrored = inconsistency(p(1.0 - prior), p(1.0 - stated), -carried);
            assert_eq!(inconsistency(p(prior), p(stated), carried).is_some(), mirrored.is_some());
        }
    }
}
