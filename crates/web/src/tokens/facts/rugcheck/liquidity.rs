//! Liquidity of a report's markets and its locked share.

use serde_json::Value;

use super::super::fields::{at, key_at, list_at, number_at, text_at};

/// Types of markets that are bonding curves.
const CURVES: [&str; 8] =
    ["pump_fun", "pumpfun", "raydium_launchlab", "launchlab", "meteora_dbc", "meteoradbc", "moonshot", "boop_fun"];

/// Returns the liquidity; `None` without markets, for which RugCheck states 0.
pub(super) fn dollars(report: &Value) -> Option<f64> {
    (!list_at(report, &["markets"]).is_empty()).then(|| number_at(report, &["totalMarketLiquidity"])).flatten()
}

/// Returns locked dollars over all dollars in pools. Bonding curves are left out, because they have nothing to lock.
/// `None` without a pool, or if a pool does not state its dollars.
pub(super) fn locked_share(report: &Value) -> Option<f64> {
    let markets = list_at(report, &["markets"]).iter();
    let pools = markets.filter(|market| !is_curve(market)).map(|market| {
        let side = |key: &str| number_at(market, &["lp", key]);
        let dollars = side("baseUSD")? + side("quoteUSD")?;
        Some((locked(market, dollars)?, dollars))
    });
    let pools = pools.collect::<Option<Vec<(f64, f64)>>>()?;
    let (locked, all) = pools.iter().fold((0.0, 0.0), |(locked, all), pool| (locked + pool.0, all + pool.1));
    (all > 0.0).then(|| (locked / all).min(1.0))
}

fn is_curve(market: &Value) -> bool {
    let kind = text_at(market, &["marketType"]).map(|kind| kind.to_ascii_lowercase().replace(['-', '.', ' '], "_"));
    kind.is_some_and(|kind| CURVES.contains(&kind.as_str()))
}

/// Returns the locked dollars of a pool. A pool without a token for its liquidity has nothing locked.
fn locked(market: &Value, dollars: f64) -> Option<f64> {
    let has_token = key_at(market, &["lp", "lpMint"]).or_else(|| key_at(market, &["mintLP"])).is_some();
    let is_stated = at(market, &["lp", "lpMint"]).or_else(|| at(market, &["mintLP"])).is_some();
    if is_stated && !has_token {
        return Some(0.0);
    }
    let share = || number_at(market, &["lp", "lpLockedPct"]).map(|percent| dollars * percent / 100.0);
    number_at(market, &["lp", "lpLockedUSD"]).or_else(share)
}
