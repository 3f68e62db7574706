//! Advice of analysts whose view differs from a price by an edge, or by none. With an edge the view is right, so that a
//! trade earns the difference; without one the view is the price.

use domain::Probability;
use forecasting::advice::{Thresholds, View, reasons_to_abstain};
use forecasting::kelly::MarketQuote;
use forecasting::{Uncertainty, quartiles};

/// Edge of an analyst, in probability.
const EDGE: f64 = 0.1;

/// Confidences of the analysts, over the scale of the prompt: from hardly anything known to settled.
const CONFIDENCES: [f64; 4] = [0.3, 0.5, 0.7, 0.9];

/// Distance between the highest and the lowest of three estimates, in probability.
const RANGE: f64 = 0.04;

/// Defaults of the forecaster: fees and half the spread, minimum edge and confidence.
const COST: f64 = 0.02;
const LEAST: Thresholds = Thresholds { edge: 0.05, confidence: 0.3 };

/// Returns the shares of analysts that are advised to trade, with and without an edge, and the mean gain of a share.
pub(super) fn figures(prices: &[Probability]) -> Vec<(&'static str, f64)> {
    let (with, without) = (outcome(prices, EDGE), outcome(prices, 0.0));
    let mut figures = Vec::new();
    if with.asked > 0.0 {
        figures.push(("advised_with_edge_of_ten_points", with.advised / with.asked));
        figures.push(("gain_per_advised_share", if with.advised > 0.0 { with.gain / with.advised } else { 0.0 }));
    }
    if without.asked > 0.0 {
        figures.push(("advised_without_edge", without.advised / without.asked));
    }
    figures
}

#[derive(Debug, Default)]
struct Outcome {
    asked: f64,
    advised: f64,
    gain: f64,
}

fn outcome(prices: &[Probability], edge: f64) -> Outcome {
    let mut sums = Outcome::default();
    for price in prices.iter().map(|price| price.get()) {
        for truth in [price - edge, price + edge].into_iter().filter(|truth| (0.02..=0.98).contains(truth)) {
            for confidence in CONFIDENCES {
                sums.asked += 1.0;
                if is_advised(truth, price, confidence) {
                    sums.advised += 1.0;
                    sums.gain += (truth - price).abs() - COST;
                }
            }
        }
    }
    sums
}

fn is_advised(truth: f64, price: f64, confidence: f64) -> bool {
    let odds = |p: f64| Probability::clamp(p).map_or(0.0, Probability::log_odds);
    let range = odds(truth + RANGE / 2.0) - odds(truth - RANGE / 2.0);
    // As the forecaster lowers its confidence for the distance of its estimates.
    let confidence = confidence * (1.0 - RANGE);
    // A price is knowledge and halves the ignorance.
    let uncertainty = Uncertainty { range, ignorance: (1.0 - confidence) * 0.5, leaning: 0.0 };
    let Ok(view) = Probability::clamp(truth) else { return false };
    let (lower, upper) = quartiles(view, uncertainty);
    let view = View { probability: truth, lower: lower.get(), upper: upper.get(), confidence };
    reasons_to_abstain(view, MarketQuote { price, cost: COST }, LEAST).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_advised_and_no_edge_is_not() {
        let prices: Vec<Probability> = (1..10).map(|n| Probability::clamp(f64::from(n) / 10.0).unwrap()).collect();
        let figures: std::collections::BTreeMap<_, _> = figures(&prices).into_iter().collect();
        assert!(figures["advised_with_edge_of_ten_points"] >= 0.3, "{figures:?}");
        assert!(figures["advised_without_edge"].abs() < 1e-12);
        assert!(figures["gain_per_advised_share"] > 0.05);
    }
}
