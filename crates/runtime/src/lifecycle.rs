//! Stopping: a first signal asks, a second one or the end of the grace period ends.

use tokio_util::sync::CancellationToken;

/// How a process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// Asked to stop, and stopped: 0.
    Clean,
    /// It cannot go on; its supervisor should start it anew: 1.
    Failed(String),
    /// It cannot begin, and starting it anew will not help: 78 (`EX_CONFIG`).
    Misconfigured(String),
    /// A second signal: 130.
    Hard,
}

impl Exit {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Failed(_) => 1,
            Self::Misconfigured(_) => 78,
            Self::Hard => 130,
        }
    }
}

/// What stops a process. Clones are the same.
#[derive(Debug, Clone, Default)]
pub struct Lifecycle {
    /// Cancelled: stop pulling, finish or hand back, flush, end.
    pub soft: CancellationToken,
    /// Cancelled: end now.
    pub hard: CancellationToken,
}

impl Lifecycle {
    /// Stopped by nobody yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stopped by SIGTERM or SIGINT, hard by the second of them.
    pub fn listen(&self) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut term = signal(SignalKind::terminate())?;
        let mut int = signal(SignalKind::interrupt())?;
        let life = self.clone();
        tokio::spawn(async move {
            for token in [life.soft, life.hard] {
                tokio::select! {
                    _ = term.recv() => {}
                    _ = int.recv() => {}
                }
                tracing::info!(second = token.is_cancelled(), "asked to stop");
                token.cancel();
            }
        });
        Ok(())
    }
}
