//! Both wire formats against a provider that follows their documentation.

mod support;

use std::sync::Arc;

use domain::{JobId, MicroUsd};
use llm::{ApiStyle, Block, CallInvoice, Message, Request, StopReason, Tool, ToolChoice, Usage};
use serde_json::json;
use support::{Provider, json as reply};

fn call() -> JobId {
    JobId::named(&["call"])
}

/// A conversation with every kind of block, including a failed tool call.
fn conversation() -> Request {
    let shape = json!({ "type": "object", "properties": { "mint": { "type": "string" } } });
    let tool =
        |name: &str| Tool { name: name.to_owned(), description: format!("Does {name}."), input_schema: shape.clone() };
    let mut request = Request::new("Be brief.", "What is WIF?")
        .with_tools(vec![tool("search"), tool("resolve")])
        .with_temperature(0.2)
        .with_max_tokens(500)
        .cached();
    request.messages.push(Arc::new(Message {
        role: llm::Role::Assistant,
        blocks: vec![
            Block::Thinking { thinking: "hm".to_owned(), signature: "sealed".to_owned(), origin: String::new() },
            Block::text("Let me see."),
            Block::ToolUse { id: "t1".to_owned(), name: "search".to_owned(), input: json!({ "mint": "x" }) },
            Block::ToolUse { id: "t2".to_owned(), name: "resolve".to_owned(), input: json!("{broken") },
        ],
    }));
    request.messages.push(Arc::new(Message::results(vec![
        Block::result("t1", "a dog"),
        Block::failure("t2", "no JSON"),
        Block::text("Go on."),
    ])));
    request.tool_choice = ToolChoice::Tool("search".to_owned());
    request
}

fn anthropic_reply() -> serde_json::Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "the-model-0711",
        "content": [
            { "type": "thinking", "thinking": "let me think", "signature": "sealed" },
            { "type": "text", "text": "A dog." },
            { "type": "server_tool_use", "id": "x", "name": "y", "input": {} },
            { "type": "tool_use", "id": "t3", "name": "search", "input": { "mint": "y" } },
        ],
        "stop_reason": "tool_use",
        "usage": { "input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 30, "cache_creation_input_tokens": 40 },
    })
}

#[tokio::test]
async fn anthropic_requests_and_replies_are_converted() {
    let provider = Provider::answering([reply(200, &anthropic_reply())]).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    endpoint.key = Some("secret".into());
    let got = support::connect(endpoint).complete(&conversation(), call()).await.unwrap();

    assert_eq!(got.text(), "A dog.");
    assert_eq!(got.tool_uses().collect::<Vec<_>>(), [("t3", "search", &json!({ "mint": "y" }))]);
    assert!(matches!(&got.blocks[0], Block::Thinking { signature, .. } if signature == "sealed"));
    assert_eq!((got.stop, got.model.as_str(), got.id.as_str()), (StopReason::ToolUse, "the-model-0711", "msg_1"));
    assert_eq!(got.usage, Usage { input: 100, output: 20, cache_read: 30, cache_write: 40, cache_write_1h: 0 });

    let sent = &provider.sent()[0];
    assert_eq!(sent.path, "/v1/messages");
    assert_eq!((sent.header("x-api-key"), sent.header("anthropic-version")), ("secret", "2023-06-01"));
    assert_eq!(sent.header("x-client-request-id"), call().to_string());
    assert_eq!(sent.header("idempotency-key"), call().to_string());
    insta::assert_json_snapshot!("anthropic_request", sent.body);
}

