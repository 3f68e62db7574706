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
    /// Prompt tokens written to the cache for an hour. A lower figure than `cache_write` counts as `cache_write`.
    #[serde(default)]
    pub cache_write_1h: MicroUsd,
    /// Prices of requests with a long prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
}

/// Prices that apply to all tokens of a request whose prompt, cached tokens included, is longer than a limit. In
/// micro-dollars per million tokens, as in [`Price`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tier {
    /// Longest prompt, in tokens, that has the ordinary prices.
    pub above: u64,
    /// Prompt tokens at the full price.
    pub input: MicroUsd,
    /// Answer tokens, including thinking.
    pub output: MicroUsd,
    /// Prompt tokens read from the cache.
    pub cache_read: MicroUsd,
    /// Prompt tokens written to the cache.
    pub cache_write: MicroUsd,
    /// Prompt tokens written to the cache for an hour.
    pub cache_write_1h: MicroUsd,
}

impl Tier {
    /// Creates a tier with the ordinary prices of `price`, for prompts of more than `above` tokens.
    pub fn new(above: u64, price: Price) -> Self {
        let Price { input, output, cache_read, cache_write, cache_write_1h, .. } = price;
        Self { above, input, output, cache_read, cache_write, cache_write_1h }
    }

    /// Returns the prices of the tier as the ordinary ones.
    fn price(self) -> Price {
        let Self { input, output, cache_read, cache_write, cache_write_1h, .. } = self;
        Price { input, output, cache_read, cache_write, cache_write_1h, tier: None }
    }
}

const TOKENS_PER_UNIT: u128 = 1_000_000;

impl Price {
    /// Returns the cost of the usage, rounded up to a whole micro-dollar after summation.
    pub fn cost(&self, usage: &Usage) -> MicroUsd {
        let price = self.of_prompt(usage.prompt());
        let hour = usage.cache_write_1h.min(usage.cache_write);
        let parts = [
            (usage.input, price.input),
            (usage.output, price.output),
            (usage.cache_read, price.cache_read),
            (usage.cache_write - hour, price.cache_write),
            (hour, price.cache_write_1h.max(price.cache_write)),
        ];
        let sum: u128 = parts.iter().map(|(tokens, price)| u128::from(*tokens) * u128::from(price.0)).sum();
        let micros = u64::try_from(sum.div_ceil(TOKENS_PER_UNIT)).unwrap_or(MicroUsd::MAX.0);
        MicroUsd(micros.min(MicroUsd::MAX.0))
    }

    /// Returns the maximum cost of at most `input` prompt tokens and `output` answer tokens, for any use of the cache
    /// and for a shorter prompt, which may have other prices.
    pub fn bound(&self, input: u64, output: u64) -> MicroUsd {
        let short = self.of_prompt(0).highest();
        let long = self.of_prompt(input).highest();
        let highest =
            Self { input: short.input.max(long.input), output: short.output.max(long.output), ..Self::default() };
        highest.cost(&Usage { input, output, ..Usage::default() })
    }

    /// Returns the price without one-hour cache writes, for the bound of a request that asks for none.
    #[must_use]
    pub(crate) fn without_hour_writes(self) -> Self {
        let tier = self.tier.map(|tier| Tier { cache_write_1h: MicroUsd::ZERO, ..tier });
        Self { cache_write_1h: MicroUsd::ZERO, tier, ..self }
    }

    /// Returns a share of every figure, in percent, each rounded up to a whole micro-dollar per million tokens.
    #[must_use]
    pub fn percent(self, percent: u32) -> Self {
        let of = |MicroUsd(figure): MicroUsd| MicroUsd(figure.saturating_mul(u64::from(percent)).div_ceil(100));
        let flat = |price: Self| Self {
            input: of(price.input),
            output: of(price.output),
            cache_read: of(price.cache_read),
            cache_write: of(price.cache_write),
            cache_write_1h: of(price.cache_write_1h),
            tier: None,
        };
        let tier = self.tier.map(|tier| Tier::new(tier.above, flat(tier.price())));
        Self { tier, ..flat(self) }
    }

    /// Returns the flat price of a request with so many prompt tokens.
    fn of_prompt(&self, tokens: u64) -> Self {
        match self.tier {
            Some(tier) if tokens > tier.above => tier.price(),
            _ => Self { tier: None, ..*self },
        }
    }

