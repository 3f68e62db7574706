//! Token counts and costs. Pure, except for the memory of cached prefixes.

use std::collections::HashSet;
use std::sync::Mutex;

use domain::MicroUsd;
use sha2::{Digest, Sha256};

use super::conversation::Segment;

/// Prices in micro-dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Input tokens that are not cached.
    pub input: MicroUsd,
    /// Input tokens written to the cache.
    pub cache_write: MicroUsd,
    /// Input tokens read from the cache.
    pub cached: MicroUsd,
    /// Output tokens, including tool inputs.
    pub output: MicroUsd,
}

impl Default for Prices {
    /// List prices of MiniMax-M2: 0.30, 0.375, 0.03 and 1.20 dollars per million.
    fn default() -> Self {
        Self {
            input: MicroUsd(300_000),
            cache_write: MicroUsd(375_000),
            cached: MicroUsd(30_000),
            output: MicroUsd(1_200_000),
        }
    }
}

/// Token counts of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Input tokens neither read from the cache nor written to it.
    pub(crate) input: u64,
    /// Input tokens read from the cache.
    pub(crate) cache_read: u64,
    /// Input tokens written to the cache.
    pub(crate) cache_write: u64,
    /// Number of output tokens.
    pub(crate) output: u64,
}

impl Usage {
    /// Returns the price of a call, rounded up once.
    pub(crate) fn cost(&self, prices: &Prices) -> MicroUsd {
        let weighted = |tokens: u64, price: MicroUsd| u128::from(tokens) * u128::from(price.0);
        let sum = weighted(self.input, prices.input)
            + weighted(self.cache_write, prices.cache_write)
            + weighted(self.cache_read, prices.cached)
            + weighted(self.output, prices.output);
        MicroUsd(u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }
}

/// Estimates tokens as `ceil(bytes / 4)`.
pub(crate) fn tokens(bytes: usize) -> u64 {
    bytes.div_ceil(4) as u64
}

/// Prefixes of earlier requests.
#[derive(Debug, Default)]
pub(crate) struct PromptCache(Mutex<HashSet<[u8; 32]>>);

impl PromptCache {
    /// Maximum number of prefixes. The set is cleared when it is full, as a real cache forgets.
    const MAX_PREFIXES: usize = 100_000;

    /// Counts the input tokens and remembers the marked prefixes.
    pub(crate) fn count(&self, segments: &[Segment]) -> Usage {
        let (mut hash, mut bytes) = (Sha256::new(), 0);
        let mut marks = Vec::new();
        for segment in segments {
            hash.update(segment.text.as_bytes());
            hash.update([0]);
            bytes += segment.text.len();
            if segment.mark {
                marks.push((<[u8; 32]>::from(hash.clone().finalize()), bytes));
            }
        }
        let read = self.read(&marks);
        let last = marks.last().map_or(0, |(_, bytes)| tokens(*bytes));
        Usage { input: tokens(bytes) - last, cache_read: read, cache_write: last - read, output: 0 }
    }

    /// Returns the tokens of the longest known prefix and adds all marked prefixes.
    fn read(&self, marks: &[([u8; 32], usize)]) -> u64 {
        if marks.is_empty() {
            return 0;
        }
        // A panic cannot leave the set inconsistent, so a poisoned lock is still usable.
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let read = marks.iter().rev().find(|(hash, _)| known.contains(hash)).map_or(0, |(_, bytes)| tokens(*bytes));
        if known.len() > Self::MAX_PREFIXES {
            known.clear();
        }
        known.extend(marks.iter().map(|(hash, _)| *hash));
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, mark: bool) -> Segment {
        Segment { text: text.to_owned(), mark }
    }

    #[test]
    fn a_repeated_marked_prefix_is_read_and_the_sum_never_changes() {
        let cache = PromptCache::default();
        let first = cache.count(&[piece("system prompt", true), piece("question one", false)]);
        assert_eq!(first, Usage { input: 3, cache_read: 0, cache_write: 4, output: 0 });
        let second = cache.count(&[piece("system prompt", true), piece("question two", false)]);
        assert_eq!(second, Usage { input: 3, cache_read: 4, cache_write: 0, output: 0 });
        let other = cache.count(&[piece("system prompt!", true), piece("question two", false)]);
        assert_eq!((other.cache_read, other.cache_write), (0, 4));
        assert_eq!(cache.count(&[piece("abcde", false)]), Usage { input: 2, ..Usage::default() });
    }

    #[test]
    fn a_call_is_rounded_once_and_upwards() {
        let usage = Usage { input: 1, cache_read: 1, cache_write: 1, output: 1 };
        // 0.30 + 0.375 + 0.03 + 1.20 = 1.905 micro-dollars.
        assert_eq!(usage.cost(&Prices::default()), MicroUsd(2));
        assert_eq!(Usage::default().cost(&Prices::default()), MicroUsd(0));
    }
}
