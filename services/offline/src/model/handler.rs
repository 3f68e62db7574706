//! The model's three routes: apply the provider's rules, answer, charge, delay, reply.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::answer::{self, Answer, End};
use super::conversation::Conversation;
use super::invoice::Line;
use super::reply::Reply;
use super::stream::{self, Course, Meter};
use super::usage::Usage;
use super::{NAME, anthropic, garbage, openai, responses, think};
use crate::World;
use crate::fault::{Fault, Mode, Planned};
use crate::provider::{Ask, PAUSE, Prices, Profile, Refusal, Served, Wire, admit};

/// A wire format.
struct Format {
    wire: Wire,
    route: &'static str,
    parse: fn(&Ask<'_>) -> Result<Conversation, String>,
    reply: fn(&Reply<'_>) -> Value,
    events: fn(&Value, Course) -> Vec<String>,
}

const ANTHROPIC: Format = Format {
    wire: Wire::Anthropic,
    route: "anthropic",
    parse: anthropic::parse,
    reply: anthropic::reply,
    events: stream::anthropic,
};
const CHAT: Format =
    Format { wire: Wire::Chat, route: "openai", parse: openai::parse, reply: openai::reply, events: stream::chat };
const RESPONSES: Format = Format {
    wire: Wire::Responses,
    route: "openai",
    parse: responses::parse,
    reply: responses::reply,
    events: stream::responses,
};

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
    ask(&world, &CHAT, planned, ModelRequest { headers, body }).await
}

/// `POST /openai/v1/responses`.
pub(crate) async fn ask_responses(
    State(world): State<Arc<World>>,
    Extension(planned): Extension<Planned>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    ask(&world, &RESPONSES, planned, ModelRequest { headers, body }).await
}

struct ModelRequest {
    headers: HeaderMap,
    body: Bytes,
}

async fn ask(world: &Arc<World>, format: &Format, planned: Planned, request: ModelRequest) -> Response {
    let request_id = request_id(&request.headers).unwrap_or_else(|| world.invoice.anonymous());
    let body =
        serde_json::from_slice(&request.body).map_err(|error| Refusal::new(format!("the body is no JSON: {error}")));
    let admitted = match body.and_then(|body| admitted(world, format, &body)) {
        Ok(admitted) => admitted,
        Err(refusal) => return reject(world, format, &refusal, request_id),
    };
    if let Some(refusal) = planned.overflow(&admitted.conversation) {
        return reject(world, format, &refusal, request_id);
    }
    let done = work(world, format, &planned, admitted);
    let takes = world.tokens_per_second.map_or(Duration::ZERO, |pace| done.takes(pace));
    let line = Line { request_id, ..done.line };
    // A caller that dies from here on has spent the money, as with a real provider: all of it, or what a stream has
    // cost so far.
    let meter = match done.course {
        Some(_) => Some(Meter::start(world.clone(), line, done.prices)),
        None => {
            world.invoice.record(line);
            None
        }
    };
    let latency = world.latency_ms.load(std::sync::atomic::Ordering::Relaxed);
    if latency > 0 {
        tokio::time::sleep(Duration::from_millis(latency)).await;
    }
    match done.course.zip(meter) {
        Some((course, meter)) => {
            let kind = HeaderValue::from_static("text/event-stream; charset=utf-8");
            let events = (format.events)(&done.reply, course);
            ([(header::CONTENT_TYPE, kind)], stream::body(&events, takes, meter)).into_response()
        }
        None => {
            tokio::time::sleep(takes).await;
            Json(done.reply).into_response()
        }
    }
}

/// A request that the provider accepts.
struct Admitted {
    conversation: Conversation,
    model: Option<&'static Served>,
    /// The request is part of a batch and costs half of the ordinary price.
    batch: bool,
}

fn admitted(world: &World, format: &Format, body: &Value) -> Result<Admitted, Refusal> {
    let model = admit(world.profile, format.wire, body)?;
    let ask = Ask { body, wire: format.wire, model };
    Ok(Admitted { conversation: (format.parse)(&ask).map_err(Refusal::new)?, model, batch: false })
}

/// A request of a batch.
pub(super) struct BatchRequest<'a> {
    /// The caller's id of the request.
    pub(super) id: &'a str,
    pub(super) wire: Wire,
    pub(super) body: &'a Value,
    pub(super) planned: &'a Planned,
}

/// Answers a request of a batch and charges half of its price.
pub(super) fn answer_in_batch(world: &World, request: &BatchRequest<'_>) -> Result<Value, Refusal> {
    let format = match request.wire {
        Wire::Anthropic => &ANTHROPIC,
        Wire::Chat => &CHAT,
        Wire::Responses => &RESPONSES,
    };
    let admitted = admitted(world, format, request.body)
        .inspect_err(|refusal| note_rejected(world, format, refusal, request.id.to_owned()))?;
    let done = work(world, format, request.planned, Admitted { batch: true, ..admitted });
    world.invoice.record(Line { request_id: request.id.to_owned(), ..done.line });
    Ok(done.reply)
}

/// Answers a refusal. Those of a provider's rules are noted on the invoice without a charge.
fn reject(world: &World, format: &Format, refusal: &Refusal, request_id: String) -> Response {
    let response = refusal.response(world.profile, format.wire, &request_id);
    note_rejected(world, format, refusal, request_id);
    response
}

