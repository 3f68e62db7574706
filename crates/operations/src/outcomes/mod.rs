//! Outcomes of questions, from which calibration is computed: recorded one by one or in batches, and their history.

mod answer;
mod batch;
mod history;
mod subject;
mod withdraw;

pub use batch::{
    LineRecorded, MAX_OUTCOMES, OutcomeBatch, OutcomeLine, OutcomesRecorded, QuestionRecorded, record_all,
};
pub use history::{OutcomeEntry, QuestionHistory, history};
pub use subject::{SubjectQuery, yes_or_no};
pub use withdraw::{OutcomeWithdrawal, OutcomeWithdrawn, withdraw};

use answer::Resolution;
use subject::Decided;

use domain::access::AccessScope::Admin;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use store::outcomes::{Origin, Recorded};
use utoipa::ToSchema;

use crate::input::{check_time, checked_reason};
use crate::{Action, Context, OperationError, runs};

/// The outcome of a question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// 0 to 1: 1 for YES, 0 for the opposite; values between mean a partial resolution. Required unless `answer` is
    /// set.
    #[schema(minimum = 0, maximum = 1)]
    #[serde(default, alias = "value")]
    pub outcome: Option<f64>,
    /// In place of `outcome`, as the kind of the question demands: an option, a number, a day or time; `yes`, `no` or
    /// `void` for a conditional question; `yes` or `no` for the others.
    #[serde(default)]
    #[schema(max_length = 256)]
    pub answer: Option<String>,
    /// Time of resolution, in the past; now if absent.
    #[serde(default, alias = "resolvedAt")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_at: Option<Time>,
    /// Explanation, or the reason of a correction.
    #[serde(default)]
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub because: String,
}

/// A recorded outcome.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OutcomeRecorded {
    /// `new`, `same` (it was recorded before) or `corrected`.
    pub recorded: String,
    /// The replaced value of a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<f64>,
    /// The replaced answer of a correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_answer: Option<String>,
    /// Time at which the replaced value was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub replaced_at: Option<Time>,
}

/// Records the outcome of a run's question. A second, different outcome corrects the first one, which is kept.
///
/// # Errors
/// A field is invalid, the tenant has no such run, or Postgres is unavailable.
pub async fn record(cx: Context<'_>, run: RunId, outcome: Outcome) -> Result<OutcomeRecorded, OperationError> {
    cx.require(Admin)?;
    let resolved_at = checked_time(cx, outcome.resolved_at)?;
    let decided = Decided::read(outcome.outcome, None, outcome.answer)?;
    let state = runs::load(cx, run).await?;
    let because = checked_reason("because", outcome.because)?;
    let decided = vec![(&state.run, decided.for_run(&state.run)?)];
    let new = Resolution { decided, resolved_at, origin: Origin::Hand, because };
    let recorded = answer::record(cx, new).await?.pop().ok_or(OperationError::Unavailable)?;
    cx.record(Action { action: "resolved", object: format!("run {run}"), about: state.run.event_job }).await;
    Ok(recorded)
}

fn checked_outcome(outcome: f64) -> Result<f64, OperationError> {
    match (0.0..=1.0).contains(&outcome) {
        true => Ok(outcome),
        false => Err(OperationError::invalid("outcome", "must be a number from 0 (NO) to 1 (YES)")),
    }
}

fn checked_time(cx: Context<'_>, resolved_at: Option<Time>) -> Result<Option<Time>, OperationError> {
    check_time("resolved_at", resolved_at)?;
    match resolved_at.is_some_and(|at| at > cx.now()) {
        true => Err(OperationError::invalid("resolved_at", "must not be in the future")),
        false => Ok(resolved_at),
    }
}

impl OutcomeRecorded {
    fn of(recorded: Recorded) -> Self {
        let (recorded, replaced) = match recorded {
            Recorded::New => ("new", None),
            Recorded::Same => ("same", None),
            Recorded::Corrected { was, was_at } => ("corrected", Some((was, was_at))),
        };
        let (replaced, replaced_at) = replaced.unzip();
        Self { recorded: recorded.to_owned(), replaced, replaced_answer: None, replaced_at }
    }
}
