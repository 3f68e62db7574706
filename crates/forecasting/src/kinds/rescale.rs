//! Recalibration of answers that are not probabilities of YES: one factor, fitted on resolved questions of the kind.
//! Probabilities of options are raised to it and scaled to the sum 1; distances of quantiles from their median are
//! multiplied by it. As with probabilities of YES, it is applied only if it would have improved every round of unseen
//! questions, and by more than chance.

use domain::answer::Quantiles;
use serde::{Deserialize, Serialize};

use super::score::{crps, log_score};
use super::shares::normalised;
use crate::calibration::folds::{Timed, rounds};
use crate::calibration::walk_forward::{Losses, ROUNDS, walk_forward};

/// Minimum outcomes for a factor.
pub const MIN_OUTCOMES: usize = 100;
/// Range and steps of the logarithm of the factor: from a third to three.
const MAX_LOG: f64 = 1.1;
const STEPS: u32 = 44;
/// Spread of the prior of the logarithm around no correction, and its weight in units of the loss.
const PRIOR_SPREAD: f64 = 0.35;
const PRIOR_WEIGHT: f64 = 0.1;

/// A factor with the reason for it. The default changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Rescaling {
    /// The factor; `None` if none may be applied.
    pub factor: Option<f64>,
    /// Reason for a reader.
    pub reason: String,
}

/// An answer before its recalibration, with what happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Lesson {
    /// Probabilities of options, and the place of the one that came true.
    Options(Vec<f64>, usize),
    /// Quantiles, and the number.
    Quantiles(Quantiles, f64),
}

/// A lesson with its times, in seconds since 1970.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedAnswer {
    /// The answer and what happened.
    pub lesson: Lesson,
    /// Time of asking.
    pub asked_at: i64,
    /// Time of resolution.
    pub resolved_at: i64,
}

impl Timed for ResolvedAnswer {
    fn asked_at(&self) -> i64 {
        self.asked_at
    }

    fn resolved_at(&self) -> i64 {
        self.resolved_at
    }
}

impl Rescaling {
    /// Creates the rescaling that changes nothing, with a reason.
    pub fn none(reason: impl Into<String>) -> Self {
        Self { factor: None, reason: reason.into() }
    }

    /// Rescales probabilities of options. Unusable ones are returned unchanged.
    pub fn shares(&self, shares: &[f64]) -> Vec<f64> {
        let Some(factor) = self.factor else { return shares.to_vec() };
        raised(shares, factor).unwrap_or_else(|| shares.to_vec())
    }

    /// Rescales quantiles around their median.
    pub fn quantiles(&self, quantiles: &Quantiles) -> Quantiles {
        self.factor.map_or(*quantiles, |factor| spread(quantiles, factor))
    }
}

fn raised(shares: &[f64], factor: f64) -> Option<Vec<f64>> {
    let shares = normalised(shares)?;
    normalised(&shares.iter().map(|share| share.powf(factor)).collect::<Vec<f64>>())
}

fn spread(quantiles: &Quantiles, factor: f64) -> Quantiles {
    let values = quantiles.values();
    let mut scaled = values.map(|value| values[2] + factor * (value - values[2]));
    scaled.sort_by(f64::total_cmp);
    Quantiles::try_from(scaled).unwrap_or(*quantiles)
}

/// Returns the loss of a lesson with a factor: the negative logarithm of the probability, or the ranked score in units
/// of the width of the interval. `None` for a lesson that teaches nothing.
fn loss(lesson: &Lesson, factor: f64) -> Option<f64> {
    match lesson {
        Lesson::Options(shares, happened) => Some(-log_score(&raised(shares, factor)?, *happened)?),
        Lesson::Quantiles(quantiles, happened) => {
            let [low, .., high] = quantiles.values();
            let width = high - low;
            (width > 0.0 && width.is_finite()).then(|| crps(&spread(quantiles, factor), *happened) / width)
        }
    }
}

/// Returns the factor that lessons support best.
fn best(lessons: &[&ResolvedAnswer]) -> f64 {
    let cost = |step: u32| {
        let log = f64::from(step) / f64::from(STEPS) * 2.0 * MAX_LOG - MAX_LOG;
        let losses = lessons.iter().filter_map(|one| loss(&one.lesson, log.exp()));
        (log, losses.sum::<f64>() + PRIOR_WEIGHT * (log / PRIOR_SPREAD).powi(2) / 2.0)
    };
    (0..=STEPS).map(cost).min_by(|a, b| a.1.total_cmp(&b.1)).map_or(1.0, |(log, _)| log.exp())
}

/// Returns the factor that the answers resolved by `now` support. Deterministic for a given `seed`.
pub fn fit(past: &[ResolvedAnswer], now: i64, seed: u64) -> Rescaling {
    let mut known: Vec<&ResolvedAnswer> = past
        .iter()
        .filter(|one| one.asked_at < one.resolved_at && one.resolved_at <= now && loss(&one.lesson, 1.0).is_some())
        .collect();
    known.sort_by_key(|one| (one.asked_at, one.resolved_at));
    if known.len() < MIN_OUTCOMES {
        return Rescaling::none(format!("{} outcomes of this kind are known, {MIN_OUTCOMES} are needed", known.len()));
    }
    match walk_forward(&rounds(&known, ROUNDS), "loss", losses, seed) {
        Ok(gain) => Rescaling {
            factor: Some(best(&known)),
            reason: format!("fitted on {} outcomes; on unseen rounds it lowered the loss by {gain:.4}", known.len()),
        },
        Err(why) => Rescaling::none(why),
    }
}

