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

/// An earlier forecast of a question that differs only in deadline or limit.
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
