//! Quantiles of a number at the levels 5, 25, 50, 75 and 95 %: pooled, and read as a cumulative distribution.

use domain::answer::{LEVELS, Quantiles};

/// Lowest and highest possible value.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bounds {
    /// Lowest possible value.
    pub lower: Option<f64>,
    /// Highest possible value.
    pub upper: Option<f64>,
}

impl Bounds {
    fn hold(self, value: f64) -> f64 {
        let value = self.lower.map_or(value, |lower| value.max(lower));
        self.upper.map_or(value, |upper| value.min(upper))
    }
}

/// Part of the neighbouring interval after which the probability of a tail has fallen by the factor e. At the 5 %
/// quantile of a normal distribution the hazard is 2.06 per standard deviation, and its 5 and 25 % quantiles lie 0.97
/// standard deviations apart.
const TAIL: f64 = 0.5;

/// Ratio of the 95 and 5 % quantiles of positive numbers from which they are read on a logarithmic scale: numbers over
/// orders of magnitude lie evenly in their logarithms.
const WIDE: f64 = 10.0;

/// Makes quantiles of the values that an estimate states, held within the bounds. Values that decrease by mistake are
/// sorted. `None` if a value is not finite.
pub fn from_stated(values: [f64; 5], bounds: Bounds) -> Option<Quantiles> {
    // `f64::max` and `f64::min` replace a NaN by the bound.
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut held = values.map(|value| bounds.hold(value));
    held.sort_by(f64::total_cmp);
    Quantiles::try_from(held).ok()
}

/// Widths of the usual estimate, by which a quantile may lie from the middle one before it is held back.
const MAX_WIDTHS: f64 = 2.0;
/// The same in usual distances from the middle one. The larger of the two counts, so that estimates that differ
/// honestly keep their values: in simulations their loss rises by 1 % at most. One absurd estimate among three or
/// five, in a tenth of the questions, adds 12 to 42 % to the loss; without the limit it multiplied it by up to a
/// thousand.
const MAX_DISTANCES: f64 = 3.0;

/// Pools estimates: the weighted mean of each quantile, which keeps the shape and the order (Lichtendahl, Grushka-
/// Cockayne and Winkler 2013, "Is it better to average probabilities or quantiles?"). A value far from all others,
/// such as one in another unit, is held near to them first (cf. Jose, Grushka-Cockayne and Lichtendahl 2014, "Trimmed
/// opinion pools and the crowd's calibration problem"; the median loses more where all are honest). `None` without a
/// usable weight.
pub fn pool(estimates: &[(Quantiles, f64)]) -> Option<Quantiles> {
    let usable: Vec<(Quantiles, f64)> =
        estimates.iter().copied().filter(|(_, weight)| weight.is_finite() && *weight > 0.0).collect();
    // Distances from the first estimate are averaged, so that equal estimates have exactly their own mean.
    let first = usable.first()?.0.values();
    let limits = limits(&usable);
    let (mut sums, mut total) = ([0.0; 5], 0.0);
    for (quantiles, weight) in usable {
        for (at, value) in quantiles.values().into_iter().enumerate() {
            sums[at] += weight * (limits[at].hold(value) - first[at]);
        }
        total += weight;
    }
    let mut means = [0, 1, 2, 3, 4].map(|at: usize| first[at] + sums[at] / total);
    // Errors of rounding may exchange equal quantiles.
    means.sort_by(f64::total_cmp);
    Quantiles::try_from(means).ok()
}

/// Returns the limits within which the value of each level counts in a pool.
fn limits(estimates: &[(Quantiles, f64)]) -> [Bounds; 5] {
    let values: Vec<[f64; 5]> = estimates.iter().map(|(quantiles, _)| quantiles.values()).collect();
    let width = median(values.iter().map(|[p5, .., p95]| p95 - p5));
    [0, 1, 2, 3, 4].map(|at: usize| {
        let middle = median(values.iter().map(|values| values[at]));
        let distance = median(values.iter().map(|values| (values[at] - middle).abs()));
        let reach = (MAX_WIDTHS * width).max(MAX_DISTANCES * distance);
        // Most estimates agree on one number: nothing tells how far another may lie.
        if reach > 0.0 {
            Bounds { lower: Some(middle - reach), upper: Some(middle + reach) }
        } else {
            Bounds::default()
        }
    })
}

