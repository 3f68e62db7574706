//! One bounded HTTP exchange with a model. Separates requests that were certainly not sent from those whose outcome is unknown.

use std::time::Duration;

use reqwest::Response;

use super::retry_after::retry_after;
use crate::LlmError;

/// Maximum size of an answer. The longest regular one (64 k answer tokens, escaped) is below 1 MiB.
pub(super) const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// A completely read answer.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

/// Sends the request and reads the answer. `headers` limits the time to the answer's head, `deadline` the whole exchange.
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
    let after = retry_after(response.headers());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(reasons(&error)))? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            let reason = format!("it is longer than {MAX_BODY_BYTES} bytes");
            return Err(LlmError::Garbled { reason, usage: None });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answered { status, after, body })
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

/// Formats the error with its causes. reqwest's own text is only "error sending request for url".
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
