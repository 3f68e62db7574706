//! Streamable HTTP: every message is a POST, answered with JSON or with a stream of events.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use super::wire::{self, Era, McpError};
use crate::client;

/// A result larger than this is no search result and no page.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
const SESSION: &str = "mcp-session-id";

pub(super) struct Http {
    client: reqwest::Client,
    url: Url,
    bearer: Option<SecretString>,
    session: Mutex<Option<String>>,
}

impl Http {
    pub(super) fn new(url: Url, bearer: Option<SecretString>, total: Duration) -> Result<Self, McpError> {
        let client = client::configured(Duration::from_secs(5), total)
            .map_err(|error| McpError::Unreachable(error.to_string()))?;
        Ok(Self { client, url, bearer, session: Mutex::default() })
    }

    pub(super) async fn ask(&self, message: &Value, id: u64, era: Option<&Era>) -> Result<Value, McpError> {
        let mut response = self.post(message, era).await?;
        let kind = header(&response, CONTENT_TYPE.as_str()).unwrap_or_default().to_ascii_lowercase();
        if era.is_none() {
            let session = header(&response, SESSION);
            *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session;
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| unreachable_by(&error))? {
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(McpError::Nonsense(format!("more than {MAX_ANSWER} bytes")));
            }
            body.extend_from_slice(&chunk);
            // A stream may stay open after the answer: look as soon as an event is complete.
            if kind.starts_with("text/event-stream")
                && chunk.ends_with(b"\n")
                && let Some(answer) = find(&kind, &body, id)
            {
                return answer;
            }
        }
        find(&kind, &body, id).unwrap_or_else(|| Err(McpError::Nonsense("no answer to the request".to_owned())))
    }

    pub(super) async fn tell(&self, message: &Value, era: &Era) -> Result<(), McpError> {
        self.post(message, Some(era)).await.map(|_| ())
    }

    async fn post(&self, message: &Value, era: Option<&Era>) -> Result<reqwest::Response, McpError> {
        let mut request = self.client.post(self.url.clone()).header(ACCEPT, "application/json, text/event-stream");
        if let Some(era) = era {
            request = request.header("mcp-protocol-version", era.version());
        }
        if era == Some(&Era::Stateless) {
            request = named(request, message);
        }
        if let Some(session) = self.session.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            request = request.header(SESSION, session);
        }
        if let Some(bearer) = &self.bearer {
            request = request.bearer_auth(bearer.expose_secret());
        }
        let response = request.json(message).send().await.map_err(|error| unreachable_by(&error))?;
        match response.status().as_u16() {
            200..=299 => Ok(response),
            status => Err(McpError::Status(status)),
        }
    }
}

/// The headers that mirror a stateless request's body, for whoever routes it.
fn named(request: reqwest::RequestBuilder, message: &Value) -> reqwest::RequestBuilder {
    let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str).filter(|text| text.is_ascii());
    let request = request.header("mcp-method", text("/method").unwrap_or_default());
    match text("/params/name") {
        Some(name) => request.header("mcp-name", name),
        None => request,
    }
}

fn find(kind: &str, body: &[u8], id: u64) -> Option<Result<Value, McpError>> {
    let messages = wire::messages(kind, &String::from_utf8_lossy(body));
    messages.iter().find_map(|message| wire::answer(message, id))
}

fn header(response: &reqwest::Response, name: &str) -> Option<String> {
    response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn unreachable_by(error: &reqwest::Error) -> McpError {
    let word = if error.is_timeout() { "timed out" } else { "cannot connect" };
    McpError::Unreachable(word.to_owned())
}
