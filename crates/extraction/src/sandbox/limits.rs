//! What a parser may use.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

/// Per child and document. The defaults are what RELIABILITY promises about bombs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Writable memory of the child: heap and stacks, the document itself included.
    pub memory: u64,
    /// Processor time of one document; also the longest by the parent's clock.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 64 * 1024 * 1024, time: Duration::from_secs(10) }
    }
}

/// Addresses, as opposed to memory: allocators reserve without using, the binary itself is mapped.
const ADDRESSES: u64 = 2 * 1024 * 1024 * 1024;

impl Limits {
    /// Applies what holds for the whole life of this process. From then on it can open and write nothing.
    ///
    /// # Errors
    /// What the kernel refused, in words.
    pub(crate) fn apply(&self) -> Result<(), String> {
        let lower = |name: &str, resource, most| {
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            setrlimit(resource, limit).map_err(|error| format!("{name}: {error}"))
        };
        lower("RLIMIT_DATA", Resource::Data, self.memory)?;
        lower("RLIMIT_AS", Resource::As, ADDRESSES)?;
        lower("RLIMIT_FSIZE", Resource::Fsize, 0)?;
        lower("RLIMIT_CORE", Resource::Core, 0)?;
        // Standard input, output and error are open already.
        lower("RLIMIT_NOFILE", Resource::Nofile, 3)
    }

    /// Starts the processor's clock for one document: the kernel kills the process when it is used up.
    pub(crate) fn start_clock(&self) {
        let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec;
        let until = u64::try_from(used).unwrap_or_default() + self.time.as_secs().max(1) + 1;
        // Refused only if the maximum was lowered from outside, and then that one holds.
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(until), maximum: None });
    }
}
