//! Publication of events.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::{Event, EventKind, Outgoing, RunId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Gateway;
use crate::access::{Allowed, Publish};
use crate::http::{Payload, Problem, Problems};
use crate::publish::{self, Accepted, Batch, Decoded, Submitter};

/// Events of a batch that are decoded before another request may run.
const DECODED_AT_ONCE: usize = 64;
/// Maximum characters of a field and of a detail in an outcome.
const MAX_DETAIL: usize = 400;
/// Memory of an event and its outcome in bytes, besides its part of the body: in lists, and as JSON.
const OUTCOME: usize = 512;
/// Memory of most refused events with their outcomes in bytes.
const LARGEST_OUTCOME: usize = 2 * 1024;

/// An `auspex.v1.Event` in canonical protobuf JSON, whose file in `proto/auspex/v1` describes all fields: one kind of
/// event beside the id. A CloudEvent has it as `data`.
#[derive(Debug, ToSchema)]
#[allow(dead_code, reason = "the description of the API is generated from the field")]
pub struct EventBody {
    /// The publisher's id of the event; a repetition with the same id is harmless.
    #[schema(min_length = 1, max_length = 200)]
    id: String,
}

/// A list of 1 to 10,000 events, CloudEvents or transactions. An invalid entry is refused by itself, in its outcome.
#[derive(Debug, ToSchema)]
#[schema(min_items = 1, max_items = 10_000, value_type = Vec<Value>)]
#[allow(dead_code, reason = "the description of the API is generated from the type")]
pub struct EventList(Vec<serde_json::Value>);

/// An event that is stored. It will be answered, or dead-lettered with the reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventAccepted {
    /// Job of the event (UUID): names it in `/v1/events/{job}`.
    pub job: String,
    /// The publisher's id.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// `true` if the fleet knew the event before; it is processed once.
    pub duplicate: bool,
    /// Run of a question (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// Outcomes of a batch.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct BatchAccepted {
    /// Number of events that are stored and new.
    pub accepted: usize,
    /// Number of events that the fleet knew before.
    pub duplicates: usize,
    /// Number of events that are refused.
    pub refused: usize,
    /// One outcome per event, in order.
    pub events: Vec<EventOutcome>,
}

/// Outcome of one event of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum EventOutcome {
    /// The event is stored.
    Accepted {
        /// Job of the event (UUID).
        job: String,
    },
    /// The fleet knew the event before.
    Duplicate {
        /// Job of the event (UUID).
        job: String,
    },
    /// The event is invalid.
    Refused {
        /// Path of the invalid field.
        field: String,
        /// What is wrong and how to fix it.
        detail: String,
    },
}

/// Publish one event.
///
/// The body is an `auspex.v1.Event` in canonical protobuf JSON or protobuf, or a CloudEvent (structured, or binary with
/// `ce-*` headers) with such an event as data. The event's id makes a repetition harmless. The tenant is that of the
/// token.
#[utoipa::path(
    post, path = "/v1/events", tag = "events", operation_id = "publishEvent",
    security(("token" = ["publish"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Refuses another body under the same key", max_length = 255)),
    request_body(content(
        (EventBody = "application/json"),
        (Vec<u8> = "application/x-protobuf"),
        (EventBody = "application/cloudevents+json"),
    )),
    responses((status = 202, description = "The event is stored", body = EventAccepted), Problems),
)]
pub async fn publish(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Publish>,
    payload: Payload,
) -> Result<(StatusCode, Json<EventAccepted>), Problem> {
    let event = publish::decode(&allowed.caller.tenant, &payload).inspect_err(|_| publish::count_refused(1))?;
    let submitter = Submitter::of(&allowed.caller, "published", &payload)?;
    let accepted = publish::accept(&gateway, &event, &submitter).await?;
    Ok((StatusCode::ACCEPTED, Json(EventAccepted::new(&event, accepted))))
}

/// Publish up to 10,000 events.
///
/// NDJSON, a JSON list of events, or a JSON list of CloudEvents. An invalid event affects no other. After an error of a
/// server, a part of the events may be stored; repeat the whole request.
#[utoipa::path(
    post, path = "/v1/events:batch", tag = "events", operation_id = "publishEvents",
    security(("token" = ["publish"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Refuses another body under the same key", max_length = 255)),
    request_body(content(
        (String = "application/x-ndjson"),
        (EventList = "application/json"),
        (EventList = "application/cloudevents-batch+json"),
    )),
    responses((status = 202, description = "The outcome of each event", body = BatchAccepted), Problems),
)]
pub async fn publish_batch(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Publish>,
    payload: Payload,
) -> Result<Response, Problem> {
    let batch = publish::batch(&payload)?;
    accept_batch(&gateway, &batch, &Submitter::of(&allowed.caller, "published", &payload)?, "batch").await
}

/// Receive a webhook of Helius with enhanced transactions.
///
/// Configure the token, with or without `Bearer`, as the webhook's authentication header, and the type `enhanced`.
/// Helius repeats a request that is not accepted and ignores the answer, so that refused transactions are logged and
/// counted.
#[utoipa::path(
    post, path = "/v1/webhooks/helius", tag = "events", operation_id = "receiveHelius",
    security(("token" = ["publish"])),
    request_body = EventList,
    responses((status = 202, description = "The outcome of each transaction", body = BatchAccepted), Problems),
)]
pub async fn helius(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Publish>,
    payload: Payload,
) -> Result<Response, Problem> {
    let batch = publish::helius_batch(&payload)?;
    accept_batch(&gateway, &batch, &Submitter::of(&allowed.caller, "published", &payload)?, "helius").await
}

