//! The batch endpoints against a provider that answers as the public documentation of Anthropic and OpenAI describes.

mod support;

use domain::{JobId, MicroUsd};
use llm::{
    ApiStyle, BatchItem, BatchOffer, BatchOutcome, BatchState, Charge, FoundBatch, LlmError, LostBatch, Model, Request,
};
use serde_json::{Value, json};
use support::{Provider, json as reply, raw};

const OFFER: BatchOffer = BatchOffer { price_percent: 50, window_hours: 24 };

fn item(name: &str) -> BatchItem {
    let request = Request::new("Be brief.", format!("What is {name}?")).with_max_tokens(100).cached();
    BatchItem { call: JobId::named(&[name]), request }
}

fn model(provider: &Provider, style: ApiStyle) -> std::sync::Arc<dyn Model> {
    let mut endpoint = provider.endpoint(style);
    endpoint.key = Some("secret".into());
    endpoint.batch = Some(OFFER);
    endpoint.stream = Some(true);
    support::connect(endpoint)
}

fn message(text: &str) -> Value {
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "the-model-0711",
        "content": [{ "type": "text", "text": text }], "stop_reason": "end_turn",
        "usage": { "input_tokens": 100, "output_tokens": 20 },
    })
}

fn anthropic_batch(id: &str, status: &str, counts: &Value, results_url: &Value) -> Value {
    json!({
        "id": id, "type": "message_batch", "processing_status": status, "request_counts": counts, "results_url": results_url,
        "created_at": "2026-11-23T10:00:00Z", "expires_at": "2026-11-24T10:00:00Z", "ended_at": null,
    })
}

fn counts(processing: u64, succeeded: u64) -> Value {
    json!({ "processing": processing, "succeeded": succeeded, "errored": 0, "canceled": 0, "expired": 0 })
}

fn result_lines(results: &[(JobId, Value)]) -> String {
    results
        .iter()
        .map(|(call, result)| format!("{}\n", json!({ "custom_id": call.to_string(), "result": result })))
        .collect()
}

fn replied(outcome: &BatchOutcome) -> &llm::ModelReply {
    let BatchOutcome::Replied(reply) = outcome else { panic!("{outcome:?}") };
    reply
}

#[tokio::test]
async fn an_anthropic_batch_is_sent_and_each_result_is_read() {
    let items = ["a", "b", "c", "d", "e"].map(item);
    let provider = Provider::answering([]).await;
    let at = |path: &str| json!(provider.url.join(path).unwrap().as_str());
    let refused = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": "temperature: not supported" } });
    let lines = result_lines(&[
        (items[0].call, json!({ "type": "succeeded", "message": message("A.") })),
        (items[1].call, json!({ "type": "errored", "error": refused })),
        (items[2].call, json!({ "type": "expired" })),
        (items[3].call, json!({ "type": "canceled" })),
    ]);
    provider.script([
        reply(200, &anthropic_batch("msgbatch_1", "in_progress", &counts(5, 0), &Value::Null)),
        reply(200, &anthropic_batch("msgbatch_1", "in_progress", &counts(5, 0), &Value::Null)),
        reply(
            200,
            &anthropic_batch("msgbatch_1", "ended", &counts(0, 1), &at("/v1/messages/batches/msgbatch_1/results")),
        ),
        raw(200, &[], lines),
    ]);
    let model = model(&provider, ApiStyle::Anthropic);
    let batches = model.batches().unwrap();
    assert_eq!(batches.submit(JobId::named(&["batch"]), &items).await.unwrap(), "msgbatch_1");
    assert_eq!(batches.collect("msgbatch_1", &items).await.unwrap(), BatchState::Running);
    let BatchState::Ended(outcomes) = batches.collect("msgbatch_1", &items).await.unwrap() else { panic!("ended") };

    let got = replied(&outcomes[&items[0].call]);
    assert_eq!((got.text().as_str(), got.usage.input, got.usage.output), ("A.", 100, 20));
    assert_eq!(batches.cost(&got.usage), MicroUsd(27), "(100 * 0.15 + 20 * 0.60), half of the ordinary price");
    assert_eq!(model.cost(&got.usage), MicroUsd(54));
    for (place, why) in [(1, "temperature"), (2, "expired"), (3, "canceled")] {
        let outcome = &outcomes[&items[place].call];
        assert!(matches!(outcome, BatchOutcome::Unanswered { reason } if reason.contains(why)), "{outcome:?}");
    }
    let missing = &outcomes[&items[4].call];
    assert!(matches!(missing, BatchOutcome::Failed(error) if error.charge() == Charge::Unknown), "{missing:?}");

    let sent = provider.sent();
    let paths: Vec<&str> = sent.iter().map(|sent| sent.path.as_str()).collect();
    let id = "/v1/messages/batches/msgbatch_1";
    assert_eq!(paths, ["/v1/messages/batches", id, id, "/v1/messages/batches/msgbatch_1/results"]);
    assert!(
        sent.iter()
            .all(|sent| sent.header("x-api-key") == "secret" && sent.header("anthropic-version") == "2023-06-01")
    );
    let first = &sent[0].body["requests"][0];
    assert_eq!(first["custom_id"], items[0].call.to_string());
    assert_eq!(first["params"]["model"], "the-model");
    assert!(first["params"].get("stream").is_none() && !first.to_string().contains("cache_control"), "{first}");
}

