//! Auspex' own binaries as child processes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};

use crate::process::{Ended, Process, Start};

/// A running Auspex binary. Dropping it kills the process and waits.
#[derive(Debug)]
pub struct Worker {
    process: Process,
    log: PathBuf,
}

impl Worker {
    /// Starts `binary` (see [`Worker::locate`]) with only the given environment and `PATH`, `HOME` and the like. Its
    /// output is appended to `dir/<binary>.log`.
    ///
    /// # Errors
    /// Fails if the binary does not exist or cannot be run.
    pub fn spawn<N, V>(binary: &str, dir: &Path, env: impl IntoIterator<Item = (N, V)>) -> Result<Self>
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut start = Start::new(binary, Self::locate(binary)?, dir.join(format!("{binary}.log")));
        start.env = env.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self::start(&start)
    }

    /// Starts the described program.
    ///
    /// # Errors
    /// Fails if it cannot be run.
    pub fn start(start: &Start) -> Result<Self> {
        Ok(Self { process: Process::start(start)?, log: start.log.clone() })
    }

    /// Returns the path of an Auspex binary: beside the running program, or, in a test, one folder up (`target/debug`).
    ///
    /// # Errors
    /// Fails if the binary has not been built.
    pub fn locate(binary: &str) -> Result<PathBuf> {
        let own = std::env::current_exe()?;
        let folders = own.ancestors().skip(1).take(2);
        for folder in folders {
            let path = folder.join(format!("{binary}{}", std::env::consts::EXE_SUFFIX));
            if path.is_file() {
                return Ok(path);
            }
        }
        bail!(
            "there is no `{binary}` beside {}; build all binaries with `cargo build --workspace --bins`",
            own.display()
        )
    }

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Returns the path of its output.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Returns how the process ended, or `None` while it runs.
    ///
    /// # Errors
    /// Fails if the system cannot report it.
    pub fn ended(&self) -> Result<Option<Ended>> {
        self.process.ended()
    }

    /// Waits for the end of the process for at most `patience`; `None` if it still runs.
    ///
    /// # Errors
    /// Fails if the system cannot report it.
    pub async fn wait(&self, patience: Duration) -> Result<Option<Ended>> {
        self.process.wait(patience).await
    }

    /// Sends KILL and waits.
    ///
    /// # Errors
    /// Fails if the process survives.
    pub async fn kill9(&self) -> Result<Ended> {
        self.process.kill9().await
    }

    /// Sends SIGTERM, and KILL after `patience`.
    ///
    /// # Errors
    /// Fails if the process cannot be ended.
    pub async fn stop(&self, patience: Duration) -> Result<Ended> {
        self.process.signal("CONT")?;
        self.process.stop("TERM", patience).await
    }

    /// Sends a signal (`TERM`, `STOP`, `CONT`, …) without waiting.
    ///
    /// # Errors
    /// Fails if no signal can be sent.
    pub fn signal(&self, signal: &str) -> Result<()> {
        self.process.signal(signal)
    }
}
