//! OpenAI chat completions: converts requests to conversations and answers to replies. Pure.

use serde_json::{Value, json};

use super::answer::End;
use super::conversation::{Conversation, Delivery, Segment, Thinking, Wanted, block_text, blocks};
use super::reply::Reply;
use crate::provider::{Ask, Profile};
use crate::rules;

/// Output limit of requests that name none.
pub(super) const DEFAULT_MAX_TOKENS: u64 = 16_384;

/// Parses a request; the error has the wording of the real API.
pub(crate) fn parse(ask: &Ask<'_>) -> Result<Conversation, String> {
    let body = ask.body;
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
        delivery: Delivery {
            parallel: body["parallel_tool_calls"] != false,
            stream: body["stream"] == true,
            extra: body["stream_options"]["include_usage"] == true,
        },
        thinking: Thinking { on: ask.thinks(), ..Thinking::default() },
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
    let content: Vec<Value> = content.into_iter().chain(calls).collect();
    Some(json!({"role": message["role"], "content": content, "reasoning_content": message["reasoning_content"]}))
}

fn wanted(body: &Value, tools: &[Value]) -> Result<Wanted, String> {
    if let Some(name) = body["tool_choice"]["function"]["name"].as_str() {
        return Wanted::forced(name, tools, "tool_choice");
    }
    let format = &body["response_format"];
    Ok(match format["type"].as_str() {
        Some("json_schema") => {
            let schema = &format["json_schema"];
            Wanted::by_schema(schema["name"].as_str(), &schema["schema"])
        }
        // Without a schema the task is the one that the request names.
        Some("json_object") => {
            rules::task_in(&body["messages"].to_string()).map_or(Wanted::Free, |task| Wanted::Json(task.to_owned()))
        }
        _ => Wanted::unforced(tools),
    })
}

fn segments(listed: &[Value], tools: &[Value], messages: &[Value]) -> Vec<Segment> {
    let system = listed.iter().filter(|m| matches!(m["role"].as_str(), Some("system" | "developer")));
    let system = system.flat_map(|m| blocks(&m["content"])).map(|block| Segment::plain(block_text(&block)));
    let tools = tools.iter().map(|tool| Segment::plain(tool.to_string()));
    let reasoning = |m: &Value| m["reasoning_content"].as_str().map(|text| Segment::plain(text.to_owned()));
    let turns = messages.iter().flat_map(|m| {
        let contents = blocks(&m["content"]).into_iter().map(|block| Segment::plain(block_text(&block)));
        reasoning(m).into_iter().chain(contents).collect::<Vec<_>>()
    });
    tools.chain(system).chain(turns).collect()
}

/// Renders the reply.
pub(crate) fn reply(reply: &Reply<'_>) -> Value {
    let answer = reply.answer;
    let calls: Vec<Value> = answer
        .calls
        .iter()
        .enumerate()
        .map(|(number, call)| {
            let function = json!({"name": call.name, "arguments": call.input.to_string()});
            json!({"id": reply.call_id("call", number), "type": "function", "function": function})
        })
        .collect();
    let finish = match (answer.end, calls.is_empty()) {
        (End::Cut, _) => "length",
        (End::Refused, _) => "content_filter",
        (End::Complete | End::Paused, true) => "stop",
        (End::Complete | End::Paused, false) => "tool_calls",
    };
    let mut message =
        json!({"role": "assistant", "content": if answer.text.is_empty() { Value::Null } else { json!(answer.text) }});
    // OpenAI never shows its reasoning.
    if let Some(thought) = answer.thought.as_ref().filter(|_| reply.profile != Profile::Gpt) {
        message["reasoning_content"] = json!(thought.text);
    }
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    json!({
        "id": format!("chatcmpl-{}", reply.id),
        "object": "chat.completion",
        "created": 0,
        "model": reply.model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": null}],
        "usage": usage(reply),
    })
}

fn usage(reply: &Reply<'_>) -> Value {
    let usage = reply.usage;
    let input = usage.whole_input();
    let mut shown = json!({
        "prompt_tokens": input,
        "completion_tokens": usage.output,
        "total_tokens": input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cache_read},
        "completion_tokens_details": {"reasoning_tokens": usage.thinking},
    });
    if reply.profile == Profile::Deepseek {
        shown["prompt_cache_hit_tokens"] = json!(usage.cache_read);
        shown["prompt_cache_miss_tokens"] = json!(input - usage.cache_read);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Wire;

    #[test]
    fn a_tool_conversation_reads_as_anthropics_does() {
        let body = json!({"model": "m", "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "look"},
            {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "function": {"name": "see", "arguments": "{\"at\":1}"}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "a tree"}],
            "tools": [{"type": "function", "function": {"name": "see", "parameters": {}}}]});
        let parse = |body: &Value| parse(&Ask { body, wire: Wire::Chat, model: None });
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
