//! Anthropic Messages, the wire format of Anthropic and MiniMax.

mod body;
mod events;
mod reply;

use body::Body;
use reqwest::header::{HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::{Wire, join, secret_header};
use crate::LlmError;

const API_VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

pub(super) const WIRE: Wire = Wire {
    url: |base| join(base, "/v1/messages"),
    headers,
    body: |draft, out| serde_json::to_writer(out, &Body::new(draft)),
    reply: reply::reply,
    usage: reply::usage,
    assembler: || Box::<events::Assembler>::default(),
};

fn headers(key: Option<&SecretString>) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    headers.insert("anthropic-version", API_VERSION);
    if let Some(key) = key {
        headers.insert("x-api-key", secret_header(key.expose_secret())?);
    }
    Ok(headers)
}
