//! Weights fitted on resolved questions: that of the stated probability in the own view, and that of a market's price
//! of which nothing else is known. One half of the questions fits them, the other half judges: without a gain there the
//! weights are not recommended.

use domain::Probability;
use domain::forecast::StatedEstimate;

use crate::calibration::bootstrap::{Random, percentiles};
use crate::calibration::{Interval, mean, paired};
use crate::estimate::{STATED_WEIGHT, blend, settle};
use crate::numbers::{by_model, settled_by_most};
use crate::price::{DEFAULT_WEIGHT, limited};
use crate::{Direction, Opinion, Price, combine};

/// Setting of the stated weight.
pub const STATED_SETTING: &str = "AUSPEX_FORECASTER_STATED_WEIGHT";
/// Setting of the market's weight.
pub const MARKET_SETTING: &str = "AUSPEX_FORECASTER_MARKET_WEIGHT";
/// Minimum questions of each half.
pub const MIN_QUESTIONS: usize = 30;
/// Resamples of the intervals.
const DRAWS: u64 = 200;
/// Steps of the stated weight from 0 to 1.
const STATED_STEPS: u32 = 20;
/// Weights of a price that are tried.
const MARKET_WEIGHTS: [f64; 9] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0];
/// Gain in Brier score below which the weights nearer to the present ones are kept: what a few hundred questions cannot
/// distinguish.
const INDIFFERENCE: f64 = 0.0005;

/// The two weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Weight of the stated probability in the own view, 0 to 1.
    pub stated: f64,
    /// Weight of a price of which nothing else is known.
    pub market: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { stated: STATED_WEIGHT, market: DEFAULT_WEIGHT }
    }
}

/// A resolved question with what its forecast was computed from.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedForecast {
    /// The estimates of its forecast.
    pub estimates: Vec<StatedEstimate>,
    /// The price with its weight as a multiple of the weight of a price of which nothing else is known.
    pub price: Option<(Probability, f64)>,
    /// What happened, 0 to 1.
    pub outcome: f64,
}

/// Result of a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The fitted weights.
    pub weights: Weights,
    /// 95 % interval of the stated weight over resamples of the fitting half.
    pub stated: Interval,
    /// The same of the market's weight; `None` if no question has a price.
    pub market: Option<Interval>,
    /// Questions of the fitting and of the judging half.
    pub questions: (usize, usize),
    /// Brier score on the judging half with the fitted and with the present weights.
    pub brier: (f64, f64),
    /// Difference of the two with its 95 % interval; below 0 the fitted ones are better.
    pub gain: (f64, Interval),
}

impl Fit {
    /// Returns `true` if the fitted weights lose nothing on the half that did not fit them.
    pub fn is_recommended(&self) -> bool {
        self.gain.0 <= 0.0
    }

    /// Returns the settings that configure the weights, as `NAME=VALUE`.
    pub fn settings(&self) -> Vec<String> {
        let mut settings = vec![format!("{STATED_SETTING}={}", self.weights.stated)];
        settings.extend(self.market.map(|_| format!("{MARKET_SETTING}={}", self.weights.market)));
        settings
    }
}

impl ObservedForecast {
    /// Returns the forecast with these weights, before recalibration. `None` without an estimate.
    pub fn forecast(&self, weights: Weights) -> Option<f64> {
        let opinion = |one: &StatedEstimate| {
            let view = blend(one.stated, one.computed, weights.stated);
            let probability = settled(one).map_or(view, |direction| settle(view, direction));
            Opinion { probability, confidence: one.confidence, support: one.support }
        };
        let models: Vec<Vec<Opinion>> = by_model(self.estimates.iter().map(|one| (one.model.as_str(), opinion(one))));
        let price = self.price.map(|(probability, factor)| Price {
            probability,
            weight: if factor > 0.0 { limited(weights.market * factor) } else { 0.0 },
        });
        let each: Vec<Option<Direction>> = self.estimates.iter().map(settled).collect();
        let pooled = combine(&models, price)?;
        let pooled = settled_by_most(&each).map_or(pooled, |direction| pooled.settled(direction));
        Some(pooled.probability.get())
    }

