//! How far a probability may be off, as bounds around it. Independent doubts add in squares, in log-odds, so that bounds narrow where
//! the probability is near certain and never leave 0 to 1.

use domain::Probability;

/// Half the width of the bounds, in log-odds, where nothing is known at all: one half becomes 0.12 to 0.88.
pub const KNOWING_NOTHING: f64 = 2.0;

/// Why a probability may be off.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Doubt {
    /// Distance of the highest estimate from the lowest, in log-odds.
    pub range: f64,
    /// 0 to 1: how much of what matters is not known.
    pub ignorance: f64,
    /// How far it would move without the one unverified claim that it leans on, in log-odds.
    pub leaning: f64,
}

/// Lower and upper bound. They hold the probability, and more doubt never brings them together.
pub fn bounds(probability: Probability, doubt: Doubt) -> (Probability, Probability) {
    let least = |value: f64| if value.is_finite() { value.max(0.0) } else { 0.0 };
    let ignorance = KNOWING_NOTHING * least(doubt.ignorance).min(1.0);
    let half = (least(doubt.range) / 2.0).hypot(ignorance).hypot(least(doubt.leaning));
    let at = |odds: f64| Probability::from_log_odds(odds).unwrap_or(probability);
    let odds = probability.log_odds();
    (at(odds - half).min(probability), at(odds + half).max(probability))
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
    fn knowing_nothing_is_wide_and_knowing_everything_is_a_point() {
        let (low, high) = bounds(p(0.5), Doubt { ignorance: 1.0, ..Doubt::default() });
        assert!((low.get() - 0.119).abs() < 1e-3 && (high.get() - 0.881).abs() < 1e-3);
        let (low, high) = bounds(p(0.3), Doubt::default());
        assert!((low.get() - 0.3).abs() < 1e-12 && (high.get() - 0.3).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn they_hold_the_probability_and_doubt_widens_them(value in 0.0..=1.0f64, range in -1.0..9.0f64, ignorance in -1.0..2.0f64, leaning in -1.0..5.0f64, more in 0.0..3.0f64) {
            let doubt = Doubt { range, ignorance, leaning };
            let (low, high) = bounds(p(value), doubt);
            prop_assert!(low <= p(value) && p(value) <= high);
            for wider in [Doubt { range: range + more, ..doubt }, Doubt { ignorance: ignorance + more, ..doubt }, Doubt { leaning: leaning + more, ..doubt }] {
                let (lower, upper) = bounds(p(value), wider);
                prop_assert!(lower.get() <= low.get() + 1e-12 && upper.get() >= high.get() - 1e-12);
            }
            let (other_low, other_high) = bounds(p(1.0 - value), doubt);
            prop_assert!((low.get() + other_high.get() - 1.0).abs() < 1e-9 && (high.get() + other_low.get() - 1.0).abs() < 1e-9);
        }
    }
}