#[tokio::test]
async fn results_at_another_origin_are_not_fetched() {
    let ended = |url: &str| reply(200, &anthropic_batch("b", "ended", &counts(0, 1), &json!(url)));
    let provider = Provider::answering([ended("https://elsewhere.example/results"), ended("")]).await;
    let model = model(&provider, ApiStyle::Anthropic);
    let error = model.batches().unwrap().collect("b", &[item("a")]).await.unwrap_err();
    assert!(error.to_string().contains("elsewhere.example"), "{error}");
    assert_eq!(provider.sent().len(), 1, "the key was sent to the provider alone");
}

#[tokio::test]
async fn a_lost_anthropic_batch_is_found_by_its_requests() {
    let items = ["a", "b"].map(item);
    let provider = Provider::answering([]).await;
    let url = |id: &str| json!(provider.url.join(&format!("/v1/messages/batches/{id}/results")).unwrap().as_str());
    let listed = |other: &str| {
        json!({ "data": [
            anthropic_batch("known", "ended", &counts(0, 2), &url("known")),
            anthropic_batch("larger", "ended", &counts(0, 3), &url("larger")),
            anthropic_batch("other", other, &counts(0, 2), &url("other")),
            anthropic_batch("ours", "ended", &counts(0, 2), &url("ours")),
        ]})
    };
    let foreign = result_lines(&[(JobId::named(&["x"]), json!({ "type": "expired" }))]);
    let ours = result_lines(&[(items[1].call, json!({ "type": "expired" }))]);
    let ended = |id: &str| reply(200, &anthropic_batch(id, "ended", &counts(0, 2), &url(id)));
    let running = |id: &str| reply(200, &anthropic_batch(id, "in_progress", &counts(2, 0), &Value::Null));
    provider.script([
        reply(200, &listed("ended")),
        ended("other"),
        raw(200, &[], foreign.clone()),
        ended("ours"),
        raw(200, &[], ours),
        reply(200, &listed("in_progress")),
        running("other"),
        ended("ours"),
        raw(200, &[], foreign.clone()),
        reply(200, &listed("ended")),
        ended("other"),
        raw(200, &[], foreign.clone()),
        ended("ours"),
        raw(200, &[], foreign),
    ]);
    let model = model(&provider, ApiStyle::Anthropic);
    let known = ["known".to_owned()];
    let since = "2026-11-23T10:00:30Z".parse().unwrap();
    let lost = LostBatch { id: JobId::named(&["batch"]), items: &items, since, known: &known };
    for expected in [FoundBatch::Id("ours".to_owned()), FoundBatch::Perhaps, FoundBatch::Nowhere] {
        assert_eq!(model.batches().unwrap().find(lost).await.unwrap(), expected);
    }
    let later = LostBatch { since: "2026-11-23T10:30:00Z".parse().unwrap(), ..lost };
    provider.script([reply(200, &listed("ended"))]);
    assert_eq!(
        model.batches().unwrap().find(later).await.unwrap(),
        FoundBatch::Nowhere,
        "older batches are not asked for"
    );
}

fn completion(style: ApiStyle) -> Value {
    match style {
        ApiStyle::Responses => json!({
            "id": "resp_1", "object": "response", "status": "completed", "model": "the-model-0711",
            "output": [{ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "A." }] }],
            "usage": { "input_tokens": 100, "output_tokens": 20, "total_tokens": 120 },
        }),
        _ => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "model": "the-model-0711",
            "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": "A." } }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 },
        }),
    }
}

fn output_line(call: JobId, status: u16, body: &Value) -> String {
    let response = json!({ "status_code": status, "request_id": "req_1", "body": body });
    format!("{}\n", json!({ "id": "batch_req_1", "custom_id": call.to_string(), "response": response, "error": null }))
}

