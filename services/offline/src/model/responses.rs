//! OpenAI Responses, stateless: converts requests to conversations and answers to replies. Pure.

use serde_json::{Value, json};

use super::answer::End;
use super::conversation::{Conversation, Delivery, Segment, Thinking, Wanted, block_text};
use super::openai::DEFAULT_MAX_TOKENS;
use super::reply::Reply;
use crate::provider::{Ask, FUNCTION_CALL, Seal, reasoning_id};
use crate::rules;

/// Parses a request; the error has the wording of the real API.
pub(crate) fn parse(ask: &Ask<'_>) -> Result<Conversation, String> {
    let body = ask.body;
    let items = match &body["input"] {
        Value::String(text) => vec![json!({"role": "user", "content": text})],
        Value::Array(items) if !items.is_empty() => items.clone(),
        _ => return Err("input: a text or a list of items is required".to_owned()),
    };
    let tools: Vec<Value> = body["tools"].as_array().map(|tools| tools.iter().map(tool).collect()).unwrap_or_default();
    let include = body["include"].as_array().map(Vec::as_slice).unwrap_or_default();
    let messages = messages(&items);
    Ok(Conversation {
        model: body["model"].as_str().ok_or("model: a name is required")?.to_owned(),
        wanted: wanted(body, &tools)?,
        segments: segments(body, &tools, &items),
        messages,
        tools,
        max_tokens: body["max_output_tokens"].as_u64().unwrap_or(DEFAULT_MAX_TOKENS),
        delivery: Delivery {
            parallel: body["parallel_tool_calls"] != false,
            stream: body["stream"] == true,
            extra: include.iter().any(|part| part == "reasoning.encrypted_content"),
        },
        thinking: Thinking { on: ask.thinks(), omitted: true, budget: None },
    })
}

