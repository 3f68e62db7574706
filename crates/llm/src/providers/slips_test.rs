//! Slips of providers and of the servers in front of them, as their users have reported them.

use serde_json::{Value, json};

use super::reading::Recorded;
use super::*;
use crate::{Block, StopReason};

fn stream(style: ApiStyle, kind: &str, body: &str) -> Result<ModelReply, LlmError> {
    let headers = [("content-type".to_owned(), kind.to_owned())];
    read_recorded(&Recorded { style, status: 200, headers: &headers, body: body.as_bytes(), tools: None })
}

fn chat_stream(deltas: &[Value]) -> ModelReply {
    let chunk = |delta: &Value| format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": delta }] }));
    let body: String = deltas.iter().map(chunk).collect();
    let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
    stream(ApiStyle::OpenAi, "text/event-stream", &format!("{body}data: {end}\n\n")).unwrap()
}

fn whole(style: ApiStyle, body: &Value) -> Result<ModelReply, LlmError> {
    read_recorded(&Recorded { style, status: 200, headers: &[], body: body.to_string().as_bytes(), tools: None })
}

fn calls(reply: &ModelReply) -> Vec<(String, Value)> {
    reply.tool_uses().map(|(_, name, input)| (name.to_owned(), input.clone())).collect()
}

fn call(name: &str, input: Value) -> (String, Value) {
    (name.to_owned(), input)
}

fn piece(index: Option<u64>, id: Option<&str>, name: &str, arguments: &str) -> Value {
    let mut piece = json!({ "type": "function", "function": { "name": name, "arguments": arguments } });
    if let Some(index) = index {
        piece["index"] = json!(index);
    }
    if let Some(id) = id {
        piece["id"] = json!(id);
    }
    piece
}

fn pieces(pieces: &[Value]) -> ModelReply {
    let deltas: Vec<Value> = pieces.iter().map(|piece| json!({ "tool_calls": [piece] })).collect();
    let apart = chat_stream(&deltas);
    let together = chat_stream(&[json!({ "tool_calls": pieces })]);
    assert_eq!(calls(&apart), calls(&together), "the chunks do not matter");
    apart
}

#[test]
fn a_new_id_or_a_second_object_begins_another_call() {
    let (a, b) = (call("search", json!({ "q": 1 })), call("price", json!({ "m": 2 })));
    let two = [a.clone(), b.clone()];
    let both =
        pieces(&[piece(Some(0), Some("x"), "search", "{\"q\":1}"), piece(Some(0), Some("y"), "price", "{\"m\":2}")]);
    assert_eq!((calls(&both), both.stop), (two.to_vec(), StopReason::ToolUse));
    let fragments = [
        piece(Some(0), Some("x"), "search", "{\"q\""),
        piece(Some(0), None, "", ":1}"),
        piece(Some(0), Some("y"), "price", ""),
        piece(Some(0), Some("y"), "", "{\"m\":2}"),
    ];
    assert_eq!(calls(&pieces(&fragments)), two);
    let no_ids = [piece(Some(0), None, "search", "{\"q\":1}"), piece(Some(0), Some(""), "price", "{\"m\":2}")];
    assert_eq!(calls(&pieces(&no_ids)), two);
    let no_index = [
        piece(None, Some("x"), "search", "{\"q\""),
        piece(None, Some("x"), "", ":1}"),
        piece(None, Some("y"), "price", "{\"m\":2}"),
    ];
    assert_eq!(calls(&pieces(&no_index)), two);
    let empty = [
        piece(Some(0), Some("x"), "list", ""),
        piece(Some(0), Some("y"), "list", "{}"),
        piece(Some(0), Some("z"), "search", "{\"q\":1}"),
    ];
    assert_eq!(calls(&pieces(&empty)), [call("list", json!({})), call("list", json!({})), a.clone()]);
    let same_tool =
        [piece(Some(0), Some("x"), "search", "{\"q\":1}"), piece(Some(0), Some("y"), "search", "{\"q\":3}")];
    assert_eq!(calls(&pieces(&same_tool)), [a, call("search", json!({ "q": 3 }))]);
}

