//! Calls in progress, which a worker that stops waits for: a call that is cut off is paid and made again.

use std::sync::OnceLock;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Calls in progress of one worker.
#[derive(Default)]
pub(crate) struct OpenCalls {
    tracker: TaskTracker,
    stop: OnceLock<CancellationToken>,
}

impl OpenCalls {
    /// Sets the stop request of the worker, once.
    pub(super) fn stop_with(&self, stop: CancellationToken) {
        let _ = self.stop.set(stop);
    }

    /// Returns true if the worker stops. No call begins then: its job continues at another replica, which remembers the
    /// steps that are paid.
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.get().is_some_and(CancellationToken::is_cancelled)
    }

    /// Runs a call in a separate task.
    pub(super) fn spawn<F>(&self, call: F) -> tokio::task::JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        self.tracker.spawn(call)
    }

    /// Waits for the stop request, and then until every call has ended and is settled.
    pub(crate) async fn finished(&self) {
        match self.stop.get() {
            Some(stop) => stop.cancelled().await,
            None => std::future::pending().await,
        }
        self.tracker.close();
        self.tracker.wait().await;
    }
}
