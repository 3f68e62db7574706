//! Anthropic Messages API: converts requests to conversations and answers to replies. Pure.

use serde_json::{Value, json};

use super::NAME;
use super::answer::Answer;
use super::conversation::{Conversation, Segment, Wanted, block_text, blocks};
use super::usage::Usage;

/// Parses a request; the error has the wording of the real API.
pub(crate) fn parse(body: &Value) -> Result<Conversation, String> {
    if body["stream"] == true {
        return Err("stream: the offline model answers whole messages only; send stream: false".to_owned());
    }
    let messages = body["messages"].as_array().filter(|messages| !messages.is_empty());
    let messages = messages.ok_or("messages: at least one message is required")?;
    let max_tokens =
        body["max_tokens"].as_u64().filter(|most| *most > 0).ok_or("max_tokens: a positive number is required")?;
    let tools = body["tools"].as_array().cloned().unwrap_or_default();
    Ok(Conversation {
        model: body["model"].as_str().ok_or("model: a name is required")?.to_owned(),
        wanted: wanted(&body["tool_choice"], &tools)?,
        segments: segments(body, &tools, messages),
        messages: messages.iter().map(|m| json!({"role": m["role"], "content": blocks(&m["content"])})).collect(),
        tools,
        max_tokens,
    })
}

fn wanted(choice: &Value, tools: &[Value]) -> Result<Wanted, String> {
    if choice["type"] != "tool" {
        return Ok(Wanted::Free);
    }
    let name = choice["name"].as_str().ok_or("tool_choice.name: required")?;
    if tools.iter().any(|tool| tool["name"] == name) {
        Ok(Wanted::Tool(name.to_owned()))
    } else {
        Err(format!("tool_choice.name: no tool is called {name:?}"))
    }
}

fn segments(body: &Value, tools: &[Value], messages: &[Value]) -> Vec<Segment> {
    let of = |block: &Value| Segment::new(block_text(block), block);
    let tools = tools.iter().map(|tool| {
        let text = format!(
            "{}{}{}",
            tool["name"].as_str().unwrap_or_default(),
            tool["description"].as_str().unwrap_or_default(),
            tool["input_schema"]
        );
        Segment::new(text, tool)
    });
    let system = blocks(&body["system"]);
    let messages = messages.iter().flat_map(|message| blocks(&message["content"]));
    tools.chain(system.iter().map(of)).chain(messages.map(|block| of(&block))).collect()
}

/// Renders the reply, truncated at `max_tokens` like the real API.
pub(crate) fn reply(id: &str, answer: &Answer, usage: &Usage, cut: bool) -> Value {
    let mut content = Vec::new();
    if !answer.text.is_empty() {
        content.push(json!({"type": "text", "text": answer.text}));
    }
    for (number, call) in answer.calls.iter().enumerate() {
        content.push(
            json!({"type": "tool_use", "id": format!("toolu_{id}_{number}"), "name": call.name, "input": call.input}),
        );
    }
    let stop = match (cut, answer.calls.is_empty()) {
        (true, _) => "max_tokens",
        (false, true) => "end_turn",
        (false, false) => "tool_use",
    };
    json!({
        "id": format!("msg_{id}"),
        "type": "message",
        "role": "assistant",
        "model": NAME,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": null,
        "usage": {
            "input_tokens": usage.input,
            "cache_creation_input_tokens": usage.cache_write,
            "cache_read_input_tokens": usage.cache_read,
            "output_tokens": usage.output,
        },
    })
}

/// Renders an error in the format of the API.
pub(crate) fn error(kind: &str, message: &str) -> Value {
    json!({"type": "error", "error": {"type": kind, "message": message}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forced_tool_must_exist_and_text_and_blocks_are_the_same() {
        let body = |content: Value, name: &str| {
            json!({"model": "m", "max_tokens": 5, "tools": [{"name": "a", "input_schema": {}}],
                   "tool_choice": {"type": "tool", "name": name}, "messages": [{"role": "user", "content": content}]})
        };
        let plain = parse(&body(json!("hello"), "a")).unwrap();
        let listed = parse(&body(json!([{"type": "text", "text": "hello"}]), "a")).unwrap();
        assert_eq!(plain.segments, listed.segments);
        assert_eq!(plain.messages, listed.messages);
        assert_eq!(plain.wanted, Wanted::Tool("a".into()));
        assert!(parse(&body(json!("hello"), "b")).unwrap_err().contains("tool_choice.name"));
        assert!(parse(&json!({"model": "m", "max_tokens": 0, "messages": [{}]})).unwrap_err().contains("max_tokens"));
    }
}
