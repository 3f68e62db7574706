//! The doors of the operations: HTTP and MCP return the same, and accept and refuse the same inputs.

use domain::Tenant;
use gateway::config::RequestLimits;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Map, Value, json};

use crate::client::{Client, call, connect};
use crate::support::{ALL, Api, read, start};
use crate::world::{pending_result, write};

/// Inputs of each kind that are compared.
const CASES: usize = 60;

fn acme() -> Tenant {
    Tenant::parse("acme").unwrap()
}

/// Leaves out null members, which MCP never sends.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name, without_nulls(member)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

/// A request over HTTP.
struct Sent<'a> {
    method: Method,
    path: &'a str,
    body: Option<Value>,
}

fn get(path: &str) -> Sent<'_> {
    Sent { method: Method::GET, path, body: None }
}

fn post(path: &str, body: Value) -> Sent<'_> {
    Sent { method: Method::POST, path, body: Some(body) }
}

/// The two doors of one token.
struct Doors<'a> {
    api: &'a Api,
    token: String,
    client: Client,
}

impl Doors<'_> {
    async fn http(&self, method: Method, path: &str, body: Option<&Value>) -> (u16, Value) {
        let request = self.api.request(method, path, &self.token);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        read(request.send().await.unwrap()).await
    }

    /// Returns the output over HTTP and over MCP.
    async fn both(&self, sent: Sent<'_>, tool: &str, input: Value) -> [Value; 2] {
        let Sent { method, path, body } = sent;
        let (status, http) = self.http(method, path, body.as_ref()).await;
        assert!((200..300).contains(&status), "{path}: {status} {http}");
        let mcp = call(&self.client, tool, input).await.unwrap_or_else(|fault| panic!("{tool}: {fault}"));
        [without_nulls(http), mcp]
    }

    async fn resource(&self, uri: &str) -> String {
        let read = self.client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
        let read = serde_json::to_value(read).unwrap();
        read["contents"][0]["text"].as_str().unwrap().to_owned()
    }
}

async fn doors(api: &Api) -> Doors<'_> {
    let token = api.token("acme", &ALL).await;
    let client = connect(&api.url, &token, None).await;
    Doors { api, token, client }
}

#[tokio::test]
async fn what_is_read_is_the_same_over_http_and_mcp() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    let (run, entity, session) = (world.run.to_string(), &world.entity, world.session.0.to_string());
    let cases = [
        (get("/v1/macros/client-discovery"), "research_get", json!({ "macro_name": "client-discovery" })),
        (get("/v1/retrieve?query=zebra&maxResults=3"), "retrieve", json!({ "query": "zebra", "maxResults": 3 })),
        (get("/v1/runs?limit=1"), "list_runs", json!({ "limit": 1 })),
        (get("/v1/spend"), "get_spending", json!({})),
        (get("/v1/summary?days=3"), "get_summary", json!({ "days": 3 })),
    ];
    for (sent, tool, input) in cases {
        let [mut http, mut mcp] = doors.both(sent, tool, input).await;
        // Over MCP a token that may publish requests research, whose job is new.
        for output in [&mut http, &mut mcp] {
            output.as_object_mut().unwrap().remove("research");
        }
        assert_eq!(http, without_nulls(mcp), "{tool}");
    }
    let listed = doors.both(get("/v1/macros?search=client"), "research_list", json!({ "search": "client" }));
    let [http, mcp] = listed.await;
    assert_eq!(http, mcp["macros"]);
    let path = format!("/v1/entities/{entity}/timeline?limit=200");
    let [http, mcp] = doors.both(get(&path), "query_entity_timeline", json!({ "entityId": entity })).await;
    assert_eq!(http, mcp["items"]);
    let given = json!({ "entityId": entity, "summary": "It grows.", "confidence": "high" });
    call(&doors.client, "store_research_results", given).await.unwrap();
    let path = format!("/v1/entities/{entity}/history?limit=3");
    let input = json!({ "entityId": entity, "limit": 3 });
    let [http, mcp] = doors.both(get(&path), "get_entity_history", input).await;
    assert_eq!((&http, http["versions"].as_array().map(Vec::is_empty)), (&mcp, Some(false)));
    let path = format!("/v1/sessions/{session}");
    let [mut http, mcp] = doors.both(get(&path), "research_status", json!({ "session_id": session })).await;
    http.as_object_mut().unwrap().remove("approved").expect("the HTTP route adds the approved results");
    assert_eq!(http, mcp);
    let (_, shown) = doors.http(Method::GET, &format!("/v1/entities/{entity}"), None).await;
    assert_eq!(
        serde_json::from_str::<Value>(&doors.resource(&format!("auspex://entity/{entity}")).await).unwrap(),
        shown
    );
    let (_, review) = doors.http(Method::GET, &format!("/v1/reviews/{}", world.result), None).await;
    let resource = doors.resource(&format!("auspex://review/{}", world.result)).await;
    assert_eq!(serde_json::from_str::<Value>(&resource).unwrap(), review);
    let status = call(&doors.client, "get_forecast", json!({ "runId": run })).await.unwrap();
    let (_, shown) = doors.http(Method::GET, "/v1/runs", None).await;
    assert_eq!((&status["runId"], &status["state"]), (&shown["items"][0]["run"], &shown["items"][0]["phase"]));
}

