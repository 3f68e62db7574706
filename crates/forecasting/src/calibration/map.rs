//! Recalibration maps: corrections of probabilities by the observed frequency of past forecasts.

use serde::{Deserialize, Serialize};

use crate::calibration::{from_log_odds, log_odds};

/// A non-decreasing map from probabilities to probabilities, 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Map {
    /// Kind with parameters.
    pub kind: MapKind,
    /// Reason for this map, for logs and reports.
    pub reason: String,
}

/// Kind of a map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum MapKind {
    /// Leaves probabilities unchanged.
    Identity,
    /// A straight line in log-odds: `offset + slope × log-odds`.
    Platt {
        /// Shift towards YES (above 0) or NO.
        offset: f64,
        /// Above 1 sharpens, below 1 shrinks towards even odds. Never negative.
        slope: f64,
    },
    /// Linear interpolation between steps.
    Isotonic {
        /// (forecast, corrected), both ascending. Values outside the first and the last step get the value of that
        /// step.
        steps: Vec<(f64, f64)>,
    },
}

impl Map {
    /// Creates the identity with a reason.
    pub fn identity(reason: impl Into<String>) -> Self {
        Self { kind: MapKind::Identity, reason: reason.into() }
    }

    /// Returns true if the map changes nothing.
    pub fn is_identity(&self) -> bool {
        self.kind == MapKind::Identity
    }

    /// Corrects `p`. A value outside 0 to 1 is returned unchanged.
    pub fn apply(&self, p: f64) -> f64 {
        if !(0.0..=1.0).contains(&p) {
            return p;
        }
        self.kind.apply(p)
    }

    /// Returns `identity`, `platt` or `isotonic`.
    pub fn name(&self) -> &'static str {
        match self.kind {
            MapKind::Identity => "identity",
            MapKind::Platt { .. } => "platt",
            MapKind::Isotonic { .. } => "isotonic",
        }
    }
}

impl MapKind {
    fn apply(&self, p: f64) -> f64 {
        match self {
            Self::Identity => p,
            Self::Platt { offset, slope } => from_log_odds(offset + slope * log_odds(p)),
            Self::Isotonic { steps } => interpolate(steps, p),
        }
    }
}

/// Interpolates between the two steps around `p`.
fn interpolate(steps: &[(f64, f64)], p: f64) -> f64 {
    let above = steps.partition_point(|(forecast, _)| *forecast < p);
    match (above.checked_sub(1).and_then(|at| steps.get(at)), steps.get(above)) {
        (None, None) => p,
        (None, Some((_, meant))) | (Some((_, meant)), None) => *meant,
        (Some((from, low)), Some((to, high))) => low + (high - low) * ((p - from) / (to - from)).clamp(0.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn map(kind: MapKind) -> Map {
        Map { kind, reason: "a test".into() }
    }

    #[test]
    fn each_kind_maps_as_documented() {
        assert!((Map::identity("none").apply(0.3) - 0.3).abs() < 1e-12);
        let sharper = map(MapKind::Platt { offset: 0.0, slope: 2.0 });
        assert!((sharper.apply(0.75) - 0.9).abs() < 1e-9 && (sharper.apply(0.5) - 0.5).abs() < 1e-12);
        let steps = map(MapKind::Isotonic { steps: vec![(0.2, 0.1), (0.6, 0.5)] });
        let forecast = [0.0, 0.2, 0.4, 0.6, 0.9].map(|p| steps.apply(p));
        for (found, expected) in forecast.iter().zip([0.1, 0.1, 0.3, 0.5, 0.5]) {
            assert!((found - expected).abs() < 1e-12, "{forecast:?}");
        }
        assert!(sharper.apply(f64::NAN).is_nan() && (sharper.apply(7.0) - 7.0).abs() < 1e-12);
        assert!((map(MapKind::Isotonic { steps: vec![] }).apply(0.4) - 0.4).abs() < 1e-12);
    }

    #[test]
    fn a_map_survives_serialization() {
        let stored = map(MapKind::Isotonic { steps: vec![(0.1, 0.2)] });
        let text = serde_json::to_string(&stored).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&text).unwrap(), stored);
        assert!(text.contains(r#""kind":"isotonic""#), "{text}");
    }

    proptest! {
        #[test]
        fn order_is_kept_and_results_stay_within_0_and_1(
            offset in -5.0..5.0f64, slope in 0.0..5.0f64, a in 0.0..=1.0f64, b in 0.0..=1.0f64,
        ) {
            let platt = map(MapKind::Platt { offset, slope });
            let (low, high) = (platt.apply(a.min(b)), platt.apply(a.max(b)));
            prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high) && low <= high + 1e-12);
        }
    }
}
