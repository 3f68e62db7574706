//! One bounded HTTP exchange with a model. Separates requests that were certainly not sent from those whose outcome is
//! unknown.

use std::time::Duration;

use reqwest::Response;
use tokio::time::{Instant, timeout, timeout_at};

use super::reading::{Answered, Assemble, Progress, Received, is_object, is_stream, streamed, whole};
use super::retry_after::retry_after;
use super::sse::Parser;
use crate::LlmError;

/// Maximum size of an answer. The longest regular one (64 k answer tokens, escaped) is below 1 MiB.
pub(super) const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// Maximum size of a stream, which repeats some 300 bytes of envelope for each token of the answer.
const MAX_STREAM_BYTES: usize = 64 * 1024 * 1024;

/// Maximum size of a file of batch results: a hundred replies of a few hundred kilobytes.
pub(super) const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

/// Maximum wait for the end of the connection after the last event. A stream that is read to its end leaves the
/// connection open for the next call.
const LINGER: Duration = Duration::from_millis(500);

/// Maximum wait for the usage after the end of the reply, even past the deadline. Without the usage, the maximum is
/// charged.
const USAGE_WAIT: Duration = Duration::from_secs(5);

/// Time limits of an exchange.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExchangeLimits {
    /// To the head of the answer.
    pub(super) headers: Duration,
    /// Between two pieces of a stream.
    pub(super) silence: Duration,
    /// To the end of the answer.
    pub(super) deadline: Duration,
}

/// Sends the request and reads the answer; `assembler` receives the events if the answer is a stream.
pub(super) async fn exchange(
    request: reqwest::RequestBuilder,
    limits: ExchangeLimits,
    assembler: Box<dyn Assemble>,
) -> Result<Answered, LlmError> {
    let end = Instant::now() + limits.deadline;
    let late = || lost(format!("not answered in full within {:?}", limits.deadline));
    let response = match timeout_at(end, timeout(limits.headers, request.send())).await {
        Ok(Ok(sent)) => sent.map_err(|error| not_answered(&error))?,
        Ok(Err(_)) => return Err(lost(format!("no answer within {:?}", limits.headers))),
        Err(_) => return Err(late()),
    };
    let status = response.status().as_u16();
    let after = retry_after(response.headers());
    let body = if is_stream(response.headers()) {
        stream(response, limits, end, assembler).await?
    } else {
        let bytes = timeout_at(end, read_up_to(response, MAX_BODY_BYTES)).await.map_err(|_| late())??;
        whole(bytes, assembler)
    };
    Ok(Answered { status, after, body })
}

/// Sends a request whose answer is not streamed and returns the status, the wait that the answer asks for, and the
/// body, which has at most `most` bytes.
pub(super) async fn fetch(
    request: reqwest::RequestBuilder,
    deadline: Duration,
    most: usize,
) -> Result<(u16, Option<Duration>, Vec<u8>), LlmError> {
    let answer = async {
        let response = request.send().await.map_err(|error| not_answered(&error))?;
        let (status, after) = (response.status().as_u16(), retry_after(response.headers()));
        Ok((status, after, read_up_to(response, most).await?))
    };
    timeout(deadline, answer).await.unwrap_or_else(|_| Err(lost(format!("not answered within {deadline:?}"))))
}

/// Reads a body of at most `most` bytes.
///
/// # Errors
/// [`LlmError::Garbled`] if it is longer, [`LlmError::Lost`] if it ends early.
pub(crate) async fn read_up_to(mut response: Response, most: usize) -> Result<Vec<u8>, LlmError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(reasons(&error)))? {
        if body.len() + chunk.len() > most {
            return Err(too_long(most));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads a stream to its end. A stream that breaks or falls silent is returned with the reason.
async fn stream(
    mut response: Response,
    limits: ExchangeLimits,
    end: Instant,
    mut assembler: Box<dyn Assemble>,
) -> Result<Received, LlmError> {
    let (mut parser, mut read, mut ended) = (Parser::default(), 0, None);
    let failure = loop {
        let now = Instant::now();
        let (wait, until) = match assembler.progress() {
            Progress { complete: false, .. } => (limits.silence, end.min(now + limits.silence)),
            Progress { awaits_usage: true, .. } => (USAGE_WAIT, *ended.get_or_insert(now) + USAGE_WAIT),
            _ => (LINGER, end.min(now + LINGER)),
        };
        let chunk = match timeout_at(until, response.chunk()).await {
            Ok(Ok(Some(chunk))) => chunk,
            Ok(Ok(None)) => break None,
            Ok(Err(error)) => break Some(reasons(&error)),
            Err(_) if Instant::now() >= end => {
                break Some(format!("not answered in full within {:?}", limits.deadline));
            }
            Err(_) => break Some(format!("the stream was silent for {wait:?}")),
        };
        if read == 0 && is_object(&chunk) {
            let rest = timeout_at(end, read_up_to(response, MAX_BODY_BYTES)).await;
            let rest = rest.map_err(|_| lost(format!("not answered in full within {:?}", limits.deadline)))??;
            return Ok(Received::Whole([&chunk[..], &rest].concat()));
        }
        read += chunk.len();
        parser.feed(&chunk).iter().for_each(|event| assembler.add(event));
        if read > MAX_STREAM_BYTES || parser.pending() > MAX_BODY_BYTES {
            return Err(too_long(MAX_STREAM_BYTES));
        }
    };
    parser.finish().iter().for_each(|event| assembler.add(event));
    Ok(streamed(assembler, failure))
}

/// An error while connecting (or building the request) proves that nothing was sent; a later error does not.
fn not_answered(error: &reqwest::Error) -> LlmError {
    if error.is_connect() || error.is_builder() {
        LlmError::NotSent { reason: reasons(error) }
    } else {
        lost(reasons(error))
    }
}

fn lost(reason: impl Into<String>) -> LlmError {
    LlmError::Lost { reason: reason.into() }
}

fn too_long(bytes: usize) -> LlmError {
    LlmError::Garbled { reason: format!("it is longer than {bytes} bytes"), usage: None }
}

/// Formats the error with its causes. reqwest's own text is only "error sending request for url".
pub(crate) fn reasons(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
