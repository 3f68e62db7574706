//! Anthropic Messages, as Anthropic and MiniMax speak it.

use reqwest::header::{HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::{Endpoint, Wire, join, secret_header};
use crate::{Block, LlmError, Message, Reply, Request, Role, StopReason, Tool, ToolChoice, Usage};

/// The API's version that these shapes are of.
const VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn url(&self, base: &Url) -> Url {
        join(base, "/v1/messages")
    }

    fn headers(&self, key: Option<&SecretString>) -> Result<HeaderMap, LlmError> {
        let mut headers = HeaderMap::new();
        headers.insert("anthropic-version", VERSION);
        if let Some(key) = key {
            headers.insert("x-api-key", secret_header(key.expose_secret())?);
        }
        Ok(headers)
    }

    fn body(&self, endpoint: &Endpoint, request: &Request) -> Value {
        let mut body = json!({
            "model": endpoint.model,
            "max_tokens": request.max_tokens,
            "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
        });
        if !request.system.is_empty() {
            body["system"] = json!([cached(json!({ "type": "text", "text": request.system }), request.cache_prefix)]);
        }
        if !request.tools.is_empty() {
            body["tools"] = tools(&request.tools, request.cache_prefix);
            body["tool_choice"] = tool_choice(&request.tool_choice);
        }
        if let Some(temperature) = request.temperature {
            body["temperature"] = json!(temperature);
        }
        body
    }

    fn reply(&self, body: &Value, assumed: Usage) -> Result<Reply, LlmError> {
        let usage = body.get("usage").map_or(assumed, usage);
        let garbled = |reason: &str| LlmError::Garbled { reason: reason.to_owned(), usage: Some(usage) };
        let content = body["content"].as_array().ok_or_else(|| garbled("`content` is no list"))?;
        Ok(Reply {
            blocks: content.iter().filter_map(block).collect(),
            stop: stop(body["stop_reason"].as_str().unwrap_or("")),
            usage,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            id: body["id"].as_str().unwrap_or_default().to_owned(),
        })
    }
}

/// The mark that ends a prefix worth caching: everything before and including it is cached.
fn cached(mut block: Value, yes: bool) -> Value {
    if yes {
        block["cache_control"] = json!({ "type": "ephemeral" });
    }
    block
}

fn tools(tools: &[Tool], cache: bool) -> Value {
    let last = tools.len().saturating_sub(1);
    let one = |(index, tool): (usize, &Tool)| {
        let value = json!({ "name": tool.name, "description": tool.description, "input_schema": tool.input_schema });
        cached(value, cache && index == last)
    };
    tools.iter().enumerate().map(one).collect()
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::Any => json!({ "type": "any" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
    }
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    json!({ "role": role, "content": message.blocks.iter().map(content).collect::<Vec<_>>() })
}

fn content(block: &Block) -> Value {
    match block {
        Block::Text { text } => json!({ "type": "text", "text": text }),
        Block::Thinking { thinking, signature } => {
            json!({ "type": "thinking", "thinking": thinking, "signature": signature })
        }
        Block::ToolUse { id, name, input } => {
            // The API takes objects only; what was no object is shown to the model as what it wrote.
            let input = if input.is_object() { input.clone() } else { json!({ "unreadable": input }) };
            json!({ "type": "tool_use", "id": id, "name": name, "input": input })
        }
        Block::ToolResult { tool_use_id, content, is_error } => {
            json!({ "type": "tool_result", "tool_use_id": tool_use_id, "content": content, "is_error": is_error })
        }
    }
}

/// Blocks of kinds that we never ask for (server tools, redacted thoughts) are left out.
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

/// `input_tokens` excludes both cache figures, as ours does.
fn usage(value: &Value) -> Usage {
    let count = |name: &str| value[name].as_u64().unwrap_or(0);
    Usage {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cache_read: count("cache_read_input_tokens"),
        cache_write: count("cache_creation_input_tokens"),
    }
}
