//! Prices of the table in micro-dollars, by date.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::MicroUsd;
use serde_json::Number;

use super::table::{Facts, Period, Rates};
use crate::price::{Price, Tier};

/// A worker resolves its price once, so the price of a period that begins this soon counts already.
const AHEAD: Duration = Duration::from_secs(24 * 3600);

/// Returns the highest price of the periods that are in force now or begin within 24 hours; `None` if there is none.
pub(super) fn price(facts: &Facts, now: DateTime<Utc>) -> Option<Price> {
    let (today, soon) = (now.date_naive(), (now + AHEAD).date_naive());
    let counts = |period: &&Period| {
        period.from.is_none_or(|from| from <= soon) && period.until.is_none_or(|until| until > today)
    };
    facts.prices.iter().filter(counts).filter_map(of_period).reduce(Price::max)
}

/// Returns `None` if a figure is not an amount of dollars.
fn of_period(period: &Period) -> Option<Price> {
    let tier = match period.above.first() {
        None => None,
        Some(above) => Some(Tier::new(above.input_tokens, flat(&above.rates)?)),
    };
    Some(Price { tier, ..flat(&period.rates)? })
}

/// Returns the prices without a tier. An unknown price of the cache is that of the input, or, for an hour, that of five
/// minutes.
fn flat(rates: &Rates) -> Option<Price> {
    let (input, output) = (amount(&rates.input)?, amount(&rates.output)?);
    let or = |figure: &Option<Number>, other| figure.as_ref().map_or(Some(other), amount);
    let cache_write = or(&rates.cache_write, input)?;
    let cache_write_1h = or(&rates.cache_write_1h, cache_write)?;
    Some(Price { input, output, cache_read: or(&rates.cache_read, input)?, cache_write, cache_write_1h, tier: None })
}

/// Returns `true` if every price of the model is an amount of dollars and each period has at most one tier.
pub(super) fn are_amounts(facts: &Facts) -> bool {
    facts.prices.iter().all(|period| period.above.len() <= 1 && of_period(period).is_some())
}

fn amount(dollars: &Number) -> Option<MicroUsd> {
    MicroUsd::parse_dollars(&dollars.to_string()).ok()
}
