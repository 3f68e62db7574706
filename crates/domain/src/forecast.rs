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
    /// What the pool said before it was recalibrated; `None` where nothing was recalibrated. Maps are fitted on this.
    pub uncalibrated: Option<Probability>,
    /// How it came about, in numbers that a person can check. Empty in forecasts from before it was kept.
    #[serde(default)]
    pub account: Account,
}

/// How a forecast came about, in numbers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// Which recalibration map was applied and why, e.g. `identity: no outcomes yet`.
    pub recalibration: String,
    /// What another round of research was worth, at each decision, in order.
    pub rounds: Vec<Valuation>,
    /// Who spent what in the run, until the forecast was made.
    pub costs: Vec<AgentCost>,
    /// What was left of every budget that the forecaster's calls count against.
    pub budgets: Vec<BudgetLeft>,
}

/// What another round of research was worth before it was bought, with everything that the figure rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Valuation {
    /// The round that had ended, from 1.
    pub round: u32,
    /// What a gain is measured by.
    pub measure: Measure,
    /// The estimate at that moment.
    pub estimate: Probability,
    /// Standard deviation, in probability, of what the estimate would become if everything were known that can be.
    pub uncertainty: f64,
    /// The part of it that the proposed questions would resolve; a standard deviation in probability.
    pub movable: f64,
    /// Questions that the round would ask.
    pub questions: u32,
    /// Expected gain of the round.
    pub gain: MicroUsd,
    /// Expected cost of the round, from history.
    pub cost: MicroUsd,
    /// Whether the round was bought.
    pub goes_on: bool,
    /// Why, for a person.
    pub reason: String,
}

/// What the gain of a round is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Measure {
    /// A better trading decision.
    Trade {
        /// The market's price, 0 to 1.
        price: f64,
        /// What would be staked.
        stake: MicroUsd,
        /// Fees and spread, in probability.
        cost: f64,
    },
    /// A better Brier score.
    Score {
        /// What one whole point is worth.
        per_point: MicroUsd,
    },
}

/// What one agent spent with one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentCost {
    /// The worker.
    pub agent: String,
    /// The model.
    pub model: String,
    /// Calls, refused ones included.
    pub calls: u64,
    /// Everything charged.
    pub cost: MicroUsd,
    /// Tokens read, cached ones included, as far as replies are remembered.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

/// What is left of a budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetLeft {
    /// The budget's key ([`crate::Scope`]).
    pub scope: String,
    /// Its limit.
    pub limit: MicroUsd,
    /// What is left; reserved counts as spent.
    pub left: MicroUsd,
}

/// A place to start from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseRate {
    /// `historical`, `domain`, `reference_class` or `market`.
    pub kind: String,
    /// What it is the rate of.
    pub description: String,
    /// The rate; of counted cases the mean of what is believed after them.
    pub rate: Probability,
    /// The cases behind it, where they were counted.
    #[serde(default)]
    pub cases: Option<Cases>,
    /// Who says so or where it was counted, and which prior was updated; may be empty.
    #[serde(default)]
    pub source: String,
}

/// Counted cases of a reference class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cases {
    /// Those that came out YES, at most `trials`.
    pub successes: u64,
    /// All of them.
    pub trials: u64,
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
    /// What is left of the edge, taken on the better side, after fees and spread; negative where they eat it.
    #[serde(default)]
    pub net_edge: f64,
    /// The share of the stake that may be put in at most: a fraction of Kelly's, at the cautious bound. 0 to abstain.
    #[serde(default)]
    pub fraction: f64,
    /// The same in money.
    #[serde(default)]
    pub size: MicroUsd,
    /// Why; every reason to abstain, if it abstains.
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
