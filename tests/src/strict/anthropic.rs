//! Rules of Anthropic Messages, and of MiniMax and DeepSeek in this format.

use serde_json::Value;

use super::tools::is_plain;
use super::{Request, list};

/// Members of a request that Anthropic documents.
const MEMBERS: [&str; 15] = [
    "model",
    "messages",
    "system",
    "max_tokens",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "stream",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "metadata",
    "service_tier",
];
/// Largest number of cache marks.
const MAX_MARKS: usize = 4;

pub(super) fn violations(request: &Request<'_>) -> Vec<String> {
    let mut found = members(request);
    found.extend(marks(request));
    found.extend(turns(request));
    found.extend(pairs(request));
    let messages = request.list("messages");
    let blocks = messages.iter().flat_map(|message| list(&message["content"]));
    found.extend(blocks.filter_map(block));
    found
}

fn members(request: &Request<'_>) -> Vec<String> {
    let names = request.body.as_object().into_iter().flatten().map(|(name, _)| name);
    names
        .filter(|name| !MEMBERS.contains(&name.as_str()))
        .map(|name| format!("{name}: Extra inputs are not permitted"))
        .collect()
}

fn marks(request: &Request<'_>) -> Vec<String> {
    let messages = request.list("messages").iter().flat_map(|message| list(&message["content"]));
    let parts = request.list("tools").iter().chain(request.list("system")).chain(messages);
    let marked: Vec<&Value> = parts.filter(|part| part.get("cache_control").is_some()).collect();
    let mut found = Vec::new();
    if marked.len() > MAX_MARKS {
        found.push(format!(
            "A maximum of {MAX_MARKS} blocks with cache_control may be provided. Found {}.",
            marked.len()
        ));
    }
    let unmarkable =
        |part: &&&Value| matches!(part["type"].as_str(), Some("thinking" | "redacted_thinking")) || part["text"] == "";
    found.extend(marked.iter().find(unmarkable).map(|part| format!("cache_control cannot be set for {part}")));
    found
}

/// The first and the last turn are the user's, except for a paused turn, and roles alternate.
fn turns(request: &Request<'_>) -> Vec<String> {
    let roles: Vec<&str> = request.list("messages").iter().filter_map(|message| message["role"].as_str()).collect();
    let mut found = Vec::new();
    if roles.len() != request.list("messages").len() || roles.iter().any(|role| !matches!(*role, "user" | "assistant"))
    {
        found.push(format!("messages: roles {roles:?}"));
    }
    if roles.first() != Some(&"user") || roles.last() != Some(&"user") {
        found.push("messages: the conversation must begin and end with a user message".to_owned());
    }
    if roles.windows(2).any(|pair| pair[0] == pair[1]) {
        found.push("messages: roles must alternate between \"user\" and \"assistant\"".to_owned());
    }
    let empty = |message: &&Value| message["content"] == "" || message["content"].as_array().is_some_and(Vec::is_empty);
    found.extend(request.list("messages").iter().find(empty).map(|_| "messages: content must be non-empty".to_owned()));
    found
}

/// Each call has its result at the beginning of the next message, and each result its call.
fn pairs(request: &Request<'_>) -> Vec<String> {
    let ids = |message: &Value, kind: &str, name: &str| -> Vec<String> {
        let blocks = list(&message["content"]).iter().filter(|block| block["type"] == kind);
        blocks.map(|block| block[name].as_str().unwrap_or_default().to_owned()).collect()
    };
    let mut found = Vec::new();
    let mut called: Vec<String> = Vec::new();
    for message in request.list("messages") {
        let mut results = ids(message, "tool_result", "tool_use_id");
        let leading = list(&message["content"]).iter().take_while(|block| block["type"] == "tool_result").count();
        if leading < results.len() {
            found.push("tool_result blocks must come first in the content".to_owned());
        }
        results.sort();
        called.sort();
        if results != called {
            found.push(format!("tool_use {called:?} and tool_result {results:?} do not correspond"));
        }
        called = ids(message, "tool_use", "id");
        let mut unique = called.clone();
        unique.sort();
        unique.dedup();
        if unique.len() < called.len() {
            found.push("tool_use ids must be unique".to_owned());
        }
    }
    if !called.is_empty() {
        found.push(format!("tool_use {called:?} has no result"));
    }
    found
}

fn block(block: &Value) -> Option<String> {
    let text = |name: &str| block[name].as_str().unwrap_or_default();
    let id = |name: &str| text(name).is_empty() || !is_plain(text(name));
    let wrong = match block["type"].as_str()? {
        "text" => text("text").trim().is_empty().then_some("text content blocks must contain non-whitespace text"),
        "tool_use" if id("id") => Some("tool_use.id: the string does not match the pattern"),
        "tool_use" => (!block["input"].is_object()).then_some("tool_use.input: Input should be a valid dictionary"),
        "tool_result" if id("tool_use_id") => Some("tool_result.tool_use_id: the string does not match the pattern"),
        "tool_result" if block["is_error"] == true && text("content").is_empty() => {
            Some("tool_result: content cannot be empty if is_error is true")
        }
        "thinking" => text("signature").is_empty().then_some("thinking.signature: Field required"),
        "tool_result" | "redacted_thinking" => None,
        _ => Some("the block's type does not match the expected tags"),
    };
    wrong.map(str::to_owned)
}
