//! Only constant miscalibration is corrected; otherwise the result is the identity with a reason.

use proptest::prelude::*;

use super::*;
use crate::calibration::{from_log_odds, log_odds};

/// Linear congruential generator for reproducible test data.
struct Random(u64);

impl Random {
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 33).unwrap()) / f64::from(1_u32 << 31)
    }
}

/// Four rounds of questions, one day apart, resolved within an hour. A forecast `p` resolves YES with probability
/// `truth(round, p)`.
fn history(per_round: usize, seed: u64, truth: impl Fn(usize, f64) -> f64) -> Vec<ResolvedForecast> {
    let mut random = Random(seed);
    let mut past = Vec::new();
    for round in 0..4 {
        for _ in 0..per_round {
            let p = 0.02 + 0.96 * random.draw();
            let outcome = f64::from(u8::from(random.draw() < truth(round, p)));
            let asked_at = i64::try_from(round).unwrap() * 86_400;
            past.push(ResolvedForecast { p, outcome, asked_at, resolved_at: asked_at + 3_600 });
        }
    }
    past
}

fn bent(p: f64, slope: f64) -> f64 {
    from_log_odds(slope * log_odds(p))
}

const LATER: i64 = 10 * 86_400;

#[test]
fn constant_overconfidence_is_corrected() {
    let map = fit(&history(150, 1, |_, p| bent(p, 0.4)), LATER, 1);
    assert_eq!(map.name(), "platt", "{}", map.reason);
    let meant = map.apply(0.9);
    assert!((0.6..0.8).contains(&meant), "0.9 has meant {:.2}, the map says {meant:.2}", bent(0.9, 0.4));
    assert!(map.reason.contains("600 outcomes"), "{}", map.reason);
}

#[test]
fn calibrated_forecasts_are_not_changed() {
    let left = (0..40).filter(|seed| fit(&history(120, *seed, |_, p| p), LATER, 1).is_identity()).count();
    assert!(left >= 39, "{left} of 40");
}

#[test]
fn contradictory_slopes_give_the_identity() {
    let flips = |round: usize, p: f64| bent(p, if round < 2 { 0.4 } else { 1.8 });
    let map = fit(&history(150, 3, flips), LATER, 1);
    assert!(map.is_identity() && map.reason.contains("contradict"), "{}", map.reason);
}

#[test]
fn the_identity_states_why_no_map_was_fitted() {
    let few = fit(&history(10, 1, |_, p| p), LATER, 1);
    assert_eq!(few.reason, "40 outcomes are known, a map needs 100");
    let mut one_day = history(150, 1, |_, p| bent(p, 0.4));
    for past in &mut one_day {
        (past.asked_at, past.resolved_at) = (0, 5);
    }
    assert!(fit(&one_day, LATER, 1).reason.contains("come from 1 rounds"));
    let mut slow = history(150, 1, |_, p| bent(p, 0.4));
    for past in &mut slow {
        past.resolved_at = LATER - 1;
    }
    let map = fit(&slow, LATER, 1);
    assert!(map.reason.contains("0 rounds had enough resolved before them"), "{}", map.reason);
}

#[test]
fn steps_are_fitted_if_no_line_describes_the_error() {
    let odd = |_: usize, p: f64| if p < 0.5 { 0.35 } else { 0.65 + 0.6 * (p - 0.5) };
    let map = fit(&history(1_500, 5, odd), LATER, 1);
    assert_eq!(map.name(), "isotonic", "{}", map.reason);
    assert!((map.apply(0.2) - 0.35).abs() < 0.05);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn later_outcomes_have_no_effect(seed in 0..1_000_u64, late in 0..86_400_i64) {
        let past = history(60, seed, |_, p| bent(p, 0.4));
        let now = 3 * 86_400 + late;
        let mut changed = past.clone();
        for one in changed.iter_mut().filter(|one| one.resolved_at > now || one.asked_at >= now) {
            one.outcome = 1.0 - one.outcome;
        }
        prop_assert_eq!(fit(&past, now, 1), fit(&changed, now, 1));
    }

    #[test]
    fn every_map_keeps_the_order_and_the_range(seed in 0..1_000_u64, slope in 0.2..3.0f64) {
        let map = fit(&history(60, seed, |_, p| bent(p, slope)), LATER, 1);
        let mut before = 0.0;
        for step in 0..=50_u8 {
            let p = map.apply(f64::from(step) / 50.0);
            prop_assert!((0.0..=1.0).contains(&p) && p >= before - 1e-12);
            before = p;
        }
        prop_assert!(!map.reason.is_empty());
    }
}
