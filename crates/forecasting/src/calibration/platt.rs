//! Platt scaling: a line in log-odds, fitted by maximum a posteriori.
//!
//! Platt (1999), "Probabilistic outputs for support vector machines", here over log-odds, so that the identity is one
//! of the maps (offset 0, slope 1) and a prior can be centred on it: few rows then change little. Fitted by Newton's
//! method with step halving; the objective is convex, so the fit converges to the only maximum.

use crate::calibration::map::MapKind;
use crate::calibration::{Row, from_log_odds, log_odds};

/// Prior standard deviation of the offset: a bias of 0.5 in log-odds (0.50 becomes 0.62) is common.
const OFFSET_DEVIATION: f64 = 0.5;
/// Prior standard deviation of the slope around 1.
const SLOPE_DEVIATION: f64 = 0.5;
/// Maximum Newton steps; about six are needed.
const MAX_STEPS: usize = 50;
/// Maximum slope: a steeper one would turn opinions into certainty.
const MAX_SLOPE: f64 = 4.0;

/// Fits the line with the highest posterior probability. Without rows it is the identity.
pub fn fit(rows: &[Row]) -> MapKind {
    let points: Vec<(f64, f64)> = rows.iter().map(|row| (log_odds(row.p), row.outcome)).collect();
    let mut at = (0.0, 1.0);
    let mut cost = objective(&points, at);
    for _ in 0..MAX_STEPS {
        let step = newton(&points, at);
        let Some((better, found)) = halved(&points, &Candidate { at, cost }, step) else { break };
        let gained = cost - found;
        (at, cost) = (better, found);
        if gained < 1e-12 {
            break;
        }
    }
    MapKind::Platt { offset: at.0, slope: at.1.clamp(0.0, MAX_SLOPE) }
}

/// Returns the fitted slope and its standard error, from the curvature at the maximum.
pub fn slope(rows: &[Row]) -> (f64, f64) {
    let MapKind::Platt { offset, slope } = fit(rows) else { return (1.0, SLOPE_DEVIATION) };
    let points: Vec<(f64, f64)> = rows.iter().map(|row| (log_odds(row.p), row.outcome)).collect();
    let Curve { h00, h01, h11, .. } = curve(&points, (offset, slope));
    (slope, (h00 / (h00 * h11 - h01 * h01)).sqrt())
}

/// Negative log posterior.
fn objective(points: &[(f64, f64)], (offset, slope): (f64, f64)) -> f64 {
    let loss = |(x, y): &(f64, f64)| {
        let odds = offset + slope * x;
        // ln(1 + e^odds) − y·odds, without overflow.
        odds.max(0.0) + (-odds.abs()).exp().ln_1p() - y * odds
    };
    let prior = (offset / OFFSET_DEVIATION).powi(2) / 2.0 + ((slope - 1.0) / SLOPE_DEVIATION).powi(2) / 2.0;
    points.iter().map(loss).sum::<f64>() + prior
}

/// Gradient and second derivatives of the objective.
struct Curve {
    g0: f64,
    g1: f64,
    h00: f64,
    h01: f64,
    h11: f64,
}

fn curve(points: &[(f64, f64)], (offset, slope): (f64, f64)) -> Curve {
    let (g0, g1) = (offset / OFFSET_DEVIATION.powi(2), (slope - 1.0) / SLOPE_DEVIATION.powi(2));
    let mut curve = Curve { g0, g1, h00: 1.0 / OFFSET_DEVIATION.powi(2), h01: 0.0, h11: 1.0 / SLOPE_DEVIATION.powi(2) };
    for (x, y) in points {
        let p = from_log_odds(offset + slope * x);
        let (gap, weight) = (p - y, p * (1.0 - p));
        curve.g0 += gap;
        curve.g1 += gap * x;
        curve.h00 += weight;
        curve.h01 += weight * x;
        curve.h11 += weight * x * x;
    }
    curve
}

/// Full Newton step. The prior keeps the matrix positive definite, so the system always has a solution.
fn newton(points: &[(f64, f64)], at: (f64, f64)) -> (f64, f64) {
    let Curve { g0, g1, h00, h01, h11 } = curve(points, at);
    let determinant = h00 * h11 - h01 * h01;
    ((h01 * g1 - h11 * g0) / determinant, (h01 * g0 - h00 * g1) / determinant)
}

/// Parameters with their cost.
struct Candidate {
    at: (f64, f64),
    cost: f64,
}

/// Halves the step until it lowers the cost; `None` after 30 attempts.
fn halved(points: &[(f64, f64)], from: &Candidate, step: (f64, f64)) -> Option<((f64, f64), f64)> {
    let mut share = 1.0;
    for _ in 0..30 {
        let there = (from.at.0 + share * step.0, from.at.1 + share * step.1);
        let found = objective(points, there);
        if found < from.cost {
            return Some((there, found));
        }
        share /= 2.0;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rows whose outcome is `truth` of the forecast.
    fn rows(truth: impl Fn(f64) -> f64, times: usize) -> Vec<Row> {
        let forecast = [0.05, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
        forecast.iter().flat_map(|p| vec![Row { p: *p, outcome: truth(*p) }; times]).collect()
    }

    fn line(kind: &MapKind) -> (f64, f64) {
        let MapKind::Platt { offset, slope } = kind else { panic!("{kind:?}") };
        (*offset, *slope)
    }

    #[test]
    fn a_known_distortion_is_recovered() {
        let truth = |p: f64| from_log_odds(0.3 + 0.6 * log_odds(p));
        let (offset, slope) = line(&fit(&rows(truth, 500)));
        assert!((offset - 0.3).abs() < 0.01 && (slope - 0.6).abs() < 0.01, "{offset} {slope}");
    }

    #[test]
    fn few_rows_change_little_and_no_rows_nothing() {
        assert_eq!(line(&fit(&[])), (0.0, 1.0));
        let (offset, slope) = line(&fit(&[Row { p: 0.9, outcome: 0.0 }]));
        assert!(offset.abs() < 0.4 && (slope - 1.0).abs() < 0.5, "{offset} {slope}");
        let (alone, error) = super::slope(&rows(|p| from_log_odds(0.6 * log_odds(p)), 20));
        assert!((alone - 0.6).abs() < 0.05 && (0.05..0.3).contains(&error), "{alone} ± {error}");
        let (_, backwards) = line(&fit(&rows(|p| 1.0 - p, 500)));
        assert!(backwards.abs() < 1e-12, "a map never reverses the order");
    }

    proptest! {
        #[test]
        fn the_fit_is_at_least_as_likely_as_the_identity(values in prop::collection::vec((0.0..=1.0f64, any::<bool>()), 0..60)) {
            let rows: Vec<Row> = values.iter().map(|(p, yes)| Row { p: *p, outcome: f64::from(u8::from(*yes)) }).collect();
            let points: Vec<(f64, f64)> = rows.iter().map(|row| (log_odds(row.p), row.outcome)).collect();
            let (offset, slope) = line(&fit(&rows));
            prop_assert!(offset.is_finite() && (0.0..=MAX_SLOPE).contains(&slope));
            // A clamped slope may be worse than the identity; otherwise the fit is at least as good.
            if slope > 0.0 && slope < MAX_SLOPE {
                prop_assert!(objective(&points, (offset, slope)) <= objective(&points, (0.0, 1.0)) + 1e-9);
            }
        }
    }
}
