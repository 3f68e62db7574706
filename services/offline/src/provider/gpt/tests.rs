use serde_json::{Value, json};

use crate::provider::{FUNCTION_CALL, Profile, Refusal, Seal, Wire, admit, call_id, reasoning_id};

fn chat(model: &str, change: impl FnOnce(&mut Value)) -> Option<Refusal> {
    let mut body = json!({"model": model, "messages": [{"role": "user", "content": "x"}]});
    change(&mut body);
    admit(Profile::Gpt, Wire::Chat, &body).err()
}

fn responses(change: impl FnOnce(&mut Value)) -> Option<Refusal> {
    let mut body = json!({"model": "gpt-5.5", "store": false, "input": [{"role": "user", "content": "x"}]});
    change(&mut body);
    admit(Profile::Gpt, Wire::Responses, &body).err()
}

fn code(refusal: Option<Refusal>) -> &'static str {
    refusal.unwrap().code.unwrap_or_default()
}

fn set(name: &str, value: Value) -> impl FnOnce(&mut Value) {
    move |body| body[name] = value
}

#[test]
fn sampling_depends_on_model_and_effort() {
    assert_eq!(chat("gpt-5.4", set("temperature", json!(0))), None, "the default effort is none");
    let thinking = |body: &mut Value| (body["temperature"], body["reasoning_effort"]) = (json!(0), json!("low"));
    assert_eq!(code(chat("gpt-5.4", thinking)), "unsupported_value");
    assert_eq!(code(chat("gpt-5", set("temperature", json!(0)))), "unsupported_value");
    assert_eq!(code(chat("gpt-5.5", set("top_p", json!(0.5)))), "unsupported_parameter");
    let refusal = chat("gpt-5.4", set("temperature", json!(-1))).unwrap();
    // Text of a recorded refusal of the API.
    let message = "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -1 instead.";
    assert_eq!((refusal.message.as_str(), refusal.code), (message, Some("decimal_below_min_value")));
    assert_eq!(code(chat("gpt-5.4", set("temperature", json!(3)))), "decimal_above_max_value");
    let refusal = responses(set("temperature", json!(0.5))).unwrap();
    assert_eq!((refusal.code, refusal.param.as_deref()), (None, Some("temperature")));
}

#[test]
fn limits_have_their_own_name_and_minimum() {
    let refusal = chat("gpt-5.5", set("max_tokens", json!(100))).unwrap();
    assert!(refusal.message.contains("Use 'max_completion_tokens' instead"));
    assert_eq!(chat("gpt-5.5", set("max_completion_tokens", json!(100))), None);
    assert_eq!(code(chat("gpt-5.5", set("max_completion_tokens", json!(3)))), "integer_below_min_value");
    assert_eq!(code(responses(set("max_output_tokens", json!(3)))), "integer_below_min_value");
}

#[test]
fn unknown_members_efforts_and_models_are_refused() {
    assert!(chat("gpt-5.5", set("colour", json!(1))).unwrap().message.contains("Unrecognized request argument"));
    assert_eq!(code(responses(set("max_tokens", json!(100)))), "unknown_parameter");
    assert_eq!(code(chat("gpt-5.5", set("reasoning_effort", json!("minimal")))), "unsupported_value");
    assert_eq!(chat("gpt-5-mini", set("reasoning_effort", json!("minimal"))), None);
    assert_eq!(code(responses(set("reasoning", json!({"effort": "max"})))), "unsupported_value");
    assert_eq!(chat("gpt-6", |_| {}).unwrap().status, 404);
}

