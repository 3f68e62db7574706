//! Pooling of several forecasters and a market price into one probability.
//!
//! **Mean in log-odds.** Averaging log-odds is the geometric pooling of opinions (Genest and Zidek 1986, "Combining
//! probability distributions"); among rules without parameters it does best on forecasting questions (Satopää et al.
//! 2014, "Combining multiple probability predictions using a simple logit model"; Sevilla 2021 on Metaculus).
//!
//! **One model is one forecaster**, regardless of the number of samples: its samples share knowledge and errors, so
//! they are averaged first and count together.
//!
//! **The market is one more forecaster**, with a weight of its own ([`crate::price`]; 3 by default), because a price
//! aggregates the knowledge of many people. Relative to it, a model is weighted by its own evidence, 1 for an ordinary
//! estimate: the price already contains base rates and guesses, so models without evidence leave the price unchanged. A
//! model whose evidence is twice as good weighs twice as much, and no more than that.
//!
//! **Extremizing** moves the pool away from one half, because several partly informed forecasters are together better
//! informed than each (Baron et al. 2014). The extent depends on their independence: Kish's effective number of
//! forecasters `n = (Σw)²/Σw²` (Kish 1965), of which `n/(1 + (n−1)ρ)` are equivalent to independent ones (Clemen and
//! Winkler 1985), with `ρ = ½`; for those the factor is that of Neyman and Roughgarden 2022 ("Are you smarter than a
//! random expert?"), `3n / (√(3n² − 3n + 1) + 2)`. It has no fitted parameter and is exactly 1 for one forecaster:
//! neither samples of a single model nor a price alone are extremized.

use domain::Probability;

use crate::price::DEFAULT_WEIGHT;
use crate::to_f64;

/// Confidence times support of an ordinary estimate: the main facts are known (0.5), with two independent findings of
/// moderate strength (0.75). It has the weight 1 beside a price.
pub const ORDINARY_EVIDENCE: f64 = 0.5 * 0.75;

/// Maximum weight of all models together beside a price, before the weight of the price applies.
pub const MAX_MODEL_WEIGHT: f64 = 2.0;

/// Assumed correlation of the errors of two forecasters that read the same news. Measured values lie between 0.3 and
/// 0.8 (Clemen and Winkler 1985, table 1).
pub const ERROR_CORRELATION: f64 = 0.5;

/// Minimum relative weight of an opinion among those of its model, so that no answer is ignored.
const MIN_CONFIDENCE: f64 = 0.01;

/// One estimate of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Estimated probability of YES.
    pub probability: Probability,
    /// Confidence of the model, 0 to 1. Weight among the samples of the same model.
    pub confidence: f64,
    /// Amount of evidence, 0 to 1 ([`crate::factor::support`]). Together with the confidence, the weight relative to a
    /// price.
    pub support: f64,
}

impl Opinion {
    /// Creates an ordinary opinion, for probabilities that come without confidence and evidence.
    pub fn plain(probability: Probability) -> Self {
        Self { probability, confidence: 0.5, support: 0.75 }
    }
}

/// The price of a market as an input of the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// Price of YES.
    pub probability: Probability,
    /// Weight relative to an ordinary estimate.
    pub weight: f64,
}

impl Price {
    /// Creates a price of a market of which nothing else is known.
    pub fn plain(probability: Probability) -> Self {
        Self { probability, weight: DEFAULT_WEIGHT }
    }
}

/// Result of [`combine`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pooled {
    /// Probability, extremized according to the independence of the forecasters.
    pub probability: Probability,
    /// Mean in log-odds without extremizing, always within the range of the opinions. Edges are computed from it,
    /// because agreement with a price is not an edge against it.
    pub mean: Probability,
    /// Equivalent number of independent forecasters, at least 1.
    pub independent_opinions: f64,
}

#[derive(Debug, Clone, Copy)]
struct WeightedOpinion {
    log_odds: f64,
    weight: f64,
}

/// Pools models, each with its samples, and the market's price. Returns `None` without any opinion.
pub fn combine(models: &[Vec<Opinion>], market: Option<Price>) -> Option<Pooled> {
    let models: Vec<&[Opinion]> = models.iter().map(Vec::as_slice).filter(|samples| !samples.is_empty()).collect();
    let share = 1.0 / to_f64(models.len().max(1));
    let mut opinions: Vec<WeightedOpinion> =
        models.iter().map(|samples| average(samples, share, market.is_some())).collect();
    opinions.extend(market.map(|price| WeightedOpinion {
        log_odds: price.probability.log_odds(),
        weight: if price.weight.is_finite() { price.weight.max(0.0) } else { DEFAULT_WEIGHT },
    }));
    pooled(&opinions)
}

