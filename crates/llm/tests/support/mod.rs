//! A provider that answers from a script and records the requests.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use llm::{ApiStyle, Endpoint, Model, Price};
use serde_json::Value;

/// A recorded request.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Sent {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

#[derive(Default)]
struct Desk {
    script: Mutex<VecDeque<Response>>,
    sent: Mutex<Vec<Sent>>,
}

/// A provider, stopped on drop.
pub(crate) struct Provider {
    pub(crate) url: url::Url,
    desk: Arc<Desk>,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Provider {
    /// Starts a provider that answers the script in order, then never answers.
    pub(crate) async fn answering(script: impl IntoIterator<Item = Response>) -> Self {
        let desk = Arc::new(Desk { script: Mutex::new(script.into_iter().collect()), ..Desk::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let app = axum::Router::new().fallback(answer).with_state(desk.clone());
        let server = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        let url = url::Url::parse(&format!("http://{address}")).expect("an address is one");
        Self { url, desk, server }
    }

    /// Adds answers to the script.
    pub(crate) fn script(&self, more: impl IntoIterator<Item = Response>) {
        self.desk.script.lock().expect("no test panics in there").extend(more);
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.desk.sent.lock().expect("no test panics in there").clone()
    }

    pub(crate) fn endpoint(&self, style: ApiStyle) -> Endpoint {
        let mut endpoint = Endpoint::new(style, self.url.clone(), "the-model");
        endpoint.price = Price {
            input: domain::MicroUsd(300_000),
            output: domain::MicroUsd(1_200_000),
            cache_read: domain::MicroUsd(30_000),
            cache_write: domain::MicroUsd(375_000),
            ..Price::default()
        };
        endpoint
    }

    pub(crate) fn model(&self, style: ApiStyle) -> Arc<dyn Model> {
        connect(self.endpoint(style))
    }
}

pub(crate) fn connect(endpoint: Endpoint) -> Arc<dyn Model> {
    let client = telemetry::http::client(telemetry::http::ClientConfig::default()).expect("a client");
    llm::connect(endpoint, client)
}

async fn answer(State(desk): State<Arc<Desk>>, head: Parts, body: Bytes) -> Response {
    let Parts { method, uri, headers, .. } = head;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    desk.sent.lock().expect("no test panics in there").push(Sent {
        method,
        path: uri.path().to_owned(),
        headers,
        body,
    });
    let next = desk.script.lock().expect("no test panics in there").pop_front();
    match next {
        Some(response) => response,
        None => std::future::pending().await,
    }
}

/// Creates a response with a JSON body.
pub(crate) fn json(status: u16, body: &Value) -> Response {
    raw(status, &[], body.to_string())
}

/// Creates a response with headers and a body.
pub(crate) fn raw(status: u16, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
    let mut builder = Response::builder().status(status);
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(body.into()).expect("a response")
}
