use serde_json::{Value, json};

use crate::provider::{Profile, Seal, Wire, admit};

fn refused_by(model: &str, change: impl FnOnce(&mut Value)) -> Option<String> {
    let mut body = json!({"model": model, "max_tokens": 2_000, "messages": [{"role": "user", "content": "x"}]});
    change(&mut body);
    admit(Profile::Claude, Wire::Anthropic, &body).err().map(|refusal| refusal.message)
}

fn refused(change: impl FnOnce(&mut Value)) -> Option<String> {
    refused_by("claude-sonnet-5", change)
}

fn set(name: &str, value: Value) -> impl FnOnce(&mut Value) {
    move |body| body[name] = value
}

fn tools(schema: impl Into<Value>) -> Value {
    json!([{"name": "a", "input_schema": schema.into()}])
}

/// Adds a turn with a tool call and its result.
fn turn(first: Value, id: &str) -> impl FnOnce(&mut Value) {
    let call = json!({"type": "tool_use", "id": id, "name": "a", "input": {}});
    let content: Vec<Value> = [first, call].into_iter().filter(|block| !block.is_null()).collect();
    let result = json!([{"type": "tool_result", "tool_use_id": id, "content": "y"}]);
    let turns = [json!({"role": "assistant", "content": content}), json!({"role": "user", "content": result})];
    move |body| body["messages"].as_array_mut().unwrap().extend(turns)
}

#[test]
fn new_models_refuse_sampling_and_old_ones_while_thinking() {
    assert_eq!(refused(|_| {}), None);
    let deprecated = Some("`temperature` is deprecated for this model.".to_owned());
    assert_eq!(refused(set("temperature", json!(1))), deprecated);
    assert!(refused(set("top_p", json!(0.5))).unwrap().contains("`top_p`"));
    let haiku = |change: fn(&mut Value)| refused_by("claude-haiku-4-5", change);
    assert_eq!(haiku(|body| body["temperature"] = json!(0)), None);
    assert!(haiku(|body| body["temperature"] = json!(1.5)).unwrap().contains("range"));
    assert!(haiku(|body| (body["temperature"], body["top_p"]) = (json!(0), json!(1))).unwrap().contains("both"));
    let thinking = |body: &mut Value| body["thinking"] = json!({"type": "enabled", "budget_tokens": 1_024});
    assert_eq!(refused_by("claude-haiku-4-5", thinking), None);
    let both = |body: &mut Value| {
        thinking(body);
        body["temperature"] = json!(0);
    };
    assert!(refused_by("claude-haiku-4-5", both).unwrap().contains("may only be set to 1"));
}

#[test]
fn thinking_types_and_budgets_are_those_of_the_model() {
    let kind = |model: &str, thinking: Value| refused_by(model, |body| body["thinking"] = thinking);
    assert_eq!(kind("claude-sonnet-5", json!({"type": "adaptive"})), None);
    let enabled = json!({"type": "enabled", "budget_tokens": 1_500});
    assert!(kind("claude-sonnet-5", enabled.clone()).unwrap().contains("thinking.type.enabled"));
    assert_eq!(kind("claude-haiku-4-5", enabled), None);
    assert!(kind("claude-haiku-4-5", json!({"type": "adaptive"})).unwrap().contains("adaptive"));
    assert!(kind("claude-haiku-4-5", json!({"type": "on"})).unwrap().contains("expected tags"));
    assert!(kind("claude-haiku-4-5", json!({"type": "enabled"})).unwrap().contains("Field required"));
    let budget = |tokens: u64| kind("claude-haiku-4-5", json!({"type": "enabled", "budget_tokens": tokens})).unwrap();
    assert!(budget(1_000).contains("greater than or equal to 1024"));
    assert!(budget(2_000).contains("must be greater than `thinking.budget_tokens`"));
}

#[test]
fn efforts_are_those_of_the_model() {
    let effort =
        |model: &str, effort: &str| refused_by(model, |body| body["output_config"] = json!({"effort": effort}));
    assert_eq!(effort("claude-opus-5", "max"), None);
    assert!(effort("claude-opus-5", "none").unwrap().contains("one of"));
    assert!(effort("claude-haiku-4-5", "low").unwrap().contains("does not support"));
}

#[test]
fn a_forced_tool_exists_and_excludes_manual_thinking() {
    let forced = |body: &mut Value| {
        body["tools"] = tools(json!({"type": "object"}));
        body["tool_choice"] = json!({"type": "tool", "name": "a"});
    };
    assert_eq!(refused(forced), None);
    let thinking = |body: &mut Value| {
        forced(body);
        body["thinking"] = json!({"type": "enabled", "budget_tokens": 1_024});
    };
    assert!(refused_by("claude-haiku-4-5", thinking).unwrap().contains("forces tool use"));
    assert!(refused(set("tool_choice", json!({"type": "tool", "name": "b"}))).unwrap().contains("'b'"));
}

