//! The three wire formats with plans of every kind, and the streams of all three.

use serde_json::{Map, Value, json};

use super::reading::Recorded;
use super::*;
use crate::{AnswerMode, Block, Charge, Message, Role, StopReason, Tool, ToolChoice};

fn tool(name: &str) -> Tool {
    let schema = json!({ "type": "object", "required": ["mint"], "properties": {
        "mint": { "type": "string" }, "limit": { "type": "integer", "minimum": 1 } } });
    Tool { name: name.to_owned(), description: format!("Does {name}."), input_schema: schema }
}

/// A tool loop of `turns` turns with blocks of the provider `p` and of another one.
fn tool_loop(turns: usize) -> Request {
    let mut request = Request::new("Be brief.", "What is WIF?").with_tools(vec![tool("search")]).cached();
    for turn in 0..turns {
        let id = format!("t{turn}");
        let origin = |name: &str| name.to_owned();
        let blocks = vec![
            Block::Thinking { thinking: "foreign".into(), signature: "s".into(), origin: origin("q") },
            Block::Thinking { thinking: "hm".into(), signature: "reasoning_content".into(), origin: origin("p") },
            Block::Thinking { thinking: "sealed".into(), signature: "sig".into(), origin: origin("p") },
            Block::Opaque { item: json!({ "type": "redacted_thinking", "data": "x" }), origin: origin("p") },
            Block::Opaque { item: json!({ "type": "reasoning", "encrypted_content": "e" }), origin: origin("p") },
            Block::Opaque { item: json!({ "type": "reasoning", "encrypted_content": "f" }), origin: origin("q") },
            Block::Opaque { item: json!({ "reasoning_details": [{ "text": "d" }] }), origin: origin("p") },
            Block::Opaque { item: json!({ "call": { "extra_content": { "google": 1 } } }), origin: origin("p") },
            Block::ToolUse { id: id.clone(), name: "search".into(), input: json!({ "mint": "x" }) },
        ];
        request.messages.push(Arc::new(Message { role: Role::Assistant, blocks }));
        request.messages.push(Arc::new(Message::results(vec![Block::result(id, "a dog")])));
    }
    request
}

fn plan() -> Plan {
    let thinking = json!({ "reasoning_effort": "low", "output_config": { "effort": "low" } });
    Plan {
        max_tokens: 700,
        temperature: Some(0.5),
        answer: AnswerMode::Asked,
        strict_tools: true,
        cache: Some(CacheTtl::Hour1),
        stream: true,
        max_completion_tokens: true,
        encrypted_reasoning: true,
        thinking: thinking.as_object().cloned().unwrap_or_default(),
    }
}