fn tool(tool: &Value) -> Value {
    json!({"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]})
}

fn wanted(body: &Value, tools: &[Value]) -> Result<Wanted, String> {
    if let Some(name) = body["tool_choice"]["name"].as_str() {
        return Wanted::forced(name, tools, "tool_choice");
    }
    let format = &body["text"]["format"];
    Ok(match format["type"].as_str() {
        Some("json_schema") => Wanted::by_schema(format["name"].as_str(), &format["schema"]),
        Some("json_object") => {
            rules::task_in(&body["input"].to_string()).map_or(Wanted::Free, |task| Wanted::Json(task.to_owned()))
        }
        _ => Wanted::unforced(tools),
    })
}

/// Converts items to Anthropic's messages; neighbouring items of one role become one message.
fn messages(items: &[Value]) -> Vec<Value> {
    let mut messages: Vec<(String, Vec<Value>)> = Vec::new();
    for (role, blocks) in items.iter().filter_map(blocks_of) {
        match messages.last_mut() {
            Some((last, content)) if *last == role => content.extend(blocks),
            _ => messages.push((role, blocks)),
        }
    }
    messages.into_iter().map(|(role, content)| json!({"role": role, "content": content})).collect()
}

/// Returns an item's role and blocks; `None` for instructions and reasoning.
fn blocks_of(item: &Value) -> Option<(String, Vec<Value>)> {
    match item["type"].as_str() {
        Some("function_call") => {
            let arguments = item["arguments"].as_str().unwrap_or("{}");
            let input: Value = serde_json::from_str(arguments).unwrap_or_else(|_| json!({"unparsable": arguments}));
            let call = json!({"type": "tool_use", "id": item["call_id"], "name": item["name"], "input": input});
            Some(("assistant".to_owned(), vec![call]))
        }
        Some("function_call_output") => {
            let content = parts(&item["output"]);
            let result = json!({"type": "tool_result", "tool_use_id": item["call_id"], "content": content});
            Some(("user".to_owned(), vec![result]))
        }
        None | Some("message") => {
            let role = item["role"].as_str().filter(|role| !matches!(*role, "system" | "developer"))?;
            Some((role.to_owned(), parts(&item["content"])))
        }
        Some(_) => None,
    }
}

/// Returns a content as text blocks.
fn parts(content: &Value) -> Vec<Value> {
    let text = |text: &Value| json!({"type": "text", "text": text});
    match content {
        Value::String(_) => vec![text(content)],
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect(),
        _ => Vec::new(),
    }
}

fn segments(body: &Value, tools: &[Value], items: &[Value]) -> Vec<Segment> {
    let tools = tools.iter().map(|tool| Segment::plain(tool.to_string()));
    let instructions = body["instructions"].as_str().map(|text| Segment::plain(text.to_owned()));
    let items = items.iter().map(|item| {
        let text = match (item["type"].as_str(), blocks_of(item)) {
            (Some("reasoning"), _) => item["encrypted_content"].as_str().unwrap_or_default().to_owned(),
            (_, Some((_, blocks))) => blocks.iter().map(block_text).collect(),
            (_, None) => parts(&item["content"]).iter().map(block_text).collect(),
        };
        Segment::plain(text)
    });
    tools.chain(instructions).chain(items).collect()
}

/// Renders the reply.
pub(crate) fn reply(reply: &Reply<'_>) -> Value {
    let (answer, usage, id) = (reply.answer, reply.usage, reply.id);
    let cut = match answer.end {
        End::Cut => Some("max_output_tokens"),
        End::Refused => Some("content_filter"),
        End::Complete | End::Paused => None,
    };
    let status = if cut.is_some() { "incomplete" } else { "completed" };
    let input = usage.whole_input();
    json!({
        "id": format!("resp_{id}"),
        "object": "response",
        "created_at": 0,
        "status": status,
        "error": null,
        "incomplete_details": cut.map(|reason| json!({"reason": reason})),
        "model": reply.model,
        "output": output(reply, status),
        "store": false,
        "usage": {
            "input_tokens": input,
            "input_tokens_details": {"cached_tokens": usage.cache_read},
            "output_tokens": usage.output,
            "output_tokens_details": {"reasoning_tokens": usage.thinking},
            "total_tokens": input + usage.output,
        },
    })
}

fn output(reply: &Reply<'_>, status: &str) -> Vec<Value> {
    let (answer, id) = (reply.answer, reply.id);
    let mut output = Vec::new();
    if answer.thought.is_some() {
        let item = reasoning_id(id);
        let sealed = reply.encrypted.then(|| Seal::Encrypted.issue(id, &item));
        let mut reasoning = json!({"type": "reasoning", "id": item, "summary": []});
        if let Some(sealed) = sealed {
            reasoning["encrypted_content"] = json!(sealed);
        }
        output.push(reasoning);
    }
    if !answer.text.is_empty() {
        let text = json!({"type": "output_text", "text": answer.text, "annotations": []});
        output.push(json!({
            "type": "message", "id": format!("msg_{id}"), "role": "assistant", "status": status, "content": [text],
        }));
    }
    output.extend(answer.calls.iter().enumerate().map(|(number, call)| {
        json!({
            "type": "function_call", "id": reply.call_id(FUNCTION_CALL, number), "call_id": format!("call_{id}_{number}"),
            "name": call.name, "arguments": call.input.to_string(), "status": status,
        })
    }));
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Wire;

    #[test]
    fn items_read_as_anthropics_messages_do() {
        let body = json!({"model": "m", "instructions": "be brief", "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "look"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"},
            {"type": "function_call", "call_id": "c1", "name": "see", "arguments": "{\"at\":1}"},
            {"type": "function_call_output", "call_id": "c1", "output": "a tree"}],
            "tools": [{"type": "function", "name": "see", "parameters": {}}]});
        let read = parse(&Ask { body: &body, wire: Wire::Responses, model: None }).unwrap();
        let call = json!({"type": "tool_use", "id": "c1", "name": "see", "input": {"at": 1}});
        assert_eq!(read.messages[1], json!({"role": "assistant", "content": [call]}));
        assert_eq!(read.messages[2]["content"][0]["tool_use_id"], "c1");
        assert_eq!(read.messages[0]["content"][0]["text"], "look");
        assert_eq!(read.wanted, Wanted::Free);
        assert_eq!(read.segments.len(), 6);
    }
}
