//! Events of Anthropic Messages, from `message_start` to `message_stop`.

use serde_json::{Value, json};

use super::{Course, deltas, event};

/// Renders a reply as events.
pub(in crate::model) fn events(reply: &Value, course: Course) -> Vec<String> {
    let mut message = reply.clone();
    message["content"] = json!([]);
    message["stop_reason"] = Value::Null;
    message["usage"]["output_tokens"] = json!(1);
    let mut events = vec![event("message_start", &json!({"type": "message_start", "message": message}))];
    let blocks = reply["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, block) in blocks.iter().enumerate() {
        content(&mut events, index, block);
        if course.broken {
            break;
        }
    }
    if course.broken {
        events.truncate(3);
        let error = json!({"type": "overloaded_error", "message": "Overloaded"});
        events.push(event("error", &json!({"type": "error", "error": error})));
        return events;
    }
    let delta = json!({"stop_reason": reply["stop_reason"], "stop_sequence": null});
    events.push(event("message_delta", &json!({"type": "message_delta", "delta": delta, "usage": reply["usage"]})));
    events.push(event("message_stop", &json!({"type": "message_stop"})));
    events
}

fn content(events: &mut Vec<String>, index: usize, block: &Value) {
    let text = |name: &str| block[name].as_str().unwrap_or_default();
    let (start, parts): (Value, Vec<Value>) = match block["type"].as_str() {
        Some("thinking") => {
            let shown =
                deltas(text("thinking")).into_iter().map(|part| json!({"type": "thinking_delta", "thinking": part}));
            let signed = json!({"type": "signature_delta", "signature": block["signature"]});
            (json!({"type": "thinking", "thinking": "", "signature": ""}), shown.chain([signed]).collect())
        }
        Some("tool_use") => {
            let arguments = block["input"].to_string();
            let parts = std::iter::once(String::new()).chain(deltas(&arguments));
            let start = json!({"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}});
            (start, parts.map(|part| json!({"type": "input_json_delta", "partial_json": part})).collect())
        }
        Some("text") => {
            let parts = deltas(text("text")).into_iter().map(|part| json!({"type": "text_delta", "text": part}));
            (json!({"type": "text", "text": ""}), parts.collect())
        }
        _ => (block.clone(), Vec::new()),
    };
    let name = "content_block_start";
    events.push(event(name, &json!({"type": name, "index": index, "content_block": start})));
    if index == 0 {
        events.push(event("ping", &json!({"type": "ping"})));
    }
    let name = "content_block_delta";
    events.extend(parts.into_iter().map(|part| event(name, &json!({"type": name, "index": index, "delta": part}))));
    let name = "content_block_stop";
    events.push(event(name, &json!({"type": name, "index": index})));
}
