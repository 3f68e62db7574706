//! Birdeye: the overview of a token. It needs a key.

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{count_at, number_at, text_at, time_at};
use super::{RawReply, TokenReply, read_object, read_with};

/// What Birdeye states about a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BirdeyeFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Time of the last trade, which made the price.
    pub price_at: Option<Time>,
    /// Volume of the last 24 hours in US dollars.
    pub volume_24h_usd: Option<f64>,
    /// Liquidity in US dollars.
    pub liquidity_usd: Option<f64>,
    /// Market capitalisation in US dollars.
    pub market_cap_usd: Option<f64>,
    /// Number of holders.
    pub holders: Option<u64>,
    /// Link to X that the issuer states.
    pub twitter: Option<String>,
    /// Link to Telegram that the issuer states.
    pub telegram: Option<String>,
    /// Website that the issuer states.
    pub website: Option<String>,
}

/// Reads the overview.
pub fn read(reply: RawReply<'_>) -> TokenReply<BirdeyeFacts> {
    read_with(reply, |body| match read_object(body, "data", |data| Some(facts(data))) {
        // An unknown token has an overview without a single value.
        TokenReply::Found(facts) if facts == BirdeyeFacts::default() => TokenReply::NotFound,
        reply => reply,
    })
}

fn facts(data: &Value) -> BirdeyeFacts {
    let link = |name: &str| text_at(data, &["extensions", name]);
    BirdeyeFacts {
        price_usd: number_at(data, &["price"]),
        price_at: time_at(data, &["lastTradeUnixTime"]).or_else(|| time_at(data, &["lastTradeHumanTime"])),
        volume_24h_usd: number_at(data, &["v24hUSD"]),
        liquidity_usd: number_at(data, &["liquidity"]),
        // Older replies call it `mc`.
        market_cap_usd: number_at(data, &["marketCap"]).or_else(|| number_at(data, &["mc"])),
        holders: count_at(data, &["holder"]),
        twitter: link("twitter"),
        telegram: link("telegram"),
        website: link("website"),
    }
}
