//! OpenAI chat completions, the wire format of OpenAI, vLLM, llama.cpp and Ollama.

mod body;

use std::io::Write;

use body::Body;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use super::{Endpoint, Wire, join, secret_header};
use crate::{Block, LlmError, ModelReply, Request, StopReason, Usage};

pub(super) struct OpenAi;

impl Wire for OpenAi {
    fn url(&self, base: &Url) -> Url {
        let versioned = base.path_segments().is_some_and(|mut parts| parts.any(is_version));
        join(base, if versioned { "/chat/completions" } else { "/v1/chat/completions" })
    }

    fn headers(&self, key: Option<&SecretString>) -> Result<HeaderMap, LlmError> {
        let mut headers = HeaderMap::new();
        if let Some(key) = key {
            headers.insert(AUTHORIZATION, secret_header(&format!("Bearer {}", key.expose_secret()))?);
        }
        Ok(headers)
    }

    fn body(&self, endpoint: &Endpoint, request: &Request, out: &mut dyn Write) -> serde_json::Result<()> {
        serde_json::to_writer(out, &Body::from_request(endpoint, request))
    }

    fn reply(&self, body: &Value, assumed: Usage) -> Result<ModelReply, LlmError> {
        let usage = body.get("usage").filter(|usage| usage.is_object()).map_or(assumed, usage);
        let choice = &body["choices"][0];
        let message = choice["message"].as_object().ok_or_else(|| LlmError::Garbled {
            reason: "`choices[0].message` is missing".to_owned(),
            usage: Some(usage),
        })?;
        let text = message.get("content").and_then(Value::as_str).filter(|text| !text.is_empty());
        let calls = message.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
        Ok(ModelReply {
            blocks: text.map(Block::text).into_iter().chain(calls.map(tool_use)).collect(),
            stop: stop(choice["finish_reason"].as_str().unwrap_or("")),
            usage,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            id: body["id"].as_str().unwrap_or_default().to_owned(),
        })
    }
}

/// Returns `true` for a path segment such as `v1`, with which the base names the version itself.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Arguments are text in this format. Text that is not JSON is kept as a string for [`crate::repair`].
fn tool_use(value: &Value) -> Block {
    let function = &value["function"];
    let text = function["arguments"].as_str().unwrap_or("{}");
    Block::ToolUse {
        id: value["id"].as_str().unwrap_or_default().to_owned(),
        name: function["name"].as_str().unwrap_or_default().to_owned(),
        input: serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned())),
    }
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "stop" => StopReason::EndTurn,
        "tool_calls" | "function_call" => StopReason::ToolUse,
        "length" => StopReason::MaxTokens,
        "content_filter" => StopReason::Refusal,
        other => StopReason::Other(other.to_owned()),
    }
}

/// `prompt_tokens` includes tokens from the cache; [`Usage::input`] does not.
fn usage(value: &Value) -> Usage {
    let count = |value: &Value| value.as_u64().unwrap_or(0);
    let cached = count(&value["prompt_tokens_details"]["cached_tokens"]);
    Usage {
        input: count(&value["prompt_tokens"]).saturating_sub(cached),
        output: count(&value["completion_tokens"]),
        cache_read: cached,
        cache_write: 0,
    }
}
