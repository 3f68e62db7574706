//! The batch endpoints over HTTP: half the price, refused and expired requests, and no batches where the provider has
//! none.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

mod client;

use std::time::Duration;

use client::{Got, get, post};
use offline::{Fault, Mode, Offline, OfflineConfig, Profile};
use serde_json::{Value, json};

async fn world(profile: Profile) -> Offline {
    offline::serve(OfflineConfig { profile, batch_delay_ms: 1_500, ..OfflineConfig::default() }).await.unwrap()
}

/// Waits until a batch has ended.
async fn ended(world: &Offline, path: &str, is_ended: fn(&Value) -> bool) -> Value {
    let waiting = async {
        let mut look = tokio::time::interval(Duration::from_millis(20));
        loop {
            look.tick().await;
            let batch = get(world, path).await.json();
            if is_ended(&batch) {
                return batch;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(300), waiting).await.unwrap()
}

fn lines(got: &Got) -> Vec<Value> {
    got.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn asked(limit: &str) -> Value {
    json!({ "model": "x", limit: 500, "messages": [{ "role": "user", "content": "What of zebras?" }] })
}

#[tokio::test]
async fn a_batch_of_messages_costs_half_and_faults_strike_single_requests() {
    let world = world(Profile::Generic).await;
    let alone = post(&world, "/anthropic/v1/messages", "alone", &asked("max_tokens")).await;
    assert_eq!(alone.status, 200);
    let requests: Vec<Value> =
        (0..3).map(|n| json!({ "custom_id": format!("c{n}"), "params": asked("max_tokens") })).collect();
    let made = post(&world, "/anthropic/v1/messages/batches", "b", &json!({ "requests": requests })).await.json();
    world.add_faults(vec![Fault { times: Some(2), ..Fault::always("anthropic", Mode::Overloaded) }]);
    // The fault strikes the first two requests of the batch when it is worked on; until then nothing else is requested.
    let line = tokio::time::timeout(Duration::from_secs(300), async {
        let mut look = tokio::time::interval(Duration::from_millis(20));
        loop {
            look.tick().await;
            if let Some(line) = world.invoice().into_iter().find(|line| line.request_id == "c2") {
                return line;
            }
        }
    })
    .await
    .unwrap();
    let path = format!("/anthropic/v1/messages/batches/{}", made["id"].as_str().unwrap());
    let batch = ended(&world, &path, |batch| batch["processing_status"] == "ended").await;
    let counts = &batch["request_counts"];
    assert_eq!((&counts["succeeded"], &counts["errored"], &counts["expired"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(batch["results_url"], format!("{}{path}/results", world.url()));
    let results = lines(&get(&world, &format!("{path}/results")).await);
    let kinds: Vec<&str> = results.iter().map(|line| line["result"]["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["errored", "expired", "succeeded"]);
    assert_eq!(results[2]["result"]["message"]["content"], alone.json()["content"]);
    let ordinary = world.invoice().into_iter().find(|line| line.request_id == "alone").unwrap();
    assert_eq!(line.cost_micro_usd, ordinary.cost_micro_usd.div_ceil(2), "{line:?}");
    assert_eq!(get(&world, "/anthropic/v1/messages/batches?limit=100").await.json()["data"][0]["id"], made["id"]);
}

#[tokio::test]
async fn an_openai_batch_is_made_from_a_file_and_keeps_its_metadata() {
    let world = world(Profile::Generic).await;
    let line =
        json!({ "custom_id": "c1", "method": "POST", "url": "/v1/chat/completions", "body": asked("max_tokens") });
    let form = format!(
        "--x\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--x\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"b.jsonl\"\r\n\r\n{line}\n\r\n--x--\r\n"
    );
    let upload = client::http().post(format!("{}/openai/v1/files", world.url()));
    let file = upload.header("content-type", "multipart/form-data; boundary=x").body(form).send().await.unwrap();
    let file: Value = serde_json::from_slice(&file.bytes().await.unwrap()).unwrap();
    let body = json!({
        "input_file_id": file["id"], "endpoint": "/v1/chat/completions", "completion_window": "24h", "metadata": { "name": "mine" },
    });
    let made = post(&world, "/openai/v1/batches", "b", &body).await.json();
    let path = format!("/openai/v1/batches/{}", made["id"].as_str().unwrap());
    let batch = ended(&world, &path, |batch| batch["status"] == "completed").await;
    assert_eq!((&batch["metadata"]["name"], &batch["error_file_id"]), (&json!("mine"), &Value::Null));
    let output = get(&world, &format!("/openai/v1/files/{}/content", batch["output_file_id"].as_str().unwrap())).await;
    let output = lines(&output);
    assert_eq!((&output[0]["custom_id"], &output[0]["response"]["status_code"]), (&json!("c1"), &json!(200)));
    let unknown = json!({ "input_file_id": "file-x", "endpoint": "/v1/chat/completions", "completion_window": "24h" });
    assert_eq!(post(&world, "/openai/v1/batches", "b", &unknown).await.status, 404);
}

#[tokio::test]
async fn a_provider_without_batches_answers_not_found() {
    let world = world(Profile::Minimax).await;
    let body = json!({ "requests": [{ "custom_id": "c", "params": asked("max_tokens") }] });
    assert_eq!(post(&world, "/anthropic/v1/messages/batches", "b", &body).await.status, 404);
}
