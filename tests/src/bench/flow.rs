//! The real workers on real servers.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures::{StreamExt, TryStreamExt};
use local_servers::NatsOptions;

use super::{drain, floor, raw};
use crate::{Fleet, Setup, events};

/// Hops from a question to its published forecast: classify, decompose, research, filter, answer, conclude, publish.
pub const HOPS: usize = 7;
/// Forecasts that are made before the clock counts: plans are made, pools filled.
const WARM: usize = 3;

fn setup(sync_always: bool) -> Setup {
    let nats = NatsOptions { sync_always, ..NatsOptions::default() };
    Setup { nats, ack_wait: Duration::from_secs(30), ..Setup::default() }.with("AUSPEX_LOG", "warn")
}

/// Events per second of one classifier that needs no model, acknowledged: inbox, effect and outbox in Postgres, the
/// classification published.
pub async fn classifier(count: usize, sync_always: bool) -> anyhow::Result<f64> {
    let setup = setup(sync_always).only(&[]).with("AUSPEX_WORKER_CONCURRENCY", raw::IN_FLIGHT);
    let fleet = Fleet::start(setup).await?;
    let dust: Vec<_> = (0..count).map(events::dust).collect();
    let publishing = dust.iter().map(|event| fleet.publisher.event(event));
    futures::stream::iter(publishing).buffer_unordered(512).try_collect::<Vec<_>>().await?;
    let place = fleet.start_worker("classifier", BTreeMap::new())?;
    let rate = drain::rate(&fleet.publisher.jetstream, ("AUSPEX_EVENTS", "classifier"), count).await;
    let rate = rate.with_context(|| fleet.log(place))?;
    let classified = fleet.truth.count("SELECT count(*) FROM event").await?;
    anyhow::ensure!(usize::try_from(classified)? == count, "{classified} of {count} events are classified");
    Ok(rate)
}

/// What a forecast took, and what it could not have undercut.
pub struct Forecasts {
    /// Milliseconds of each, from publishing the question to hearing the result.
    pub took: Vec<f64>,
    /// Milliseconds of [`HOPS`] messages and [`HOPS`] flushed commits, one after another, on the same servers.
    pub floor_ms: f64,
}

/// Questions one at a time, on a model without latency.
pub async fn forecast(count: usize, sync_always: bool) -> anyhow::Result<Forecasts> {
    let fleet = Fleet::start(setup(sync_always)).await?;
    let message = raw::latency_ms(&fleet.publisher.client, 200).await?;
    let commit = floor::commit_ms(&fleet.servers.postgres.url(), 200).await?;
    let mut results = fleet.publisher.client.subscribe("auspex.result.forecast.>").await?;
    fleet.publisher.client.flush().await?;
    let mut took = Vec::new();
    for n in 0..WARM + count {
        let begin = Instant::now();
        fleet.publisher.event(&events::question(n)).await?;
        let result = tokio::time::timeout(Duration::from_secs(30), results.next()).await;
        result.with_context(|| format!("no forecast in 30 s\n{}", fleet.logs()))?.context("the subscription ended")?;
        took.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(Forecasts { took: took.split_off(WARM), floor_ms: HOPS as f64 * (message + commit) })
}
