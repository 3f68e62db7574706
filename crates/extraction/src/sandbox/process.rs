//! A child process from its parent's perspective.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use crate::Document;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::sandbox::wire::{self, Answer};
use crate::sandbox::{Confinement, PARSER_ARGUMENT, ParseFailure, ParserLimits, RawDocument};

/// Start-up limit. Starting takes milliseconds, but longer on an overloaded machine.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A running parser. Dropping it kills the process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Process {
    /// Starts a child and waits until it has confined itself.
    pub(crate) async fn start(
        program: &std::path::Path,
        limits: &ParserLimits,
    ) -> Result<(Self, Confinement), ParseFailure> {
        let mut command = Command::new(program);
        command.arg(PARSER_ARGUMENT).arg(limits.memory.to_string()).arg(limits.time.as_secs().to_string());
        // The environment is empty, so the child receives no keys. Its own process group keeps a terminal's signal from
        // ending all parsers at once.
        command.env_clear().process_group(0).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let unstarted = |error: io::Error| ParseFailure::Unstarted(format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(unstarted)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, mut output) = pipes.ok_or_else(|| ParseFailure::Unstarted("it has no pipes".to_owned()))?;
        let answer = tokio::time::timeout(START_TIMEOUT, wire::receive_answer::<Confinement>(&mut output)).await;
        let confinement = answer.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map_err(unstarted)?;
        Ok((Self { child, input, output }, confinement))
    }

    /// Reads one document.
    pub(crate) async fn read(&mut self, unread: &RawDocument, limit: Duration) -> Result<Document, ParseFailure> {
        match tokio::time::timeout(limit, self.exchange(unread)).await {
            Ok(Ok(answer)) => answer.into_result(),
            Ok(Err(_broken_pipe)) => Err(ParseFailure::Died(self.exit_cause().await)),
            Err(_) => Err(ParseFailure::Timeout(limit)),
        }
    }

    async fn exchange(&mut self, unread: &RawDocument) -> io::Result<Answer> {
        wire::send_request(&mut self.input, unread).await?;
        wire::receive_answer(&mut self.output).await
    }

    /// Returns the cause of death. The child closed its pipes, so it has ended or is about to; dropping kills it
    /// otherwise.
    async fn exit_cause(&mut self) -> String {
        match tokio::time::timeout(Duration::from_secs(1), self.child.wait()).await {
            Ok(Ok(status)) => cause(status),
            _ => "it stopped answering".to_owned(),
        }
    }
}

fn cause(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    // An allocation beyond the limit and an exhausted stack both end in an abort.
    match status.signal().and_then(rustix::process::Signal::from_named_raw) {
        Some(rustix::process::Signal::ABORT) => "out of memory, or nested too deeply".to_owned(),
        Some(rustix::process::Signal::XCPU) => "out of processor time".to_owned(),
        Some(rustix::process::Signal::KILL) => "it was killed".to_owned(),
        Some(signal) => format!("by signal {}", signal.as_raw()),
        None => status.to_string(),
    }
}
