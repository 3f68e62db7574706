//! Approvals: bound to the version that was reviewed.

use std::time::Duration;

use domain::Tenant;
use gateway::config::RequestLimits;
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use store::reviews::Reviews;

use crate::client::{call, connect, initialize, post, response};
use crate::support::{ALL, Api, start};
use crate::world::{MARKER, pending_result};

/// Maximum time between two parts of a stream.
const PATIENCE: Duration = Duration::from_secs(300);

fn acme() -> Tenant {
    Tenant::parse("acme").unwrap()
}

#[tokio::test]
async fn an_approval_needs_that_the_token_was_shown_the_result() {
    let api = start(RequestLimits::default()).await;
    let (result, session) = pending_result(&api.store, &acme(), 0).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let approve = json!({ "session_id": session.0.to_string() });
    let fault = call(&client, "research_approve", approve.clone()).await.unwrap_err();
    assert!(fault.contains("was not shown") && fault.contains(MARKER), "{fault}");
    // What needs no look at the result proves nothing: the version from the state of the session, or that the result
    // was shown before.
    let status = call(&client, "research_status", json!({ "session_id": session.0.to_string() })).await.unwrap();
    let guesses = [json!(null), json!(""), status["version"].clone(), json!("0af")];
    for digest in guesses {
        let guessed = json!({ "session_id": session.0.to_string(), "version": 1, "digest": digest.as_str(), "execute_verbs": true });
        let fault = call(&client, "research_approve", guessed).await.unwrap_err();
        assert!(fault.contains("was not shown"), "{digest}: {fault}");
    }
    assert!(!status.to_string().contains("digest"), "{status}");
    let digest = digest(&api, result).await;
    let named = json!({ "session_id": session.0.to_string(), "digest": digest });
    let edits = json!({ "subject": "s", "notes": ["unseen"] });
    let edited =
        json!({ "session_id": session.0.to_string(), "digest": digest, "edits": edits, "execute_verbs": true });
    let fault = call(&client, "research_approve", edited).await.unwrap_err();
    assert!(fault.contains("nobody has seen"), "{fault}");
    let approved = call(&client, "research_approve", named.clone()).await.unwrap();
    assert_eq!((&approved["approved"], &approved["state"]), (&json!(true), &json!("verbs_ready")), "{approved}");
    assert_eq!(approved["generated_verbs"], json!([format!("(note.add :text \"{MARKER}\")")]));
    assert!(call(&client, "research_approve", named).await.is_err(), "it is approved already");
    assert!(call(&client, "research_approve", approve).await.is_err(), "it is approved already");
}

/// Returns the digest of a result, as the whole view of it contains.
async fn digest(api: &Api, result: domain::JobId) -> String {
    let reviewed = api.store.reviews().show(&acme(), result).await.unwrap().expect("a result");
    reviewed.digest()
}

/// A result that was approved earlier by another person.
#[tokio::test]
async fn an_execution_of_verbs_is_confirmed_as_an_approval_is() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let (result, session) = pending_result(&api.store, &acme(), 0).await;
    let approving = connect(&api.url, &token, Some(true)).await;
    let session = session.0.to_string();
    call(&approving, "research_approve", json!({ "session_id": session })).await.unwrap();

    let execute = json!({ "session_id": session, "execute_verbs": true });
    let refusing = connect(&api.url, &token, Some(false)).await;
    let fault = call(&refusing, "research_approve", execute.clone()).await.unwrap_err();
    assert!(fault.contains("did not approve"), "a client that can ask its user does: {fault}");
    let silent = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    for digest in [json!(null), json!(digest(&api, result).await)] {
        // The second digest is right, but this token was not shown the result before the first refusal.
        let named = json!({ "session_id": session, "execute_verbs": true, "digest": digest, "version": 2 });
        let fault = call(&silent, "research_approve", named).await.unwrap_err();
        let expected = if digest.is_null() { MARKER } else { "no executor" };
        assert!(fault.contains(expected), "{fault}");
    }
    let fault = call(&approving, "research_approve", execute).await.unwrap_err();
    assert!(fault.contains("no executor"), "after the user's agreement: {fault}");
}

