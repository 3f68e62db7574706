//! The limit: one hop with the bare client. Pull, publish under an id and wait for the confirmation, acknowledge and
//! wait for that.

use std::time::{Duration, Instant};

use anyhow::Context;
use async_nats::HeaderMap;
use async_nats::jetstream::{self, consumer, stream};
use futures::{StreamExt, TryStreamExt};

/// Maximum messages in progress, equal for the bare client and the runtime.
pub(super) const IN_FLIGHT: usize = 512;
/// Payload bytes of a message: the size of a transaction event.
const PAYLOAD_BYTES: usize = 512;

/// Publishes `count` messages and waits until the stream has confirmed them.
pub(super) async fn fill(jetstream: &jetstream::Context, subject: &str, count: usize) -> anyhow::Result<()> {
    let payload = bytes::Bytes::from([b"default:", vec![b'x'; PAYLOAD_BYTES].as_slice()].concat());
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
    // Deletes the stream of the previous run, if any.
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

/// Measures hops per second of the bare client on a separate stream, [`IN_FLIGHT`] at a time.
pub(super) async fn hop(client: &async_nats::Client, count: usize) -> anyhow::Result<f64> {
    let jetstream = jetstream::new(client.clone());
    let consumer = consumer(&jetstream).await?;
    fill(&jetstream, "raw.in", count).await?;
    let rate = Link { client, jetstream: &jetstream, to: "raw.out" }.drain(consumer, count).await?;
    jetstream.delete_stream("RAW").await?;
    Ok(rate)
}

/// A bare client that republishes messages.
pub(super) struct Link<'a> {
    pub(super) client: &'a async_nats::Client,
    pub(super) jetstream: &'a jetstream::Context,
    /// Subject of the republished messages.
    pub(super) to: &'static str,
}

impl Link<'_> {
    /// Measures hops per second over `count` waiting messages of a consumer.
    pub(super) async fn drain(&self, consumer: consumer::PullConsumer, count: usize) -> anyhow::Result<f64> {
        let begin = Instant::now();
        let messages =
            consumer.stream().max_messages_per_batch(IN_FLIGHT).expires(Duration::from_secs(5)).messages().await?;
        let hops = messages.take(count).map(|message| async { self.hop(message?).await });
        hops.buffer_unordered(IN_FLIGHT).try_collect::<()>().await?;
        Ok(count as f64 / begin.elapsed().as_secs_f64())
    }

    async fn hop(&self, message: jetstream::Message) -> anyhow::Result<()> {
        let id = message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).context("an id")?;
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", format!("out-{id}"));
        self.jetstream.publish_with_headers(self.to, headers, message.payload.clone()).await?.await?;
        let reply = message.reply.clone().context("a reply subject")?;
        self.client.request(reply, "+ACK".into()).await?;
        Ok(())
    }
}

/// Returns the mean milliseconds of publishing, confirming and delivering one message, over `count` sequential
/// messages.
pub(super) async fn latency_ms(client: &async_nats::Client, count: usize) -> anyhow::Result<f64> {
    let jetstream = jetstream::new(client.clone());
    let consumer = consumer(&jetstream).await?;
    let mut messages = consumer.stream().max_messages_per_batch(64).expires(Duration::from_secs(5)).messages().await?;
    let begin = Instant::now();
    for _ in 0..count {
        jetstream.publish("raw.in", vec![b'x'; PAYLOAD_BYTES].into()).await?.await?;
        let message = messages.next().await.context("the stream of messages ended")??;
        client.publish(message.reply.clone().context("a reply subject")?, "+ACK".into()).await?;
    }
    let mean = begin.elapsed().as_secs_f64() * 1000.0 / count as f64;
    jetstream.delete_stream("RAW").await?;
    Ok(mean)
}
