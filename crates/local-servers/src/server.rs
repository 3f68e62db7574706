//! What all three servers have in common: how they come up, go down and are maltreated.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::process::{GLANCE, Process, Start};
use crate::{Port, account, tree};

/// Recovery of a Postgres that was killed under load on a busy machine takes seconds; longer than this is a fault.
const UP_BY: Duration = Duration::from_secs(60);
/// An orderly stop writes a checkpoint.
const DOWN_BY: Duration = Duration::from_secs(15);
/// A frozen or starting server may accept a connection and say nothing.
const ANSWER_BY: Duration = Duration::from_secs(1);

/// A folder that is kept, or one that goes when the server goes.
#[derive(Debug)]
pub(crate) struct Home {
    path: PathBuf,
    _temporary: Option<TempDir>,
}

impl Home {
    /// `given`, or a temporary one; in a place that the server's account can reach.
    pub(crate) fn new(name: &str, given: Option<&Path>) -> Result<Self> {
        let home = match given {
            Some(given) => Self { path: account::passable(&std::path::absolute(given)?)?, _temporary: None },
            None => {
                let prefix = format!("auspex-{name}-");
                let base = account::passable(&std::env::temp_dir().join("auspex"))?;
                let base = base.parent().unwrap_or(&base).to_owned();
                let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(base)?;
                Self { path: folder.path().to_owned(), _temporary: Some(folder) }
            }
        };
        std::fs::create_dir_all(&home.path).with_context(|| format!("creating {}", home.path.display()))?;
        account::let_pass(&home.path)?;
        Ok(home)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// How to know that a server serves: what to say to it and how good answers begin, all of one length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Greeting {
    pub(crate) say: &'static [u8],
    pub(crate) hear: &'static [&'static [u8]],
}

/// Everything that is special about one kind of server.
pub(crate) struct Plan {
    pub(crate) start: Start,
    /// The signal for an orderly stop.
    pub(crate) stop: &'static str,
    pub(crate) greeting: Greeting,
    /// All that the server keeps; gone after [`Server::wipe`].
    pub(crate) data: PathBuf,
    /// Makes `data` if it is missing.
    pub(crate) prepare: Box<dyn Fn() -> Result<()> + Send + Sync>,
}

/// A server that runs as our child. Dropping it kills it, waits, and removes its folder if that was temporary.
pub struct Server {
    plan: Arc<Plan>,
    port: Port,
    process: Mutex<Option<Arc<Process>>>,
    /// One change of state at a time; others wait.
    change: tokio::sync::Mutex<()>,
    /// Last, so that it is removed after the process has ended.
    home: Home,
}

impl Server {
    pub(crate) async fn start(plan: Plan, port: Port, home: Home) -> Result<Self> {
        let server =
            Self { plan: Arc::new(plan), port, process: Mutex::new(None), change: tokio::sync::Mutex::new(()), home };
        server.up().await?;
        Ok(server)
    }

    /// `nats-server`, `valkey` or `postgres`.
    pub fn name(&self) -> &str {
        &self.plan.start.name
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port.number()
    }

    /// `127.0.0.1:port`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port())
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        self.home.path()
    }

    /// Its log.
    pub fn log(&self) -> &Path {
        &self.plan.start.log
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.running().map(|process| process.pid())
    }

    /// Its process and those that it works in, while it runs.
    pub fn pids(&self) -> Vec<u32> {
        let own = self.pid();
        let children = own.map(tree::children).unwrap_or_default();
        own.into_iter().chain(children).collect()
    }

    /// Whether its process runs, be it frozen.
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// `kill -9`, of Postgres with all its processes. It stays down until [`restart`](Self::restart).
    ///
    /// # Errors
    /// When it survives.
    pub async fn kill9(&self) -> Result<()> {
        let _one = self.change.lock().await;
        self.kill_tree().await
    }

    /// An orderly stop; KILL after fifteen seconds.
    ///
    /// # Errors
    /// When it cannot be ended.
    pub async fn stop_gracefully(&self) -> Result<()> {
        let _one = self.change.lock().await;
        let Some(process) = self.running() else { return Ok(()) };
        process.signal_tree("CONT")?;
        process.stop(self.plan.stop, DOWN_BY).await?;
        Ok(())
    }

    /// Stops it in its tracks: connections stay open and nothing answers.
    ///
    /// # Errors
    /// When no signal can be sent.
    pub fn freeze(&self) -> Result<()> {
        self.running().map_or(Ok(()), |process| process.signal_tree("STOP"))
    }

    /// Lets a frozen one go on.
    ///
    /// # Errors
    /// When no signal can be sent.
    pub fn thaw(&self) -> Result<()> {
        self.running().map_or(Ok(()), |process| process.signal_tree("CONT"))
    }

    /// Starts it again on the same port and the same data; one that still runs is stopped first, in order.
    ///
    /// # Errors
    /// When it does not come up.
    pub async fn restart(&self) -> Result<()> {
        self.stop_gracefully().await?;
        let _one = self.change.lock().await;
        self.up().await
    }

    /// Kills it, loses all its data and starts it again, empty, on the same port.
    ///
    /// # Errors
    /// When it does not come up.
    pub async fn wipe(&self) -> Result<()> {
        let _one = self.change.lock().await;
        self.kill_tree().await?;
        let data = &self.plan.data;
        std::fs::remove_dir_all(data).with_context(|| format!("removing {}", data.display()))?;
        self.up().await
    }

    /// Waits until it answers.
    ///
    /// # Errors
    /// When it does not within a minute, or has ended; the message has the end of its log.
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

    /// Whether it answers right now.
    pub async fn answers(&self) -> bool {
        let asked = tokio::time::timeout(ANSWER_BY, greet(self.port(), self.plan.greeting));
        matches!(asked.await, Ok(Ok(true)))
    }

    /// Brings it up; the caller holds `change`.
    async fn up(&self) -> Result<()> {
        let plan = Arc::clone(&self.plan);
        tokio::task::spawn_blocking(move || (plan.prepare)()).await.context("preparing a server's folder")??;
        let deadline = Instant::now() + UP_BY;
        loop {
            let process = Process::start(&self.plan.start)?;
            self.hold(Some(process));
            match self.ready().await {
                Ok(()) => return Ok(()),
                // It ends at once; so this is not a busy loop but a new start every few hundredths of a second.
                Err(_) if self.is_haunted() && Instant::now() < deadline => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Postgres, killed a moment ago with its parent or by a test, refuses to start until the last of its old processes is
    /// gone.
    fn is_haunted(&self) -> bool {
        let said = self.tail();
        !self.is_running() && ["shared memory block", "another postmaster"].iter().any(|sign| said.contains(sign))
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

    /// The last lines of the log.
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
    stream.write_all(greeting.say).await?;
    let mut answer = vec![0; greeting.hear.first().map_or(0, |good| good.len())];
    stream.read_exact(&mut answer).await?;
    Ok(greeting.hear.contains(&answer.as_slice()))
}
