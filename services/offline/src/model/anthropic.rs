//! Anthropic Messages API: converts requests to conversations and answers to replies. Pure.

use serde_json::{Value, json};

use super::answer::End;
use super::conversation::{Conversation, Delivery, Segment, Thinking, Wanted, block_text, blocks, mark};
use super::reply::Reply;
use crate::provider::{Ask, Profile, Seal};

/// Parses a request; the error has the wording of the real API.
pub(crate) fn parse(ask: &Ask<'_>) -> Result<Conversation, String> {
    let body = ask.body;
    let messages = body["messages"].as_array().filter(|messages| !messages.is_empty());
    let messages = messages.ok_or("messages: at least one message is required")?;
    let max_tokens =
        body["max_tokens"].as_u64().filter(|most| *most > 0).ok_or("max_tokens: a positive number is required")?;
    let tools = body["tools"].as_array().cloned().unwrap_or_default();
    Ok(Conversation {
        model: body["model"].as_str().ok_or("model: a name is required")?.to_owned(),
        wanted: wanted(body, &tools)?,
        segments: segments(body, &tools, messages),
        messages: messages.iter().map(|m| json!({"role": m["role"], "content": blocks(&m["content"])})).collect(),
        tools,
        max_tokens,
        delivery: Delivery {
            parallel: body["tool_choice"]["disable_parallel_tool_use"] != true,
            stream: body["stream"] == true,
            extra: false,
        },
        thinking: thinking(ask),
    })
}

/// Models with adaptive thinking leave out the text unless a summary is asked for.
fn thinking(ask: &Ask<'_>) -> Thinking {
    let control = &ask.body["thinking"];
    let adaptive = ask.model.is_some_and(|model| model.thinking_types.contains(&"adaptive"));
    let omitted = control["display"].as_str().map_or(adaptive, |display| display == "omitted");
    Thinking { on: ask.thinks(), omitted, budget: control["budget_tokens"].as_u64() }
}

fn wanted(body: &Value, tools: &[Value]) -> Result<Wanted, String> {
    let format = &body["output_config"]["format"];
    if format["type"] == "json_schema" {
        return Ok(Wanted::by_schema(None, &format["schema"]));
    }
    let choice = &body["tool_choice"];
    if choice["type"] != "tool" {
        return Ok(Wanted::unforced(tools));
    }
    let name = choice["name"].as_str().ok_or("tool_choice.name: required")?;
    Wanted::forced(name, tools, "tool_choice.name")
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
    let mut segments: Vec<Segment> =
        tools.chain(system.iter().map(of)).chain(messages.map(|block| of(&block))).collect();
    // A mark on the whole request marks its last block.
    if let (Some(last), Some(ttl)) = (segments.last_mut(), mark(body)) {
        last.mark = Some(ttl);
    }
    segments
}

/// Renders the reply.
pub(crate) fn reply(reply: &Reply<'_>) -> Value {
    let Reply { answer, usage, .. } = *reply;
    let mut content: Vec<Value> = thinking_block(reply).into_iter().collect();
    if !answer.text.is_empty() {
        content.push(json!({"type": "text", "text": answer.text}));
    }
    for (number, call) in answer.calls.iter().enumerate() {
        let id = reply.call_id("toolu", number);
        content.push(json!({"type": "tool_use", "id": id, "name": call.name, "input": call.input}));
    }
    let stop = match (answer.end, answer.calls.is_empty()) {
        (End::Cut, _) => "max_tokens",
        (End::Paused, _) => "pause_turn",
        (End::Refused, _) => "refusal",
        (End::Complete, true) => "end_turn",
        (End::Complete, false) => "tool_use",
    };
    let mut usage = json!({
        "input_tokens": usage.input,
        "cache_creation_input_tokens": usage.cache_write,
        "cache_read_input_tokens": usage.cache_read,
        "cache_creation": {
            "ephemeral_5m_input_tokens": usage.cache_write - usage.cache_write_1h,
            "ephemeral_1h_input_tokens": usage.cache_write_1h,
        },
        "output_tokens": usage.output,
    });
    if reply.profile == Profile::Claude {
        usage["output_tokens_details"] = json!({"thinking_tokens": reply.usage.thinking});
        usage["service_tier"] = json!("standard");
    }
    json!({
        "id": format!("msg_{}", reply.id),
        "type": "message",
        "role": "assistant",
        "model": reply.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": null,
        "usage": usage,
    })
}

fn thinking_block(reply: &Reply<'_>) -> Option<Value> {
    let thought = reply.answer.thought.as_ref()?;
    Some(if thought.redacted {
        json!({"type": "redacted_thinking", "data": Seal::Redacted.issue(reply.id, "")})
    } else {
        let signature = Seal::Signature.issue(reply.id, &thought.text);
        json!({"type": "thinking", "thinking": thought.text, "signature": signature})
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Wire;

    #[test]
    fn a_forced_tool_must_exist_and_text_and_blocks_are_the_same() {
        let body = |content: Value, name: &str| {
            json!({"model": "m", "max_tokens": 5, "tools": [{"name": "a", "input_schema": {}}],
                   "tool_choice": {"type": "tool", "name": name}, "messages": [{"role": "user", "content": content}]})
        };
        let parse = |body: Value| parse(&Ask { body: &body, wire: Wire::Anthropic, model: None });
        let plain = parse(body(json!("hello"), "a")).unwrap();
        let listed = parse(body(json!([{"type": "text", "text": "hello"}]), "a")).unwrap();
        assert_eq!(plain.segments, listed.segments);
        assert_eq!(plain.messages, listed.messages);
        assert_eq!(plain.wanted, Wanted::Tool("a".into()));
        assert!(parse(body(json!("hello"), "b")).unwrap_err().contains("tool_choice.name"));
        assert!(parse(json!({"model": "m", "max_tokens": 0, "messages": [{}]})).unwrap_err().contains("max_tokens"));
    }
}
