//! Lifecycle and faults common to all three servers.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::process::{GLANCE, Process, Start};
use crate::{Port, account, guardian, private, tree};

/// Start-up limit. Recovery of a Postgres that was killed under load on a busy machine takes seconds.
const UP_BY: Duration = Duration::from_secs(60);
/// Limit of an orderly stop, which writes a checkpoint.
const DOWN_BY: Duration = Duration::from_secs(15);
/// Limit of a probe: a frozen or starting server may accept a connection without answering.
const ANSWER_BY: Duration = Duration::from_secs(1);

/// A persistent folder, or a temporary one that is removed with the server.
#[derive(Debug)]
pub(crate) struct Home {
    path: PathBuf,
    _temporary: Option<TempDir>,
}

impl Home {
    /// Uses `given` or creates a temporary folder, in a place that the server's account can reach.
    pub(crate) fn new(name: &str, given: Option<&Path>) -> Result<Self> {
        let home = match given {
            Some(given) => Self { path: account::passable(&std::path::absolute(given)?)?, _temporary: None },
            None => {
                let prefix = format!("auspex-{name}-");
                let base = account::passable(&std::env::temp_dir().join("auspex"))?;
                let base = base.parent().unwrap_or(&base).to_owned();
                let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(base)?;
                guardian::remove_at_end(folder.path())?;
                Self { path: folder.path().to_owned(), _temporary: Some(folder) }
            }
        };
        private::create_inside(&home.path)?;
        // Of the three servers only Postgres may run as another user.
        if name == "postgres" {
            account::let_pass(&home.path)?;
        }
        Ok(home)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Readiness probe: the bytes to send and the accepted prefixes of the answer, all of one length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Greeting {
    pub(crate) send: &'static [u8],
    pub(crate) expect: &'static [&'static [u8]],
}

/// Properties of one kind of server.
pub(crate) struct Plan {
    pub(crate) start: Start,
    /// Signal for an orderly stop.
    pub(crate) stop: &'static str,
    pub(crate) greeting: Greeting,
    /// Data folder; deleted by [`Server::wipe`].
    pub(crate) data: PathBuf,
    /// Creates `data` if it does not exist.
    pub(crate) prepare: Box<dyn Fn() -> Result<()> + Send + Sync>,
}

/// A server running as a child process. Dropping it kills the process, waits, and removes a temporary folder.
pub struct Server {
    plan: Arc<Plan>,
    port: Port,
    process: Mutex<Option<Arc<Process>>>,
    /// Serialises state changes.
    change: tokio::sync::Mutex<()>,
    /// Declared last, so that it is removed after the process has ended.
    home: Home,
}

impl Server {
    pub(crate) async fn start(plan: Plan, port: Port, home: Home) -> Result<Self> {
        let server =
            Self { plan: Arc::new(plan), port, process: Mutex::new(None), change: tokio::sync::Mutex::new(()), home };
        server.up().await?;
        Ok(server)
    }

    /// Returns `nats-server`, `valkey` or `postgres`.
    pub fn name(&self) -> &str {
        &self.plan.start.name
    }

    /// Returns the port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port.number()
    }