#[test]
fn another_tool_begins_another_call_with_the_same_id() {
    let two = [piece(Some(0), Some("x"), "search", "{\"q\":1}"), piece(Some(0), Some("x"), "price", "{\"m\":2}")];
    assert_eq!(calls(&pieces(&two)), [call("search", json!({ "q": 1 })), call("price", json!({ "m": 2 }))]);
}

#[test]
fn reasons_of_other_formats_end_a_reply_alike() {
    let chat = |reason: &str| {
        let body = json!({ "choices": [{ "message": { "content": "yes" }, "finish_reason": reason }] });
        whole(ApiStyle::OpenAi, &body).unwrap().stop
    };
    let anthropic = |reason: &str| {
        let usage = json!({ "input_tokens": 1, "output_tokens": 1 });
        let body = json!({ "content": [{ "type": "text", "text": "yes" }], "stop_reason": reason, "usage": usage });
        whole(ApiStyle::Anthropic, &body).unwrap().stop
    };
    for (reason, expected) in [
        ("STOP", StopReason::EndTurn),
        ("eos", StopReason::EndTurn),
        ("end_turn", StopReason::EndTurn),
        ("MAX_TOKENS", StopReason::MaxTokens),
        ("length", StopReason::MaxTokens),
        ("SAFETY", StopReason::Refusal),
        ("odd", StopReason::Other("odd".into())),
    ] {
        assert_eq!((chat(reason), anthropic(reason)), (expected.clone(), expected), "{reason}");
    }
}

#[test]
fn pieces_of_one_call_stay_one_call() {
    let one = [call("search", json!({ "q": "ab" }))];
    for fragments in [
        // Another id with every piece.
        vec![piece(Some(0), Some("x"), "search", "{\"q\":"), piece(Some(0), Some("y"), "", "\"ab\"}")],
        vec![piece(Some(0), Some("x"), "search", "{\"q\":"), piece(Some(0), Some("y"), "search", "\"ab\"}")],
        // The name with every piece, and an empty piece at the end.
        vec![piece(Some(0), Some("x"), "search", "{\"q\":\"ab\"}"), piece(Some(0), Some("x"), "search", "")],
        vec![
            piece(Some(0), Some("x"), "search", "{\"q\":"),
            piece(Some(0), None, "search", "\"ab\"}"),
            piece(Some(0), None, "", ""),
        ],
        // The whole arguments again in the last piece.
        vec![piece(Some(0), Some("x"), "search", "{\"q\":\"ab\"}"), piece(Some(0), Some("x"), "", "{\"q\":\"ab\"}")],
        // The placeholder of another format before the arguments.
        vec![piece(Some(0), Some("x"), "search", "{}"), piece(Some(0), None, "", "{\"q\":\"ab\"}")],
    ] {
        assert_eq!(calls(&pieces(&fragments)), one, "{fragments:?}");
    }
}

#[test]
fn pieces_find_their_call_without_an_index_or_a_name_of_their_own() {
    let wanted = [call("search", json!({ "q": 1 }))];
    let counted =
        [piece(Some(0), Some("x"), "search", ""), piece(Some(1), None, "", "{\"q\""), piece(Some(2), None, "", ":1}")];
    let named_last =
        [piece(None, Some("x"), "", "{\"q\""), piece(None, Some("x"), "", ":1}"), piece(None, Some("x"), "search", "")];
    let repeated = [piece(Some(0), Some("x"), "search", "{\"q\""), piece(Some(0), Some("x"), "search", "{\"q\":1}")];
    for sent in [&counted[..], &named_last, &repeated] {
        assert_eq!(calls(&pieces(sent)), wanted, "{sent:?}");
    }
    let answer = json!({ "choices": [{ "message": { "content": "", "reasoning_content": "hm</think>yes" } }] });
    assert_eq!(whole(ApiStyle::OpenAi, &answer).unwrap().text(), "yes");
}

