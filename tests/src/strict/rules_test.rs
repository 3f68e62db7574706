//! The strict provider accepts a plain request of each model and refuses each violation.

use serde_json::{Value, json};

use super::{Wire, violations};

fn anthropic(model: &str) -> Value {
    json!({ "model": model, "max_tokens": 900, "messages": [{ "role": "user", "content": [{ "type": "text", "text": "x" }] }],
            "tools": [{ "name": "a", "description": "", "input_schema": { "type": "object" } }] })
}

fn chat(model: &str) -> Value {
    let limit = if model.starts_with("gpt") { "max_completion_tokens" } else { "max_tokens" };
    json!({ "model": model, limit: 900, "messages": [{ "role": "user", "content": "x" }],
            "tools": [{ "type": "function", "function": { "name": "a", "parameters": { "type": "object" } } }] })
}

fn responses(model: &str) -> Value {
    json!({ "model": model, "max_output_tokens": 900, "store": false, "input": [{ "role": "user", "content": "x" }],
            "tools": [{ "type": "function", "name": "a", "parameters": { "type": "object" }, "strict": false }] })
}

fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match body.pointer_mut(parent).unwrap() {
        Value::Array(items) => items.push(value),
        place => place[name] = value,
    }
    body
}

#[test]
fn plain_requests_are_accepted() {
    for model in ["claude-opus-4-7", "claude-sonnet-5", "MiniMax-M2"] {
        assert_eq!(violations(Wire::Anthropic, &anthropic(model)), [""; 0], "{model}");
    }
    for model in ["gpt-5", "gpt-5.5", "deepseek-v4-pro"] {
        assert_eq!(violations(Wire::Chat, &chat(model)), [""; 0], "{model}");
    }
    assert_eq!(violations(Wire::Responses, &responses("gpt-5")), [""; 0]);
}

#[test]
fn the_documented_violations_are_refused() {
    let forced = json!({ "type": "tool", "name": "a" });
    let thinking = |kind: &str| json!({ "type": kind, "budget_tokens": 2_000 });
    let call = |id: &str| json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "a", "input": {} }] });
    let wrong = [
        with(anthropic("claude-opus-4-7"), "/temperature", json!(0.5)),
        with(anthropic("claude-opus-4-7"), "/thinking", thinking("enabled")),
        with(
            with(anthropic("claude-opus-4-7"), "/thinking", json!({ "type": "adaptive" })),
            "/tool_choice",
            forced.clone(),
        ),
        with(anthropic("claude-fable-5"), "/tool_choice", forced.clone()),
        with(anthropic("claude-opus-4-7"), "/colour", json!("red")),
        with(anthropic("claude-opus-4-7"), "/messages/-", json!({ "role": "user", "content": "again" })),
        with(anthropic("claude-opus-4-7"), "/messages/-", call("t.1")),
        with(anthropic("MiniMax-M2"), "/temperature", json!(0)),
        with(anthropic("no-such-model"), "/stream", json!(true)),
    ];
    for body in wrong {
        assert!(!violations(Wire::Anthropic, &body).is_empty(), "{body}");
    }
    let loop_without_reasoning = json!({ "role": "assistant", "content": null, "tool_calls": [
        { "id": "c", "type": "function", "function": { "name": "a", "arguments": "{}" } }] });
    let strict = json!({ "type": "function", "function": { "name": "b", "strict": true, "parameters": {
        "type": "object", "additionalProperties": false, "required": [], "properties": { "of": { "type": "string" } } } } });
    let wrong = [
        with(chat("gpt-5"), "/max_tokens", json!(900)),
        with(chat("gpt-5"), "/temperature", json!(0.2)),
        with(chat("gpt-5"), "/reasoning_effort", json!("none")),
        with(chat("gpt-5"), "/tools/-", strict),
        with(chat("deepseek-v4-pro"), "/tool_choice", json!("auto")),
        with(chat("deepseek-v4-pro"), "/messages/-", loop_without_reasoning),
        with(chat("deepseek-v4-pro"), "/response_format", json!({ "type": "json_schema" })),
    ];
    for body in wrong {
        assert!(!violations(Wire::Chat, &body).is_empty(), "{body}");
    }
    let wrong = [
        with(responses("gpt-5"), "/store", json!(true)),
        with(responses("gpt-5"), "/input/-", json!({ "type": "reasoning", "encrypted_content": "e" })),
        with(responses("gpt-5"), "/input/-", json!({ "type": "function_call", "call_id": "c", "arguments": "{}" })),
    ];
    for body in wrong {
        assert!(!violations(Wire::Responses, &body).is_empty(), "{body}");
    }
}