    /// Returns `127.0.0.1:port`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port())
    }

    /// Returns the server's folder.
    pub fn dir(&self) -> &Path {
        self.home.path()
    }

    /// Returns the path of the log.
    pub fn log(&self) -> &Path {
        &self.plan.start.log
    }

    /// Returns the process id while the server runs.
    pub fn pid(&self) -> Option<u32> {
        self.running().map(|process| process.pid())
    }

    /// Returns the ids of the process and its children while the server runs.
    pub fn pids(&self) -> Vec<u32> {
        let own = self.pid();
        let children = own.map(tree::children).unwrap_or_default();
        own.into_iter().chain(children).collect()
    }

    /// Returns `true` while the process exists, even if it is frozen.
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// Sends KILL, for Postgres to all its processes. The server stays down until [`restart`](Self::restart).
    ///
    /// # Errors
    /// Fails if the process survives.
    pub async fn kill9(&self) -> Result<()> {
        let _one = self.change.lock().await;
        self.kill_tree().await
    }

    /// Stops the server orderly; sends KILL after fifteen seconds.
    ///
    /// # Errors
    /// Fails if the process cannot be ended.
    pub async fn stop_gracefully(&self) -> Result<()> {
        let _one = self.change.lock().await;
        let Some(process) = self.running() else { return Ok(()) };
        process.signal_tree("CONT")?;
        process.stop(self.plan.stop, DOWN_BY).await?;
        Ok(())
    }

    /// Freezes the server: connections stay open and nothing answers. Returns when every thread has stopped.
    ///
    /// # Errors
    /// Fails if no signal can be sent.
    pub async fn freeze(&self) -> Result<()> {
        match self.running() {
            Some(process) => process.freeze_tree().await,
            None => Ok(()),
        }
    }

    /// Continues a frozen server.
    ///
    /// # Errors
    /// Fails if no signal can be sent.
    pub fn thaw(&self) -> Result<()> {
        self.running().map_or(Ok(()), |process| process.signal_tree("CONT"))
    }

    /// Starts the server again on the same port with the same data; a running one is stopped orderly first.
    ///
    /// # Errors
    /// Fails if the server does not start.
    pub async fn restart(&self) -> Result<()> {
        self.stop_gracefully().await?;
        let _one = self.change.lock().await;
        self.up().await
    }

    /// Kills the server, deletes its data and starts it empty on the same port.
    ///
    /// # Errors
    /// Fails if the server does not start.
    pub async fn wipe(&self) -> Result<()> {
        let _one = self.change.lock().await;
        self.kill_tree().await?;
        let data = &self.plan.data;
        std::fs::remove_dir_all(data).with_context(|| format!("removing {}", data.display()))?;
        self.up().await
    }

    /// Waits until the server answers.
    ///
    /// # Errors
    /// Fails after one minute or if the process has ended; the message contains the end of the log.
    pub async fn ready(&self) -> Result<()> {
        let deadline = Instant::now() + UP_BY;
        let mut glance = tokio::time::interval(GLANCE);
        while Instant::now() < deadline {
            glance.tick().await;
            if self.answers().await {
                return Ok(());
            }
            if !self.is_running() {
                bail!(
                    "{} ended while it was starting; the end of {}:\n{}",
                    self.name(),
                    self.log().display(),
                    self.tail()
                );
            }
        }
        bail!("{} did not answer within {UP_BY:?}; the end of {}:\n{}", self.name(), self.log().display(), self.tail())
    }

    /// Returns `true` if the server answers now.
    pub async fn answers(&self) -> bool {
        let asked = tokio::time::timeout(ANSWER_BY, greet(self.port(), self.plan.greeting));
        matches!(asked.await, Ok(Ok(true)))
    }

    /// Starts the server; the caller holds `change`.
    async fn up(&self) -> Result<()> {
        let plan = Arc::clone(&self.plan);
        tokio::task::spawn_blocking(move || (plan.prepare)()).await.context("preparing a server's folder")??;
        let deadline = Instant::now() + UP_BY;
        loop {
            let process = Process::start(&self.plan.start)?;
            self.hold(Some(process));
            match self.ready().await {
                Ok(()) => return Ok(()),
                // The process exits immediately, so this restarts it every few hundredths of a second instead of
                // spinning.
                Err(_) if self.is_haunted() && Instant::now() < deadline => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Handles a Postgres whose parent was just killed: it refuses to start until the last of its old processes has
    /// ended.
    fn is_haunted(&self) -> bool {
        let output = self.tail();
        !self.is_running() && ["shared memory block", "another postmaster"].iter().any(|sign| output.contains(sign))
    }

    async fn kill_tree(&self) -> Result<()> {
        let Some(process) = self.running() else { return Ok(()) };
        let children = tree::children(process.pid());
        process.kill9().await?;
        tree::signal("KILL", &children)
    }

    fn running(&self) -> Option<Arc<Process>> {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        matches!(process.ended(), Ok(None)).then_some(process)
    }

    fn hold(&self, process: Option<Process>) {
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = process.map(Arc::new);
    }

    /// Returns the last lines of the log.
    fn tail(&self) -> String {
        let log = std::fs::read(self.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = text.lines().rev().take(12).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {} in {}", self.name(), self.address(), self.dir().display())
    }
}

async fn greet(port: u16, greeting: Greeting) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(greeting.send).await?;
    let mut answer = vec![0; greeting.expect.first().map_or(0, |good| good.len())];
    stream.read_exact(&mut answer).await?;
    Ok(greeting.expect.contains(&answer.as_slice()))
}
