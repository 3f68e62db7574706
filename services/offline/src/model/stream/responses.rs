//! Events of Responses, from `response.created` to `response.completed` or `response.incomplete`.

use serde_json::{Value, json};

use super::{Course, deltas, event};

/// Events with their sequence numbers.
struct Events(Vec<String>);

impl Events {
    fn push(&mut self, name: &str, mut data: Value) {
        data["type"] = json!(name);
        data["sequence_number"] = json!(self.0.len());
        self.0.push(event(name, &data));
    }
}

/// Renders a reply as events.
pub(in crate::model) fn events(reply: &Value, course: Course) -> Vec<String> {
    let mut begun = reply.clone();
    begun["status"] = json!("in_progress");
    begun["output"] = json!([]);
    begun["usage"] = Value::Null;
    begun["incomplete_details"] = Value::Null;
    let mut events = Events(Vec::new());
    events.push("response.created", json!({"response": begun}));
    events.push("response.in_progress", json!({"response": begun}));
    let items = reply["output"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, item) in items.iter().enumerate() {
        self::item(&mut events, index, item);
        if course.broken {
            break;
        }
    }
    if course.broken {
        events.0.truncate(3);
        let message = "The server had an error while processing your request";
        events.push("error", json!({"code": "server_error", "message": message, "param": null}));
        return events.0;
    }
    let last = if reply["status"] == "incomplete" { "response.incomplete" } else { "response.completed" };
    events.push(last, json!({"response": reply}));
    events.0
}

fn item(events: &mut Events, index: usize, item: &Value) {
    let mut opened = item.clone();
    opened["status"] = json!("in_progress");
    for empty in ["content", "arguments"] {
        if item.get(empty).is_some() {
            opened[empty] = if empty == "content" { json!([]) } else { json!("") };
        }
    }
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    let at = json!({"item_id": item["id"], "output_index": index});
    let place = |more: Value| {
        let mut data = at.clone();
        data.as_object_mut().into_iter().for_each(|data| data.extend(more.as_object().cloned().unwrap_or_default()));
        data
    };
    if item["type"] == "function_call" {
        for part in deltas(item["arguments"].as_str().unwrap_or_default()) {
            events.push("response.function_call_arguments.delta", place(json!({"delta": part})));
        }
        events.push("response.function_call_arguments.done", place(json!({"arguments": item["arguments"]})));
    }
    for (n, content) in item["content"].as_array().into_iter().flatten().enumerate() {
        let empty = json!({"type": "output_text", "text": "", "annotations": []});
        events.push("response.content_part.added", place(json!({"content_index": n, "part": empty})));
        for part in deltas(content["text"].as_str().unwrap_or_default()) {
            events.push("response.output_text.delta", place(json!({"content_index": n, "delta": part})));
        }
        events.push("response.output_text.done", place(json!({"content_index": n, "text": content["text"]})));
        events.push("response.content_part.done", place(json!({"content_index": n, "part": content})));
    }
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}
