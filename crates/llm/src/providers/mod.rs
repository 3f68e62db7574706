//! The two wire formats and the client that uses them.

mod anthropic;
mod client;
mod invoice;
mod openai;
mod refusal;
mod retry_after;
mod transport;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::Value;
use url::Url;

use crate::{LlmError, Model, ModelCard, ModelReply, Price, Request, Usage};

/// Wire format of an endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ApiStyle {
    /// Anthropic Messages: `POST <base>/v1/messages`.
    #[default]
    Anthropic,
    /// OpenAI chat completions: `POST <base>/chat/completions`; `/v1` is inserted if the base has no version.
    OpenAi,
}

impl std::str::FromStr for ApiStyle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "anthropic" => Ok(Self::Anthropic),
            "openai" => Ok(Self::OpenAi),
            other => Err(format!("{other:?} is not an API style; use `anthropic` or `openai`")),
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
    /// Time limit from sending to the first byte of the answer. Calls are not streamed, so this is the model's thinking time.
    pub header_timeout: Duration,
    /// Time limit from sending to the last byte of the answer.
    pub deadline: Duration,
    /// Base address of `GET <url>/invoice/<call>`, which reports the outcome of a call; `None` if the provider has no such API.
    pub invoice_url: Option<Url>,
}

impl Endpoint {
    /// Creates an endpoint with defaults: no key, no price, 5 minutes to the first byte, 5½ minutes in all, no invoice.
    pub fn new(style: ApiStyle, base_url: Url, model: impl Into<String>) -> Self {
        Self {
            style,
            base_url,
            key: None,
            model: model.into(),
            price: Price::default(),
            header_timeout: Duration::from_secs(300),
            deadline: Duration::from_secs(330),
            invoice_url: None,
        }
    }

    /// Returns the identity for spans, prices and cool-downs.
    pub fn card(&self) -> ModelCard {
        let host = self.base_url.host_str().unwrap_or("unknown");
        let known = ["minimax", "anthropic", "openai"].into_iter().find(|name| host.contains(name));
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

/// The differences between the wire formats.
trait Wire: Send + Sync + 'static {
    /// Address of the request.
    fn url(&self, base: &Url) -> Url;
    /// Headers with the key and the version.
    fn headers(&self, key: Option<&SecretString>) -> Result<reqwest::header::HeaderMap, LlmError>;
    /// Writes the request in the provider's format.
    fn body(&self, endpoint: &Endpoint, request: &Request, out: &mut dyn Write) -> serde_json::Result<()>;
    /// Converts the reply. `assumed` is the usage if the provider reports none.
    fn reply(&self, body: &Value, assumed: Usage) -> Result<ModelReply, LlmError>;
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
        })
    }
}