/// Averages the samples of one model. With a price the weight follows the evidence, otherwise the confidence.
fn average(samples: &[Opinion], share: f64, with_price: bool) -> WeightedOpinion {
    let (mut odds, mut relative, mut trust) = (0.0, 0.0, 0.0);
    for sample in samples {
        let confidence = unit(sample.confidence);
        let among = confidence.max(MIN_CONFIDENCE);
        odds += among * sample.probability.log_odds();
        relative += among;
        trust += if with_price { beside_price(sample) } else { among };
    }
    WeightedOpinion { log_odds: odds / relative, weight: share * trust / to_f64(samples.len()) }
}

/// Returns the weight of an opinion beside a price.
pub fn beside_price(opinion: &Opinion) -> f64 {
    (unit(opinion.confidence) * unit(opinion.support) / ORDINARY_EVIDENCE).min(MAX_MODEL_WEIGHT)
}

fn pooled(opinions: &[WeightedOpinion]) -> Option<Pooled> {
    let total: f64 = opinions.iter().map(|opinion| opinion.weight).sum();
    if opinions.is_empty() || total <= 0.0 {
        return None;
    }
    let mean = opinions.iter().map(|opinion| opinion.weight * opinion.log_odds).sum::<f64>() / total;
    let squares: f64 = opinions.iter().map(|opinion| opinion.weight.powi(2)).sum();
    let effective = (total * total / squares).max(1.0);
    let independent = equivalent(effective, ERROR_CORRELATION);
    Some(Pooled {
        probability: Probability::from_log_odds(extremizing(independent) * mean).ok()?,
        mean: Probability::from_log_odds(mean).ok()?,
        independent_opinions: independent,
    })
}

/// Returns the number of independent forecasters equivalent to `n` forecasters with this error correlation (Clemen and
/// Winkler 1985).
pub fn equivalent(n: f64, correlation: f64) -> f64 {
    n / (1.0 + (n - 1.0) * correlation)
}

/// Returns the factor on the mean in log-odds for `n` independent forecasters, n ≥ 1 (Neyman and Roughgarden 2022, in
/// the form without the singularity at the golden ratio). 1 for one, 1.29 for two, at most √3.
pub fn extremizing(n: f64) -> f64 {
    let n = if n.is_finite() { n.max(1.0) } else { 1.0 };
    3.0 * n / ((3.0 * n * n - 3.0 * n + 1.0).sqrt() + 2.0)
}