#[tokio::test]
async fn openai_requests_and_replies_are_converted() {
    let body = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "model": "the-model-0711",
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": null, "tool_calls": [
                { "id": "t3", "type": "function", "function": { "name": "search", "arguments": "{\"mint\":\"y\"}" } },
                { "id": "t4", "type": "function", "function": { "name": "search", "arguments": "{mint: y" } },
            ] } }],
        "usage": { "prompt_tokens": 130, "completion_tokens": 20, "total_tokens": 150,
                   "prompt_tokens_details": { "cached_tokens": 30 } },
    });
    let provider = Provider::answering([reply(200, &body)]).await;
    let mut endpoint = provider.endpoint(ApiStyle::OpenAi);
    endpoint.key = Some("secret".into());
    let got = support::connect(endpoint).complete(&conversation(), call()).await.unwrap();

    let calls: Vec<_> = got.tool_uses().map(|(id, _, input)| (id, input.clone())).collect();
    assert_eq!(calls, [("t3", json!({ "mint": "y" })), ("t4", json!("{mint: y"))], "what is no JSON stays text");
    assert_eq!(got.usage, Usage { input: 100, output: 20, cache_read: 30, ..Usage::default() });
    assert_eq!(got.stop, StopReason::ToolUse);

    let sent = &provider.sent()[0];
    assert_eq!((sent.path.as_str(), sent.header("authorization")), ("/v1/chat/completions", "Bearer secret"));
    insta::assert_json_snapshot!("openai_request", sent.body);
}

#[tokio::test]
async fn the_base_address_may_have_a_path_and_a_version() {
    for (base, style, expected) in [
        ("anthropic", ApiStyle::Anthropic, "/anthropic/v1/messages"),
        ("anthropic/", ApiStyle::Anthropic, "/anthropic/v1/messages"),
        ("openai/v1", ApiStyle::OpenAi, "/openai/v1/chat/completions"),
        ("v4/", ApiStyle::OpenAi, "/v4/chat/completions"),
        ("openai", ApiStyle::OpenAi, "/openai/v1/chat/completions"),
    ] {
        let provider = Provider::answering([reply(400, &json!({}))]).await;
        let mut endpoint = provider.endpoint(style);
        endpoint.base_url = provider.url.join(base).unwrap();
        support::connect(endpoint).complete(&Request::new("", "x"), call()).await.unwrap_err();
        assert_eq!(provider.sent()[0].path, expected);
    }
}

#[tokio::test]
async fn a_reply_without_usage_is_charged_at_the_maximum() {
    let silent = json!({ "content": [{ "type": "text", "text": "yes" }], "stop_reason": "end_turn" });
    let provider = Provider::answering([reply(200, &silent)]).await;
    let model = provider.model(ApiStyle::Anthropic);
    let request = Request::new("", "Is it?").with_max_tokens(50);
    let got = model.complete(&request, call()).await.unwrap();
    let cost = model.cost(&got.usage);
    assert!(cost <= model.max_cost(&request) && cost.0 > 50, "{cost}");
}

#[tokio::test]
async fn the_outcome_of_a_call_can_be_looked_up() {
    let invoice = |status: &str, id: JobId| {
        let body = json!({ "request_id": id.to_string(), "model": "m", "input_tokens": 10, "output_tokens": 5,
                           "cache_read_tokens": 1, "cache_write_tokens": 4, "cache_write_1h_tokens": 3, "cost_micro_usd": 9, "status": status });
        reply(if status == "unknown" { 404 } else { 200 }, &body)
    };
    let page = support::raw(404, &[], "<h1>Not found</h1>");
    let script = [
        invoice("charged", call()),
        invoice("unknown", call()),
        invoice("running", call()),
        invoice("unknown", call().derive("x", 0)),
        page,
    ];
    let provider = Provider::answering(script).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    endpoint.invoice_url = Some(provider.url.clone());
    let model = support::connect(endpoint);
    let usage = Usage { input: 10, output: 5, cache_read: 1, cache_write: 4, cache_write_1h: 3 };
    let charged = CallInvoice::Charged { usage, cost: Some(MicroUsd(9)) };
    assert_eq!(model.lookup(call()).await, Ok(Some(charged)));
    assert_eq!(model.lookup(call()).await, Ok(Some(CallInvoice::NotCharged)));
    assert_eq!(model.lookup(call()).await, Ok(None), "still at work");
    assert_eq!(model.lookup(call()).await, Ok(None), "another call's invoice refunds nothing");
    assert_eq!(model.lookup(call()).await, Ok(None), "a wrong address refunds nothing");
    assert_eq!(provider.sent()[0].path, format!("/invoice/{}", call()));
    assert!(provider.sent().iter().all(|sent| sent.method == "GET"));

    let real = provider.model(ApiStyle::Anthropic);
    assert!(!real.supports_lookup());
    assert_eq!(real.lookup(call()).await, Ok(None));
}
