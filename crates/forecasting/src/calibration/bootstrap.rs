//! Confidence intervals of means by the percentile bootstrap (Efron 1979), with the seed as an input.
//!
//! Two forecasters are compared on the same questions, by the difference of the scores per question: questions differ
//! far more than forecasters, and paired differences remove that variance.

use serde::{Deserialize, Serialize};

use crate::calibration::mean;

/// Number of resamples. With 1,000 the bounds of a 95 % interval differ by less than a tenth of its width between
/// seeds.
pub const DRAWS: usize = 1_000;

/// A 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower bound: the 2.5th percentile.
    pub low: f64,
    /// Upper bound: the 97.5th percentile.
    pub high: f64,
}

/// Returns the 95 % interval of the mean; `None` without values.
pub fn mean_interval(values: &[f64], seed: u64) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let mut random = Random(seed);
    let means: Vec<f64> =
        (0..DRAWS).map(|_| mean((0..values.len()).map(|_| values[random.below(values.len())]))).collect();
    Some(percentiles(means))
}

/// Returns the 2.5th and the 97.5th percentile of values, of which there must be one.
pub(crate) fn percentiles(mut values: Vec<f64>) -> Interval {
    values.sort_by(f64::total_cmp);
    Interval { low: values[values.len() / 40], high: values[values.len() - values.len() / 40 - 1] }
}

/// Returns the mean of `ours − theirs` with its interval; below 0 is better for ours. The slices hold the scores of the
/// same questions in the same order. Returns `None` if the lengths differ or are 0.
pub fn paired(ours: &[f64], theirs: &[f64], seed: u64) -> Option<(f64, Interval)> {
    if ours.len() != theirs.len() {
        return None;
    }
    let gaps: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours - theirs).collect();
    let interval = mean_interval(&gaps, seed)?;
    Some((mean(gaps), interval))
}

/// SplitMix64 (Steele, Lea and Flood 2014). Not from a library, because its generator may change with a version, which
/// would change every published interval.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a uniform number below `n` (Lemire's multiplication; the bias of n in 2^64 is negligible).
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.next()) * (n as u128);
        usize::try_from(wide >> 64).unwrap_or(0).min(n - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::to_f64;

    /// Standard error of a mean by the formula.
    fn standard_error(values: &[f64]) -> f64 {
        let middle = mean(values.iter().copied());
        let spread = mean(values.iter().map(|value| (value - middle).powi(2)));
        (spread / to_f64(values.len())).sqrt()
    }

    #[test]
    fn the_interval_matches_the_standard_error() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 10) / 10.0).collect();
        let found = mean_interval(&values, 1).unwrap();
        let expected = 1.96 * standard_error(&values);
        assert!((found.high - found.low - 2.0 * expected).abs() < 0.15 * expected, "{found:?} against ±{expected}");
        assert_eq!(mean_interval(&values, 1), mean_interval(&values, 1), "the same seed gives the same interval");
        assert_ne!(mean_interval(&values, 1), mean_interval(&values, 2));
    }

    #[test]
    fn pairing_detects_a_difference_that_two_intervals_hide() {
        let theirs: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        let ours: Vec<f64> = theirs.iter().map(|score| score - 0.01).collect();
        let (gap, interval) = paired(&ours, &theirs, 3).unwrap();
        assert!((gap + 0.01).abs() < 1e-9 && interval.high < 0.0);
        let (alone, beside) = (mean_interval(&ours, 3).unwrap(), mean_interval(&theirs, 3).unwrap());
        assert!(alone.high > beside.low, "unpaired intervals overlap");
        assert_eq!(paired(&ours, &theirs[1..], 3), None);
        assert_eq!(mean_interval(&[], 3), None);
    }

    proptest! {
        #[test]
        fn the_interval_lies_within_the_values(values in prop::collection::vec(-1.0..1.0f64, 1..40), seed: u64) {
            let found = mean_interval(&values, seed).unwrap();
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(low - 1e-9 <= found.low && found.low <= found.high && found.high <= high + 1e-9);
        }
    }
}