fn body(style: ApiStyle, provider: &str, request: &Request, plan: &Plan) -> Value {
    let draft = Draft { model: "m", provider, request, plan };
    let mut bytes = Vec::new();
    (wire(style).body)(&draft, &mut bytes).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn forced(mut request: Request) -> Request {
    request.tool_choice = ToolChoice::Tool("search".to_owned());
    request
}

#[test]
fn a_tool_loop_is_written_in_every_format() {
    let request = forced(tool_loop(1));
    insta::assert_json_snapshot!("anthropic_loop", body(ApiStyle::Anthropic, "p", &request, &plan()));
    insta::assert_json_snapshot!("chat_loop", body(ApiStyle::OpenAi, "p", &request, &plan()));
    insta::assert_json_snapshot!("responses_loop", body(ApiStyle::Responses, "p", &request, &plan()));
}

#[test]
fn a_schema_for_the_answer_replaces_the_tool() {
    let request = forced(Request::new("", "x").with_tools(vec![tool("search")]));
    let plan = Plan { answer: AnswerMode::JsonSchema, ..plan() };
    let anthropic = body(ApiStyle::Anthropic, "p", &request, &plan);
    assert_eq!(anthropic["output_config"]["effort"], "low", "merged with the plan's members");
    assert_eq!(anthropic["output_config"]["format"]["schema"]["required"], json!(["mint"]));
    let chat = body(ApiStyle::OpenAi, "p", &request, &plan);
    assert_eq!(chat["response_format"]["json_schema"]["strict"], true);
    assert_eq!(chat["response_format"]["json_schema"]["schema"]["description"], "Does search.");
    let responses = body(ApiStyle::Responses, "p", &request, &plan);
    assert_eq!(responses["text"]["format"]["schema"]["properties"]["limit"]["type"], json!(["integer", "null"]));
    for body in [anthropic, chat, responses] {
        assert!(["tools", "tool_choice"].iter().all(|name| body.get(*name).is_none()), "{body}");
    }
    let again = body(ApiStyle::OpenAi, "p", &forced(tool_loop(1)), &plan);
    assert_eq!((again.get("response_format"), again.get("tool_choice")), (None, None), "calls need their tools");
    assert_eq!(again["tools"].as_array().map(Vec::len), Some(1));
}

/// A model writes the answer in the order of the schema, so the reason must come first.
#[test]
fn the_properties_are_written_in_the_order_of_the_schema() {
    let schema = json!({ "type": "object", "required": ["answer"], "propertyOrdering": ["reason", "answer"],
        "properties": { "answer": { "type": "string" }, "reason": { "type": "string" } } });
    let tool = Tool { input_schema: schema, ..tool("search") };
    let request = forced(Request::new("", "x").with_tools(vec![tool]));
    for style in [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses] {
        for answer in [AnswerMode::JsonSchema, AnswerMode::ForcedTool] {
            let plan = Plan { answer, ..plan() };
            let draft = Draft { model: "m", provider: "p", request: &request, plan: &plan };
            let mut bytes = Vec::new();
            (wire(style).body)(&draft, &mut bytes).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let place = |name: &str| text.find(&format!("\"{name}\":{{")).expect(name);
            assert!(place("reason") < place("answer"), "{text}");
            assert!(!text.contains("propertyOrdering"), "{text}");
        }
    }
}

#[test]
fn a_forced_call_is_written_as_the_tool_choice() {
    let request = forced(Request::new("", "x").with_tools(vec![tool("search")]));
    let plan = Plan { answer: AnswerMode::ForcedTool, ..Plan::default() };
    assert_eq!(
        body(ApiStyle::Anthropic, "p", &request, &plan)["tool_choice"],
        json!({ "type": "tool", "name": "search" })
    );
    assert_eq!(
        body(ApiStyle::Responses, "p", &request, &plan)["tool_choice"],
        json!({ "type": "function", "name": "search" })
    );
    let chat = body(ApiStyle::OpenAi, "p", &request, &plan);
    assert_eq!((&chat["tool_choice"]["function"]["name"], &chat["max_tokens"]), (&json!("search"), &json!(0)));
}

#[test]
fn a_call_is_forbidden_by_the_tool_choice_or_in_words() {
    let request = Request { tool_choice: ToolChoice::None, ..tool_loop(1) };
    let sent = |answer: AnswerMode| body(ApiStyle::OpenAi, "p", &request, &Plan { answer, ..Plan::default() });
    assert_eq!(sent(AnswerMode::ForcedTool)["tool_choice"], "none");
    let words = sent(AnswerMode::Asked);
    assert_eq!(words.get("tool_choice"), None);
    let last = words["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned();
    assert!(last.contains("call no tool"), "{last}");
}

#[test]
fn what_other_providers_wrote_is_sent_to_anthropic_in_the_form_that_it_accepts() {
    let mut request = tool_loop(0);
    let call = Block::ToolUse { id: "functions.search:0".into(), name: "search".into(), input: json!({}) };
    request.messages.push(Arc::new(Message { role: Role::Assistant, blocks: vec![call] }));
    request.messages.push(Arc::new(Message::results(vec![Block::failure("functions.search:0", "")])));
    let foreign = Block::Thinking { thinking: "hm".into(), signature: "s".into(), origin: "q".into() };
    request.messages.push(Arc::new(Message { role: Role::Assistant, blocks: vec![foreign] }));
    request.messages.push(Arc::new(Message::user("Go on.")));
    let sent = body(ApiStyle::Anthropic, "p", &request, &Plan::default());
    let turns = sent["messages"].as_array().unwrap();
    let roles: Vec<&str> = turns.iter().filter_map(|turn| turn["role"].as_str()).collect();
    assert_eq!(roles, ["user", "assistant", "user"], "roles alternate");
    let (called, answered) = (&turns[1]["content"][0]["id"], &turns[2]["content"][0]);
    assert_eq!((called, &answered["tool_use_id"]), (&json!("functions_search_0"), called));
    assert_eq!((&answered["content"], &turns[2]["content"][1]["text"]), (&json!("error"), &json!("Go on.")));
}

#[test]
fn anthropic_itself_receives_no_unsigned_thinking() {
    let mut request = Request::new("", "x");
    let unsigned = Block::Thinking { thinking: "hm".into(), signature: String::new(), origin: String::new() };
    request.messages.push(Arc::new(Message { role: Role::Assistant, blocks: vec![unsigned] }));
    request.messages.push(Arc::new(Message::user("y")));
    let turns = |provider: &str| {
        body(ApiStyle::Anthropic, provider, &request, &Plan::default())["messages"].as_array().map(Vec::len)
    };
    assert_eq!((turns("anthropic"), turns("minimax")), (Some(1), Some(3)), "the turns around it are joined");
}

#[test]
fn a_thinking_block_has_no_cache_mark() {
    let thinking = || Block::Thinking { thinking: "sealed".into(), signature: "sig".into(), origin: "p".into() };
    let plan = Plan { cache: Some(CacheTtl::Minutes5), ..Plan::default() };
    // A paused reply is the last message, so its last block would have the mark.
    let marks = |blocks: Vec<Block>| -> Vec<bool> {
        let mut request = tool_loop(0);
        request.messages.push(Arc::new(Message { role: Role::Assistant, blocks }));
        let sent = body(ApiStyle::Anthropic, "p", &request, &plan);
        let content = sent["messages"][1]["content"].as_array().cloned().unwrap_or_default();
        content.iter().map(|block| block.get("cache_control").is_some()).collect()
    };
    assert_eq!(marks(vec![Block::text("so far"), thinking()]), [true, false]);
    assert_eq!(marks(vec![thinking()]), [false]);
}

/// Returns the number of cache marks, the bytes of the prompt up to the last one, and all bytes of the prompt.
fn marked_bytes(body: &Value) -> (usize, usize, usize) {
    let mut pieces: Vec<String> = Vec::new();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let blocks = list(&body["messages"]).into_iter().flat_map(|message| list(&message["content"]));
    for block in list(&body["tools"]).into_iter().chain(list(&body["system"])).chain(blocks) {
        pieces.push(block.to_string());
    }
    let marks: Vec<usize> = (0..pieces.len()).filter(|at| pieces[*at].contains("cache_control")).collect();
    let end = marks.last().map_or(0, |last| pieces[..=*last].iter().map(String::len).sum());
    (marks.len(), end, pieces.iter().map(String::len).sum())
}

#[test]
fn four_fifths_of_a_loop_of_twenty_turns_are_read_from_the_cache() {
    let plan = Plan { cache: Some(CacheTtl::Minutes5), ..Plan::default() };
    let (mut read, mut all, mut cached) = (0, 0, 0);
    for turn in 0..20 {
        let body = body(ApiStyle::Anthropic, "p", &tool_loop(turn), &plan);
        let (marks, end, whole) = marked_bytes(&body);
        assert!((1..=4).contains(&marks), "{marks} marks");
        read += cached;
        all += whole;
        cached = end;
    }
    println!("{} % of the input are read from the cache", read * 100 / all);
    assert!(read * 5 >= all * 4, "{read} of {all}");
}

fn recorded(style: ApiStyle, body: &str) -> Result<ModelReply, LlmError> {
    let headers = [("content-type".to_owned(), "text/event-stream; charset=utf-8".to_owned())];
    read_recorded(&Recorded { style, status: 200, headers: &headers, body: body.as_bytes(), tools: None })
}

fn events(events: &[Value]) -> String {
    events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or(""))).collect()
}

