//! The three wire formats and the client that uses them.

mod anthropic;
mod batch;
mod client;
mod functions;
mod invoice;
mod learned;
mod openai;
mod parameter;
mod reading;
mod refusal;
mod responses;
mod retry_after;
mod sse;
mod tool_request;
pub(crate) mod transport;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

#[cfg(feature = "fuzzing")]
pub use batch::fuzzing;
pub use reading::{Recorded, read_recorded};

use crate::arguments::arguments;
use crate::{
    BatchOffer, Block, CacheTtl, LlmError, Model, ModelCard, ModelProfile, ModelReply, Plan, Price, Request,
    StopReason, Thinking, Usage,
};

/// Wire format of an endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ApiStyle {
    /// Anthropic Messages, also offered by MiniMax: `POST <base>/v1/messages`.
    #[default]
    Anthropic,
    /// OpenAI chat completions: `POST <base>/chat/completions`; `/v1` is inserted if the base has no version.
    OpenAi,
    /// OpenAI Responses, stateless: `POST <base>/responses`; `/v1` is inserted if the base has no version.
    Responses,
}

impl std::str::FromStr for ApiStyle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "anthropic" => Ok(Self::Anthropic),
            "openai" => Ok(Self::OpenAi),
            "responses" => Ok(Self::Responses),
            other => Err(format!("{other:?} is not a wire format; use `anthropic`, `openai` or `responses`")),
        }
    }
}

/// Address, credentials, price and time limits of a model.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The wire format.
    pub style: ApiStyle,
    /// Base address, e.g. `https://api.minimax.io/anthropic`.
    pub base_url: Url,
    /// Sent as `x-api-key` or as a bearer token; `None` for local servers.
    pub key: Option<SecretString>,
    /// Name of the model at the provider.
    pub model: String,
    /// Price per token.
    pub price: Price,
    /// Facts about the model: names, limits and accepted parameters.
    pub profile: Arc<ModelProfile>,
    /// Thinking level of the worker.
    pub thinking: Thinking,
    /// Lifetime of cache entries.
    pub cache_ttl: CacheTtl,
    /// Streams every reply (`true`), none (`false`), or those that the profile recommends (`None`).
    pub stream: Option<bool>,
    /// Time limit between two events of a stream.
    pub silence: Duration,
    /// Time limit from sending to the first byte of the answer. Without streaming this is the model's thinking time.
    pub header_timeout: Duration,
    /// Time limit from sending to the last byte of the answer.
    pub deadline: Duration,
    /// Base address of `GET <url>/invoice/<call>`, which reports the outcome of a call; `None` if the provider has no
    /// such API.
    pub invoice_url: Option<Url>,
    /// Terms of the batch endpoint; `None` if it is not used.
    pub batch: Option<BatchOffer>,
}

impl Endpoint {
    /// Creates an endpoint with defaults: no key, no price, 5 minutes to the first byte, 5½ minutes in all, no invoice,
    /// no batches.
    pub fn new(style: ApiStyle, base_url: Url, model: impl Into<String>) -> Self {
        Self {
            style,
            base_url,
            key: None,
            model: model.into(),
            price: Price::default(),
            profile: Arc::new(ModelProfile::unknown()),
            thinking: Thinking::Default,
            cache_ttl: CacheTtl::default(),
            stream: None,
            silence: Duration::from_secs(120),
            header_timeout: Duration::from_secs(300),
            deadline: Duration::from_secs(330),
            invoice_url: None,
            batch: None,
        }
    }

    /// Returns the identity for spans, prices and cool-downs.
    pub fn card(&self) -> ModelCard {
        let host = self.base_url.host_str().unwrap_or("unknown");
        let known = crate::Catalog::built_in().provider_at(host).map(|provider| provider.id.as_str());
        let port = self.base_url.port_or_known_default().map_or(String::new(), |port| format!(":{port}"));
        ModelCard {
            provider: known.unwrap_or(host).to_owned(),
            model: self.model.clone(),
            endpoint: format!("{host}{port}"),
            price: self.price,
        }
    }
}

/// Creates the model at an endpoint without connecting. `client` comes from `telemetry::http::client`.
pub fn connect(endpoint: Endpoint, client: reqwest::Client) -> Arc<dyn Model> {
    Arc::new(client::Client::new(endpoint, client))
}

/// One request in all that a wire format needs to write it.
struct Draft<'a> {
    /// Name of the model at the provider.
    model: &'a str,
    /// Name of the provider, with which its own blocks are marked.
    provider: &'a str,
    request: &'a Request,
    plan: &'a Plan,
}

