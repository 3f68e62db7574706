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

/// Calls that each job of the crowd makes one after the other while it is watched: that of three jobs, one after the other.
const ROUNDS: usize = 15;

/// `jobs` look-ups at a time at one researcher; every model call takes `latency`. Watched from the moment when all have made
/// their first call until they have made [`ROUNDS`] more each on average; a time of fixed length would cut the last round of
/// all jobs off, because they began together. Five times as many wait, so that a finished job has a successor.
pub async fn crowd(jobs: usize, latency: Duration) -> anyhow::Result<Crowd> {
    let setup = Setup { latency, ack_wait: Duration::from_secs(30), ..Setup::default() }
        .only(&["classifier", "researcher"])
        .with("AUSPEX_LOG", "warn")
        .with("AUSPEX_WORKER_CONCURRENCY", jobs)
        .with("AUSPEX_MODEL_CONCURRENCY", jobs)
        .with("AUSPEX_BUDGET_TENANT_DAY", "100000");
    let fleet = Fleet::start(setup).await?;
    let place = fleet.places("researcher")[0];
    let published: Vec<_> = (0..jobs * 5).map(events::retrieval_miss).collect();
    fleet.publisher.events(&published).await?;
    let calls = |wanted: usize, bound: Duration| {
        let fleet = &fleet;
        async move {
            wait::until("the crowd calls", bound, || async {
                let made = fleet.offline.totals().calls;
                Ok(if made as usize >= wanted { Ok(()) } else { Err(format!("{made} of {wanted}")) })
            })
            .await
        }
    };
    calls(jobs, Duration::from_secs(60)).await?;
    let begin = Instant::now();
    let rounds = u32::try_from(ROUNDS)?;
    calls(jobs * (1 + ROUNDS), latency * rounds * 3).await?;
    let rate = (jobs * ROUNDS) as f64 / begin.elapsed().as_secs_f64();
    let peak_mb = process::peak_mb(fleet.pid(place))?;
    Ok(Crowd { rate, ideal: jobs as f64 / latency.as_secs_f64(), peak_mb })
}
