//! Simulated questions with known distributions: coverage of the intervals, exact sums and coherence.

use domain::answer::{Quantiles, WHOLE};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::coherence::repaired;
use super::quantiles::{Bounds, from_stated, pool, probability_at_most};
use super::score::{brier, crps, is_covered};
use super::shares::{Shares, millionths};

/// Questions per kind.
const QUESTIONS: usize = 200;
/// Estimates per question.
const ESTIMATES: usize = 3;
/// Standard normal quantiles at 5, 25, 50, 75 and 95 %.
pub(super) const NORMAL: [f64; 5] = [-1.644_854, -0.674_49, 0.0, 0.674_49, 1.644_854];

/// A standard normal draw (Box and Muller 1958).
pub(super) fn normal(random: &mut StdRng) -> f64 {
    let (u, v) = (random.random_range(f64::EPSILON..1.0), random.random_range(0.0..1.0f64));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Estimates of one number with errors of their own: place and width differ from the true ones.
fn estimates(random: &mut StdRng, center: f64, width: f64) -> Vec<(Quantiles, f64)> {
    let estimate = |_| {
        let center = center + 0.2 * width * normal(random);
        let width = width * random.random_range(0.9..1.2);
        (from_stated(NORMAL.map(|x| center + x * width), Bounds::default()).unwrap(), random.random_range(0.3..0.9))
    };
    (0..ESTIMATES).map(estimate).collect()
}

/// Returns the coverage of the 90 % interval, and the mean ranked score relative to the width.
fn simulated(seed: u64, center: std::ops::Range<f64>, width: std::ops::Range<f64>) -> (f64, f64) {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut covered, mut score) = (0, 0.0);
    for _ in 0..QUESTIONS {
        let (center, width) = (random.random_range(center.clone()), random.random_range(width.clone()));
        let pooled = pool(&estimates(&mut random, center, width)).unwrap();
        assert!(pooled.values().is_sorted());
        let happened = center + width * normal(&mut random);
        covered += usize::from(is_covered(&pooled, happened));
        score += crps(&pooled, happened) / width;
    }
    (crate::to_f64(covered) / crate::to_f64(QUESTIONS), score / crate::to_f64(QUESTIONS))
}

#[test]
fn nine_of_ten_numbers_lie_within_their_interval() {
    let (coverage, score) = simulated(1, -1e3..1e3, 0.5..50.0);
    assert!((0.85..=0.95).contains(&coverage), "{coverage}");
    // The score of the true normal distribution is 1/√π = 0.564.
    assert!((0.5..0.65).contains(&score), "{score}");
}

#[test]
fn nine_of_ten_dates_lie_within_their_interval() {
    // Seconds since 1970: days of 2027, with weeks to months of uncertainty.
    let (coverage, _) = simulated(2, 1.80e9..1.83e9, 6e5..9e6);
    assert!((0.85..=0.95).contains(&coverage), "{coverage}");
}

#[test]
fn probabilities_of_options_sum_to_one_and_are_calibrated() {
    let mut random = StdRng::seed_from_u64(3);
    let (mut within, mut ours, mut uniform) = (0, 0.0, 0.0);
    for _ in 0..QUESTIONS {
        let options = random.random_range(2..9);
        let weights: Vec<f64> = (0..options).map(|_| (1.5 * normal(&mut random)).exp()).collect();
        let estimate = |random: &mut StdRng| Shares {
            shares: weights.iter().map(|weight| weight * (0.3 * normal(random)).exp()).collect(),
            weight: random.random_range(0.3..0.9),
        };
        let pooled = super::shares::pool(&(0..ESTIMATES).map(|_| estimate(&mut random)).collect::<Vec<_>>()).unwrap();
        let whole = millionths(&pooled);
        assert_eq!(whole.iter().sum::<u32>(), WHOLE);
        let happened = draw(&mut random, &weights);
        within += usize::from(in_credible_set(&pooled, happened));
        ours += brier(&pooled, happened).unwrap();
        uniform += brier(&vec![1.0 / crate::to_f64(options); options], happened).unwrap();
    }
    let coverage = crate::to_f64(within) / crate::to_f64(QUESTIONS);
    assert!(coverage >= 0.85, "{coverage}");
    assert!(ours < uniform, "{ours} {uniform}");
}

pub(super) fn draw(random: &mut StdRng, weights: &[f64]) -> usize {
    let mut left = random.random_range(0.0..weights.iter().sum::<f64>());
    weights
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.0
        })
        .unwrap_or(weights.len() - 1)
}

/// Tells whether an option is among the most probable ones that together have at least 90 %.
fn in_credible_set(shares: &[f64], option: usize) -> bool {
    shares.iter().filter(|share| **share > shares[option]).sum::<f64>() < 0.9
}

/// Number of neighbours whose order is violated.
fn violations(probabilities: &[f64]) -> usize {
    probabilities.windows(2).filter(|pair| pair[1] < pair[0] - 1e-12).count()
}

#[test]
fn questions_of_one_event_that_are_repaired_one_after_another_violate_nothing() {
    let mut random = StdRng::seed_from_u64(4);
    let mut before = 0;
    for _ in 0..QUESTIONS {
        let (center, width) = (random.random_range(-10.0..10.0), random.random_range(1.0..9.0));
        let estimates = estimates(&mut random, center, width);
        // Each deadline is judged by another estimate, so that they contradict one another.
        let judged = |at: usize| {
            let threshold = center + 0.15 * width * crate::to_f64(at);
            probability_at_most(&estimates[at % ESTIMATES].0, Bounds::default(), threshold)
        };
        let stated: Vec<f64> = (0..6).map(judged).collect();
        before += violations(&stated);
        let mut published: Vec<Option<f64>> = vec![None; stated.len()];
        // The order of asking is another one than that of the deadlines.
        for at in [3, 0, 5, 1, 4, 2] {
            let known =
                |range: std::ops::Range<usize>| published[range].iter().flatten().copied().collect::<Vec<f64>>();
            let (earlier, later) = (known(0..at), known(at + 1..published.len()));
            published[at] = Some(repaired(stated[at], &earlier, &later));
        }
        assert_eq!(violations(&published.into_iter().flatten().collect::<Vec<_>>()), 0);
    }
    assert!(before > QUESTIONS / 4, "{before} violations before the repair");
}

#[test]
fn probabilities_given_a_condition_are_calibrated() {
    let mut random = StdRng::seed_from_u64(5);
    let (mut happened, mut expected, mut void) = (0.0, 0.0, 0);
    for _ in 0..QUESTIONS {
        let (condition, given) = (random.random_range(0.2..0.8), random.random_range(0.05..0.95));
        if random.random_range(0.0..1.0) >= condition {
            void += 1;
            continue;
        }
        let odds = |p: f64| (p / (1.0f64 - p)).ln();
        let views: Vec<Shares> = (0..ESTIMATES)
            .map(|_| {
                let p = 1.0 / (1.0 + (-(odds(given) + 0.3 * normal(&mut random))).exp());
                Shares { shares: vec![p, 1.0 - p], weight: 1.0 }
            })
            .collect();
        expected += super::shares::pool(&views).unwrap()[0];
        happened += f64::from(u8::from(random.random_range(0.0..1.0) < given));
    }
    let scored = crate::to_f64(QUESTIONS - void);
    assert!((happened - expected).abs() / scored < 0.08, "{happened} of {scored}, expected {expected}");
}