/// Returns the losses of a round without and with the factor of the training set.
fn losses(training: &[&ResolvedAnswer], round: &[&ResolvedAnswer]) -> Losses {
    let with = |factor: f64| -> Vec<f64> { round.iter().filter_map(|one| loss(&one.lesson, factor)).collect() };
    Losses { before: with(1.0), after: with(best(training)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::super::score::is_covered;
    use super::super::simulation_test::{NORMAL, draw, normal};
    use super::*;

    const DAY: i64 = 86_400;

    /// Questions whose stated spread is the true one divided by `narrow`.
    fn numbers(seed: u64, narrow: f64) -> Vec<ResolvedAnswer> {
        let mut random = StdRng::seed_from_u64(seed);
        let one = |n: i64| {
            let (center, width) = (random.random_range(-50.0..50.0), random.random_range(0.5..20.0));
            let quantiles = Quantiles::try_from(NORMAL.map(|x| center + x * width / narrow)).unwrap();
            let lesson = Lesson::Quantiles(quantiles, center + width * normal(&mut random));
            ResolvedAnswer { lesson, asked_at: n * DAY, resolved_at: (n + 3) * DAY }
        };
        (1..=200).map(one).collect()
    }

    fn choices(seed: u64, sharp: f64) -> Vec<ResolvedAnswer> {
        let mut random = StdRng::seed_from_u64(seed);
        let one = |n: i64| {
            let options = random.random_range(2..6);
            let truth: Vec<f64> = (0..options).map(|_| (1.2 * normal(&mut random)).exp()).collect();
            let stated = normalised(&truth.iter().map(|share| share.powf(sharp)).collect::<Vec<_>>()).unwrap();
            let happened = draw(&mut random, &truth);
            ResolvedAnswer { lesson: Lesson::Options(stated, happened), asked_at: n * DAY, resolved_at: (n + 3) * DAY }
        };
        (1..=400).map(one).collect()
    }

    fn coverage(lessons: &[ResolvedAnswer], rescaling: &Rescaling) -> f64 {
        let covered = lessons.iter().filter(|one| match &one.lesson {
            Lesson::Quantiles(quantiles, happened) => is_covered(&rescaling.quantiles(quantiles), *happened),
            Lesson::Options(..) => false,
        });
        crate::to_f64(covered.count()) / crate::to_f64(lessons.len())
    }

    #[test]
    fn intervals_that_are_too_narrow_are_widened_until_nine_of_ten_numbers_lie_within() {
        let fitted = fit(&numbers(1, 2.0), i64::MAX, 1);
        assert!(fitted.factor.is_some_and(|factor| (1.5..2.6).contains(&factor)), "{fitted:?}");
        let unseen = numbers(2, 2.0);
        assert!(coverage(&unseen, &Rescaling::default()) < 0.7);
        let after = coverage(&unseen, &fitted);
        assert!((0.85..=0.95).contains(&after), "{after}");
    }

    #[test]
    fn well_calibrated_intervals_keep_their_coverage() {
        let fitted = fit(&numbers(3, 1.0), i64::MAX, 1);
        let after = coverage(&numbers(4, 1.0), &fitted);
        assert!((0.85..=0.95).contains(&after), "{after} {fitted:?}");
    }

    #[test]
    fn probabilities_that_are_too_sharp_are_flattened() {
        let fitted = fit(&choices(1, 2.5), i64::MAX, 1);
        assert!(fitted.factor.is_some_and(|factor| (0.3..0.65).contains(&factor)), "{fitted:?}");
        let calm = fit(&choices(2, 1.0), i64::MAX, 1);
        assert!(calm.factor.is_none_or(|factor| (0.85..1.15).contains(&factor)), "{calm:?}");
    }

    #[test]
    fn few_outcomes_and_outcomes_of_the_future_change_nothing() {
        let all = numbers(1, 2.0);
        assert_eq!(fit(&all[..99], i64::MAX, 1).factor, None);
        let early = fit(&all, 60 * DAY, 1);
        assert_eq!(early.factor, None, "{early:?}");
        assert!(early.reason.contains("57 outcomes"), "{}", early.reason);
    }

    proptest! {
        #[test]
        fn a_factor_keeps_sum_order_and_median(
            values in prop::collection::vec(0.01..1.0f64, 2..8), steps in prop::array::uniform4(0.0..9.0f64), factor in 0.3..3.0f64,
        ) {
            let rescaling = Rescaling { factor: Some(factor), reason: String::new() };
            let shares = rescaling.shares(&values);
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (a, b) in (0..values.len()).flat_map(|a| (0..values.len()).map(move |b| (a, b))) {
                prop_assert!(values[a] < values[b] || shares[a] >= shares[b] - 1e-12);
            }
            let mut at = -3.0;
            let quantiles = [0.0, steps[0], steps[1], steps[2], steps[3]].map(|step| { at += step; at });
            let quantiles = Quantiles::try_from(quantiles).unwrap();
            let scaled = rescaling.quantiles(&quantiles);
            prop_assert!((scaled.values()[2] - quantiles.values()[2]).abs() < 1e-9);
        }
    }
}
