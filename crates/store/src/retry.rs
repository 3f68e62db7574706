//! Retries with exponential backoff and jitter until a deadline.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

use crate::failure::Failed;

/// First delay. The victim of a deadlock or of a lost race succeeds at once; a restart takes hundreds of milliseconds.
const FIRST_DELAY: Duration = Duration::from_millis(10);
/// Maximum delay: the end of an outage is noticed within half a second.
const MAX_DELAY: Duration = Duration::from_millis(500);

/// Repeats `attempt` while it fails transiently and the deadline has not passed. Returns the last failure.
pub(crate) async fn until<T, F, Fut>(deadline: Instant, attempt: F) -> Result<T, Failed>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T, Failed>>,
{
    until_or(deadline, |_| false, attempt).await
}

/// As [`until`], but a failure for which `ends` holds is not repeated.
pub(crate) async fn until_or<T, F, Fut>(
    deadline: Instant,
    ends: impl Fn(&Failed) -> bool,
    mut attempt: F,
) -> Result<T, Failed>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T, Failed>>,
{
    let mut delay = FIRST_DELAY;
    loop {
        let failed = match attempt().await {
            Ok(done) => return Ok(done),
            Err(failed) => failed,
        };
        let wait = jittered(delay);
        if !failed.is_transient() || failed.is_denied() || ends(&failed) || Instant::now() + wait >= deadline {
            return Err(failed);
        }
        tracing::debug!(error = %failed, ?wait, "database operation failed, retrying");
        tokio::time::sleep(wait).await;
        delay = (delay * 2).min(MAX_DELAY);
    }
}

/// Returns between half of the delay and all of it, so that workers that lost the same server do not retry in step.
fn jittered(delay: Duration) -> Duration {
    // Each new hasher has a random key, which is random enough for jitter.
    let share = RandomState::new().hash_one(0_u8) % 512;
    delay * (512 + u32::try_from(share).unwrap_or(0)) / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn retries_end_at_the_deadline_and_at_once_for_a_permanent_failure() {
        let mut tries = 0;
        let deadline = Instant::now() + Duration::from_millis(100);
        let end = until(deadline, || {
            tries += 1;
            async { Err::<(), _>(Failed::Again) }
        });
        assert!(end.await.is_err());
        assert!((2..=20).contains(&tries), "{tries}");
        assert!(Instant::now() < deadline, "the last delay would have ended after the deadline and was skipped");
        let mut tries = 0;
        let end = until(deadline + Duration::from_secs(3), || {
            tries += 1;
            async { Err::<(), _>(Failed::from(sqlx::Error::RowNotFound)) }
        });
        assert!(end.await.is_err());
        assert_eq!(tries, 1);
    }
}
