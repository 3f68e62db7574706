//! Resource limits of a parser.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

/// Limits per child and document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParserLimits {
    /// Writable memory of the child in bytes: heap and stacks, including the document.
    pub memory: u64,
    /// Processor time per document; also the limit of elapsed time on the parent's clock.
    pub time: Duration,
}

impl Default for ParserLimits {
    fn default() -> Self {
        Self { memory: 64 * 1024 * 1024, time: Duration::from_secs(10) }
    }
}

/// Address space in addition to the memory limit: allocators reserve without using, and the binary itself is mapped.
const ADDRESSES: u64 = 2 * 1024 * 1024 * 1024;

impl ParserLimits {
    /// Applies the limits for the life of this process. Afterwards it can open and write no file.
    ///
    /// # Errors
    /// Returns a description of what the kernel refused.
    pub(crate) fn apply(&self) -> Result<(), String> {
        let lower = |name: &str, resource, most| {
            let limit = Rlimit { current: Some(most), maximum: Some(most) };
            setrlimit(resource, limit).map_err(|error| format!("{name}: {error}"))
        };
        lower("RLIMIT_DATA", Resource::Data, self.memory)?;
        lower("RLIMIT_AS", Resource::As, ADDRESSES)?;
        lower("RLIMIT_FSIZE", Resource::Fsize, 0)?;
        lower("RLIMIT_CORE", Resource::Core, 0)?;
        // Standard input, output and error are already open.
        lower("RLIMIT_NOFILE", Resource::Nofile, 3)
    }

    /// Starts the processor time limit of one document; the kernel kills the process when it is exhausted.
    pub(crate) fn start_clock(&self) {
        let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec;
        let until = u64::try_from(used).unwrap_or_default() + self.time.as_secs().max(1) + 1;
        // Refused only if the maximum was lowered from outside; then the lower limit applies.
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(until), maximum: None });
    }
}
