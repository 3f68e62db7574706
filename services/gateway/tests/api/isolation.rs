//! Every route of the description: without a token, without its scope, and with the token of another tenant.

use domain::Tenant;
use domain::access::AccessScope;
use gateway::config::RequestLimits;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{ALL, Api, read, start};
use crate::world::{MARKER, World, write};

/// Report of an entity, of which each tenant has its own.
const ENTITY_REPORT: &str = "/v1/entities/{entity}/report";

/// One operation of the description.
pub(crate) struct Operation {
    method: Method,
    pub(crate) path: String,
    scopes: Vec<AccessScope>,
}

/// Returns the operations of the description.
pub(crate) fn operations(document: &Value) -> Vec<Operation> {
    let mut operations = Vec::new();
    // A schedule is deleted before it is put, so that another tenant has none to delete.
    for method in ["get", "delete", "post", "put", "patch"] {
        for (path, item) in document["paths"].as_object().expect("paths") {
            let Some(operation) = item.get(method) else { continue };
            let scopes = operation["security"][0]["token"].as_array().expect("every route requires a scope");
            let scopes = scopes.iter().map(|scope| scope.as_str().unwrap().parse().unwrap()).collect();
            let method = method.to_uppercase().parse().unwrap();
            operations.push(Operation { method, path: path.clone(), scopes });
        }
    }
    operations
}

impl Operation {
    /// Builds a request about the world's rows.
    fn request(&self, api: &Api, world: &World, token: &str) -> RequestBuilder {
        let request = self.bare_request(api, world, (self.method.clone(), token));
        // The version of the world's sessions.
        if self.path.contains("{result}") { request.header("if-match", "\"1\"") } else { request }
    }

    /// Builds a request with another verb and without a version.
    pub(crate) fn bare_request(&self, api: &Api, world: &World, (method, token): (Method, &str)) -> RequestBuilder {
        let path = self
            .path
            .replace("{run}", &world.run.to_string())
            .replace("{job}", &world.event.to_string())
            .replace("{id}", &world.dead_letter.to_string())
            .replace("{entity}", &world.entity)
            .replace("{name}", world.schedule)
            .replace("{macro}", "client-discovery")
            .replace("{result}", &world.result.to_string())
            .replace("{session}", &world.session.to_string())
            .replace("{hash}", &"0".repeat(64))
            .replace("{episode}", &world.episode.to_string())
            .replace("{webhook}", &world.webhook.to_string())
            .replace("{redrive}", &world.redrive.to_string());
        assert!(!path.contains('{'), "{path} has an unknown parameter");
        let request = api.request(method, &path, token);
        let request = match self.path.as_str() {
            "/v1/entities" => request.query(&[("name", "WEX")]),
            "/v1/retrieve" if self.method == Method::GET => request.query(&[("query", MARKER)]),
            "/v1/bundles/{episode}/file" => request.query(&[("bundle", "b1"), ("path", "todos.json")]),
            "/v1/reports/content" => request.query(&[("key", &world.report)]),
            "/v1/pages/{hash}" => request.query(&[("run", world.run.to_string())]),
            "/v1/runs/{run}/probability" => request.query(&[("at_most", "1")]),
            "/v1/find" => request.query(&[("text", &world.run.to_string()[..8])]),
            "/v1/outcomes" if self.method == Method::GET => request.query(&[("run", world.run.to_string())]),
            _ => request,
        };
        match self.body() {
            Some(body) => request.json(&body),
            None => request,
        }
    }

    fn body(&self) -> Option<Value> {
        let event = json!({ "id": "own", "question": { "text": "q" } });
        match self.path.as_str() {
            _ if self.method == Method::GET || self.method == Method::DELETE => None,
            "/v1/events" => Some(event),
            "/v1/events:batch" => Some(json!([event])),
            "/v1/events:settlement" => Some(json!({ "jobs": [uuid::Uuid::nil()] })),
            "/v1/outcomes" => Some(json!({ "outcomes": [{ "run": uuid::Uuid::nil(), "outcome": 1 }] })),
            "/v1/webhooks/helius" => Some(json!([{ "signature": "5h6xBEauJ3PK6SWC" }])),
            "/v1/questions" => Some(json!({ "text": "q" })),
            "/v1/reports" => Some(json!({ "topic": "t" })),
            "/v1/research" => Some(json!({ "identifiers": ["WEX"] })),
            "/v1/research:store" => {
                Some(json!({ "entityId": "wrapped-example", "summary": "It grows.", "confidence": "high" }))
            }
            "/v1/retrieve" => Some(json!({ "query": MARKER })),
            "/v1/notes" => Some(json!({ "title": "Own", "text": "An own note." })),
            "/v1/runs/{run}/cancel"
            | "/v1/runs/{run}/outcome/withdraw"
            | "/v1/schedules/{name}/run"
            | "/v1/webhook-endpoints/{webhook}/secrets" => Some(json!({})),
            "/v1/runs/{run}/outcome" => Some(json!({ "value": 1 })),
            "/v1/schedules/{name}" => Some(json!({ "cron": "0 8 * * *", "question": { "text": "q" } })),
            "/v1/redrives" | "/v1/redrives:preview" => Some(json!({ "reason": MARKER })),
            "/v1/console-logins"
            | "/v1/redrives/{redrive}/pause"
            | "/v1/redrives/{redrive}/resume"
            | "/v1/redrives/{redrive}/cancel"
            | "/v1/dead-letters/{id}/drop"
            | "/v1/dead-letters/{id}/redrive"
            | "/v1/reviews/{result}/execute"
            | "/v1/reviews/{result}/batch" => None,
            "/v1/macros/{macro}/executions" => Some(json!({ "params": { "client_name": "ACME" } })),
            "/v1/reviews/{result}/approve" | "/v1/reviews/{result}/reject" => Some(json!({ "reason": "r" })),
            "/v1/webhook-endpoints" => Some(json!({ "url": "https://hooks.example.com/own" })),
            "/v1/webhook-endpoints/{webhook}" => Some(json!({ "description": "changed" })),
            "/v1/webhook-endpoints/{webhook}/replays" => Some(json!({ "from": "2026-01-01T00:00:00Z" })),
            other => panic!("{other} is new: add its body"),
        }
    }

