//! The client of `/v1/embeddings` against a server on loopback.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use domain::port::embedding::{Embedder, EmbeddingError, EmbeddingModel, EmbeddingSide, MAX_EMBEDDED_TEXTS};
use llm::embeddings::{EmbeddingClient, EmbeddingEndpoint, Prefixes};
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Serves `answer` for the n-th request and returns the base address and the number of requests.
async fn server<F>(answer: F) -> (url::Url, Arc<AtomicUsize>)
where
    F: Fn(usize, HeaderMap, Value) -> Response + Clone + Send + Sync + 'static,
{
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    let route = post(move |headers: HeaderMap, body: Bytes| {
        let (answer, number) = (answer.clone(), counted.fetch_add(1, Ordering::SeqCst));
        async move { answer(number, headers, serde_json::from_slice(&body).unwrap()) }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/v1/embeddings", route)).await });
    (url, requests)
}

fn client(base_url: url::Url) -> EmbeddingClient {
    let model = EmbeddingModel { name: "multilingual-e5-small".to_owned(), dimensions: 2 };
    let key = Some(SecretString::from("k"));
    let query_timeout = Duration::from_millis(500);
    EmbeddingClient::new(EmbeddingEndpoint { base_url, key, model, prefixes: Prefixes::E5, query_timeout }).unwrap()
}

/// Answers with the vector (number of bytes, 0) for each text.
fn lengths(body: &Value) -> Response {
    let rows = body["input"].as_array().unwrap().iter().enumerate();
    let rows: Vec<Value> =
        rows.map(|(index, text)| json!({ "index": index, "embedding": [text.as_str().unwrap().len(), 0] })).collect();
    axum::Json(json!({ "data": rows })).into_response()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn each_side_has_its_prefix_and_the_key_is_sent() {
    let (url, _) = server(|_, headers, body| {
        let is_right = headers["authorization"] == "Bearer k"
            && body["model"] == "multilingual-e5-small"
            && [json!(["query: q"]), json!(["passage: a", "passage: b"])].contains(&body["input"]);
        if is_right { lengths(&body) } else { (StatusCode::BAD_REQUEST, body.to_string()).into_response() }
    })
    .await;
    let client = client(url);
    assert_eq!(client.embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap(), [[1.0, 0.0]]);
    assert_eq!(client.embed(EmbeddingSide::Passage, &texts(&["a", "b"])).await.unwrap().len(), 2);
    assert!(client.embed(EmbeddingSide::Query, &[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_refusal_and_an_overload_are_told_apart() {
    for (status, is_passing) in [(400, false), (401, false), (404, false), (429, true), (500, true), (503, true)] {
        let status = StatusCode::from_u16(status).unwrap();
        let (url, _) = server(move |_, _, _| (status, "no such model").into_response()).await;
        let error = client(url).embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap_err();
        assert_eq!(matches!(error, EmbeddingError::Unavailable { .. }), is_passing, "{error}");
        assert!(error.to_string().contains("no such model"), "{error}");
    }
}

#[tokio::test]
async fn after_a_failure_queries_wait_for_no_answer_until_passages_succeed() {
    let (url, requests) = server(|number, _, body| match number {
        0 => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        _ => lengths(&body),
    })
    .await;
    let client = client(url);
    for _ in 0..3 {
        client.embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap_err();
    }
    assert_eq!(requests.load(Ordering::SeqCst), 1, "the cool-down sends no query");
    client.embed(EmbeddingSide::Passage, &texts(&["p"])).await.unwrap();
    client.embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap();
}

#[tokio::test]
async fn a_silent_server_is_given_up_in_time() {
    // Accepts and never answers.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let started = tokio::time::Instant::now();
    let error = client(url).embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap_err();
    assert!(error.to_string().contains("no answer within 500ms"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let (url, _) = server(|_, _, _| " ".repeat(1 << 20).into_response()).await;
    let error = client(url).embed(EmbeddingSide::Query, &texts(&["q"])).await.unwrap_err();
    assert!(error.to_string().contains("longer than"), "{error}");
}

#[tokio::test]
async fn more_texts_than_a_request_may_have_are_not_sent() {
    let (url, requests) = server(|_, _, body| lengths(&body)).await;
    let many = texts(&["x"; MAX_EMBEDDED_TEXTS + 1]);
    assert!(client(url).embed(EmbeddingSide::Passage, &many).await.is_err());
    assert_eq!(requests.load(Ordering::SeqCst), 0);
}
