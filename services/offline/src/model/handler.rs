//! The model's two routes: parse the request, answer, charge, delay, reply.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::answer::{self, Answer};
use super::conversation::Conversation;
use super::invoice::Line;
use super::usage::{Usage, tokens};
use super::{anthropic, garbage, openai};
use crate::World;
use crate::fault::{Mode, Planned};

/// A wire format.
struct Wire {
    route: &'static str,
    parse: fn(&Value) -> Result<Conversation, String>,
    reply: fn(&str, &Answer, &Usage, bool) -> Value,
    error: fn(&str, &str) -> Value,
}

const ANTHROPIC: Wire =
    Wire { route: "anthropic", parse: anthropic::parse, reply: anthropic::reply, error: anthropic::error };
const OPENAI: Wire = Wire { route: "openai", parse: openai::parse, reply: openai::reply, error: openai::error };

/// `POST /anthropic/v1/messages`.
pub(crate) async fn ask_anthropic(
    State(world): State<Arc<World>>,
    Extension(planned): Extension<Planned>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    ask(&world, &ANTHROPIC, planned, ModelRequest { headers, body }).await
}

/// `POST /openai/v1/chat/completions`.
pub(crate) async fn ask_openai(
    State(world): State<Arc<World>>,
    Extension(planned): Extension<Planned>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    ask(&world, &OPENAI, planned, ModelRequest { headers, body }).await
}

struct ModelRequest {
    headers: HeaderMap,
    body: Bytes,
}

async fn ask(world: &World, wire: &Wire, planned: Planned, request: ModelRequest) -> Response {
    let ModelRequest { headers, body } = request;
    let read = serde_json::from_slice(&body).map_err(|error| format!("the body is no JSON: {error}"));
    let conversation = match read.and_then(|body: Value| (wire.parse)(&body)) {
        Ok(conversation) => conversation,
        Err(why) => {
            return (StatusCode::BAD_REQUEST, Json((wire.error)("invalid_request_error", &why))).into_response();
        }
    };
    let fingerprint = fingerprint(&conversation);
    let mut answer = answered(&planned, &conversation, &fingerprint);
    let mut usage = world.cache.count(&conversation.segments);
    // A garbage answer ignores the token limit; the provider charges at most the limit.
    let keeps = planned.mode() != Some(Mode::Garbage);
    let cut = limit(&mut answer, &mut usage, (conversation.max_tokens, keeps));
    let request_id = request_id(&headers).unwrap_or_else(|| world.invoice.anonymous());
    world.invoice.record(Line {
        request_id,
        route: wire.route.to_owned(),
        task: conversation.wanted.task(&conversation.tools),
        model: conversation.model,
        input_tokens: usage.input,
        cache_read_tokens: usage.cache_read,
        cache_write_tokens: usage.cache_write,
        output_tokens: usage.output,
        cost_micro_usd: usage.cost(&world.prices).0,
        status: planned.mode().map_or("answered", Mode::name).to_owned(),
        charged: true,
        fingerprint: fingerprint.clone(),
    });
    // The work is done and charged: a caller that dies from here on has spent the money, as with a real provider.
    let latency = world.latency_ms.load(std::sync::atomic::Ordering::Relaxed);
    if latency > 0 {
        tokio::time::sleep(Duration::from_millis(latency)).await;
    }
    Json((wire.reply)(&fingerprint, &answer, &usage, cut)).into_response()
}

fn answered(planned: &Planned, conversation: &Conversation, fingerprint: &str) -> Answer {
    match &planned.0 {
        Some(fault) if fault.mode == Mode::Garbage => {
            garbage::answer(fault.params.nonsense, fault.seed, fingerprint, conversation)
        }
        Some(fault) if fault.mode == Mode::Garbled => answer::garbled(&answer::answer(conversation)),
        _ => answer::answer(conversation),
    }
}

/// Counts output tokens and truncates at the limit: the end of the text, or the whole input of a tool call.
fn limit(answer: &mut Answer, usage: &mut Usage, (most, keeps): (u64, bool)) -> bool {
    let bytes =
        answer.text.len() + answer.calls.iter().map(|c| c.name.len() + c.input.to_string().len()).sum::<usize>();
    usage.output = tokens(bytes).min(most);
    let cut = keeps && tokens(bytes) > most;
    if cut {
        let keep = usize::try_from(most.saturating_mul(4)).unwrap_or(usize::MAX);
        answer.text.truncate(answer.text.floor_char_boundary(keep));
        answer.calls.iter_mut().for_each(|call| call.input = serde_json::json!({}));
    }
    cut
}

/// Returns the caller's request id.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    let named = |name| headers.get(name).and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty());
    named("x-client-request-id").or_else(|| named("x-request-id")).map(str::to_owned)
}

fn fingerprint(conversation: &Conversation) -> String {
    let mut hash = Sha256::new();
    for segment in &conversation.segments {
        hash.update(segment.text.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}
