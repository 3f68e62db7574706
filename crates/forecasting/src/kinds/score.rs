//! Scores of answers that are not probabilities of YES. Lower is better, except for the logarithmic score.

use domain::answer::{LEVELS, Quantiles};

/// Parts of the range of levels that each quantile represents: the boundaries lie half-way between the levels.
const LEVEL_WEIGHTS: [f64; 5] = [0.15, 0.225, 0.25, 0.225, 0.15];

/// Lowest probability in the logarithmic score, so that one surprise does not outweigh all other forecasts.
const MIN_PROBABILITY: f64 = 0.001;

/// Returns the Brier score over all options, 0 to 2: the sum of the squared errors (Brier 1950). `happened` is the
/// index of the option that came true. `None` if there is no such option.
pub fn brier(shares: &[f64], happened: usize) -> Option<f64> {
    (happened < shares.len()).then(|| {
        let error = |(at, share): (usize, &f64)| (share - if at == happened { 1.0 } else { 0.0 }).powi(2);
        shares.iter().enumerate().map(error).sum()
    })
}

/// Returns the natural logarithm of the probability of the option that came true, at most 0.
pub fn log_score(shares: &[f64], happened: usize) -> Option<f64> {
    Some(shares.get(happened)?.clamp(MIN_PROBABILITY, 1.0).ln())
}

/// Returns the continuous ranked probability score of quantiles, in the unit of the number: twice the mean pinball
/// loss, each quantile weighted by the range of levels that it stands for (Gneiting and Ranjan 2011). The absolute
/// error of a certain number.
pub fn crps(quantiles: &Quantiles, happened: f64) -> f64 {
    let loss = |(value, level): (f64, f64)| {
        if happened >= value { level * (happened - value) } else { (1.0 - level) * (value - happened) }
    };
    let losses = quantiles.values().into_iter().zip(LEVELS).map(loss);
    2.0 * losses.zip(LEVEL_WEIGHTS).map(|(loss, weight)| weight * loss).sum::<f64>()
}

/// Returns `true` if the number lies within the 90 % interval, its ends included.
pub fn is_covered(quantiles: &Quantiles, happened: f64) -> bool {
    let [low, .., high] = quantiles.values();
    (low..=high).contains(&happened)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quantiles(values: [f64; 5]) -> Quantiles {
        Quantiles::try_from(values).unwrap()
    }

    #[test]
    fn scores_match_hand_computed_values() {
        assert!((brier(&[0.7, 0.2, 0.1], 0).unwrap() - (0.09 + 0.04 + 0.01)).abs() < 1e-12);
        assert!((brier(&[0.0, 1.0], 0).unwrap() - 2.0).abs() < 1e-12);
        assert!((log_score(&[0.7, 0.3], 1).unwrap() - 0.3f64.ln()).abs() < 1e-12);
        assert!((log_score(&[0.0, 1.0], 0).unwrap() - 0.001f64.ln()).abs() < 1e-12);
        assert_eq!((brier(&[0.5, 0.5], 2), log_score(&[], 0)), (None, None));
        assert!((crps(&quantiles([3.0; 5]), 5.0) - 2.0).abs() < 1e-9 && crps(&quantiles([3.0; 5]), 3.0).abs() < 1e-12);
        assert!(is_covered(&quantiles([1.0, 2.0, 3.0, 4.0, 5.0]), 5.0));
        assert!(!is_covered(&quantiles([1.0, 2.0, 3.0, 4.0, 5.0]), 5.1));
    }

    #[test]
    fn the_ranked_score_of_a_normal_distribution_is_near_its_formula() {
        // The score at 0 of the standard normal distribution is 2 φ(0) - 1/√π = 0.2337 (Gneiting and Raftery 2007,
        // equation 21). The weighted sum over five levels is 0.201.
        let normal = quantiles([-1.645, -0.674, 0.0, 0.674, 1.645]);
        assert!((crps(&normal, 0.0) - 0.2010).abs() < 1e-3, "{}", crps(&normal, 0.0));
    }

    proptest! {
        #[test]
        fn moving_all_quantiles_towards_the_outcome_never_worsens_the_ranked_score(center in -100.0..100.0f64, width in 0.0..10.0f64, part in 0.0..1.0f64) {
            let around = |center: f64| quantiles([-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| center + x * width));
            prop_assert!(crps(&around(center * part), 0.0) <= crps(&around(center), 0.0) + 1e-9);
        }

        #[test]
        fn the_true_probability_has_the_best_expected_score(truth in 0.05..0.95f64, stated in 0.05..0.95f64) {
            let expected = |p: f64| {
                truth * brier(&[p, 1.0 - p], 0).unwrap() + (1.0 - truth) * brier(&[p, 1.0 - p], 1).unwrap()
            };
            prop_assert!(expected(truth) <= expected(stated) + 1e-12);
            let logarithmic = |p: f64| {
                truth * log_score(&[p, 1.0 - p], 0).unwrap() + (1.0 - truth) * log_score(&[p, 1.0 - p], 1).unwrap()
            };
            prop_assert!(logarithmic(truth) >= logarithmic(stated) - 1e-12);
        }
    }
}
