//! Streams and refused parameters over the network.

mod support;

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use domain::JobId;
use futures::{StreamExt, stream};
use llm::{
    ApiStyle, Charge, Endpoint, LlmError, Message, ModelReply, Parameter, Recorded, Request, Usage, read_recorded,
};
use serde_json::{Value, json};
use support::{Provider, json as reply, raw};

const START: &str = "event: message_start\r\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[],\
    \"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\r\n\r\n";
const REST: &str = "event: content_block_start\r\ndata: {\"type\":\"content_block_start\",\"index\":0,\
    \"content_block\":{\"type\":\"text\",\"text\":\"yes\"}}\r\n\r\nevent: message_delta\r\n\
    data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\r\n\r\n\
    event: message_stop\r\ndata: {\"type\":\"message_stop\"}\r\n\r\n";

/// A stream of these pieces that stays open after the last one.
fn open(pieces: &[&'static str]) -> Response {
    let pieces: Vec<std::io::Result<&'static str>> = pieces.iter().copied().map(Ok).collect();
    let body = Body::from_stream(stream::iter(pieces).chain(stream::pending()));
    raw(200, &[("content-type", "text/event-stream")], body)
}

async fn ask(endpoint: Endpoint) -> Result<ModelReply, LlmError> {
    support::connect(endpoint).complete(&Request::new("", "x"), JobId::named(&["call"])).await
}

async fn meets(response: Response, change: impl FnOnce(&mut Endpoint)) -> Result<ModelReply, LlmError> {
    let provider = Provider::answering([response]).await;
    let mut endpoint = provider.endpoint(ApiStyle::Anthropic);
    change(&mut endpoint);
    ask(endpoint).await
}

#[tokio::test]
async fn a_stream_ends_with_its_last_event_even_if_the_connection_stays_open() {
    let got = meets(open(&[START, REST]), |_| {}).await.unwrap();
    assert_eq!(got.text(), "yes");
    assert_eq!(got.usage, Usage { input: 7, output: 2, ..Usage::default() });
}

#[tokio::test]
async fn a_stream_that_breaks_or_falls_silent_is_charged_by_its_prompt_and_the_longest_reply() {
    let used = Charge::AtMost(Usage { input: 7, output: 8_192, ..Usage::default() });
    let ended = raw(200, &[("content-type", "text/event-stream")], START);
    let broken = meets(ended, |_| {}).await.unwrap_err();
    assert_eq!((broken.class(), broken.charge()), ("cut", used), "{broken}");
    let brief = Duration::from_millis(50);
    let silent = meets(open(&[START]), |endpoint| endpoint.silence = brief).await.unwrap_err();
    assert_eq!((silent.class(), silent.charge()), ("cut", used), "{silent}");
    assert!(silent.to_string().contains("silent"), "{silent}");
    let late = meets(open(&[START]), |endpoint| endpoint.deadline = 4 * brief).await.unwrap_err();
    assert!(late.to_string().contains("in full within"), "{late}");
    assert_eq!(late.charge(), used, "{late}");
    let nothing = meets(open(&[": ping\n\n"]), |endpoint| endpoint.silence = brief).await.unwrap_err();
    assert_eq!((nothing.class(), nothing.charge()), ("lost", Charge::Unknown), "{nothing}");
}

#[tokio::test]
async fn the_deadline_of_a_task_cuts_a_stream_whose_prompt_is_then_known() {
    let provider = Provider::answering([open(&[START])]).await;
    let model = support::connect(provider.endpoint(ApiStyle::Anthropic));
    let (request, call) = (Request::new("", "x"), JobId::named(&["call"]));
    let within = model.complete_within(&request, call, Duration::from_millis(200));
    let late = tokio::time::timeout(Duration::from_secs(20), within).await.expect("the deadline holds").unwrap_err();
    assert_eq!(late.charge(), Charge::AtMost(Usage { input: 7, output: 8_192, ..Usage::default() }), "{late}");
}

/// The provider has written a part of the reply, which it may bill.
#[tokio::test]
async fn an_error_within_a_stream_is_charged_as_a_stream_that_breaks() {
    const ERROR: &str = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let late = meets(open(&[START, ERROR]), |_| {}).await.unwrap_err();
    let longest = Usage { input: 7, output: 8_192, ..Usage::default() };
    assert_eq!((late.class(), late.charge()), ("overloaded", Charge::AtMost(longest)), "{late}");
    let early = meets(open(&[ERROR]), |_| {}).await.unwrap_err();
    assert_eq!((early.class(), early.charge()), ("overloaded", Charge::Nothing), "{early}");
}

/// The reason for the end stands in the event with the totals; some providers send no event after it.
#[tokio::test]
async fn a_stream_that_ends_after_its_totals_is_a_reply() {
    let totals = "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\n";
    let ended = meets(open(&[START, totals]), |_| {}).await.unwrap();
    assert_eq!(ended.usage, Usage { input: 7, output: 2, ..Usage::default() });
}

/// Providers count a reply for a moment after its end.
#[tokio::test]
async fn the_usage_after_the_end_of_a_reply_is_waited_for_past_the_deadline() {
    const REPLY: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n";
    const USAGE: &str = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}\n\n";
    let pieces = stream::iter([REPLY, USAGE]).enumerate().then(|(n, piece)| async move {
        tokio::time::sleep(Duration::from_millis(900 * n as u64)).await;
        Ok::<_, std::io::Error>(piece)
    });
    let body = Body::from_stream(pieces.chain(stream::pending()));
    let response = raw(200, &[("content-type", "text/event-stream")], body);
    let provider = Provider::answering([response]).await;
    let mut endpoint = provider.endpoint(ApiStyle::OpenAi);
    endpoint.deadline = Duration::from_millis(600);
    let got = ask(endpoint).await.unwrap();
    assert_eq!((got.text(), got.usage), ("yes".to_owned(), Usage { input: 7, output: 2, ..Usage::default() }));
}

