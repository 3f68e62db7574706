//! Conditions for advice on a market.
//!
//! The own view is compared with the price. A pool that contains the price cannot differ from it by more than a part of
//! the difference, so that a rule on the pool would abstain by construction. Caution is part of the stake instead: it
//! is a quarter of Kelly's at the quartile of the view that is nearer to the price ([`crate::kelly`],
//! [`crate::bounds::quartiles`]).

use crate::kelly::{MarketQuote, max_stake, net_edge};

/// The own view with its quartiles; probabilities from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Probability of YES by the plain mean of the estimates, without extremizing and without the price.
    pub probability: f64,
    /// Lower quartile of the view, 0 to 1.
    pub lower: f64,
    /// Upper quartile of the view, 0 to 1.
    pub upper: f64,
    /// Confidence, 0 to 1.
    pub confidence: f64,
}

/// Minimum edge and confidence for advice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Minimum edge after costs, in probability.
    pub edge: f64,
    /// Minimum confidence, 0 to 1.
    pub confidence: f64,
}

/// Returns the reasons to abstain; none if buying or selling is advised.
pub fn reasons_to_abstain(view: View, quote: MarketQuote, least: Thresholds) -> Vec<String> {
    let (edge, left) = ((view.probability - quote.price).abs(), net_edge(view.probability, quote));
    let mut reasons = Vec::new();
    if left < least.edge {
        reasons.push(format!("the edge of {edge:.3} is too small after costs of {:.3}", quote.cost));
    }
    if view.confidence < least.confidence {
        reasons.push(format!("the confidence of {:.2} is under {:.2}", view.confidence, least.confidence));
    }
    if stake(view, quote) <= 0.0 {
        let (low, high) = (view.lower, view.upper);
        reasons.push(format!(
            "the price, with its costs, lies within the middle half of the own view, {low:.3} to {high:.3}"
        ));
    }
    reasons
}

/// Returns the maximum stake as a share of wealth, on the better side.
pub fn stake(view: View, quote: MarketQuote) -> f64 {
    max_stake((view.lower, view.upper), quote).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: Thresholds = Thresholds { edge: 0.05, confidence: 0.3 };

    fn view(probability: f64, around: f64, confidence: f64) -> View {
        View { probability, lower: probability - around, upper: probability + around, confidence }
    }

    #[test]
    fn each_doubt_is_a_reason() {
        let quote = MarketQuote { price: 0.5, cost: 0.02 };
        let why = |view| reasons_to_abstain(view, quote, LEAST);
        assert!(why(view(0.6, 0.05, 0.6)).is_empty() && stake(view(0.6, 0.05, 0.6), quote) > 0.0);
        assert!(why(view(0.55, 0.0, 0.9))[0].contains("too small"));
        assert!(why(view(0.7, 0.05, 0.1))[0].contains("confidence"));
        assert!(why(view(0.7, 0.3, 0.9))[0].contains("middle half"));
        assert_eq!(why(view(0.5, 0.3, 0.1)).len(), 3);
    }
}
