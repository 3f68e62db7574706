//! Measures one hop on a nats-server: the bare client compared with the whole runtime over a journal in memory.
//!
//! `cargo run --release -p runtime --example hop -- nats://127.0.0.1:4222 20000`
//!
//! Both pull, publish one confirmed message with an id, and acknowledge with confirmation; 256 in flight.
#![allow(clippy::print_stdout, reason = "prints a measurement")]

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use async_nats::jetstream::{self, consumer::PullConsumer};
use futures::StreamExt;
use proto::event::Event;
use runtime::client::{Client, NewMessage, Target};
use runtime::config::{Credentials, Env, RuntimeConfig};
use runtime::service::Lifecycle;
use runtime::testing::{FakeJournal, TestEvent, TestFact};
use runtime::topology::Options;
use runtime::{Attempt, Failure, Handler, Outcome, Service};
use tokio::time::Instant;

const EMITTED: &str = "auspex.research.gathered";
const IN_FLIGHT: usize = 256;

struct Hop;

impl Handler for Hop {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &[EMITTED];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        Ok(Outcome::none().emit(TestFact::new(EMITTED, event.words)))
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let url = args.next().context("the first argument is the server's address")?;
    let count: usize = args.next().context("the second argument is a number of messages")?.parse()?;
    let client = Client::connect(&Target {
        url: url.clone(),
        credentials: Credentials::None,
        tls: Default::default(),
        name: "hop".into(),
    })
    .await?;
    client.apply_topology(&Options::default()).await?;
    let raw = raw(&url, &client, count).await?;
    println!("raw    {:>8.0} messages a second", rate(count, raw));
    let ours = ours(&url, &client, count).await?;
    println!(
        "ours   {:>8.0} messages a second, {:.2} of raw",
        rate(count, ours),
        raw.as_secs_f64() / ours.as_secs_f64()
    );
    println!("memory {:>8.1} MB resident", telemetry::resident::bytes().unwrap_or(0) as f64 / 1e6);
    Ok(())
}

fn rate(count: usize, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}

async fn fill(client: &Client, round: &str, count: usize) {
    let message = |i: usize| NewMessage {
        subject: format!("{}.default", TestEvent::SUBJECT),
        id: domain::JobId::named(&["hop", round, &i.to_string(), &std::process::id().to_string()]).to_string(),
        payload: format!("default:{round} {i} {}", "x".repeat(1000)).into(),
        ..NewMessage::default()
    };
    client.publish_all((0..count).map(message), 512, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
}

async fn raw(url: &str, client: &Client, count: usize) -> Result<Duration> {
    fill(client, "raw", count).await;
    let nats = async_nats::connect(url).await?;
    let context = jetstream::new(nats.clone());
    let consumer: PullConsumer = context.get_consumer_from_stream("researcher", "AUSPEX_WORK").await?;
    let begun = Instant::now();
    let messages = consumer.stream().max_messages_per_batch(IN_FLIGHT).messages().await?;
    messages
        .take(count)
        .for_each_concurrent(IN_FLIGHT, |message| async {
            let message = message.expect("a healthy server");
            let mut headers = async_nats::HeaderMap::new();
            headers.insert("Nats-Msg-Id", format!("raw-{}", message.info().expect("a delivery").stream_sequence));
            let published = context.publish_with_headers(EMITTED, headers, message.payload.clone()).await;
            published.expect("published").await.expect("confirmed");
            nats.request(message.reply.clone().expect("a delivery"), "+ACK".into()).await.expect("acknowledged");
        })
        .await;
    Ok(begun.elapsed())
}

async fn ours(url: &str, client: &Client, count: usize) -> Result<Duration> {
    fill(client, "ours", count).await;
    let mut env = Env::from_pairs([
        ("AUSPEX_NATS_URL", url),
        ("AUSPEX_HTTP_LISTEN", "127.0.0.1:0"),
        ("AUSPEX_WORKER_CONCURRENCY", "256"),
    ]);
    let config = RuntimeConfig::read(&mut env);
    env.finish()?;
    let journal = Arc::new(FakeJournal::new());
    let life = Lifecycle::new();
    let begun = Instant::now();
    let service = Service::new(Arc::clone(&journal)).handler(Hop);
    let stopping = life.clone();
    let running = tokio::spawn(async move { service.run("hop", &config, stopping).await });
    journal.until(|journal| journal.done() == count).await;
    let took = begun.elapsed();
    life.soft.cancel();
    running.await?;
    Ok(took)
}
