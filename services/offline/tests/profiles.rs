//! Every profile over HTTP: rules, thinking, caches, streams and incidents.

mod client;

use client::{Got, get, post};
use offline::{Fault, Mode, Offline, OfflineConfig, Profile};
use serde_json::{Value, json};

const MESSAGES: &str = "/anthropic/v1/messages";
const CHAT: &str = "/openai/v1/chat/completions";
const RESPONSES: &str = "/openai/v1/responses";

/// A named profile with its wire and a model that thinks.
const NAMED: [(Profile, &str, &str); 5] = [
    (Profile::Minimax, MESSAGES, "MiniMax-M2"),
    (Profile::Claude, MESSAGES, "claude-sonnet-5"),
    (Profile::Gpt, CHAT, "gpt-5.5"),
    (Profile::Gpt, RESPONSES, "gpt-5.5"),
    (Profile::Deepseek, CHAT, "deepseek-v4-flash"),
];

async fn world(profile: Profile, thinking: Option<u64>) -> Offline {
    offline::serve(OfflineConfig { profile, thinking_tokens: thinking, ..OfflineConfig::default() })
        .await
        .expect("the offline world listens")
}

/// A task with one tool, in the wire's form. The tool is not forced.
fn task(wire: &str, model: &str, limit: u64) -> Value {
    let text = "Call `decompose_question`.\n```json\n{\"question\": {\"text\": \"Will it?\"}}\n```";
    let (name, schema) = ("decompose_question", json!({"type": "object", "properties": {}}));
    let user = json!([{"role": "user", "content": text}]);
    match wire {
        MESSAGES => {
            json!({"model": model, "max_tokens": limit, "messages": user, "tools": [{"name": name, "input_schema": schema}]})
        }
        RESPONSES => json!({"model": model, "max_output_tokens": limit, "store": false, "input": user,
            "include": ["reasoning.encrypted_content"], "tools": [{"type": "function", "name": name, "parameters": schema}]}),
        _ => {
            let limited = if model.starts_with("gpt") { "max_completion_tokens" } else { "max_tokens" };
            let tool = json!({"type": "function", "function": {"name": name, "parameters": schema}});
            json!({"model": model, limited: limit, "messages": user, "tools": [tool]})
        }
    }
}

/// Returns the called tool, the reason of the end, and output and thinking tokens.
fn read(wire: &str, reply: &Value) -> (String, String, u64, u64) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let usage = &reply["usage"];
    let of = |list: &Value, kind: &str| {
        text(&list.as_array().into_iter().flatten().find(|part| part["type"] == kind).unwrap_or(&Value::Null)["name"])
    };
    let count = |value: &Value| value.as_u64().unwrap_or(0);
    match wire {
        MESSAGES => {
            let thinking = count(&usage["output_tokens_details"]["thinking_tokens"]);
            (of(&reply["content"], "tool_use"), text(&reply["stop_reason"]), count(&usage["output_tokens"]), thinking)
        }
        RESPONSES => (
            of(&reply["output"], "function_call"),
            text(&reply["status"]),
            count(&usage["output_tokens"]),
            count(&usage["output_tokens_details"]["reasoning_tokens"]),
        ),
        _ => {
            let choice = &reply["choices"][0];
            let thinking = count(&usage["completion_tokens_details"]["reasoning_tokens"]);
            let name = text(&choice["message"]["tool_calls"][0]["function"]["name"]);
            (name, text(&choice["finish_reason"]), count(&usage["completion_tokens"]), thinking)
        }
    }
}

async fn bill(world: &Offline, id: &str) -> Value {
    get(world, &format!("/invoice/{id}")).await.json()["lines"][0].clone()
}

#[tokio::test]
async fn a_tool_that_is_asked_for_is_called_after_thinking_that_is_charged() {
    for (profile, wire, model) in NAMED {
        let world = world(profile, None).await;
        let got = post(&world, wire, "id", &task(wire, model, 9_000)).await;
        let (called, _, output, thinking) = read(wire, &got.json());
        assert_eq!((got.status, called.as_str()), (200, "decompose_question"), "{profile} {}", got.text());
        assert!(profile == Profile::Minimax || thinking == 300, "{profile} {wire}: {thinking}");
        let line = bill(&world, "id").await;
        assert_eq!((line["output_tokens"].as_u64(), line["thinking_tokens"].as_u64()), (Some(output), Some(300)));
        assert_eq!(got.json()["model"], model);
    }
}

#[tokio::test]
async fn thinking_beyond_the_limit_leaves_no_answer() {
    for (profile, wire, model) in NAMED {
        let world = world(profile, Some(8_000)).await;
        let (called, end, output, _) = read(wire, &post(&world, wire, "id", &task(wire, model, 2_000)).await.json());
        assert_eq!((called.as_str(), output), ("", 2_000), "{profile} {wire}");
        assert!(["max_tokens", "length", "incomplete"].contains(&end.as_str()), "{end}");
        let (called, ..) = read(wire, &post(&world, wire, "id", &task(wire, model, 12_000)).await.json());
        assert_eq!(called, "decompose_question");
    }
}