    fn brier(&self, weights: Weights) -> Option<f64> {
        Some((self.forecast(weights)? - self.outcome).powi(2))
    }
}

/// Returns the direction in which an official fact settles an estimate; the stated probability agrees with it.
fn settled(one: &StatedEstimate) -> Option<Direction> {
    one.settled.then(|| if one.stated.get() > 0.5 { Direction::Up } else { Direction::Down })
}

/// The questions of a fit, and the weights that it is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct FitInput {
    /// Questions that fit the weights.
    pub fitting: Vec<ObservedForecast>,
    /// Questions that judge them.
    pub judging: Vec<ObservedForecast>,
    /// Weights of the forecasts.
    pub present: Weights,
}

/// Fits the weights. `None` if a half has too few questions with an estimate.
pub fn fit(input: FitInput, seed: u64) -> Option<Fit> {
    let FitInput { mut fitting, mut judging, present } = input;
    for half in [&mut fitting, &mut judging] {
        half.retain(|one| one.brier(present).is_some());
    }
    if fitting.len() < MIN_QUESTIONS || judging.len() < MIN_QUESTIONS {
        return None;
    }
    let has_price = fitting.iter().any(|one| one.price.is_some());
    let candidates = candidates(has_price, present);
    let scores: Vec<Vec<f64>> =
        candidates.iter().map(|weights| fitting.iter().filter_map(|one| one.brier(*weights)).collect()).collect();
    let all: Vec<usize> = (0..fitting.len()).collect();
    let weights = candidates[best(&scores, &candidates, &all)];
    let mut random = Random(seed);
    let mut drawn: Vec<Weights> = Vec::new();
    for _ in 0..DRAWS {
        let draw: Vec<usize> = all.iter().map(|_| random.below(all.len())).collect();
        drawn.push(candidates[best(&scores, &candidates, &draw)]);
    }
    let interval = |of: fn(&Weights) -> f64| percentiles(drawn.iter().map(of).collect());
    let with: Vec<f64> = judging.iter().filter_map(|one| one.brier(weights)).collect();
    let without: Vec<f64> = judging.iter().filter_map(|one| one.brier(present)).collect();
    Some(Fit {
        weights,
        stated: interval(|weights| weights.stated),
        market: has_price.then(|| interval(|weights| weights.market)),
        questions: (fitting.len(), judging.len()),
        brier: (mean(with.iter().copied()), mean(without.iter().copied())),
        gain: paired(&with, &without, seed)?,
    })
}

/// Returns the weights that are tried, the present ones first and the others by their distance from them.
fn candidates(has_price: bool, present: Weights) -> Vec<Weights> {
    let markets: &[f64] = if has_price { &MARKET_WEIGHTS } else { &[present.market] };
    let stated = |step: u32| f64::from(step) / f64::from(STATED_STEPS);
    let mut all: Vec<Weights> = (0..=STATED_STEPS)
        .flat_map(|step| markets.iter().map(move |market| Weights { stated: stated(step), market: *market }))
        .filter(|one| *one != present)
        .chain([present])
        .collect();
    let distance = |one: &Weights| (one.stated - present.stated).abs() + (one.market / present.market).ln().abs() / 2.0;
    all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    all
}