/// Reads a recorded stream.
fn recorded(style: ApiStyle, text: &str) -> LlmError {
    let headers = [("content-type".to_owned(), "text/event-stream".to_owned())];
    read_recorded(&Recorded { style, status: 200, headers: &headers, body: text.as_bytes(), tools: None })
        .expect_err("a broken stream")
}

/// Returns the text of a stream with these events.
fn events(all: &[Value]) -> String {
    all.iter()
        .map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default()))
        .collect()
}

/// A count before the end of a reply is one so far, and a prompt of zero tokens was not counted.
#[test]
fn a_broken_stream_is_not_charged_by_a_count_so_far() {
    let start = |input: u64| json!({ "type": "message_start", "message": { "usage": { "input_tokens": input, "output_tokens": 1 } } });
    let so_far = json!({ "type": "message_delta", "delta": {}, "usage": { "output_tokens": 3 } });
    let anthropic = recorded(ApiStyle::Anthropic, &events(&[start(10), so_far]));
    let uncounted = recorded(ApiStyle::Anthropic, &events(&[start(0)]));
    assert_eq!(uncounted.charge(), Charge::Unknown, "{uncounted}");
    let chat = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":3}}\n\n";
    let chat = recorded(ApiStyle::OpenAi, chat);
    let usage = json!({ "input_tokens": 10, "output_tokens": 3 });
    let responses = json!({ "type": "response.in_progress", "response": { "status": "in_progress", "usage": usage } });
    let responses = recorded(ApiStyle::Responses, &events(&[responses]));
    for broken in [anthropic, chat, responses] {
        assert_eq!(broken.charge(), Charge::AtMost(Usage { input: 10, output: 3, ..Usage::default() }), "{broken}");
    }
}

