//! Several forecasters and a market: one probability.
//!
//! **Mean in log-odds.** Averaging log-odds is the geometric pooling of opinions (Genest and Zidek 1986, "Combining probability
//! distributions"); among rules without parameters it does best on forecasting questions (Satopää et al. 2014, "Combining
//! multiple probability predictions using a simple logit model"; Sevilla 2021 on Metaculus).
//!
//! **One model is one forecaster**, however often it is asked: its samples share what it knows and what it misreads, so
//! they are averaged first and count together.
//!
//! **The market is one more forecaster**, with three times the weight of all of ours together: a price holds what many
//! people know, and three or four to one is what others found to beat both (Halawi et al. 2024: `(4·crowd + system)/5`).
//! Against it ours weigh as much as they have evidence of their own: a base rate and a guess are in the price already, so
//! whoever brings nothing leaves the price exactly where it is.
//!
//! **Extremizing** moves the pool away from one half, because several partly informed forecasters are together better
//! informed than each (Baron et al. 2014). It is done only as far as the voices are independent: Kish's effective number
//! of voices `n = (Σw)²/Σw²` (Kish 1965), of which `n/(1 + (n−1)ρ)` are equivalent to independent ones (Clemen and Winkler
//! 1985), with `ρ = ½`; for those the factor is that of Neyman and Roughgarden 2022 ("Are you smarter than a random expert?"),
//! `3n / (√(3n² − 3n + 1) + 2)`. It has no parameter to fit and is exactly 1 for one voice: samples of a single model are never
//! extremized, nor is a price that nobody adds to.

use domain::Probability;

use crate::number;

/// The market's weight against all of our own estimates together, at full trust.
pub const MARKET_WEIGHT: f64 = 3.0;

/// The correlation that is assumed between the errors of two forecasters that read the same news: one half, as nobody knows it.
/// Measured ones lie between 0.3 and 0.8 (Clemen and Winkler 1985, table 1).
pub const SHARED: f64 = 0.5;

/// The least relative weight of an opinion among those of its own model: nobody who answered is ignored.
const LEAST: f64 = 0.01;

/// One estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// What it says.
    pub probability: Probability,
    /// 0 to 1: how far its maker trusts it. Weighs it among others of its kind.
    pub confidence: f64,
    /// 0 to 1: how much evidence of its own it has ([`crate::evidence::support`]). Weighs it against a price, with the confidence.
    pub support: f64,
}

impl Opinion {
    /// An opinion that nothing else is known about: it counts fully.
    pub fn plain(probability: Probability) -> Self {
        Self { probability, confidence: 1.0, support: 1.0 }
    }
}

/// What a pool comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pooled {
    /// The probability, extremized as far as the voices are independent.
    pub probability: Probability,
    /// The plain mean in log-odds: always among the voices. That we agree with a price is no edge against it, so edges are
    /// computed from this.
    pub mean: Probability,
    /// How many independent voices there are, from 1.
    pub voices: f64,
}

/// A voice in log-odds, and how much it counts.
#[derive(Debug, Clone, Copy)]
struct Voice {
    log_odds: f64,
    weight: f64,
}

/// Pools models, each with its samples, and the market's price. `None` if nobody says anything.
pub fn combine(models: &[Vec<Opinion>], market: Option<Probability>) -> Option<Pooled> {
    let heard: Vec<&[Opinion]> = models.iter().map(Vec::as_slice).filter(|samples| !samples.is_empty()).collect();
    let share = 1.0 / number(heard.len().max(1));
    let mut voices: Vec<Voice> = heard.iter().map(|samples| voice(samples, share, market.is_some())).collect();
    voices.extend(market.map(|price| Voice { log_odds: price.log_odds(), weight: MARKET_WEIGHT }));
    pooled(&voices)
}

/// The samples of one model as one voice. Beside a price it weighs what it has evidence for, else what it is trusted.
fn voice(samples: &[Opinion], share: f64, beside_a_price: bool) -> Voice {
    let (mut odds, mut relative, mut trust) = (0.0, 0.0, 0.0);
    for sample in samples {
        let confidence = unit(sample.confidence);
        let among = confidence.max(LEAST);
        odds += among * sample.probability.log_odds();
        relative += among;
        trust += if beside_a_price { confidence * unit(sample.support) } else { among };
    }
    Voice { log_odds: odds / relative, weight: share * trust / number(samples.len()) }
}

fn pooled(voices: &[Voice]) -> Option<Pooled> {
    let total: f64 = voices.iter().map(|voice| voice.weight).sum();
    if voices.is_empty() || total <= 0.0 {
        return None;
    }
    let mean = voices.iter().map(|voice| voice.weight * voice.log_odds).sum::<f64>() / total;
    let squares: f64 = voices.iter().map(|voice| voice.weight.powi(2)).sum();
    let effective = (total * total / squares).max(1.0);
    let independent = equivalent(effective, SHARED);
    Some(Pooled {
        probability: Probability::from_log_odds(extremizing(independent) * mean).ok()?,
        mean: Probability::from_log_odds(mean).ok()?,
        voices: independent,
    })
}