fn note_rejected(world: &World, format: &Format, refusal: &Refusal, request_id: String) {
    if world.profile != Profile::Generic {
        tracing::warn!(profile = %world.profile, reason = refusal.message, "the request violates a rule of the provider");
        world.invoice.record(Line {
            request_id,
            route: format.route.to_owned(),
            status: "rejected".to_owned(),
            reason: refusal.message.clone(),
            ..Line::default()
        });
    }
}

/// A finished reply with its charge.
struct Done {
    line: Line,
    reply: Value,
    prices: Prices,
    /// Form of the event stream; `None` for a reply in one piece.
    course: Option<Course>,
}

impl Done {
    /// Returns the time in which the output is written at this pace, in tokens per second.
    fn takes(&self, pace: u64) -> Duration {
        Duration::from_millis(self.line.output_tokens.saturating_mul(1_000) / pace.max(1))
    }
}

fn work(world: &World, format: &Format, planned: &Planned, admitted: Admitted) -> Done {
    let Admitted { conversation, model, batch } = admitted;
    let planned = &planned.for_task(&conversation.wanted.task(&conversation.tools));
    let (mode, delivery) = (planned.mode(), conversation.delivery);
    let fingerprint = fingerprint(&conversation);
    let mut usage = world.cache.count(&conversation.segments, world.profile);
    let answer = Composer { world, planned, conversation: &conversation, wire: format.wire, fingerprint: &fingerprint }
        .compose(&mut usage);
    let course = delivery.stream.then_some(Course {
        broken: mode == Some(Mode::StreamError),
        usage: delivery.extra && format.wire == Wire::Chat,
    });
    if course.is_some_and(|course| course.broken) {
        // The usage that the stream has reported until it breaks.
        usage = Usage { output: 1, thinking: 0, ..usage };
    }
    let named = if world.profile == Profile::Generic { NAME } else { &conversation.model };
    let reply = (format.reply)(&Reply {
        id: &fingerprint,
        model: named,
        profile: world.profile,
        answer: &answer,
        usage: &usage,
        encrypted: delivery.extra,
    });
    let prices = model.map_or(world.prices, |model| model.prices);
    let prices = if batch { prices.half() } else { prices };
    let line = charged(format, conversation, &usage, &prices);
    let status = mode.map_or("answered", Mode::name).to_owned();
    Done { line: Line { status, fingerprint, ..line }, reply, prices, course }
}

fn charged(format: &Format, conversation: Conversation, usage: &Usage, prices: &Prices) -> Line {
    Line {
        route: format.route.to_owned(),
        task: conversation.wanted.task(&conversation.tools),
        model: conversation.model,
        input_tokens: usage.input,
        cache_read_tokens: usage.cache_read,
        cache_write_tokens: usage.cache_write,
        cache_write_1h_tokens: usage.cache_write_1h,
        output_tokens: usage.output,
        thinking_tokens: usage.thinking,
        cost_micro_usd: usage.cost(prices).0,
        charged: true,
        ..Line::default()
    }
}

/// An accepted request with the fault that is planned for it.
struct Composer<'a> {
    world: &'a World,
    planned: &'a Planned,
    conversation: &'a Conversation,
    wire: Wire,
    /// Fingerprint of the request; garbage and the choice of hidden thinking derive from it.
    fingerprint: &'a str,
}

impl Composer<'_> {
    /// Returns the answer with its thinking, changed by the planned fault and cut at the limit. Counts the output.
    fn compose(&self, usage: &mut Usage) -> Answer {
        let Self { conversation, fingerprint, .. } = *self;
        let mode = self.planned.mode();
        let mut answer = self.answered();
        match mode {
            Some(Mode::Refusal) => answer = Answer { end: End::Refused, ..Answer::new(String::new(), Vec::new()) },
            Some(Mode::PauseTurn) if self.wire == Wire::Anthropic => {
                answer = Answer { end: End::Paused, ..Answer::new(PAUSE.to_owned(), Vec::new()) };
            }
            Some(Mode::ParallelCalls) => answer.calls.extend(answer.calls.clone()),
            _ => {}
        }
        let spent = think::amount(conversation, self.world.thinking_tokens);
        answer.thought = think::thought(conversation, self.world.profile, fingerprint, spent);
        let most = match mode {
            Some(Mode::Cut) => conversation.max_tokens.min(spent + think::size(&answer) / 2),
            _ => conversation.max_tokens,
        };
        let is_whole = self.planned.0.as_ref().is_some_and(Fault::ignores_limit);
        let whole = is_whole.then(|| answer.clone());
        think::limit(&mut answer, usage, spent, most);
        // A garbage answer ignores the token limit; the provider charges at most the limit.
        whole.unwrap_or(answer)
    }

    fn answered(&self) -> Answer {
        let Self { conversation, fingerprint, .. } = *self;
        match &self.planned.0 {
            Some(fault) if fault.mode == Mode::Garbage => {
                garbage::answer(fault.params.nonsense, fault.seed, fingerprint, conversation)
            }
            Some(fault) if fault.mode == Mode::Garbled => answer::garbled(&answer::answer(conversation)),
            _ if conversation.delivery.parallel => answer::answer(conversation),
            _ => answer::answer(conversation).one_by_one(conversation),
        }
    }
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
