//! Prices of a model.

use domain::MicroUsd;

/// Prices in micro-dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Input tokens that are not cached.
    pub input: MicroUsd,
    /// Input tokens written to the cache for five minutes.
    pub cache_write: MicroUsd,
    /// Input tokens written to the cache for one hour.
    pub cache_write_1h: MicroUsd,
    /// Input tokens read from the cache.
    pub cached: MicroUsd,
    /// Output tokens, including thinking and tool inputs.
    pub output: MicroUsd,
}

impl Default for Prices {
    /// List prices of MiniMax-M2: 0.30, 0.375, 0.03 and 1.20 dollars per million. It has no one-hour cache.
    fn default() -> Self {
        Self::anthropic([300_000, 30_000, 375_000, 375_000, 1_200_000])
    }
}

impl Prices {
    /// Prices in micro-dollars: input, cache read, cache write for five minutes, for one hour, output.
    pub(super) const fn anthropic([input, cached, write, write_1h, output]: [u64; 5]) -> Self {
        Self {
            input: MicroUsd(input),
            cache_write: MicroUsd(write),
            cache_write_1h: MicroUsd(write_1h),
            cached: MicroUsd(cached),
            output: MicroUsd(output),
        }
    }

    /// Returns half of the prices, each rounded up: the price of a batch at Anthropic and OpenAI.
    pub(crate) fn half(self) -> Self {
        let of = |MicroUsd(price): MicroUsd| MicroUsd(price.div_ceil(2));
        Self {
            input: of(self.input),
            cache_write: of(self.cache_write),
            cache_write_1h: of(self.cache_write_1h),
            cached: of(self.cached),
            output: of(self.output),
        }
    }

    /// Prices in micro-dollars of a provider that caches without being asked and charges nothing for it: input, cache
    /// read, output.
    pub(super) const fn automatic([input, cached, output]: [u64; 3]) -> Self {
        Self::anthropic([input, cached, input, input, output])
    }
}
