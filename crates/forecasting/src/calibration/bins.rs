//! Calibration in bins: observed frequency of the forecasts in each range of probabilities.

use serde::Serialize;

use crate::calibration::bootstrap::Interval;
use crate::calibration::{Row, mean};
use crate::to_f64;

/// Usual number of bins, as in the scorer of the question sets.
pub const DEFAULT_BINS: usize = 10;

/// Half width, in standard deviations, of the central 95 % of a normal distribution.
const Z: f64 = 1.959_963_985;

/// Forecasts in one range of probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    /// Lower bound, inclusive.
    pub low: f64,
    /// Upper bound; inclusive in the last bin only.
    pub high: f64,
    /// Number of forecasts.
    pub n: usize,
    /// Number of those whose outcome is at least one half.
    pub yes: usize,
    /// Mean of the forecast probabilities.
    #[serde(rename = "said")]
    pub forecast: f64,
    /// Mean of the outcomes.
    pub happened: f64,
    /// 95 % confidence interval of the mean outcome.
    pub interval: Interval,
}

/// Groups rows into `bins` equal bins. Empty bins are omitted.
pub fn bins(rows: &[Row], bins: usize) -> Vec<Bin> {
    let sorted = by_bin(rows, bins);
    let width = 1.0 / to_f64(sorted.len());
    let filled = sorted.into_iter().enumerate().filter(|(_, rows)| !rows.is_empty());
    filled
        .map(|(at, rows)| {
            let happened = mean(rows.iter().map(|row| row.outcome));
            Bin {
                low: to_f64(at) * width,
                high: to_f64(at + 1) * width,
                n: rows.len(),
                yes: rows.iter().filter(|row| row.is_yes()).count(),
                forecast: mean(rows.iter().map(|row| row.p)),
                happened,
                interval: wilson(happened, rows.len()),
            }
        })
        .collect()
}

/// Returns the rows of each of `bins` equal bins, of one at least.
pub(crate) fn by_bin(rows: &[Row], bins: usize) -> Vec<Vec<Row>> {
    let bins = bins.max(1);
    let mut sorted: Vec<Vec<Row>> = vec![Vec::new(); bins];
    for row in rows {
        sorted[bin_of(row.p, bins)].push(*row);
    }
    sorted
}

/// Index of a probability's bin; a value outside 0 to 1 falls into the nearest bin.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to `bins`; NaN becomes 0")]
fn bin_of(p: f64, bins: usize) -> usize {
    ((p.clamp(0.0, 1.0) * to_f64(bins)) as usize).min(bins - 1)
}

/// Returns the expected calibration error: the mean distance between forecast and outcome, weighted by bin size (Naeini
/// et al. 2015).
pub fn expected_error(bins: &[Bin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.n).sum();
    let gaps = bins.iter().map(|bin| (bin.forecast - bin.happened).abs() * to_f64(bin.n));
    if all == 0 { 0.0 } else { gaps.sum::<f64>() / to_f64(all) }
}

/// Wilson's (1927) confidence interval of a rate: correct for few cases and for rates near 0 and 1, unlike rate ±
/// error.
fn wilson(rate: f64, n: usize) -> Interval {
    let n = to_f64(n);
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
    fn each_forecast_is_in_its_bin_and_1_is_in_the_last() {
        let rows = [(0.0, 0.0), (0.05, 1.0), (0.1, 0.0), (0.99, 1.0), (1.0, 1.0)];
        let found = bins(&rows.map(|(p, outcome)| Row { p, outcome }), DEFAULT_BINS);
        let shape: Vec<(usize, usize)> =
            found.iter().map(|bin| (bin_of(bin.low + 0.01, DEFAULT_BINS), bin.n)).collect();
        assert_eq!(shape, [(0, 2), (1, 1), (9, 2)]);
        assert!((found[0].happened - 0.5).abs() < 1e-12);
        // (|0.025 − 0.5| × 2 + 0.1 + 0.005 × 2) / 5
        assert!((expected_error(&found) - 0.212).abs() < 1e-9);
        assert!(bins(&[], DEFAULT_BINS).is_empty() && expected_error(&[]).abs() < 1e-12);
    }

    #[test]
    fn wilson_matches_the_published_example() {
        // Newcombe 1998, table I: 81 of 263.
        let found = wilson(81.0 / 263.0, 263);
        assert!((found.low - 0.2553).abs() < 5e-5 && (found.high - 0.3662).abs() < 5e-5, "{found:?}");
    }

    proptest! {
        #[test]
        fn no_row_is_lost_and_every_mean_lies_in_its_bin(values in prop::collection::vec((0.0..=1.0f64, 0.0..=1.0f64), 0..80), many in 1..20_usize) {
            let rows: Vec<Row> = values.iter().map(|(p, outcome)| Row { p: *p, outcome: *outcome }).collect();
            let found = bins(&rows, many);
            prop_assert_eq!(found.iter().map(|bin| bin.n).sum::<usize>(), rows.len());
            for bin in &found {
                prop_assert!(bin.forecast >= bin.low - 1e-9 && bin.forecast <= bin.high + 1e-9);
                prop_assert!(bin.interval.low <= bin.happened + 1e-9 && bin.interval.high >= bin.happened - 1e-9);
            }
            prop_assert!((0.0..=1.0).contains(&expected_error(&found)));
        }
    }
}
