//! What the tests of the fault matrix share: a fleet in a hurry, work in flight, and the end that every fault must have.

use std::time::Duration;

use anyhow::Context;
use domain::JobId;

use crate::{Fleet, Setup, events, wait};

/// How long work may take to its end under a fault, on a machine that also does other things.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Short waits, so that what was lost comes back within the test's patience.
#[must_use]
pub fn hasty() -> Setup {
    Setup { latency: Duration::from_millis(150), ..Setup::default() }
        .with("AUSPEX_WORKER_LEASE", "5s")
        .with("AUSPEX_WORKER_BACKOFF_CAP", "2s")
        .with("AUSPEX_WORKER_MAX_ATTEMPTS", 40)
        .with("AUSPEX_RECONCILE_INTERVAL", "3s")
        .with("AUSPEX_RECONCILE_AGE", "10s")
}

/// A fleet with `count` events in flight.
pub async fn busy(setup: Setup, count: usize) -> anyhow::Result<(Fleet, Vec<JobId>)> {
    let fleet = Fleet::start(setup).await?;
    let jobs = publish(&fleet, count).await?;
    Ok((fleet, jobs))
}

/// Publishes a mixture and waits until the model is being asked.
pub async fn publish(fleet: &Fleet, count: usize) -> anyhow::Result<Vec<JobId>> {
    let jobs = fleet.publisher.events(&events::mixture(count)).await?;
    wait::until("the model is asked", PATIENCE, || async {
        Ok(if fleet.offline.totals().calls > 3 { Ok(()) } else { Err(fleet.logs()) })
    })
    .await?;
    Ok(jobs)
}

/// All work has its outcome and every promise was kept.
pub async fn ends_well(fleet: &Fleet, jobs: &[JobId]) -> anyhow::Result<()> {
    fleet.settled(jobs, PATIENCE).await?;
    fleet.assert_kept(jobs).await?;
    Ok(())
}

/// Waits until this number in Postgres is at least `least`.
pub async fn reaches(fleet: &Fleet, what: &str, sql: &str, least: i64) -> anyhow::Result<()> {
    wait::until(what, PATIENCE, || async {
        let is = fleet.truth.count(sql).await?;
        Ok(if is >= least { Ok(()) } else { Err(format!("{is} of {least}")) })
    })
    .await
    .with_context(|| fleet.logs())
}

/// Fails if a worker has ended: a fault of a server is no reason to.
pub fn none_ended(fleet: &Fleet) -> anyhow::Result<()> {
    for place in fleet.places("") {
        let ended = fleet.ended(place)?;
        anyhow::ensure!(ended.is_none(), "a worker ended ({ended:?}): {}", fleet.log(place));
    }
    Ok(())
}

/// Lets the fault last: the one wait that is a fault's length and not a condition.
pub async fn lasts(fault: Duration) {
    tokio::time::sleep(fault).await;
}
