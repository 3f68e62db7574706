//! Start, wait for and end one child process.

use std::collections::BTreeMap;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::{guardian, private, tree};

/// Polling interval of process conditions.
pub(crate) const GLANCE: Duration = Duration::from_millis(5);
/// Maximum time until a frozen process has stopped.
const STOP_PATIENCE: Duration = Duration::from_secs(1);
/// Time between a process's own signal and KILL when it is dropped.
const DROP_GRACE: Duration = Duration::from_secs(3);

/// Description of a process to start.
#[derive(Debug, Clone)]
pub struct Start {
    /// Name used in messages.
    pub name: String,
    /// Path of the program.
    pub program: PathBuf,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Environment in addition to `PATH`, `HOME`, `TMPDIR` and the like, or to everything if `inherit`.
    pub env: BTreeMap<String, String>,
    /// `true` to pass on the whole environment.
    pub inherit: bool,
    /// File to which the output is appended.
    pub log: PathBuf,
    /// User and group to run as, if we are root.
    pub account: Option<(u32, u32)>,
    /// Signal for a quick end without leftovers: `KILL`, for Postgres `QUIT`.
    pub end: &'static str,
}

impl Start {
    /// Describes a program without arguments in a minimal environment.
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

    /// Returns the command without input and output, also for short helpers such as initdb.
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

/// The way in which a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code.
    Code(i32),
    /// It was ended by this signal.
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

/// A child process. Dropping it ends the process and waits for it.
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
    /// Starts the process and registers it with the guardian.
    ///
    /// # Errors
    /// Fails if the log cannot be opened or the program cannot be run.
    pub fn start(start: &Start) -> Result<Self> {
        let log = private::append(&start.log);
        let log = log.with_context(|| format!("opening the log {}", start.log.display()))?;
        let child = start
            .command()
            // A separate process group: on Ctrl-C we decide the order in which children stop.
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

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns how the process ended, or `None` while it runs.
    ///
    /// # Errors
    /// Fails if the system cannot report it.
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

    /// Waits for the end of the process for at most `patience`; `None` if it still runs.
    ///
    /// # Errors
    /// Fails if the system cannot report it.
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

    /// Sends KILL to this process only, and waits.
    ///
    /// # Errors
    /// Fails if the process still exists after a few seconds.
    pub async fn kill9(&self) -> Result<Ended> {
        self.signal("KILL")?;
        let ended = self.wait(DROP_GRACE).await?;
        ended.with_context(|| format!("{} (process {}) survived KILL: is it stuck on a disk?", self.name, self.pid))
    }

    /// Sends `signal`, and KILL if the process has not ended after `patience`.
    ///
    /// # Errors
    /// Fails if the process cannot be ended.
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

    /// Sends a signal if the process still runs.
    ///
    /// # Errors
    /// Fails if no shell can be run.
    pub fn signal(&self, signal: &str) -> Result<()> {
        match self.ended()? {
            // Not reaped yet, so the process id is still valid.
            None => tree::signal(signal, &[self.pid]),
            Some(_) => Ok(()),
        }
    }

    /// Freezes the process and its children. `STOP` reaches the threads one by one, so this waits until all of them
    /// have stopped.
    pub(crate) async fn freeze_tree(&self) -> Result<()> {
        self.signal_tree("STOP")?;
        let mut pids = vec![self.pid];
        pids.extend(tree::children(self.pid));
        let begun = Instant::now();
        while !pids.iter().all(|pid| tree::is_stopped(*pid)) && begun.elapsed() < STOP_PATIENCE {
            tokio::time::sleep(GLANCE).await;
        }
        Ok(())
    }

    /// Freezes the process and its children (`STOP`) or continues them (`CONT`).
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
            if is_done.recv_timeout(DROP_GRACE) == Err(mpsc::RecvTimeoutError::Timeout) {
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