#[tokio::test]
async fn what_is_changed_is_reported_the_same_over_http_and_mcp() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    let outcome = json!({ "outcome": 1, "because": "It rose." });
    let mut named = outcome.clone();
    named["runId"] = json!(world.run.to_string());
    let path = format!("/v1/runs/{}/outcome", world.run);
    let recorded = call(&doors.client, "resolve_question", named.clone()).await.unwrap();
    assert_eq!(recorded, json!({ "recorded": "new" }));
    let [http, mcp] = doors.both(post(&path, outcome), "resolve_question", named).await;
    assert_eq!((&http, &http), (&mcp, &json!({ "recorded": "same" })));
    let research = json!({ "entityId": world.entity, "summary": "It grows.", "confidence": "high" });
    let stored = post("/v1/research:store", research.clone());
    let [http, mcp] = doors.both(stored, "store_research_results", research).await;
    let (http, mcp) = (http.as_object().unwrap(), mcp.as_object().unwrap());
    assert!(http.keys().eq(mcp.keys()), "{http:?} {mcp:?}");
    assert_eq!((&http["findings"], &http["supported"]), (&mcp["findings"], &mcp["supported"]));
    let document = json!({ "title": "Tides", "text": "The tide rises twice a day. It falls twice a day." });
    let [http, mcp] = doors.both(post("/v1/notes", document.clone()), "remember", document).await;
    assert_eq!((&http, http["notes"].as_array().unwrap().len()), (&mcp, 1));
    let [(one, _), (two, session)] =
        [pending_result(&api.store, &acme(), 11).await, pending_result(&api.store, &acme(), 12).await];
    let (_, shown) = doors.http(Method::GET, &format!("/v1/reviews/{one}"), None).await;
    let tag = format!("\"{}-{}\"", shown["session_version"], shown["digest"].as_str().unwrap());
    let request = api.request(Method::POST, &format!("/v1/reviews/{one}/reject"), &doors.token);
    let (status, http) =
        read(request.header("if-match", tag).json(&json!({ "reason": "no" })).send().await.unwrap()).await;
    let mcp = call(&doors.client, "research_reject", json!({ "session_id": session.0, "reason": "no" })).await.unwrap();
    assert_eq!((status, mcp["result_id"].as_str()), (200, Some(two.to_string().as_str())));
    let kept = |output: &Value| ["rejected", "reason", "state", "session_version"].map(|name| output[name].clone());
    assert_eq!(kept(&without_nulls(http)), kept(&mcp));
}