/// Returns the middle of numbers, 0 if there are none.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(half)) {
        (1, Some(middle)) => *middle,
        (_, Some(upper)) => f64::midpoint(sorted[half - 1], *upper),
        (_, None) => 0.0,
    }
}

/// Returns the probability of a value of at most `threshold`: linear between the quantiles, or in their logarithms
/// ([`WIDE`]), with exponential tails outside of them ([`TAIL`]), and 0 or 1 beyond the bounds.
pub fn probability_at_most(quantiles: &Quantiles, bounds: Bounds, threshold: f64) -> f64 {
    if bounds.upper.is_some_and(|upper| threshold >= upper) {
        return 1.0;
    }
    if bounds.lower.is_some_and(|lower| threshold < lower) {
        return 0.0;
    }
    let (values, threshold) = scaled(quantiles.values(), threshold);
    let [p5, p25, _, p75, p95] = values;
    if threshold < p5 {
        return LEVELS[0] * tail(p5 - threshold, p25 - p5);
    }
    if threshold >= p95 {
        return 1.0 - (1.0 - LEVELS[4]) * tail(threshold - p95, p95 - p75);
    }
    let at = (0..4).rev().find(|at| values[*at] <= threshold).unwrap_or(0);
    let part = (threshold - values[at]) / (values[at + 1] - values[at]);
    LEVELS[at] + part * (LEVELS[at + 1] - LEVELS[at])
}

/// Returns the values and a threshold on the scale on which they are read.
fn scaled(values: [f64; 5], threshold: f64) -> ([f64; 5], f64) {
    let [p5, .., p95] = values;
    match p5 > 0.0 && p95 >= WIDE * p5 {
        // The logarithm of what is not positive is below every other one.
        true => (values.map(f64::ln), if threshold > 0.0 { threshold.ln() } else { f64::NEG_INFINITY }),
        false => (values, threshold),
    }
}

