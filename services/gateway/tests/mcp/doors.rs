//! Operations that HTTP and MCP reach and the command line does not: both return the same, and accept and refuse the
//! same inputs. `tests/tests/door` compares all others through three doors.

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
use crate::world::write;

/// Inputs that are compared.
const CASES: usize = 60;

fn acme() -> Tenant {
    Tenant::parse("acme").unwrap()
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
async fn a_resource_is_what_http_returns() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    for (path, uri) in [
        (format!("/v1/entities/{}", world.entity), format!("auspex://entity/{}", world.entity)),
        (format!("/v1/reviews/{}", world.result), format!("auspex://review/{}", world.result)),
    ] {
        let (status, shown) = doors.http(Method::GET, &path, None).await;
        let resource: Value = serde_json::from_str(&doors.resource(&uri).await).unwrap();
        assert_eq!((status, resource), (200, shown), "{uri}");
    }
}

#[tokio::test]
async fn given_research_is_stored_the_same_over_http_and_mcp() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    let research = json!({ "entityId": world.entity, "summary": "It grows.", "confidence": "high" });
    let (status, http) = doors.http(Method::POST, "/v1/research:store", Some(&research)).await;
    assert!((200..300).contains(&status), "{status} {http}");
    let mcp = call(&doors.client, "store_research_results", research).await.unwrap();
    let (http, mcp) = (http.as_object().unwrap(), mcp.as_object().unwrap());
    assert!(http.keys().eq(mcp.keys()), "{http:?} {mcp:?}");
    assert_eq!((&http["findings"], &http["supported"]), (&mcp["findings"], &mcp["supported"]));
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

/// Members of research that a client gives, with valid and invalid values as JSON. MCP also reads numbers and flags
/// that arrive as text, which HTTP refuses, so there are none.
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

#[tokio::test]
async fn http_and_mcp_accept_and_refuse_the_same_research() {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    let doors = doors(&api).await;
    let (mut runner, strategy) = (TestRunner::deterministic(), inputs(RESEARCH));
    let mut accepted = 0;
    for number in 0..CASES {
        let input = strategy.new_tree(&mut runner).unwrap().current();
        let mut input: Value = serde_json::from_str(&input.to_string().replace("ENTITY", &world.entity)).unwrap();
        if number % 10 == 9 {
            input["stranger"] = json!(1);
        }
        let (status, problem) = doors.http(Method::POST, "/v1/research:store", Some(&input)).await;
        let over_mcp = call(&doors.client, "store_research_results", input.clone()).await;
        let is_accepted = (200..300).contains(&status);
        assert_eq!(is_accepted, over_mcp.is_ok(), "{input}: {status} {problem} {over_mcp:?}");
        accepted += usize::from(is_accepted);
    }
    assert!((1..CASES).contains(&accepted), "{accepted}");
}
