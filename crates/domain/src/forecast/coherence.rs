//! Coherence of a forecast with those of related questions.

use serde::{Deserialize, Serialize};

use crate::reading::Implication;
use crate::{Probability, RunId};

/// The repair of a forecast that contradicted forecasts of related questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Coherence {
    /// The probability before the repair.
    pub before: Probability,
    /// The forecasts that it contradicted.
    pub related: Vec<RelatedForecast>,
}

/// An earlier forecast of a question that differs only in deadline or limit, or of another option of one event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelatedForecast {
    /// Id of its run.
    pub run: RunId,
    /// Text of its question.
    pub question: String,
    /// Its probability of YES.
    pub probability: Probability,
    /// What its answer YES says about this question.
    pub implication: Implication,
}

/// The forecasts of options of one event that were asked as separate questions by yes or no.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionSum {
    /// The newest forecasts of the other options.
    pub others: Vec<OptionForecast>,
    /// `true` if these and this question are all options of the event: exactly one comes true. Otherwise at most one
    /// does.
    pub is_complete: bool,
    /// Sum of all probabilities before this forecast was repaired.
    pub before: f64,
    /// Sum with the probability as it is published.
    pub sum: f64,
}

/// The newest forecast of another option of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionForecast {
    /// Id of its run.
    pub run: RunId,
    /// Text of its question.
    pub question: String,
    /// Its probability of YES.
    pub probability: Probability,
}
