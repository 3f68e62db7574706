//! Progress of runs: one query a second for all watched runs of the process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::RunId;
use domain::port::PortError;
use store::Store;
use store::runs::RunProgress;
use tokio::sync::watch;

/// The watched runs.
#[derive(Default)]
pub struct RunWatch {
    watched: Mutex<HashMap<RunId, watch::Sender<Option<RunProgress>>>>,
}

/// Progress of one run; the newest state replaces older ones that were not read.
pub type RunFeed = watch::Receiver<Option<RunProgress>>;

impl RunWatch {
    /// Watches a run. The feed has no value until the next query.
    pub fn watch(&self, run: RunId) -> RunFeed {
        let mut watched = self.lock();
        watched.entry(run).or_insert_with(|| watch::Sender::new(None)).subscribe()
    }

    /// Reads the state of all watched runs and passes on what has changed. Forgets runs without a watcher.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn refresh(&self, store: &Store) -> Result<(), PortError> {
        let runs: Vec<RunId> = {
            let mut watched = self.lock();
            watched.retain(|_, sender| sender.receiver_count() > 0);
            watched.keys().copied().collect()
        };
        if runs.is_empty() {
            return Ok(());
        }
        for progress in store.runs().progress(&runs).await? {
            if let Some(sender) = self.lock().get(&progress.run) {
                sender.send_if_modified(|known| {
                    let changed = known.as_ref().is_none_or(|known| known.version < progress.version);
                    if changed {
                        *known = Some(progress);
                    }
                    changed
                });
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<Option<RunProgress>>>> {
        // No code panics while it holds the lock.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
