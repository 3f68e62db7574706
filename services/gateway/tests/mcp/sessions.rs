//! Sessions: any replica continues them, and no other token can.

use gateway::config::RequestLimits;
use serde_json::{Value, json};

use crate::client::{call, connect, initialize, post, response};
use crate::support::{ALL, Api, start};

pub(crate) fn request(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 2, "method": method })
}

async fn open(api: &Api, token: &str) -> String {
    let answer = post(api, &api.url, &[("authorization", token)], &initialize()).await;
    assert_eq!(answer.status(), 200);
    let session = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(response(answer).await["result"]["serverInfo"]["name"], "auspex");
    session
}

#[tokio::test]
async fn every_replica_continues_a_session() {
    let api = start(RequestLimits::default()).await;
    let token = format!("Bearer {}", api.token("acme", &ALL).await);
    let session = open(&api, &token).await;
    let headers =
        [("authorization", token.as_str()), ("mcp-session-id", &session), ("mcp-protocol-version", "2025-11-25")];
    for url in [api.url.clone(), api.replica().await, api.replica().await, api.url.clone()] {
        let answer = post(&api, &url, &headers, &request("tools/list")).await;
        assert_eq!(answer.status(), 200, "{url}");
        assert_eq!(response(answer).await["result"]["tools"].as_array().unwrap().len(), 63);
    }
}

#[tokio::test]
async fn a_session_belongs_to_the_token_that_opened_it() {
    let api = start(RequestLimits::default()).await;
    let [owner, thief] =
        [api.token("acme", &ALL).await, api.token("acme", &ALL).await].map(|token| format!("Bearer {token}"));
    let session = open(&api, &owner).await;
    for url in [api.url.clone(), api.replica().await] {
        let headers = [("authorization", thief.as_str()), ("mcp-session-id", &session)];
        assert_eq!(post(&api, &url, &headers, &request("tools/list")).await.status(), 404, "{url}");
    }
    let headers = [("authorization", owner.as_str()), ("mcp-session-id", &session)];
    let closed = api.http.delete(format!("{}/mcp", api.url)).header("mcp-session-id", &session);
    assert_eq!(
        closed.header("authorization", &owner).send().await.unwrap().status(),
        204,
        "the status that clients expect"
    );
    for url in [api.url.clone(), api.replica().await] {
        assert_eq!(post(&api, &url, &headers, &request("ping")).await.status(), 404, "{url}");
    }
}

#[tokio::test]
async fn the_newest_revision_needs_no_session() {
    let api = start(RequestLimits::default()).await;
    let token = format!("Bearer {}", api.token("acme", &ALL).await);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "research_list", "arguments": { "search": "owners" }, "_meta": meta,
    } });
    let headers = [
        ("authorization", token.as_str()),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "research_list"),
    ];
    let answer = post(&api, &api.url, &headers, &message).await;
    assert_eq!((answer.status().as_u16(), answer.headers().get("mcp-session-id")), (200, None));
    let answer = response(answer).await;
    assert_eq!(answer["result"]["structuredContent"]["macros"][0]["name"], "ubo-investigation", "{answer}");
}

#[tokio::test]
async fn a_token_has_a_limited_number_of_sessions() {
    let api = start(RequestLimits::default()).await;
    let [token, other] =
        [api.token("acme", &ALL).await, api.token("acme", &ALL).await].map(|token| format!("Bearer {token}"));
    let first = open(&api, &token).await;
    for _ in 1..256 {
        open(&api, &token).await;
    }
    let refused = post(&api, &api.url, &[("authorization", &token)], &initialize()).await;
    assert_eq!(refused.status(), 429);
    let problem: Value = refused.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("too many open MCP sessions"), "{problem}");
    open(&api, &other).await;
    let headers = [("authorization", token.as_str()), ("mcp-session-id", &first)];
    assert_eq!(post(&api, &api.url, &headers, &request("tools/list")).await.status(), 200, "open sessions continue");
    let closed = api.http.delete(format!("{}/mcp", api.url)).header("mcp-session-id", &first);
    assert!(closed.header("authorization", &token).send().await.unwrap().status().is_success());
    open(&api, &token).await;
}

