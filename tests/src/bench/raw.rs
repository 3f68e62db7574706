//! The limit: one hop with the bare client. Pull, publish under an id and wait for the confirmation, acknowledge and wait for that.

use std::time::{Duration, Instant};

use anyhow::Context;
use async_nats::HeaderMap;
use async_nats::jetstream::{self, consumer, stream};
use futures::{StreamExt, TryStreamExt};

/// Messages in work at once, for the bare client and for the runtime alike.
pub const IN_FLIGHT: usize = 512;
/// Bytes of a message: a transaction's size.
pub const PAYLOAD: usize = 512;

/// Publishes `count` messages that wait.
pub async fn fill(jetstream: &jetstream::Context, subject: &str, count: usize) -> anyhow::Result<()> {
    let payload = bytes::Bytes::from([b"default:", vec![b'x'; PAYLOAD].as_slice()].concat());
    let publish = |n: usize| {
        let payload = payload.clone();
        async move {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", domain::JobId::named(&["bench", subject, &n.to_string()]).to_string());
            jetstream.publish_with_headers(subject.to_owned(), headers, payload).await?.await?;
            anyhow::Ok(())
        }
    };
    futures::stream::iter((0..count).map(publish)).buffer_unordered(1_000).try_collect::<()>().await
}

async fn consumer(jetstream: &jetstream::Context) -> anyhow::Result<consumer::PullConsumer> {
    // The stream of the run before, if there was one.
    let _ = jetstream.delete_stream("RAW").await;
    let config = stream::Config { name: "RAW".into(), subjects: vec!["raw.>".into()], ..Default::default() };
    let stream = jetstream.create_stream(config).await?;
    let pull = consumer::pull::Config {
        durable_name: Some("raw".into()),
        filter_subject: "raw.in".into(),
        max_ack_pending: 10_000,
        ..Default::default()
    };
    Ok(stream.create_consumer(pull).await?)
}

/// Hops per second with the bare client, [`IN_FLIGHT`] at once, on a stream of its own.
pub async fn hop(client: &async_nats::Client, count: usize) -> anyhow::Result<f64> {
    let jetstream = jetstream::new(client.clone());
    let consumer = consumer(&jetstream).await?;
    fill(&jetstream, "raw.in", count).await?;
    let rate = through((client, &jetstream), consumer, (count, "raw.out")).await?;
    jetstream.delete_stream("RAW").await?;
    Ok(rate)
}

/// The same on a stream and consumer that are there already, with messages that wait.
pub async fn through(
    (client, jetstream): (&async_nats::Client, &jetstream::Context),
    consumer: consumer::PullConsumer,
    (count, to): (usize, &str),
) -> anyhow::Result<f64> {
    let begin = Instant::now();
    let messages =
        consumer.stream().max_messages_per_batch(IN_FLIGHT).expires(Duration::from_secs(5)).messages().await?;
    let hops = messages.take(count).map(|message| async { one((client, jetstream), message?, to).await });
    hops.buffer_unordered(IN_FLIGHT).try_collect::<()>().await?;
    Ok(count as f64 / begin.elapsed().as_secs_f64())
}

/// Milliseconds of one message alone: published, confirmed and delivered, one after another; the mean of `count`.
pub async fn latency_ms(client: &async_nats::Client, count: usize) -> anyhow::Result<f64> {
    let jetstream = jetstream::new(client.clone());
    let consumer = consumer(&jetstream).await?;
    let mut messages = consumer.stream().max_messages_per_batch(64).expires(Duration::from_secs(5)).messages().await?;
    let begin = Instant::now();
    for _ in 0..count {
        jetstream.publish("raw.in", vec![b'x'; PAYLOAD].into()).await?.await?;
        let message = messages.next().await.context("the stream of messages ended")??;
        client.publish(message.reply.clone().context("a reply subject")?, "+ACK".into()).await?;
    }
    let mean = begin.elapsed().as_secs_f64() * 1000.0 / count as f64;
    jetstream.delete_stream("RAW").await?;
    Ok(mean)
}

async fn one(
    (client, jetstream): (&async_nats::Client, &jetstream::Context),
    message: jetstream::Message,
    to: &str,
) -> anyhow::Result<()> {
    let id = message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).context("an id")?;
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Msg-Id", format!("out-{id}"));
    jetstream.publish_with_headers(to.to_owned(), headers, message.payload.clone()).await?.await?;
    let reply = message.reply.clone().context("a reply subject")?;
    client.request(reply, "+ACK".into()).await?;
    Ok(())
}
