//! Trying again, a little later each time, until it is too late.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

use crate::failure::Failed;

/// First pause. A deadlock's victim or a lost race succeeds at once; a restart takes hundreds of milliseconds.
const FIRST: Duration = Duration::from_millis(10);
/// Longest pause: a server that is back is noticed within half a second.
const LONGEST: Duration = Duration::from_millis(500);

/// Repeats `attempt` while it fails transiently and the deadline has not passed. The last failure is returned.
pub(crate) async fn until<T, F, Fut>(deadline: Instant, mut attempt: F) -> Result<T, Failed>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T, Failed>>,
{
    let mut pause = FIRST;
    loop {
        let failed = match attempt().await {
            Ok(done) => return Ok(done),
            Err(failed) => failed,
        };
        let wait = jittered(pause);
        if !failed.is_transient() || Instant::now() + wait >= deadline {
            return Err(failed);
        }
        tracing::debug!(error = %failed, ?wait, "trying again");
        tokio::time::sleep(wait).await;
        pause = (pause * 2).min(LONGEST);
    }
}

/// Between half and the whole: many workers that lost the same server do not come back in step.
fn jittered(pause: Duration) -> Duration {
    // A fresh hasher is keyed at random; that is all the chance a jitter needs.
    let share = RandomState::new().hash_one(0_u8) % 512;
    pause * (512 + u32::try_from(share).unwrap_or(0)) / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_ends_at_the_deadline_and_at_once_for_a_lasting_failure() {
        let mut tries = 0;
        let deadline = Instant::now() + Duration::from_millis(100);
        let end = until(deadline, || {
            tries += 1;
            async { Err::<(), _>(Failed::Again) }
        });
        assert!(end.await.is_err());
        assert!((2..=20).contains(&tries), "{tries}");
        assert!(Instant::now() < deadline, "the last pause was not slept: it would have ended too late");
        let mut tries = 0;
        let end = until(deadline + Duration::from_secs(3), || {
            tries += 1;
            async { Err::<(), _>(Failed::from(sqlx::Error::RowNotFound)) }
        });
        assert!(end.await.is_err());
        assert_eq!(tries, 1);
    }
}
