//! Advice on a market: buy, sell or abstain, and why. Auspex never trades.

use domain::forecast::{Action, Recommendation};

/// When advice is given at all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// Fees and spread, in probability: an edge within them is none.
    pub cost: f64,
    /// The smallest edge after costs that is worth acting on.
    pub edge: f64,
    /// Under this confidence nothing is advised.
    pub confidence: f64,
}

/// What a forecast says about a price: `probability` with its bounds, all in 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// How likely YES is.
    pub probability: f64,
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// How far the estimate is to be trusted.
    pub confidence: f64,
}

/// The advice at this price.
pub fn advise(view: View, price: f64, bar: Bar) -> Recommendation {
    let edge = view.probability - price;
    let (action, reason) = match against(view, price, bar) {
        Some(reason) => (Action::Abstain, reason),
        None if edge > 0.0 => (Action::Buy, format!("YES at {price:.3} is cheap: the whole range lies above it")),
        None => (Action::Sell, format!("YES at {price:.3} is dear: the whole range lies below it")),
    };
    Recommendation { action, price, edge, reason }
}

/// The first reason to abstain.
fn against(view: View, price: f64, bar: Bar) -> Option<String> {
    let edge = (view.probability - price).abs();
    if edge - bar.cost < bar.edge {
        return Some(format!("the edge of {edge:.3} is too small after costs of {:.3}", bar.cost));
    }
    if view.confidence < bar.confidence {
        return Some(format!("the confidence of {:.2} is under {:.2}", view.confidence, bar.confidence));
    }
    if (view.lower..=view.upper).contains(&price) {
        return Some(format!("the price lies within the bounds {:.3} to {:.3}", view.lower, view.upper));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAR: Bar = Bar { cost: 0.02, edge: 0.05, confidence: 0.3 };

    fn view(probability: f64, around: f64, confidence: f64) -> View {
        View { probability, lower: probability - around, upper: probability + around, confidence }
    }

    #[test]
    fn a_clear_edge_is_bought_or_sold() {
        assert_eq!(advise(view(0.7, 0.05, 0.6), 0.5, BAR).action, Action::Buy);
        let sell = advise(view(0.3, 0.05, 0.6), 0.5, BAR);
        assert_eq!(sell.action, Action::Sell);
        assert!((sell.edge + 0.2).abs() < 1e-12);
    }

    #[test]
    fn each_doubt_is_a_reason_to_abstain() {
        let small = advise(view(0.55, 0.0, 0.9), 0.5, BAR);
        let unsure = advise(view(0.7, 0.05, 0.1), 0.5, BAR);
        let wide = advise(view(0.7, 0.3, 0.9), 0.5, BAR);
        for (advice, word) in [(small, "too small"), (unsure, "confidence"), (wide, "bounds")] {
            assert_eq!(advice.action, Action::Abstain);
            assert!(advice.reason.contains(word), "{}", advice.reason);
        }
    }
}