/// Clamps a number to 0 to 1; NaN and infinities become 0.
fn unit(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn p(value: f64) -> Probability {
        Probability::clamp(value).unwrap()
    }

    fn plain(values: &[f64]) -> Vec<Opinion> {
        values.iter().map(|value| Opinion::plain(p(*value))).collect()
    }

    #[test]
    fn opposite_opinions_of_equal_weight_cancel() {
        let pooled = combine(&[plain(&[0.2, 0.8])], None).unwrap();
        assert!((pooled.probability.get() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn more_samples_of_one_model_do_not_extremize() {
        let once = combine(&[plain(&[0.8])], None).unwrap();
        let often = combine(&[plain(&[0.8; 9])], None).unwrap();
        assert!((once.probability.get() - 0.8).abs() < 1e-9 && (often.probability.get() - 0.8).abs() < 1e-9);
        let two = combine(&[plain(&[0.8]), plain(&[0.8])], None).unwrap();
        assert!(two.probability > once.probability, "two models that agree are extremized");
        assert!((two.mean.get() - 0.8).abs() < 1e-9);
        let outvoted = combine(&[plain(&[0.2; 9]), plain(&[0.8])], None).unwrap();
        assert!((outvoted.probability.get() - 0.5).abs() < 1e-9, "nine samples of one model count as one forecaster");
    }

    #[test]
    fn the_market_has_three_quarters_of_the_weight() {
        let pooled = combine(&[plain(&[0.5])], Some(Price::plain(p(0.9)))).unwrap();
        assert!((pooled.mean.log_odds() - 0.75 * p(0.9).log_odds()).abs() < 1e-9);
    }

    #[test]
    fn good_evidence_has_at_most_two_thirds_of_the_weight_of_the_price() {
        let sure = Opinion { probability: p(0.5), confidence: 1.0, support: 1.0 };
        let pooled = combine(&[vec![sure]], Some(Price::plain(p(0.9)))).unwrap();
        assert!((pooled.mean.log_odds() - 0.6 * p(0.9).log_odds()).abs() < 1e-9);
        let settled = combine(&[vec![sure]], Some(Price { probability: p(0.9), weight: 0.0 })).unwrap();
        assert!((settled.mean.get() - 0.5).abs() < 1e-9, "a price without weight");
    }

    #[test]
    fn models_without_evidence_leave_the_price_unchanged() {
        let guess = Opinion { probability: p(0.4), confidence: 0.9, support: 0.0 };
        let pooled = combine(&[vec![guess; 3]], Some(Price::plain(p(0.93)))).unwrap();
        assert!((pooled.probability.get() - 0.93).abs() < 1e-12 && (pooled.independent_opinions - 1.0).abs() < 1e-12);
        let hint = Opinion { confidence: 0.05, support: 0.2, ..guess };
        let hinted = combine(&[vec![hint]], Some(Price::plain(p(0.93)))).unwrap();
        assert!((hinted.probability.get() - 0.93).abs() < 4e-3);
        assert!((combine(&[vec![guess; 3]], None).unwrap().probability.get() - 0.4).abs() < 1e-9);
    }

    #[test]
    fn no_opinions_give_no_pool() {
        assert_eq!(combine(&[], None), None);
        assert_eq!(combine(&[vec![]], None), None);
    }

    #[test]
    fn the_factor_matches_the_paper() {
        let paper = |n: f64| n * ((3.0 * n * n - 3.0 * n + 1.0).sqrt() - 2.0) / (n * n - n - 1.0);
        for n in [1.0, 1.2, 2.0, 3.0, 10.0] {
            assert!((extremizing(n) - paper(n)).abs() < 1e-9, "{n}");
        }
        assert!((extremizing(1e9) - 3f64.sqrt()).abs() < 1e-6);
        assert!((extremizing(f64::NAN) - 1.0).abs() < 1e-12);
    }

    fn opinion() -> impl Strategy<Value = Opinion> {
        (0.0..=1.0f64, -0.5..1.5f64, -0.5..1.5f64).prop_map(|(value, confidence, support)| Opinion {
            probability: p(value),
            confidence,
            support,
        })
    }

    fn models() -> impl Strategy<Value = Vec<Vec<Opinion>>> {
        prop::collection::vec(prop::collection::vec(opinion(), 0..5), 0..4)
    }

    proptest! {
        #[test]
        fn the_mean_lies_within_the_opinions_and_yes_and_no_are_symmetric(models in models(), market in prop::option::of(0.0..=1.0f64)) {
            let market = market.map(|value| Price::plain(p(value)));
            let Some(pooled) = combine(&models, market) else {
                prop_assert!(market.is_none() && models.iter().all(Vec::is_empty));
                return Ok(());
            };
            let all = models.iter().flatten().map(|o| o.probability.get()).chain(market.map(|price| price.probability.get()));
            let (low, high) = all.fold((1.0, 0.0), |(l, h): (f64, f64), v| (l.min(v), h.max(v)));
            prop_assert!(pooled.mean.get() >= low - 1e-9 && pooled.mean.get() <= high + 1e-9);
            prop_assert!((pooled.probability.get() - 0.5).abs() >= (pooled.mean.get() - 0.5).abs() - 1e-9, "never towards one half");
            prop_assert!(pooled.independent_opinions >= 1.0 - 1e-9);
            let mirrored: Vec<Vec<Opinion>> = models.iter().map(|samples| {
                samples.iter().map(|o| Opinion { probability: p(1.0 - o.probability.get()), ..*o }).collect()
            }).collect();
            let other = combine(&mirrored, market.map(|m| Price::plain(p(1.0 - m.probability.get())))).unwrap();
            prop_assert!((pooled.probability.get() + other.probability.get() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_higher_opinion_never_lowers_the_pool(models in models(), which in any::<prop::sample::Index>(), higher in 0.0..=1.0f64, market in prop::option::of(0.0..=1.0f64)) {
            let mut places: Vec<(usize, usize)> = Vec::new();
            for (m, samples) in models.iter().enumerate() {
                places.extend((0..samples.len()).map(|s| (m, s)));
            }
            prop_assume!(!places.is_empty());
            let (m, s) = places[which.index(places.len())];
            let market = market.map(|value| Price::plain(p(value)));
            let before = combine(&models, market).unwrap().probability;
            let mut raised = models;
            let was = raised[m][s].probability.get();
            raised[m][s].probability = p(was + (1.0 - was) * higher);
            prop_assert!(combine(&raised, market).unwrap().probability.get() >= before.get() - 1e-9);
        }
    }
}