fn anthropic_stream() -> Vec<Value> {
    let delta = |index: u64, delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
    vec![
        json!({ "type": "message_start", "message": { "id": "msg_1", "model": "m", "content": [],
                "usage": { "input_tokens": 10, "output_tokens": 1,
                           "cache_creation_input_tokens": 5, "cache_creation": { "ephemeral_1h_input_tokens": 4 } } } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "thinking", "thinking": "" } }),
        delta(0, json!({ "type": "thinking_delta", "thinking": "h" })),
        delta(0, json!({ "type": "thinking_delta", "thinking": "m" })),
        delta(0, json!({ "type": "signature_delta", "signature": "sig" })),
        json!({ "type": "content_block_start", "index": 1,
                "content_block": { "type": "tool_use", "id": "t", "name": "search", "input": {} } }),
        delta(1, json!({ "type": "input_json_delta", "partial_json": "{\"mint\":" })),
        delta(1, json!({ "type": "input_json_delta", "partial_json": "\"x\"}" })),
        json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 9 } }),
        json!({ "type": "message_stop" }),
    ]
}

#[test]
fn an_anthropic_stream_is_the_reply_that_a_whole_body_is() {
    let reply = recorded(ApiStyle::Anthropic, &events(&anthropic_stream())).unwrap();
    let thinking = Block::Thinking { thinking: "hm".into(), signature: "sig".into(), origin: String::new() };
    let call = Block::ToolUse { id: "t".into(), name: "search".into(), input: json!({ "mint": "x" }) };
    assert_eq!((reply.blocks, reply.stop), (vec![thinking, call], StopReason::ToolUse));
    assert_eq!(reply.usage, Usage { input: 10, output: 9, cache_read: 0, cache_write: 5, cache_write_1h: 4 });
}

