//! OpenAI chat completions: converts requests to conversations and answers to replies. Pure.

use serde_json::{Value, json};

use super::NAME;
use super::answer::Answer;
use super::conversation::{Conversation, Segment, Wanted, block_text, blocks};
use super::usage::Usage;

/// Output limit of requests that name none.
const DEFAULT_MAX_TOKENS: u64 = 16_384;

/// Parses a request; the error has the wording of the real API.
pub(crate) fn parse(body: &Value) -> Result<Conversation, String> {
    if body["stream"] == true {
        return Err("stream: the offline model answers whole messages only; send stream: false".to_owned());
    }
    let listed = body["messages"].as_array().filter(|messages| !messages.is_empty());
    let listed = listed.ok_or("messages: at least one message is required")?;
    let tools: Vec<Value> = body["tools"].as_array().map(|tools| tools.iter().map(tool).collect()).unwrap_or_default();
    let limit = body["max_completion_tokens"].as_u64().or_else(|| body["max_tokens"].as_u64());
    let messages: Vec<Value> = listed.iter().filter_map(message).collect();
    Ok(Conversation {
        model: body["model"].as_str().ok_or("model: a name is required")?.to_owned(),
        wanted: wanted(body, &tools)?,
        segments: segments(listed, &tools, &messages),
        messages,
        tools,
        max_tokens: limit.unwrap_or(DEFAULT_MAX_TOKENS),
    })
}

fn tool(tool: &Value) -> Value {
    let function = &tool["function"];
    json!({"name": function["name"], "description": function["description"], "input_schema": function["parameters"]})
}

/// Converts a message to Anthropic's form; `None` for the system message.
fn message(message: &Value) -> Option<Value> {
    let content = match message["role"].as_str()? {
        "system" | "developer" => return None,
        "tool" => {
            let result = json!({"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": blocks(&message["content"])});
            return Some(json!({"role": "user", "content": [result]}));
        }
        _ => blocks(&message["content"]),
    };
    let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
    let calls = calls.iter().map(|call| {
        let arguments = call["function"]["arguments"].as_str().unwrap_or("{}");
        let input: Value = serde_json::from_str(arguments).unwrap_or_else(|_| json!({"unparsable": arguments}));
        json!({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": input})
    });
    Some(json!({"role": message["role"], "content": content.into_iter().chain(calls).collect::<Vec<_>>()}))
}

fn wanted(body: &Value, tools: &[Value]) -> Result<Wanted, String> {
    if let Some(name) = body["tool_choice"]["function"]["name"].as_str() {
        let known = tools.iter().any(|tool| tool["name"] == name);
        return if known {
            Ok(Wanted::Tool(name.to_owned()))
        } else {
            Err(format!("tool_choice: no tool is called {name:?}"))
        };
    }
    let schema = &body["response_format"]["json_schema"];
    Ok(schema["name"].as_str().map_or(Wanted::Free, |name| Wanted::Json(name.to_owned())))
}

fn segments(listed: &[Value], tools: &[Value], messages: &[Value]) -> Vec<Segment> {
    let system = listed.iter().filter(|m| matches!(m["role"].as_str(), Some("system" | "developer")));
    let system =
        system.flat_map(|m| blocks(&m["content"])).map(|block| Segment { text: block_text(&block), mark: false });
    let tools = tools.iter().map(|tool| Segment { text: tool.to_string(), mark: false });
    let turns = messages
        .iter()
        .flat_map(|m| blocks(&m["content"]))
        .map(|block| Segment { text: block_text(&block), mark: false });
    tools.chain(system).chain(turns).collect()
}

/// Renders the reply, truncated at the limit like the real API.
pub(crate) fn reply(id: &str, answer: &Answer, usage: &Usage, cut: bool) -> Value {
    let calls: Vec<Value> = answer
        .calls
        .iter()
        .enumerate()
        .map(|(number, call)| {
            let function = json!({"name": call.name, "arguments": call.input.to_string()});
            json!({"id": format!("call_{id}_{number}"), "type": "function", "function": function})
        })
        .collect();
    let finish = match (cut, calls.is_empty()) {
        (true, _) => "length",
        (false, true) => "stop",
        (false, false) => "tool_calls",
    };
    let mut message =
        json!({"role": "assistant", "content": if answer.text.is_empty() { Value::Null } else { json!(answer.text) }});
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    let input = usage.input + usage.cache_read + usage.cache_write;
    json!({
        "id": format!("chatcmpl-{id}"),
        "object": "chat.completion",
        "created": 0,
        "model": NAME,
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": null}],
        "usage": {
            "prompt_tokens": input,
            "completion_tokens": usage.output,
            "total_tokens": input + usage.output,
            "prompt_tokens_details": {"cached_tokens": usage.cache_read},
        },
    })
}

/// Renders an error in the format of the API.
pub(crate) fn error(kind: &str, message: &str) -> Value {
    json!({"error": {"message": message, "type": kind, "param": null, "code": kind}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_conversation_reads_as_anthropics_does() {
        let body = json!({"model": "m", "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "look"},
            {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "function": {"name": "see", "arguments": "{\"at\":1}"}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "a tree"}],
            "tools": [{"type": "function", "function": {"name": "see", "parameters": {}}}]});
        let read = parse(&body).unwrap();
        assert_eq!(
            read.messages[1]["content"][0],
            json!({"type": "tool_use", "id": "c1", "name": "see", "input": {"at": 1}})
        );
        assert_eq!(read.messages[2]["role"], "user");
        assert_eq!(read.messages[2]["content"][0]["tool_use_id"], "c1");
        assert_eq!(read.wanted, Wanted::Free);
        assert!(parse(&json!({"model": "m", "messages": []})).is_err());
    }
}
