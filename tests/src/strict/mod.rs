//! A strict provider between a fleet and the offline world: it refuses each request that violates a documented rule of
//! the provider of the requested model, and forwards all others. Its rules are written from the providers'
//! documentation and error reports and from the table of models, independently of the profiles of the offline world.

mod anthropic;
mod chat;
mod responses;
mod table;
mod tools;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use table::Model;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wire {
    Anthropic,
    Chat,
    Responses,
}

impl Wire {
    fn of(path: &str) -> Option<Self> {
        [("/v1/messages", Self::Anthropic), ("/chat/completions", Self::Chat), ("/responses", Self::Responses)]
            .into_iter()
            .find_map(|(end, wire)| path.ends_with(end).then_some(wire))
    }

    /// Returns the name in the table of models.
    fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::Chat => "openai_chat",
            Self::Responses => "openai_responses",
        }
    }
}

/// Returns every rule that a request violates.
fn violations(wire: Wire, body: &Value) -> Vec<String> {
    let name = body["model"].as_str().unwrap_or_default();
    let Some(model) = Model::find(name) else { return vec![format!("the model {name:?} does not exist")] };
    let request = Request { wire, body, model: &model };
    let mut found = table::violations(&request);
    found.extend(tools::violations(&request));
    found.extend(match wire {
        Wire::Anthropic => anthropic::violations(&request),
        Wire::Chat => chat::violations(&request),
        Wire::Responses => responses::violations(&request),
    });
    found
}

/// A request under examination.
struct Request<'a> {
    wire: Wire,
    body: &'a Value,
    model: &'a Model,
}

impl Request<'_> {
    /// Returns the list of this name; empty if it is missing.
    fn list(&self, name: &str) -> &[Value] {
        list(&self.body[name])
    }

    /// Returns a member at a path such as `thinking.type`, or `None` if it is not sent.
    fn sent(&self, path: &str) -> Option<&Value> {
        let found = path.split('.').try_fold(self.body, |value, name| value.get(name))?;
        (!found.is_null()).then_some(found)
    }

    fn is_of(&self, provider: &str) -> bool {
        self.model.provider() == provider
    }

    /// Returns `true` if the model thinks in its reply, as far as the request and the table tell.
    fn thinks(&self) -> bool {
        let asked = self.sent("thinking.type").or_else(|| self.sent("reasoning_effort")).and_then(Value::as_str);
        match asked {
            Some(value) => !matches!(value, "disabled" | "none"),
            None => matches!(self.model.thinking_mode(), "always" | "on unless disabled"),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A running strict provider. It ends with the runtime.
#[derive(Clone)]
pub struct StrictProvider {
    address: SocketAddr,
    state: Arc<Shared>,
}

struct Shared {
    upstream: String,
    http: reqwest::Client,
    refused: Mutex<Vec<String>>,
    accepted: std::sync::atomic::AtomicUsize,
}

impl StrictProvider {
    /// Starts a provider that forwards to the offline world at this URL.
    pub async fn start(upstream: String) -> anyhow::Result<Self> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        let state = Arc::new(Shared { upstream, http, refused: Mutex::default(), accepted: 0.into() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let service = Router::new().fallback(examine).with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, service).await });
        Ok(Self { address, state })
    }

    /// Returns the address, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the violations of the refused requests.
    pub fn refused(&self) -> Vec<String> {
        self.state.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of forwarded requests.
    pub fn accepted(&self) -> usize {
        self.state.accepted.load(std::sync::atomic::Ordering::Relaxed)
    }
}

async fn examine(State(state): State<Arc<Shared>>, uri: Uri, headers: HeaderMap, bytes: Bytes) -> Response {
    let Some(wire) = Wire::of(uri.path()) else { return StatusCode::NOT_FOUND.into_response() };
    let body: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    let found = violations(wire, &body);
    if !found.is_empty() {
        let message = format!("{} {wire:?}: {}", body["model"], found.join("; "));
        state.refused.lock().unwrap_or_else(PoisonError::into_inner).push(message.clone());
        let error = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } });
        return (StatusCode::BAD_REQUEST, axum::Json(error)).into_response();
    }
    state.accepted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    match forward(&state, &uri, &headers, bytes).await {
        Ok(response) => response,
        Err(error) => (StatusCode::BAD_GATEWAY, format!("{error:#}")).into_response(),
    }
}

async fn forward(state: &Shared, uri: &Uri, headers: &HeaderMap, bytes: Bytes) -> anyhow::Result<Response> {
    let mut post = state.http.post(format!("{}{}", state.upstream, uri.path())).body(bytes);
    for name in ["content-type", "x-client-request-id"] {
        if let Some(value) = headers.get(name) {
            post = post.header(name, value);
        }
    }
    let answer = post.send().await.context("the offline world does not answer")?;
    let (status, kind) = (answer.status(), answer.headers().get(header::CONTENT_TYPE).cloned());
    let body = answer.bytes().await.context("the answer breaks off")?;
    let kind = kind.unwrap_or(header::HeaderValue::from_static("application/json"));
    Ok((status, [(header::CONTENT_TYPE, kind)], body).into_response())
}

#[cfg(test)]
mod rules_test;
