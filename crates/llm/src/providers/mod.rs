//! The two wire formats, and one way to speak them.

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

use crate::{Card, LlmError, Model, Price, Reply, Request, Usage};

/// Which wire format an endpoint speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ApiStyle {
    /// Anthropic Messages: `POST <base>/v1/messages`.
    #[default]
    Anthropic,
    /// OpenAI chat completions: `POST <base>/chat/completions`; `/v1` is put in where the base has no version.
    OpenAi,
}

impl std::str::FromStr for ApiStyle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "anthropic" => Ok(Self::Anthropic),
            "openai" => Ok(Self::OpenAi),
            other => Err(format!("{other:?} is no API style; use `anthropic` or `openai`")),
        }
    }
}

/// Where a model is and how it is spoken to.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The wire format.
    pub style: ApiStyle,
    /// e.g. `https://api.minimax.io/anthropic`.
    pub base_url: Url,
    /// Sent as `x-api-key` or as a bearer token; none for local servers.
    pub key: Option<SecretString>,
    /// The model's name there.
    pub model: String,
    /// What it costs.
    pub price: Price,
    /// From sending to the answer's first byte. These calls are not streamed: this is the model's thinking time.
    pub header_timeout: Duration,
    /// From sending to the answer's last byte.
    pub deadline: Duration,
    /// Where `GET <url>/invoice/<call>` tells what became of a call; none for providers that cannot be asked.
    pub invoice_url: Option<Url>,
}

impl Endpoint {
    /// An endpoint with the defaults: no key, no price, 5 minutes to the first byte and 5½ in all, no invoice.
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

    /// Who it is, for spans, prices and cool-downs.
    pub fn card(&self) -> Card {
        let host = self.base_url.host_str().unwrap_or("unknown");
        let known = ["minimax", "anthropic", "openai"].into_iter().find(|name| host.contains(name));
        let port = self.base_url.port_or_known_default().map_or(String::new(), |port| format!(":{port}"));
        Card {
            provider: known.unwrap_or(host).to_owned(),
            model: self.model.clone(),
            endpoint: format!("{host}{port}"),
            price: self.price,
        }
    }
}

/// The model at an endpoint. Nothing is sent yet. `client` comes from `telemetry::http::client`.
pub fn connect(endpoint: Endpoint, client: reqwest::Client) -> Arc<dyn Model> {
    Arc::new(client::Client::new(endpoint, client))
}

/// What differs between the wire formats.
trait Wire: Send + Sync + 'static {
    /// Where to post.
    fn url(&self, base: &Url) -> Url;
    /// The key's header and version headers.
    fn headers(&self, key: Option<&SecretString>) -> Result<reqwest::header::HeaderMap, LlmError>;
    /// Writes the request in the provider's words.
    fn body(&self, endpoint: &Endpoint, request: &Request, out: &mut dyn Write) -> serde_json::Result<()>;
    /// The reply in ours. `assumed` is the usage where the provider says none.
    fn reply(&self, body: &Value, assumed: Usage) -> Result<Reply, LlmError>;
}

/// A key as a header's value, marked so that it is never logged.
fn secret_header(text: &str) -> Result<reqwest::header::HeaderValue, LlmError> {
    let mut value = reqwest::header::HeaderValue::from_str(text).map_err(|_| LlmError::Auth {
        status: 0,
        message: "the key holds characters that no header can carry".to_owned(),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// `base` with more path, whether or not it ends in a slash.
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