/// Returns the place of the weights with the best score; of those that hardly differ, the nearest to the present ones.
fn best(scores: &[Vec<f64>], candidates: &[Weights], draw: &[usize]) -> usize {
    let means: Vec<f64> = scores.iter().map(|scores| mean(draw.iter().map(|at| scores[*at]))).collect();
    let lowest = means.iter().copied().fold(f64::INFINITY, f64::min);
    (0..candidates.len()).find(|at| means[*at] <= lowest + INDIFFERENCE).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::estimate::tests::p;

    /// Questions whose stated and computed probability deviate from the truth by so much in log-odds.
    fn questions(seed: u64, (stated, computed, price): (f64, f64, Option<f64>)) -> Vec<ObservedForecast> {
        let mut random = StdRng::seed_from_u64(seed);
        let one = |_| {
            let truth: f64 = random.random_range(-2.5..2.5);
            let mut near = |error: f64| {
                let odds = truth + error * random.random_range(-1.0..1.0);
                p(1.0 / (1.0 + (-odds).exp()))
            };
            let (stated, computed) = (near(stated), near(computed));
            let price = price.map(|error| (near(error), 1.0));
            let happened = random.random_range(0.0..1.0) < 1.0 / (1.0 + (-truth).exp());
            let estimate = StatedEstimate {
                perspective: String::new(),
                model: "m".into(),
                stated,
                start: computed,
                computed,
                view: stated,
                confidence: 0.5,
                support: 0.75,
                settled: false,
            };
            ObservedForecast { estimates: vec![estimate], price, outcome: f64::from(u8::from(happened)) }
        };
        (0..600).map(one).collect()
    }

    fn fitted(errors: (f64, f64, Option<f64>)) -> Fit {
        fitted_from(errors, Weights::default())
    }

    fn fitted_from(errors: (f64, f64, Option<f64>), present: Weights) -> Fit {
        fit(FitInput { fitting: questions(1, errors), judging: questions(2, errors), present }, 1).unwrap()
    }

    #[test]
    fn the_better_source_has_the_greater_weight_and_the_other_half_agrees() {
        let stated = fitted((0.2, 4.0, None));
        assert!(stated.weights.stated > 0.75 && stated.is_recommended(), "{stated:?}");
        assert!(stated.stated.low <= stated.weights.stated && stated.weights.stated <= stated.stated.high);
        assert_eq!(stated.market, None);
        let computed = fitted((4.0, 0.2, None));
        assert!(computed.weights.stated < 0.25 && computed.brier.0 < computed.brier.1, "{computed:?}");
    }

    #[test]
    fn a_good_price_has_a_great_weight_and_a_bad_one_a_small_weight() {
        assert!(fitted((3.0, 3.0, Some(0.1))).weights.market > 3.0);
        assert!(fitted((0.3, 0.3, Some(5.0))).weights.market < 1.5);
    }

    #[test]
    fn equal_sources_keep_the_present_weights() {
        let made = fitted((0.5, 0.5, None));
        assert!((made.weights.stated - 0.5).abs() < 0.2 && made.gain.0.abs() < 0.002, "{made:?}");
    }

    #[test]
    fn the_gain_is_that_over_the_weights_of_the_forecasts() {
        let present = Weights { stated: 0.97, market: 1.7 };
        let judging = questions(2, (0.2, 4.0, Some(0.3)));
        let made = fitted_from((0.2, 4.0, Some(0.3)), present);
        let score = mean(judging.iter().filter_map(|one| one.brier(present)));
        assert!((made.brier.1 - score).abs() < 1e-12, "{made:?}");
        let others = candidates(true, present);
        assert_eq!((others[0], others.len()), (present, 21 * 9 + 1), "the present weights are tried first");
        assert_eq!(candidates(true, Weights::default()).len(), 21 * 9);
    }

    #[test]
    fn few_questions_fit_nothing() {
        let all = questions(1, (1.0, 1.0, None));
        let halves = |fitting: &[ObservedForecast]| {
            let present = Weights::default();
            fit(FitInput { fitting: fitting.to_vec(), judging: all.clone(), present }, 1)
        };
        assert_eq!(halves(&all[..29]), None);
        let empty: Vec<ObservedForecast> =
            all.iter().map(|one| ObservedForecast { estimates: Vec::new(), ..one.clone() }).collect();
        assert_eq!(halves(&empty), None, "no estimates");
    }
}
