//! Requests to configured services, with bounded answers and one error type.

use std::time::Duration;

use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::client::{self, ClientError};
use crate::exchange;
use crate::route::Route;

/// Maximum size of an answer. A RugCheck report with all its holders is about 200 KB.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Maximum length of a provider's own text in an error.
const MAX_REASON_CHARS: usize = 160;

/// The reason why a service gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// A refusal: too many requests, a missing or invalid key, a captcha. It says nothing about the subject of the
    /// request.
    #[error("{service} refused the request (status {status})")]
    Blocked {
        /// Name of the service.
        service: &'static str,
        /// HTTP status; 200 or 202 if the page itself was the refusal.
        status: u16,
        /// Requested delay, if any.
        retry_after: Option<Duration>,
    },
    /// Not reachable, too slow, or a server error.
    #[error("{service} is not available: {reason}")]
    Unavailable {
        /// Name of the service.
        service: &'static str,
        /// Description in a few words.
        reason: String,
    },
    /// A page without results that does not state that there are none.
    #[error("{service} answered with an empty page, which does not prove that nothing was found")]
    Empty {
        /// Name of the service.
        service: &'static str,
    },
    /// An answer that differs from the service's documentation.
    #[error("{service} answered in an unexpected format: {reason}")]
    Shape {
        /// Name of the service.
        service: &'static str,
        /// Description of the difference.
        reason: String,
    },
}

impl ServiceError {
    /// Returns the error in fixed words, for a model. The service's own message is left out; [`std::fmt::Display`] has
    /// it, for logs.
    pub fn in_fixed_words(&self) -> String {
        match self {
            Self::Blocked { service, status, .. } => format!("{service} refused the request (status {status})"),
            Self::Unavailable { service, .. } => format!("{service} is not available"),
            Self::Empty { service } => format!("{service} answered with an empty page"),
            Self::Shape { service, .. } => format!("{service} answered in an unexpected format"),
        }
    }
}

/// A service at a configured address.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    pub(crate) name: &'static str,
    client: reqwest::Client,
}

impl Service {
    /// Creates a client with a time limit of 15 seconds.
    pub(crate) fn new(name: &'static str, route: &Route) -> Result<Self, ClientError> {
        Self::within(name, Duration::from_secs(15), route)
    }