#[tokio::test]
async fn prices_are_those_of_the_model() {
    let world = world(Profile::Claude, None).await;
    for (model, input, output) in [("claude-opus-5", 5, 25), ("claude-sonnet-5", 3, 15), ("claude-haiku-4-5", 1, 5)] {
        post(&world, MESSAGES, model, &task(MESSAGES, model, 9_000)).await;
        let line = bill(&world, model).await;
        let count = |name: &str| line[name].as_u64().unwrap();
        let cost = count("input_tokens") * input + count("output_tokens") * output;
        assert_eq!(count("cost_micro_usd"), cost, "{model}: dollars per million are micro-dollars per token");
    }
}

#[tokio::test]
async fn rules_are_enforced_with_the_providers_bodies_and_noted_without_a_charge() {
    let refused = [
        (Profile::Minimax, MESSAGES, "MiniMax-M2", json!(0), "/error/http_code"),
        (Profile::Claude, MESSAGES, "claude-sonnet-5", json!(0.5), "/request_id"),
        (Profile::Gpt, CHAT, "gpt-5.5", json!(0.5), "/error/param"),
        (Profile::Gpt, RESPONSES, "gpt-5.5", json!(0.5), "/error/param"),
        (Profile::Deepseek, CHAT, "deepseek-v4-flash", json!(0.5), "/error/code"),
    ];
    for (profile, wire, model, temperature, member) in refused {
        let world = world(profile, None).await;
        let mut body = task(wire, model, 9_000);
        body["temperature"] = temperature;
        let got = post(&world, wire, "id", &body).await;
        assert_eq!(got.status, 400, "{profile}");
        assert!(got.json()["error"]["message"].as_str().unwrap().contains("temperature"), "{}", got.text());
        assert!(got.json().pointer(member).is_some_and(Value::is_string), "{}", got.text());
        let binary = profile == Profile::Deepseek;
        assert_eq!(got.header("content-type") == "application/octet-stream", binary);
        assert_eq!((world.totals().by_status["rejected"], world.totals().cost_micro_usd), (1, 0));
        let unknown = post(&world, wire, "id", &task(wire, "claude-sonet-4-5", 9_000)).await;
        let status = if matches!(profile, Profile::Claude | Profile::Gpt) { 404 } else { 400 };
        assert_eq!(unknown.status, status, "{profile}");
    }
}

/// Returns the data of each event of a stream.
fn events(got: &Got) -> Vec<Value> {
    assert_eq!(got.header("content-type"), "text/event-stream; charset=utf-8", "{}", got.text());
    let data = got.text().lines().filter_map(|line| line.strip_prefix("data: ").map(str::to_owned)).collect::<Vec<_>>();
    data.iter().map(|data| serde_json::from_str(data).unwrap_or(json!(data))).collect()
}