/// The provider may bill what it had written, and reported no count of it.
#[test]
fn an_error_after_the_beginning_of_a_reply_may_be_charged_on_every_wire() {
    let chat = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: {\"error\":{\"message\":\"Overloaded\",\"code\":529}}\n\n";
    let added = json!({ "type": "response.output_item.added", "output_index": 0, "item": { "type": "message" } });
    let failed = json!({ "type": "error", "code": "server_error", "message": "Overloaded" });
    let begun = [(ApiStyle::OpenAi, chat.to_owned()), (ApiStyle::Responses, events(&[added, failed.clone()]))];
    for (style, text) in begun {
        let error = recorded(style, &text);
        assert!(
            matches!(error, LlmError::Interrupted { .. }) && error.charge() == Charge::Unknown,
            "{style:?}: {error}"
        );
    }
    let refused = recorded(ApiStyle::Responses, &events(&[failed]));
    assert_eq!(refused.charge(), Charge::Nothing, "{refused}");
}

fn refused(message: &str) -> Response {
    reply(400, &json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } }))
}

fn yes() -> Response {
    let usage = json!({ "input_tokens": 1, "output_tokens": 1 });
    reply(200, &json!({ "content": [{ "type": "text", "text": "yes" }], "stop_reason": "end_turn", "usage": usage }))
}

#[tokio::test]
async fn a_refused_parameter_is_left_out_at_once_and_from_then_on() {
    let message = "system.0.cache_control: Extra inputs are not permitted";
    let provider = Provider::answering([refused(message), yes(), yes()]).await;
    let model = provider.model(ApiStyle::Anthropic);
    let request = Request::new("Be brief.", "x").cached();
    let call = JobId::named(&["call"]);
    model.complete(&request, call).await.unwrap();
    model.complete(&request, JobId::named(&["next"])).await.unwrap();
    let sent = provider.sent();
    let marked: Vec<bool> = sent.iter().map(|sent| sent.body.to_string().contains("cache_control")).collect();
    assert_eq!(marked, [true, false, false]);
    let id = |at: usize| sent[at].header("x-client-request-id").to_owned();
    assert_eq!((id(0), id(1)), (call.to_string(), call.to_string()));
    assert_eq!(sent[1].header("idempotency-key"), format!("{call}-1"), "a new key, else the refusal is replayed");
    assert_eq!(model.refused().into_iter().collect::<Vec<_>>(), [Parameter::CacheControl]);
}

#[tokio::test]
async fn encrypted_reasoning_is_a_parameter_like_the_others() {
    let message = "Encrypted content is not supported with this model.";
    let output = json!([{ "type": "message", "content": [{ "type": "output_text", "text": "yes" }] }]);
    let answer = json!({ "status": "completed", "output": output, "usage": { "input_tokens": 1, "output_tokens": 1 } });
    let provider = Provider::answering([refused(message), reply(200, &answer), reply(200, &answer)]).await;
    let model = provider.model(ApiStyle::Responses);
    for name in ["call", "next"] {
        model.complete(&Request::new("", "x"), JobId::named(&[name])).await.unwrap();
    }
    let included: Vec<bool> = provider.sent().iter().map(|sent| sent.body["include"].is_array()).collect();
    assert_eq!(included, [true, false, false]);
    assert_eq!(model.refused().into_iter().collect::<Vec<_>>(), [Parameter::EncryptedReasoning]);
}

#[tokio::test]
async fn a_parameter_learned_elsewhere_is_never_sent() {
    let provider = Provider::answering([yes()]).await;
    let model = provider.model(ApiStyle::Anthropic);
    model.learn(&[Parameter::CacheControl].into());
    model.complete(&Request::new("Be brief.", "x").cached(), JobId::named(&["call"])).await.unwrap();
    assert!(!provider.sent()[0].body.to_string().contains("cache_control"));
}

#[tokio::test]
async fn the_same_refusal_twice_and_any_other_are_reported() {
    let message = "cache_control: no";
    let provider = Provider::answering([refused(message), refused(message), refused("messages: no")]).await;
    let model = provider.model(ApiStyle::Anthropic);
    let request = Request::new("Be brief.", "x").cached();
    for expected in [2, 3] {
        let error = model.complete(&request, JobId::named(&["call"])).await.unwrap_err();
        assert_eq!((error.class(), error.charge()), ("invalid", Charge::Nothing));
        assert_eq!(provider.sent().len(), expected);
    }
}

