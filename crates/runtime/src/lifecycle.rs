//! Shutdown: the first signal stops the process gracefully, the second one or the end of the grace period ends it. Work
//! in flight observes an [`Interrupt`].

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

/// Result of a process, with its exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// The process stopped on request: 0.
    Clean,
    /// The process cannot continue and its supervisor should restart it: 1.
    Failed(String),
    /// The process cannot start, and a restart will not help: 78 (`EX_CONFIG`).
    Misconfigured(String),
    /// A second signal ended the process: 130.
    Hard,
}

impl Exit {
    /// Returns the exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Failed(_) => 1,
            Self::Misconfigured(_) => 78,
            Self::Hard => 130,
        }
    }
}

/// Stop signals of a process. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Lifecycle {
    /// Requests a graceful stop: stop pulling, finish or hand back, flush, end.
    pub soft: CancellationToken,
    /// Requests an immediate end.
    pub hard: CancellationToken,
}

impl Lifecycle {
    /// Creates a lifecycle that is not stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops gracefully at the first SIGTERM or SIGINT, and immediately at the second.
    pub fn listen(&self) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut term = signal(SignalKind::terminate())?;
        let mut int = signal(SignalKind::interrupt())?;
        let life = self.clone();
        tokio::spawn(async move {
            for (token, second) in [(life.soft, false), (life.hard, true)] {
                tokio::select! {
                    _ = term.recv() => {}
                    _ = int.recv() => {}
                }
                tracing::info!(second, "stop requested");
                token.cancel();
            }
        });
        Ok(())
    }
}

/// Issues the token that current work observes.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Mutex<CancellationToken>>);

impl Interrupt {
    /// Returns the token for work that begins now.
    pub(crate) fn token(&self) -> CancellationToken {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Interrupts all work that has begun; later work is not affected.
    pub(crate) fn raise(&self) {
        let begun = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        begun.cancel();
    }

    /// Interrupts all work, including work that begins later.
    pub(crate) fn raise_for_ever(&self) {
        self.token().cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_work_is_affected_only_if_raised_for_ever() {
        let interrupt = Interrupt::default();
        let before = interrupt.token();
        interrupt.raise();
        assert!(before.is_cancelled() && !interrupt.token().is_cancelled());
        interrupt.raise_for_ever();
        assert!(interrupt.token().is_cancelled());
    }
}
