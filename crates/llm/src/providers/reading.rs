//! Reads an answer, whole or streamed, as a reply or as an error. Pure: live and recorded answers take the same way.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::refusal::refusal;
use super::retry_after::retry_after;
use super::sse::{Event, Parser};
use super::{ApiStyle, Wire, wire};
use crate::written::{self, Offered};
use crate::{Charge, LlmError, ModelReply, Tool, Usage};

/// A completely read answer.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) after: Option<Duration>,
    pub(super) body: Received,
}

/// The body of an answer.
pub(super) enum Received {
    /// The body as it was sent.
    Whole(Vec<u8>),
    /// A stream.
    Stream(Streamed),
}

/// What the events of a stream add up to.
pub(super) struct Streamed {
    /// The body so far.
    body: Value,
    /// The error that the stream contained.
    error: Option<Value>,
    /// The reason if the stream ended too early.
    broken: Option<String>,
    progress: Progress,
}

/// How far a stream got.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The reply, or an error, is complete.
    pub(super) complete: bool,
    /// The provider has begun to work on the reply, so that it may bill it.
    pub(super) begun: bool,
    /// The usage of the whole reply was reported, not one so far.
    pub(super) counted: bool,
    /// The reply is complete, and its usage may follow.
    pub(super) awaits_usage: bool,
}

/// Adds the events of a stream up to the body of a reply that is not streamed.
pub(super) trait Assemble: Send {
    /// Adds one event.
    fn add(&mut self, event: &Event);
    /// Returns how far the stream got.
    fn progress(&self) -> Progress;
    /// Returns the body of the reply so far, and the error that the stream contained.
    fn end(self: Box<Self>) -> (Value, Option<Value>);
}

/// Returns `true` if the headers announce an event stream.
pub(super) fn is_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream")
}

/// Converts an answer to a reply. `assumed` is the usage if the provider reports none.
pub(super) fn read(wire: &Wire, answered: Answered, assumed: Usage) -> Result<ModelReply, LlmError> {
    let Answered { status, after, body } = answered;
    match body {
        Received::Whole(bytes) => {
            let body = parsed(&bytes);
            if let Some(error) = refusal(status, &body, after) {
                return Err(error);
            }
            if body.is_string() {
                return Err(LlmError::Garbled { reason: "it is not JSON".to_owned(), usage: None });
            }
            (wire.reply)(&body, assumed)
        }
        Received::Stream(Streamed { body, error, broken, progress }) => {
            let charge = || charge_of_part((wire.usage)(&body), progress, assumed);
            match (refusal(status, error.as_ref().unwrap_or(&body), after), broken) {
                // What was written before the error may be billed.
                (Some(refused), _) if progress.begun => {
                    Err(LlmError::Interrupted { refusal: Box::new(refused), charge: charge() })
                }
                (Some(refused), _) => Err(refused),
                (None, Some(reason)) => Err(ended_early(reason, charge())),
                (None, None) => (wire.reply)(&body, assumed),
            }
        }
    }
}

/// Returns the cost of a stream that ended before the reply did. The prompt is charged as reported. The reply is
/// charged as reported only if that is the final count: a provider may have written more than it has sent (thinking
/// that it hides, arguments that it holds back), and some write on after the connection is closed.
fn charge_of_part(reported: Option<Usage>, progress: Progress, assumed: Usage) -> Charge {
    match reported {
        Some(usage) if progress.counted => Charge::Used(usage),
        Some(usage) if usage.prompt() > 0 => {
            Charge::AtMost(Usage { output: usage.output.max(assumed.output), ..usage })
        }
        _ => Charge::Unknown,
    }
}

/// Returns the error of a stream that ended before the reply did, without its own error.
fn ended_early(reason: String, charge: Charge) -> LlmError {
    match charge {
        Charge::Used(usage) => LlmError::Garbled { reason, usage: Some(usage) },
        Charge::AtMost(at_most) => LlmError::Cut { reason, at_most },
        Charge::Unknown | Charge::Nothing => LlmError::Lost { reason },
    }
}

/// Returns the JSON, or the text if it is none.
pub(super) fn parsed(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).into_owned()))
}

/// A recorded answer of a provider.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// Wire format of the endpoint.
    pub style: ApiStyle,
    /// HTTP status code; an error can also arrive with 200.
    pub status: u16,
    /// Header names and values.
    pub headers: &'a [(String, String)],
    /// The body: JSON, another text, or the text of an event stream.
    pub body: &'a [u8],
    /// The tools that the request offered, if it is known.
    pub tools: Option<&'a [Tool]>,
}

/// Reads a recorded answer as the client reads a live one. If it reports no usage, the usage is zero.
///
/// # Errors
/// The [`LlmError`] that a live call with this answer ends with.
pub fn read_recorded(recorded: &Recorded<'_>) -> Result<ModelReply, LlmError> {
    let wire = wire(recorded.style);
    let headers: HeaderMap = recorded
        .headers
        .iter()
        .filter_map(|(name, value)| Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?)))
        .collect();
    let body = if is_stream(&headers) && !is_object(recorded.body) {
        from_events(recorded.body, (wire.assembler)())
    } else {
        whole(recorded.body.to_vec(), (wire.assembler)())
    };
    let reply = read(wire, Answered { status: recorded.status, after: retry_after(&headers), body }, Usage::default())?;
    let offered = recorded.tools.map_or(Offered::Unknown, Offered::Tools);
    Ok(written::read(reply, offered, recorded.style.written_thought()))
}

/// Returns the body of an answer that is not announced as a stream. Some proxies announce JSON and send events.
pub(super) fn whole(bytes: Vec<u8>, assembler: Box<dyn Assemble>) -> Received {
    let begins = |beginning: &[u8]| bytes.trim_ascii_start().starts_with(beginning);
    if begins(b"data:") || begins(b"event:") || begins(b": ") {
        return from_events(&bytes, assembler);
    }
    Received::Whole(bytes)
}

/// Returns `true` if a body is a JSON object, which some servers announce as a stream.
pub(super) fn is_object(beginning: &[u8]) -> bool {
    beginning.trim_ascii_start().starts_with(b"{")
}

fn from_events(bytes: &[u8], mut assembler: Box<dyn Assemble>) -> Received {
    let mut parser = Parser::default();
    let events = parser.feed(bytes);
    events.iter().chain(parser.finish().as_ref()).for_each(|event| assembler.add(event));
    streamed(assembler, None)
}

/// Returns the body of a stream that ended, by `failure` or regularly.
pub(super) fn streamed(assembler: Box<dyn Assemble>, failure: Option<String>) -> Received {
    let progress = assembler.progress();
    let early = || failure.unwrap_or_else(|| "the stream ended before the reply did".to_owned());
    let broken = (!progress.complete).then(early);
    let (body, error) = assembler.end();
    Received::Stream(Streamed { body, error, broken, progress })
}
