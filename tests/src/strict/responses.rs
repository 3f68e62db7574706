//! Rules of Responses without stored state.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Request;

/// Members of a request that OpenAI documents and the fleet may have a use for.
const MEMBERS: [&str; 14] = [
    "model",
    "input",
    "instructions",
    "max_output_tokens",
    "temperature",
    "top_p",
    "stream",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "text",
    "reasoning",
    "include",
    "store",
];
/// Smallest limit of a reply.
const MIN_LIMIT: u64 = 16;

pub(super) fn violations(request: &Request<'_>) -> Vec<String> {
    let names = request.body.as_object().into_iter().flatten().map(|(name, _)| name);
    let mut found: Vec<String> = names
        .filter(|name| !MEMBERS.contains(&name.as_str()))
        .map(|name| format!("Unknown parameter: '{name}'."))
        .collect();
    if request.body["store"] != false {
        found.push("Zero data retention is enabled: 'store' must be false".to_owned());
    }
    if request.body["max_output_tokens"].as_u64().is_some_and(|sent| sent < MIN_LIMIT) {
        found.push("max_output_tokens: integer below minimum value".to_owned());
    }
    found.extend(calls(request.list("input")));
    found.extend(request.list("input").iter().enumerate().filter_map(|(at, one)| item(request, at, one)));
    found
}

/// Each call has one output after it.
fn calls(items: &[Value]) -> Vec<String> {
    let ids = |kind: &'static str| -> Vec<&str> {
        items.iter().filter(|item| item["type"] == kind).filter_map(|item| item["call_id"].as_str()).collect()
    };
    let (called, answered) = (ids("function_call"), ids("function_call_output"));
    let sets: [BTreeSet<&str>; 2] = [called.iter().copied().collect(), answered.iter().copied().collect()];
    if sets[0] == sets[1] && sets[0].len() == called.len() && sets[1].len() == answered.len() {
        return Vec::new();
    }
    vec![format!("No tool output found for function calls {called:?}, or no call for {answered:?}")]
}

fn item(request: &Request<'_>, at: usize, item: &Value) -> Option<String> {
    let next = request.list("input").get(at + 1);
    let wrong = match item["type"].as_str() {
        None | Some("message") => {
            let known = matches!(item["role"].as_str(), Some("user" | "assistant" | "system" | "developer"));
            (!known || item["content"] == "" || item["content"].is_null())
                .then_some("a message needs a role and content")
        }
        Some("function_call") => {
            let arguments = item["arguments"].as_str().unwrap_or_default();
            let is_object = serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object());
            (!is_object).then_some("arguments must be a JSON object")
        }
        Some("function_call_output") => (!item["output"].is_string()).then_some("output: expected a string"),
        Some("reasoning") if !item["encrypted_content"].is_string() => {
            Some("Items are not persisted when `store` is set to false")
        }
        Some("reasoning") => next
            .is_none_or(|next| next["type"] == "reasoning")
            .then_some("'reasoning' was provided without its required following item"),
        Some(_) => Some("the item's type is not supported"),
    };
    wrong.map(|wrong| format!("input[{at}]: {wrong}"))
}
