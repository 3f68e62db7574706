//! OpenAI batches of chat completions and Responses, with the files of requests, answers and errors.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{Batch, Item, Outcome, accept, has_batches, not_found, now};
use crate::World;
use crate::provider::{Refusal, Wire};

const ROUTE: &str = "openai";

/// `POST /openai/v1/files`: keeps the part `file` of a form.
pub(super) async fn upload(State(world): State<Arc<World>>, headers: HeaderMap, body: Bytes) -> Response {
    if !has_batches(world.profile, Wire::Chat) {
        return refuse(&world, &not_found());
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = kind.split("boundary=").nth(1).unwrap_or_default().trim_matches('"');
    let form = String::from_utf8_lossy(&body);
    let Some(content) = part(&form, boundary, "file").filter(|_| part(&form, boundary, "purpose") == Some("batch"))
    else {
        return refuse(&world, &Refusal::new("a form with the parts purpose (batch) and file is required"));
    };
    let bytes = content.len();
    let id = world.batches.keep_file(content.to_owned());
    Json(json!({"id": id, "object": "file", "bytes": bytes, "purpose": "batch"})).into_response()
}

/// `GET /openai/v1/files/{id}/content`.
pub(super) async fn content(State(world): State<Arc<World>>, Path(id): Path<String>) -> Response {
    let of_batch = |suffix: &str| world.batches.get(id.strip_suffix(suffix)?.strip_prefix("file-")?);
    let file = match (of_batch("-output"), of_batch("-errors")) {
        (Some(batch), _) => Some(lines(&world, &batch, true)),
        (None, Some(batch)) => Some(lines(&world, &batch, false)),
        (None, None) => world.batches.file(&id),
    };
    file.map_or_else(|| refuse(&world, &not_found()), IntoResponse::into_response)
}

/// Serves `POST /openai/v1/batches`: creates a batch.
pub(super) async fn create(State(world): State<Arc<World>>, Json(body): Json<Value>) -> Response {
    let file = body["input_file_id"].as_str().and_then(|id| world.batches.file(id));
    let Some(file) = file.filter(|_| has_batches(world.profile, Wire::Chat)) else {
        return refuse(&world, &not_found());
    };
    let wire = match body["endpoint"].as_str() {
        Some("/v1/chat/completions") => Wire::Chat,
        Some("/v1/responses") => Wire::Responses,
        _ => return refuse(&world, &Refusal::new("endpoint: not supported")),
    };
    if body["completion_window"] != "24h" {
        return refuse(&world, &Refusal::new("completion_window: only 24h is supported"));
    }
    let item = |line: &str| {
        let line: Value = serde_json::from_str(line).ok()?;
        let fits = line["url"] == body["endpoint"] && line["method"] == "POST" && line["body"].is_object();
        let custom_id = line["custom_id"].as_str()?.to_owned();
        fits.then(|| Item { custom_id, body: line["body"].clone() })
    };
    let Some(items) = file.lines().map(item).collect::<Option<Vec<Item>>>() else {
        return refuse(&world, &Refusal::new("the input file has an invalid line"));
    };
    let echo =
        json!({"endpoint": body["endpoint"], "input_file_id": body["input_file_id"], "metadata": body["metadata"]});
    let batch = Batch { id: String::new(), wire, route: ROUTE, created: now(), items, echo, outcomes: None };
    Json(described(&accept(&world, "batch_", batch))).into_response()
}

/// Serves `GET /openai/v1/batches`: lists the batches.
pub(super) async fn list(State(world): State<Arc<World>>) -> Json<Value> {
    let data: Vec<Value> = world.batches.of_route(ROUTE).iter().map(described).collect();
    Json(json!({"object": "list", "data": data, "has_more": false}))
}

/// Serves `GET /openai/v1/batches/{id}`: the state of a batch.
pub(super) async fn show(State(world): State<Arc<World>>, Path(id): Path<String>) -> Response {
    match world.batches.get(&id).filter(|batch| batch.route == ROUTE) {
        Some(batch) => Json(described(&batch)).into_response(),
        None => refuse(&world, &not_found()),
    }
}

/// Returns the content of a part of a form.
fn part<'a>(form: &'a str, boundary: &str, name: &str) -> Option<&'a str> {
    let mark = format!("--{boundary}");
    let wanted = format!("name=\"{name}\"");
    form.split(mark.as_str()).find_map(|part| {
        let (head, content) = part.split_once("\r\n\r\n")?;
        head.contains(&wanted).then(|| content.trim_end_matches("\r\n"))
    })
}

fn described(batch: &Batch) -> Value {
    let outcomes = batch.outcomes.as_deref();
    let some =
        |expired: bool| outcomes.is_some_and(|all| all.iter().any(|one| matches!(one, Outcome::Expired) == expired));
    let status = match outcomes {
        None => "in_progress",
        Some(_) if some(true) => "expired",
        Some(_) => "completed",
    };
    let mut described = json!({
        "id": batch.id, "object": "batch", "status": status, "completion_window": "24h",
        "created_at": batch.created.timestamp(), "request_counts": {"total": batch.items.len()},
        "output_file_id": some(false).then(|| format!("file-{}-output", batch.id)),
        "error_file_id": some(true).then(|| format!("file-{}-errors", batch.id)),
    });
    for (name, value) in batch.echo.as_object().into_iter().flatten() {
        described[name] = value.clone();
    }
    described
}

/// Returns the file of the answers (`answered`), or that of the requests that expired.
fn lines(world: &World, batch: &Batch, answered: bool) -> String {
    let outcomes = batch.outcomes.as_deref().unwrap_or_default();
    let chosen = batch.items.iter().zip(outcomes).filter(|(_, one)| matches!(one, Outcome::Expired) != answered);
    chosen
        .map(|(item, outcome)| {
            let response = |status: u16, body: Value| json!({"status_code": status, "request_id": item.custom_id, "body": body});
            let (response, error) = match outcome {
                Outcome::Answered(reply) => (response(200, reply.clone()), Value::Null),
                Outcome::Refused(refusal) => {
                    let body = refusal.body(world.profile, batch.wire, &item.custom_id);
                    (response(refusal.status, body), Value::Null)
                }
                Outcome::Expired => {
                    (Value::Null, json!({"code": "batch_expired", "message": "This request could not be executed before the completion window expired."}))
                }
            };
            let id = format!("batch_req_{}", item.custom_id);
            format!("{}\n", json!({"id": id, "custom_id": item.custom_id, "response": response, "error": error}))
        })
        .collect()
}

fn refuse(world: &World, refusal: &Refusal) -> Response {
    refusal.response(world.profile, Wire::Chat, "batch")
}
