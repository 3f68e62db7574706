//! An edge after fees, and how much may be staked on it at most. Advice only: nobody here trades.
//!
//! Kelly 1956: who pays `q` for a share that pays one with probability `p` lets wealth grow fastest by putting `(p − q)/(1 − q)` of
//! it in. Estimates are uncertain, and overbetting costs more than underbetting; so only a quarter of it is advised (MacLean,
//! Thorp and Ziemba 2010: fractional Kelly), computed at the cautious bound instead of the estimate (Baker and McHale 2013:
//! shrinking for parameter uncertainty).

/// The share of Kelly's stake that is advised at most.
pub const FRACTION: f64 = 0.25;

/// A price with what trading at it costs, both in probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quote {
    /// Price of YES, 0 to 1.
    pub price: f64,
    /// Fees and half the spread for one share, either side.
    pub cost: f64,
}

/// What is left of the edge on the better side after costs; negative where they eat it.
pub fn net_edge(probability: f64, quote: Quote) -> f64 {
    (probability - quote.price).abs() - quote.cost
}

/// Kelly's stake as a share of wealth: positive to buy YES, negative to buy NO, 0 where costs eat the edge.
pub fn kelly(probability: f64, quote: Quote) -> f64 {
    let yes = side(probability, quote.price + quote.cost);
    if yes > 0.0 { yes } else { -side(1.0 - probability, 1.0 - quote.price + quote.cost) }
}

/// The share for a side that wins with `p` and costs `q`.
fn side(p: f64, q: f64) -> f64 {
    if p.is_finite() && q.is_finite() && p > q && q < 1.0 { ((p - q) / (1.0 - q)).clamp(0.0, 1.0) } else { 0.0 }
}

/// What may be put in at most, as a signed share: [`FRACTION`] of Kelly's stake at the bound that is nearer to the price; 0 if
/// the price lies within the bounds.
pub fn cap((lower, upper): (f64, f64), quote: Quote) -> f64 {
    let (low, high) = (kelly(lower, quote), kelly(upper, quote));
    FRACTION * if low > 0.0 { low } else { high.min(0.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_stake_is_kelly_s() {
        let even = Quote { price: 0.5, cost: 0.0 };
        assert!((kelly(0.6, even) - 0.2).abs() < 1e-12);
        assert!((kelly(0.4, even) + 0.2).abs() < 1e-12);
        assert!((kelly(0.6, Quote { price: 0.5, cost: 0.02 }) - 0.08 / 0.48).abs() < 1e-12);
        assert!(kelly(0.51, Quote { price: 0.5, cost: 0.02 }).abs() < 1e-12);
        assert!(kelly(0.99, Quote { price: 0.99, cost: 0.02 }).abs() < 1e-12, "no share costs more than one");
    }

    /// Wealth grows fastest at Kelly's stake: the growth rate of every other share is lower.
    #[test]
    fn no_other_stake_grows_faster() {
        let (p, q) = (0.63, 0.5);
        let growth = |f: f64| p * (1.0 + f * (1.0 - q) / q).ln() + (1.0 - p) * (1.0 - f).ln();
        let best = kelly(p, Quote { price: q, cost: 0.0 });
        assert!((1..100).map(|n| f64::from(n) / 100.0).all(|f| growth(f) <= growth(best) + 1e-12));
    }

    #[test]
    fn the_cap_is_a_quarter_at_the_cautious_bound() {
        let quote = Quote { price: 0.5, cost: 0.0 };
        assert!((cap((0.6, 0.8), quote) - 0.25 * 0.2).abs() < 1e-12);
        assert!((cap((0.2, 0.4), quote) + 0.25 * 0.2).abs() < 1e-12);
        assert!(cap((0.4, 0.8), quote).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn it_is_bounded_and_yes_and_no_are_alike(p in 0.0..=1.0f64, price in 0.0..=1.0f64, cost in 0.0..0.2f64) {
            let (quote, mirrored) = (Quote { price, cost }, Quote { price: 1.0 - price, cost });
            let stake = kelly(p, quote);
            prop_assert!((-1.0..=1.0).contains(&stake));
            prop_assert!((stake + kelly(1.0 - p, mirrored)).abs() < 1e-9);
            prop_assert!(stake == 0.0 || net_edge(p, quote) > 0.0);
        }

        #[test]
        fn a_better_chance_never_asks_for_less_and_dearer_trading_never_for_more(p in 0.0..=1.0f64, more in 0.0..=1.0f64, price in 0.0..=1.0f64, cost in 0.0..0.2f64) {
            let quote = Quote { price, cost };
            prop_assert!(kelly(p + (1.0 - p) * more, quote) >= kelly(p, quote) - 1e-12);
            let dearer = Quote { cost: cost + more, ..quote };
            prop_assert!(kelly(p, dearer).abs() <= kelly(p, quote).abs() + 1e-12);
        }
    }
}
