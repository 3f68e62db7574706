//! Tokens to dollars: integer arithmetic, rounded up, so that the sum of what we count is never below the bill.

use domain::MicroUsd;
use serde::{Deserialize, Serialize};

use crate::Usage;

/// Micro-dollars per million tokens. One dollar per million tokens is 1,000,000.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Read at the full price.
    pub input: MicroUsd,
    /// Written.
    pub output: MicroUsd,
    /// Read from the cache.
    pub cache_read: MicroUsd,
    /// Written to the cache.
    pub cache_write: MicroUsd,
}

const PER: u128 = 1_000_000;

impl Price {
    /// What the usage costs, rounded up to a whole micro-dollar once, at the end.
    pub fn cost(&self, usage: &Usage) -> MicroUsd {
        let parts = [
            (usage.input, self.input),
            (usage.output, self.output),
            (usage.cache_read, self.cache_read),
            (usage.cache_write, self.cache_write),
        ];
        let sum: u128 = parts.iter().map(|(tokens, price)| u128::from(*tokens) * u128::from(price.0)).sum();
        let micros = u64::try_from(sum.div_ceil(PER)).unwrap_or(MicroUsd::MAX.0);
        MicroUsd(micros.min(MicroUsd::MAX.0))
    }

    /// The most that `input` tokens read and `output` tokens written can cost, whichever of them come from a cache.
    pub fn bound(&self, input: u64, output: u64) -> MicroUsd {
        let dearest = Self { input: self.input.max(self.cache_read).max(self.cache_write), ..*self };
        dearest.cost(&Usage { input, output, ..Usage::default() })
    }
}
