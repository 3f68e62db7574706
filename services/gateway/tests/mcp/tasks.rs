//! Tasks: a client that declares them polls work at any replica; no other token sees it.

use domain::JobId;
use domain::access::{AccessScope, AccessToken};
use gateway::config::RequestLimits;
use reqwest::Response;
use serde_json::{Value, json};
use store::mcp::McpTask;

use crate::client::{post, response};
use crate::support::{ALL, Api, start};
use crate::world::answer_in_session;

pub(crate) fn message(method: &str, params: Value, capabilities: &Value) -> Value {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

pub(crate) async fn send(api: &Api, url: &str, token: &str, message: &Value) -> Response {
    let bearer = format!("Bearer {token}");
    let name = message["params"]["name"].as_str().or(message["params"]["taskId"].as_str()).unwrap();
    let headers = [
        ("authorization", bearer.as_str()),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", message["method"].as_str().unwrap()),
        ("mcp-name", name),
    ];
    post(api, url, &headers, message).await
}

pub(crate) fn tasks() -> Value {
    json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } })
}

/// Calls a tool that begins a task and returns the id of the task.
pub(crate) async fn begin(api: &Api, token: &str, tool: &str, arguments: Value) -> String {
    let call = message("tools/call", json!({ "name": tool, "arguments": arguments }), &tasks());
    let answer = response(send(api, &api.url, token, &call).await).await;
    let result = &answer["result"];
    assert_eq!((&result["resultType"], &result["status"]), (&json!("task"), &json!("working")), "{answer}");
    result["taskId"].as_str().unwrap().to_owned()
}

async fn get(api: &Api, url: &str, token: &str, task: &str) -> Value {
    let get = message("tasks/get", json!({ "taskId": task }), &tasks());
    response(send(api, url, token, &get).await).await
}

#[tokio::test]
async fn work_is_polled_as_a_task_at_any_replica_and_by_its_token_only() {
    let api = start(RequestLimits::default()).await;
    let (token, other) = (api.token("acme", &ALL).await, api.token("acme", &ALL).await);
    let replica = api.replica().await;
    for (tool, arguments, state) in [
        ("ask", json!({ "question": "Will it rain?" }), "queued"),
        ("research_and_store", json!({ "query": "Who runs it?" }), "waiting"),
        ("research_entity", json!({ "identifiers": ["WIF"] }), "waiting"),
        (
            "research_execute",
            json!({ "session_id": "5f5b8d0e-0000-4000-8000-000000000001", "macro_name": "client-discovery",
                    "params": { "client_name": "Example plc" } }),
            "",
        ),
    ] {
        let task = begin(&api, &token, tool, arguments).await;
        for url in [&api.url, &replica] {
            let working = get(&api, url, &token, &task).await;
            assert_eq!(working["result"]["status"], "working", "{working}");
            assert!(working["result"]["statusMessage"].as_str().unwrap().contains(state), "{working}");
        }
        assert!(get(&api, &api.url, &other, &task).await["error"].is_object());
        let cancel = message("tasks/cancel", json!({ "taskId": task }), &tasks());
        assert!(response(send(&api, &replica, &token, &cancel).await).await["result"].is_object());
    }
    let call = json!({ "name": "ask", "arguments": { "question": "Will it rain?", "wait": false } });
    let answer = response(send(&api, &api.url, &token, &message("tools/call", call, &json!({}))).await).await;
    assert_eq!(answer["result"]["structuredContent"]["state"], "queued", "a client without tasks gets none: {answer}");
}

#[tokio::test]
async fn a_task_that_is_done_has_the_result_of_its_tool() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let session = "5f5b8d0e-0000-4000-8000-000000000002";
    let arguments =
        json!({ "session_id": session, "macro_name": "client-discovery", "params": { "client_name": "Example plc" } });
    let task = begin(&api, &token, "research_execute", arguments).await;
    let accepted = api.queued.next(&tokio_util::sync::CancellationToken::new()).await;
    answer_in_session(&api.store, &accepted[0]).await;
    let done = get(&api, &api.replica().await, &token, &task).await;
    assert_eq!(done["result"]["status"], "completed", "{done}");
    let view = &done["result"]["result"]["structuredContent"];
    assert_eq!((&view["session_id"], &view["state"]), (&json!(session), &json!("pending_review")), "{done}");
    // The result was shown to this token, so its digest is an approval of it.
    let digest = &view["digest"];
    let approve = json!({ "name": "research_approve", "arguments": { "session_id": session, "digest": digest } });
    let approved = response(send(&api, &api.url, &token, &message("tools/call", approve, &tasks())).await).await;
    assert_eq!(approved["result"]["structuredContent"]["approved"], true, "{approved}");
}

#[tokio::test]
async fn a_task_needs_the_scopes_of_its_tool() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &[AccessScope::Read]).await;
    // A token of an issuer may have had more scopes when it began the task.
    let id = uuid::Uuid::from_u128(7);
    let work = json!({ "kind": "research", "job": JobId::named(&["research"]) }).to_string();
    let task =
        McpTask { id, tool: "research_and_store".to_owned(), work, created_at: api.gateway.operations.clock.now() };
    let owner = AccessToken::parse(&token).unwrap().id();
    api.store.mcp().open_task(owner, &task).await.unwrap();
    for method in ["tasks/get", "tasks/cancel"] {
        let message = message(method, json!({ "taskId": id }), &tasks());
        let answer = response(send(&api, &api.url, &token, &message).await).await;
        assert_eq!(answer["error"]["message"], "the token lacks a scope of the task's tool", "{method}: {answer}");
    }
}
