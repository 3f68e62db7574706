//! Children that read one document each: a document that takes over its parser sees no other one and changes none.
//! Starting a child takes milliseconds, the request for the page mostly more.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Document;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Semaphore;

use crate::sandbox::process::Process;
use crate::sandbox::{Confinement, DocumentReader, ParseFailure, ParserLimits, RawDocument};

/// Number of concurrent children, regardless of the number of processors: a pod sees all processors of its node, and
/// each child may use its limit of the pod's memory. k8s/base/researcher/worker.yaml reserves memory for this number.
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
    /// Reads documents even if a child lacks a protection, for example because the kernel has no seccomp.
    pub unconfined: bool,
    /// A binary whose `main` begins with [`crate::sandbox::child_main`]; by default the running one.
    pub program: PathBuf,
}

impl Default for ParserPoolSettings {
    fn default() -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).min(MAX_CHILDREN);
        // Works even if the file was replaced or removed since the start.
        let program = PathBuf::from("/proc/self/exe");
        Self { children, limits: ParserLimits::default(), wait: MAX_WAIT, unconfined: false, program }
    }
}

/// Runs a limited number of parser processes.
#[derive(Debug)]
pub struct ParserPool {
    settings: ParserPoolSettings,
    turns: Semaphore,
    warned: AtomicBool,
}

impl ParserPool {
    /// Creates a pool. Each child starts with its document.
    pub fn new(settings: ParserPoolSettings) -> Self {
        let turns = Semaphore::new(settings.children.max(1));
        Self { settings, turns, warned: AtomicBool::new(false) }
    }

    async fn read_one(&self, unread: &RawDocument) -> Result<Document, ParseFailure> {
        let turn = tokio::time::timeout(self.settings.wait, self.turns.acquire()).await;
        let turn = turn.map_err(|_elapsed| ParseFailure::Busy(self.settings.wait))?;
        // The semaphore is never closed.
        let _turn = turn.map_err(|closed| ParseFailure::Unstarted(closed.to_string()))?;
        let (mut process, confinement) = Process::start(&self.settings.program, &self.settings.limits).await?;
        self.accept(&confinement)?;
        process.read(unread, self.settings.limits.time).await
    }

    /// Refuses a child without all protections before it receives a byte, unless the operator allows it.
    fn accept(&self, confinement: &Confinement) -> Result<(), ParseFailure> {
        if confinement.missing.is_empty() {
            return Ok(());
        }
        self.warn_missing(confinement);
        if self.settings.unconfined { Ok(()) } else { Err(ParseFailure::Unconfined(confinement.missing.join("; "))) }
    }

    /// Logs missing protections once per worker; all children of a machine are confined alike.
    fn warn_missing(&self, confinement: &Confinement) {
        if !confinement.missing.is_empty() && !self.warned.swap(true, Ordering::Relaxed) {
            let missing = confinement.missing.join("; ");
            let unconfined = self.settings.unconfined;
            tracing::warn!(missing, unconfined, "parser processes lack protections");
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
    fn a_child_without_a_protection_is_refused_unless_the_operator_allows_it() {
        let weak = Confinement { missing: vec!["system call filter: no such call".to_owned()] };
        let pool = |unconfined| ParserPool::new(ParserPoolSettings { unconfined, ..ParserPoolSettings::default() });
        let refused = pool(false).accept(&weak).unwrap_err();
        assert_eq!(refused, ParseFailure::Unconfined(weak.missing[0].clone()));
        assert!(refused.to_string().contains("AUSPEX_PARSER_UNCONFINED"), "{refused}");
        assert_eq!(pool(true).accept(&weak), Ok(()));
        assert_eq!(pool(false).accept(&Confinement::default()), Ok(()));
    }

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
