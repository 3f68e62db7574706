//! Outcomes of many questions at once, named by run, by event or by market.

use domain::access::AccessScope::Admin;
use domain::outcome::DecidedOutcome;
use domain::{Run, RunId, Time};
use serde::{Deserialize, Serialize};
use store::outcomes::{Origin, TrackedQuestion};
use utoipa::ToSchema;
use uuid::Uuid;

use super::answer::{self, Resolution};
use super::subject::{Decided, Subject, SubjectQuery, questions};
use super::{OutcomeRecorded, checked_time};
use crate::input::{checked_reason, required_objects};
use crate::{Action, Context, OperationError};

/// Maximum outcomes of a request.
pub const MAX_OUTCOMES: usize = 200;

/// Outcomes to record.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeBatch {
    /// Origin: `hand` (the default), `file` or `market`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The outcomes to record, 1 to 200.
    #[serde(deserialize_with = "required_objects")]
    #[schema(min_items = 1, max_items = 200)]
    pub outcomes: Vec<OutcomeLine>,
}

/// The outcome of the questions that one of `run`, `event` and `market` names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OutcomeLine {
    /// Id of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Uuid>,
    /// Publisher's id of the event.
    #[schema(max_length = 256)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Id of the market at its venue; names every question about it.
    #[schema(max_length = 256)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<String>,
    /// 0 to 1: 1 for YES, 0 for the opposite.
    #[schema(minimum = 0, maximum = 1)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<f64>,
    /// In place of `outcome`: name of the outcome that won, which is neither yes nor no.
    #[schema(max_length = 256)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// In place of `outcome`, as the kind of the question demands: an option, a number, a day or time; `yes`, `no` or
    /// `void` for a conditional question; `yes` or `no` for the others.
    #[schema(max_length = 256)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Time of resolution, in the past; now if absent.
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Time>,
    /// Explanation, or the reason of a correction.
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub because: String,
}

/// Records of a batch, one for each outcome in order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OutcomesRecorded {
    /// Record of each outcome.
    pub outcomes: Vec<LineRecorded>,
}

/// Record of one outcome.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct LineRecorded {
    /// Its questions; empty if the tenant has none.
    pub questions: Vec<QuestionRecorded>,
    /// Why it was refused; the others are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// The recorded outcome of one question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuestionRecorded {
    /// `<kind of event>:<publisher's id>`.
    pub key: String,
    /// Id of the run (UUID).
    #[schema(value_type = Option<String>, format = Uuid)]
    pub run: Option<RunId>,
    /// The recorded value; absent for an `answer` of another kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<f64>,
    /// The recorded answer of a question that yes or no alone does not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Whether it is new.
    #[serde(flatten)]
    pub recorded: OutcomeRecorded,
}

/// Records outcomes. A second, different outcome corrects the first one, which is kept. An outcome that is refused
/// affects no other.
///
/// # Errors
/// The list of outcomes is empty or too long, or Postgres is unavailable.
pub async fn record_all(cx: Context<'_>, batch: OutcomeBatch) -> Result<OutcomesRecorded, OperationError> {
    cx.require(Admin)?;
    if batch.outcomes.is_empty() || batch.outcomes.len() > MAX_OUTCOMES {
        return Err(OperationError::invalid("outcomes", format!("must have 1 to {MAX_OUTCOMES} items")));
    }
    let origin = match batch.origin.as_deref() {
        None => Origin::Hand,
        Some(name) => Origin::parse(name)
            .filter(|origin| *origin != Origin::Import)
            .ok_or_else(|| OperationError::invalid("origin", "must be hand, file or market"))?,
    };
    let mut outcomes = Vec::with_capacity(batch.outcomes.len());
    for line in batch.outcomes {
        outcomes.push(match record_line(cx, line, origin).await {
            Ok(questions) => LineRecorded { questions, refused: None },
            Err(error @ (OperationError::Input(_) | OperationError::StateForbids(_))) => {
                LineRecorded { questions: Vec::new(), refused: Some(error.to_string()) }
            }
            Err(error) => return Err(error),
        });
    }
    Ok(OutcomesRecorded { outcomes })
}

async fn record_line(
    cx: Context<'_>,
    line: OutcomeLine,
    origin: Origin,
) -> Result<Vec<QuestionRecorded>, OperationError> {
    let resolved_at = checked_time(cx, line.resolved_at)?;
    let because = checked_reason("because", line.because)?;
    let subject = Subject::read(SubjectQuery { run: line.run, event: line.event, market: line.market })?;
    let decided = Decided::read(line.outcome, line.winner, line.answer)?;
    let states = questions(cx, &subject).await?;
    // All of them are checked before one is recorded.
    let decided: Vec<(&Run, DecidedOutcome)> = states
        .iter()
        .map(|state| Ok((&state.run, decided.for_run(&state.run)?)))
        .collect::<Result<_, OperationError>>()?;
    let new = Resolution { decided: decided.clone(), resolved_at, origin, because };
    let recorded = answer::record(cx, new).await?;
    let mut answers = Vec::new();
    for ((run, decided), recorded) in decided.into_iter().zip(recorded) {
        let (outcome, answer) = match decided {
            DecidedOutcome::Value(value) => (Some(value), None),
            DecidedOutcome::Answer(answer) => (None, Some(answer.text())),
        };
        let (object, about) = (format!("run {}", run.id), run.event_job);
        cx.record(Action { action: "resolved", object, about }).await;
        let TrackedQuestion { key, run, .. } = TrackedQuestion::of_run(run);
        answers.push(QuestionRecorded { key, run, outcome, answer, recorded });
    }
    Ok(answers)
}
