//! Several forecasters, one probability: the weighted mean in log-odds.
//!
//! Averaging log-odds instead of probabilities is the geometric pooling of opinions (Genest and Zidek 1986, "Combining
//! probability distributions"); it does better on forecasting questions (Satopää et al. 2014, "Combining multiple
//! probability predictions using a simple logit model"). The market is one more forecaster.

use domain::Probability;

/// The market's weight against a set of our own estimates of full confidence: three parts to one. A liquid price already
/// holds what many people know, so our samples move it by a quarter of the distance in log-odds.
pub const MARKET_WEIGHT: f64 = 3.0;

/// A forecaster in the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Voice {
    /// What it says.
    pub probability: Probability,
    /// How much it counts; 0 or less is not heard.
    pub weight: f64,
}

/// The weighted mean in log-odds; `None` if nobody is heard.
pub fn pool(voices: &[Voice]) -> Option<Probability> {
    let heard = voices.iter().filter(|voice| voice.weight > 0.0 && voice.weight.is_finite());
    let (sum, weight) = heard.fold((0.0, 0.0), |(sum, weight), voice| {
        (sum + voice.weight * voice.probability.log_odds(), weight + voice.weight)
    });
    if weight > 0.0 { Probability::from_log_odds(sum / weight).ok() } else { None }
}

/// Our samples and the market. The samples together count as much as their mean confidence says, at most one voice: a
/// model that knows that it knows little leaves the price where it is.
pub fn with_market(samples: &[(Probability, f64)], market: Option<Probability>) -> Option<Probability> {
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let n = samples.len().max(1) as f64;
    let mut voices: Vec<Voice> = samples
        .iter()
        .map(|(probability, confidence)| Voice { probability: *probability, weight: confidence.clamp(0.01, 1.0) / n })
        .collect();
    voices.extend(market.map(|probability| Voice { probability, weight: MARKET_WEIGHT }));
    pool(&voices)
}

/// Highest minus lowest, in probability. 0 for fewer than two.
pub fn spread(samples: &[Probability]) -> f64 {
    let values = samples.iter().map(|sample| sample.get());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    if high > low { high - low } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    #[test]
    fn opposite_opinions_of_equal_weight_cancel() {
        let pooled = with_market(&[(p(0.2), 1.0), (p(0.8), 1.0)], None).unwrap();
        assert!((pooled.get() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn the_market_counts_three_parts_in_four() {
        let pooled = with_market(&[(p(0.5), 1.0)], Some(p(0.9))).unwrap();
        let expected = 0.75 * p(0.9).log_odds();
        assert!((pooled.log_odds() - expected).abs() < 1e-9);
    }

    #[test]
    fn who_knows_little_leaves_the_price_where_it_is() {
        let pooled = with_market(&[(p(0.4), 0.05), (p(0.35), 0.05)], Some(p(0.9))).unwrap();
        assert!((pooled.get() - 0.9).abs() < 0.005, "{}", pooled.get());
    }

    #[test]
    fn nobody_says_nothing() {
        assert_eq!(with_market(&[], None), None);
        assert_eq!(pool(&[Voice { probability: p(0.3), weight: f64::NAN }]), None);
    }

    proptest! {
        #[test]
        fn the_pool_lies_between_its_voices(values in prop::collection::vec((0.0..=1.0f64, 0.0..=1.0f64), 1..8), market in prop::option::of(0.0..=1.0f64)) {
            let samples: Vec<_> = values.iter().map(|(v, c)| (p(*v), *c)).collect();
            let market = market.map(p);
            let pooled = with_market(&samples, market).unwrap().get();
            let all: Vec<f64> = samples.iter().map(|(v, _)| v.get()).chain(market.map(Probability::get)).collect();
            let (low, high) = (all.iter().copied().fold(1.0, f64::min), all.iter().copied().fold(0.0, f64::max));
            prop_assert!(pooled >= low - 1e-9 && pooled <= high + 1e-9);
        }
    }
}