/// Returns the share of a tail that lies farther away than `distance`.
fn tail(distance: f64, neighbour: f64) -> f64 {
    let scale = neighbour * TAIL;
    match (scale > 0.0, distance > 0.0) {
        (true, _) => (-distance / scale).exp(),
        (false, true) => 0.0,
        (false, false) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::normal::cumulative;

    fn quantiles(values: [f64; 5]) -> Quantiles {
        Quantiles::try_from(values).unwrap()
    }

    #[test]
    fn the_distribution_is_near_a_normal_one() {
        let normal = quantiles([-1.645, -0.674, 0.0, 0.674, 1.645]);
        for x in [-3.0, -2.0, -1.2, -0.3, 0.0, 0.5, 1.0, 1.9, 2.6] {
            let read = probability_at_most(&normal, Bounds::default(), x);
            assert!((read - cumulative(x)).abs() < 0.03, "{x}: {read} and {}", cumulative(x));
        }
    }

    #[test]
    fn numbers_over_orders_of_magnitude_are_read_in_their_logarithms() {
        let logs = [-1.645, -0.674, 0.0, 0.674, 1.645].map(|x: f64| x * 2.0 + 10.0);
        let wide = quantiles(logs.map(f64::exp));
        for x in [4.0, 7.0, 9.5, 10.0, 11.0, 12.5, 15.0] {
            let read = probability_at_most(&wide, Bounds::default(), f64::exp(x));
            assert!((read - cumulative((x - 10.0) / 2.0)).abs() < 0.03, "{x}: {read}");
        }
        for nothing in [0.0, -5.0] {
            assert!(probability_at_most(&wide, Bounds::default(), nothing).abs() < 1e-12);
        }
    }

    #[test]
    fn bounds_hold_values_and_tails() {
        let bounds = Bounds { lower: Some(0.0), upper: Some(100.0) };
        assert_eq!(
            from_stated([-5.0, 10.0, 50.0, 40.0, 300.0], bounds),
            Some(quantiles([0.0, 10.0, 40.0, 50.0, 100.0]))
        );
        assert_eq!(from_stated([f64::NAN; 5], bounds), None);
        let shares = quantiles([1.0, 2.0, 3.0, 4.0, 5.0]);
        let at = |threshold| probability_at_most(&shares, bounds, threshold);
        assert!(at(-0.1).abs() < 1e-12 && (at(100.0) - 1.0).abs() < 1e-12 && at(0.0) > 0.0);
    }

    #[test]
    fn equal_estimates_are_their_own_mean() {
        let estimate = quantiles([309.0, 379.04, 412.0, 444.96, 515.0]);
        assert_eq!(pool(&[(estimate, 0.05), (estimate, 0.05), (estimate, 0.05)]), Some(estimate));
        assert_eq!((pool(&[]), pool(&[(estimate, 0.0)])), (None, None));
    }

    #[test]
    fn one_absurd_estimate_moves_a_pool_by_its_share_of_the_limit_only() {
        let honest = |middle: f64| quantiles([-16.0, -7.0, 0.0, 7.0, 16.0].map(|x| middle + x));
        let pooled = |absurd: Quantiles| {
            let estimates = [honest(98.0), honest(100.0), absurd, honest(101.0), honest(103.0)];
            pool(&estimates.map(|estimate| (estimate, 0.6))).unwrap().values()
        };
        // Two widths of 32, one fifth of them.
        let [p5, .., p95] = pooled(honest(100_000.0));
        assert!((p5 - 84.0).abs() < 14.0 && (p95 - 116.0).abs() < 14.0, "{p5} to {p95}");
        let [p5, .., p95] = pooled(quantiles([-9e6, -1e3, 100.0, 2e3, 9e6]));
        assert!((p5 - 84.0).abs() < 14.0 && (p95 - 116.0).abs() < 14.0, "{p5} to {p95}");
        let apart = pooled(honest(140.0));
        assert!((apart[2] - 108.4).abs() < 1e-9, "an honest one counts in full: {apart:?}");
    }

    #[test]
    fn two_estimates_far_apart_count_in_full() {
        let near = quantiles([1.0, 2.0, 3.0, 4.0, 5.0]);
        let far = quantiles([1001.0, 1002.0, 1003.0, 1004.0, 1005.0]);
        assert_eq!(pool(&[(near, 1.0), (far, 1.0)]), Some(quantiles([501.0, 502.0, 503.0, 504.0, 505.0])));
    }

    #[test]
    fn a_certain_value_is_a_step() {
        let certain = quantiles([7.0; 5]);
        let at = |threshold| probability_at_most(&certain, Bounds::default(), threshold);
        assert!(at(6.9).abs() < 1e-12 && (at(7.0) - 0.95).abs() < 1e-12 && (at(7.1) - 1.0).abs() < 1e-12);
    }

    fn five() -> impl Strategy<Value = Quantiles> {
        let any = prop::array::uniform5(-1e6..1e6f64).boxed();
        let wide = prop::array::uniform5(-3.0..6.0f64).prop_map(|logs| logs.map(|log| 10f64.powf(log))).boxed();
        prop_oneof![any, wide].prop_map(|values| from_stated(values, Bounds::default()).unwrap())
    }

    proptest! {
        #[test]
        fn a_pool_is_ordered_and_lies_between_its_estimates(a in five(), b in five(), weight in 0.01..9.0f64) {
            let pooled = pool(&[(a, 1.0), (b, weight)]).unwrap().values();
            prop_assert!(pooled.is_sorted());
            for (at, value) in pooled.iter().enumerate() {
                let (one, other) = (a.values()[at], b.values()[at]);
                prop_assert!(*value >= one.min(other) - 1e-6 && *value <= one.max(other) + 1e-6);
            }
        }

        #[test]
        fn a_higher_threshold_is_never_less_probable(quantiles in five(), x in -2e6..2e6f64, more in 0.0..2e6f64) {
            let at = |threshold| probability_at_most(&quantiles, Bounds::default(), threshold);
            prop_assert!((0.0..=1.0).contains(&at(x)) && at(x + more) >= at(x) - 1e-12);
        }
    }
}