#[tokio::test]
async fn a_revoked_token_ends_its_sessions() {
    let api = start(RequestLimits { token_age: std::time::Duration::ZERO, ..RequestLimits::default() }).await;
    let text = api.token("acme", &ALL).await;
    let client = connect(&api.url, &text, None).await;
    assert!(call(&client, "research_list", json!({})).await.is_ok());
    let id = domain::access::AccessToken::parse(&text).unwrap().id();
    api.store.tokens().revoke(id, api.gateway.operations.clock.now()).await.unwrap();
    assert!(call(&client, "research_list", json!({})).await.is_err());
}

/// The stream of a session, and a call that waits, outlive the check of their token.
#[tokio::test]
async fn open_streams_end_with_their_token_and_those_of_others_do_not() {
    let api = start(RequestLimits { token_age: std::time::Duration::ZERO, ..RequestLimits::default() }).await;
    let texts = [api.token("acme", &ALL).await, api.token("acme", &ALL).await];
    let mut streams = Vec::new();
    for text in &texts {
        let token = format!("Bearer {text}");
        let session = open(&api, &token).await;
        let headers =
            [("authorization", token.as_str()), ("mcp-session-id", &session), ("mcp-protocol-version", "2025-11-25")];
        let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(post(&api, &api.url, &headers, &begun).await.status(), 202);
        let stream = api.http.get(format!("{}/mcp", api.url)).header("accept", "text/event-stream");
        let stream = headers.iter().fold(stream, |request, (name, value)| request.header(*name, *value));
        let asked = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
            "name": "ask", "arguments": { "question": "Will it rain in Oslo tomorrow?", "wait": true },
        } });
        streams.push((stream.send().await.unwrap(), post(&api, &api.url, &headers, &asked).await));
    }
    let (others, (own, waiting)) = (streams.pop().unwrap(), streams.pop().unwrap());
    assert_eq!((own.status().as_u16(), waiting.status().as_u16()), (200, 200));
    let id = domain::access::AccessToken::parse(&texts[0]).unwrap().id();
    api.store.tokens().revoke(id, api.gateway.operations.clock.now()).await.unwrap();
    let limit = std::time::Duration::from_secs(60);
    let ended = async { (own.text().await.is_ok(), waiting.text().await) };
    let (own, waiting) = tokio::time::timeout(limit, ended).await.expect("the streams end");
    assert!(own && !waiting.unwrap_or_default().contains("\"result\""), "no answer is sent to a revoked token");
    let mut others = others.0;
    let more = async { while others.chunk().await.unwrap().is_some() {} };
    assert!(tokio::time::timeout(std::time::Duration::from_secs(3), more).await.is_err(), "the other token's goes on");
}

/// Clients that accept JSON alone, or anything, are served; the others learn which header to send.
#[tokio::test]
async fn an_answer_has_a_form_that_the_client_accepts() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let send = async |accept: &str, session: Option<&str>, message: &Value| {
        let request =
            api.http.post(format!("{}/mcp", api.url)).json(message).bearer_auth(&token).header("accept", accept);
        let request = match session {
            Some(id) => request.header("mcp-session-id", id).header("mcp-protocol-version", "2025-11-25"),
            None => request,
        };
        request.send().await.unwrap()
    };
    for (accept, kind) in [
        ("application/json, text/event-stream", "text/event-stream"),
        ("*/*", "text/event-stream"),
        ("text/event-stream", "text/event-stream"),
        ("application/json", "application/json"),
    ] {
        let opened = send(accept, None, &initialize()).await;
        assert_eq!(opened.status(), 200, "{accept}");
        let session = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(send(accept, Some(&session), &begun).await.status(), 202, "{accept}");
        let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
        let listed = send(accept, Some(&session), &list).await;
        assert!(listed.headers()["content-type"].to_str().unwrap().starts_with(kind), "{accept}");
        let listed: Value = match kind {
            "application/json" => listed.json().await.unwrap(),
            _ => response(listed).await,
        };
        assert!(listed["result"]["tools"].as_array().is_some_and(|tools| tools.len() > 10), "{listed}");
    }
    let refused = send("text/html", None, &initialize()).await;
    assert_eq!(refused.status(), 406);
    let problem: Value = refused.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("application/json, text/event-stream"), "{problem}");
}
