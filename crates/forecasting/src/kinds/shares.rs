//! Probabilities of the options of one event: pooled in log-odds, and stored in whole millionths that sum to exactly
//! one.

use domain::answer::WHOLE;

/// Lowest probability of an option in a pool, so that one estimate cannot exclude an option for all others.
pub const MIN_SHARE: f64 = 0.001;

/// The probabilities of one estimate, with its weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// Probability of each option, in an order that all estimates share; any positive scale.
    pub shares: Vec<f64>,
    /// Weight of the estimate, greater than 0.
    pub weight: f64,
}

/// Pools estimates: the weighted mean of the log probabilities of each option, normalised. With two options it is the
/// weighted mean in log-odds (Genest and Zidek 1986, "Combining probability distributions": the logarithmic pool).
/// `None` without a usable estimate.
pub fn pool(estimates: &[Shares]) -> Option<Vec<f64>> {
    let options = estimates.first()?.shares.len();
    let usable: Vec<(Vec<f64>, f64)> = estimates
        .iter()
        .filter(|estimate| estimate.shares.len() == options && estimate.weight.is_finite() && estimate.weight > 0.0)
        .filter_map(|estimate| Some((normalised(&estimate.shares)?, estimate.weight)))
        .collect();
    let total: f64 = usable.iter().map(|(_, weight)| weight).sum();
    if usable.is_empty() || options == 0 {
        return None;
    }
    let mean = |at: usize| usable.iter().map(|(shares, weight)| weight * shares[at].ln()).sum::<f64>() / total;
    normalised(&(0..options).map(|at| mean(at).exp()).collect::<Vec<f64>>())
}

/// Scales positive numbers to the sum 1, each at least [`MIN_SHARE`]. `None` if none is positive, or one is negative or
/// not finite.
pub fn normalised(shares: &[f64]) -> Option<Vec<f64>> {
    let sum: f64 = shares.iter().sum();
    if !sum.is_finite() || sum <= 0.0 || shares.iter().any(|share| *share < 0.0) {
        return None;
    }
    let raised: Vec<f64> = shares.iter().map(|share| (share / sum).max(MIN_SHARE)).collect();
    let sum: f64 = raised.iter().sum();
    Some(raised.iter().map(|share| share / sum).collect())
}

/// Rounds probabilities to millionths that sum to exactly [`WHOLE`], by largest remainder: no other rounding with this
/// sum is nearer. Empty if there is no option or the probabilities are unusable.
pub fn millionths(shares: &[f64]) -> Vec<u32> {
    let Some(shares) = normalised(shares) else { return Vec::new() };
    let exact: Vec<f64> = shares.iter().map(|share| share * f64::from(WHOLE)).collect();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to a million")]
    let mut whole: Vec<u32> = exact.iter().map(|share| share.floor() as u32).collect();
    let missing = WHOLE.saturating_sub(whole.iter().sum());
    let mut order: Vec<usize> = (0..whole.len()).collect();
    order.sort_by(|a, b| exact[*b].fract().total_cmp(&exact[*a].fract()).then(a.cmp(b)));
    for at in order.into_iter().take(usize::try_from(missing).unwrap_or(0)) {
        whole[at] += 1;
    }
    whole
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shares(values: &[f64], weight: f64) -> Shares {
        Shares { shares: values.to_vec(), weight }
    }

    #[test]
    fn two_options_are_pooled_in_log_odds() {
        let pooled = pool(&[shares(&[0.2, 0.8], 1.0), shares(&[0.6, 0.4], 1.0)]).unwrap();
        let odds = |p: f64| (p / (1.0 - p)).ln();
        assert!((odds(pooled[0]) - f64::midpoint(odds(0.2), odds(0.6))).abs() < 1e-9);
    }

    #[test]
    fn a_zero_does_not_exclude_an_option() {
        let pooled = pool(&[shares(&[0.0, 1.0], 1.0), shares(&[0.5, 0.5], 1.0)]).unwrap();
        assert!(pooled[0] > 0.02 && pooled[0] < 0.1, "{pooled:?}");
    }

    #[test]
    fn thirds_sum_to_one() {
        assert_eq!(millionths(&[1.0, 1.0, 1.0]), [333_334, 333_333, 333_333]);
        assert_eq!(millionths(&[5.0]), [WHOLE]);
    }

    #[test]
    fn unusable_estimates_are_left_out() {
        assert_eq!(pool(&[]), None);
        assert_eq!(pool(&[shares(&[0.0, 0.0], 1.0), shares(&[f64::NAN, 1.0], 1.0), shares(&[-1.0, 2.0], 1.0)]), None);
        let one = pool(&[shares(&[0.3, 0.7], 1.0), shares(&[0.9, 0.1], 0.0), shares(&[1.0], 1.0)]).unwrap();
        assert!((one[0] - 0.3).abs() < 1e-9);
        assert_eq!(millionths(&[]), Vec::<u32>::new());
    }

    proptest! {
        #[test]
        fn millionths_sum_to_exactly_one(values in prop::collection::vec(0.0..1e6f64, 1..60)) {
            prop_assume!(values.iter().sum::<f64>() > 0.0);
            let whole = millionths(&values);
            prop_assert_eq!(whole.iter().sum::<u32>(), WHOLE);
            let exact = normalised(&values).unwrap();
            for (share, exact) in whole.iter().zip(exact) {
                prop_assert!((f64::from(*share) - exact * f64::from(WHOLE)).abs() <= 1.0 + 1e-6);
            }
        }

        #[test]
        fn a_pool_lies_between_its_estimates_and_ignores_their_order(a in prop::collection::vec(0.01..1.0f64, 2), b in prop::collection::vec(0.01..1.0f64, 2), weight in 0.1..9.0f64) {
            let (one, two) = (shares(&a, 1.0), shares(&b, weight));
            let pooled = pool(&[one.clone(), two.clone()]).unwrap();
            let swapped = pool(&[two, one]).unwrap();
            let (a, b) = (normalised(&a).unwrap(), normalised(&b).unwrap());
            for at in 0..2 {
                prop_assert!(pooled[at] >= a[at].min(b[at]) - 1e-9 && pooled[at] <= a[at].max(b[at]) + 1e-9);
                prop_assert!((pooled[at] - swapped[at]).abs() < 1e-12);
            }
        }
    }
}
