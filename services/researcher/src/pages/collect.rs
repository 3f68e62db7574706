//! Removes page bytes that no row of the page index references. Every worker prunes rows; researchers, which write the
//! bytes, remove the bytes.
//!
//! I/O: removes objects.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use runtime::Periodic;
use store::{CollectionLimits, PgPages};
use worker::Objects;

use super::key;

/// Interval between passes.
const INTERVAL: Duration = Duration::from_secs(300);
/// Minimum age of unreferenced bytes. A fetch takes seconds, and a reader reads the row before the bytes.
const GRACE: Duration = Duration::from_secs(24 * 3600);
/// Limits of one pass. A remote store takes some 10 ms per object, and a worker that stops waits for the current pass.
const COLLECTION_LIMITS: CollectionLimits = CollectionLimits { objects: 512, time: Duration::from_secs(10) };

/// Removes page bytes that no row references.
pub struct CollectPages {
    /// The page index.
    pub pages: PgPages,
    /// Storage of the bytes.
    pub objects: Arc<dyn Objects>,
}

impl Periodic for CollectPages {
    const NAME: &'static str = "collect-pages";
    const EVERY: Duration = INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        pass(&self.pages, &self.objects).await?;
        Ok(())
    }
}

/// Runs one pass and returns the number of removed objects.
///
/// # Errors
/// Postgres is unavailable; the next pass continues.
pub async fn pass(pages: &PgPages, objects: &Arc<dyn Objects>) -> Result<u64, PortError> {
    let remove = |hash: String| async move {
        let removed = objects.remove(&key(&hash)).await;
        if let Err(error) = &removed {
            tracing::warn!(%error, "cannot remove unreferenced page bytes; a later pass retries");
        }
        removed.is_ok()
    };
    let removed = pages.collect_bytes(GRACE, COLLECTION_LIMITS, remove).await?;
    if removed > 0 {
        tracing::info!(objects = removed, "removed unreferenced page bytes");
    }
    Ok(removed)
}
