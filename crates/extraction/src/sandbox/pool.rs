//! A pool of reusable children: starting one takes milliseconds, most documents less than one.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Document;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Semaphore;

use crate::sandbox::process::Process;
use crate::sandbox::{Confinement, DocumentReader, ParseFailure, ParserLimits, RawDocument};

/// Documents per child before it is replaced, which bounds leaks and fragmentation.
const DOCUMENTS_PER_CHILD: u32 = 200;

/// Number of concurrent children, regardless of the number of processors: a pod sees all processors of its node, and each child may use
/// its limit of the pod's memory. k8s/base/researcher/worker.yaml reserves memory for this number.
const MAX_CHILDREN: usize = 4;

/// Maximum wait for a free child: the time that one document may take, three times.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// Settings of a [`ParserPool`].
#[derive(Debug, Clone)]
pub struct ParserPoolSettings {
    /// Maximum number of concurrent children; further documents wait.
    pub children: usize,
    /// Limits of each child.
    pub limits: ParserLimits,
    /// Maximum time that a document waits for a free child. Slow documents of others must not hold a task for longer.
    pub wait: Duration,
    /// A binary whose `main` begins with [`crate::sandbox::child_main`]; by default the running one.
    pub program: PathBuf,
}

impl Default for ParserPoolSettings {
    fn default() -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).min(MAX_CHILDREN);
        // Works even if the file was replaced or removed since the start.
        Self { children, limits: ParserLimits::default(), wait: MAX_WAIT, program: PathBuf::from("/proc/self/exe") }
    }
}

/// A pool of parser processes.
#[derive(Debug)]
pub struct ParserPool {
    settings: ParserPoolSettings,
    turns: Semaphore,
    idle: Mutex<Vec<Process>>,
    warned: AtomicBool,
}

impl ParserPool {
    /// Creates a pool. The first child starts with the first document.
    pub fn new(settings: ParserPoolSettings) -> Self {
        let turns = Semaphore::new(settings.children.max(1));
        Self { settings, turns, idle: Mutex::new(Vec::new()), warned: AtomicBool::new(false) }
    }

    async fn read_one(&self, unread: &RawDocument) -> Result<Document, ParseFailure> {
        let whole = self.settings.limits.time;
        let turn = tokio::time::timeout(self.settings.wait, self.turns.acquire()).await;
        let turn = turn.map_err(|_elapsed| ParseFailure::Busy(self.settings.wait))?;
        // The semaphore is never closed.
        let _turn = turn.map_err(|closed| ParseFailure::Unstarted(closed.to_string()))?;
        let used = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let begun = Instant::now();
        let first = match used {
            Some(process) => self.read_in(process, unread, whole).await,
            None => return self.read_fresh(unread, whole).await,
        };
        match (first, whole.checked_sub(begun.elapsed())) {
            // An earlier document may have killed it; a new child decides, within the remaining time.
            (Err(ParseFailure::Died(_)), Some(left)) if left >= whole / 2 => self.read_fresh(unread, left).await,
            (decided, _) => decided,
        }
    }

    async fn read_fresh(&self, unread: &RawDocument, time: Duration) -> Result<Document, ParseFailure> {
        let (process, confinement) = Process::start(&self.settings.program, &self.settings.limits).await?;
        self.warn_missing(&confinement);
        self.read_in(process, unread, time).await
    }

    async fn read_in(
        &self,
        mut process: Process,
        unread: &RawDocument,
        time: Duration,
    ) -> Result<Document, ParseFailure> {
        let read = process.read(unread, time).await;
        if matches!(read, Ok(_) | Err(ParseFailure::Unreadable(_))) && process.served < DOCUMENTS_PER_CHILD {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
        read
    }

    /// Logs missing protections once per worker; all children of a machine are confined alike.
    fn warn_missing(&self, confinement: &Confinement) {
        if !confinement.missing.is_empty() && !self.warned.swap(true, Ordering::Relaxed) {
            let missing = confinement.missing.join("; ");
            tracing::warn!(missing, "parser processes run without some protections");
        }
    }
}

impl DocumentReader for ParserPool {
    fn read<'a>(&'a self, unread: &'a RawDocument) -> BoxFuture<'a, Result<Document, ParseFailure>> {
        self.read_one(unread).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of the researcher itself, measured with a thousand jobs in flight (`make bench`).
    const WORKER_BYTES: u64 = 160_000_000;

    #[test]
    fn a_pod_has_room_for_the_worker_and_all_its_children() {
        let manifest = include_str!("../../../../k8s/base/researcher/worker.yaml");
        let limit = manifest.split("limits: { memory: ").nth(1).and_then(|rest| rest.split("Mi").next()).unwrap();
        let limit = limit.parse::<u64>().unwrap() << 20;
        let settings = ParserPoolSettings::default();
        assert!(settings.children <= MAX_CHILDREN);
        assert!(WORKER_BYTES + MAX_CHILDREN as u64 * settings.limits.memory < limit, "{limit}");
    }
}
