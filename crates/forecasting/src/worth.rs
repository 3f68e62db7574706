//! Value in dollars of another round of research, before it is run.
//!
//! The estimate after the round is unknown, but its distribution is known: its mean is the present estimate (otherwise
//! the present estimate would be different), and its standard deviation `s` follows from the round's questions. Then
//!
//! - without a market the expected Brier score falls by exactly `s²` (law of total variance), so the gain is
//!   `s² × dollars per point`;
//! - on a market the gain is that of the trading decision. With edge `e = p − price`, cost of trading `c` and a stake
//!   of `S` shares that pay a dollar, the decision is worth `S·max(0, |e| − c)`, and for a normal edge after the round
//!   the expectation is closed: `S·(g(e − c) + g(−e − c)) − S·max(0, |e| − c)` with `g(x) = x·Φ(x/s) + s·φ(x/s)`
//!   (Raiffa and Schlaifer 1961, ch. 5: the unit normal loss integral).

use domain::MicroUsd;
use domain::forecast::Measure;

use crate::normal::expected_positive;

/// Returns the expected gain of another round. `estimate` is the present probability, `movable` the standard deviation
/// of the estimate after the round, both in probability.
pub fn gain(measure: Measure, estimate: f64, movable: f64) -> MicroUsd {
    micro(gain_in_dollars(measure, estimate, movable))
}

fn gain_in_dollars(measure: Measure, estimate: f64, movable: f64) -> f64 {
    let estimate = if estimate.is_finite() { estimate.clamp(0.0, 1.0) } else { 0.5 };
    let movable = if movable.is_finite() { movable } else { 0.0 };
    // The variance of a quantity in 0 to 1 with this mean is at most p(1 − p).
    let s = movable.clamp(0.0, (estimate * (1.0 - estimate)).sqrt());
    match measure {
        Measure::Score { per_point } => s * s * dollars(per_point),
        Measure::Trade { price, stake, cost } => {
            let edge = estimate - price;
            let now = (edge.abs() - cost).max(0.0);
            let after = expected_positive(edge - cost, s) + expected_positive(-edge - cost, s);
            dollars(stake) * (after - now).max(0.0)
        }
    }
}

/// Returns the standard deviation that a round resolves. Each question resolves a share of the variance independently.
pub fn movable(uncertainty: f64, resolves: &[f64]) -> f64 {
    let unit = |value: f64| if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
    let left: f64 = resolves.iter().map(|share| 1.0 - unit(*share)).product();
    unit(uncertainty) * (1.0 - left).sqrt()
}

