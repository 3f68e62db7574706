//! Failures of a provider: their class and their charge.

mod support;

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use domain::JobId;
use llm::{ApiStyle, Charge, LlmError, Request, Usage};
use serde_json::{Value, json};
use support::{Provider, json as reply, raw};

async fn meets(style: ApiStyle, response: Response) -> LlmError {
    let provider = Provider::answering([response]).await;
    ask(&*provider.model(style)).await
}

async fn ask(model: &dyn llm::Model) -> LlmError {
    model.complete(&Request::new("", "x"), JobId::named(&["call"])).await.expect_err("it was told to fail")
}

fn anthropic(kind: &str) -> Value {
    json!({ "type": "error", "error": { "type": kind, "message": format!("a {kind}") }, "request_id": "req_1" })
}

#[tokio::test]
async fn refusals_cost_nothing_and_are_classified() {
    let openai = |code: &str| json!({ "error": { "message": "told", "type": "x", "code": code, "param": null } });
    let cases = [
        (ApiStyle::Anthropic, 429, "7", anthropic("rate_limit_error"), "rate_limited"),
        (ApiStyle::Anthropic, 529, "", anthropic("overloaded_error"), "overloaded"),
        (ApiStyle::Anthropic, 500, "", anthropic("api_error"), "server"),
        (ApiStyle::Anthropic, 400, "", anthropic("invalid_request_error"), "invalid"),
        (ApiStyle::Anthropic, 401, "", anthropic("authentication_error"), "auth"),
        (ApiStyle::Anthropic, 403, "", anthropic("permission_error"), "auth"),
        (ApiStyle::Anthropic, 404, "", anthropic("not_found_error"), "unknown_model"),
        (ApiStyle::OpenAi, 429, "3", openai("rate_limit_exceeded"), "rate_limited"),
        (ApiStyle::OpenAi, 429, "", openai("insufficient_quota"), "spend_cap"),
        (ApiStyle::OpenAi, 503, "4", openai("overloaded"), "overloaded"),
    ];
    for (style, status, after, body, class) in cases {
        let headers = if after.is_empty() { vec![] } else { vec![("retry-after", after)] };
        let error = meets(style, raw(status, &headers, body.to_string())).await;
        assert_eq!((error.class(), error.charge()), (class, Charge::Nothing), "{status} {body}");
        if let LlmError::RateLimited { after: requested } | LlmError::Overloaded { after: requested } = error {
            assert_eq!(requested, after.parse().ok().map(Duration::from_secs));
        }
    }
}

#[tokio::test]
async fn a_refused_connection_is_not_sent() {
    let provider = Provider::answering([]).await;
    let endpoint = provider.endpoint(ApiStyle::Anthropic);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let free = listener.local_addr().unwrap().port();
    drop(listener);
    let mut nowhere = endpoint;
    nowhere.base_url.set_port(Some(free)).unwrap();
    let error = ask(&*support::connect(nowhere)).await;
    assert_eq!((error.class(), error.charge()), ("not_sent", Charge::Nothing), "{error}");
}

#[tokio::test]
async fn timeouts_and_a_proxys_bad_gateway_have_an_unknown_outcome() {
    let provider = Provider::answering([]).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    endpoint.header_timeout = Duration::from_millis(50);
    let error = ask(&*support::connect(endpoint)).await;
    assert_eq!((error.class(), error.charge()), ("lost", Charge::Unknown), "{error}");

    // A body that never ends.
    let drip = futures::stream::once(std::future::ready(Ok::<_, std::io::Error>("{")));
    let drip = futures::StreamExt::chain(drip, futures::stream::pending());
    let provider = Provider::answering([raw(200, &[], Body::from_stream(drip))]).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    endpoint.deadline = Duration::from_millis(100);
    let error = ask(&*support::connect(endpoint)).await;
    assert_eq!((error.class(), error.charge()), ("lost", Charge::Unknown), "{error}");

    let error = meets(ApiStyle::OpenAi, raw(502, &[], "<html>Bad gateway</html>")).await;
    assert_eq!((error.class(), error.charge()), ("lost", Charge::Unknown), "{error}");
}

#[tokio::test]
async fn a_broken_connection_has_an_unknown_outcome() {
    let parts = [Ok("{\"content\": ["), Err(std::io::Error::other("cable"))];
    let body = Body::from_stream(futures::stream::iter(parts));
    let error = meets(ApiStyle::Anthropic, raw(200, &[], body)).await;
    assert_eq!((error.class(), error.charge()), ("lost", Charge::Unknown), "{error}");
}

#[tokio::test]
async fn an_unreadable_answer_is_charged_by_its_usage() {
    let error = meets(ApiStyle::Anthropic, raw(200, &[], "I am no JSON")).await;
    assert_eq!((error.class(), error.charge()), ("garbled", Charge::Unknown), "{error}");

    let usage = json!({ "input_tokens": 3, "output_tokens": 4 });
    let error = meets(ApiStyle::Anthropic, reply(200, &json!({ "usage": usage }))).await;
    let used = Usage { input: 3, output: 4, ..Usage::default() };
    assert_eq!((error.class(), error.charge()), ("garbled", Charge::Used(used)), "{error}");

    let usage = json!({ "prompt_tokens": 3, "completion_tokens": 4 });
    let error = meets(ApiStyle::OpenAi, reply(200, &json!({ "usage": usage, "choices": [] }))).await;
    assert_eq!((error.class(), error.charge()), ("garbled", Charge::Used(used)), "{error}");
}

#[tokio::test]
async fn an_answer_of_ten_megabytes_is_refused() {
    let error = meets(ApiStyle::Anthropic, raw(200, &[], vec![b' '; 10 << 20])).await;
    assert_eq!((error.class(), error.charge()), ("garbled", Charge::Unknown), "{error}");
}

#[tokio::test]
async fn an_invalid_key_is_reported_without_the_key() {
    let provider = Provider::answering([]).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    endpoint.key = Some("hunter2\n".into());
    let error = ask(&*support::connect(endpoint)).await;
    assert_eq!(error.class(), "auth");
    assert!(!format!("{error:?}").contains("hunter2"));
    assert!(provider.sent().is_empty());
}
