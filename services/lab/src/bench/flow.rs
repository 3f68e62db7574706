//! The worker binaries on real servers: classification rate and forecast latency.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Context;
use futures::{StreamExt, TryStreamExt};
use local_servers::NatsOptions;

use super::{drain, raw};
use sqlx::{Connection, Executor, PgConnection};
use tests::{Fleet, Setup, events};

/// Hops from a question to its published forecast: classify, decompose, research, filter, answer, conclude, publish.
pub(super) const HOPS: usize = 7;
/// Forecasts before the measurement, to fill query plans and connection pools.
const WARM: usize = 3;

fn setup(sync_always: bool) -> Setup {
    let nats = NatsOptions { sync_always, ..NatsOptions::default() };
    Setup { nats, ack_wait: Duration::from_secs(30), ..Setup::default() }.with("AUSPEX_LOG", "warn")
}

/// Measures acknowledged events per second of one classifier that needs no model: inbox, effect and outbox in Postgres,
/// the classification published.
pub(super) async fn classifier(count: usize, sync_always: bool) -> anyhow::Result<f64> {
    let setup = setup(sync_always).only(&[]).with("AUSPEX_WORKER_CONCURRENCY", raw::IN_FLIGHT);
    let setup = setup.with("AUSPEX_CLASSIFIER_SINGLE_RESULTS", true);
    let fleet = Fleet::start(setup).await?;
    let dust: Vec<_> = (0..count).map(events::dust).collect();
    let publishing = dust.iter().map(|event| fleet.publisher.event(event));
    futures::stream::iter(publishing).buffer_unordered(512).try_collect::<Vec<_>>().await?;
    let place = fleet.start_worker("classifier", BTreeMap::new())?;
    let rate = drain::rate(&fleet.publisher.jetstream, "AUSPEX_EVENTS", "classifier", count).await;
    let rate = rate.with_context(|| fleet.log(place))?;
    let classified = fleet.database.count("SELECT count(*) FROM event").await?;
    anyhow::ensure!(usize::try_from(classified)? == count, "{classified} of {count} events were classified");
    Ok(rate)
}

/// Latency of forecasts and its lower bound.
pub(super) struct Forecasts {
    /// Milliseconds from publishing each question to receiving its result.
    pub(super) took: Vec<f64>,
    /// Milliseconds of [`HOPS`] messages and [`HOPS`] flushed commits in sequence on the same servers.
    pub(super) floor_ms: f64,
}

/// Measures sequential questions on a model without latency.
pub(super) async fn forecast(count: usize, sync_always: bool) -> anyhow::Result<Forecasts> {
    let fleet = Fleet::start(setup(sync_always)).await?;
    let message = raw::latency_ms(&fleet.publisher.client, 200).await?;
    let commit = commit_ms(&fleet.servers.postgres.url(), 200).await?;
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

/// Returns the mean milliseconds of one insert with a flushed commit, over `count` sequential inserts.
async fn commit_ms(url: &str, count: usize) -> anyhow::Result<f64> {
    let mut conn = PgConnection::connect(url).await?;
    conn.execute("CREATE TABLE IF NOT EXISTS bench_floor (n bigint)").await?;
    let begin = Instant::now();
    for _ in 0..count {
        sqlx::query("INSERT INTO bench_floor VALUES (1)").execute(&mut conn).await?;
    }
    let mean = begin.elapsed().as_secs_f64() * 1000.0 / count as f64;
    conn.execute("DROP TABLE bench_floor").await?;
    conn.close().await?;
    Ok(mean)
}
