//! Checks of the conversation so far.

use std::collections::HashSet;

use serde_json::Value;

use super::list;

/// Returns the ids of the blocks of one type in a message of Anthropic.
pub(crate) fn ids<'a>(message: &'a Value, kind: &str, name: &str) -> Vec<&'a str> {
    let blocks = list(message, "content").iter().filter(|block| block["type"] == kind);
    blocks.filter_map(|block| block[name].as_str()).collect()
}

/// A tool call and its result that do not belong together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unpaired<'a> {
    /// The message at this position calls tools, and the next one has no result for these ids.
    Call(usize, Vec<&'a str>),
    /// The block at this position of a message is a result without a call before it.
    Result(usize, &'a str),
}

/// Returns the first unpaired call or result of a conversation on Anthropic's wire.
pub(crate) fn unpaired(messages: &[Value]) -> Option<Unpaired<'_>> {
    let mut called: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let results = ids(message, "tool_result", "tool_use_id");
        let missing: Vec<&str> = called.iter().filter(|id| !results.contains(id)).copied().collect();
        if !missing.is_empty() {
            return Some(Unpaired::Call(at - 1, missing));
        }
        if let Some(odd) = results.iter().find(|id| !called.contains(id)) {
            return Some(Unpaired::Result(at, odd));
        }
        called = if message["role"] == "assistant" { ids(message, "tool_use", "id") } else { Vec::new() };
    }
    (!called.is_empty()).then(|| Unpaired::Call(messages.len() - 1, called))
}

/// Returns the first unpaired call or result in chat completions, where results are messages of the role `tool`.
pub(crate) fn unpaired_chat(messages: &[Value]) -> Option<Unpaired<'_>> {
    let (mut open, mut caller) = (Vec::new(), 0);
    for (at, message) in messages.iter().enumerate() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let Some(found) = open.iter().position(|called| *called == id) else {
                return Some(Unpaired::Result(at, id));
            };
            open.remove(found);
        } else if open.is_empty() {
            open = list(message, "tool_calls").iter().filter_map(|call| call["id"].as_str()).collect();
            caller = at;
        } else {
            break;
        }
    }
    (!open.is_empty()).then_some(Unpaired::Call(caller, open))
}

/// Returns the first unpaired call or result among the items of Responses.
pub(crate) fn unpaired_items(items: &[Value]) -> Option<Unpaired<'_>> {
    let of = |kind: &'static str| {
        items.iter().filter(move |item| item["type"] == kind).filter_map(|item| item["call_id"].as_str())
    };
    let (calls, results): (HashSet<&str>, HashSet<&str>) =
        (of("function_call").collect(), of("function_call_output").collect());
    if let Some(call) = of("function_call").find(|id| !results.contains(id)) {
        return Some(Unpaired::Call(0, vec![call]));
    }
    of("function_call_output").find(|id| !calls.contains(id)).map(|id| Unpaired::Result(0, id))
}

/// Returns the position of the first message without content. `is_empty` decides on its content.
pub(crate) fn empty(messages: &[Value]) -> Option<usize> {
    let is_empty = |content: &Value| match content {
        Value::String(text) => text.is_empty(),
        Value::Array(blocks) => blocks.is_empty(),
        _ => true,
    };
    messages.iter().position(|message| is_empty(&message["content"]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_needs_its_result_in_the_next_message() {
        let call = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "a"}]});
        let result = |id: &str| json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id}]});
        assert_eq!(unpaired(&[call.clone(), result("a")]), None);
        assert_eq!(unpaired(&[call.clone(), result("b")]), Some(Unpaired::Call(0, vec!["a"])));
        assert_eq!(unpaired(&[call]), Some(Unpaired::Call(0, vec!["a"])));
        assert_eq!(unpaired(&[result("b")]), Some(Unpaired::Result(0, "b")));
    }

    #[test]
    fn chat_and_responses_pair_calls_by_id() {
        let call = json!({"role": "assistant", "tool_calls": [{"id": "a"}, {"id": "b"}]});
        let result = |id: &str| json!({"role": "tool", "tool_call_id": id});
        assert_eq!(unpaired_chat(&[call.clone(), result("b"), result("a")]), None);
        assert_eq!(unpaired_chat(&[call.clone(), result("b")]), Some(Unpaired::Call(0, vec!["a"])));
        assert_eq!(unpaired_chat(&[result("a")]), Some(Unpaired::Result(0, "a")));
        let user = json!({"role": "user", "content": "x"});
        assert_eq!(unpaired_chat(&[call, user, result("a")]), Some(Unpaired::Call(0, vec!["a", "b"])));
        let item = |kind: &str| json!({"type": kind, "call_id": "c"});
        assert_eq!(unpaired_items(&[item("function_call"), item("function_call_output")]), None);
        assert_eq!(unpaired_items(&[item("function_call")]), Some(Unpaired::Call(0, vec!["c"])));
        assert_eq!(unpaired_items(&[item("function_call_output")]), Some(Unpaired::Result(0, "c")));
    }
}
