//! OpenAI chat completions, as OpenAI, vLLM, llama.cpp and Ollama speak it.

use reqwest::header::{AUTHORIZATION, HeaderMap};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::{Endpoint, Wire, join, secret_header};
use crate::{Block, LlmError, Message, Reply, Request, Role, StopReason, Tool, ToolChoice, Usage};

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

    fn body(&self, endpoint: &Endpoint, request: &Request) -> Value {
        let mut body = json!({ "model": endpoint.model, "messages": messages(request) });
        body[limit_name(&endpoint.base_url)] = json!(request.max_tokens);
        if !request.tools.is_empty() {
            body["tools"] = request.tools.iter().map(tool).collect();
            body["tool_choice"] = tool_choice(&request.tool_choice);
        }
        if let Some(temperature) = request.temperature {
            body["temperature"] = json!(temperature);
        }
        body
    }

    fn reply(&self, body: &Value, assumed: Usage) -> Result<Reply, LlmError> {
        let usage = body.get("usage").filter(|usage| usage.is_object()).map_or(assumed, usage);
        let choice = &body["choices"][0];
        let message = choice["message"].as_object().ok_or_else(|| LlmError::Garbled {
            reason: "`choices[0].message` is missing".to_owned(),
            usage: Some(usage),
        })?;
        let words = message.get("content").and_then(Value::as_str).filter(|text| !text.is_empty());
        let calls = message.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
        Ok(Reply {
            blocks: words.map(Block::text).into_iter().chain(calls.map(call)).collect(),
            stop: stop(choice["finish_reason"].as_str().unwrap_or("")),
            usage,
            model: body["model"].as_str().unwrap_or_default().to_owned(),
            id: body["id"].as_str().unwrap_or_default().to_owned(),
        })
    }
}

/// `v1`, `v4`: the base names the API's version itself.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// OpenAI's own newer models refuse the old name, and other servers know only that one.
fn limit_name(base: &Url) -> &'static str {
    if base.host_str() == Some("api.openai.com") { "max_completion_tokens" } else { "max_tokens" }
}

fn tool(tool: &Tool) -> Value {
    json!({
        "type": "function",
        "function": { "name": tool.name, "description": tool.description, "parameters": tool.input_schema },
    })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::Any => json!("required"),
        ToolChoice::None => json!("none"),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

fn messages(request: &Request) -> Value {
    let system = (!request.system.is_empty()).then(|| json!({ "role": "system", "content": request.system }));
    system.into_iter().chain(request.messages.iter().flat_map(turn)).collect()
}

/// One turn of ours is several messages here: every tool's result is one of its own, before the user's words.
fn turn(message: &Message) -> Vec<Value> {
    match message.role {
        Role::Assistant => vec![assistant(&message.blocks)],
        Role::User => {
            let mut out: Vec<Value> = message.blocks.iter().filter_map(result).collect();
            out.extend(words(&message.blocks).map(|text| json!({ "role": "user", "content": text })));
            out
        }
    }
}

fn assistant(blocks: &[Block]) -> Value {
    let calls: Vec<Value> = blocks.iter().filter_map(tool_call).collect();
    let mut value = json!({ "role": "assistant", "content": words(blocks) });
    if !calls.is_empty() {
        value["tool_calls"] = Value::Array(calls);
    }
    value
}

fn words(blocks: &[Block]) -> Option<String> {
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn tool_call(block: &Block) -> Option<Value> {
    let Block::ToolUse { id, name, input } = block else { return None };
    // What was no JSON is a string here already and goes back as it came.
    let arguments = input.as_str().map_or_else(|| input.to_string(), str::to_owned);
    Some(json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } }))
}

/// This wire has no mark for a tool's error, so it is said in words.
fn result(block: &Block) -> Option<Value> {
    let Block::ToolResult { tool_use_id, content, is_error } = block else { return None };
    let content = if *is_error { format!("ERROR: {content}") } else { content.clone() };
    Some(json!({ "role": "tool", "tool_call_id": tool_use_id, "content": content }))
}

/// Arguments are text here; text that is no JSON is kept as a string for [`crate::repair`].
fn call(value: &Value) -> Block {
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

/// `prompt_tokens` includes what came from the cache; ours does not.
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
