//! `auspex idle`: waits for a stop signal. The process of a pod in which operators run the other commands; the image
//! has no shell.

use std::process::ExitCode;

use anyhow::Context as _;
use tokio::signal::unix::{SignalKind, signal};

/// Waits for SIGTERM or SIGINT. The first process of a container must handle them: the kernel does not apply their
/// default action to it.
///
/// # Errors
/// When the signals cannot be handled.
pub async fn run() -> anyhow::Result<ExitCode> {
    let mut terminate = signal(SignalKind::terminate()).context("cannot handle stop signals")?;
    tokio::select! {
        _ = terminate.recv() => {}
        stopped = tokio::signal::ctrl_c() => stopped.context("cannot handle stop signals")?,
    }
    Ok(ExitCode::SUCCESS)
}