#[tokio::test]
async fn an_approval_of_an_older_version_is_refused() {
    let api = start(RequestLimits::default()).await;
    let (result, session) = pending_result(&api.store, &acme(), 0).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let uri = format!("auspex://review/{result}");
    let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
    let read = serde_json::to_value(&read).unwrap();
    let view: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    let (version, digest) = (view["session_version"].as_i64().unwrap(), view["digest"].clone());
    let call_with = |version: i64| json!({ "session_id": session.0.to_string(), "version": version, "digest": digest });
    let fault = call(&client, "research_approve", call_with(version - 1)).await.unwrap_err();
    assert!(fault.contains("version") || fault.contains("changed"), "{fault}");
    // As Claude Code sends them: as text.
    let edits = json!([{ "op": "replace", "path": "/subject", "value": 1 }]).to_string();
    let invalid = json!({ "session_id": session.0.to_string(), "version": version, "digest": digest, "edits": edits });
    let fault = call(&client, "research_approve", invalid).await.unwrap_err();
    assert!(fault.contains("/subject"), "every violation is named: {fault}");
    let edits = json!([{ "op": "add", "path": "/notes/-", "value": "a \"quote\" and\na line" }]).to_string();
    let valid = json!({ "session_id": session.0.to_string(), "version": version, "digest": digest, "edits": edits });
    let approved = call(&client, "research_approve", valid).await.unwrap();
    assert_eq!(approved["generated_verbs"].as_array().unwrap().len(), 2, "{approved}");
    assert!(!approved["generated_verbs"][1].as_str().unwrap().contains('\n'));
}

#[tokio::test]
async fn a_client_that_can_ask_its_user_does_so() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let (_, session) = pending_result(&api.store, &acme(), 0).await;
    let approve = json!({ "session_id": session.0.to_string(), "edits": { "subject": "edited", "notes": ["n"] } });
    let refusing = connect(&api.url, &token, Some(false)).await;
    let fault = call(&refusing, "research_approve", approve.clone()).await.unwrap_err();
    assert!(fault.contains("did not approve"), "{fault}");
    let status = call(&refusing, "research_status", json!({ "session_id": session.0.to_string() })).await.unwrap();
    assert_eq!((&status["state"], &status["pending_macro"]), (&json!("pending_review"), &json!("notes")));
    let agreeing = connect(&api.url, &token, Some(true)).await;
    let approved = call(&agreeing, "research_approve", approve).await.unwrap();
    assert_eq!(approved["generated_verbs"], json!(["(note.add :text \"n\")"]));
}

#[tokio::test]
async fn a_version_does_not_replace_the_question_to_the_user() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let (_, session) = pending_result(&api.store, &acme(), 0).await;
    let approve = json!({ "session_id": session.0.to_string(), "version": 1 });
    let refusing = connect(&api.url, &token, Some(false)).await;
    let fault = call(&refusing, "research_approve", approve.clone()).await.unwrap_err();
    assert!(fault.contains("did not approve"), "{fault}");
    let agreeing = connect(&api.url, &token, Some(true)).await;
    assert_eq!(call(&agreeing, "research_approve", approve).await.unwrap()["approved"], true);
}

/// Reads the stream of a call until it contains this, and returns all of it.
async fn read_until(stream: &mut reqwest::Response, text: &str) -> String {
    let mut read = String::new();
    while !read.contains(text) {
        let part = tokio::time::timeout(PATIENCE, stream.chunk()).await.expect("the stream continues").unwrap();
        read.push_str(&String::from_utf8_lossy(&part.unwrap_or_else(|| panic!("the stream ended: {read}"))));
    }
    read
}

async fn open_session(api: &Api, token: &str) -> String {
    let mut message = initialize();
    message["params"]["capabilities"] = json!({ "elicitation": {} });
    let opened = post(api, &api.url, &[("authorization", token)], &message).await;
    let session = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    response(opened).await;
    session
}