#[tokio::test]
async fn a_limit_above_the_models_is_lowered_and_cannot_be_enlarged() {
    let message = "max_tokens: 12096 > 800, which is the maximum allowed number of output tokens";
    let provider = Provider::answering([refused(message), yes(), yes()]).await;
    let model = provider.model(ApiStyle::Anthropic);
    let request = Request::new("", "x").with_max_tokens(8_000);
    let larger = model.enlarge(&request).expect("the largest output is not known yet");
    assert_eq!(larger.max_tokens, 32_000);
    model.complete(&request, JobId::named(&["call"])).await.unwrap();
    model.complete(&request, JobId::named(&["next"])).await.unwrap();
    let limits: Vec<Value> = provider.sent().iter().map(|sent| sent.body["max_tokens"].clone()).collect();
    assert_eq!(limits[1..], [800, 800]);
    assert_eq!(model.enlarge(&request), None);
}

#[tokio::test]
async fn a_guessed_limit_holds_for_one_call_and_guesses_are_bounded() {
    let message = "max_tokens is too large";
    let script = [refused(message), yes(), refused(message), refused(message), yes()];
    let provider = Provider::answering(script.into_iter().chain((0..4).map(|_| refused(message)))).await;
    let model = provider.model(ApiStyle::Anthropic);
    let request = Request::new("", "x").with_max_tokens(8_000);
    let ask = async |name: &str| model.complete(&request, JobId::named(&[name])).await;
    let limits = || provider.sent().iter().map(|sent| sent.body["max_tokens"].as_u64()).collect::<Vec<_>>();
    ask("one").await.unwrap();
    ask("two").await.unwrap();
    assert_eq!(
        limits(),
        [12_096, 6_048, 12_096, 6_048, 3_024].map(Some),
        "the second call begins with the whole limit"
    );
    assert!(model.enlarge(&request).is_some(), "the largest output is still unknown");
    assert_eq!(ask("three").await.unwrap_err().class(), "invalid");
    assert_eq!(limits()[5..], [12_096, 6_048, 3_024, 1_512].map(Some));
}

#[tokio::test]
async fn the_maximum_cost_covers_the_repetition_with_the_other_name_of_the_limit() {
    let message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
    let answer = json!({ "choices": [{ "message": { "content": "yes" }, "finish_reason": "stop" }] });
    let provider = Provider::answering([refused(message), reply(200, &answer)]).await;
    let model = provider.model(ApiStyle::OpenAi);
    let request = Request::new("", "x");
    let max = model.max_cost(&request);
    let got = model.complete(&request, JobId::named(&["call"])).await.unwrap();
    assert!(provider.sent()[1].body["max_completion_tokens"].is_u64());
    assert!(model.cost(&got.usage) <= max, "without usage the bound of the repeated body is charged");
}

#[tokio::test]
async fn blocks_name_their_provider_and_every_call_has_an_id() {
    let call = json!({ "id": "", "function": { "name": "f", "arguments": "" } });
    let message = json!({ "reasoning_content": "hm", "tool_calls": [call, call] });
    let answer = json!({ "choices": [{ "message": message, "finish_reason": "stop" }] });
    let provider = Provider::answering([reply(200, &answer), reply(200, &answer)]).await;
    let model = provider.model(ApiStyle::OpenAi);
    let mut request = Request::new("", "x");
    let got = model.complete(&request, JobId::named(&["call"])).await.unwrap();
    let ids: std::collections::BTreeSet<&str> = got.tool_uses().map(|(id, _, _)| id).collect();
    assert!(ids.len() == 2 && ids.iter().all(|id| (1..=64).contains(&id.len())), "{ids:?}");
    let own = model.card().provider.clone();
    assert!(matches!(&got.blocks[0], llm::Block::Thinking { origin, .. } if *origin == own));
    request.messages.push(Message::reply(&got).into());
    request.messages.push(Message::user("go on").into());
    model.complete(&request, JobId::named(&["next"])).await.unwrap();
    assert_eq!(provider.sent()[1].body["messages"][1]["reasoning_content"], "hm");
}