    /// Creates a client with this time limit.
    pub(crate) fn within(name: &'static str, total: Duration, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { name, client: client::configured(route, Duration::from_secs(5), total)? })
    }

    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.client
    }

    /// Returns the answer as JSON; `None` if the service says that it has none, in any of the forms of [`is_unknown`].
    pub(crate) async fn json(&self, request: reqwest::RequestBuilder) -> Result<Option<Value>, ServiceError> {
        let Some(body) = self.bytes(request).await? else { return Ok(None) };
        let answer = self.parsed(&body)?;
        Ok(Some(answer).filter(|answer| !is_error_body(answer) || !is_unknown(&body, false)))
    }

    /// Returns the answer as text; `None` for 404.
    pub(crate) async fn text(&self, request: reqwest::RequestBuilder) -> Result<Option<String>, ServiceError> {
        Ok(self.bytes(request).await?.map(|body| String::from_utf8_lossy(&body).into_owned()))
    }

    async fn bytes(&self, request: reqwest::RequestBuilder) -> Result<Option<Vec<u8>>, ServiceError> {
        let (client, request) = request.build_split();
        let request = request.map_err(|error| self.unavailable(&error))?;
        let address = request.url().clone();
        let answered = exchange::send(&client, request, &address).await;
        let mut response = answered.map_err(|error| self.unavailable(&error))?;
        let (status, retry_after) = (response.status().as_u16(), requested_delay(response.headers()));
        let refusal = || ServiceError::Blocked { service: self.name, status, retry_after };
        match status {
            200 | 202 => self.body(&mut response).await.map(Some),
            204 | 404 | 410 => Ok(None),
            // Tavily uses 432 and 433 for the limit of the plan.
            401 | 402 | 403 | 407 | 429 | 432 | 433 => Err(refusal()),
            400 | 422 => {
                let body = self.body(&mut response).await?;
                let message = refusal_message(status, &body);
                match () {
                    () if is_rejected_key(&body) => Err(refusal()),
                    // RugCheck answers 400 where others answer 404.
                    () if is_unknown(&body, true) => Ok(None),
                    () => Err(self.shape(message)),
                }
            }
            // An index fails with a JSON error on an account that is not a token.
            500 if is_unknown(&self.body(&mut response).await?, false) => Ok(None),
            _ => Err(ServiceError::Unavailable { service: self.name, reason: format!("status {status}") }),
        }
    }

    async fn body(&self, response: &mut reqwest::Response) -> Result<Vec<u8>, ServiceError> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unavailable(&error))? {
            if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(self.shape(format!("larger than {MAX_ANSWER_BYTES} bytes")));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn parsed(&self, body: &[u8]) -> Result<Value, ServiceError> {
        // Some servers write a byte order mark before their JSON.
        let text = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body).trim_ascii_start();
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

/// Reads the requested delay: `Retry-After`, or Brave's `X-RateLimit-Reset: <this second>, <this month>`.
fn requested_delay(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let reset = || text("x-ratelimit-reset")?.split(',').next()?.trim().parse().ok().map(Duration::from_secs);
    telemetry::retry_after(headers).or_else(reset)
}

/// Returns `true` for a rejected key, which Google answers with 400 and Brave with 422.
fn is_rejected_key(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    ["API_KEY_INVALID", "API key not valid", "SUBSCRIPTION_TOKEN_INVALID"].iter().any(|words| text.contains(words))
}

/// Returns the provider's message from one of the usual fields.
fn refusal_message(status: u16, body: &[u8]) -> String {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let words = messages(&answer).next().unwrap_or("no reason given");
    format!("status {status}: {}", words.chars().take(MAX_REASON_CHARS).collect::<String>())
}

/// Places of the message of an error, the most telling first.
const PLACES: [&str; 24] = [
    "/error/message",
    "/error/detail",
    "/error/reason",
    "/error/description",
    "/error/msg",
    "/error_message",
    "/error_description",
    "/errorMessage",
    "/status/error_message",
    "/data/message",
    "/message/0",
    "/msg",
    "/err",
    "/errors/0/detail",
    "/errors/0/title",
    "/errors/0/message",
    "/detail/error",
    "/detail",
    "/message",
    "/error",
    "/title",
    "/reason",
    "/error/code",
    "/code",
];

/// Returns the texts in the usual fields of an error.
fn messages(answer: &Value) -> impl Iterator<Item = &str> {
    PLACES.iter().filter_map(move |place| answer.pointer(place)?.as_str()).filter(|text| !text.trim().is_empty())
}

/// Returns `true` if an error means that the service has nothing about what it was asked for: that is an answer and no
/// failure. `may_be_a_line`: a body that is no JSON counts as well.
fn is_unknown(body: &[u8], may_be_a_line: bool) -> bool {
    const WORDS: [&str; 28] = [
        "not found",
        "not_found",
        "not-found",
        "notfound",
        "no_data",
        "no such",
        "no match",
        "no information",
        "no entit",
        "nothing found",
        "not exist",
        "not_exist",
        "couldn't find",
        "can't find",
        "unable to find",
        "no report",
        "unable to generate report",
        "no data",
        "no record",
        "no result",
        "no pools",
        "doesn't exist",
        "could not find",
        "cannot find",
        "unknown token",
        "not a token mint",
        "invalid token mint",
        "not indexed",
    ];
    let is_one = |text: &str| {
        let lower = text.to_lowercase();
        WORDS.iter().any(|known| lower.contains(known))
    };
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    messages(&answer).chain(answer.as_str()).any(is_one)
        || (answer.is_null() && may_be_a_line && a_line(body).is_some_and(is_one))
}

/// Returns a short text on one line, with which some services answer an error.
fn a_line(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?.trim();
    (text.len() <= MAX_REASON_CHARS && !text.starts_with(['<', '{', '[']) && !text.contains('\n')).then_some(text)
}

/// Returns `true` for the body of an error that arrived with a status of success.
fn is_error_body(answer: &Value) -> bool {
    let is_set = |name: &str| answer.get(name).is_some_and(|value| !value.is_null() && *value != Value::Bool(false));
    is_set("error") || is_set("errors") || answer.get("success") == Some(&Value::Bool(false))
}

/// Returns `true` for a page that asks for proof of a human. Call it only for pages without results.
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

/// Returns a field as text, or an empty string if it is absent or not a string.
pub(crate) fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
