//! Uncertainty bounds of a probability. Independent uncertainties add in squares, in log-odds, so that the bounds
//! narrow near certainty and never leave 0 to 1.

use domain::Probability;

/// Half the width of the bounds, in log-odds, if nothing is known: 0.5 gets the bounds 0.12 to 0.88.
pub const FULL_IGNORANCE: f64 = 2.0;

/// Sources of uncertainty.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Uncertainty {
    /// Highest minus lowest estimate, in log-odds.
    pub range: f64,
    /// Share of the relevant facts that are unknown, 0 to 1.
    pub ignorance: f64,
    /// Shift without the one unverified claim on which the estimate depends, in log-odds.
    pub leaning: f64,
}

/// Returns the lower and the upper bound. They contain the probability, and more uncertainty never narrows them.
pub fn bounds(probability: Probability, uncertainty: Uncertainty) -> (Probability, Probability) {
    let least = |value: f64| if value.is_finite() { value.max(0.0) } else { 0.0 };
    let ignorance = FULL_IGNORANCE * least(uncertainty.ignorance).min(1.0);
    let half = (least(uncertainty.range) / 2.0).hypot(ignorance).hypot(least(uncertainty.leaning));
    let at = |odds: f64| Probability::from_log_odds(odds).unwrap_or(probability);
    let odds = probability.log_odds();
    (at(odds - half).min(probability), at(odds + half).max(probability))
}

/// Part of the width of the bounds, in log-odds, that the middle half has. The bounds hold about four fifths: 0.12 to
/// 0.88 of a uniform distribution, or 1.28 standard deviations of a normal one, whose quartiles lie at 0.67.
const QUARTILE: f64 = 0.5;

/// Returns the lower and the upper quartile, between which the probability lies in half of the cases.
pub fn quartiles(probability: Probability, uncertainty: Uncertainty) -> (Probability, Probability) {
    let Uncertainty { range, ignorance, leaning } = uncertainty;
    let ignorance = if ignorance.is_finite() { ignorance.clamp(0.0, 1.0) } else { 0.0 };
    let half = Uncertainty { range: range * QUARTILE, ignorance: ignorance * QUARTILE, leaning: leaning * QUARTILE };
    bounds(probability, half)
}

trait Ends {
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
}

impl Ends for Probability {
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn full_ignorance_gives_wide_bounds_and_full_knowledge_a_point() {
        let (low, high) = bounds(p(0.5), Uncertainty { ignorance: 1.0, ..Uncertainty::default() });
        assert!((low.get() - 0.119).abs() < 1e-3 && (high.get() - 0.881).abs() < 1e-3);
        let (low, high) = bounds(p(0.3), Uncertainty::default());
        assert!((low.get() - 0.3).abs() < 1e-12 && (high.get() - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_quartiles_lie_half_way_to_the_bounds() {
        let uncertainty = Uncertainty { range: 0.6, ignorance: 0.4, leaning: 0.1 };
        let (bound, quartile) = (bounds(p(0.3), uncertainty), quartiles(p(0.3), uncertainty));
        let distance = |p: Probability| p.log_odds() - self::p(0.3).log_odds();
        assert!((distance(bound.1) - 2.0 * distance(quartile.1)).abs() < 1e-9);
        assert!((distance(bound.0) - 2.0 * distance(quartile.0)).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn bounds_contain_the_probability_and_uncertainty_widens_them(value in 0.0..=1.0f64, range in -1.0..9.0f64, ignorance in -1.0..2.0f64, leaning in -1.0..5.0f64, more in 0.0..3.0f64) {
            let uncertainty = Uncertainty { range, ignorance, leaning };
            let (low, high) = bounds(p(value), uncertainty);
            prop_assert!(low <= p(value) && p(value) <= high);
            for wider in [Uncertainty { range: range + more, ..uncertainty }, Uncertainty { ignorance: ignorance + more, ..uncertainty }, Uncertainty { leaning: leaning + more, ..uncertainty }] {
                let (lower, upper) = bounds(p(value), wider);
                prop_assert!(lower.get() <= low.get() + 1e-12 && upper.get() >= high.get() - 1e-12);
            }
            let (other_low, other_high) = bounds(p(1.0 - value), uncertainty);
            prop_assert!((low.get() + other_high.get() - 1.0).abs() < 1e-9 && (high.get() + other_low.get() - 1.0).abs() < 1e-9);
        }
    }
}
