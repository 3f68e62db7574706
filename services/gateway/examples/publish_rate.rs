//! Measures publication over HTTP: `publish_rate URL TOKEN [RATE] [SECONDS]`. Sends single events at a fixed rate (1,000 per second for
//! 10 s by default), each due at its own instant however long the others take, and prints the latencies from these instants. Then
//! publishes ten batches of 10,000 events.

#![allow(clippy::print_stdout, reason = "the measurement is the output")]

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::Client;
use serde_json::{Value, json};
use telemetry::http::{ClientConfig, client, install_tls};

/// Batches that are published.
const BATCHES: usize = 10;
/// Events of a batch.
const BATCH: usize = 10_000;

/// Where and how events are published.
#[derive(Clone)]
struct Target {
    http: Client,
    url: String,
    token: String,
}

impl Target {
    async fn post(&self, path: &str, media_type: &str, body: String) -> anyhow::Result<Value> {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token);
        let answer = request.header("content-type", media_type).body(body).send().await?;
        ensure!(answer.status() == 202, "{}: {}", answer.status(), answer.text().await?);
        Ok(answer.json().await?)
    }
}

/// A transaction of a few dollars, which the rules alone decide.
fn event(id: &str) -> Value {
    json!({ "id": id, "source": "publish_rate", "transaction": { "signature": id, "usdValueMicroUsd": "1000000" } })
}

fn unique(number: usize) -> String {
    format!("rate-{}-{number}", std::process::id())
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    install_tls();
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().context("usage: publish_rate URL TOKEN [RATE] [SECONDS]")?;
    let token = arguments.next().context("a token with the scope publish")?;
    let rate: u32 = arguments.next().map_or(Ok(1_000), |text| text.parse())?;
    let seconds: u32 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let target = Target { http: client(ClientConfig::default())?, url, token };
    singles(&target, rate, rate * seconds).await?;
    batches(&target).await
}

async fn singles(target: &Target, rate: u32, count: u32) -> anyhow::Result<()> {
    let interval = Duration::from_secs(1) / rate;
    let begun = tokio::time::Instant::now();
    let mut requests = Vec::new();
    for number in 0..count {
        let due = begun + interval * number;
        tokio::time::sleep_until(due).await;
        let (target, body) = (target.clone(), event(&unique(number as usize)).to_string());
        requests.push(tokio::spawn(async move {
            target.post("/v1/events", "application/json", body).await.map(|_| due.elapsed())
        }));
    }
    let mut latencies = Vec::new();
    for request in requests {
        latencies.push(request.await??);
    }
    let took = begun.elapsed();
    latencies.sort_unstable();
    let percentile = |share: usize| latencies[(latencies.len() - 1) * share / 100];
    let (p50, p99, max) = (percentile(50), percentile(99), percentile(100));
    println!("single events: {count} in {took:.1?}, p50 {p50:.1?}, p99 {p99:.1?}, maximum {max:.1?}");
    Ok(())
}

async fn batches(target: &Target) -> anyhow::Result<()> {
    let begun = Instant::now();
    for batch in 1..=BATCHES {
        let lines = (0..BATCH).map(|number| format!("{}\n", event(&unique(batch * 1_000_000 + number))));
        let outcome = target.post("/v1/events:batch", "application/x-ndjson", lines.collect()).await?;
        ensure!(outcome["accepted"] == BATCH, "{} refused: {}", outcome["refused"], outcome["events"][0]);
    }
    println!("batches: {} events in {:.1?}", BATCHES * BATCH, begun.elapsed());
    Ok(())
}
