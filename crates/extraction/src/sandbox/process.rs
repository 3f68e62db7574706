//! One child, as its parent sees it.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use crate::Document;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::sandbox::wire::{self, Answer};
use crate::sandbox::{ARGUMENT, Confinement, Failed, Limits, Unread};

/// Starting takes milliseconds; on a machine that is out of everything it may take long.
const START: Duration = Duration::from_secs(10);

/// A running parser. Dropping it kills it.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Documents read so far.
    pub(crate) served: u32,
}

impl Process {
    /// Starts one and waits until it has confined itself.
    pub(crate) async fn start(program: &std::path::Path, limits: &Limits) -> Result<(Self, Confinement), Failed> {
        let mut command = Command::new(program);
        command.arg(ARGUMENT).arg(limits.memory.to_string()).arg(limits.time.as_secs().to_string());
        // Nothing of the parent's environment: its keys are not the parser's business. A group of its own, so that a
        // signal from a terminal ends the worker in good order instead of all parsers at once.
        command.env_clear().process_group(0).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let unstarted = |error: io::Error| Failed::Unstarted(format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(unstarted)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, mut output) = pipes.ok_or_else(|| Failed::Unstarted("it has no pipes".to_owned()))?;
        let said = tokio::time::timeout(START, wire::hear::<Confinement>(&mut output)).await;
        let confinement = said.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map_err(unstarted)?;
        Ok((Self { child, input, output, served: 0 }, confinement))
    }

    /// One document. After an error the process is of no more use, unless it said itself why ([`Failed::Unreadable`]).
    pub(crate) async fn read(&mut self, unread: &Unread, limit: Duration) -> Result<Document, Failed> {
        self.served += 1;
        match tokio::time::timeout(limit, self.exchange(unread)).await {
            Ok(Ok(answer)) => answer.into_result(),
            Ok(Err(_broken_pipe)) => Err(Failed::Died(self.epitaph().await)),
            Err(_) => Err(Failed::Timeout(limit)),
        }
    }

    async fn exchange(&mut self, unread: &Unread) -> io::Result<Answer> {
        wire::ask(&mut self.input, unread).await?;
        wire::hear(&mut self.output).await
    }

    /// How it died. It closed its pipes, so it is dead or about to be; one that is not is killed when dropped.
    async fn epitaph(&mut self) -> String {
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