/// So many independent forecasters are worth `n` whose errors correlate by `shared` (Clemen and Winkler 1985).
pub fn equivalent(n: f64, shared: f64) -> f64 {
    n / (1.0 + (n - 1.0) * shared)
}

/// The factor on the mean in log-odds for `n` independent forecasters, n ≥ 1 (Neyman and Roughgarden 2022, in the form
/// without the singularity at the golden ratio). 1 for one, 1.29 for two, at most √3.
pub fn extremizing(n: f64) -> f64 {
    let n = if n.is_finite() { n.max(1.0) } else { 1.0 };
    3.0 * n / ((3.0 * n * n - 3.0 * n + 1.0).sqrt() + 2.0)
}

/// A number held within 0 to 1; what is none counts as nothing.
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
    fn asking_one_model_often_makes_it_no_surer() {
        let once = combine(&[plain(&[0.8])], None).unwrap();
        let often = combine(&[plain(&[0.8; 9])], None).unwrap();
        assert!((once.probability.get() - 0.8).abs() < 1e-9 && (often.probability.get() - 0.8).abs() < 1e-9);
        let two = combine(&[plain(&[0.8]), plain(&[0.8])], None).unwrap();
        assert!(two.probability > once.probability, "two models that agree are surer than one");
        assert!((two.mean.get() - 0.8).abs() < 1e-9);
        let outvoted = combine(&[plain(&[0.2; 9]), plain(&[0.8])], None).unwrap();
        assert!((outvoted.probability.get() - 0.5).abs() < 1e-9, "nine samples of one model are one voice");
    }

    #[test]
    fn the_market_counts_three_parts_in_four() {
        let pooled = combine(&[plain(&[0.5])], Some(p(0.9))).unwrap();
        assert!((pooled.mean.log_odds() - 0.75 * p(0.9).log_odds()).abs() < 1e-9);
    }

    #[test]
    fn who_brings_nothing_leaves_the_price_exactly_where_it_is() {
        let guess = Opinion { probability: p(0.4), confidence: 0.9, support: 0.0 };
        let pooled = combine(&[vec![guess; 3]], Some(p(0.93))).unwrap();
        assert!((pooled.probability.get() - 0.93).abs() < 1e-12 && (pooled.voices - 1.0).abs() < 1e-12);
        let hint = Opinion { confidence: 0.05, support: 0.2, ..guess };
        assert!((combine(&[vec![hint]], Some(p(0.93))).unwrap().probability.get() - 0.93).abs() < 2e-3);
        assert!((combine(&[vec![guess; 3]], None).unwrap().probability.get() - 0.4).abs() < 1e-9);
    }

    #[test]
    fn nobody_says_nothing() {
        assert_eq!(combine(&[], None), None);
        assert_eq!(combine(&[vec![]], None), None);
    }

    #[test]
    fn the_factor_is_the_papers() {
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
        fn the_mean_lies_among_its_voices_and_yes_and_no_are_alike(models in models(), market in prop::option::of(0.0..=1.0f64)) {
            let market = market.map(p);
            let Some(pooled) = combine(&models, market) else {
                prop_assert!(market.is_none() && models.iter().all(Vec::is_empty));
                return Ok(());
            };
            let all = models.iter().flatten().map(|o| o.probability.get()).chain(market.map(Probability::get));
            let (low, high) = all.fold((1.0, 0.0), |(l, h): (f64, f64), v| (l.min(v), h.max(v)));
            prop_assert!(pooled.mean.get() >= low - 1e-9 && pooled.mean.get() <= high + 1e-9);
            prop_assert!((pooled.probability.get() - 0.5).abs() >= (pooled.mean.get() - 0.5).abs() - 1e-9, "never towards one half");
            prop_assert!(pooled.voices >= 1.0 - 1e-9);
            let mirrored: Vec<Vec<Opinion>> = models.iter().map(|samples| {
                samples.iter().map(|o| Opinion { probability: p(1.0 - o.probability.get()), ..*o }).collect()
            }).collect();
            let other = combine(&mirrored, market.map(|m| p(1.0 - m.get()))).unwrap();
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
            let market = market.map(p);
            let before = combine(&models, market).unwrap().probability;
            let mut raised = models;
            let was = raised[m][s].probability.get();
            raised[m][s].probability = p(was + (1.0 - was) * higher);
            prop_assert!(combine(&raised, market).unwrap().probability.get() >= before.get() - 1e-9);
        }
    }
}
