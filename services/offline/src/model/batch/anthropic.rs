//! Anthropic Message Batches.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{Batch, Item, Outcome, accept, has_batches, not_found, now};
use crate::World;
use crate::provider::{Refusal, Wire};

const WIRE: Wire = Wire::Anthropic;
const ROUTE: &str = "anthropic";

/// Serves `POST /anthropic/v1/messages/batches`: creates a batch.
pub(super) async fn create(State(world): State<Arc<World>>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    if !has_batches(world.profile, WIRE) {
        return refuse(&world, &not_found());
    }
    let requests = body["requests"].as_array().filter(|requests| !requests.is_empty());
    let Some(requests) = requests else { return refuse(&world, &Refusal::new("requests: at least one is required")) };
    let item = |request: &Value| {
        let (custom_id, params) = (request["custom_id"].as_str()?.to_owned(), request["params"].clone());
        (params.is_object() && params["stream"] != true).then_some(Item { custom_id, body: params })
    };
    let Some(items) = requests.iter().map(item).collect::<Option<Vec<Item>>>() else {
        return refuse(&world, &Refusal::new("requests: each needs a custom_id and params without stream"));
    };
    let batch =
        Batch { id: String::new(), wire: WIRE, route: ROUTE, created: now(), items, echo: Value::Null, outcomes: None };
    Json(described(&accept(&world, "msgbatch_", batch), &headers)).into_response()
}

/// Serves `GET /anthropic/v1/messages/batches`: lists the batches.
pub(super) async fn list(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    let all = world.batches.of_route(ROUTE);
    let data: Vec<Value> = all.iter().map(|batch| described(batch, &headers)).collect();
    Json(json!({"data": data, "has_more": false, "first_id": data.first().map(|batch| &batch["id"])})).into_response()
}

/// Serves `GET /anthropic/v1/messages/batches/{id}`: the state of a batch.
pub(super) async fn show(State(world): State<Arc<World>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match world.batches.get(&id).filter(|batch| batch.route == ROUTE) {
        Some(batch) => Json(described(&batch, &headers)).into_response(),
        None => refuse(&world, &not_found()),
    }
}

/// `GET /anthropic/v1/messages/batches/{id}/results`.
pub(super) async fn results(State(world): State<Arc<World>>, Path(id): Path<String>) -> Response {
    let ended = world.batches.get(&id).and_then(|batch| Some((batch.items, batch.outcomes?)));
    let Some((items, outcomes)) = ended else { return refuse(&world, &not_found()) };
    let line = |(item, outcome): (&Item, &Outcome)| {
        let result = match outcome {
            Outcome::Answered(message) => json!({"type": "succeeded", "message": message}),
            Outcome::Refused(refusal) => {
                json!({"type": "errored", "error": refusal.body(world.profile, WIRE, &item.custom_id)})
            }
            Outcome::Expired => json!({"type": "expired"}),
        };
        format!("{}\n", json!({"custom_id": item.custom_id, "result": result}))
    };
    let lines: String = items.iter().zip(&outcomes).map(line).collect();
    ([(header::CONTENT_TYPE, "application/x-jsonl")], lines).into_response()
}

fn described(batch: &Batch, headers: &HeaderMap) -> Value {
    let count = |is: fn(&Outcome) -> bool| {
        batch.outcomes.as_ref().map_or(0, |outcomes| outcomes.iter().filter(|outcome| is(outcome)).count())
    };
    let ended = batch.outcomes.is_some();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let url = format!("http://{host}/anthropic/v1/messages/batches/{}/results", batch.id);
    json!({
        "id": batch.id, "type": "message_batch", "processing_status": if ended { "ended" } else { "in_progress" },
        "request_counts": {
            "processing": if ended { 0 } else { batch.items.len() },
            "succeeded": count(|outcome| matches!(outcome, Outcome::Answered(_))),
            "errored": count(|outcome| matches!(outcome, Outcome::Refused(_))),
            "canceled": 0,
            "expired": count(|outcome| matches!(outcome, Outcome::Expired)),
        },
        "created_at": batch.created.to_rfc3339(), "results_url": ended.then_some(url),
    })
}

fn refuse(world: &World, refusal: &Refusal) -> Response {
    refusal.response(world.profile, WIRE, "batch")
}
