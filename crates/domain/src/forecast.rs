//! What a run answers.

use serde::{Deserialize, Serialize};

use crate::{MicroUsd, Probability, Run, Time};

/// A finished forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// What was asked.
    pub run: Run,
    /// How likely YES is.
    pub probability: Probability,
    /// Lower bound, at most the probability.
    pub lower: Probability,
    /// Upper bound, at least the probability.
    pub upper: Probability,
    /// 0 to 1: how far the estimate itself is to be trusted.
    pub confidence: f64,
    /// Why, for a person; each statement of fact cites evidence as `[question/finding]`.
    pub reasoning: String,
    /// What the estimate started from.
    pub base_rates: Vec<BaseRate>,
    /// The independent estimates before they were pooled.
    pub samples: Vec<Probability>,
    /// What to do on the market, if there is one.
    pub recommendation: Option<Recommendation>,
    /// The evidence used, as `question/finding` references.
    pub evidence_used: Vec<String>,
    /// Rounds of research.
    pub iterations: u32,
    /// Questions asked.
    pub questions_asked: u32,
    /// Questions with a usable answer.
    pub questions_answered: u32,
    /// What the whole run cost.
    pub cost: MicroUsd,
    /// Partial for a reason that a person should see: budget, deadline, failed research, an unusable model answer.
    pub flags: Vec<String>,
    /// The model.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// When it was made.
    pub made_at: Time,
}

/// A place to start from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseRate {
    /// `historical`, `domain`, `reference_class` or `market`.
    pub kind: String,
    /// What it is the rate of.
    pub description: String,
    /// The rate.
    pub rate: Probability,
}

/// Advice, never an order: Auspex does not trade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    /// Buy YES, sell YES (buy NO) or neither.
    pub action: Action,
    /// The market's price it was computed at, 0 to 1.
    pub price: f64,
    /// Probability minus price, signed.
    pub edge: f64,
    /// Why.
    pub reason: String,
}

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// YES is cheap.
    Buy,
    /// YES is dear.
    Sell,
    /// Neither is clear enough.
    Abstain,
}

impl Action {
    /// `buy`, `sell`, `abstain`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
            Self::Abstain => "abstain",
        }
    }
}
