//! Execution of a macro: an event that the fleet answers with a result.

use domain::access::AccessScope::Publish;
use domain::event::MacroRequest;
use domain::port::PortError;
use domain::review::{ResultState, SessionId};
use domain::{Event, EventId, EventKind, JobId, MacroResult, MicroUsd};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::intake::RequestKey;
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ExecutionProgress, definition};
use crate::events::{self, Submitter};
use crate::input::integer;
use crate::{Context, OperationError};

/// Source of the events.
const SOURCE: &str = "gateway";
/// Maximum executions of the same request in an unchanged session: those before were refused or dead-lettered.
const MAX_ATTEMPTS: usize = 100;

/// A request to execute a macro.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Execute {
    /// Research session, a UUID that the caller chooses. It holds at most one pending result. A new session if absent.
    pub session_id: Option<Uuid>,
    /// Name of the macro.
    #[schema(required)]
    pub macro_name: String,
    /// Parameters by name.
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
    /// Accepts a valid result without a review, where the macro makes the review optional.
    pub skip_review: bool,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit.
    #[serde(deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
}

/// A request to execute the macro of the path.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExecutionWanted {
    /// Research session, a UUID that the caller chooses. It holds at most one pending result. A new session if absent.
    pub session_id: Option<Uuid>,
    /// Parameters by name.
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
    /// Accepts a valid result without a review, where the macro makes the review optional.
    pub skip_review: bool,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit.
    #[serde(deserialize_with = "integer")]
    pub budget_micro_usd: Option<u64>,
}

/// An accepted execution that has no result yet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ExecutionOpen {
    /// The ids of the execution.
    #[serde(flatten)]
    pub accepted: ExecutionAccepted,
    /// Progress at the end of the wait.
    pub progress: ExecutionProgress,
}

/// An execution whose event is stored. It leads to exactly one result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExecutionAccepted {
    /// Id of the result (UUID), known before it exists.
    pub result_id: String,
    /// The session (UUID).
    pub session_id: String,
    /// Job of the event (UUID): names it in `/v1/events/{job}`.
    pub job: String,
    /// `true` if the same request was accepted before; it is executed once.
    pub duplicate: bool,
}

/// The ids of an accepted execution.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExecutionIds {
    pub(super) event: JobId,
    pub(super) result: JobId,
}

/// Checks the parameters, stores the request's event, and returns the id of the result that answers it.
///
/// A repetition with the same idempotency key, or without a key while the session is unchanged, leads to the same
/// result. Without a session and a key each call is a new execution.
///
/// # Errors
/// [`OperationError::Refused`] while a result of the session is pending; nothing is published then.
/// [`OperationError::Parameters`], [`OperationError::UnknownMacro`], [`OperationError::KeyReused`], or a server's
/// failure.
pub async fn execute(
    cx: Context<'_>,
    input: &Execute,
    key: Option<&RequestKey>,
) -> Result<ExecutionAccepted, OperationError> {
    cx.require(Publish)?;
    let definition = definition(cx, &input.macro_name)?;
    definition.fill(&input.params)?;
    let event = event(cx, input, key).await?;
    let job = event.job();
    let session = session_of(&event, job);
    if !events::is_known(cx, job).await? {
        cx.store().reviews().session(cx.tenant(), session).await?.may_execute()?;
    }
    let submitter = Submitter { action: "macro requested", key: key.cloned() };
    let accepted = events::accept(cx, &event, &submitter).await?;
    Ok(ExecutionAccepted {
        result_id: MacroResult::id_of_event(job).to_string(),
        session_id: session.to_string(),
        job: job.to_string(),
        duplicate: accepted.duplicate,
    })
}

/// Builds the event. Its id makes a repetition of the request harmless.
async fn event(cx: Context<'_>, input: &Execute, key: Option<&RequestKey>) -> Result<Event, OperationError> {
    if let Some(key) = key {
        return event_with_id(cx, input, &JobId::named(&["idempotency-key", &key.key]));
    }
    let content = format!("{} {}", Value::Object(input.params.clone()), input.skip_review);
    let Some(session) = input.session_id else {
        // The time is part of the id: the same request made later is a new one.
        let at = cx.now().timestamp_micros().to_string();
        return event_with_id(cx, input, &JobId::named(&[&input.macro_name, &content, &at]));
    };
    let version = cx.store().reviews().session(cx.tenant(), SessionId(session)).await?.version.to_string();
    let mut last = None;
    for attempt in 0..MAX_ATTEMPTS {
        let parts = [&session.to_string(), &version, &input.macro_name, &content, &attempt.to_string()];
        let event = event_with_id(cx, input, &JobId::named(&parts.map(String::as_str)))?;
        if !has_failed(cx, event.job()).await? {
            return Ok(event);
        }
        last = Some(event);
    }
    last.ok_or(OperationError::UnknownResult)
}

fn event_with_id(cx: Context<'_>, input: &Execute, id: &JobId) -> Result<Event, OperationError> {
    let request = MacroRequest {
        name: input.macro_name.clone(),
        parameters: input.params.clone(),
        session: input.session_id.map(|session| session.to_string()).unwrap_or_default(),
        skip_review: input.skip_review,
    };
    let event = Event {
        id: EventId::parse(&format!("macro-{id}")).map_err(|error| OperationError::invalid("id", error.to_string()))?,
        tenant: cx.tenant().clone(),
        source: SOURCE.to_owned(),
        occurred_at: Some(cx.now()),
        budget: input.budget_micro_usd.map(MicroUsd),
        kind: EventKind::Macro(request),
    };
    events::checked(&event, &[("parameters", "params")])
}

/// Returns `true` if the request of the event was refused, or its event dead-lettered, so that the same request may
/// be made again.
async fn has_failed(cx: Context<'_>, job: JobId) -> Result<bool, PortError> {
    let result = cx.store().reviews().show(cx.tenant(), MacroResult::id_of_event(job)).await?;
    match result {
        Some(result) => Ok(result.state == ResultState::Rejected && result.expires_at.is_none()),
        None => Ok(cx.store().reviews().progress(cx.tenant(), job).await?.dead_letter.is_some()),
    }
}

/// Returns the session in which the event's macro is executed.
fn session_of(event: &Event, job: JobId) -> SessionId {
    match &event.kind {
        EventKind::Macro(request) => SessionId::of_request(request, job),
        _ => SessionId(job.0),
    }
}

impl ExecutionAccepted {
    /// Returns the ids as they are stored. They were written by [`execute`], so they are valid.
    pub(super) fn ids(&self) -> Result<ExecutionIds, OperationError> {
        let parse = |text: &str| text.parse().map_err(|_| OperationError::UnknownResult);
        Ok(ExecutionIds { event: parse(&self.job)?, result: parse(&self.result_id)? })
    }
}
