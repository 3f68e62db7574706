//! Calibration in bins: of the forecasts around 0.7, what share came true?

use serde::Serialize;

use crate::calibration::bootstrap::Interval;
use crate::calibration::{Row, count, mean};

/// Ten bins are what people print; the scorer beside the question sets uses as many.
pub const TEN: usize = 10;

/// 95 per cent of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.959_963_985;

/// Forecasts of one range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    /// From here, included.
    pub low: f64,
    /// To here; included in the last bin only.
    pub high: f64,
    /// How many forecasts.
    pub n: usize,
    /// Their mean.
    pub said: f64,
    /// Mean of what happened.
    pub happened: f64,
    /// Where the rate of what happens may lie, with 95 per cent.
    pub interval: Interval,
}

/// Rows in `many` equal bins; empty bins are left out.
pub fn bins(rows: &[Row], many: usize) -> Vec<Bin> {
    let many = many.max(1);
    let mut sorted: Vec<Vec<Row>> = vec![Vec::new(); many];
    for row in rows {
        sorted[place(row.p, many)].push(*row);
    }
    let width = 1.0 / count(many);
    let filled = sorted.into_iter().enumerate().filter(|(_, rows)| !rows.is_empty());
    filled
        .map(|(at, rows)| {
            let happened = mean(rows.iter().map(|row| row.outcome));
            Bin {
                low: count(at) * width,
                high: count(at + 1) * width,
                n: rows.len(),
                said: mean(rows.iter().map(|row| row.p)),
                happened,
                interval: wilson(happened, rows.len()),
            }
        })
        .collect()
}

/// The bin of a probability; what is none falls into the nearest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to `many`; NaN becomes 0")]
fn place(p: f64, many: usize) -> usize {
    ((p.clamp(0.0, 1.0) * count(many)) as usize).min(many - 1)
}

/// Mean distance between what was said and what happened, each bin by its size (Naeini et al. 2015).
pub fn expected_error(bins: &[Bin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.n).sum();
    let gaps = bins.iter().map(|bin| (bin.said - bin.happened).abs() * count(bin.n));
    if all == 0 { 0.0 } else { gaps.sum::<f64>() / count(all) }
}

/// Wilson's (1927) interval of a rate: honest for few cases and for rates near 0 and 1, where rate ± error is not.
fn wilson(rate: f64, n: usize) -> Interval {
    let n = count(n);
    let square = Z * Z / n;
    let middle = (rate + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (rate * (1.0 - rate) / n + square / (4.0 * n)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_forecast_falls_into_its_bin_and_one_into_the_last() {
        let rows = [(0.0, 0.0), (0.05, 1.0), (0.1, 0.0), (0.99, 1.0), (1.0, 1.0)];
        let found = bins(&rows.map(|(p, outcome)| Row { p, outcome }), TEN);
        let shape: Vec<(usize, usize)> = found.iter().map(|bin| (place(bin.low + 0.01, TEN), bin.n)).collect();
        assert_eq!(shape, [(0, 2), (1, 1), (9, 2)]);
        assert!((found[0].happened - 0.5).abs() < 1e-12);
        // (|0.025 − 0.5| × 2 + 0.1 + 0.005 × 2) / 5
        assert!((expected_error(&found) - 0.212).abs() < 1e-9);
        assert!(bins(&[], TEN).is_empty() && expected_error(&[]).abs() < 1e-12);
    }

    #[test]
    fn wilson_agrees_with_the_published_example() {
        // Newcombe 1998, table I: 81 of 263.
        let found = wilson(81.0 / 263.0, 263);
        assert!((found.low - 0.2553).abs() < 5e-5 && (found.high - 0.3662).abs() < 5e-5, "{found:?}");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_every_mean_lies_in_its_bin(values in prop::collection::vec((0.0..=1.0f64, 0.0..=1.0f64), 0..80), many in 1..20_usize) {
            let rows: Vec<Row> = values.iter().map(|(p, outcome)| Row { p: *p, outcome: *outcome }).collect();
            let found = bins(&rows, many);
            prop_assert_eq!(found.iter().map(|bin| bin.n).sum::<usize>(), rows.len());
            for bin in &found {
                prop_assert!(bin.said >= bin.low - 1e-9 && bin.said <= bin.high + 1e-9);
                prop_assert!(bin.interval.low <= bin.happened + 1e-9 && bin.interval.high >= bin.happened - 1e-9);
            }
            prop_assert!((0.0..=1.0).contains(&expected_error(&found)));
        }
    }
}
