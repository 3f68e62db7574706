//! Reads an answer, whole or streamed, as a reply or as an error. Pure: live and recorded answers take the same way.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::refusal::refusal;
use super::retry_after::retry_after;
use super::sse::{Event, Parser};
use super::{ApiStyle, Wire, wire};
use crate::{LlmError, ModelReply, Usage};

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
    /// The body that the events of a stream add up to; `broken` is the reason if the stream ended too early.
    Stream { body: Value, broken: Option<String> },
}

/// Adds the events of a stream up to the body of a reply that is not streamed.
pub(super) trait Assemble: Send {
    /// Adds one event.
    fn add(&mut self, event: &Event);
    /// Returns `true` after the last event of a complete stream.
    fn is_complete(&self) -> bool;
    /// Returns the body so far: of a reply, or of an error that the stream contained.
    fn body(self: Box<Self>) -> Value;
}

/// Returns `true` if the headers announce an event stream.
pub(super) fn is_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream")
}

/// Converts an answer to a reply. `assumed` is the usage if the provider reports none.
pub(super) fn read(wire: &Wire, answered: Answered, assumed: Usage) -> Result<ModelReply, LlmError> {
    let (body, broken) = match answered.body {
        Received::Whole(bytes) => (parsed(&bytes), None),
        Received::Stream { body, broken } => (body, broken),
    };
    if let Some(error) = refusal(answered.status, &body, answered.after) {
        return Err(error);
    }
    if let Some(reason) = broken {
        return Err(match (wire.usage)(&body) {
            Some(usage) => LlmError::Garbled { reason, usage: Some(usage) },
            None => LlmError::Lost { reason },
        });
    }
    if body.is_string() {
        return Err(LlmError::Garbled { reason: "it is not JSON".to_owned(), usage: None });
    }
    (wire.reply)(&body, assumed)
}

/// Returns the JSON, or the text if it is none.
fn parsed(bytes: &[u8]) -> Value {
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
    let body = if is_stream(&headers) {
        let mut assembler = (wire.assembler)();
        let mut parser = Parser::default();
        let events = parser.feed(recorded.body);
        events.iter().chain(parser.finish().as_ref()).for_each(|event| assembler.add(event));
        streamed(assembler, None)
    } else {
        Received::Whole(recorded.body.to_vec())
    };
    read(wire, Answered { status: recorded.status, after: retry_after(&headers), body }, Usage::default())
}

/// Returns the body of a stream that ended, by `failure` or regularly.
pub(super) fn streamed(assembler: Box<dyn Assemble>, failure: Option<String>) -> Received {
    let complete = assembler.is_complete();
    let broken = (!complete).then(|| failure.unwrap_or_else(|| "the stream ended before the reply did".to_owned()));
    Received::Stream { body: assembler.body(), broken }
}
