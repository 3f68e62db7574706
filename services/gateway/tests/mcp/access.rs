//! Tokens, scopes, hosts, origins and tenants.

use domain::Tenant;
use domain::access::AccessScope::{self, Publish, Read, Review};
use gateway::config::RequestLimits;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use crate::client::{call, connect, initialize, post};
use crate::support::{ALL, refusals, start};
use crate::world::{MARKER, write};

#[tokio::test]
async fn the_refusal_of_an_invalid_token_links_to_the_metadata() {
    let api = start(RequestLimits::default()).await;
    for token in [
        None,
        Some(
            "Bearer auspex_00000000000000000000000000000000_0000000000000000000000000000000000000000000000000000000000000000",
        ),
    ] {
        let headers: Vec<(&str, &str)> = token.into_iter().map(|token| ("authorization", token)).collect();
        let answer = post(&api, &api.url, &headers, &initialize()).await;
        assert_eq!(answer.status(), 401);
        let challenge = answer.headers()["www-authenticate"].to_str().unwrap().to_owned();
        let (_, rest) = challenge.split_once("resource_metadata=\"").expect("the address of the metadata");
        let document: Value = api.http.get(rest.trim_end_matches('"')).send().await.unwrap().json().await.unwrap();
        assert_eq!(document["resource"], format!("{}/mcp", api.url));
        assert_eq!(document["scopes_supported"], json!(["publish", "read", "review", "admin", "operate"]));
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused() {
    let api = start(RequestLimits::default()).await;
    let token = format!("Bearer {}", api.token("acme", &ALL).await);
    let local = api.url.trim_start_matches("http://").to_owned();
    let cases = [
        ("host", "evil.example", 403),
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("host", local.as_str(), 200),
        ("origin", api.url.as_str(), 200),
        ("origin", "http://localhost:9999", 200),
    ];
    for (name, value, status) in cases {
        let answer = post(&api, &api.url, &[("authorization", &token), (name, value)], &initialize()).await;
        assert_eq!(answer.status(), status, "{name}: {value}");
    }
}

#[tokio::test]
async fn a_token_sees_and_uses_the_tools_of_its_scopes_only() {
    telemetry::metric::install();
    let api = start(RequestLimits::default()).await;
    let listed = async |scopes: &[AccessScope]| {
        let client = connect(&api.url, &api.token("acme", scopes).await, None).await;
        let names: Vec<String> =
            client.list_all_tools().await.unwrap().into_iter().map(|tool| tool.name.to_string()).collect();
        (client, names)
    };
    let (reader, names) = listed(&[Read]).await;
    let counted = || AccessScope::ALL.map(|scope| refusals("mcp", scope.name()).expect("registered at the start"));
    assert_eq!(counted(), [0; 5]);
    for tool in ["resolve_entity", "retrieve", "get_forecast", "research_list", "research_status"] {
        assert!(names.iter().any(|name| name == tool), "{tool} in {names:?}");
    }
    for tool in [
        "ask",
        "create_entity",
        "research_execute",
        "research_approve",
        "resolve_question",
        "withdraw_outcome",
        "cancel_run",
        "get_fleet_state",
    ] {
        assert!(!names.iter().any(|name| name == tool), "{tool} in {names:?}");
        let fault = call(&reader, tool, json!({})).await.unwrap_err();
        assert!(fault.contains("lacks a scope"), "{tool}: {fault}");
    }
    // The order is publish, read, review, admin, operate; each refusal counts once; a shorter list refuses nothing.
    assert_eq!(counted(), [3, 0, 1, 3, 1]);
    let (reviewer, names) = listed(&[Review]).await;
    assert_eq!(names, ["research_approve", "research_reject"]);
    let unread = reviewer.read_resource(ReadResourceRequestParams::new("auspex://report/a")).await.unwrap_err();
    assert!(unread.to_string().contains("lacks the scope `read`"), "{unread}");
    let unread = reviewer.get_prompt(GetPromptRequestParams::new("a")).await.unwrap_err();
    assert!(unread.to_string().contains("lacks the scope `read`"), "{unread}");
    assert_eq!(counted(), [3, 2, 1, 3, 1]);
    assert_eq!(
        listed(&[Publish]).await.1,
        [
            "create_entity",
            "add_representation",
            "store_research_results",
            "remember",
            "research_batch",
            "publish_event"
        ]
    );
    let (all, names) = listed(&ALL).await;
    assert_eq!(names.len(), 63, "{names:?}");
    assert!(call(&all, "no_such_tool", json!({})).await.unwrap_err().contains("no tool"));
}

#[tokio::test]
async fn a_tenant_reaches_nothing_of_another_one() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let own = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let other = connect(&api.url, &api.token("other", &ALL).await, None).await;
    let session = world.session.0.to_string();
    let calls = [
        ("get_forecast", json!({ "runId": world.run.to_string() })),
        ("resolve_question", json!({ "runId": world.run.to_string(), "outcome": 1 })),
        ("withdraw_outcome", json!({ "runId": world.run.to_string() })),
        ("cancel_run", json!({ "runId": world.run.to_string() })),
        ("research_approve", json!({ "session_id": session })),
        ("research_reject", json!({ "session_id": session })),
        ("research_batch", json!({ "session_id": session, "result_id": world.result.to_string() })),
    ];
    for (tool, arguments) in calls {
        let fault = call(&other, tool, arguments).await.unwrap_err();
        assert!(!fault.contains(MARKER), "{tool}: {fault}");
    }
    let status = call(&other, "research_status", json!({ "session_id": session })).await.unwrap();
    assert_eq!((&status["state"], &status["has_pending"]), (&json!("idle"), &json!(false)));
    let listed = call(&other, "list_runs", json!({})).await.unwrap();
    assert_eq!(listed["items"], json!([]));
    let found = call(&other, "retrieve", json!({ "query": MARKER })).await.unwrap();
    assert!(!found.to_string().contains(MARKER), "{found}");
    assert_eq!(other.list_all_resources().await.unwrap().len(), 0);
    let reports = own.list_all_resources().await.unwrap();
    assert_eq!(reports.len(), 1);
    for uri in [reports[0].uri.clone(), format!("auspex://review/{}", world.result)] {
        let read = own.read_resource(ReadResourceRequestParams::new(uri.clone())).await.unwrap();
        assert!(serde_json::to_string(&read).unwrap().contains(MARKER), "{uri}");
        let refused = other.read_resource(ReadResourceRequestParams::new(uri.clone())).await.unwrap_err();
        assert!(refused.to_string().contains("no such resource"), "{uri}: {refused}");
    }
    let state = call(&own, "get_forecast", json!({ "runId": world.run.to_string() })).await.unwrap();
    assert_eq!(state["state"], "analyzing", "{state}");
}
