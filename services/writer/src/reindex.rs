//! Lexemes of notes and research that an earlier version of Auspex made: the task that makes them anew, newest first,
//! so that a look-up finds old notes by today's rules.
//!
//! One replica of the writer does it for all. If two do at the same time, each takes other rows.
//!
//! I/O: the task calls the store.

use std::time::Duration;

use runtime::Periodic;
use store::PgMemory;

/// Interval of the passes.
const INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of notes, and of research, per pass: a transaction of tens of milliseconds, 360,000 notes per hour.
const BATCH: u32 = 100;

/// Makes old lexemes anew.
pub struct ReindexMemory(pub PgMemory);

impl Periodic for ReindexMemory {
    const NAME: &'static str = "reindex-memory";
    const EVERY: Duration = INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        match self.0.reindex(BATCH).await? {
            0 => {}
            texts => tracing::debug!(texts, "lexemes of memory were made anew"),
        }
        Ok(())
    }
}
