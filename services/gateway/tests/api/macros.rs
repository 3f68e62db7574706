//! Research macros over HTTP: the catalog, and executions that are stored once.

use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ALL, Api, read, start};
use crate::world::pending_result;

const EXECUTIONS: &str = "/v1/macros/client-discovery/executions";

async fn api() -> (Api, String) {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    (api, token)
}

fn acme() -> domain::Tenant {
    domain::Tenant::parse("acme").unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn macros_are_listed_found_and_shown_with_an_example_that_fits_their_schema() {
    let (api, token) = api().await;
    let (status, all) = read(api.get("/v1/macros", &token).await).await;
    let names: Vec<&str> = all.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!((status, names), (200, vec!["client-discovery", "regulatory-check", "ubo-investigation"]));
    let (_, found) = read(api.get("/v1/macros?search=sanctions", &token).await).await;
    assert_eq!(found[0]["name"], "regulatory-check");
    let (_, shown) = read(api.get("/v1/macros/client-discovery", &token).await).await;
    assert_eq!(shown["definition"]["output"]["schema_name"], "client_group");
    let (status, _) = read(api.post(EXECUTIONS, &token, &json!({ "params": shown["example"]["params"] })).await).await;
    assert_eq!(status, 202);
    let (status, problem) = read(api.get("/v1/macros/no-such", &token).await).await;
    assert_eq!(status, 404);
    assert!(problem["detail"].as_str().unwrap().contains("client-discovery"), "{problem}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_execution_is_stored_once_and_names_its_result_at_once() {
    let (api, token) = api().await;
    let session = uuid::Uuid::from_u128(7);
    let body = json!({ "session_id": session, "params": { "client_name": "ACME" } });
    let send = async |key: Option<&str>, body: &Value| {
        let request = api.request(Method::POST, EXECUTIONS, &token).json(body);
        let answer = key.into_iter().fold(request, |request, key| request.header("idempotency-key", key));
        let answer = answer.send().await.unwrap();
        let location = answer.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
        let (status, body) = read(answer).await;
        (status, body, location)
    };
    let (status, first, location) = send(None, &body).await;
    assert_eq!((status, &first["duplicate"], &first["progress"]["state"]), (202, &json!(false), &json!("queued")));
    assert_eq!(location.unwrap(), format!("/v1/reviews/{}", first["result_id"].as_str().unwrap()));
    let (_, again, _) = send(None, &body).await;
    assert_eq!((&again["duplicate"], &again["result_id"]), (&json!(true), &first["result_id"]));
    let (_, keyed, _) = send(Some("k"), &body).await;
    let (_, repeated, _) = send(Some("k"), &body).await;
    assert_eq!((&keyed["duplicate"], &repeated["duplicate"]), (&json!(false), &json!(true)));
    assert_eq!(send(Some("k"), &json!({ "params": { "client_name": "B" } })).await.0, 422, "another request");
    let new = json!({ "params": { "client_name": "ACME" } });
    assert_ne!(send(None, &new).await.1["session_id"], send(None, &new).await.1["session_id"]);
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 4);
    let (_, changes) = read(api.get("/v1/changes", &token).await).await;
    let items = changes["items"].as_array().unwrap();
    assert_eq!(items.len(), 4, "one line for each new event: {changes}");
    assert!(items.iter().all(|change| change["action"] == "macro requested"), "{changes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_cannot_be_executed_is_refused_before_anything_is_published() {
    let (api, token) = api().await;
    let (result, session) = pending_result(&api.store, &acme(), 1).await;
    let before = api.store.jobs().unsent().await.unwrap();
    let send = async |path: &str, body: Value| read(api.post(path, &token, &body).await).await;
    let (status, problem) = send(EXECUTIONS, json!({ "session_id": session, "params": { "client_name": "A" } })).await;
    assert_eq!((status, &problem["type"]), (409, &json!("urn:auspex:problem:transition-refused")));
    assert!(problem["detail"].as_str().unwrap().contains(&result.to_string()), "{problem}");
    let (status, problem) = send(EXECUTIONS, json!({ "params": { "client_nam": 1, "lei": 2 } })).await;
    let fields: Vec<&Value> = problem["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(
        (status, fields),
        (422, vec![&json!("params.client_name"), &json!("params.lei"), &json!("params.client_nam")])
    );
    assert_eq!(send("/v1/macros/no-such/executions", json!({})).await.0, 404);
    for body in [json!({ "session_id": "x" }), json!({ "tenant": "other" }), json!({ "params": [] })] {
        assert_eq!(send(EXECUTIONS, body).await.0, 422);
    }
    assert_eq!(send(&format!("{EXECUTIONS}?wait=soon"), json!({ "params": { "client_name": "A" } })).await.0, 422);
    let nul = json!({ "params": { "client_name": "a\u{0}b" } });
    assert_eq!(send(EXECUTIONS, nul).await.0, 422, "Postgres cannot store NUL");
    assert_eq!(api.store.jobs().unsent().await.unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_ends_with_the_result_on_any_replica() {
    let (api, token) = api().await;
    let other = api.replica().await;
    let body = json!({ "params": { "client_name": "ACME" } });
    let send = |url: &str| {
        let request = api.http.post(format!("{url}{EXECUTIONS}")).bearer_auth(&token).json(&body);
        request.header("idempotency-key", "w").header("prefer", "wait=20")
    };
    let (_, accepted) = read(
        api.request(Method::POST, EXECUTIONS, &token).header("idempotency-key", "w").json(&body).send().await.unwrap(),
    )
    .await;
    let job: domain::JobId = accepted["job"].as_str().unwrap().parse().unwrap();
    let waiting = tokio::spawn(send(&other).send());
    crate::world::answer(&api.store, &acme(), job).await;
    let answer = waiting.await.unwrap().unwrap();
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    let (status, reviewed) = read(answer).await;
    assert_eq!(tag, format!("\"1-{}\"", reviewed["digest"].as_str().unwrap()));
    assert_eq!(
        (status, &reviewed["result_id"], &reviewed["state"]),
        (200, &accepted["result_id"], &json!("pending_review"))
    );
}