#[test]
fn strict_schemas_are_closed_and_complete() {
    let tools = |strict: bool, schema: Value| {
        let function = json!({"name": "a", "strict": strict, "parameters": schema});
        chat("gpt-5.5", set("tools", json!([{"type": "function", "function": function}])))
    };
    let open = json!({"type": "object", "properties": {"p": {"type": "string"}}});
    assert_eq!(tools(false, open.clone()), None);
    assert_eq!(code(tools(true, open.clone())), "invalid_function_parameters");
    let mut optional = open;
    optional["additionalProperties"] = json!(false);
    assert!(tools(true, optional.clone()).unwrap().message.contains("Missing 'p'"));
    let format = json!({"type": "json_schema", "json_schema": {"name": "a", "strict": true, "schema": optional}});
    assert_eq!(code(chat("gpt-5.5", set("response_format", format))), "invalid_json_schema");
    let format = json!({"format": {"type": "json_schema", "name": "a", "strict": true, "schema": optional}});
    assert_eq!(code(responses(set("text", format))), "invalid_json_schema");
}

#[test]
fn tools_have_plain_names_objects_and_the_choice_among_them() {
    let tools = |name: &str, schema: Value| {
        chat("gpt-5.5", set("tools", json!([{"type": "function", "function": {"name": name, "parameters": schema}}])))
    };
    assert_eq!(code(tools("a b", json!({"type": "object"}))), "invalid_value");
    assert_eq!(code(tools("a", json!({"type": "array"}))), "invalid_function_parameters");
    let choice = json!({"type": "function", "function": {"name": "a"}});
    assert_eq!(chat("gpt-5.5", set("tool_choice", choice)).unwrap().param.as_deref(), Some("tool_choice"));
}

#[test]
fn chat_messages_are_complete() {
    assert_eq!(code(chat("gpt-5.5", set("messages", json!([])))), "empty_array");
    assert!(chat("gpt-5.5", set("messages", json!([{"role": "user", "content": null}]))).is_some());
    let call = json!({"role": "assistant", "content": null, "tool_calls": [{"id": "c"}]});
    let result = json!({"role": "tool", "tool_call_id": "c", "content": "y"});
    assert_eq!(chat("gpt-5.5", set("messages", json!([call, result]))), None);
    assert!(chat("gpt-5.5", set("messages", json!([call]))).unwrap().message.contains("did not have response"));
    assert!(chat("gpt-5.5", set("messages", json!([result]))).unwrap().message.contains("preceeding message"));
}

#[test]
fn reasoning_returns_unchanged_before_its_call() {
    let reasoning = |sealed: &str| json!({"type": "reasoning", "id": reasoning_id("x"), "summary": [], "encrypted_content": sealed});
    let sealed = Seal::Encrypted.issue("0123", "rs_x");
    let call = json!({"type": "function_call", "id": call_id(FUNCTION_CALL, "x", 0, true), "call_id": "c", "name": "a", "arguments": "{}"});
    let output = json!({"type": "function_call_output", "call_id": "c", "output": "y"});
    let items = |items: Value| responses(set("input", items));
    assert_eq!(items(json!([reasoning(&sealed), call, output])), None);
    assert_eq!(code(items(json!([reasoning("gAAAAABx"), call, output]))), "invalid_encrypted_content");
    assert_eq!(items(json!([reasoning(""), call, output])).unwrap().status, 404);
    assert!(items(json!([call, output])).unwrap().message.contains("without its required 'reasoning' item: 'rs_x'"));
    assert!(
        items(json!([{"role": "user", "content": "x"}, reasoning(&sealed)]))
            .unwrap()
            .message
            .contains("following item")
    );
}

#[test]
fn items_are_stateless_and_paired() {
    assert_eq!(code(responses(set("input", json!([])))), "missing_required_parameter");
    assert_eq!(code(responses(set("previous_response_id", json!("resp_1")))), "previous_response_not_found");
    let item = |kind: &str| json!([{"type": kind, "call_id": "c", "name": "a", "arguments": "{}", "output": "y"}]);
    assert!(responses(set("input", item("function_call"))).unwrap().message.contains("No tool output found"));
    assert!(responses(set("input", item("function_call_output"))).unwrap().message.contains("No tool call found"));
}
