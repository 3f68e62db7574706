//! One researcher with many jobs in flight on a slow model.

use std::time::{Duration, Instant};

use super::process;
use tests::{Fleet, Setup, events, wait};

/// Rate and memory of a crowd of jobs.
pub(super) struct Crowd {
    /// Model calls per second.
    pub(super) rate: f64,
    /// Jobs in flight divided by the latency of the model.
    pub(super) ideal: f64,
    /// Peak resident memory of the researcher, in megabytes.
    pub(super) peak_mb: f64,
}

/// Sequential calls per job slot during the measurement; three jobs make this many.
const ROUNDS: usize = 15;

/// Runs `jobs` look-ups at a time on one researcher; each model call takes `latency`.
///
/// The measurement starts when all jobs have made their first call and ends after [`ROUNDS`] more calls per job on
/// average. A fixed duration would cut off the last round of all jobs, because they start together. Five times as many
/// jobs are queued, so that each finished job has a successor.
pub(super) async fn crowd(jobs: usize, latency: Duration) -> anyhow::Result<Crowd> {
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