#[test]
fn members_names_and_schemas_are_checked() {
    assert!(refused(set("colour", json!(1))).unwrap().starts_with("colour: Extra inputs"));
    assert!(refused(set("max_tokens", Value::Null)).unwrap().contains("Field required"));
    assert!(
        refused(set("tools", json!([{"name": "a b", "input_schema": {"type": "object"}}])))
            .unwrap()
            .contains("pattern")
    );
    assert!(refused(set("tools", tools(json!({"type": "array"})))).unwrap().contains("input_schema.type"));
    let combined = tools(json!({"type": "object", "anyOf": []}));
    assert!(refused(set("tools", combined)).unwrap().contains("top level"));
    let open = json!({"type": "object", "properties": {}});
    let mut strict = tools(open.clone());
    strict[0]["strict"] = json!(true);
    assert!(refused(set("tools", strict)).unwrap().contains("additionalProperties"));
    let format = |schema: Value| json!({"format": {"type": "json_schema", "schema": schema}});
    assert!(refused(set("output_config", format(open))).unwrap().contains("additionalProperties"));
    let closed = json!({"type": "object", "additionalProperties": false, "properties": {"p": {"type": "number"}}});
    assert_eq!(refused(set("output_config", format(closed.clone()))), None);
    let mut bounded = closed;
    bounded["properties"]["p"]["minimum"] = json!(0);
    assert!(refused(set("output_config", format(bounded))).unwrap().contains("'minimum'"));
}

#[test]
fn cache_marks_are_few_ordered_and_not_on_thinking() {
    let marked = |ttls: &[&str]| {
        let block =
            |ttl: &&str| json!({"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "ttl": ttl}});
        refused(set("system", ttls.iter().map(block).collect()))
    };
    assert_eq!(marked(&["1h", "1h", "5m", "5m"]), None);
    assert!(marked(&["5m"; 5]).unwrap().contains("maximum of 4 blocks"));
    assert!(marked(&["5m", "1h"]).unwrap().contains("must not come after"));
    assert!(marked(&["2h"]).unwrap().contains("'2h'"));
    let thought = json!({"type": "thinking", "thinking": "", "signature": Seal::Signature.issue("a", ""),
        "cache_control": {"type": "ephemeral"}});
    assert!(refused(turn(thought, "t1")).unwrap().contains("thinking.cache_control"));
}

#[test]
fn messages_have_content_and_end_with_the_user() {
    let message = |role: &str, content: &str| json!({"role": role, "content": content});
    assert!(refused(set("messages", json!([]))).unwrap().contains("at least one"));
    assert!(refused(set("messages", json!([message("user", "")]))).unwrap().contains("non-empty content"));
    assert!(refused(set("messages", json!([message("system", "x")]))).unwrap().contains("role"));
    let blank = json!([{"role": "user", "content": [{"type": "text", "text": ""}]}]);
    assert!(refused(set("messages", blank)).unwrap().contains("text content blocks"));
    let prefilled = json!([message("user", "x"), message("assistant", "{")]);
    assert!(refused(set("messages", prefilled.clone())).unwrap().contains("prefill"));
    assert_eq!(refused_by("claude-haiku-4-5", set("messages", prefilled)), None);
    let paused = [json!({"role": "assistant", "content": [{"type": "text", "text": crate::provider::PAUSE}]})];
    assert_eq!(refused(|body| body["messages"].as_array_mut().unwrap().extend(paused)), None);
}

#[test]
fn calls_and_results_belong_together() {
    assert_eq!(refused(turn(Value::Null, "t1")), None);
    let orphan = json!([{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t9", "content": "y"}]}]);
    assert!(refused(set("messages", orphan)).unwrap().contains("unexpected `tool_use_id`"));
    let unanswered = |body: &mut Value| {
        turn(Value::Null, "t1")(body);
        body["messages"][2] = json!({"role": "user", "content": "and?"});
    };
    assert!(refused(unanswered).unwrap().contains("without `tool_result` blocks"));
}

#[test]
fn signatures_are_those_that_were_issued_for_the_text() {
    let thought = |text: &str, signature: String| json!({"type": "thinking", "thinking": text, "signature": signature});
    let issued = Seal::Signature.issue("0123456789abcdef01234567", "thought");
    assert_eq!(refused(turn(thought("thought", issued.clone()), "toolu_t0x")), None);
    assert!(refused(turn(thought("changed", issued), "t1")).unwrap().contains("Invalid `signature`"));
    assert!(refused(turn(thought("thought", String::new()), "t1")).unwrap().contains("Invalid `signature`"));
    let redacted = |data: String| json!({"type": "redacted_thinking", "data": data});
    assert_eq!(refused(turn(redacted(Seal::Redacted.issue("a", "")), "t1")), None);
    assert!(refused(turn(redacted("x".into()), "t1")).unwrap().contains("Invalid `data`"));
}

#[test]
fn a_turn_keeps_the_thinking_that_it_began_with() {
    assert!(refused(turn(Value::Null, "toolu_t0x_0")).unwrap().contains("Expected `thinking`"));
    let off = |body: &mut Value| {
        turn(Value::Null, "toolu_t0x_0")(body);
        body["thinking"] = json!({"type": "disabled"});
    };
    assert_eq!(refused(off), None);
    let enabled = |body: &mut Value| {
        turn(Value::Null, "t1")(body);
        body["thinking"] = json!({"type": "enabled", "budget_tokens": 1_024});
    };
    assert!(refused_by("claude-haiku-4-5", enabled).unwrap().contains("must start with a thinking block"));
    let earlier = |body: &mut Value| {
        enabled(body);
        let turns = [json!({"role": "assistant", "content": "done"}), json!({"role": "user", "content": "more"})];
        body["messages"].as_array_mut().unwrap().extend(turns);
    };
    assert_eq!(refused_by("claude-haiku-4-5", earlier), None, "only the present loop is checked");
}