#[test]
fn arguments_are_read_in_every_form() {
    let sent = |arguments: Value| {
        let message = json!({ "content": null, "tool_calls": [{ "id": "x", "function": { "name": "f", "arguments": arguments } }] });
        let reply =
            whole(ApiStyle::OpenAi, &json!({ "choices": [{ "message": message, "finish_reason": "stop" }] })).unwrap();
        assert_eq!(reply.stop, StopReason::ToolUse);
        calls(&reply).remove(0).1
    };
    for arguments in [
        json!({ "q": 1 }),
        json!("{\"q\":1}"),
        json!("\"{\\\"q\\\":1}\""),
        json!("{}{\"q\":1}"),
        json!(" {\"q\": 1}\n"),
    ] {
        assert_eq!(sent(arguments.clone()), json!({ "q": 1 }), "{arguments}");
    }
    for nothing in [json!(null), json!(""), json!(" "), json!("null"), json!([]), json!("[]"), json!({})] {
        assert_eq!(sent(nothing.clone()), json!({}), "{nothing}");
    }
    assert_eq!(sent(json!("{\"q\": 1")), json!("{\"q\": 1"), "broken text stays, for repair");
}

#[test]
fn a_call_stands_in_every_member() {
    let read = |message: Value| {
        let body = json!({ "choices": [{ "message": message, "finish_reason": null }] });
        calls(&whole(ApiStyle::OpenAi, &body).unwrap())
    };
    let one = [call("f", json!({ "q": 1 }))];
    let function = json!({ "name": "f", "arguments": "{\"q\":1}" });
    assert_eq!(read(json!({ "content": "", "function_call": function })), one);
    assert_eq!(read(json!({ "tool_calls": [], "function_call": function })), one);
    assert_eq!(read(json!({ "tool_calls": { "id": "x", "function": function } })), one);
    assert_eq!(read(json!({ "tool_calls": [function] })), one);
    let legacy = chat_stream(&[
        json!({ "function_call": { "name": "f", "arguments": "{\"q\"" } }),
        json!({ "function_call": { "arguments": ":1}" } }),
    ]);
    assert_eq!(calls(&legacy), one);
}

#[test]
fn a_stream_needs_neither_a_marker_nor_its_announcement() {
    let chunk = "data: {\"choices\":[{\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n";
    let message = "data: {\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n";
    let comments = format!(": OPENROUTER PROCESSING\n\n:\n\ndata:\n\n{chunk}: ping\n\n");
    let json = "{\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}";
    for (kind, body) in [
        ("text/event-stream", chunk),
        ("text/event-stream", message),
        ("text/event-stream", &comments),
        ("application/json", chunk),
        ("application/json", &comments),
        ("text/event-stream", json),
    ] {
        assert_eq!(stream(ApiStyle::OpenAi, kind, body).unwrap().text(), "yes", "{kind}: {body}");
    }
}

#[test]
fn an_error_is_found_in_a_body_with_status_200() {
    for (body, class) in [
        (json!({ "error": { "message": "slow down", "type": "rate_limit_error" } }), "rate_limited"),
        (json!({ "error": "boom" }), "garbled"),
        (json!({ "base_resp": { "status_code": 1002, "status_msg": "rate limit" }, "choices": null }), "rate_limited"),
        (json!({ "object": "error", "message": "maximum context length is 10", "code": 400 }), "too_large"),
        (json!({ "detail": "model overloaded" }), "garbled"),
        (
            json!({ "choices": [{ "finish_reason": "error", "error": { "code": 429, "message": "x" }, "message": { "content": "" } }] }),
            "rate_limited",
        ),
    ] {
        assert_eq!(whole(ApiStyle::OpenAi, &body).unwrap_err().class(), class, "{body}");
    }
}

