//! Tokens and what they cost: pure, apart from the memory of cached prefixes.

use std::collections::HashSet;
use std::sync::Mutex;

use domain::MicroUsd;
use sha2::{Digest, Sha256};

use super::conversation::Segment;

/// Micro-dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Tokens going in.
    pub input: MicroUsd,
    /// Tokens going in that are written to the cache.
    pub cache_write: MicroUsd,
    /// Tokens read from the cache.
    pub cached: MicroUsd,
    /// Tokens coming out.
    pub output: MicroUsd,
}

impl Default for Prices {
    /// What MiniMax-M2 lists: 0.30, 0.375, 0.03 and 1.20 dollars per million.
    fn default() -> Self {
        Self {
            input: MicroUsd(300_000),
            cache_write: MicroUsd(375_000),
            cached: MicroUsd(30_000),
            output: MicroUsd(1_200_000),
        }
    }
}

/// Tokens of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// In, neither read from the cache nor written to it.
    pub(crate) input: u64,
    /// In, read from the cache.
    pub(crate) cache_read: u64,
    /// In, written to the cache.
    pub(crate) cache_write: u64,
    /// Out.
    pub(crate) output: u64,
}

impl Usage {
    /// The price of a call: one rounding, upwards.
    pub(crate) fn cost(&self, prices: &Prices) -> MicroUsd {
        let weighted = |tokens: u64, price: MicroUsd| u128::from(tokens) * u128::from(price.0);
        let sum = weighted(self.input, prices.input)
            + weighted(self.cache_write, prices.cache_write)
            + weighted(self.cache_read, prices.cached)
            + weighted(self.output, prices.output);
        MicroUsd(u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }
}

/// `ceil(bytes / 4)`.
pub(crate) fn tokens(bytes: usize) -> u64 {
    bytes.div_ceil(4) as u64
}

/// The prefixes that were sent before.
#[derive(Debug, Default)]
pub(crate) struct PromptCache(Mutex<HashSet<[u8; 32]>>);

impl PromptCache {
    /// Prefixes at most; a server that runs for weeks starts afresh now and then, as a real cache forgets.
    const MOST: usize = 100_000;

    /// Counts the tokens going in and remembers the marked prefixes.
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

    /// Tokens of the longest prefix that is known; all are known afterwards.
    fn read(&self, marks: &[([u8; 32], usize)]) -> u64 {
        if marks.is_empty() {
            return 0;
        }
        // A panic while the lock is held cannot leave the set half-changed, so a poisoned lock is used on.
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let read = marks.iter().rev().find(|(hash, _)| known.contains(hash)).map_or(0, |(_, bytes)| tokens(*bytes));
        if known.len() > Self::MOST {
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