/// Returns an input with most of these members. The first value of each is valid, and used most often.
fn inputs(members: &'static [(&'static str, &'static [&'static str])]) -> impl Strategy<Value = Value> {
    let member = |(name, values): &(&'static str, &'static [&'static str])| {
        let (name, values) = (*name, *values);
        let value = prop_oneof![9 => Just(values[0]), 1 => select(values)];
        proptest::option::weighted(0.8, value).prop_map(move |value| (name, value))
    };
    members.iter().map(member).collect::<Vec<_>>().prop_map(|members| {
        let parsed = |(name, text): (&str, Option<&str>)| Some((name.to_owned(), serde_json::from_str(text?).unwrap()));
        Value::Object(members.into_iter().filter_map(parsed).collect::<Map<_, _>>())
    })
}

/// Members of a question, with valid and invalid values as JSON. MCP also reads numbers and flags that arrive as text,
/// which HTTP refuses, so there are none.
const QUESTION: &[(&str, &[&str])] = &[
    ("question", &[r#""Will it rain?""#, r#""Will it snow?""#, r#"" ""#, r#""""#, "[1]"]),
    ("background", &[r#""It rained.""#, "{}"]),
    ("closes", &[r#""2027-01-01T00:00:00Z""#, r#""soon""#, r#""2027-13-01T00:00:00Z""#]),
    ("market_price", &["0.3", "1.5", "-1"]),
    ("budget_micro_usd", &["500000", "5.0", "5.5", "-1"]),
    ("max_iterations", &["2", "0", "21", "4294967296"]),
    ("profile", &[r#""strict""#, r#""tight""#]),
    ("min_confidence", &["0.5", r#""high""#, r#""sure""#, "2"]),
    ("human_review", &["true"]),
    (
        "review_if",
        &[r#"{"below_confidence": 0.4, "contradiction": true}"#, r#"{"price_gap": 2}"#, r#"{"always": true}"#],
    ),
    ("independent", &["true", "false"]),
    ("urgent", &["false", "null"]),
    ("research_request", &["false", r#""other""#]),
    ("sources", &[r#"{"deny": ["a.org"]}"#, r#"{"allow": ["a b"]}"#, "null"]),
];

/// The same of research that a client gives.
const RESEARCH: &[(&str, &[&str])] = &[
    ("entityId", &[r#""ENTITY""#, r#""nobody""#, r#""No Slug!""#]),
    ("summary", &[r#""It grows.""#, r#""""#, "[]"]),
    ("confidence", &["0.5", r#""high""#, "1.5", r#""sure""#]),
    ("ttl", &["3600", "1", "-1"]),
    ("sentiment", &["0.5", r#""bullish""#, "-2"]),
    (
        "findings",
        &[r#"["It has users."]"#, r#"[{"text": "A"}]"#, r#"[{"words": "A"}]"#, r#"[{"text": "A", "sources": ["s9"]}]"#],
    ),
    ("risks", &[r#"["Rivals"]"#, r#"[""]"#, "1"]),
];

/// The same of a document to remember.
const DOCUMENT: &[(&str, &[&str])] = &[
    ("title", &[r#""Tides""#, r#""""#, "{}"]),
    ("text", &[r#""The tide rises twice a day. It falls twice a day.""#, r#""""#, "[]"]),
    ("sourceUrl", &[r#""https://example.org/tides""#, r#""ftp://example.org/""#, r#""tides""#, "null"]),
];

#[tokio::test]
async fn http_and_mcp_accept_and_refuse_the_same_inputs() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    let mut runner = TestRunner::deterministic();
    let mut accepted = [0; 3];
    for (kind, (members, path, tool)) in [
        (QUESTION, "/v1/questions", "ask"),
        (RESEARCH, "/v1/research:store", "store_research_results"),
        (DOCUMENT, "/v1/notes", "remember"),
    ]
    .into_iter()
    .enumerate()
    {
        let strategy = inputs(members);
        for number in 0..CASES {
            let input = strategy.new_tree(&mut runner).unwrap().current();
            let input: Value = serde_json::from_str(&input.to_string().replace("ENTITY", &world.entity)).unwrap();
            let mut input = input;
            if number % 10 == 9 {
                input["stranger"] = json!(1);
            }
            let mut arguments = input.clone();
            if tool == "ask" {
                arguments["wait"] = json!(false);
            }
            let (status, problem) = doors.http(Method::POST, path, Some(&input)).await;
            let over_mcp = call(&doors.client, tool, arguments).await;
            assert_eq!(
                (200..300).contains(&status),
                over_mcp.is_ok(),
                "{tool} {input}: {status} {problem} {over_mcp:?}"
            );
            accepted[kind] += usize::from(over_mcp.is_ok());
        }
    }
    assert!(accepted.iter().all(|accepted| (1..CASES).contains(accepted)), "{accepted:?}");
}
