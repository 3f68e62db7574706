//! Execution of a macro: an event that the fleet answers with a result.

use domain::event::MacroRequest;
use domain::port::PortError;
use domain::review::{ResultState, SessionId};
use domain::{Event, EventId, EventKind, JobId, MacroResult, MicroUsd};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::gateway::{Owned, RequestKey};
use store::reviews::Reviews;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Desk, DeskError};
use crate::publish::{self, Submitter};

/// Source of the events.
const SOURCE: &str = "gateway";
/// Maximum executions of the same request in an unchanged session: those before were refused or dead-lettered.
const MAX_ATTEMPTS: usize = 100;

/// A request to execute a macro.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, ToSchema)]
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
    pub budget_micro_usd: Option<u64>,
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

impl Desk<'_> {
    /// Checks the parameters, stores the request's event, and returns the id of the result that answers it.
    ///
    /// A repetition with the same idempotency key, or without a key while the session is unchanged, leads to the same
    /// result. Without a session and a key each call is a new execution.
    ///
    /// # Errors
    /// [`DeskError::Refused`] while a result of the session is pending; nothing is published then.
    /// [`DeskError::Parameters`], [`DeskError::UnknownMacro`], [`DeskError::KeyReused`], or a server's failure.
    pub async fn execute(&self, input: &Execute, key: Option<&RequestKey>) -> Result<ExecutionAccepted, DeskError> {
        let definition = self.definition(&input.macro_name)?;
        definition.fill(&input.params)?;
        let event = self.event(input, key).await?;
        let job = event.job();
        let session = session_of(&event, job);
        if !self.is_known(job).await? {
            self.store().session(self.tenant(), session).await?.may_execute()?;
        }
        let submitter = Submitter { caller: self.caller, action: "macro requested", key: key.cloned() };
        let accepted = publish::accept(self.gateway, &event, &submitter).await?;
        Ok(ExecutionAccepted {
            result_id: MacroResult::id_of_event(job).to_string(),
            session_id: session.to_string(),
            job: job.to_string(),
            duplicate: accepted.duplicate,
        })
    }

    /// Builds the event. Its id makes a repetition of the request harmless.
    async fn event(&self, input: &Execute, key: Option<&RequestKey>) -> Result<Event, DeskError> {
        if let Some(key) = key {
            return self.event_with_id(input, &JobId::named(&["idempotency-key", &key.key]));
        }
        let content = format!("{} {}", Value::Object(input.params.clone()), input.skip_review);
        let Some(session) = input.session_id else {
            // The time is part of the id: the same request made later is a new one.
            let at = self.gateway.clock.now().timestamp_micros().to_string();
            return self.event_with_id(input, &JobId::named(&[&input.macro_name, &content, &at]));
        };
        let version = self.store().session(self.tenant(), SessionId(session)).await?.version.to_string();
        let mut last = None;
        for attempt in 0..MAX_ATTEMPTS {
            let parts = [&session.to_string(), &version, &input.macro_name, &content, &attempt.to_string()];
            let event = self.event_with_id(input, &JobId::named(&parts.map(String::as_str)))?;
            if !self.has_failed(event.job()).await? {
                return Ok(event);
            }
            last = Some(event);
        }
        last.ok_or(DeskError::UnknownResult)
    }

    fn event_with_id(&self, input: &Execute, id: &JobId) -> Result<Event, DeskError> {
        let request = MacroRequest {
            name: input.macro_name.clone(),
            parameters: input.params.clone(),
            session: input.session_id.map(|session| session.to_string()).unwrap_or_default(),
            skip_review: input.skip_review,
        };
        let event = Event {
            id: EventId::parse(&format!("macro-{id}")).map_err(|error| DeskError::input("id", error.to_string()))?,
            tenant: self.tenant().clone(),
            source: SOURCE.to_owned(),
            occurred_at: Some(self.gateway.clock.now()),
            budget: input.budget_micro_usd.map(MicroUsd),
            kind: EventKind::Macro(request),
        };
        // The checks of the contract, as for an event that a client publishes.
        let checked = Event::try_from(proto::v1::Event::from(&event));
        checked.map_err(|error| DeskError::input(error.path, error.problem))
    }

    /// Returns `true` if the fleet has the event.
    async fn is_known(&self, job: JobId) -> Result<bool, PortError> {
        let store = &self.store();
        Ok(store.is_owned(self.tenant(), &Owned::Accepted(job)).await?
            || store.is_owned(self.tenant(), &Owned::Event(job)).await?)
    }

    /// Returns `true` if the request of the event was refused, or its event dead-lettered, so that the same request may
    /// be made again.
    async fn has_failed(&self, job: JobId) -> Result<bool, PortError> {
        let result = Reviews::show(&self.store(), self.tenant(), MacroResult::id_of_event(job)).await?;
        match result {
            Some(result) => Ok(result.state == ResultState::Rejected && result.expires_at.is_none()),
            None => Ok(self.store().macro_progress(self.tenant(), job).await?.dead_letter.is_some()),
        }
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
    /// Returns the ids as they are stored. They were written by [`Desk::execute`], so they are valid.
    pub(super) fn ids(&self) -> Result<ExecutionIds, DeskError> {
        let parse = |text: &str| text.parse().map_err(|_| DeskError::UnknownResult);
        Ok(ExecutionIds { event: parse(&self.job)?, result: parse(&self.result_id)? })
    }
}
