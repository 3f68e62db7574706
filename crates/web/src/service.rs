//! Asking a service: one request, one bounded answer, one way to say what went wrong.

use std::time::Duration;

use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::client::{self, ClientError};

/// Largest answer that is read. A RugCheck report with all its holders is about 200 KB.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
/// A provider's own words in an error are cut here.
const MAX_WORDS: usize = 160;

/// Why a service gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// It turns us away: too many requests, no (valid) key, a captcha. Nothing is known about what was asked.
    #[error("{service} turned the request away (status {status})")]
    Blocked {
        /// Which.
        service: &'static str,
        /// HTTP status; 200 or 202 where the page itself was the refusal.
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
    /// A page without results, and without a word that there are none: nothing is known.
    #[error("{service} answered with an empty page, which does not say that nothing was found")]
    Empty {
        /// Which.
        service: &'static str,
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
    /// A service that answers within 15 seconds.
    pub(crate) fn new(name: &'static str) -> Result<Self, ClientError> {
        Self::within(name, Duration::from_secs(15))
    }

    /// A service that may take longer, or must be faster.
    pub(crate) fn within(name: &'static str, total: Duration) -> Result<Self, ClientError> {
        Ok(Self { name, client: client::configured(Duration::from_secs(5), total)? })
    }

    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.client
    }

    /// The answer's JSON; `None` for 404 (the service knows no such thing).
    pub(crate) async fn json(&self, request: reqwest::RequestBuilder) -> Result<Option<Value>, ServiceError> {
        match self.bytes(request).await? {
            Some(body) => self.parsed(&body).map(Some),
            None => Ok(None),
        }
    }

    /// The answer's text; `None` for 404.
    pub(crate) async fn text(&self, request: reqwest::RequestBuilder) -> Result<Option<String>, ServiceError> {
        Ok(self.bytes(request).await?.map(|body| String::from_utf8_lossy(&body).into_owned()))
    }

    async fn bytes(&self, request: reqwest::RequestBuilder) -> Result<Option<Vec<u8>>, ServiceError> {
        let mut response = request.send().await.map_err(|error| self.unavailable(&error))?;
        let (status, retry_after) = (response.status().as_u16(), come_back(response.headers()));
        let turned_away = || ServiceError::Blocked { service: self.name, status, retry_after };
        match status {
            200 | 202 => self.body(&mut response).await.map(Some),
            404 => Ok(None),
            // 432 and 433 are Tavily's: the plan's limit.
            401 | 402 | 403 | 407 | 429 | 432 | 433 => Err(turned_away()),
            400 | 422 => {
                let body = self.body(&mut response).await?;
                let words = refused(status, &body);
                match () {
                    () if is_about_the_key(&body) => Err(turned_away()),
                    // RugCheck says 400 where others say 404.
                    () if words.to_lowercase().contains("not found") => Ok(None),
                    () => Err(self.shape(words)),
                }
            }
            _ => Err(ServiceError::Unavailable { service: self.name, reason: format!("status {status}") }),
        }
    }

    async fn body(&self, response: &mut reqwest::Response) -> Result<Vec<u8>, ServiceError> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unavailable(&error))? {
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(self.shape(format!("larger than {MAX_ANSWER} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn parsed(&self, body: &[u8]) -> Result<Value, ServiceError> {
        let text = body.trim_ascii_start();
        if text.is_empty() {
            return Err(ServiceError::Empty { service: self.name });
        }
        if text.starts_with(b"<") {
            return Err(if is_challenge(&String::from_utf8_lossy(text)) {
                ServiceError::Blocked { service: self.name, status: 200, retry_after: None }
            } else {
                self.shape("HTML instead of JSON")
            });
        }
        serde_json::from_slice(text).map_err(|error| {
            self.shape(if error.is_eof() { "the JSON ends in the middle".to_owned() } else { error.to_string() })
        })
    }

    pub(crate) fn shape(&self, reason: impl Into<String>) -> ServiceError {
        ServiceError::Shape { service: self.name, reason: reason.into() }
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

/// When to come back: `Retry-After` in seconds, or Brave's `X-RateLimit-Reset: <this second>, <this month>`.
fn come_back(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let said = text(RETRY_AFTER.as_str()).or_else(|| text("x-ratelimit-reset")?.split(',').next());
    said?.trim().parse().ok().map(Duration::from_secs)
}

/// Google says 400 and Brave 422 to a key that they do not know.
fn is_about_the_key(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    ["API_KEY_INVALID", "API key not valid", "SUBSCRIPTION_TOKEN_INVALID"].iter().any(|words| text.contains(words))
}

/// A refusal in the provider's own words, where the usual places have some.
fn refused(status: u16, body: &[u8]) -> String {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let places = ["/error/message", "/error/detail", "/detail/error", "/detail", "/message", "/error"];
    let words = places.iter().find_map(|place| answer.pointer(place)?.as_str()).unwrap_or("no reason given");
    format!("status {status}: {}", words.chars().take(MAX_WORDS).collect::<String>())
}

/// A page that wants to know whether we are a person. Only asked of pages that hold nothing else.
pub(crate) fn is_challenge(html: &str) -> bool {
    const WORDS: [&str; 13] = [
        "anomaly-modal",
        "anomaly.js",
        "captcha",
        "cf-chl",
        "challenge-platform",
        "just a moment...",
        "attention required!",
        "unusual traffic",
        "are you a robot",
        "bots use duckduckgo",
        "error-lite@duckduckgo.com",
        "verify you are human",
        "access denied",
    ];
    let lower = html.to_ascii_lowercase();
    WORDS.iter().any(|words| lower.contains(words))
}

/// A field as text, empty if it is absent or something else.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
