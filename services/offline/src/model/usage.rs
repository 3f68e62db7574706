//! Token counts and costs. Pure, except for the memory of cached prefixes.

use std::collections::HashSet;
use std::sync::Mutex;

use domain::MicroUsd;
use sha2::{Digest, Sha256};

use super::conversation::{Segment, Ttl};
use crate::provider::{Prices, Profile};

/// Token counts of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Input tokens neither read from the cache nor written to it.
    pub(crate) input: u64,
    /// Input tokens read from the cache.
    pub(crate) cache_read: u64,
    /// Input tokens written to the cache.
    pub(crate) cache_write: u64,
    /// The part of `cache_write` that is kept for one hour.
    pub(crate) cache_write_1h: u64,
    /// Number of output tokens, with thinking.
    pub(crate) output: u64,
    /// The part of `output` that is thinking.
    pub(crate) thinking: u64,
}

impl Usage {
    /// Returns the price of a call, rounded up once.
    pub(crate) fn cost(&self, prices: &Prices) -> MicroUsd {
        let weighted = |tokens: u64, price: MicroUsd| u128::from(tokens) * u128::from(price.0);
        let sum = weighted(self.input, prices.input)
            + weighted(self.cache_write - self.cache_write_1h, prices.cache_write)
            + weighted(self.cache_write_1h, prices.cache_write_1h)
            + weighted(self.cache_read, prices.cached)
            + weighted(self.output, prices.output);
        MicroUsd(u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX))
    }

    /// Returns the input tokens of all kinds.
    pub(crate) fn whole_input(&self) -> u64 {
        self.input + self.cache_read + self.cache_write
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

    /// A mark finds earlier prefixes that end at most this many segments before it (Anthropic's documentation).
    const LOOKBACK: usize = 20;

    /// Counts the input tokens and remembers the prefixes: those with a mark, or all if the profile caches
    /// automatically.
    pub(crate) fn count(&self, segments: &[Segment], profile: Profile) -> Usage {
        let ends = prefixes(segments);
        let whole = ends.last().map_or(0, |end| tokens(end.bytes));
        if profile.caches_automatically() {
            let read = self.read(&ends, &ends).unwrap_or(0);
            let (least, step) = automatic(profile);
            let read = if read < least { 0 } else { read / step * step };
            return Usage { input: whole - read, cache_read: read, ..Usage::default() };
        }
        let marked: Vec<usize> = (0..ends.len()).filter(|at| segments[*at].mark.is_some()).collect();
        let near = |at: usize| marked.iter().any(|mark| (at..at + Self::LOOKBACK).contains(mark));
        let findable: Vec<Prefix> = (0..ends.len()).filter(|at| near(*at)).map(|at| ends[at]).collect();
        let written: Vec<Prefix> = marked.iter().map(|at| ends[*at]).collect();
        let Some(last) = written.last().map(|end| tokens(end.bytes)) else {
            return Usage { input: whole, ..Usage::default() };
        };
        let read = self.read(&findable, &written).unwrap_or(0).min(last);
        let hour =
            marked.iter().filter(|at| segments[**at].mark == Some(Ttl::Hour1)).map(|at| tokens(ends[*at].bytes)).max();
        let cache_write_1h = hour.unwrap_or(0).saturating_sub(read);
        Usage { input: whole - last, cache_read: read, cache_write: last - read, cache_write_1h, ..Usage::default() }
    }

    /// Returns the tokens of the longest known prefix among `findable`, and adds those to be written.
    fn read(&self, findable: &[Prefix], written: &[Prefix]) -> Option<u64> {
        // A panic cannot leave the set inconsistent, so a poisoned lock is still usable.
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let read = findable.iter().rev().find(|end| known.contains(&end.hash)).map(|end| tokens(end.bytes));
        if known.len() > Self::MAX_PREFIXES {
            known.clear();
        }
        known.extend(written.iter().map(|end| end.hash));
        read
    }
}