/// Converts an amount for comparison with an expectation; it is never settled.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53 micro-dollars where it is compared")]
fn dollars(amount: MicroUsd) -> f64 {
    amount.0 as f64 / 1e6
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held between 0 and the largest amount")]
#[expect(clippy::cast_precision_loss, reason = "the largest amount is only a limit")]
fn micro(dollars: f64) -> MicroUsd {
    MicroUsd((dollars * 1e6).round().clamp(0.0, MicroUsd::MAX.0 as f64 / 2.0) as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::normal::density;

    const HUNDRED: MicroUsd = MicroUsd(100_000_000);

    fn trade(price: f64, cost: f64) -> Measure {
        Measure::Trade { price, stake: HUNDRED, cost }
    }

    /// Mean over the quantiles of a normal: deterministic simulation.
    fn over_quantiles(mean: f64, s: f64, value: impl Fn(f64) -> f64) -> f64 {
        let n = 400_001;
        let (low, step) = (-8.0, 16.0 / f64::from(n - 1));
        let weigh = |i: i32| {
            let z = low + f64::from(i) * step;
            value(mean + s * z) * density(z) * step
        };
        (0..n).map(weigh).sum()
    }

    #[test]
    fn the_closed_form_of_a_trade_matches_quantiles() {
        for (p, price, s, cost) in
            [(0.5, 0.5, 0.1, 0.02), (0.6, 0.5, 0.1, 0.02), (0.3, 0.5, 0.05, 0.0), (0.52, 0.5, 0.2, 0.05)]
        {
            let decide = |after: f64| ((after - price).abs() - cost).max(0.0);
            let simulated = 100.0 * (over_quantiles(p, s, decide) - decide(p));
            let closed = gain_in_dollars(trade(price, cost), p, s);
            assert!((simulated - closed).abs() < 1e-3, "{p} {price} {s}: {simulated} against {closed}");
        }
    }

    /// Simulates trades with the present estimate and with the estimate after the round. The difference of the earnings
    /// equals the closed form.
    #[test]
    fn the_closed_form_of_a_trade_matches_simulation() {
        let (p, price, s, cost) = (0.55, 0.5, 0.12, 0.03);
        let mut chance = StdRng::seed_from_u64(7);
        let rounds = 400_000;
        let mut earned = 0.0;
        for _ in 0..rounds {
            let (a, b): (f64, f64) = (chance.random(), chance.random());
            let z = (-2.0 * (1.0 - a).ln()).sqrt() * (2.0 * std::f64::consts::PI * b).cos();
            let after = (p + s * z).clamp(0.0, 1.0);
            let pays = if chance.random::<f64>() < after { 1.0 } else { 0.0 };
            let profit = |belief: f64| match belief - price {
                edge if edge > cost => pays - price - cost,
                edge if -edge > cost => price - pays - cost,
                _ => 0.0,
            };
            earned += profit(after) - profit(p);
        }
        let simulated = 100.0 * earned / f64::from(rounds);
        let closed = gain_in_dollars(trade(price, cost), p, s);
        assert!((simulated - closed).abs() < 0.25, "{simulated} against {closed}");
    }

    #[test]
    fn the_closed_form_of_a_score_matches_simulation() {
        let (p, s) = (0.4, 0.1);
        let brier = |after: f64| after * (1.0 - after);
        let simulated = 50.0 * (brier(p) - over_quantiles(p, s, brier));
        let closed = gain_in_dollars(Measure::Score { per_point: MicroUsd::dollars(50) }, p, s);
        assert!((simulated - closed).abs() < 1e-6);
        assert_eq!(gain(Measure::Score { per_point: MicroUsd::dollars(50) }, p, s), MicroUsd(500_000));
    }

    #[test]
    fn no_variance_has_no_value_and_certainty_cannot_shift() {
        let score = |points| Measure::Score { per_point: MicroUsd::dollars(points) };
        assert_eq!(gain(score(50), 0.4, 0.0), MicroUsd::ZERO);
        assert_eq!(gain(trade(0.5, 0.0), 0.7, 0.0), MicroUsd::ZERO);
        assert!(gain(score(1), 0.01, 9.0) <= MicroUsd(9_901));
        assert_eq!(gain(score(1), f64::NAN, f64::NAN), MicroUsd::ZERO);
    }

    #[test]
    fn questions_that_resolve_all_variance_shift_the_whole_uncertainty() {
        assert!((movable(0.2, &[1.0, 0.3]) - 0.2).abs() < 1e-12);
        assert!((movable(0.2, &[0.5, 0.5]) - 0.2 * 0.75f64.sqrt()).abs() < 1e-12);
        assert!(movable(0.2, &[]).abs() < 1e-12 && movable(f64::NAN, &[f64::NAN]).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_value_rises_with_the_variance_up_to_the_stake(p in 0.01..0.99f64, price in 0.0..=1.0f64, s in 0.0..0.5f64, more in 0.0..0.5f64, cost in 0.0..0.2f64) {
            for measure in [trade(price, cost), Measure::Score { per_point: HUNDRED }] {
                let (less, more) = (gain(measure, p, s), gain(measure, p, s + more));
                prop_assert!(more.0 + 20 >= less.0, "{less} then {more}: Φ is exact to 1e-7 of the stake");
                prop_assert!(more <= HUNDRED);
                let mirrored = match measure {
                    Measure::Trade { price, stake, cost } => Measure::Trade { price: 1.0 - price, stake, cost },
                    score @ Measure::Score { .. } => score,
                };
                prop_assert!(gain(mirrored, 1.0 - p, s).0.abs_diff(less.0) <= 20);
            }
        }
    }
}
