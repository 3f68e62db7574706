//! Publication of events.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use operations::events::{self, Batch, BatchAccepted, BatchArrival, EventAccepted};
use store::intake::RequestKey;
use utoipa::ToSchema;

use crate::access::{Allowed, Publish};
use crate::http::{Payload, Problem, Problems, request_key};

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
    allowed: Allowed<Publish>,
    payload: Payload,
) -> Result<(StatusCode, Json<EventAccepted>), Problem> {
    let key = request_key(&allowed.caller.tenant, &payload)?;
    let accepted = events::publish(allowed.cx(), &payload.events(), key).await?;
    Ok((StatusCode::ACCEPTED, Json(accepted)))
}

/// Publish up to 10,000 events.
///
/// NDJSON, a JSON list of events, or a JSON list of CloudEvents. An invalid event affects no other. After an error of a
/// server, a part of the events may be stored; repeat the whole request. The body may be compressed with gzip
/// (`Content-Encoding: gzip`), to at most half of the maximum size.
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
pub async fn publish_batch(allowed: Allowed<Publish>, payload: Payload) -> Result<Response, Problem> {
    let events = payload.events();
    let batch = events::batch(&events)?;
    let key = request_key(&allowed.caller.tenant, &payload)?;
    accept_batch(&allowed, &batch, (key, "batch")).await
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
pub async fn helius(allowed: Allowed<Publish>, payload: Payload) -> Result<Response, Problem> {
    let events = payload.events();
    let batch = events::helius_batch(&events)?;
    let key = request_key(&allowed.caller.tenant, &payload)?;
    accept_batch(&allowed, &batch, (key, "helius")).await
}

/// Stores the events of a batch. `door` is the name of the sender in the log.
async fn accept_batch(
    allowed: &Allowed<Publish>,
    batch: &Batch<'_>,
    (key, door): (Option<RequestKey>, &'static str),
) -> Result<Response, Problem> {
    let mut room = allowed.gateway.bodies.outcomes(allowed.caller.tenant.as_str(), batch.outcome_bytes()).await?;
    let arrival = BatchArrival { key, door, decoded: |bytes| room.shrink(bytes) };
    let outcomes = events::publish_batch(allowed.cx(), batch, arrival).await?;
    // A struct of strings and numbers is always serialisable.
    let json = serde_json::to_vec(&outcomes).unwrap_or_default();
    Ok((StatusCode::ACCEPTED, [(header::CONTENT_TYPE, "application/json")], room.body(json)).into_response())
}
