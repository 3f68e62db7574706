//! Waiting for a condition, bounded: the only clock in the tests.

use std::time::{Duration, Instant};

/// How often a condition is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Looks again until `holds` says `Ok(Some(…))`; after `patience` it fails with what was seen last. An `Err` is looked at again too:
/// the servers are being killed.
pub async fn until<T, F, Fut>(what: &str, patience: Duration, mut holds: F) -> anyhow::Result<T>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = anyhow::Result<Result<T, String>>>,
{
    let deadline = Instant::now() + patience;
    let mut glance = tokio::time::interval(GLANCE);
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
