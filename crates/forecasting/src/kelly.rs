//! Edge after fees and maximum stake. Advice only: Auspex does not trade.
//!
//! Kelly 1956: for a share that costs `q` and pays one with probability `p`, wealth grows fastest with a stake of
//! `(p − q)/(1 − q)`. Estimates are uncertain, and overbetting costs more than underbetting. The advice is therefore a
//! quarter of the stake (MacLean, Thorp and Ziemba 2010: fractional Kelly), computed at the cautious bound instead of
//! the estimate (Baker and McHale 2013: shrinkage for parameter uncertainty).

/// Maximum advised share of Kelly's stake.
pub const FRACTION: f64 = 0.25;

/// Market price with the cost of trading, both in probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarketQuote {
    /// Price of YES, 0 to 1.
    pub price: f64,
    /// Fees and half the spread for one share, on either side.
    pub cost: f64,
}

/// Returns the edge on the better side after costs; negative if the costs exceed it.
pub fn net_edge(probability: f64, quote: MarketQuote) -> f64 {
    (probability - quote.price).abs() - quote.cost
}

/// Returns Kelly's stake as a share of wealth: positive to buy YES, negative to buy NO, 0 if the costs exceed the edge.
pub fn kelly(probability: f64, quote: MarketQuote) -> f64 {
    let yes = side(probability, quote.price + quote.cost);
    if yes > 0.0 { yes } else { -side(1.0 - probability, 1.0 - quote.price + quote.cost) }
}

/// Stake on a side that wins with probability `p` and costs `q`.
fn side(p: f64, q: f64) -> f64 {
    if p.is_finite() && q.is_finite() && p > q && q < 1.0 { ((p - q) / (1.0 - q)).clamp(0.0, 1.0) } else { 0.0 }
}

/// Returns the maximum stake as a signed share of wealth: [`FRACTION`] of Kelly's stake at the bound nearer to the
/// price; 0 if the price lies within the bounds.
pub fn max_stake((lower, upper): (f64, f64), quote: MarketQuote) -> f64 {
    let (low, high) = (kelly(lower, quote), kelly(upper, quote));
    FRACTION * if low > 0.0 { low } else { high.min(0.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_stake_follows_the_kelly_formula() {
        let even = MarketQuote { price: 0.5, cost: 0.0 };
        assert!((kelly(0.6, even) - 0.2).abs() < 1e-12);
        assert!((kelly(0.4, even) + 0.2).abs() < 1e-12);
        assert!((kelly(0.6, MarketQuote { price: 0.5, cost: 0.02 }) - 0.08 / 0.48).abs() < 1e-12);
        assert!(kelly(0.51, MarketQuote { price: 0.5, cost: 0.02 }).abs() < 1e-12);
        assert!(kelly(0.99, MarketQuote { price: 0.99, cost: 0.02 }).abs() < 1e-12, "a share costs at most one");
    }

    #[test]
    fn every_other_stake_has_a_lower_growth_rate() {
        let (p, q) = (0.63, 0.5);
        let growth = |f: f64| p * (1.0 + f * (1.0 - q) / q).ln() + (1.0 - p) * (1.0 - f).ln();
        let best = kelly(p, MarketQuote { price: q, cost: 0.0 });
        assert!((1..100).map(|n| f64::from(n) / 100.0).all(|f| growth(f) <= growth(best) + 1e-12));
    }

    #[test]
    fn the_maximum_stake_is_a_quarter_at_the_cautious_bound() {
        let quote = MarketQuote { price: 0.5, cost: 0.0 };
        assert!((max_stake((0.6, 0.8), quote) - 0.25 * 0.2).abs() < 1e-12);
        assert!((max_stake((0.2, 0.4), quote) + 0.25 * 0.2).abs() < 1e-12);
        assert!(max_stake((0.4, 0.8), quote).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_stake_is_bounded_and_yes_and_no_are_symmetric(p in 0.0..=1.0f64, price in 0.0..=1.0f64, cost in 0.0..0.2f64) {
            let (quote, mirrored) = (MarketQuote { price, cost }, MarketQuote { price: 1.0 - price, cost });
            let stake = kelly(p, quote);
            prop_assert!((-1.0..=1.0).contains(&stake));
            prop_assert!((stake + kelly(1.0 - p, mirrored)).abs() < 1e-9);
            prop_assert!(stake == 0.0 || net_edge(p, quote) > 0.0);
        }

        #[test]
        fn the_stake_rises_with_the_probability_and_falls_with_the_cost(p in 0.0..=1.0f64, more in 0.0..=1.0f64, price in 0.0..=1.0f64, cost in 0.0..0.2f64) {
            let quote = MarketQuote { price, cost };
            prop_assert!(kelly(p + (1.0 - p) * more, quote) >= kelly(p, quote) - 1e-12);
            let dearer = MarketQuote { cost: cost + more, ..quote };
            prop_assert!(kelly(p, dearer).abs() <= kelly(p, quote).abs() + 1e-12);
        }
    }
}
