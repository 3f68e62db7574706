//! Rules of chat completions: OpenAI and DeepSeek, and MiniMax in this format.

use serde_json::Value;

use super::{Request, list};

/// Members of a request that OpenAI documents and the fleet may have a use for.
const MEMBERS: [&str; 14] = [
    "model",
    "messages",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_p",
    "stream",
    "stream_options",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "reasoning_effort",
    "thinking",
];
/// Longest id of a call (OpenAI).
const MAX_ID: usize = 64;
/// Smallest limit of a reply (OpenAI).
const MIN_LIMIT: u64 = 16;

pub(super) fn violations(request: &Request<'_>) -> Vec<String> {
    let mut found = members(request);
    found.extend(request.list("messages").iter().filter_map(message));
    found.extend(pairs(request.list("messages")));
    if request.is_of("openai") && request.body["max_completion_tokens"].as_u64().is_some_and(|sent| sent < MIN_LIMIT) {
        found.push("max_completion_tokens: integer below minimum value".to_owned());
    }
    if request.is_of("deepseek") && request.thinks() {
        found.extend(deepseek_thinking(request));
    }
    found
}

fn members(request: &Request<'_>) -> Vec<String> {
    let names = request.body.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let mut found: Vec<String> = names
        .filter(|name| !MEMBERS.contains(name) || (*name == "thinking" && request.is_of("openai")))
        .map(|name| format!("Unrecognized request argument supplied: {name}"))
        .collect();
    if request.sent("stream_options").is_some() && request.body["stream"] != true {
        found.push("The 'stream_options' parameter is only allowed when 'stream' is enabled".to_owned());
    }
    found
}

fn message(message: &Value) -> Option<String> {
    let calls = list(&message["tool_calls"]);
    let has_text = message["content"].as_str().is_some_and(|text| !text.is_empty());
    let wrong = match message["role"].as_str()? {
        "assistant" if message.get("tool_calls").is_some() && calls.is_empty() => Some("tool_calls: empty array"),
        "assistant" => (!has_text && calls.is_empty()).then_some("content or tool_calls must be set"),
        "tool" => (!message["content"].is_string()).then_some("content: expected a string"),
        "system" | "developer" | "user" => (!has_text).then_some("content: expected a string"),
        _ => Some("the role is not supported"),
    };
    let is_json = |call: &Value| {
        let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
        serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object())
    };
    let wrong = wrong.or_else(|| (!calls.iter().all(is_json)).then_some("tool_calls: arguments must be a JSON object"));
    wrong.map(|wrong| format!("messages: {wrong}: {message}"))
}

/// Every message with calls is followed by one result for each, and every result follows its call.
fn pairs(messages: &[Value]) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for message in messages {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            match open.iter().position(|called| *called == id) {
                Some(at) => drop(open.remove(at)),
                None => found.push(format!("messages with role 'tool' must follow their call: {id}")),
            }
        } else {
            if !open.is_empty() {
                found.push(format!("tool_calls {open:?} did not have response messages"));
            }
            open = list(&message["tool_calls"]).iter().map(|call| call["id"].as_str().unwrap_or_default()).collect();
            found.extend(
                open.iter()
                    .find(|id| id.is_empty() || id.len() > MAX_ID)
                    .map(|id| format!("the id {id:?} is not accepted")),
            );
        }
    }
    if !open.is_empty() {
        found.push(format!("tool_calls {open:?} did not have response messages"));
    }
    found
}

/// While DeepSeek thinks it refuses every tool choice, and calls without the reasoning before them.
fn deepseek_thinking(request: &Request<'_>) -> Vec<String> {
    let mut found = Vec::new();
    if request.sent("tool_choice").is_some() {
        found.push("Thinking mode does not support this tool_choice".to_owned());
    }
    let lacks = |message: &&Value| {
        !list(&message["tool_calls"]).is_empty() && message["reasoning_content"].as_str().is_none_or(str::is_empty)
    };
    if request.list("messages").iter().any(|message| lacks(&message)) {
        found.push("The `reasoning_content` in the thinking mode must be passed back to the API.".to_owned());
    }
    found
}
