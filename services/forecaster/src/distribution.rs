//! Answers to questions for an option, a number or a time: what the model is asked, and what code makes of its
//! estimates.
//!
//! | module | responsibility |
//! |---|---|
//! | [`schema`] | the tools `estimate_options`, `estimate_quantiles` and `estimate_dates` |
//! | [`sample`] | one estimate, checked |
//! | [`pool`](mod@pool) | the options of all estimates, and their pool |
//! | [`conclude`](mod@conclude) | the forecast |

pub mod conclude;
pub mod pool;
pub mod sample;
pub mod schema;

use domain::run::RunState;
use domain::{AnswerKind, Distribution};
use llm::Schema;
use serde_json::{Value, json};

use crate::decompose;
use crate::digest::Digest;
use crate::perspective::{Perspective, ordered};

/// The task that estimates a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistributionTask {
    /// Probabilities of options.
    Options,
    /// Quantiles of a number.
    Quantiles,
    /// Quantiles of a time.
    Dates,
}

impl DistributionTask {
    /// Returns the task for a kind; `None` if yes or no answers it.
    pub fn of(kind: &AnswerKind) -> Option<Self> {
        match kind {
            AnswerKind::Binary | AnswerKind::Conditional { .. } | AnswerKind::Report { .. } => None,
            AnswerKind::MultipleChoice { .. } => Some(Self::Options),
            AnswerKind::Numeric { .. } => Some(Self::Quantiles),
            AnswerKind::Date => Some(Self::Dates),
        }
    }

    /// Returns the name of the system prompt.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::Options => "estimate_options.md",
            Self::Quantiles => "estimate_quantiles.md",
            Self::Dates => "estimate_dates.md",
        }
    }

    /// Returns the tool.
    pub fn schema(self) -> Schema {
        let (name, what, schema) = match self {
            Self::Options => ("estimate_options", "State the probability of each option.", schema::options()),
            Self::Quantiles => ("estimate_quantiles", "State the quantiles of the number.", schema::quantiles()),
            Self::Dates => ("estimate_dates", "State the quantiles of the day.", schema::dates()),
        };
        Schema::new(name, what, schema)
    }
}

/// Returns the input of the `number`-th estimate.
pub fn input(state: &RunState, digest: &Digest, number: usize) -> Value {
    json!({
        "estimate": number,
        "perspective": Perspective::nth(number).name(),
        "question": decompose::asked(&state.run),
        "asked_at": decompose::asked_on(&state.run),
        "questions": digest.questions,
        "findings": ordered(&digest.findings, state.run.id, number),
    })
}

/// Returns the answer without an estimate: equal probabilities of the listed options, or all numbers between two limits
/// alike. `None` where even that would be invented.
pub fn without_estimates(kind: &AnswerKind) -> Option<Distribution> {
    match kind {
        AnswerKind::MultipleChoice { options, open } if !options.is_empty() => {
            let names = pool::names(options, *open);
            pool::options(&names, &vec![1.0; names.len()])
        }
        AnswerKind::Numeric { unit, lower: Some(lower), upper: Some(upper) } => {
            let values = domain::answer::LEVELS.map(|level| lower + level * (upper - lower));
            let quantiles = domain::answer::Quantiles::try_from(values).ok()?;
            Some(Distribution::Number { unit: unit.clone(), quantiles })
        }
        _ => None,
    }
}
