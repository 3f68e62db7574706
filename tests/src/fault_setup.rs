//! Shared parts of the fault tests: a fleet with short timeouts, work in flight, and the expected end of every fault.

use std::time::Duration;

use anyhow::Context;
use domain::JobId;

use crate::wait::PATIENCE;
use crate::{Fleet, Setup, events, wait};

/// Returns a setup with short timeouts, so that lost work is recovered within [`PATIENCE`].
#[must_use]
pub fn fast_setup() -> Setup {
    Setup { latency: Duration::from_millis(150), ..Setup::default() }
        .with("AUSPEX_WORKER_LEASE", "5s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "2s")
        .with("AUSPEX_WORKER_MAX_ATTEMPTS", 40)
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s")
}

/// Starts a fleet with `count` events in flight.
pub async fn start_loaded(setup: Setup, count: usize) -> anyhow::Result<(Fleet, Vec<JobId>)> {
    let fleet = Fleet::start(setup).await?;
    let jobs = publish(&fleet, count).await?;
    Ok((fleet, jobs))
}

/// Publishes a mixture of events and waits until the model is called.
pub async fn publish(fleet: &Fleet, count: usize) -> anyhow::Result<Vec<JobId>> {
    let jobs = fleet.publisher.events(&events::mixture(count)).await?;
    wait::until("the model is called", PATIENCE, || async {
        Ok(if fleet.offline.totals().calls > 3 { Ok(()) } else { Err(fleet.logs()) })
    })
    .await?;
    Ok(jobs)
}

/// Waits until all work is completed and checks the invariants.
pub async fn assert_completed(fleet: &Fleet, jobs: &[JobId]) -> anyhow::Result<()> {
    fleet.settled(jobs, PATIENCE).await?;
    fleet.assert_invariants(jobs).await?;
    Ok(())
}

/// Waits until the number that `sql` returns is at least `least`.
pub async fn reaches(fleet: &Fleet, what: &str, sql: &str, least: i64) -> anyhow::Result<()> {
    wait::until(what, PATIENCE, || async {
        let is = fleet.database.count(sql).await?;
        Ok(if is >= least { Ok(()) } else { Err(format!("{is} of {least}")) })
    })
    .await
    .with_context(|| fleet.logs())
}

/// Fails if a worker has ended; a fault of a server must not end workers.
pub fn none_ended(fleet: &Fleet) -> anyhow::Result<()> {
    for place in fleet.places("") {
        let ended = fleet.ended(place)?;
        anyhow::ensure!(ended.is_none(), "a worker ended ({ended:?}): {}", fleet.log(place));
    }
    Ok(())
}

/// Waits for the duration of a fault: the only fixed wait in the tests.
pub async fn wait_out(fault: Duration) {
    tokio::time::sleep(fault).await;
}