#[tokio::test]
async fn the_users_answer_may_reach_another_replica_but_only_from_the_session_itself() {
    let (api, key) = (start(RequestLimits::default()).await, |token: String| format!("Bearer {token}"));
    let [owner, thief] = [key(api.token("acme", &ALL).await), key(api.token("acme", &ALL).await)];
    let (_, pending) = pending_result(&api.store, &acme(), 0).await;
    let other = api.replica().await;
    let session = open_session(&api, &owner).await;
    let headers = |token| [("authorization", token), ("mcp-session-id", session.as_str())];
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
        "name": "research_approve", "arguments": { "session_id": pending.0.to_string() },
    } });
    let mut stream = post(&api, &api.url, &headers(&owner), &message).await;
    let asked = read_until(&mut stream, "elicitation/create").await;
    let asked: Vec<Value> =
        asked.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?).ok()).collect();
    let question = asked.iter().find(|message| message["method"] == "elicitation/create").unwrap();
    let answer = |approve: bool| {
        let result = json!({ "action": "accept", "content": { "approve": approve } });
        json!({ "jsonrpc": "2.0", "id": question["id"], "result": result })
    };
    assert_eq!(post(&api, &other, &headers(&thief), &answer(false)).await.status(), 404);
    let rebound: Vec<(&str, &str)> = headers(&owner).into_iter().chain([("host", "evil.example")]).collect();
    assert_eq!(post(&api, &other, &rebound, &answer(false)).await.status(), 403, "and only through a known host");
    assert_eq!(post(&api, &other, &headers(&owner), &answer(true)).await.status(), 202);
    let done = read_until(&mut stream, "verbs_ready").await;
    assert!(done.contains("\"approved\":true"), "{done}");
}

#[tokio::test]
async fn a_rejection_has_its_reason_and_a_batch_needs_an_approval() {
    let api = start(RequestLimits::default()).await;
    let (_, session) = pending_result(&api.store, &acme(), 0).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let session = session.0.to_string();
    let fault = call(&client, "research_batch", json!({ "session_id": session })).await.unwrap_err();
    assert!(fault.contains("no approved result"), "{fault}");
    let rejected =
        call(&client, "research_reject", json!({ "session_id": session, "reason": "wrong group" })).await.unwrap();
    assert_eq!(
        (&rejected["rejected"], &rejected["reason"], &rejected["state"]),
        (&json!(true), &json!("wrong group"), &json!("idle"))
    );
    let (result, session) = pending_result(&api.store, &acme(), 1).await;
    let session = session.0.to_string();
    let approve = json!({ "session_id": session, "version": 1, "execute_verbs": true });
    call(&client, "research_approve", approve).await.expect_err("the result was not shown");
    let digest = digest(&api, result).await;
    let approve = json!({ "session_id": session, "digest": digest, "execute_verbs": true });
    let approved = call(&client, "research_approve", approve).await.unwrap();
    assert_eq!(approved["execution"]["status"], "no-executor", "{approved}");
    let batch = call(&client, "research_batch", json!({ "session_id": session })).await.unwrap();
    assert_eq!((&batch["rows"], &batch["events_published"]), (&json!(1), &json!(1)), "{batch}");
    let again = call(&client, "research_batch", json!({ "session_id": session })).await.unwrap();
    assert_eq!((&again["events_published"], &again["events_known"]), (&json!(0), &json!(1)), "{again}");
}

/// A call of `research_approve` in the newest revision.
fn approval(arguments: &Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "research_approve", "arguments": arguments, "_meta": meta,
    } })
}

/// Adds the user's agreement to what the server has asked.
fn agree(message: &mut Value, asked: &Value) {
    message["params"]["requestState"] = asked["requestState"].clone();
    message["params"]["inputResponses"] = json!({ "approve": { "action": "accept", "content": { "approve": true } } });
}

async fn send(api: &Api, url: &str, token: &str, message: &Value) -> Value {
    let headers = [
        ("authorization", token),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "research_approve"),
    ];
    response(post(api, url, &headers, message).await).await["result"].clone()
}

/// Returns the question of the server.
fn question(asked: &Value) -> &str {
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    asked["inputRequests"]["approve"]["params"]["message"].as_str().unwrap()
}