    /// Returns the price with the highest price of any prompt token as `input`.
    fn highest(self) -> Self {
        let cached = self.cache_read.max(self.cache_write).max(self.cache_write_1h);
        Self { input: self.input.max(cached), ..self }
    }

    /// Returns the price that is nowhere below either price. The tier with the lower limit decides where the tier
    /// begins.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let above = [self.tier, other.tier].into_iter().flatten().map(|tier| tier.above).min();
        let long = |above| Tier::new(above, self.of_prompt(u64::MAX).flat_max(other.of_prompt(u64::MAX)));
        Self { tier: above.map(long), ..self.flat_max(other) }
    }

    /// Returns the higher one of each ordinary price.
    fn flat_max(self, other: Self) -> Self {
        Self {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            cache_write_1h: self.cache_write_1h.max(other.cache_write_1h),
            tier: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn price(figures: [u64; 5]) -> Price {
        let [input, output, cache_read, cache_write, cache_write_1h] = figures.map(MicroUsd);
        Price { input, output, cache_read, cache_write, cache_write_1h, tier: None }
    }

    fn tiered(figures: [u64; 5], above: u64, long: [u64; 5]) -> Price {
        Price { tier: Some(Tier::new(above, price(long))), ..price(figures) }
    }

    #[test]
    fn the_tier_applies_to_all_tokens_of_a_long_prompt_cached_ones_included() {
        let price = tiered([2, 10, 1, 3, 4], 200_000, [4, 15, 2, 6, 8]);
        let usage = |input, cache_read| Usage { input, output: 1_000_000, cache_read, ..Usage::default() };
        assert_eq!(price.cost(&usage(200_000, 0)), MicroUsd(11), "0.4 + 10, rounded up");
        assert_eq!(price.cost(&usage(100_000, 100_001)), MicroUsd(16), "0.4 + 15 + 0.2, rounded up");
    }

    #[test]
    fn a_share_of_the_price_is_rounded_up_by_figure() {
        let half = tiered([3, 10, 1, 0, 4], 7, [4, 15, 2, 6, 8]).percent(50);
        assert_eq!(half, tiered([2, 5, 1, 0, 2], 7, [2, 8, 1, 3, 4]));
    }

    #[test]
    fn tokens_kept_for_an_hour_have_a_price_of_their_own_which_is_never_the_lower_one() {
        let usage = Usage { cache_write: 3_000_000, cache_write_1h: 1_000_000, ..Usage::default() };
        assert_eq!(price([0, 0, 0, 10, 16]).cost(&usage), MicroUsd(36));
        assert_eq!(price([0, 0, 0, 10, 0]).cost(&usage), MicroUsd(30));
    }

    proptest! {
        #[test]
        fn the_bound_is_never_below_the_cost_of_a_shorter_prompt(
            prices in any::<[[u32; 5]; 2]>(),
            above in 0_u64..400_000,
            tokens in [0_u64..200_000, 0..200_000, 0..200_000, 0..200_000],
            spare in 0_u64..100_000,
        ) {
            let [short, long] = prices.map(|figures| figures.map(u64::from));
            let price = tiered(short, above, long);
            let [input, output, cache_read, cache_write] = tokens;
            let usage = Usage { input, output, cache_read, cache_write, cache_write_1h: cache_write / 2 };
            prop_assert!(price.cost(&usage) <= price.bound(input + cache_read + cache_write + spare, output));
        }

        #[test]
        fn the_higher_of_two_prices_covers_both(
            prices in any::<[[u32; 5]; 4]>(),
            above in [0_u64..400_000, 0..400_000],
            tokens in [0_u64..200_000, 0..200_000, 0..200_000, 0..200_000],
        ) {
            let [a, b, c, d] = prices.map(|figures| figures.map(u64::from));
            let [input, output, cache_read, cache_write] = tokens;
            let usage = Usage { input, output, cache_read, cache_write, ..Usage::default() };
            let cost = |one: Price| one.cost(&usage);
            // A later limit keeps the lower prices longer, so a rising tier is compared.
            let rising = |short: [u64; 5], long: [u64; 5]| std::array::from_fn(|i| short[i].max(long[i]));
            let (one, two) = (tiered(a, above[0], rising(a, b)), tiered(c, above[1], rising(c, d)));
            prop_assert!(cost(one.max(two)) >= cost(one).max(cost(two)));
        }
    }
}
