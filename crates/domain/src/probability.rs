//! Probabilities of forecasts.

use serde::{Deserialize, Serialize};

/// A probability from 0.01 to 0.99. A forecast never states certainty.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Probability(f64);

/// Error for a number that is not a probability.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{0} is not a probability between 0 and 1")]
pub struct NotAProbability(pub f64);

impl Probability {
    /// Lowest probability that a forecast states.
    pub const LOWEST: f64 = 0.01;
    /// Highest probability that a forecast states.
    pub const HIGHEST: f64 = 0.99;

    /// Clamps a number from 0 to 1 into 0.01 to 0.99. Refuses other numbers and NaN.
    pub fn clamp(value: f64) -> Result<Self, NotAProbability> {
        if (0.0..=1.0).contains(&value) {
            Ok(Self(value.clamp(Self::LOWEST, Self::HIGHEST)))
        } else {
            Err(NotAProbability(value))
        }
    }

    /// Returns the number, 0.01 to 0.99.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Returns ln(p / (1 − p)).
    pub fn log_odds(self) -> f64 {
        (self.0 / (1.0 - self.0)).ln()
    }

    /// Computes the clamped inverse of [`Probability::log_odds`]. Refuses NaN.
    pub fn from_log_odds(log_odds: f64) -> Result<Self, NotAProbability> {
        if log_odds.is_nan() {
            return Err(NotAProbability(log_odds));
        }
        Self::clamp(1.0 / (1.0 + (-log_odds).exp()))
    }
}

impl TryFrom<f64> for Probability {
    type Error = NotAProbability;
    fn try_from(value: f64) -> Result<Self, NotAProbability> {
        Self::clamp(value)
    }
}

impl From<Probability> for f64 {
    fn from(p: Probability) -> f64 {
        p.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_is_never_stated_and_nonsense_is_refused() {
        assert!((Probability::clamp(0.0).unwrap().get() - 0.01).abs() < 1e-12);
        assert!((Probability::clamp(1.0).unwrap().get() - 0.99).abs() < 1e-12);
        for bad in [-0.1, 1.7, f64::NAN, f64::INFINITY] {
            assert!(Probability::clamp(bad).is_err());
        }
        let p = Probability::clamp(0.3).unwrap();
        assert!((Probability::from_log_odds(p.log_odds()).unwrap().get() - 0.3).abs() < 1e-12);
    }
}
