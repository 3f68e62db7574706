//! One worker with many jobs in flight on a slow model.

use std::time::{Duration, Instant};

use super::process;
use crate::{Fleet, Setup, events, wait};

/// What a crowd of jobs did.
pub struct Crowd {
    /// Model calls per second.
    pub rate: f64,
    /// Jobs in flight divided by the model's latency.
    pub ideal: f64,
    /// Most megabytes that the researcher occupied.
    pub peak_mb: f64,
}

/// `jobs` look-ups at a time at one researcher; every model call takes `latency`. Measured while all are in flight, over
/// several latencies; three times as many wait, so that a finished job has a successor.
pub async fn crowd(jobs: usize, latency: Duration) -> anyhow::Result<Crowd> {
    let setup = Setup { latency, ack_wait: Duration::from_secs(30), ..Setup::default() }
        .only(&["classifier", "researcher"])
        .with("AUSPEX_LOG", "warn")
        .with("AUSPEX_WORKER_CONCURRENCY", jobs)
        .with("AUSPEX_MODEL_CONCURRENCY", jobs)
        .with("AUSPEX_BUDGET_TENANT_DAY", "100000");
    let fleet = Fleet::start(setup).await?;
    let place = fleet.places("researcher")[0];
    let published: Vec<_> = (0..jobs * 4).map(events::retrieval_miss).collect();
    fleet.publisher.events(&published).await?;
    wait::until("the crowd is in flight", Duration::from_secs(60), || async {
        let (now, _) = fleet.offline.load();
        Ok(if now as usize * 10 >= jobs * 9 { Ok(()) } else { Err(format!("{now} of {jobs}\n{}", fleet.log(place))) })
    })
    .await?;
    let (begin, before) = (Instant::now(), fleet.offline.totals().calls);
    tokio::time::sleep(latency * 5).await;
    let calls = fleet.offline.totals().calls - before;
    let rate = calls as f64 / begin.elapsed().as_secs_f64();
    let peak_mb = process::peak_mb(fleet.pid(place))?;
    Ok(Crowd { rate, ideal: jobs as f64 / latency.as_secs_f64(), peak_mb })
}