#[test]
fn a_broken_stream_is_charged_by_what_it_reported() {
    let all = anthropic_stream();
    let cut = recorded(ApiStyle::Anthropic, &events(&all[..4])).unwrap_err();
    let LlmError::Cut { at_most, .. } = cut else { panic!("{cut}") };
    assert_eq!((at_most.input, at_most.cache_write, at_most.output), (10, 5, 1));
    // The last totals are those of the whole reply, which needs no event after them.
    let counted = recorded(ApiStyle::Anthropic, &events(&all[..9])).unwrap();
    assert_eq!((counted.usage.input, counted.usage.output, counted.stop), (10, 9, StopReason::ToolUse));
    for (style, text) in
        [(ApiStyle::Anthropic, ": ping\n\n"), (ApiStyle::OpenAi, "data: {\"choices\":[{\"delta\":{}}]}\n\n")]
    {
        assert_eq!(recorded(style, text).unwrap_err().class(), "lost");
    }
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let failed = [&all[..4], &[error]].concat();
    let failed = recorded(ApiStyle::Anthropic, &events(&failed)).unwrap_err();
    assert_eq!((failed.class(), failed.charge()), ("overloaded", Charge::AtMost(at_most)));
    assert!(matches!(failed.reason(), LlmError::Overloaded { .. }), "{failed}");
}

