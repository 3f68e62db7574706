//! Removes the bytes of pages that no row names any more from the object store. Rows are pruned by every worker; bytes by researchers,
//! who put them there.
//!
//! I/O: removes objects.

use std::sync::Arc;
use std::time::Duration;

use domain::port::PortError;
use store::{Bite, Store};
use worker::Objects;

use crate::archive;

/// How often it is looked for such bytes.
pub const EVERY: Duration = Duration::from_secs(300);
/// Bytes stay so long after their last page went, or after they were put and never named: a fetch takes seconds, and whoever reads a
/// page has read its row first.
const GRACE: Duration = Duration::from_secs(24 * 3600);
/// One pass: a store elsewhere takes some ten milliseconds an object. A worker that stops waits for the pass it is in.
const BITE: Bite = Bite { most: 512, time: Duration::from_secs(10) };

/// One pass; answers how many were removed.
///
/// # Errors
/// Postgres is not there; the next pass goes on.
pub async fn pass(store: &Store, objects: &Arc<dyn Objects>) -> Result<u64, PortError> {
    let remove = |hash: String| async move {
        let removed = objects.remove(&archive::key(&hash)).await;
        if let Err(error) = &removed {
            tracing::warn!(%error, "the bytes of a page that nobody names are still there");
        }
        removed.is_ok()
    };
    let removed = store.collect_page_bytes(GRACE, BITE, remove).await?;
    if removed > 0 {
        tracing::info!(objects = removed, "the bytes of pages that nobody names are removed");
    }
    Ok(removed)
}
