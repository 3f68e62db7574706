//! Progress of an execution, read from Postgres.

use domain::review::ReviewedResult;
use serde::{Deserialize, Serialize};
use store::reviews::Reviews;
use utoipa::ToSchema;

use super::ExecutionAccepted;
use crate::progress::Look;
use crate::{Context, OperationError};

/// Progress of an execution that has no result yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExecutionProgress {
    /// `queued`; `researching` once the fleet has classified the event; `failed` if it was dead-lettered, see
    /// `dead_letter`.
    pub state: String,
    /// Number of model calls so far.
    pub model_calls: u64,
    /// Amount reserved and spent so far, in micro-dollars.
    pub cost_micro_usd: u64,
    /// Dead letter (UUID) that ended the execution without a result. A redrive continues it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_letter: Option<String>,
}

/// End of an execution.
#[derive(Debug, Clone, PartialEq)]
pub enum ExecutionEnd {
    /// The result, pending or decided.
    Result(Box<ReviewedResult>),
    /// The event was dead-lettered. No result will come without a redrive.
    Failed(ExecutionProgress),
}

/// Looks for the result of an execution.
///
/// # Errors
/// A server of the fleet fails.
pub async fn look(
    cx: Context<'_>,
    accepted: &ExecutionAccepted,
) -> Result<Look<ExecutionEnd, ExecutionProgress>, OperationError> {
    let ids = accepted.ids()?;
    if let Some(reviewed) = cx.store().reviews().show(cx.tenant(), ids.result).await? {
        return Ok(Look::Done(ExecutionEnd::Result(Box::new(reviewed))));
    }
    let progress = progress(cx, ids.event).await?;
    Ok(if progress.dead_letter.is_some() {
        Look::Done(ExecutionEnd::Failed(progress))
    } else {
        Look::Working(progress)
    })
}

impl ExecutionProgress {
    /// Returns the error of an execution that was dead-lettered.
    pub fn failure(&self) -> OperationError {
        OperationError::DeadLettered(self.dead_letter.clone().unwrap_or_default())
    }
}

async fn progress(cx: Context<'_>, event: domain::JobId) -> Result<ExecutionProgress, OperationError> {
    let progress = cx.store().reviews().progress(cx.tenant(), event).await?;
    let state = match (progress.dead_letter, progress.is_classified) {
        (Some(_), _) => "failed",
        (None, true) => "researching",
        (None, false) => "queued",
    };
    Ok(ExecutionProgress {
        state: state.to_owned(),
        model_calls: progress.calls,
        cost_micro_usd: progress.charged.0,
        dead_letter: progress.dead_letter.map(|letter| letter.to_string()),
    })
}
