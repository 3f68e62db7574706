//! Execution of the verbs of an approved result: a request to the tenant's executor over NATS, whose answer is stored.
//!
//! The request of a result is always the same, with the result's id as its idempotency key, so an executor that honours
//! the key runs the verbs once, however often the request is repeated and whichever replica sends it.

use domain::Time;
use domain::access::AccessScope::Review;
use domain::review::{Execution, ResultState, ReviewEvent, ReviewedResult};
use runtime::client::NewRequest;
use runtime::crash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::intake::RequestKey;
use tools::macros::VerbRequest;
use utoipa::ToSchema;

use super::decision::decide;
use super::four_eyes::{check_may_execute, check_shown, reviewer};
use super::{Target, audited, claim, find, load};
use crate::{Context, OperationError};

/// The execution of verbs, or why there is none yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VerbExecution {
    /// `executed`; `no-executor` or `executor-timeout` if the executor gave no answer: the verbs stay ready and the
    /// request may be repeated.
    pub status: String,
    /// Name of the token that requested the execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Time of the executor's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Time>,
    /// The executor's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// Explanation of a missing answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl From<&Execution> for VerbExecution {
    fn from(execution: &Execution) -> Self {
        Self {
            status: "executed".to_owned(),
            by: Some(execution.by.clone()),
            at: Some(execution.at),
            answer: Some(execution.answer.clone()),
            detail: None,
        }
    }
}

/// Sends the verbs of an approved result to the executor and stores its answer. A repetition with the same
/// idempotency key reports the stored answer.
///
/// # Errors
/// [`OperationError::NoExecutor`] or [`OperationError::ExecutorTimedOut`]: the verbs stay ready.
/// [`OperationError::Refused`] if the result is not approved, [`OperationError::Conflict`] if its session has changed
/// since `version`, [`OperationError::NotShown`] or [`OperationError::OtherDigest`] without its digest,
/// [`OperationError::FourEyes`] if another token has to request it.
pub async fn execute_verbs(
    cx: Context<'_>,
    target: &Target,
    key: Option<&RequestKey>,
) -> Result<ReviewedResult, OperationError> {
    cx.require(Review)?;
    let read = find(cx, target).await?;
    let claim = claim(cx, key).await?;
    let is_own = read.execution.as_ref().is_some_and(|execution| execution.by == reviewer(cx));
    if claim.is_repeated && is_own {
        return Ok(read);
    }
    let checked = check_execution(cx, &read, target).await;
    match checked {
        Ok(()) => execute_now(cx, &read).await,
        Err(refused) => audited(cx, "verbs executed", &read, Err(refused)).await,
    }
}

async fn check_execution(cx: Context<'_>, read: &ReviewedResult, target: &Target) -> Result<(), OperationError> {
    target.version.map_or(Ok(()), |version| read.session.check_version(version))?;
    VerbRequest::checked(read, &reviewer(cx), cx.now())?;
    check_shown(read, target.digest.as_deref())?;
    check_may_execute(cx, read).await
}

async fn execute_now(cx: Context<'_>, read: &ReviewedResult) -> Result<ReviewedResult, OperationError> {
    audited(cx, "verbs executed", read, send_verbs(cx, read).await).await
}

/// Executes the verbs after an approval. The executor's silence is reported beside the approval, which stays in
/// force.
pub(super) async fn executed_or_reason(
    cx: Context<'_>,
    approved: ReviewedResult,
) -> Result<(ReviewedResult, Option<VerbExecution>), OperationError> {
    if let Some(execution) = &approved.execution {
        let execution = VerbExecution::from(execution);
        return Ok((approved, Some(execution)));
    }
    match execute_now(cx, &approved).await {
        Ok(executed) => {
            let execution = executed.execution.as_ref().map(VerbExecution::from);
            Ok((executed, execution))
        }
        Err(OperationError::Conflict(conflict)) => {
            // Another request has stored the answer first.
            let stored = load(cx, approved.result.id).await?;
            match (&stored.execution, stored.state) {
                (Some(execution), ResultState::Executed) => {
                    let execution = VerbExecution::from(execution);
                    Ok((stored, Some(execution)))
                }
                _ => Err(conflict.into()),
            }
        }
        Err(error) => Ok((approved, Some(VerbExecution::missing(&error)))),
    }
}

async fn send_verbs(cx: Context<'_>, read: &ReviewedResult) -> Result<ReviewedResult, OperationError> {
    let (by, clock) = (&reviewer(cx), &cx.operations.clock);
    let VerbRequest { subject, headers, body } = VerbRequest::checked(read, by, clock.now())?;
    let client = cx.operations.broker.client().await.map_err(|error| {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "NATS is not reachable");
        OperationError::NoExecutor
    })?;
    let timeout = cx.operations.limits.executor;
    crash::at("before_execution");
    let answer = client.request(NewRequest { subject, headers, payload: body.into(), timeout }).await?;
    crash::at("after_execution");
    let execution = VerbRequest::executed(by, clock.now(), &answer);
    decide(cx, read, None, Ok(ReviewEvent::VerbsExecuted(execution))).await
}

impl VerbExecution {
    fn missing(error: &OperationError) -> Self {
        Self {
            status: error.kind().name().to_owned(),
            by: None,
            at: None,
            answer: None,
            detail: Some(error.to_string()),
        }
    }
}
