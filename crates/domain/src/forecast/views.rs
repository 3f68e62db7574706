//! The probabilities behind a forecast, its estimates and its case.

use serde::{Deserialize, Serialize};

use crate::Probability;

/// The four probabilities of a forecast, before recalibration. Without an estimate all are `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Views {
    /// Mean of the probabilities that the model states, in log-odds.
    pub stated: Option<Probability>,
    /// Mean of the probabilities that code computes from base rates and factors, in log-odds.
    pub computed: Option<Probability>,
    /// Own view: stated and computed probability pooled, without a market's price.
    pub own: Option<Probability>,
    /// Own view pooled with the price; `None` without a price or if the view alone was asked for.
    pub pooled: Option<Probability>,
    /// Price that was pooled, with its weight.
    pub price: Option<WeightedPrice>,
    /// Weight of the stated probabilities in the own view; `None` in forecasts of older versions: one half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_weight: Option<f64>,
}

/// A market's price with its weight in the pool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeightedPrice {
    /// Price of YES, 0 to 1.
    pub price: f64,
    /// Weight of the price. An ordinary estimate has the weight 1.
    pub weight: f64,
    /// Weight of the own view, which follows from confidence and evidence.
    pub own_weight: f64,
    /// Reason for the weight of the price, for a reader.
    pub reason: String,
    /// Weight of a price of which nothing else is known, from which the weight was computed; `None` in forecasts of
    /// older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<f64>,
}

/// One estimate of a forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatedEstimate {
    /// Perspective of the estimate.
    pub perspective: String,
    /// Name of the model.
    pub model: String,
    /// Probability that the model states.
    pub stated: Probability,
    /// Probability before the factors, from the base rates.
    pub start: Probability,
    /// Probability that code computes from base rates and factors.
    pub computed: Probability,
    /// Stated and computed probability, pooled.
    pub view: Probability,
    /// Confidence of the model, 0 to 1; halved if stated and computed probability contradict each other.
    pub confidence: f64,
    /// Amount of evidence, 0 to 1. With the confidence, the weight beside a price.
    pub support: f64,
    /// `true` if an official fact settles the question.
    pub settled: bool,
}

/// The case for an answer in the words of the model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Case {
    /// Reason why the probability is not higher.
    pub why_not_higher: String,
    /// Reason why the probability is not lower.
    pub why_not_lower: String,
    /// Knowledge that would change the probability.
    pub would_change: String,
}
