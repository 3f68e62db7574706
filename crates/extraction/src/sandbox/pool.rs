//! A few children, used again and again: starting one costs milliseconds, most documents less than one.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Document;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Semaphore;

use crate::sandbox::process::Process;
use crate::sandbox::{Confinement, Failed, Limits, Reads, Unread};

/// Documents that one child reads before it is replaced: what leaks or fragments in it, ends with it.
const DOCUMENTS: u32 = 200;

/// Children at once, however many processors there are: a pod sees all those of its node, and each child may take its limit of the pod's
/// memory. k8s/base/researcher/worker.yaml makes room for so many.
const MOST_CHILDREN: usize = 4;

/// How many, and what each may use.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Children at once; more documents than that wait.
    pub children: usize,
    /// Per child.
    pub limits: Limits,
    /// A binary whose `main` begins with [`crate::sandbox::child_main`]; this one, unless a test says otherwise.
    pub program: PathBuf,
}

impl Default for Settings {
    fn default() -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).min(MOST_CHILDREN);
        // Also where the file was replaced or removed since it was started.
        Self { children, limits: Limits::default(), program: PathBuf::from("/proc/self/exe") }
    }
}

/// The children.
#[derive(Debug)]
pub struct Pool {
    settings: Settings,
    turns: Semaphore,
    idle: Mutex<Vec<Process>>,
    told: AtomicBool,
}

impl Pool {
    /// None is started before the first document.
    pub fn new(settings: Settings) -> Self {
        let turns = Semaphore::new(settings.children.max(1));
        Self { settings, turns, idle: Mutex::new(Vec::new()), told: AtomicBool::new(false) }
    }

    async fn read_one(&self, unread: &Unread) -> Result<Document, Failed> {
        let whole = self.settings.limits.time;
        // Never closed.
        let _turn = self.turns.acquire().await.map_err(|closed| Failed::Unstarted(closed.to_string()))?;
        let used = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let begun = Instant::now();
        let first = match used {
            Some(process) => self.read_in(process, unread, whole).await,
            None => return self.read_fresh(unread, whole).await,
        };
        match (first, whole.checked_sub(begun.elapsed())) {
            // It may have died of what it read before; a fresh one tells, in the time that is left.
            (Err(Failed::Died(_)), Some(left)) if left >= whole / 2 => self.read_fresh(unread, left).await,
            (decided, _) => decided,
        }
    }

    async fn read_fresh(&self, unread: &Unread, time: Duration) -> Result<Document, Failed> {
        let (process, confinement) = Process::start(&self.settings.program, &self.settings.limits).await?;
        self.tell(&confinement);
        self.read_in(process, unread, time).await
    }

    async fn read_in(&self, mut process: Process, unread: &Unread, time: Duration) -> Result<Document, Failed> {
        let read = process.read(unread, time).await;
        if matches!(read, Ok(_) | Err(Failed::Unreadable(_))) && process.served < DOCUMENTS {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
        read
    }

    /// Once per worker: all children of a machine are confined alike.
    fn tell(&self, confinement: &Confinement) {
        if !confinement.missing.is_empty() && !self.told.swap(true, Ordering::Relaxed) {
            let missing = confinement.missing.join("; ");
            tracing::warn!(missing, "pages are parsed with less protection than this system could give");
        }
    }
}

impl Reads for Pool {
    fn read<'a>(&'a self, unread: &'a Unread) -> BoxFuture<'a, Result<Document, Failed>> {
        self.read_one(unread).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The researcher's own share: measured with a thousand jobs in flight (`make bench`).
    const WORKER: u64 = 160_000_000;

    #[test]
    fn a_pod_has_room_for_the_worker_and_all_its_children() {
        let manifest = include_str!("../../../../k8s/base/researcher/worker.yaml");
        let limit = manifest.split("limits: { memory: ").nth(1).and_then(|rest| rest.split("Mi").next()).unwrap();
        let limit = limit.parse::<u64>().unwrap() << 20;
        let settings = Settings::default();
        assert!(settings.children <= MOST_CHILDREN);
        assert!(WORKER + MOST_CHILDREN as u64 * settings.limits.memory < limit, "{limit}");
    }
}