#[tokio::test]
async fn an_openai_batch_of_either_wire_is_uploaded_sent_and_read() {
    for (style, endpoint) in [(ApiStyle::OpenAi, "/v1/chat/completions"), (ApiStyle::Responses, "/v1/responses")] {
        let items = ["a", "b", "c"].map(item);
        let error = json!({ "error": { "message": "Unsupported value", "type": "invalid_request_error", "param": "temperature" } });
        let output = output_line(items[0].call, 200, &completion(style)) + &output_line(items[1].call, 400, &error);
        let expired = json!({ "code": "batch_expired", "message": "This request could not be executed before the window expired." });
        let errors =
            json!({ "id": "batch_req_3", "custom_id": items[2].call.to_string(), "response": null, "error": expired });
        let batch = |status: &str| json!({ "id": "batch_1", "object": "batch", "status": status, "output_file_id": "out", "error_file_id": "err" });
        let provider = Provider::answering([
            reply(200, &json!({ "id": "file-1", "object": "file", "purpose": "batch" })),
            reply(200, &batch("validating")),
            reply(200, &batch("in_progress")),
            reply(200, &batch("expired")),
            raw(200, &[], output),
            raw(200, &[], errors.to_string()),
        ])
        .await;
        let model = model(&provider, style);
        let batches = model.batches().unwrap();
        let id = JobId::named(&["batch"]);
        assert_eq!(batches.submit(id, &items).await.unwrap(), "batch_1");
        assert_eq!(batches.collect("batch_1", &items).await.unwrap(), BatchState::Running);
        let BatchState::Ended(outcomes) = batches.collect("batch_1", &items).await.unwrap() else { panic!("ended") };
        assert_eq!(replied(&outcomes[&items[0].call]).text(), "A.");
        for (place, why) in [(1, "Unsupported value"), (2, "window expired")] {
            let outcome = &outcomes[&items[place].call];
            assert!(matches!(outcome, BatchOutcome::Unanswered { reason } if reason.contains(why)), "{outcome:?}");
        }
        let sent = provider.sent();
        let paths: Vec<&str> = sent.iter().map(|sent| sent.path.as_str()).collect();
        let status = "/v1/batches/batch_1";
        assert_eq!(
            paths,
            ["/v1/files", "/v1/batches", status, status, "/v1/files/out/content", "/v1/files/err/content"]
        );
        assert!(sent[0].header("content-type").starts_with("multipart/form-data; boundary="));
        assert_eq!(
            sent[1].body,
            json!({ "input_file_id": "file-1", "endpoint": endpoint, "completion_window": "24h", "metadata": { "auspex_batch": id.to_string() } })
        );
    }
}

#[tokio::test]
async fn a_lost_openai_batch_is_found_by_its_metadata_and_a_failed_one_costs_nothing() {
    let (items, id) = ([item("a")], JobId::named(&["batch"]));
    let list = |ours: &str| json!({ "data": [{ "id": "batch_0", "metadata": null }, { "id": "batch_1", "metadata": { "auspex_batch": ours } }] });
    let failed = json!({ "id": "batch_1", "status": "failed", "errors": { "data": [{ "code": "invalid_json_line", "message": "line 1" }] } });
    let provider =
        Provider::answering([reply(200, &list(&id.to_string())), reply(200, &list("another")), reply(200, &failed)])
            .await;
    let model = model(&provider, ApiStyle::OpenAi);
    let batches = model.batches().unwrap();
    let lost = LostBatch { id, items: &items, since: "2026-11-23T10:00:00Z".parse().unwrap(), known: &[] };
    assert_eq!(batches.find(lost).await.unwrap(), FoundBatch::Id("batch_1".to_owned()));
    assert_eq!(batches.find(lost).await.unwrap(), FoundBatch::Nowhere);
    let BatchState::Ended(outcomes) = batches.collect("batch_1", &items).await.unwrap() else { panic!("ended") };
    assert!(matches!(&outcomes[&items[0].call], BatchOutcome::Unanswered { reason } if reason == "line 1"));
}

#[tokio::test]
async fn a_refused_batch_costs_nothing_and_a_lost_answer_may_have_been_accepted() {
    let limited = json!({ "type": "error", "error": { "type": "rate_limit_error", "message": "slow down" } });
    let provider = Provider::answering([
        reply(429, &limited),
        reply(502, &json!("bad gateway")),
        reply(200, &json!({ "type": "message_batch" })),
    ])
    .await;
    let model = model(&provider, ApiStyle::Anthropic);
    let submit =
        || async { model.batches().unwrap().submit(JobId::named(&["batch"]), &[item("a")]).await.unwrap_err() };
    assert!(matches!(submit().await, LlmError::RateLimited { .. }));
    for _ in 0..2 {
        assert_eq!(submit().await.charge(), Charge::Unknown);
    }
}

#[tokio::test]
async fn the_maximum_in_a_batch_is_half_and_an_endpoint_without_terms_has_no_batches() {
    let provider = Provider::answering([]).await;
    let with = model(&provider, ApiStyle::Anthropic);
    let (half, whole) = (with.batches().unwrap().max_cost(&item("a").request), with.max_cost(&item("a").request));
    assert!(half.0 * 2 >= whole.0 && half.0 * 2 <= whole.0 + 2, "{half} {whole}");
    assert!(provider.model(ApiStyle::Anthropic).batches().is_none());
}
