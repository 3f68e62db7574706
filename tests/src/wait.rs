//! Bounded waiting for a condition: the only clock in the tests.

use std::time::{Duration, Instant};

/// Maximum time for the work of a test on a busy machine, faults and their recovery included: a test that takes longer
/// hangs.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Interval between two evaluations of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Evaluates `holds` until it returns `Ok(Ok(…))`. Fails after `patience` with the last result. An `Err` is retried,
/// because servers may be down while they are killed.
pub async fn until<T, F, Fut>(what: &str, patience: Duration, mut holds: F) -> anyhow::Result<T>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = anyhow::Result<Result<T, String>>>,
{
    let deadline = Instant::now() + patience;
    let mut glance = tokio::time::interval(POLL_INTERVAL);
    glance.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        glance.tick().await;
        let seen = match holds().await {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(seen)) => seen,
            Err(error) => format!("{error:#}"),
        };
        anyhow::ensure!(Instant::now() < deadline, "{what}: not after {patience:?}; last seen: {seen}");
    }
}
