//! One HTTP exchange with a model: what was surely not sent, what is lost, and what came back, within bounds.

use std::time::Duration;

use reqwest::Response;
use reqwest::header::HeaderMap;

use super::retry_after::retry_after;
use crate::LlmError;

/// Largest answer that is read: the longest honest one (64 k tokens of answer, escaped) is below 1 MiB.
pub(super) const MAX_BODY: usize = 8 * 1024 * 1024;

/// An answer, read whole.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

/// Sends and reads. `headers` bounds the time to the answer's head, `deadline` the whole exchange.
pub(super) async fn exchange(
    request: reqwest::RequestBuilder,
    headers: Duration,
    deadline: Duration,
) -> Result<Answered, LlmError> {
    let whole = async {
        let response = match tokio::time::timeout(headers, request.send()).await {
            Ok(sent) => sent.map_err(|error| not_answered(&error))?,
            Err(_) => return Err(lost(format!("no answer within {headers:?}"))),
        };
        read(response).await
    };
    match tokio::time::timeout(deadline, whole).await {
        Ok(answered) => answered,
        Err(_) => Err(lost(format!("not answered in full within {deadline:?}"))),
    }
}

async fn read(mut response: Response) -> Result<Answered, LlmError> {
    let status = response.status().as_u16();
    let after = wait(response.headers());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(reasons(&error)))? {
        if body.len() + chunk.len() > MAX_BODY {
            let reason = format!("it is longer than {MAX_BODY} bytes");
            return Err(LlmError::Garbled { reason, usage: None });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answered { status, after, body })
}

fn wait(headers: &HeaderMap) -> Option<Duration> {
    retry_after(headers)
}

/// A failure to connect (or to build the request) proves that nothing was sent; anything later does not.
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

/// The error with its causes. reqwest's own text is only "error sending request for url".
fn reasons(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
