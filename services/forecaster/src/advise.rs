//! Advice on a market: buy, sell or abstain, with price, size and reasons. The own view is compared with the price, not
//! the pool that contains it (`forecasting::advice`). Auspex never trades.

use domain::MicroUsd;
use domain::forecast::{Action, Recommendation};
pub use forecasting::advice::View;
use forecasting::advice::{Thresholds, reasons_to_abstain, stake};
use forecasting::kelly::{MarketQuote, net_edge};

/// Conditions for advice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// Fees and spread, in probability.
    pub cost: f64,
    /// Minimum edge after costs, in probability.
    pub edge: f64,
    /// Minimum confidence, 0 to 1.
    pub confidence: f64,
    /// Amount available to stake; the advised size is a share of it.
    pub stake: MicroUsd,
}

/// Returns the advice at this price.
pub fn advise(view: View, price: f64, bar: Bar) -> Recommendation {
    let quote = MarketQuote { price, cost: bar.cost };
    let edge = view.probability - price;
    let doubts = reasons_to_abstain(view, quote, Thresholds { edge: bar.edge, confidence: bar.confidence });
    let (action, fraction) = match (doubts.is_empty(), edge > 0.0) {
        (false, _) => (Action::Abstain, 0.0),
        (true, true) => (Action::Buy, stake(view, quote)),
        (true, false) => (Action::Sell, stake(view, quote)),
    };
    let reason = match action {
        Action::Abstain => doubts.join("; "),
        Action::Buy => format!("YES at {price:.3} is cheap: the whole range of the own view lies above it"),
        Action::Sell => format!("YES at {price:.3} is dear: the whole range of the own view lies below it"),
    };
    let net_edge = net_edge(view.probability, quote);
    Recommendation { action, price, edge, net_edge, fraction, size: share(bar.stake, fraction), reason }
}

/// Returns the advice on a market whose price is unknown: to abstain. The stated price is the forecast itself, where
/// the edge is zero.
pub fn abstain_unpriced(view: View) -> Recommendation {
    let (price, reason) = (view.probability, "the market's price is not known".to_owned());
    let (action, size) = (Action::Abstain, MicroUsd::ZERO);
    Recommendation { action, price, edge: 0.0, net_edge: 0.0, fraction: 0.0, size, reason }
}

/// Returns the share of an amount in whole micro-dollars: no amount passes through a float.
fn share(stake: MicroUsd, fraction: f64) -> MicroUsd {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held within 0 to a million")]
    let millionths = (fraction.clamp(0.0, 1.0) * 1e6).floor() as u64;
    MicroUsd(u64::try_from(u128::from(stake.0) * u128::from(millionths) / 1_000_000).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAR: Bar = Bar { cost: 0.02, edge: 0.05, confidence: 0.3, stake: MicroUsd::dollars(100) };

    fn view(probability: f64, around: f64, confidence: f64) -> View {
        View { probability, lower: probability - around, upper: probability + around, confidence }
    }

    #[test]
    fn a_clear_edge_is_bought_or_sold_with_a_part_of_the_stake() {
        let buy = advise(view(0.7, 0.05, 0.6), 0.5, BAR);
        assert_eq!(buy.action, Action::Buy);
        assert!((buy.net_edge - 0.18).abs() < 1e-12);
        // A quarter of (0.65 − 0.52) / (1 − 0.52), of a hundred dollars.
        assert!((buy.fraction - 0.25 * 0.13 / 0.48).abs() < 1e-12);
        assert_eq!(buy.size, MicroUsd(6_770_800));
        let sell = advise(view(0.3, 0.05, 0.6), 0.5, BAR);
        assert_eq!((sell.action, sell.size), (Action::Sell, buy.size));
        assert!((sell.edge + 0.2).abs() < 1e-12 && (sell.net_edge - buy.net_edge).abs() < 1e-12);
    }

    #[test]
    fn each_doubt_is_a_reason_to_abstain_and_all_are_listed() {
        let small = advise(view(0.55, 0.0, 0.9), 0.5, BAR);
        let unsure = advise(view(0.7, 0.05, 0.1), 0.5, BAR);
        let wide = advise(view(0.7, 0.3, 0.9), 0.5, BAR);
        for (advice, word) in [(&small, "too small"), (&unsure, "confidence"), (&wide, "middle half")] {
            assert_eq!((advice.action, advice.size), (Action::Abstain, MicroUsd::ZERO));
            assert!(advice.reason.contains(word) && !advice.reason.contains("; "), "{}", advice.reason);
        }
        let all = advise(view(0.5, 0.3, 0.1), 0.5, BAR).reason;
        assert_eq!(all.split("; ").count(), 3, "{all}");
    }

    #[test]
    fn an_edge_within_the_costs_is_none() {
        let advice = advise(view(0.6, 0.09, 0.9), 0.5, BAR);
        assert_eq!(advice.action, Action::Abstain);
        assert!(advice.reason.contains("with its costs"), "{}", advice.reason);
    }
}