#[test]
fn a_chat_stream_is_assembled_from_the_variants_of_vendors() {
    let chunk = |delta: Value| json!({ "id": "c", "model": "m", "choices": [{ "index": 0, "delta": delta }] });
    let call = |index: u64, id: &str, name: &str, arguments: &str| json!({ "index": index, "id": id, "function": { "name": name, "arguments": arguments } });
    let chunks = [
        chunk(json!({ "content": [{ "type": "thinking", "thinking": [{ "type": "text", "text": "hm" }] }] })),
        chunk(json!({ "content": "Yes" })),
        chunk(json!({ "reasoning_details": [{ "type": "reasoning.text", "index": 0, "text": "a" }] })),
        chunk(
            json!({ "reasoning_details": [{ "type": "reasoning.text", "index": 0, "text": "b", "signature": "s" }] }),
        ),
        chunk(json!({ "tool_calls": [call(0, "t1", "search", "{\"a\":"), call(1, "", "search", "")] })),
        chunk(json!({ "tool_calls": [call(0, "", "", "1}")] })),
        json!({ "choices": [], "x_groq": { "usage": { "prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 15 } } }),
    ];
    let text: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    let reply = recorded(ApiStyle::OpenAi, &format!("{text}data: [DONE]\n\n")).unwrap();
    let calls: Vec<_> = reply.tool_uses().map(|(id, _, input)| (id, input.clone())).collect();
    assert_eq!(calls, [("t1", json!({ "a": 1 })), ("", json!({}))]);
    assert_eq!((reply.text().as_str(), &reply.stop), ("Yes", &StopReason::ToolUse));
    let details = json!([{ "type": "reasoning.text", "index": 0, "text": "ab", "signature": "s" }]);
    assert!(
        reply.blocks.contains(&Block::Opaque { item: json!({ "reasoning_details": details }), origin: String::new() })
    );
    assert_eq!((reply.usage.input, reply.usage.output), (9, 6), "the total holds thinking");
}

#[test]
fn a_responses_stream_ends_with_the_whole_response() {
    let item = json!({ "type": "reasoning", "id": "rs", "summary": [{ "type": "summary_text", "text": "hm" }], "encrypted_content": "e" });
    let message = json!({ "type": "message", "content": [{ "type": "output_text", "text": "yes" }] });
    let done = |item: &Value| json!({ "type": "response.output_item.done", "item": item });
    let response = json!({ "id": "r", "model": "m", "status": "completed", "error": null,
        "usage": { "input_tokens": 10, "input_tokens_details": { "cached_tokens": 4 }, "output_tokens": 3 } });
    let all = [done(&item), done(&message), json!({ "type": "response.completed", "response": response })];
    let reply = recorded(ApiStyle::Responses, &events(&all)).unwrap();
    assert_eq!((reply.text().as_str(), &reply.stop), ("yes", &StopReason::EndTurn));
    assert_eq!(reply.blocks[1], Block::Opaque { item, origin: String::new() });
    assert_eq!((reply.usage.input, reply.usage.cache_read), (6, 4));
    assert_eq!(recorded(ApiStyle::Responses, &events(&all[..2])).unwrap_err().class(), "lost");
    let failed = json!({ "type": "response.failed", "response": { "status": "failed",
        "error": { "code": "server_error", "message": "x" } } });
    assert_eq!(recorded(ApiStyle::Responses, &events(&[failed])).unwrap_err().class(), "server");
}

fn whole(style: ApiStyle, body: &Value) -> Result<ModelReply, LlmError> {
    read_recorded(&Recorded { style, status: 200, headers: &[], body: body.to_string().as_bytes(), tools: None })
}

fn chat(message: &Value, finish: &str) -> ModelReply {
    let body = json!({ "choices": [{ "message": message, "finish_reason": finish }] });
    whole(ApiStyle::OpenAi, &body).unwrap()
}

#[test]
fn refusals_pauses_and_cut_replies_have_their_reason() {
    assert_eq!(chat(&json!({ "content": null, "refusal": "no" }), "stop").stop, StopReason::Refusal);
    assert_eq!(chat(&json!({ "content": "" }), "content_filter").stop, StopReason::Refusal);
    let anthropic = |reason: &str| whole(ApiStyle::Anthropic, &json!({ "content": [], "stop_reason": reason }));
    assert_eq!(anthropic("refusal").unwrap().stop, StopReason::Refusal);
    assert_eq!(anthropic("pause_turn").unwrap().stop, StopReason::Paused);
    assert_eq!(anthropic("end_turn").unwrap_err().class(), "garbled");
    let part = json!([{ "type": "message", "content": [{ "type": "refusal", "refusal": "no" }] }]);
    let responses = |body: Value| whole(ApiStyle::Responses, &body).unwrap().stop;
    assert_eq!(responses(json!({ "status": "completed", "output": part })), StopReason::Refusal);
    let cut = json!({ "status": "incomplete", "incomplete_details": { "reason": "max_output_tokens" }, "output": [] });
    assert_eq!(responses(cut), StopReason::MaxTokens);
}

#[test]
fn thinking_is_read_from_every_place_and_names_its_member() {
    let members = |reply: ModelReply| -> Vec<(String, String)> {
        let thinking = reply.blocks.iter().filter_map(|block| match block {
            Block::Thinking { thinking, signature, .. } => Some((thinking.clone(), signature.clone())),
            _ => None,
        });
        thinking.collect()
    };
    let one = |text: &str, member: &str| vec![(text.to_owned(), member.to_owned())];
    assert_eq!(members(chat(&json!({ "reasoning_content": "hm" }), "stop")), one("hm", "reasoning_content"));
    assert_eq!(members(chat(&json!({ "reasoning": "hm" }), "stop")), one("hm", "reasoning"));
    assert_eq!(members(chat(&json!({ "content": "<think>hm</think>yes" }), "stop")), one("hm", "content"));
    let unclosed = chat(&json!({ "content": "\n<think>hm" }), "length");
    assert_eq!((unclosed.text(), members(unclosed)), (String::new(), one("hm", "content")));
    let both = json!({ "reasoning": "hm", "reasoning_details": [{ "text": "hm" }] });
    assert_eq!(members(chat(&both, "stop")), one("hm", ""), "the details are sent back instead");
}

#[test]
fn tokens_are_counted_once() {
    let usage = |style: ApiStyle, usage: Value| (wire(style).usage)(&json!({ "usage": usage })).unwrap();
    let compacted = json!({ "input_tokens": 200, "output_tokens": 20, "iterations": [
        { "type": "compaction", "input_tokens": 55_000, "output_tokens": 9 }, { "type": "message", "input_tokens": 200 } ] });
    assert_eq!(usage(ApiStyle::Anthropic, compacted).input, 55_200);
    let overlap = json!({ "prompt_tokens": 100, "completion_tokens": 1,
                          "prompt_tokens_details": { "cached_tokens": 80, "cache_write_tokens": 90 } });
    let read = usage(ApiStyle::OpenAi, overlap);
    assert_eq!((read.input, read.cache_read, read.cache_write), (10, 80, 90));
    let deepseek = json!({ "prompt_tokens": 100, "completion_tokens": 1, "prompt_cache_hit_tokens": 64 });
    assert_eq!(usage(ApiStyle::OpenAi, deepseek).cache_read, 64);
    assert!((wire(ApiStyle::OpenAi).usage)(&json!({ "usage": Value::Object(Map::new()) })).is_none());
}
