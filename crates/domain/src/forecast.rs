//! Forecasts and the figures that explain them.

mod coherence;
mod direction;
pub mod standard_reason;
mod views;

use serde::{Deserialize, Serialize};

pub use coherence::{Coherence, OptionForecast, OptionSum, RelatedForecast};
pub use direction::{EvidenceDirection, WeighedEvidence};
pub use views::{Case, StatedEstimate, Views, WeightedPrice};

use crate::run::Answer;
use crate::{AnswerKind, Distribution, MicroUsd, Probability, Run, Time};

/// A finished forecast with everything that it is based on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The run and its question.
    pub run: Run,
    /// Probability of YES; of the most probable option; of the interval from p5 to p95; one half without an answer.
    pub probability: Probability,
    /// Lower bound, at most the probability.
    pub lower: Probability,
    /// Upper bound, at least the probability.
    pub upper: Probability,
    /// Confidence in the estimate itself, 0 to 1.
    pub confidence: f64,
    /// Reasoning for a reader; each statement of fact cites evidence as `[question/finding]`.
    pub reasoning: String,
    /// Base rates that the estimate started from.
    pub base_rates: Vec<BaseRate>,
    /// The independent estimates before pooling.
    pub samples: Vec<Probability>,
    /// Market recommendation, if a market exists.
    pub recommendation: Option<Recommendation>,
    /// The evidence used, as `question/finding` references.
    pub evidence_used: Vec<String>,
    /// Number of research rounds.
    pub iterations: u32,
    /// Number of questions asked.
    pub questions_asked: u32,
    /// Number of questions with a usable answer.
    pub questions_answered: u32,
    /// Total cost of the run.
    pub cost: MicroUsd,
    /// Reasons why the forecast is partial and needs attention: budget, deadline, failed research, an unusable model
    /// answer.
    pub flags: Vec<String>,
    /// Name of the model.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// Time of the forecast.
    pub made_at: Time,
    /// The pooled probability before recalibration; `None` if no recalibration was applied. Recalibration maps are
    /// fitted on this.
    pub uncalibrated: Option<Probability>,
    /// Figures that explain the forecast. Empty in forecasts of older versions.
    #[serde(default)]
    pub account: Account,
    /// The answer to a question for an option, a number or a time; `None` for a question by yes or no, and if nothing
    /// usable was estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
}

/// Figures that explain a forecast.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// The recalibration map that was applied, and the reason, for example `identity: no outcomes yet`.
    pub recalibration: String,
    /// Value of information at each decision about another round, in order.
    pub rounds: Vec<Valuation>,
    /// Spend per agent and model until the forecast was made.
    pub costs: Vec<AgentCost>,
    /// Remaining amount of every budget that the forecaster's calls are charged to.
    pub budgets: Vec<BudgetLeft>,
    /// Questions that memory answered.
    #[serde(default)]
    pub memory: MemoryShare,
    /// The four probabilities before recalibration.
    pub views: Views,
    /// The estimates from which they are computed, in order.
    pub estimates: Vec<StatedEstimate>,
    /// The case for the answer, as the median estimate states it.
    pub case: Case,
    /// Reasons by the rules of the question or the tenant why a person shall review the forecast.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<String>,
    /// The estimates of an option, a number or a time, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distributions: Vec<StatedDistribution>,
    /// The repair of a contradiction to other forecasts of the tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coherence: Option<Coherence>,
    /// The forecasts of the other options of one event, with their sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<OptionSum>,
    /// The findings as the estimates used them: for, against, context; the heaviest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<WeighedEvidence>,
    /// Recalibration of an option, a number or a time: the exponent of the probabilities, or the factor of the
    /// distances to the median. `None` if none was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rescaled: Option<f64>,
}

/// One estimate of an option, a number or a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatedDistribution {
    /// Perspective of the estimate.
    pub perspective: String,
    /// Name of the model.
    pub model: String,
    /// Confidence of the model, 0 to 1; the weight in the pool.
    pub confidence: f64,
    /// What the model states, as code accepted it.
    pub distribution: Distribution,
}

/// The answer of a forecast, for a reader.
#[derive(Debug, Clone, PartialEq)]
pub enum ForecastAnswer<'a> {
    /// The probability of YES.
    YesOrNo(Probability),
    /// The answer to a question for an option, a number or a time.
    Distribution(&'a Distribution),
    /// Nothing usable was estimated.
    Nothing,
}

impl Forecast {
    /// Returns `true` if a person has to approve the forecast before it is published: the question asks for it, or a
    /// rule applies.
    pub fn needs_review(&self) -> bool {
        self.run.asked.config.human_review || !self.account.review.is_empty()
    }