#[tokio::test]
async fn streams_carry_the_same_reply() {
    for (profile, wire, model) in NAMED {
        let world = world(profile, None).await;
        let mut body = task(wire, model, 9_000);
        let whole = post(&world, wire, "id", &body).await.json();
        body["stream"] = json!(true);
        if wire == CHAT {
            body["stream_options"] = json!({"include_usage": true});
        }
        let events = events(&post(&world, wire, "id2", &body).await);
        let joined =
            |part: fn(&Value) -> &Value| events.iter().filter_map(|event| part(event).as_str()).collect::<String>();
        let (arguments, expected) = match wire {
            MESSAGES => {
                assert_eq!(events.last().unwrap()["type"], "message_stop");
                assert!(events.iter().any(|event| event["type"] == "ping"));
                let input = whole["content"].as_array().unwrap().last().unwrap()["input"].to_string();
                (joined(|event| &event["delta"]["partial_json"]), input)
            }
            RESPONSES => {
                assert_eq!(events.last().unwrap()["response"]["output"], whole["output"]);
                let call = whole["output"].as_array().unwrap().last().unwrap()["arguments"].clone();
                (joined(|event| &event["delta"]), call.as_str().unwrap().to_owned())
            }
            _ => {
                assert_eq!(events.last().unwrap(), "[DONE]");
                assert_eq!(events[events.len() - 2]["usage"]["completion_tokens"], whole["usage"]["completion_tokens"]);
                let call = whole["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"].clone();
                let part = |event: &Value| {
                    event["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str().map(str::to_owned)
                };
                (events.iter().filter_map(part).collect(), call.as_str().unwrap().to_owned())
            }
        };
        assert_eq!(arguments, expected, "{profile} {wire}");
    }
}

#[tokio::test]
async fn a_broken_stream_reports_an_error_and_is_charged_by_what_it_reported() {
    for (profile, wire, model) in NAMED {
        let world = world(profile, None).await;
        world.add_faults(vec![Fault::always("*", Mode::StreamError)]);
        let mut body = task(wire, model, 9_000);
        body["stream"] = json!(true);
        let events = events(&post(&world, wire, "id", &body).await);
        let last = events.last().unwrap();
        assert!(last["type"] == "error" || last["error"]["type"] == "server_error", "{profile} {last}");
        assert_eq!(bill(&world, "id").await["output_tokens"], 1);
    }
}

#[tokio::test]
async fn incidents_on_request_have_the_providers_form() {
    for (profile, wire, model) in NAMED {
        let world = world(profile, None).await;
        let end = async |mode: Mode| {
            world.clear_faults();
            world.add_faults(vec![Fault::always("*", mode)]);
            let got = post(&world, wire, "id", &task(wire, model, 9_000)).await.json();
            (read(wire, &got).1, got["incomplete_details"]["reason"].as_str().unwrap_or_default().to_owned())
        };
        let (refusal, cut) = match wire {
            MESSAGES => (("refusal", ""), ("max_tokens", "")),
            RESPONSES => (("incomplete", "content_filter"), ("incomplete", "max_output_tokens")),
            _ => (("content_filter", ""), ("length", "")),
        };
        let own = |(end, reason): (&str, &str)| (end.to_owned(), reason.to_owned());
        assert_eq!(end(Mode::Refusal).await, own(refusal), "{profile} {wire}");
        assert_eq!(end(Mode::Cut).await, own(cut), "{profile} {wire}");
        if wire == MESSAGES {
            assert_eq!(end(Mode::PauseTurn).await.0, "pause_turn");
        }
        world.clear_faults();
        let overloaded = Fault {
            params: offline::Params { retry_after: Some(2), ..Default::default() },
            ..Fault::always("*", Mode::Overloaded)
        };
        world.add_faults(vec![overloaded]);
        let got = post(&world, wire, "id", &task(wire, model, 9_000)).await;
        assert_eq!((got.status, got.header("retry-after")), (if wire == MESSAGES { 529 } else { 503 }, "2"));
    }
}

#[tokio::test]
async fn claude_caches_marked_prefixes_by_their_lifetime() {
    let world = world(Profile::Claude, None).await;
    let ask = async |text: &str, id: &str| {
        let mut body = task(MESSAGES, "claude-haiku-4-5", 9_000);
        let control = json!({"type": "ephemeral", "ttl": "1h"});
        body["system"] = json!([{"type": "text", "text": "Be brief. ".repeat(50), "cache_control": control}]);
        body["messages"] = json!([{"role": "user", "content": text}]);
        post(&world, MESSAGES, id, &body).await.json()["usage"].clone()
    };
    let first = ask("one", "a").await;
    let written = first["cache_creation"]["ephemeral_1h_input_tokens"].as_u64().unwrap();
    assert_eq!(first["cache_creation_input_tokens"].as_u64(), Some(written));
    let line = bill(&world, "a").await;
    let count = |name: &str| line[name].as_u64().unwrap();
    let cost = count("input_tokens") + written * 2 + count("output_tokens") * 5;
    assert_eq!(count("cost_micro_usd"), cost);
    assert_eq!(ask("two", "b").await["cache_read_input_tokens"].as_u64(), Some(written));
}

#[tokio::test]
async fn openai_and_deepseek_cache_prefixes_without_marks() {
    for (profile, wire, model) in NAMED.into_iter().filter(|(_, wire, _)| *wire != MESSAGES) {
        let world = world(profile, None).await;
        let ask = async |text: &str| {
            let mut body = task(wire, model, 9_000);
            let turns =
                json!([{"role": "developer", "content": "Be brief. ".repeat(600)}, {"role": "user", "content": text}]);
            body[if wire == RESPONSES { "input" } else { "messages" }] = turns;
            let usage = post(&world, wire, "id", &body).await.json()["usage"].clone();
            let details = if wire == RESPONSES { "input_tokens_details" } else { "prompt_tokens_details" };
            usage[details]["cached_tokens"].as_u64().unwrap()
        };
        assert_eq!(ask("one").await, 0, "{profile}");
        assert!(ask("two").await >= 1_024, "{profile}");
    }
}

#[tokio::test]
async fn answers_by_schema_are_the_same_task() {
    let gpt = world(Profile::Gpt, None).await;
    let text = "```json\n{\"question\": {\"text\": \"Will it?\"}}\n```";
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["questions"],
        "properties": {"questions": {"type": "array", "items": {"type": "string"}}}});
    let format = json!({"type": "json_schema", "name": "decompose_question", "strict": true, "schema": schema});
    let body = json!({"model": "gpt-5.5", "input": text, "text": {"format": format}});
    let reply = post(&gpt, RESPONSES, "id", &body).await.json();
    let answered = reply["output"][1]["content"][0]["text"].as_str().unwrap();
    assert!(answered.contains("\"questions\""), "{answered}");
    let claude = world(Profile::Claude, None).await;
    let body = json!({"model": "claude-haiku-4-5", "max_tokens": 9_000, "messages": [{"role": "user", "content": text}],
        "output_config": {"format": {"type": "json_schema", "schema": schema}}});
    let reply = post(&claude, MESSAGES, "id", &body).await.json();
    assert!(reply["content"][0]["text"].as_str().unwrap().contains("\"questions\""), "{reply}");
}