/// A prefix of the input that ends with a segment.
#[derive(Debug, Clone, Copy)]
struct Prefix {
    hash: [u8; 32],
    bytes: usize,
}

fn prefixes(segments: &[Segment]) -> Vec<Prefix> {
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut ends = Vec::with_capacity(segments.len());
    for segment in segments {
        hash.update(segment.text.as_bytes());
        hash.update([0]);
        bytes += segment.text.len();
        ends.push(Prefix { hash: hash.clone().finalize().into(), bytes });
    }
    ends
}

/// Returns the least number of cached tokens, and the step in which they grow: 1,024 and 128 at OpenAI, 64 and 64 at
/// DeepSeek (their documentation of prompt caching).
fn automatic(profile: Profile) -> (u64, u64) {
    if profile == Profile::Deepseek { (64, 64) } else { (1_024, 128) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, mark: bool) -> Segment {
        Segment { text: text.to_owned(), mark: mark.then_some(Ttl::Minutes5) }
    }

    fn counted(cache: &PromptCache, segments: &[Segment]) -> Usage {
        cache.count(segments, Profile::Generic)
    }

    #[test]
    fn a_repeated_marked_prefix_is_read_and_the_sum_never_changes() {
        let cache = PromptCache::default();
        let first = counted(&cache, &[piece("system prompt", true), piece("question one", false)]);
        assert_eq!(first, Usage { input: 3, cache_write: 4, ..Usage::default() });
        let second = counted(&cache, &[piece("system prompt", true), piece("question two", false)]);
        assert_eq!(second, Usage { input: 3, cache_read: 4, ..Usage::default() });
        let other = counted(&cache, &[piece("system prompt!", true), piece("question two", false)]);
        assert_eq!((other.cache_read, other.cache_write), (0, 4));
        assert_eq!(counted(&cache, &[piece("abcde", false)]), Usage { input: 2, ..Usage::default() });
    }

    #[test]
    fn a_call_is_rounded_once_and_upwards() {
        let usage = Usage { input: 1, cache_read: 1, cache_write: 1, output: 1, ..Usage::default() };
        // 0.30 + 0.375 + 0.03 + 1.20 = 1.905 micro-dollars.
        assert_eq!(usage.cost(&Prices::default()), MicroUsd(2));
        assert_eq!(Usage::default().cost(&Prices::default()), MicroUsd(0));
    }

    #[test]
    fn a_moved_mark_finds_the_earlier_prefix_and_hours_are_counted_apart() {
        let cache = PromptCache::default();
        let hour = |text: &str| Segment { text: text.to_owned(), mark: Some(Ttl::Hour1) };
        let first = counted(&cache, &[hour("system prompt"), piece("question one", true)]);
        assert_eq!((first.cache_write, first.cache_write_1h), (7, 4));
        let moved = [hour("system prompt"), piece("question one", false), piece("an answer", true)];
        let second = counted(&cache, &moved);
        assert_eq!((second.cache_read, second.cache_write, second.cache_write_1h), (7, 2, 0));
        let prices =
            Prices { cache_write: MicroUsd(1_000_000), cache_write_1h: MicroUsd(2_000_000), ..Prices::default() };
        let usage = Usage { cache_write: 3, cache_write_1h: 1, ..Usage::default() };
        assert_eq!(usage.cost(&prices), MicroUsd(4));
    }

    #[test]
    fn automatic_caches_read_whole_steps_and_charge_no_writing() {
        let cache = PromptCache::default();
        let long = piece(&"x".repeat(4 * 1_100), false);
        let ask = |text: &str| cache.count(&[piece(&long.text, false), piece(text, false)], Profile::Gpt);
        assert_eq!(ask("one"), Usage { input: 1_101, ..Usage::default() });
        assert_eq!(ask("two"), Usage { input: 1_101 - 1_024, cache_read: 1_024, ..Usage::default() });
    }
}
