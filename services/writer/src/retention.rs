//! Retention of rows in Postgres: its settings, and the task that deletes old rows. Only the writer deletes, so that
//! the database roles of the other workers need no permission to.
//!
//! I/O: the task deletes rows through the store.

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use runtime::Periodic;
use runtime::config::Env;
use store::{Retention, Store};

/// Interval of the deletion of old rows.
const PRUNE_INTERVAL: Duration = Duration::from_secs(3600);
/// Time for which one instance deletes old rows before another may take over; a dead one is replaced at once.
const PRUNE_LEASE: Duration = Duration::from_secs(2 * 3600);
/// Interval at which space is freed. At a high rate half a million jobs end within it.
const RECYCLE_INTERVAL: Duration = Duration::from_secs(60);
/// Time for which one instance frees space before another may take over.
const RECYCLE_LEASE: Duration = Duration::from_secs(600);

/// Deletes old rows, unless another instance does.
pub struct Prune {
    /// Postgres.
    pub store: Arc<Store>,
    /// Times for which rows are kept.
    pub retention: Retention,
}

impl Periodic for Prune {
    const NAME: &'static str = "prune";
    const EVERY: Duration = PRUNE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        if self.store.journal().elect(Self::NAME, PRUNE_LEASE).await? {
            let pruned = self.store.maintenance().prune(&self.retention).await?;
            tracing::debug!(?pruned, "old rows were deleted");
        }
        Ok(())
    }
}

/// Frees the space of rows that are needed for a short time, unless another instance does: deletes published results
/// about quiet events, adds up the changes of stored events, moves keys of ended jobs out of the inbox, and empties
/// partitions past the deduplication window.
pub struct Recycle {
    /// Postgres.
    pub store: Arc<Store>,
    /// Times for which rows are kept.
    pub retention: Retention,
}

impl Periodic for Recycle {
    const NAME: &'static str = "recycle";
    const EVERY: Duration = RECYCLE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        let Self { store, retention } = self;
        if store.journal().elect(Self::NAME, RECYCLE_LEASE).await? {
            store.intake().add_up().await?;
            let published = store.maintenance().prune_published().await?;
            let aged = store.maintenance().age_inbox(retention).await?;
            let dropped = store.maintenance().age_verdicts(retention).await?;
            tracing::debug!(published, moved = aged.moved, emptied = aged.emptied + dropped, "space was freed");
        }
        Ok(())
    }
}

/// Reads the retention times.
pub fn read(env: &mut Env) -> Retention {
    let history = env.duration(
        "AUSPEX_RETENTION_HISTORY",
        "0s",
        "Retention of events with their results, evidence and audit entries, of ended runs with their forecasts, of reports, of model calls, and of research and notes that no longer hold: at least 365d, or 0s to keep them for ever.",
    );
    Retention {
        work: env.duration(
            "AUSPEX_RETENTION_WORK",
            "30d",
            "Deduplication window: an event or message that comes again within it is recognised. Also the retention of finished work (inbox, outbox, memoised steps, idempotency keys, sessions, deliveries); at least 30d.",
        ),
        quiet_events: env.duration(
            "AUSPEX_RETENTION_QUIET_EVENTS",
            "30d",
            "Retention of events that needed no work, with their results and audit entries; at least 30d.",
        ),
        dead_letters: env.duration(
            "AUSPEX_RETENTION_DEAD_LETTERS",
            "365d",
            "Retention of dead letters, redriven or not; at least 30d.",
        ),
        sources: env.duration(
            "AUSPEX_RETENTION_SOURCES",
            "365d",
            "Retention of pages and answers that no finding references, and of decided reviews; at least 365d.",
        ),
        history: (!history.is_zero()).then_some(history),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_delete_no_history() {
        let mut env = Env::default();
        assert_eq!(read(&mut env), Retention::default());
        env.finish().unwrap();
        let mut env = Env::from_pairs([("AUSPEX_RETENTION_HISTORY", "400d")]);
        assert!(read(&mut env).history.is_some());
    }
}
