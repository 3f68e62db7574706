//! Cost of tokens: integer arithmetic, rounded up, so that the sum of our figures is never below the bill.

use domain::MicroUsd;
use serde::{Deserialize, Serialize};

use crate::Usage;

/// Price in micro-dollars per million tokens. One dollar per million tokens is 1,000,000.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Prompt tokens at the full price.
    pub input: MicroUsd,
    /// Answer tokens, including thinking.
    pub output: MicroUsd,
    /// Prompt tokens read from the cache.
    pub cache_read: MicroUsd,
    /// Prompt tokens written to the cache.
    pub cache_write: MicroUsd,
}

const TOKENS_PER_UNIT: u128 = 1_000_000;

impl Price {
    /// Returns the cost of the usage, rounded up to a whole micro-dollar after summation.
    pub fn cost(&self, usage: &Usage) -> MicroUsd {
        let parts = [
            (usage.input, self.input),
            (usage.output, self.output),
            (usage.cache_read, self.cache_read),
            (usage.cache_write, self.cache_write),
        ];
        let sum: u128 = parts.iter().map(|(tokens, price)| u128::from(*tokens) * u128::from(price.0)).sum();
        let micros = u64::try_from(sum.div_ceil(TOKENS_PER_UNIT)).unwrap_or(MicroUsd::MAX.0);
        MicroUsd(micros.min(MicroUsd::MAX.0))
    }

    /// Returns the maximum cost of `input` prompt tokens and `output` answer tokens, whether or not a cache is used.
    pub fn bound(&self, input: u64, output: u64) -> MicroUsd {
        let highest = Self { input: self.input.max(self.cache_read).max(self.cache_write), ..*self };
        highest.cost(&Usage { input, output, ..Usage::default() })
    }
}
