//! One child process: start it, wait for it, end it.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::{guardian, tree};

/// How often a condition of a process is looked at while somebody waits for it.
pub(crate) const GLANCE: Duration = Duration::from_millis(5);
/// What a process gets between its own signal and KILL when it is dropped.
const PATIENCE: Duration = Duration::from_secs(3);

/// How to start a process.
#[derive(Debug, Clone)]
pub struct Start {
    /// What messages call it.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its environment, on top of `PATH`, `HOME`, `TMPDIR` and the like, or of everything if `inherit`.
    pub env: BTreeMap<String, String>,
    /// Whether it also gets our whole environment.
    pub inherit: bool,
    /// Where its output is appended to.
    pub log: PathBuf,
    /// User and group to run it as, when we are root.
    pub account: Option<(u32, u32)>,
    /// The signal that makes it end quickly and leave nothing behind: `KILL`, for Postgres `QUIT`.
    pub end: &'static str,
}

impl Start {
    /// A program without arguments, in a small environment.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>, log: impl Into<PathBuf>) -> Self {
        Self {
            name: name.into(),
            program: program.into(),
            args: Vec::new(),
            env: BTreeMap::new(),
            inherit: false,
            log: log.into(),
            account: None,
            end: "KILL",
        }
    }

    /// The command without input and output; also for short helpers such as initdb.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::null());
        if !self.inherit {
            command.env_clear();
            let kept = ["PATH", "HOME", "TMPDIR", "USER", "LANG", "RUST_BACKTRACE", "SSL_CERT_FILE", "SSL_CERT_DIR"];
            command.envs(kept.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        }
        command.envs(&self.env);
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, Some(signal)) => Self::Signal(signal),
            (None, None) => Self::Code(-1),
        }
    }
}

/// A running child, or what is left of it. Dropping it ends it and waits.
#[derive(Debug)]
pub struct Process {
    name: String,
    pid: u32,
    end: &'static str,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Running(Child),
    Ended(Ended),
}

impl Process {
    /// Starts it. Its end is ours: the guardian kills it when we die.
    ///
    /// # Errors
    /// When the log cannot be opened or the program cannot be run.
    pub fn start(start: &Start) -> Result<Self> {
        let log = File::options().create(true).append(true).open(&start.log);
        let log = log.with_context(|| format!("opening the log {}", start.log.display()))?;
        let child = start
            .command()
            // A Ctrl-C in the terminal is for us; we decide in which order the children stop.
            .process_group(0)
            .stdout(log.try_clone().context("duplicating the log's handle")?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("starting {} ({})", start.name, start.program.display()))?;
        let pid = child.id();
        let process = Self { name: start.name.clone(), pid, end: start.end, state: Mutex::new(State::Running(child)) };
        guardian::watch(pid, start.end)?;
        Ok(process)
    }

    /// Its number.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// How it ended, or `None` while it runs.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn ended(&self) -> Result<Option<Ended>> {
        let mut state = self.state();
        let State::Running(child) = &mut *state else {
            let State::Ended(ended) = &*state else { return Ok(None) };
            return Ok(Some(*ended));
        };
        let Some(status) = child.try_wait().with_context(|| format!("asking how {} is", self.name))? else {
            return Ok(None);
        };
        let ended = Ended::from(status);
        *state = State::Ended(ended);
        guardian::forget(self.pid);
        Ok(Some(ended))
    }

    /// Waits until it has ended, or `None` when it has not after `patience`.
    ///
    /// # Errors
    /// When the system cannot say.
    pub async fn wait(&self, patience: Duration) -> Result<Option<Ended>> {
        let deadline = Instant::now() + patience;
        let mut glance = tokio::time::interval(GLANCE);
        loop {
            glance.tick().await;
            match self.ended()? {
                Some(ended) => return Ok(Some(ended)),
                None if Instant::now() >= deadline => return Ok(None),
                None => {}
            }
        }
    }

    /// `kill -9` of it and nothing else, and waits.
    ///
    /// # Errors
    /// When it is still there after a few seconds.
    pub async fn kill9(&self) -> Result<Ended> {
        self.signal("KILL")?;
        let ended = self.wait(PATIENCE).await?;
        ended.with_context(|| format!("{} (process {}) survived KILL: is it stuck on a disk?", self.name, self.pid))
    }

    /// Sends `signal`, and KILL if that has not ended it after `patience`.
    ///
    /// # Errors
    /// When it cannot be ended.
    pub async fn stop(&self, signal: &str, patience: Duration) -> Result<Ended> {
        self.signal(signal)?;
        match self.wait(patience).await? {
            Some(ended) => Ok(ended),
            None => {
                tracing::warn!(name = self.name, pid = self.pid, signal, "did not end in time, killing it");
                self.kill9().await
            }
        }
    }

    /// Sends a signal if it still runs.
    ///
    /// # Errors
    /// When no shell can be run.
    pub fn signal(&self, signal: &str) -> Result<()> {
        match self.ended()? {
            // Not waited for yet, so the number is still its own.
            None => tree::signal(signal, &[self.pid]),
            Some(_) => Ok(()),
        }
    }

    /// Stops it and its children in their tracks (`STOP`), or lets them go on (`CONT`).
    pub(crate) fn signal_tree(&self, signal: &str) -> Result<()> {
        if self.ended()?.is_some() {
            return Ok(());
        }
        let mut pids = vec![self.pid];
        pids.extend(tree::children(self.pid));
        tree::signal(signal, &pids)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.ended(), Ok(None)) {
            return;
        }
        let pid = self.pid;
        let _ = tree::signal(self.end, &[pid]);
        let _ = self.signal_tree("CONT");
        let (done, is_done) = mpsc::channel::<()>();
        let impatient = std::thread::spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = tree::signal("KILL", &[pid]);
            }
        });
        if let State::Running(child) = &mut *self.state() {
            let _ = child.wait();
        }
        drop(done);
        let _ = impatient.join();
        guardian::forget(pid);
    }
}
