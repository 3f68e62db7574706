//! Chunks of chat completions, closed by `[DONE]`.

use serde_json::{Value, json};

use super::{Course, deltas};

/// Renders a reply as chunks.
pub(in crate::model) fn events(reply: &Value, course: Course) -> Vec<String> {
    let choice = &reply["choices"][0];
    let message = &choice["message"];
    let mut parts = vec![json!({"role": "assistant", "content": ""})];
    for name in ["reasoning_content", "content"] {
        let text = message[name].as_str().unwrap_or_default();
        parts.extend(deltas(text).into_iter().map(|part| json!({name: part})));
    }
    let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, call) in calls.iter().enumerate() {
        let function = json!({"name": call["function"]["name"], "arguments": ""});
        let head = json!({"index": index, "id": call["id"], "type": "function", "function": function});
        parts.push(json!({"tool_calls": [head]}));
        let arguments = deltas(call["function"]["arguments"].as_str().unwrap_or_default()).into_iter();
        parts.extend(arguments.map(|part| json!({"tool_calls": [{"index": index, "function": {"arguments": part}}]})));
    }
    if course.broken {
        parts.truncate(2);
    }
    let mut events: Vec<String> = parts.into_iter().map(|delta| chunk(reply, &delta, &Value::Null)).collect();
    if course.broken {
        let error = json!({"message": "The server had an error while processing your request", "type": "server_error"});
        events.push(data(&json!({"error": error})));
        return events;
    }
    events.push(chunk(reply, &json!({}), &choice["finish_reason"]));
    if course.usage {
        let mut last = head(reply);
        last["choices"] = json!([]);
        last["usage"] = reply["usage"].clone();
        events.push(data(&last));
    }
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn head(reply: &Value) -> Value {
    json!({
        "id": reply["id"], "object": "chat.completion.chunk", "created": reply["created"], "model": reply["model"],
        "usage": null,
    })
}

fn chunk(reply: &Value, delta: &Value, finish: &Value) -> String {
    let mut chunk = head(reply);
    chunk["choices"] = json!([{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": null}]);
    data(&chunk)
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}
