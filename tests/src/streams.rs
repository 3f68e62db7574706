//! Contents of the streams.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context;
use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use futures::{StreamExt, TryStreamExt};

use crate::wait;

/// Returns the message ids of a stream with their counts. Reads the stream again from its start after an error: in a
/// cluster whose leader was killed, nats-server answers "503 no responders" for a consumer that it has created and that
/// has no leader yet.
pub async fn message_ids(jetstream: &jetstream::Context, stream: &str) -> anyhow::Result<BTreeMap<String, usize>> {
    wait::until(&format!("the stream {stream} is read"), wait::PATIENCE, || async {
        Ok(Ok(read_message_ids(jetstream, stream).await?))
    })
    .await
}

async fn read_message_ids(jetstream: &jetstream::Context, stream: &str) -> anyhow::Result<BTreeMap<String, usize>> {
    let stream = jetstream.get_stream(stream).await.with_context(|| format!("the stream {stream}"))?;
    let total = stream.get_info().await?.state.messages;
    let config = pull::Config { ack_policy: AckPolicy::None, deliver_policy: DeliverPolicy::All, ..Default::default() };
    let consumer = stream.create_consumer(config).await?;
    let mut ids = BTreeMap::new();
    let mut left = usize::try_from(total)?;
    while left > 0 {
        let batch = consumer.fetch().max_messages(left.min(500)).expires(Duration::from_secs(5)).messages().await?;
        let mut got = 0;
        futures::pin_mut!(batch);
        while let Some(message) = batch.next().await {
            let message = message.map_err(|error| anyhow::anyhow!("{error}"))?;
            let id = message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).map(ToString::to_string);
            *ids.entry(id.unwrap_or_default()).or_insert(0) += 1;
            got += 1;
        }
        anyhow::ensure!(got > 0, "the stream {} gave {left} messages too few", stream.cached_info().config.name);
        left -= got;
    }
    Ok(ids)
}

/// Returns the pending and unacknowledged messages of each durable consumer of the two work streams; empty if all are
/// drained.
pub async fn undrained(jetstream: &jetstream::Context) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut open = BTreeMap::new();
    for name in ["AUSPEX_EVENTS", "AUSPEX_WORK"] {
        let stream = jetstream.get_stream(name).await.with_context(|| format!("the stream {name}"))?;
        let consumers: Vec<_> = stream.consumers().try_collect().await?;
        for consumer in consumers.into_iter().filter(|consumer| consumer.config.durable_name.is_some()) {
            let waiting = consumer.num_pending + consumer.num_ack_pending as u64;
            if waiting > 0 {
                open.insert(consumer.name, waiting);
            }
        }
    }
    Ok(open)
}
