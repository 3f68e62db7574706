//! Error bodies of the providers and of gateways, and the class of error that each one becomes.

use serde_json::json;

use super::*;

fn class(status: u16, body: &Value, after: Option<u64>) -> &'static str {
    refusal(status, body, after.map(Duration::from_secs)).map_or("none", |error| error.class())
}

fn own(kind: &str, message: &str) -> Value {
    json!({ "type": "error", "error": { "type": kind, "message": message } })
}

#[test]
fn every_refusal_is_classified() {
    let cases = [
        (429, own("rate_limit_error", "slow down"), Some(3), "rate_limited"),
        (429, own("rate_limit_error", "slow down"), None, "rate_limited"),
        (429, own("insufficient_quota", "You exceeded your current quota"), None, "spend_cap"),
        (429, own("rate_limit_error", "see the billing page"), Some(3), "rate_limited"),
        (400, own("invalid_request_error", "Your credit balance is too low"), None, "spend_cap"),
        (402, json!("pay"), None, "spend_cap"),
        (400, own("invalid_request_error", "max_tokens: too large"), None, "invalid"),
        (400, own("invalid_request_error", "prompt is too long: 210000 tokens > 200000"), None, "too_large"),
        (413, own("request_too_large", "too large"), None, "too_large"),
        (401, own("authentication_error", "bad key"), None, "auth"),
        (403, json!("<html>"), None, "auth"),
        (403, json!({ "error": { "code": 403, "message": "Your input was flagged" } }), None, "invalid"),
        (404, own("not_found_error", "model: x"), None, "unknown_model"),
        (400, own("invalid_request_error", "Model Not Exist"), None, "unknown_model"),
        (529, own("overloaded_error", "Overloaded"), None, "overloaded"),
        (500, own("overloaded_error", "Overloaded"), None, "overloaded"),
        (503, json!(""), Some(2), "overloaded"),
        (503, json!("<html>"), None, "lost"),
        (500, own("api_error", "Internal server error"), None, "server"),
        (502, json!("<html>Bad gateway</html>"), None, "lost"),
        (504, json!(""), None, "lost"),
        (302, json!(""), None, "invalid"),
    ];
    for (status, body, after, expected) in cases {
        assert_eq!(class(status, &body, after), expected, "{status} {body}");
    }
}

#[test]
fn names_and_codes_in_the_body_precede_the_status() {
    let cases = [
        (400, json!({ "error": { "message": "x", "code": "context_length_exceeded" } }), "too_large"),
        (400, json!({ "error": { "message": "x", "type": "authentication_error" } }), "auth"),
        (200, json!({ "error": { "message": "x", "code": 429 } }), "rate_limited"),
        (200, json!({ "error": { "message": "x", "code": 502 } }), "server"),
        (200, json!({ "error": { "message": "x", "type": "odd", "status_code": 400 } }), "invalid"),
        (200, json!({ "error": { "message": "x", "code": "server_error" } }), "server"),
        (200, json!({ "error": "something" }), "garbled"),
        (200, json!({ "base_resp": { "status_code": 1008, "status_msg": "no money" } }), "spend_cap"),
        (200, json!({ "base_resp": { "status_code": 0 }, "choices": [] }), "none"),
        (200, json!({ "error": null, "output": [] }), "none"),
        (400, json!([{ "error": { "code": 400, "message": "API key not valid. Pass another." } }]), "auth"),
        (400, json!({ "code": "x", "error": "Incorrect API key provided: a***" }), "auth"),
        (422, json!({ "object": "error", "message": "Invalid model: x", "type": "invalid_model" }), "unknown_model"),
    ];
    for (status, body, expected) in cases {
        assert_eq!(class(status, &body, None), expected, "{status} {body}");
    }
}

#[test]
fn the_message_holds_the_parameter_and_the_words_of_the_provider_behind_a_gateway() {
    let body = json!({ "error": { "message": "Provider returned error", "code": 400, "param": "top",
                                  "metadata": { "raw": "temperature is deprecated" } } });
    let Some(LlmError::Invalid { message, .. }) = refusal(400, &body, None) else { panic!("{body}") };
    assert_eq!(message, "Provider returned error (top) (temperature is deprecated)");
    let long = json!("x".repeat(10_000));
    let Some(LlmError::Invalid { message, .. }) = refusal(400, &long, None) else { panic!("long") };
    assert_eq!(message.len(), MAX_MESSAGE_CHARS);
}