#[test]
fn anthropic_blocks_are_read_without_an_index_or_a_list() {
    let usage = json!({ "input_tokens": 1, "output_tokens": 1 });
    let text = json!({ "content": "yes", "stop_reason": "end_turn", "usage": usage });
    assert_eq!(whole(ApiStyle::Anthropic, &text).unwrap().text(), "yes");
    let nothing = json!({ "content": null, "stop_reason": "end_turn", "usage": usage });
    assert_eq!(whole(ApiStyle::Anthropic, &nothing).unwrap().blocks, []);
    let tool = json!({ "content": [{ "type": "tool_use", "name": "f", "input": "{\"q\":1}" }], "stop_reason": "end_turn", "usage": usage });
    let tool = whole(ApiStyle::Anthropic, &tool).unwrap();
    assert_eq!((calls(&tool), tool.stop), (vec![call("f", json!({ "q": 1 }))], StopReason::ToolUse));
    let events = [
        json!({ "type": "message_start", "message": { "id": "m", "usage": usage } }),
        json!({ "type": "content_block_delta", "delta": { "type": "text_delta", "text": "y" } }),
        json!({ "type": "content_block_delta", "delta": { "type": "text_delta", "text": "es" } }),
        json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "t", "name": "f", "input": { "q": 1 } } }),
        json!({ "type": "content_block_delta", "delta": { "type": "input_json_delta", "partial_json": "" } }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 3 } }),
    ];
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let reply = stream(ApiStyle::Anthropic, "text/event-stream", &body).unwrap();
    assert_eq!((reply.text().as_str(), calls(&reply)), ("yes", vec![call("f", json!({ "q": 1 }))]));
}

#[test]
fn anthropic_blocks_that_share_an_index_stay_apart() {
    let start = |block: Value| json!({ "type": "content_block_start", "index": 0, "content_block": block });
    let delta = |delta: Value| json!({ "type": "content_block_delta", "index": 0, "delta": delta });
    let tool = |id: &str| start(json!({ "type": "tool_use", "id": id, "name": "f", "input": {} }));
    let arguments = |json: &str| delta(json!({ "type": "input_json_delta", "partial_json": json }));
    let events = [
        json!({ "type": "message_start", "message": { "id": "m", "usage": { "input_tokens": 1, "output_tokens": 1 } } }),
        start(json!({ "type": "thinking", "thinking": "" })),
        delta(json!({ "type": "thinking_delta", "thinking": "hm" })),
        start(json!({ "type": "text", "text": "" })),
        delta(json!({ "type": "text_delta", "text": "yes" })),
        tool("a"),
        arguments("{\"q\":1}"),
        tool("b"),
        arguments("{\"q\":2}"),
        json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 3 } }),
    ];
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let reply = stream(ApiStyle::Anthropic, "text/event-stream", &body).unwrap();
    assert_eq!((reply.text().as_str(), reply.blocks.len()), ("yes", 4));
    assert_eq!(calls(&reply), [call("f", json!({ "q": 1 })), call("f", json!({ "q": 2 }))]);
}

#[test]
fn thoughts_and_calls_in_the_text_are_read_on_every_wire() {
    let text = "<think>hm</think>\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"q\": 1}}\n</tool_call>";
    let usage = json!({ "input_tokens": 1, "output_tokens": 1 });
    let replies = [
        (ApiStyle::OpenAi, json!({ "choices": [{ "message": { "content": text }, "finish_reason": "stop" }] })),
        (
            ApiStyle::Anthropic,
            json!({ "content": [{ "type": "text", "text": text }], "stop_reason": "end_turn", "usage": usage }),
        ),
        (
            ApiStyle::Responses,
            json!({ "status": "completed", "output": [{ "type": "message", "content": [{ "type": "output_text", "text": text }] }] }),
        ),
    ];
    for (style, body) in replies {
        let reply = whole(style, &body).unwrap();
        assert_eq!((calls(&reply), &reply.stop), (vec![call("f", json!({ "q": 1 }))], &StopReason::ToolUse), "{style}");
        assert!(
            reply.blocks.iter().any(|block| matches!(block, Block::Thinking { thinking, .. } if thinking == "hm")),
            "{style}"
        );
    }
}
