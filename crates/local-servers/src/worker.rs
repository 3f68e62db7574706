//! Our own binaries as children.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};

use crate::process::{Ended, Process, Start};

/// One of our binaries, running. Dropping it kills it and waits.
#[derive(Debug)]
pub struct Worker {
    process: Process,
    log: PathBuf,
}

impl Worker {
    /// Starts `binary` (see [`Worker::locate`]) with only the given environment and `PATH`, `HOME` and the like. Its output is
    /// appended to `dir/<binary>.log`.
    ///
    /// # Errors
    /// When there is no such binary or it cannot be run.
    pub fn spawn<N, V>(binary: &str, dir: &Path, env: impl IntoIterator<Item = (N, V)>) -> Result<Self>
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut start = Start::new(binary, Self::locate(binary)?, dir.join(format!("{binary}.log")));
        start.env = env.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self::start(&start)
    }

    /// Starts a program as told.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn start(start: &Start) -> Result<Self> {
        Ok(Self { process: Process::start(start)?, log: start.log.clone() })
    }

    /// Where one of our binaries lies: beside the running program, or, for a test, one folder up (`target/debug`).
    ///
    /// # Errors
    /// When it has not been built.
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

    /// Its process number.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Its output.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// How it ended, or `None` while it runs.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn ended(&self) -> Result<Option<Ended>> {
        self.process.ended()
    }

    /// Waits until it has ended, or `None` when it has not after `patience`.
    ///
    /// # Errors
    /// When the system cannot say.
    pub async fn wait(&self, patience: Duration) -> Result<Option<Ended>> {
        self.process.wait(patience).await
    }

    /// `kill -9`, and waits.
    ///
    /// # Errors
    /// When it survives.
    pub async fn kill9(&self) -> Result<Ended> {
        self.process.kill9().await
    }

    /// SIGTERM; KILL after `patience`.
    ///
    /// # Errors
    /// When it cannot be ended.
    pub async fn stop(&self, patience: Duration) -> Result<Ended> {
        self.process.signal("CONT")?;
        self.process.stop("TERM", patience).await
    }

    /// Sends a signal (`TERM`, `STOP`, `CONT`, …) and does not wait.
    ///
    /// # Errors
    /// When none can be sent.
    pub fn signal(&self, signal: &str) -> Result<()> {
        self.process.signal(signal)
    }
}
