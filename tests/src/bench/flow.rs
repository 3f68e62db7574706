//! The real workers under load.

use std::time::{Duration, Instant};

use anyhow::Context;
use futures::StreamExt;

use super::{median, process};
use crate::{Fleet, Setup, events, wait};

/// Events per second of one classifier that needs no model.
pub async fn classifier(count: usize) -> anyhow::Result<f64> {
    let setup =
        Setup::default().only(&["classifier"]).with("AUSPEX_LOG", "warn").with("AUSPEX_WORKER_CONCURRENCY", 4_096);
    let fleet = Fleet::start(setup).await?;
    let place = fleet.places("classifier")[0];
    fleet.signal(place, "STOP")?;
    let dust: Vec<_> = (0..count).map(events::dust).collect();
    let jobs = fleet.publisher.events(&dust).await?;
    let begin = Instant::now();
    fleet.signal(place, "CONT")?;
    wait::until("all are classified", Duration::from_secs(300), || async {
        let done = fleet.truth.count("SELECT count(*) FROM event").await?;
        Ok(if done == i64::try_from(jobs.len())? { Ok(()) } else { Err(format!("{done}\n{}", fleet.log(place))) })
    })
    .await?;
    Ok(count as f64 / begin.elapsed().as_secs_f64())
}

/// Median milliseconds from a question to its published forecast, one at a time, on a model without latency.
pub async fn forecast(count: usize) -> anyhow::Result<f64> {
    let fleet = Fleet::start(Setup::default().with("AUSPEX_LOG", "warn")).await?;
    let mut results = fleet.publisher.client.subscribe("auspex.result.forecast.>").await?;
    fleet.publisher.client.flush().await?;
    let mut took = Vec::new();
    for n in 0..count {
        let begin = Instant::now();
        fleet.publisher.event(&events::question(n)).await?;
        let result = tokio::time::timeout(Duration::from_secs(30), results.next()).await;
        result.with_context(|| format!("no forecast in 30 s\n{}", fleet.logs()))?.context("the subscription ended")?;
        took.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(median(took))
}

/// A worker with many jobs in flight on a slow model.
pub struct Crowd {
    /// Model calls per second.
    pub rate: f64,
    /// Jobs in flight divided by the model's latency.
    pub ideal: f64,
    /// Megabytes of the researcher while they were in flight.
    pub resident_mb: f64,
    /// Most model calls at once.
    pub peak: u64,
}

/// `jobs` look-ups at one researcher; the model takes `latency`. Measured while all are in flight.
pub async fn crowd(jobs: usize, latency: Duration) -> anyhow::Result<Crowd> {
    let setup = Setup { latency, ack_wait: Duration::from_secs(30), ..Setup::default() }
        .with("AUSPEX_LOG", "warn")
        .with("AUSPEX_WORKER_CONCURRENCY", jobs)
        .with("AUSPEX_MODEL_CONCURRENCY", jobs)
        .with("AUSPEX_BUDGET_TENANT_DAY", "100000");
    let fleet = Fleet::start(setup).await?;
    let place = fleet.places("researcher")[0];
    let published: Vec<_> = (0..jobs * 3).map(events::retrieval_miss).collect();
    fleet.publisher.events(&published).await?;
    wait::until("the crowd is in flight", Duration::from_secs(120), || async {
        let (now, _) = fleet.offline.load();
        Ok(if now as usize * 10 >= jobs * 9 { Ok(()) } else { Err(format!("{now} of {jobs}\n{}", fleet.log(place))) })
    })
    .await?;
    let (begin, before) = (Instant::now(), fleet.offline.totals().calls);
    tokio::time::sleep(latency * 5).await;
    let calls = fleet.offline.totals().calls - before;
    let rate = calls as f64 / begin.elapsed().as_secs_f64();
    let resident_mb = process::resident_mb(fleet.pid(place))?;
    Ok(Crowd { rate, ideal: jobs as f64 / latency.as_secs_f64(), resident_mb, peak: fleet.offline.load().1 })
}