#[tokio::test]
async fn the_newest_revision_asks_by_ending_the_call() {
    let api = start(RequestLimits::default()).await;
    let token = format!("Bearer {}", api.token("acme", &ALL).await);
    let (_, session) = pending_result(&api.store, &acme(), 0).await;
    let mut message = approval(&json!({ "session_id": session.0.to_string() }));
    let asked = send(&api, &api.url, &token, &message).await;
    assert!(question(&asked).contains(MARKER), "{asked}");
    agree(&mut message, &asked);
    // The answer counts for the data that the user was asked about.
    let mut other = message.clone();
    other["params"]["arguments"]["edits"] = json!({ "subject": "other", "notes": ["unseen"] });
    let asked = send(&api, &api.url, &token, &other).await;
    assert!(question(&asked).contains("unseen"), "{asked}");
    // The client repeats the call, at another replica.
    let approved = send(&api, &api.replica().await, &token, &message).await;
    assert_eq!(approved["structuredContent"]["state"], "verbs_ready", "{approved}");
}

#[tokio::test]
async fn the_users_answer_counts_for_all_data_and_for_the_execution_of_the_verbs() {
    let api = start(RequestLimits::default()).await;
    let token = format!("Bearer {}", api.token("acme", &ALL).await);
    let (_, session) = pending_result(&api.store, &acme(), 0).await;
    let data = |end: &str| json!({ "subject": format!("{}{end}", "x".repeat(13_000)), "notes": ["a\u{202e}b"] });
    let mut message = approval(&json!({ "session_id": session.0.to_string(), "edits": data("one") }));
    let asked = send(&api, &api.url, &token, &message).await;
    let text = question(&asked);
    assert!(text.contains("further characters of the data are not shown"), "{text}");
    assert!(text.contains("does not execute the verbs") && !text.contains('\u{202e}'), "{text}");
    agree(&mut message, &asked);
    let mut longer = message.clone();
    longer["params"]["arguments"]["edits"] = data("two");
    let mut executing = message.clone();
    executing["params"]["arguments"]["execute_verbs"] = json!(true);
    assert!(question(&send(&api, &api.url, &token, &longer).await).contains("not shown"));
    assert!(question(&send(&api, &api.url, &token, &executing).await).contains("are sent to the executor"));
    let approved = send(&api, &api.url, &token, &message).await;
    assert_eq!(approved["structuredContent"]["state"], "verbs_ready", "{approved}");
}

/// What the form of a host does (SEP-1865): it is read by its address, receives the result of the tool that names it,
/// reads a pending result, and approves it under the digest of what it showed.
#[tokio::test]
async fn a_host_that_shows_apps_approves_with_the_same_view_and_digest() {
    let api = start(RequestLimits::default()).await;
    let (result, session) = pending_result(&api.store, &acme(), 0).await;
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let tools = client.list_all_tools().await.unwrap();
    let linked: Vec<&str> = tools
        .iter()
        .filter(|tool| {
            let meta = serde_json::to_value(&tool.meta).unwrap();
            meta["ui"]["resourceUri"] == "ui://auspex/review"
        })
        .map(|tool| tool.name.as_ref())
        .collect();
    assert_eq!(linked, ["research_execute", "research_status"]);
    let form = client.read_resource(ReadResourceRequestParams::new("ui://auspex/review")).await.unwrap();
    let form = serde_json::to_value(&form).unwrap();
    assert_eq!(form["contents"][0]["mimeType"], "text/html;profile=mcp-app");
    assert!(!form["contents"][0]["text"].as_str().unwrap().contains(MARKER), "the form has no data");

    let session = session.0.to_string();
    let status = call(&client, "research_status", json!({ "session_id": session })).await.unwrap();
    assert_eq!((&status["has_pending"], &status["result_id"]), (&json!(true), &json!(result.to_string())));
    let uri = format!("auspex://review/{}", status["result_id"].as_str().unwrap());
    let read = serde_json::to_value(client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap()).unwrap();
    let view: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    let decision =
        |digest: &Value| json!({ "session_id": session, "version": view["session_version"], "digest": digest });
    let fault = call(&client, "research_approve", decision(&json!("0af"))).await.unwrap_err();
    assert!(fault.contains("digest"), "{fault}");
    assert_eq!(call(&client, "research_approve", decision(&view["digest"])).await.unwrap()["approved"], true);
    let stranger = connect(&api.url, &api.token("acme", &[domain::access::AccessScope::Publish]).await, None).await;
    assert!(stranger.read_resource(ReadResourceRequestParams::new("ui://auspex/review")).await.is_err());
}
