//! The HTTP API beside a fleet that has no other work: memory at rest and with open event streams, single events at a
//! fixed rate, batches.
//!
//! The fleet consumes what is published. The events are uninteresting by the rules, so no model is asked.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use domain::Event;
use futures::future::try_join_all;
use reqwest::Response;
use serde_json::{Value, json};
use tests::{Api, Fleet, Setup, events, wait};

use super::{cheap, process};

/// Open event streams.
const STREAMS: usize = 500;
/// Events whose results every stream receives.
const STREAMED: usize = 200;
/// Single events per second.
const RATE: u32 = 1_000;
/// Duration of the measurement of single events in seconds.
const SECONDS: u32 = 20;
/// Batches that are published, one after the other.
const BATCHES: usize = 10;
/// Events of a batch.
const BATCH: usize = 10_000;
/// Time after the start in which the background tasks run once.
const SETTLE: Duration = Duration::from_secs(5);
/// Maximum time until what was published is answered.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the API costs.
pub(super) struct Gateway {
    /// Resident memory without requests, in MB.
    pub(super) idle: f64,
    /// Peak memory with all streams open while each receives results, in MB.
    pub(super) streams: f64,
    /// Milliseconds from the instant at which each single event was due until its acknowledgement.
    pub(super) singles: Vec<f64>,
    /// Single events acknowledged per second.
    pub(super) rate: f64,
    /// Events acknowledged per minute, in batches.
    pub(super) batched: f64,
}

/// Measures one gateway in a fleet with one replica of each worker.
pub(super) async fn measure() -> anyhow::Result<Gateway> {
    let setup = Setup { ack_wait: Duration::from_secs(30), ..Setup::default() };
    let fleet = Fleet::start(setup.with("AUSPEX_LOG", "warn").with("AUSPEX_GATEWAY_RATE", 0)).await?;
    let target = Target { api: Api::start(&fleet).await? };
    let pid = fleet.pid(target.api.place);
    tokio::time::sleep(SETTLE).await;
    let idle = process::resident_mb(pid)?;
    let streams = target.streams().await.with_context(|| fleet.log(target.api.place))?;
    ensure!(streams == STREAMS, "{streams} of {STREAMS} streams received every result");
    let streams = process::peak_mb(pid)?;
    answered(&fleet, STREAMED).await?;
    let (singles, rate) = target.singles(STREAMED).await?;
    let published = STREAMED + singles.len();
    answered(&fleet, published).await?;
    let batched = target.batches(published).await?;
    answered(&fleet, published + BATCHES * BATCH).await?;
    Ok(Gateway { idle, streams, singles, rate, batched })
}

/// Waits until the fleet has answered every event, so that the next measurement begins beside an idle fleet.
async fn answered(fleet: &Fleet, count: usize) -> anyhow::Result<()> {
    wait::until("every event is answered", PATIENCE, || async {
        let answered = fleet.database.count(cheap::ANSWERED).await?;
        Ok(if usize::try_from(answered)? >= count { Ok(()) } else { Err(format!("{answered} of {count}")) })
    })
    .await
    .with_context(|| fleet.logs())
}

struct Target {
    api: Api,
}

impl Target {
    async fn post(&self, path: &str, media_type: &str, body: String) -> anyhow::Result<Value> {
        let request = self.api.http.post(format!("{}{path}", self.api.url)).bearer_auth(&self.api.token);
        let answer = request.header("content-type", media_type).body(body).send().await?;
        ensure!(answer.status() == 202, "{}: {}", answer.status(), answer.text().await?);
        Ok(answer.json().await?)
    }

    /// Opens all streams, publishes events, and returns the number of streams that have received the result of each
    /// event.
    async fn streams(&self) -> anyhow::Result<usize> {
        let open = || async {
            let request = self.api.http.get(format!("{}/v1/results", self.api.url)).bearer_auth(&self.api.token);
            anyhow::Ok(request.send().await?.error_for_status()?)
        };
        let streams = try_join_all((0..STREAMS).map(|_| open())).await?;
        let body: String = (0..STREAMED).map(|number| format!("{}\n", written(number))).collect();
        self.post("/v1/events:batch", "application/x-ndjson", body).await?;
        let read = try_join_all(streams.into_iter().map(received)).await?;
        Ok(read.into_iter().filter(|events| *events == STREAMED).count())
    }

    /// Sends single events at a fixed rate, each due at its own instant however long the others take. Returns the
    /// milliseconds from these instants, and the rate.
    async fn singles(&self, first: usize) -> anyhow::Result<(Vec<f64>, f64)> {
        let interval = Duration::from_secs(1) / RATE;
        let begin = tokio::time::Instant::now();
        let one = |number: u32| async move {
            let due = begin + interval * number;
            tokio::time::sleep_until(due).await;
            let body = written(first + number as usize).to_string();
            self.post("/v1/events", "application/json", body).await?;
            anyhow::Ok(due.elapsed().as_secs_f64() * 1_000.0)
        };
        let took = try_join_all((0..RATE * SECONDS).map(one)).await?;
        let rate = took.len() as f64 / begin.elapsed().as_secs_f64();
        Ok((took, rate))
    }

    /// Publishes batches and returns the events per minute.
    async fn batches(&self, first: usize) -> anyhow::Result<f64> {
        let bodies = (0..BATCHES)
            .map(|batch| first + batch * BATCH)
            .map(|start| (start..start + BATCH).map(|number| format!("{}\n", written(number))).collect::<String>());
        let bodies: Vec<String> = bodies.collect();
        let begin = Instant::now();
        for body in bodies {
            let outcome = self.post("/v1/events:batch", "application/x-ndjson", body).await?;
            ensure!(outcome["accepted"] == BATCH, "{} refused: {}", outcome["refused"], outcome["events"][0]);
        }
        Ok((BATCHES * BATCH) as f64 / begin.elapsed().as_secs_f64() * 60.0)
    }
}

/// Returns a transaction as a client writes it, with the size of a real one.
fn written(number: usize) -> Value {
    let Event { id, .. } = events::dust(number);
    json!({
        "id": id.to_string(),
        "source": "lab",
        "transaction": {
            "signature": format!("{id}-signature"), "program": "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
            "usdValueMicroUsd": "1000000",
            "legs": [{ "mint": "So11111111111111111111111111111111111111112", "symbol": "SOL", "usdValueMicroUsd": "1000000" }],
            "description": "A swap of 0.005 SOL for 1 USDC on Jupiter.",
        },
    })
}

/// Reads a stream until it has the result of every event, and returns the number of events that it had a result of.
async fn received(mut stream: Response) -> anyhow::Result<usize> {
    let ids: Vec<String> = (0..STREAMED).map(|number| format!("\"{}\"", events::dust(number).id)).collect();
    let mut text = String::new();
    let wait = async {
        while let Some(part) = stream.chunk().await? {
            text.push_str(&String::from_utf8_lossy(&part));
            if ids.iter().all(|id| text.contains(id.as_str())) {
                break;
            }
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(PATIENCE, wait).await.context("a stream did not receive every result")??;
    Ok(ids.iter().filter(|id| text.contains(id.as_str())).count())
}
