//! What another round of research is worth in dollars, before it is bought.
//!
//! The estimate after the round is not known, but its distribution is: its mean is the present estimate (else we would
//! hold the other one now), its standard deviation `s` is what the round can move. Then
//!
//! - without a market the expected Brier score falls by exactly `s²` (law of total variance), so the gain is
//!   `s² × dollars per point`;
//! - on a market the gain is that of the trading decision. With edge `e = p − price`, cost of trading `c` and stake `S` the
//!   decision is worth `S·max(0, |e| − c)`, and for a normal edge after the round the expectation is closed:
//!   `S·(g(e − c) + g(−e − c)) − S·max(0, |e| − c)` with `g(x) = x·Φ(x/s) + s·φ(x/s)` (Raiffa and Schlaifer 1961, ch. 5: the
//!   unit normal loss integral).

use domain::MicroUsd;

/// What a gain is measured by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Worth {
    /// A trading decision.
    Trade {
        /// The market's price, 0 to 1.
        price: f64,
        /// Dollars that would be staked.
        stake: f64,
        /// Fees and spread, in probability.
        cost: f64,
    },
    /// Being right.
    Score {
        /// Dollars for one whole point of Brier score.
        per_point: f64,
    },
}

/// The expected gain of another round in dollars: `estimate` is the probability now, `movable` the standard deviation of
/// the estimate after the round, both in probability.
pub fn gain(worth: Worth, estimate: f64, movable: f64) -> f64 {
    // The mean of a quantity in 0..1 cannot vary by more than p(1 − p).
    let s = movable.clamp(0.0, (estimate * (1.0 - estimate)).max(0.0).sqrt());
    match worth {
        Worth::Score { per_point } => s * s * per_point,
        Worth::Trade { price, stake, cost } => {
            let edge = estimate - price;
            let now = (edge.abs() - cost).max(0.0);
            if s <= 0.0 {
                return 0.0;
            }
            (stake * (partial(edge - cost, s) + partial(-edge - cost, s) - now)).max(0.0)
        }
    }
}

/// `E[max(0, X)]` of a normal X with mean `x` and standard deviation `s`.
fn partial(x: f64, s: f64) -> f64 {
    x * cumulative(x / s) + s * density(x / s)
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// Φ by Abramowitz and Stegun 26.2.17; its error is below 7.5e-8.
fn cumulative(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let upper = density(x) * poly;
    if x >= 0.0 { 1.0 - upper } else { upper }
}

/// What a round can move: the share of the variance that its questions resolve, together at most all of it.
pub fn movable(uncertainty: f64, resolves: &[f64]) -> f64 {
    let left: f64 = resolves.iter().map(|share| 1.0 - share.clamp(0.0, 1.0)).product();
    uncertainty.max(0.0) * (1.0 - left).sqrt()
}

/// What a round will cost: the mean of the rounds so far; before the first, the configured guess.
pub fn cost(spent: MicroUsd, rounds: u32, guess: MicroUsd) -> MicroUsd {
    if rounds == 0 { guess } else { MicroUsd(spent.0 / u64::from(rounds)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean over the quantiles of a normal: simulation without chance.
    fn simulate(mean: f64, s: f64, value: impl Fn(f64) -> f64) -> f64 {
        let n = 400_001;
        let (low, step) = (-8.0, 16.0 / f64::from(n - 1));
        let weigh = |i: i32| {
            let z = low + f64::from(i) * step;
            value(mean + s * z) * density(z) * step
        };
        (0..n).map(weigh).sum()
    }

    #[test]
    fn the_closed_form_of_a_trade_is_what_simulation_says() {
        for (p, price, s, cost) in
            [(0.5, 0.5, 0.1, 0.02), (0.6, 0.5, 0.1, 0.02), (0.3, 0.5, 0.05, 0.0), (0.52, 0.5, 0.2, 0.05)]
        {
            let decide = |after: f64| ((after - price).abs() - cost).max(0.0);
            let simulated = 100.0 * (simulate(p, s, decide) - decide(p));
            let closed = gain(Worth::Trade { price, stake: 100.0, cost }, p, s);
            assert!((simulated - closed).abs() < 1e-3, "{p} {price} {s}: {simulated} against {closed}");
        }
    }

    #[test]
    fn the_closed_form_of_a_score_is_what_simulation_says() {
        let (p, s) = (0.4, 0.1);
        let brier = |after: f64| after * (1.0 - after);
        let simulated = 50.0 * (brier(p) - simulate(p, s, brier));
        assert!((simulated - gain(Worth::Score { per_point: 50.0 }, p, s)).abs() < 1e-6);
    }

    #[test]
    fn nothing_to_learn_is_worth_nothing_and_certainty_cannot_move() {
        assert!(gain(Worth::Score { per_point: 50.0 }, 0.4, 0.0).abs() < 1e-12);
        assert!(gain(Worth::Trade { price: 0.5, stake: 100.0, cost: 0.0 }, 0.7, 0.0).abs() < 1e-12);
        assert!(gain(Worth::Score { per_point: 1.0 }, 0.01, 9.0) <= 0.01 * 0.99 + 1e-12);
    }

    #[test]
    fn questions_that_resolve_everything_move_everything() {
        assert!((movable(0.2, &[1.0, 0.3]) - 0.2).abs() < 1e-12);
        assert!((movable(0.2, &[0.5, 0.5]) - 0.2 * 0.75f64.sqrt()).abs() < 1e-12);
        assert!(movable(0.2, &[]).abs() < 1e-12);
    }

    #[test]
    fn history_says_what_a_round_costs() {
        assert_eq!(cost(MicroUsd(900), 3, MicroUsd(7)), MicroUsd(300));
        assert_eq!(cost(MicroUsd(0), 0, MicroUsd(7)), MicroUsd(7));
    }
}