/// The differences between the wire formats.
struct Wire {
    /// Returns the address of the request.
    url: fn(&Url) -> Url,
    /// Returns the headers with the key and the version.
    headers: fn(Option<&SecretString>) -> Result<reqwest::header::HeaderMap, LlmError>,
    /// Writes the request in the provider's format.
    body: fn(&Draft<'_>, &mut dyn Write) -> serde_json::Result<()>,
    /// Converts the reply. The second argument is the usage if the provider reports none.
    reply: fn(&Value, Usage) -> Result<ModelReply, LlmError>,
    /// Returns the usage that a reply, or the beginning of one, reports.
    usage: fn(&Value) -> Option<Usage>,
    /// Creates the assembler of a stream.
    assembler: fn() -> Box<dyn reading::Assemble>,
}

impl ApiStyle {
    /// Returns the signature of a thought that stood in a text: in chat completions, the member in which it is sent
    /// back.
    fn written_thought(self) -> &'static str {
        if self == Self::OpenAi { openai::Member::Content.name() } else { "" }
    }
}

/// Returns the wire format of a style.
fn wire(style: ApiStyle) -> &'static Wire {
    match style {
        ApiStyle::Anthropic => &anthropic::WIRE,
        ApiStyle::OpenAi => &openai::WIRE,
        ApiStyle::Responses => &responses::WIRE,
    }
}

/// Builds a reply from its parts and from the members that every format has.
fn reply(body: &Value, blocks: Vec<Block>, stop: StopReason, usage: Usage) -> ModelReply {
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    ModelReply { blocks, stop, usage, model: text("model"), id: text("id") }
}

/// Returns the reason for the end of a reply. Proxies and local servers write the reasons of another format, or of
/// their engine.
fn stop(reason: &str) -> StopReason {
    match reason.to_ascii_lowercase().as_str() {
        "stop" | "end_turn" | "eos" | "eos_token" | "" => StopReason::EndTurn,
        "tool_calls" | "tool_call" | "tool_use" | "function_call" => StopReason::ToolUse,
        "length" | "max_tokens" | "max_output_tokens" | "model_length" | "model_context_window_exceeded" => {
            StopReason::MaxTokens
        }
        "content_filter" | "refusal" | "safety" | "recitation" | "prohibited_content" | "blocklist" => {
            StopReason::Refusal
        }
        "pause_turn" => StopReason::Paused,
        _ => StopReason::Other(reason.to_owned()),
    }
}

/// Returns the headers of OpenAI's formats.
fn bearer(key: Option<&SecretString>) -> Result<reqwest::header::HeaderMap, LlmError> {
    let mut headers = reqwest::header::HeaderMap::new();
    if let Some(key) = key {
        let value = secret_header(&format!("Bearer {}", key.expose_secret()))?;
        headers.insert(reqwest::header::AUTHORIZATION, value);
    }
    Ok(headers)
}

/// Appends a path of OpenAI's formats; `/v1` is inserted if the base has no version.
pub(crate) fn join_versioned(base: &Url, path: &str) -> Url {
    let versioned = base.path_segments().is_some_and(|mut parts| parts.any(is_version));
    if versioned { join(base, path) } else { join(base, &format!("/v1{path}")) }
}

/// Returns `true` for a path segment such as `v1` or `v1beta`, with which the base names the version itself.
fn is_version(part: &str) -> bool {
    let rest = part.strip_prefix('v').unwrap_or_default().trim_end_matches("alpha").trim_end_matches("beta");
    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
}

/// Appends a piece of text to a member of a JSON object.
fn append(members: &mut serde_json::Map<String, Value>, name: &str, piece: &str) {
    match members.get_mut(name) {
        Some(Value::String(text)) => text.push_str(piece),
        _ => drop(members.insert(name.to_owned(), Value::String(piece.to_owned()))),
    }
}

/// Returns the text of a value, unless it is empty.
fn text_of(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

/// Token counts as OpenAI's formats report them: the prompt includes cached tokens, [`Usage::input`] does not.
struct Reported {
    prompt: u64,
    output: u64,
    cache_read: u64,
    cache_write: u64,
}

impl Reported {
    /// A token can be counted as read and as written (Gemini by OpenRouter).
    fn usage(self) -> Usage {
        let Self { prompt, output, cache_read, cache_write } = self;
        let uncached = prompt.checked_sub(cache_read.saturating_add(cache_write));
        let input = uncached.unwrap_or_else(|| prompt.saturating_sub(cache_read.max(cache_write)));
        Usage { input, output, cache_read, cache_write, cache_write_1h: 0 }
    }
}

/// Returns the usage of a body, if it is an object with members.
fn usage_of(body: &Value) -> Option<&Value> {
    let usage = &body["usage"];
    usage.as_object().is_some_and(|members| !members.is_empty()).then_some(usage)
}

/// Returns a count of tokens, or 0 if the value is none.
fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// Converts a key to a header value that is never logged.
fn secret_header(text: &str) -> Result<reqwest::header::HeaderValue, LlmError> {
    let mut value = reqwest::header::HeaderValue::from_str(text).map_err(|_| LlmError::Auth {
        status: 0,
        message: "the key holds characters that are not allowed in a header".to_owned(),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Appends a path to `base`, with or without a trailing slash.
fn join(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
    url
}

impl std::fmt::Display for ApiStyle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Responses => "responses",
        })
    }
}

#[cfg(test)]
#[path = "slips_test.rs"]
mod slips_test;
#[cfg(test)]
#[path = "wires_test.rs"]
mod wires_test;
