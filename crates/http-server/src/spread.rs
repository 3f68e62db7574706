//! Answers that ask a client to come back: when they are sent, and which time they name. Both are spread, so that
//! clients that were refused together do not come back together.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Least and greatest delay of an answer with status 429. A client that repeats refused requests without a pause would
/// occupy the threads of the others with them; one that obeys `Retry-After` waits at least a second in any case.
const DELAYS: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(300)];

/// A random position between two limits, of 65,536.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread(u16);

impl Spread {
    /// Returns another position for each answer.
    pub fn random() -> Self {
        // Each new hasher has a random key.
        let hash = RandomState::new().hash_one(0_u8).to_le_bytes();
        Self(u16::from_le_bytes([hash[0], hash[1]]))
    }

    /// Returns the delay of an answer with status 429.
    pub fn delay(self) -> Duration {
        let [least, greatest] = DELAYS;
        least + (greatest - least) * u32::from(self.0) / (1 << 16)
    }

    /// Returns a time of at least this one, and at most half as long again.
    pub fn after(self, least: Duration) -> Duration {
        least + least * u32::from(self.0) / (1 << 17)
    }

    /// Returns whole seconds for `Retry-After`: at least these, and at most half as many more, rounded up.
    pub fn seconds(self, least: u64) -> u64 {
        let range = least.div_ceil(2) + 1;
        least + range * u64::from(self.0) / (1 << 16)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn delays_and_times_are_spread_between_their_limits() {
        let positions = [0, 1, 20_000, 40_000, u16::MAX].map(Spread);
        let delays = positions.map(Spread::delay);
        assert!(delays.iter().all(|delay| (DELAYS[0]..DELAYS[1]).contains(delay)) && delays.is_sorted(), "{delays:?}");
        let second = Duration::from_secs(1);
        assert_eq!(positions.map(|position| position.after(second).as_millis()), [1000, 1000, 1152, 1305, 1499]);
        for (least, greatest) in [(1, 2), (2, 3), (5, 8), (15, 23), (300, 450)] {
            let times: BTreeSet<u64> = (0..=u16::MAX).map(|position| Spread(position).seconds(least)).collect();
            assert_eq!(times, (least..=greatest).collect(), "each whole second is used");
        }
        assert_eq!((Spread(0).seconds(0), Spread(u16::MAX).seconds(0)), (0, 0), "a repetition at once stays one");
    }

    #[test]
    fn two_answers_rarely_have_the_same_position() {
        let positions: BTreeSet<u16> = (0..100).map(|_| Spread::random().0).collect();
        assert!(positions.len() > 90, "{positions:?}");
    }
}
