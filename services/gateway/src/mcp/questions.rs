//! Questions to the client's user within a session. The client sends its answer to the replica that a load balancer
//! chooses, so a question is a row in Postgres: the replica that receives an answer stores it, and the one that has
//! asked reads it.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use bytes::Bytes;
use rmcp::model::{ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ServerRequest};
use rmcp::service::{PeerRequestOptions, RequestHandle};
use rmcp::{RoleServer, ServiceError};
use serde::Deserialize;
use serde_json::value::RawValue;
use store::mcp::McpQuestion;
use tokio::time::MissedTickBehavior;

use super::tool::{Fault, McpCall};
use super::transport::SESSION_HEADER;
use crate::Gateway;
use crate::access::Caller;

/// Interval between two looks for an answer.
const POLL: Duration = Duration::from_millis(250);
/// Maximum size of an answer in bytes; larger messages are not read here.
const MAX_ANSWER: usize = 64 * 1024;
/// Attempts to store an answer, which may arrive before its question is stored.
const ATTEMPTS: u32 = 4;
/// Interval between two attempts.
const RETRY: Duration = Duration::from_millis(100);

/// Asks the client's user and waits for the answer, which may reach any replica.
///
/// # Errors
/// The client does not answer in time, refuses the question, or its answer cannot be read.
pub(super) async fn ask(call: &McpCall, form: ElicitRequestParams, patience: Duration) -> Result<ElicitResult, Fault> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
    let asked = call.context.peer.send_request_with_option(request, PeerRequestOptions::no_options()).await;
    let handle = asked.map_err(|error| unanswered(&error))?;
    let store = call.server.gateway().store(&call.caller().tenant);
    let Some(question) = question_of(call, &handle) else { return local(handle).await };
    if !store.open_mcp_question(&question, patience).await? {
        let text = "another question of this session waits for its answer; answer it, then repeat the call";
        return Err(Fault::new(text));
    }
    let answered = tokio::time::timeout(patience, async {
        tokio::select! {
            answer = local(handle) => answer,
            answer = stored(call, &question) => answer,
            () = call.context.ct.cancelled() => Err(Fault::new("the client has cancelled the call")),
        }
    });
    let answer = answered.await.unwrap_or_else(|_| Err(Fault::new(NO_ANSWER)));
    // A question that is not ended is forgotten later.
    store.end_mcp_question(&question).await.unwrap_or_else(|error| tracing::info!(%error, "a question stays stored"));
    answer
}

const NO_ANSWER: &str =
    "the client did not answer whether its user approves; the result stays pending: repeat the call";

fn unanswered(error: &ServiceError) -> Fault {
    tracing::info!(%error, "a client did not answer whether its user approves");
    Fault::new(NO_ANSWER)
}

/// Names the question of a request within the session of the call; `None` without a session.
fn question_of(call: &McpCall, handle: &RequestHandle<RoleServer>) -> Option<McpQuestion> {
    let parts = call.context.extensions.get::<Parts>()?;
    let request = serde_json::to_string(&handle.id).ok()?;
    Some(McpQuestion { token: call.caller().token, session: session(&parts.headers)?.to_owned(), request })
}

fn session(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION_HEADER)?.to_str().ok()
}

/// Waits for an answer that reaches this replica.
async fn local(handle: RequestHandle<RoleServer>) -> Result<ElicitResult, Fault> {
    match handle.await_response().await {
        Ok(ClientResult::ElicitResult(answer)) => Ok(answer),
        Ok(_) => Err(unanswered(&ServiceError::UnexpectedResponse)),
        Err(error) => Err(unanswered(&error)),
    }
}

/// Waits for an answer that another replica stores.
async fn stored(call: &McpCall, question: &McpQuestion) -> Result<ElicitResult, Fault> {
    let store = call.server.gateway().store(&call.caller().tenant);
    let mut looks = tokio::time::interval(POLL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        if let Some(answer) = store.mcp_answer(question).await? {
            return serde_json::from_str(&answer).map_err(|_| Fault::new("the answer of the client cannot be read"));
        }
    }
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
        match gateway.store(&caller.tenant).answer_mcp_question(&question, &result).await {
            Ok(false) => {}
            Ok(true) => break,
            Err(error) => {
                tracing::warn!(%error, "an answer of a client was not stored");
                break;
            }
        }
    }
}
