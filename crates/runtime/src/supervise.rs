//! Tasks that live as long as the process.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;

use crate::settle::panic_message;

/// Delay before a background task that panicked begins again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// Runs a task that must live as long as the process. One that panicked begins again; without that the process would
/// seem healthy and, for example, never publish again what a crash left behind.
pub(crate) async fn supervise<F, Fut>(name: &'static str, task: F)
where
    F: Fn() -> Fut,
    Fut: Future<Output = ()>,
{
    while let Err(panic) = AssertUnwindSafe(task()).catch_unwind().await {
        tracing::error!(task = name, panic = panic_message(&*panic), "a background task panicked; it begins again");
        tokio::time::sleep(RESTART_DELAY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_begins_again() {
        let begun = std::sync::atomic::AtomicU32::new(0);
        supervise("test", || async {
            let before = begun.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            assert!(before >= 2, "on purpose");
        })
        .await;
        assert_eq!(begun.into_inner(), 3);
    }
}
