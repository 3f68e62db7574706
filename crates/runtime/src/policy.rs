//! When to try again. Pure: chance comes in as a number.

use std::time::Duration;

use rand::Rng;

/// Exponential backoff with full jitter: after failure n, anything between nothing and `base · 2^(n−1)`, never more than
/// `cap`. Full jitter spreads a crowd that failed together best (AWS Architecture Blog, "Exponential Backoff And Jitter").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Upper bound after the first failure.
    pub base: Duration,
    /// Upper bound for ever.
    pub cap: Duration,
}

/// No delay is shorter: a NAK without a delay is redelivered within 0.3 ms, and a failing job becomes a hot loop.
const SHORTEST: Duration = Duration::from_millis(50);

impl Backoff {
    /// The delay after the `failures`-th failure, 1 being the first.
    pub fn delay(&self, failures: u32, rng: &mut impl Rng) -> Duration {
        let doublings = failures.saturating_sub(1).min(31);
        let bound = self.base.saturating_mul(1 << doublings).min(self.cap);
        bound.mul_f64(rng.random_range(0.0..=1.0)).max(SHORTEST)
    }
}

/// What becomes of a job that failed and may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Try again after this long.
    Again(Duration),
    /// Give up.
    Exhausted,
}

/// Decides after the `failures`-th transient failure.
pub fn after_failure(failures: u32, max_attempts: u32, backoff: &Backoff, rng: &mut impl Rng) -> Next {
    if failures >= max_attempts { Next::Exhausted } else { Next::Again(backoff.delay(failures, rng)) }
}

/// A delay between the asked one and a tenth more, so that those told to wait equally long do not come back together.
pub fn jittered(delay: Duration, rng: &mut impl Rng) -> Duration {
    delay.max(SHORTEST).mul_f64(rng.random_range(1.0..=1.1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;

    const BACKOFF: Backoff = Backoff { base: Duration::from_millis(500), cap: Duration::from_secs(60) };

    proptest! {
        #[test]
        fn a_delay_is_never_nothing_and_never_beyond_its_bound(failures in prop_oneof![1_u32..10, 1_u32..], seed: u64) {
            let delay = BACKOFF.delay(failures, &mut SmallRng::seed_from_u64(seed));
            let bound = BACKOFF.base.saturating_mul(1 << (failures - 1).min(31)).min(BACKOFF.cap);
            prop_assert!(delay >= SHORTEST && delay <= bound.max(SHORTEST));
        }

        #[test]
        fn a_job_is_given_up_at_exactly_the_last_attempt(failures in 1_u32..100, max in 1_u32..100, seed: u64) {
            let next = after_failure(failures, max, &BACKOFF, &mut SmallRng::seed_from_u64(seed));
            prop_assert_eq!(next == Next::Exhausted, failures >= max);
        }

        #[test]
        fn an_asked_delay_is_kept_and_hardly_exceeded(millis in 50_u64..3_600_000, seed: u64) {
            let asked = Duration::from_millis(millis);
            let delay = jittered(asked, &mut SmallRng::seed_from_u64(seed));
            prop_assert!(delay >= asked && delay <= asked.mul_f64(1.1) + Duration::from_nanos(1));
        }
    }
}
