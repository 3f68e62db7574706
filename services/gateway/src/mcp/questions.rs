//! Questions to the client's user within a session. The client sends its answer to the replica that a load balancer
//! chooses, so a question is a row in Postgres: the replica that receives an answer stores it (`mcp_transport`), and
//! the one that has asked reads it.

use std::time::Duration;

use hyper::http::request::Parts;
use rmcp::model::{ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ServerRequest};
use rmcp::service::{PeerRequestOptions, RequestHandle};
use rmcp::{RoleServer, ServiceError};
use store::mcp::McpQuestion;
use tokio::time::MissedTickBehavior;

use super::SESSION_HEADER;
use super::tool::{Fault, McpCall};

/// Interval between two looks for an answer.
const POLL: Duration = Duration::from_millis(250);

/// Asks the client's user and waits for the answer, which may reach any replica.
///
/// # Errors
/// The client does not answer in time, refuses the question, or its answer cannot be read.
pub(super) async fn ask(call: &McpCall, form: ElicitRequestParams, patience: Duration) -> Result<ElicitResult, Fault> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
    let asked = call.context.peer.send_request_with_option(request, PeerRequestOptions::no_options()).await;
    let handle = asked.map_err(|error| unanswered(&error))?;
    let store = call.store();
    let Some(question) = question_of(call, &handle) else { return local(handle).await };
    if !store.mcp().open_question(&question, patience).await? {
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
    store.mcp().end_question(&question).await.unwrap_or_else(|error| tracing::info!(%error, "a question stays stored"));
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
    Some(McpQuestion { token: call.caller.token, session: session(&parts.headers)?.to_owned(), request })
}

fn session(headers: &hyper::HeaderMap) -> Option<&str> {
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
    let store = call.store();
    let mut looks = tokio::time::interval(POLL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        if let Some(answer) = store.mcp().answer(question).await? {
            return serde_json::from_str(&answer).map_err(|_| Fault::new("the answer of the client cannot be read"));
        }
    }
}