    /// Names a row of one tenant, so that another tenant must get 404. Entities and macros are shared, schedules are
    /// put by name, and a session that a tenant has never used is idle.
    fn names_a_row(&self) -> bool {
        let is_shared = ["{entity}", "{macro}", "{session}"].iter().any(|shared| self.path.contains(shared));
        let is_put = self.method == Method::PUT;
        let is_query =
            self.path == "/v1/reports/content" || (self.path == "/v1/outcomes" && self.method == Method::GET);
        (self.path.contains('{') && !is_shared && !is_put) || is_query || self.path == ENTITY_REPORT
    }

    /// The path or a parameter names a row, which may be shared or be created by the request. The existence of an
    /// entity or macro is not secret.
    pub(crate) fn is_about_a_row(&self) -> bool {
        let is_shared = ["{entity}", "{macro}"].iter().any(|shared| self.path.contains(shared));
        (self.path.contains('{') && !is_shared) || self.path == "/v1/reports/content"
    }

    fn is_endless(&self) -> bool {
        self.path == "/v1/results" || self.path == "/v1/reviews/stream"
    }

    /// The operation reads and its answer ends.
    pub(crate) fn reads(&self) -> bool {
        self.method == Method::GET && !self.is_stream()
    }

    fn is_stream(&self) -> bool {
        self.is_endless() || self.path.ends_with("}/events")
    }
}

async fn world() -> (Api, World) {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    (api, world)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_requires_a_token_with_its_scopes() {
    let (api, world) = world().await;
    let operations = operations(&api.document);
    assert!(operations.len() > 20, "{}", operations.len());
    for operation in operations {
        let name = format!("{} {}", operation.method, operation.path);
        let anonymous = operation.request(&api, &world, "auspex_").send().await.unwrap();
        assert_eq!(read(anonymous).await.0, 401, "{name}");
        assert!(!operation.scopes.is_empty(), "{name}");
        for missing in &operation.scopes {
            let others: Vec<_> = ALL.into_iter().filter(|scope| scope != missing).collect();
            let token = api.token("acme", &others).await;
            let answer = operation.request(&api, &world, &token).send().await.unwrap();
            assert_eq!(read(answer).await.0, 403, "{name} without {}", missing.name());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_route_shows_or_changes_data_of_another_tenant() {
    let (api, world) = world().await;
    let (own, other) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    for operation in operations(&api.document) {
        let name = format!("{} {}", operation.method, operation.path);
        let answer = operation.request(&api, &world, &other).send().await.unwrap();
        if operation.is_endless() {
            // The body of an open stream has no end; its content is tested in `streaming`.
            assert_eq!(answer.status(), 200, "{name}");
            continue;
        }
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        assert!(!text.contains(MARKER), "{name}: {text}");
        assert!(operation.path != "/v1/find" || text == "[]", "an id of another tenant is not found: {text}");
        if operation.names_a_row() {
            assert_eq!(status, 404, "{name}: {text}");
        } else if name == "POST /v1/redrives" {
            assert_eq!(status, 409, "no letter of another tenant is selected: {text}");
        } else {
            assert!((200..300).contains(&status), "{name}: {status} {text}");
        }
    }
    // The owner sees everything afterwards, unchanged.
    for operation in operations(&api.document).iter().filter(|one| one.method == Method::GET && !one.is_stream()) {
        let answer = operation.request(&api, &world, &own).send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        let missing = [
            "/v1/pages/{hash}",
            "/v1/runs/{run}/forecast",
            "/v1/runs/{run}/probability",
            "/v1/bundles/{episode}/file",
            "/v1/events/{job}/message",
            "/v1/research/{job}",
            ENTITY_REPORT,
        ]
        .contains(&operation.path.as_str());
        let expected = if missing { 404 } else { 200 };
        assert_eq!(status, expected, "{}: {text}", operation.path);
        let unmarked = [
            "forecast",
            "probability",
            "fleet",
            "related",
            "pages",
            "calls",
            "spend",
            "summary",
            "cost-history",
            "entities",
            "retrieve",
            "models",
            "file",
            "macros",
            "changes",
            "/v1/research/",
            "/v1/reviews?",
            "{session}",
            "deliveries",
            "find",
            "outcomes",
            "scored-answers",
            "/message",
            "/trail",
        ];
        let is_marked = !["/v1/reviews", "/v1/score"].contains(&operation.path.as_str())
            && !unmarked.iter().any(|part| operation.path.contains(part));
        assert!(!is_marked || text.contains(MARKER) || operation.path == "/v1/reports", "{}: {text}", operation.path);
    }
}
