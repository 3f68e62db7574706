//! A server as a child process: one JSON message a line, one request at a time.

use std::collections::BTreeMap;
use std::process::Stdio as Pipe;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;

use super::wire::{self, McpError};

/// A line longer than this is no answer.
const MAX_LINE: u64 = 4 * 1024 * 1024;
/// Of our environment a server sees no more than it needs to start: no key of ours.
const INHERITED: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

pub(super) struct Stdio {
    command: String,
    args: Vec<String>,
    env: BTreeMap<String, SecretString>,
    running: Mutex<Option<Running>>,
}

struct Running {
    /// Killed when it is dropped.
    _child: Child,
    into: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Stdio {
    pub(super) fn new(command: &str, args: &[String], env: &BTreeMap<String, SecretString>) -> Self {
        Self { command: command.to_owned(), args: args.to_vec(), env: env.clone(), running: Mutex::default() }
    }

    pub(super) async fn ask(&self, message: &Value, id: u64) -> Result<Value, McpError> {
        let mut slot = self.running.lock().await;
        // Taken out while it is used: a call that is given up in the middle leaves no half-read line to the next.
        let (mut running, fresh) = match slot.take() {
            Some(running) => (running, false),
            None => (self.start()?, true),
        };
        // A process that ended must shake hands again, which only the client can do.
        if fresh && message["method"] != "initialize" {
            return Err(McpError::Gone);
        }
        let answered = exchange(&mut running, message, id).await;
        if !matches!(answered, Err(McpError::Unreachable(_) | McpError::Gone | McpError::Nonsense(_))) {
            *slot = Some(running);
        }
        answered
    }

    pub(super) async fn tell(&self, message: &Value) -> Result<(), McpError> {
        match self.running.lock().await.as_mut() {
            Some(running) => write(running, message).await,
            None => Err(McpError::Gone),
        }
    }

    fn start(&self) -> Result<Running, McpError> {
        let mut command = Command::new(&self.command);
        command.args(&self.args).env_clear().stdin(Pipe::piped()).stdout(Pipe::piped()).stderr(Pipe::null());
        for (name, value) in std::env::vars_os().filter(|(name, _)| INHERITED.iter().any(|known| name == known)) {
            command.env(name, value);
        }
        for (name, value) in &self.env {
            command.env(name, value.expose_secret());
        }
        let gone = |what: &str| McpError::Unreachable(format!("{}: {what}", self.command));
        let mut child = command.kill_on_drop(true).spawn().map_err(|error| gone(&error.to_string()))?;
        let (into, from) = (child.stdin.take(), child.stdout.take());
        let (into, from) = into.zip(from).ok_or_else(|| gone("no pipes"))?;
        Ok(Running { _child: child, into, from: BufReader::new(from) })
    }
}

async fn exchange(running: &mut Running, message: &Value, id: u64) -> Result<Value, McpError> {
    write(running, message).await?;
    loop {
        let mut line = Vec::new();
        let read = (&mut running.from).take(MAX_LINE).read_until(b'\n', &mut line).await;
        match read {
            Ok(0) => return Err(McpError::Gone),
            Ok(_) if line.ends_with(b"\n") => {}
            Ok(_) => return Err(McpError::Nonsense("a line without an end".to_owned())),
            Err(error) => return Err(McpError::Unreachable(error.to_string())),
        }
        // Some servers write words where only messages belong: they are passed over.
        let Ok(said) = serde_json::from_slice::<Value>(&line) else { continue };
        if let Some(answer) = wire::answer(&said, id) {
            return answer;
        }
        if let (Some(asked), true) = (said.get("id"), said.get("method").is_some()) {
            write(running, &wire::declined(asked)).await?;
        }
    }
}

async fn write(running: &mut Running, message: &Value) -> Result<(), McpError> {
    let line = format!("{message}\n");
    let written = async {
        running.into.write_all(line.as_bytes()).await?;
        running.into.flush().await
    };
    written.await.map_err(|_| McpError::Gone)
}
