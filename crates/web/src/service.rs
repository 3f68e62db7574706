//! Asking a service for JSON: one request, one bounded answer, one way to say what went wrong.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use serde_json::Value;

use crate::client;

/// Largest answer that is read. A RugCheck report with all its holders is about 200 KB.
const MAX_ANSWER: usize = 4 * 1024 * 1024;

/// Why a service gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// It turns us away: too many requests, no (valid) key, a captcha. Nothing is known about what was asked.
    #[error("{service} turned the request away (status {status})")]
    Blocked {
        /// Which.
        service: &'static str,
        /// HTTP status; 200 where the page itself was the refusal.
        status: u16,
        /// When to come back, if it says so.
        retry_after: Option<Duration>,
    },
    /// Not reachable, too slow, or a server error.
    #[error("{service} is not available: {reason}")]
    Unavailable {
        /// Which.
        service: &'static str,
        /// In a word.
        reason: String,
    },
    /// It answered something else than its documentation says.
    #[error("{service} answered in a shape that is not understood: {reason}")]
    Shape {
        /// Which.
        service: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// One service at a configured address.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    pub(crate) name: &'static str,
    client: reqwest::Client,
}

impl Service {
    pub(crate) fn new(name: &'static str) -> Result<Self, reqwest::Error> {
        Ok(Self { name, client: client::configured(Duration::from_secs(5), Duration::from_secs(15))? })
    }

    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.client
    }

    /// The answer's JSON; `None` for 404 (the service knows no such thing).
    pub(crate) async fn json(&self, request: reqwest::RequestBuilder) -> Result<Option<Value>, ServiceError> {
        let mut response = request.send().await.map_err(|error| self.unavailable(&error))?;
        let status = response.status().as_u16();
        match status {
            200 | 202 => {}
            404 => return Ok(None),
            401 | 402 | 403 | 429 => return Err(self.blocked(&response)),
            _ => return Err(ServiceError::Unavailable { service: self.name, reason: format!("status {status}") }),
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unavailable(&error))? {
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(self.shape(format!("larger than {MAX_ANSWER} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&body).map(Some).map_err(|error| self.shape(error.to_string()))
    }

    pub(crate) fn shape(&self, reason: impl Into<String>) -> ServiceError {
        ServiceError::Shape { service: self.name, reason: reason.into() }
    }

    fn blocked(&self, response: &reqwest::Response) -> ServiceError {
        let seconds = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
        ServiceError::Blocked {
            service: self.name,
            status: response.status().as_u16(),
            retry_after: seconds.map(Duration::from_secs),
        }
    }

    fn unavailable(&self, error: &reqwest::Error) -> ServiceError {
        let reason = if error.is_timeout() {
            "timed out"
        } else if error.is_connect() {
            "cannot connect"
        } else {
            "connection broke"
        };
        ServiceError::Unavailable { service: self.name, reason: reason.to_owned() }
    }
}

/// A field as text, empty if it is absent or something else.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