    /// Returns the answer.
    pub fn answer(&self) -> ForecastAnswer<'_> {
        match &self.distribution {
            Some(distribution) => ForecastAnswer::Distribution(distribution),
            None if self.run.answer_kind().is_yes_or_no() => ForecastAnswer::YesOrNo(self.probability),
            None => ForecastAnswer::Nothing,
        }
    }

    /// Returns `true` if the answer is a probability of YES.
    pub fn is_probability(&self) -> bool {
        matches!(self.answer(), ForecastAnswer::YesOrNo(_))
    }

    /// Returns the answer in one line, for lists; `None` for a probability of YES.
    pub fn headline(&self) -> Option<String> {
        match self.answer() {
            ForecastAnswer::YesOrNo(_) => None,
            ForecastAnswer::Distribution(distribution) => Some(distribution.describe()),
            ForecastAnswer::Nothing => Some("no answer".to_owned()),
        }
    }

    /// Returns the condition under which the answer holds.
    pub fn condition(&self) -> Option<String> {
        match self.run.answer_kind() {
            AnswerKind::Conditional { condition } => Some(condition),
            _ => None,
        }
    }
}

/// The part of a run's questions that evidence of memory answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryShare {
    /// Number of questions.
    pub questions: u32,
    /// Cost of the research that was not repeated.
    pub saved: MicroUsd,
}

impl MemoryShare {
    /// Adds up the answers that memory gave.
    pub fn of_answers(answers: &[Answer]) -> Self {
        let recalled = answers.iter().filter_map(|answer| answer.evidence.research.recalled);
        recalled.fold(Self::default(), |sum, recalled| Self {
            questions: sum.questions.saturating_add(1),
            saved: sum.saved + recalled.saved,
        })
    }

    /// Describes the share for a reader, for example `3 of 8 questions from memory, $0.040000 saved`. `None` without
    /// answers of memory.
    pub fn describe(&self, asked: u32) -> Option<String> {
        let Self { questions, saved } = self;
        (*questions > 0).then(|| format!("{questions} of {asked} questions from memory, {saved} saved"))
    }
}

/// Expected value and cost of another research round, with the inputs of the calculation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Valuation {
    /// Number of the round that had ended, from 1.
    pub round: u32,
    /// Unit in which the gain is measured.
    pub measure: Measure,
    /// The estimate at the time of the decision.
    pub estimate: Probability,
    /// Standard deviation, in probability, of the estimate under perfect information.
    pub uncertainty: f64,
    /// Part of the uncertainty that the proposed questions would resolve, as a standard deviation in probability.
    pub movable: f64,
    /// Number of questions that the round would ask.
    pub questions: u32,
    /// Expected gain of the round.
    pub gain: MicroUsd,
    /// Expected cost of the round, from history.
    pub cost: MicroUsd,
    /// `true` if the round was bought.
    pub goes_on: bool,
    /// Reason for a reader.
    pub reason: String,
}

/// Unit in which the gain of a round is measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Measure {
    /// A better trading decision.
    Trade {
        /// The market's price, 0 to 1.
        price: f64,
        /// Amount that would be staked.
        stake: MicroUsd,
        /// Fees and spread, in probability.
        cost: f64,
    },
    /// A better Brier score.
    Score {
        /// Value of one whole point of Brier score.
        per_point: MicroUsd,
    },
}

/// Spend of one agent on one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentCost {
    /// Name of the worker.
    pub agent: String,
    /// Name of the model.
    pub model: String,
    /// Number of calls, including refused ones.
    pub calls: u64,
    /// Total amount charged.
    pub cost: MicroUsd,
    /// Input tokens, including cached ones, of the memoised replies.
    pub input_tokens: u64,
    /// Number of output tokens.
    pub output_tokens: u64,
}

/// Remaining amount of a budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetLeft {
    /// The budget's key ([`crate::BudgetScope`]).
    pub scope: String,
    /// The budget's limit.
    pub limit: MicroUsd,
    /// Remaining amount; reserved amounts count as spent.
    pub left: MicroUsd,
}

/// A base rate that an estimate started from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseRate {
    /// One of `historical`, `domain`, `reference_class`, `market`.
    pub kind: String,
    /// The event whose rate it is.
    pub description: String,
    /// The rate; for counted cases the posterior mean.
    pub rate: Probability,
    /// The counted cases, if any.
    #[serde(default)]
    pub cases: Option<Cases>,
    /// Source of the rate, or the table and prior of a counted rate; may be empty.
    #[serde(default)]
    pub source: String,
}

/// Counted cases of a reference class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cases {
    /// Cases that resolved YES, at most `trials`.
    pub successes: u64,
    /// Number of all cases.
    pub trials: u64,
}

/// A market recommendation. Auspex never trades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    /// The recommended action.
    pub action: Action,
    /// The market price used for the calculation, 0 to 1.
    pub price: f64,
    /// Probability minus price, signed.
    pub edge: f64,
    /// Edge on the better side after fees and spread; negative if they exceed it.
    #[serde(default)]
    pub net_edge: f64,
    /// Maximum share of the stake: a fraction of the Kelly criterion at the cautious bound. 0 if abstaining.
    #[serde(default)]
    pub fraction: f64,
    /// The maximum stake as an amount of money.
    #[serde(default)]
    pub size: MicroUsd,
    /// The reason; all reasons if abstaining.
    pub reason: String,
}

/// Recommended action on a market.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Buy YES: it is underpriced.
    Buy,
    /// Sell YES (buy NO): it is overpriced.
    Sell,
    /// No clear edge.
    Abstain,
}

impl Action {
    /// Returns the stable name: `buy`, `sell` or `abstain`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
            Self::Abstain => "abstain",
        }
    }
}