/// Stores the events of a batch. `door` names the sender in the log.
async fn accept_batch(
    gateway: &Gateway,
    batch: &Batch<'_>,
    submitter: &Submitter<'_>,
    door: &'static str,
) -> Result<Response, Problem> {
    let tenant = &submitter.caller.tenant;
    let mut room = gateway.bodies.outcomes(tenant, batch.events() * LARGEST_OUTCOME).await?;
    let mut prepared: Vec<Result<Outgoing, EventOutcome>> = Vec::with_capacity(batch.events());
    for (place, decoded) in batch.decode(tenant).enumerate() {
        prepared.push(prepare(decoded));
        // Other requests have a turn on this thread.
        if place % DECODED_AT_ONCE == DECODED_AT_ONCE - 1 {
            tokio::task::yield_now().await;
        }
    }
    room.shrink(prepared.iter().map(outcome_bytes).sum());
    let messages = prepared.iter().filter_map(|one| one.as_ref().ok()).cloned().collect();
    let mut accepted = publish::accept_all(gateway, messages, submitter).await?.into_iter();
    let outcome = |one: Result<Outgoing, EventOutcome>| match one {
        // There is one outcome per message, in order.
        Ok(message) => match accepted.next().is_some_and(|accepted| accepted.duplicate) {
            true => EventOutcome::Duplicate { job: message.id.to_string() },
            false => EventOutcome::Accepted { job: message.id.to_string() },
        },
        Err(refused) => refused,
    };
    let outcomes = BatchAccepted::new(prepared.into_iter().map(outcome).collect());
    outcomes.report_refusals(submitter, door);
    // A struct of strings and numbers is always serialisable.
    let json = serde_json::to_vec(&outcomes).unwrap_or_default();
    Ok((StatusCode::ACCEPTED, [(header::CONTENT_TYPE, "application/json")], room.body(json)).into_response())
}

fn prepare(decoded: Decoded) -> Result<Outgoing, EventOutcome> {
    let refused =
        |field: &str, detail: &str| EventOutcome::Refused { field: shortened(field), detail: shortened(detail) };
    let event = decoded.map_err(|error| refused(&error.path, &error.problem))?;
    publish::message(&event).map_err(|problem| refused("body", problem.detail()))
}

/// Shortens text that may quote the event.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_DETAIL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Memory that an outcome takes until it has been sent, in bytes: in the list, and as JSON.
fn outcome_bytes(one: &Result<Outgoing, EventOutcome>) -> usize {
    match one {
        Err(EventOutcome::Refused { field, detail }) => OUTCOME + 2 * (field.len() + detail.len()),
        _ => OUTCOME,
    }
}

impl EventAccepted {
    /// Describes a stored event.
    pub fn new(event: &Event, accepted: Accepted) -> Self {
        let has_run = matches!(event.kind, EventKind::Question(_));
        Self {
            job: accepted.job.to_string(),
            id: event.id.to_string(),
            kind: event.kind.name().to_owned(),
            duplicate: accepted.duplicate,
            run: has_run.then(|| RunId::for_event(accepted.job).to_string()),
        }
    }
}

impl BatchAccepted {
    /// Counts and logs refused events: the sender of a webhook throws the answer away.
    fn report_refusals(&self, submitter: &Submitter<'_>, door: &'static str) {
        let first = self.events.iter().find_map(|one| match one {
            EventOutcome::Refused { field, detail } => Some((field, detail)),
            _ => None,
        });
        let Some((field, detail)) = first else { return };
        publish::count_refused(self.refused);
        tracing::warn!(
            tenant = submitter.caller.tenant.as_str(),
            door,
            refused = self.refused,
            accepted = self.accepted + self.duplicates,
            field = %telemetry::printable::plain(field),
            reason = %telemetry::printable::plain(detail),
            "events were refused; field and reason are those of the first"
        );
    }

    fn new(events: Vec<EventOutcome>) -> Self {
        let count = |wanted: fn(&EventOutcome) -> bool| events.iter().filter(|one| wanted(one)).count();
        Self {
            accepted: count(|one| matches!(one, EventOutcome::Accepted { .. })),
            duplicates: count(|one| matches!(one, EventOutcome::Duplicate { .. })),
            refused: count(|one| matches!(one, EventOutcome::Refused { .. })),
            events,
        }
    }
}
