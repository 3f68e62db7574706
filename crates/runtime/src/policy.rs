//! Delays before a retry, and limits of batches. Pure: randomness is a parameter.

use std::time::Duration;

use rand::Rng;

/// Limits of a batch; the first one reached ends the collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchPolicy {
    /// Maximum number of deliveries; at least 1.
    pub max: usize,
    /// Maximum time after the first delivery.
    pub linger: Duration,
}

impl Default for BatchPolicy {
    fn default() -> Self {
        Self { max: 32, linger: Duration::from_millis(500) }
    }
}

/// Exponential backoff with full jitter: after failure n a random delay between 0 and `base · 2^(n−1)`, at most `cap`.
/// Of the known variants full jitter spreads simultaneous failures best (AWS Architecture Blog, "Exponential Backoff
/// And Jitter").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Upper bound of the delay after the first failure.
    pub base: Duration,
    /// Upper bound of every delay.
    pub cap: Duration,
}

/// Minimum delay: a NAK without a delay is redelivered within 0.3 ms, so that a failing job would become a hot loop.
const MIN_DELAY: Duration = Duration::from_millis(50);

impl Backoff {
    /// Returns the delay after the `failures`-th failure, counting from 1.
    pub fn delay(&self, failures: u32, rng: &mut impl Rng) -> Duration {
        let doublings = failures.saturating_sub(1).min(31);
        let bound = self.base.saturating_mul(1 << doublings).min(self.cap);
        bound.mul_f64(rng.random_range(0.0..=1.0)).max(MIN_DELAY)
    }
}

/// Decision after a transient failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryDecision {
    /// Retry after this delay.
    Retry(Duration),
    /// No attempt is left.
    Exhausted,
}

/// Decides after the `failures`-th transient failure.
pub fn after_failure(failures: u32, max_attempts: u32, backoff: &Backoff, rng: &mut impl Rng) -> RetryDecision {
    if failures >= max_attempts { RetryDecision::Exhausted } else { RetryDecision::Retry(backoff.delay(failures, rng)) }
}

/// Adds up to a tenth to a requested delay, so that jobs deferred by the same time do not return together.
pub fn jittered(delay: Duration, rng: &mut impl Rng) -> Duration {
    delay.max(MIN_DELAY).mul_f64(rng.random_range(1.0..=1.1))
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
        fn a_delay_is_between_the_minimum_and_its_bound(failures in prop_oneof![1_u32..10, 1_u32..], seed: u64) {
            let delay = BACKOFF.delay(failures, &mut SmallRng::seed_from_u64(seed));
            let bound = BACKOFF.base.saturating_mul(1 << (failures - 1).min(31)).min(BACKOFF.cap);
            prop_assert!(delay >= MIN_DELAY && delay <= bound.max(MIN_DELAY));
        }

        #[test]
        fn a_job_is_exhausted_at_exactly_the_last_attempt(failures in 1_u32..100, max in 1_u32..100, seed: u64) {
            let next = after_failure(failures, max, &BACKOFF, &mut SmallRng::seed_from_u64(seed));
            prop_assert_eq!(next == RetryDecision::Exhausted, failures >= max);
        }

        #[test]
        fn a_requested_delay_is_exceeded_by_at_most_a_tenth(millis in 50_u64..3_600_000, seed: u64) {
            let asked = Duration::from_millis(millis);
            let delay = jittered(asked, &mut SmallRng::seed_from_u64(seed));
            prop_assert!(delay >= asked && delay <= asked.mul_f64(1.1) + Duration::from_nanos(1));
        }
    }
}
