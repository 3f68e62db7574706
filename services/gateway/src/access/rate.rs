//! Rates: one token bucket per access token, at this replica.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::access::TokenId;
use tokio::time::Instant;

/// Number of buckets after which full ones are forgotten.
const MAX_BUCKETS: usize = 10_000;

/// The buckets of all tokens.
#[derive(Debug)]
pub(super) struct Rates {
    /// Requests per second, and the size of a bucket; 0 for no limit.
    rate: f64,
    buckets: Mutex<HashMap<TokenId, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rates {
    pub(super) fn new(rate: u32) -> Self {
        Self { rate: f64::from(rate), buckets: Mutex::default() }
    }

    /// Takes one request from the token's bucket. The error is the number of seconds after which there is one.
    pub(super) fn take(&self, token: TokenId) -> Result<(), u64> {
        if self.rate == 0.0 {
            return Ok(());
        }
        let now = Instant::now();
        // No code panics while it holds the lock.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| bucket.refilled(self.rate, now) < self.rate);
        }
        let bucket = buckets.entry(token).or_insert(Bucket { left: self.rate, at: now });
        bucket.left = bucket.refilled(self.rate, now);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(1);
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

impl Bucket {
    fn refilled(self, rate: f64, now: Instant) -> f64 {
        (self.left + now.duration_since(self.at).as_secs_f64() * rate).min(rate)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_token_has_its_burst_and_then_its_rate() {
        let (rates, one, other) = (Rates::new(2), TokenId(uuid::Uuid::from_u128(1)), TokenId(uuid::Uuid::from_u128(2)));
        assert_eq!([rates.take(one), rates.take(one), rates.take(one)], [Ok(()), Ok(()), Err(1)]);
        assert_eq!(rates.take(other), Ok(()), "each token has its own bucket");
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!([rates.take(one), rates.take(one)], [Ok(()), Err(1)]);
        let unlimited = Rates::new(0);
        assert!((0..100).all(|_| unlimited.take(one).is_ok()));
    }
}
