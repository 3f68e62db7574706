//! Administration routes: invoice, faults, requests in flight.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Fault, World};

/// Routes that faults never affect.
pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/invoice", get(invoice))
        .route("/invoice/{request_id}", get(call))
        .route("/admin/faults", get(list).post(add).delete(clear))
        .route("/admin/state", get(state))
        .route("/admin/latency/{millis}", axum::routing::put(latency))
}

#[derive(Deserialize)]
struct Detail {
    #[serde(default = "yes")]
    lines: bool,
}

fn yes() -> bool {
    true
}

async fn invoice(State(world): State<Arc<World>>, Query(detail): Query<Detail>) -> Json<Value> {
    let totals = world.invoice.totals();
    Json(if detail.lines {
        json!({"totals": totals, "lines": world.invoice.lines()})
    } else {
        json!({"totals": totals})
    })
}

/// Returns the status of one request in the terms of the crate `llm`: `running` while its reply is streamed, `charged`,
/// `refused`, or `unknown` if it was never received.
async fn call(State(world): State<Arc<World>>, Path(request_id): Path<String>) -> Response {
    // Before the lines: a stream that ends meanwhile has added its line by then.
    let running = world.invoice.is_streaming(&request_id);
    let lines = world.invoice.lines_of(&request_id);
    let sum = |tokens: fn(&crate::Line) -> u64| lines.iter().filter(|line| line.charged).map(tokens).sum::<u64>();
    let status = match (lines.is_empty(), lines.iter().any(|line| line.charged)) {
        _ if running => "running",
        (true, _) => "unknown",
        (false, true) => "charged",
        (false, false) => "refused",
    };
    let body = json!({
        "request_id": request_id,
        "status": status,
        "model": crate::NAME,
        "input_tokens": sum(|line| line.input_tokens),
        "cache_read_tokens": sum(|line| line.cache_read_tokens),
        "cache_write_tokens": sum(|line| line.cache_write_tokens),
        "cache_write_1h_tokens": sum(|line| line.cache_write_1h_tokens),
        "output_tokens": sum(|line| line.output_tokens),
        "cost_micro_usd": sum(|line| line.cost_micro_usd),
        "lines": lines,
    });
    let code = if lines.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    (code, Json(body)).into_response()
}

async fn list(State(world): State<Arc<World>>) -> Json<Vec<Fault>> {
    Json(world.faults.list())
}

async fn add(State(world): State<Arc<World>>, body: String) -> Response {
    match serde_json::from_str(&body) {
        Ok(faults) => {
            world.faults.add(faults);
            Json(world.faults.list()).into_response()
        }
        Err(error) => {
            (StatusCode::BAD_REQUEST, Json(json!({"error": format!("not a list of faults: {error}")}))).into_response()
        }
    }
}

async fn clear(State(world): State<Arc<World>>) -> StatusCode {
    world.faults.clear();
    StatusCode::NO_CONTENT
}

async fn state(State(world): State<Arc<World>>) -> Json<Value> {
    let (now, peak) = world.load.figures();
    Json(json!({"in_flight": now, "peak": peak, "latency_ms": world.latency_ms.load(Ordering::Relaxed)}))
}

async fn latency(State(world): State<Arc<World>>, Path(millis): Path<u64>) -> StatusCode {
    world.latency_ms.store(millis, Ordering::Relaxed);
    StatusCode::NO_CONTENT
}
