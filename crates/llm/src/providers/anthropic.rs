//! Anthropic Messages, the wire format of Anthropic and MiniMax.

mod body;

use std::io::Write;

use body::Body;
use reqwest::header::{HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use super::{Endpoint, Wire, join, secret_header};
use crate::{Block, LlmError, ModelReply, Request, StopReason, Usage};

const API_VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn url(&self, base: &Url) -> Url {
        join(base, "/v1/messages")
    }

    fn headers(&self, key: Option<&SecretString>) -> Result<HeaderMap, LlmError> {
        let mut headers = HeaderMap::new();
        headers.insert("anthropic-version", API_VERSION);
        if let Some(key) = key {
            headers.insert("x-api-key", secret_header(key.expose_secret())?);
        }
        Ok(headers)
    }

    fn body(&self, endpoint: &Endpoint, request: &Request, out: &mut dyn Write) -> serde_json::Result<()> {
        serde_json::to_writer(out, &Body::from_request(&endpoint.model, request))
    }

    fn reply(&self, body: &Value, assumed: Usage) -> Result<ModelReply, LlmError> {
        let usage = body.get("usage").map_or(assumed, usage);
        let garbled = |reason: &str| LlmError::Garbled { reason: reason.to_owned(), usage: Some(usage) };
        let content = body["content"].as_array().ok_or_else(|| garbled("`content` is not a list"))?;
        Ok(ModelReply {
            blocks: content.iter().filter_map(block).collect(),
            stop: stop(body["stop_reason"].as_str().unwrap_or("")),
            usage,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            id: body["id"].as_str().unwrap_or_default().to_owned(),
        })
    }
}

/// Blocks of kinds that we never request (server tools, redacted thinking) are left out.
fn block(value: &Value) -> Option<Block> {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    match value["type"].as_str()? {
        "text" => Some(Block::Text { text: text("text") }),
        "thinking" => Some(Block::Thinking { thinking: text("thinking"), signature: text("signature") }),
        "tool_use" => Some(Block::ToolUse { id: text("id"), name: text("name"), input: value["input"].clone() }),
        _ => None,
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::EndTurn,
        "tool_use" => StopReason::ToolUse,
        "max_tokens" | "model_context_window_exceeded" => StopReason::MaxTokens,
        "refusal" => StopReason::Refusal,
        other => StopReason::Other(other.to_owned()),
    }
}

/// `input_tokens` excludes both cache figures, as [`Usage`] does.
fn usage(value: &Value) -> Usage {
    let count = |name: &str| value[name].as_u64().unwrap_or(0);
    Usage {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cache_read: count("cache_read_input_tokens"),
        cache_write: count("cache_creation_input_tokens"),
    }
}
