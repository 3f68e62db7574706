//! Answers of clients to questions of a session. The client sends an answer to the replica that a load balancer
//! chooses, which stores it for the replica that has asked (`mcp::questions`).

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use bytes::Bytes;
use operations::Caller;
use serde::Deserialize;
use serde_json::value::RawValue;
use store::mcp::McpQuestion;

use crate::Gateway;
use crate::mcp::SESSION_HEADER;

/// Maximum size of an answer in bytes; larger messages are not read here.
const MAX_ANSWER: usize = 64 * 1024;
/// Attempts to store an answer, which may arrive before its question is stored.
const ATTEMPTS: u32 = 4;
/// Interval between two attempts.
const RETRY: Duration = Duration::from_millis(100);

fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_HEADER)?.to_str().ok()
}

/// A message of a client that answers a request of the server.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    result: &'a RawValue,
    #[serde(default)]
    method: Option<serde::de::IgnoredAny>,
}

/// The answer of a client to a question of its session.
pub(super) struct SentAnswer {
    session: String,
    /// Id of the question, as JSON.
    request: String,
    /// Result, as JSON.
    result: String,
}

/// Returns the request unchanged, and the answer that it contains, if it contains one.
pub(super) async fn sent_answer(request: Request) -> Result<(Request, Option<SentAnswer>), axum::Error> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let is_small = length.is_some_and(|length: usize| length <= MAX_ANSWER);
    let session = session(request.headers()).map(str::to_owned);
    let Some(session) = session.filter(|_| is_small && request.method() == Method::POST) else {
        return Ok((request, None));
    };
    let (parts, body) = request.into_parts();
    let body: Bytes = to_bytes(body, MAX_ANSWER).await?;
    let sent = match serde_json::from_slice(&body) {
        Ok(Answer { id, result, method: None }) => {
            Some(SentAnswer { session, request: id.get().trim().to_owned(), result: result.get().to_owned() })
        }
        _ => None,
    };
    Ok((Request::from_parts(parts, Body::from(body)), sent))
}

/// Stores an answer for the replica that has asked.
pub(super) async fn store_answer(gateway: &Gateway, caller: &Caller, sent: SentAnswer) {
    let SentAnswer { session, request, result } = sent;
    let question = McpQuestion { token: caller.token, session, request };
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            tokio::time::sleep(RETRY).await;
        }
        match gateway.operations.store(&caller.tenant).mcp().answer_question(&question, &result).await {
            Ok(false) => {}
            Ok(true) => break,
            Err(error) => {
                tracing::warn!(%error, "an answer of a client was not stored");
                break;
            }
        }
    }
}
