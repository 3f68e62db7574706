//! CoinGecko: the chart of a contract, `{"prices": [[milliseconds, dollars], …]}`, and the contract's record.

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{list_at, number, number_at, time, time_at};
use super::{RawReply, TokenReply, read_object, read_with};

/// What CoinGecko states about a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CoinGeckoFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Time of the price.
    pub price_at: Option<Time>,
    /// Volume of the last 24 hours in US dollars.
    pub volume_24h_usd: Option<f64>,
    /// Market capitalisation in US dollars. CoinGecko writes 0 for an unknown one, which is `None` here.
    pub market_cap_usd: Option<f64>,
}

/// Reads the chart, else the contract's record. A chart that failed is decided by the record if that succeeded.
pub fn read(contract: Option<RawReply<'_>>, chart: Option<RawReply<'_>>) -> TokenReply<CoinGeckoFacts> {
    let chart = chart.map(|reply| read_with(reply, read_chart));
    if let Some(reply @ TokenReply::Found(_)) = chart {
        return reply;
    }
    let record =
        contract.map(|reply| read_with(reply, |body| read_object(body, "market_data", |data| Some(record(data)))));
    match record {
        Some(reply @ TokenReply::Found(_)) => reply,
        record => chart.or(record).unwrap_or(TokenReply::Failed),
    }
}

fn read_chart(body: &Value) -> TokenReply<CoinGeckoFacts> {
    if body.get("prices").and_then(Value::as_array).is_none() {
        return TokenReply::Failed;
    }
    let price = points(body, "prices").last().copied();
    let last = |key: &str| points(body, key).last().map(|(_, value)| *value);
    TokenReply::Found(CoinGeckoFacts {
        price_usd: price.map(|(_, usd)| usd),
        price_at: price.map(|(at, _)| at),
        volume_24h_usd: last("total_volumes"),
        market_cap_usd: last("market_caps").filter(|cap| *cap > 0.0),
    })
}

fn record(data: &Value) -> CoinGeckoFacts {
    CoinGeckoFacts {
        price_usd: number_at(data, &["current_price", "usd"]),
        price_at: time_at(data, &["last_updated"]),
        volume_24h_usd: number_at(data, &["total_volume", "usd"]),
        market_cap_usd: number_at(data, &["market_cap", "usd"]).filter(|cap| *cap > 0.0),
    }
}

/// Returns the points of a series in time order.
pub(in crate::tokens) fn points(body: &Value, key: &str) -> Vec<(Time, f64)> {
    let rows = list_at(body, &[key]).iter();
    let mut points: Vec<(Time, f64)> =
        rows.filter_map(|row| Some((time(row.get(0)?)?, number(row.get(1)?)?))).collect();
    points.sort_by_key(|(at, _)| *at);
    points
}
