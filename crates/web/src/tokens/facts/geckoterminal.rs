//! GeckoTerminal: four replies about a mint (token, info, pools, candles of one pool).

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{at, count_at, flag_at, list_at, number, number_at, share_at, text_at, time, time_at};
use super::{RawReply, TokenReply, read_object, read_with};

/// Number of values of a candle.
const CANDLE_VALUES: usize = 6;
/// Prefix of the ids of tokens on Solana.
const NETWORK: &str = "solana_";

/// What GeckoTerminal states about a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GeckoTerminalFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Always `None`: the reply does not date its price.
    pub price_at: Option<Time>,
    /// Time of the first pool in which the mint is the base token.
    pub first_pool_at: Option<Time>,
    /// Volume of the last 24 hours in US dollars.
    pub volume_24h_usd: Option<f64>,
    /// Liquidity in US dollars.
    pub liquidity_usd: Option<f64>,
    /// Market capitalisation in US dollars; absent unless the supply is verified.
    pub market_cap_usd: Option<f64>,
    /// Fully diluted value in US dollars, which differs from the market capitalisation.
    pub fdv_usd: Option<f64>,
    /// Set if the token left its bonding curve; `None` for a token without one.
    pub graduated: Option<bool>,
    /// Progress on the bonding curve in per cent.
    pub graduation_pct: Option<f64>,
    /// Close of the newest candle in US dollars.
    pub last_close: Option<f64>,
    /// Start of the newest candle.
    pub last_close_at: Option<Time>,
    /// Number of holders.
    pub holders: Option<u64>,
    /// Share of the ten largest accounts; pools may be among them.
    pub top10_share: Option<f64>,
    /// Share of the supply that the developer holds.
    pub dev_share: Option<f64>,
    /// Set if the mint authority is active.
    pub mint_authority_open: Option<bool>,
    /// Set if the freeze authority is active.
    pub freeze_authority_open: Option<bool>,
    /// Account on X that the issuer states, without the host.
    pub twitter: Option<String>,
    /// Account on Telegram that the issuer states, without the host.
    pub telegram: Option<String>,
    /// Website that the issuer states.
    pub website: Option<String>,
}

/// The four replies. Only the token's reply is required.
#[derive(Debug, Clone, Copy)]
pub struct GeckoTerminalReplies<'a> {
    /// `/networks/solana/tokens/<mint>`.
    pub token: RawReply<'a>,
    /// `…/info`.
    pub info: Option<RawReply<'a>>,
    /// `…/pools`.
    pub pools: Option<RawReply<'a>>,
    /// `/networks/solana/pools/<pool>/ohlcv/<unit>`.
    pub ohlcv: Option<RawReply<'a>>,
}

/// A candle: its start and its close in US dollars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::tokens) struct Candle {
    pub(in crate::tokens) at: Time,
    pub(in crate::tokens) close: f64,
}

/// Reads the replies. The token's reply decides whether the mint is known; the others add facts if they succeeded.
pub fn read(replies: GeckoTerminalReplies<'_>, mint: &str) -> TokenReply<GeckoTerminalFacts> {
    read_with(replies.token, |body| {
        read_object(body, "data", |data| {
            Some(token_facts(at(data, &["attributes"]).filter(|value| value.is_object())?))
        })
    })
    .map(|facts| {
        let facts = successful(replies.info).map_or(facts.clone(), |info| with_info(facts, info));
        let (pools, ohlcv) = (successful(replies.pools), successful(replies.ohlcv));
        let candle = ohlcv.and_then(|body| candles(body, mint).last().copied());
        GeckoTerminalFacts {
            first_pool_at: pools.and_then(|body| first_pool_at(body, mint)),
            last_close: candle.map(|candle| candle.close),
            last_close_at: candle.map(|candle| candle.at),
            ..facts
        }
    })
}

/// Returns the body of a successful reply.
fn successful(reply: Option<RawReply<'_>>) -> Option<&Value> {
    let reply = reply?;
    read_with(reply, |_| TokenReply::Found(reply.body)).found()
}

fn token_facts(token: &Value) -> GeckoTerminalFacts {
    GeckoTerminalFacts {
        price_usd: number_at(token, &["price_usd"]),
        volume_24h_usd: number_at(token, &["volume_usd", "h24"]),
        liquidity_usd: number_at(token, &["total_reserve_in_usd"]),
        market_cap_usd: number_at(token, &["market_cap_usd"]),
        fdv_usd: number_at(token, &["fdv_usd"]),
        ..with_launchpad(GeckoTerminalFacts::default(), token)
    }
}

fn with_launchpad(facts: GeckoTerminalFacts, attributes: &Value) -> GeckoTerminalFacts {
    GeckoTerminalFacts {
        graduated: facts.graduated.or_else(|| flag_at(attributes, &["launchpad_details", "completed"])),
        graduation_pct: facts
            .graduation_pct
            .or_else(|| number_at(attributes, &["launchpad_details", "graduation_percentage"])),
        ..facts
    }
}

fn with_info(facts: GeckoTerminalFacts, body: &Value) -> GeckoTerminalFacts {
    let Some(info) = at(body, &["data", "attributes"]) else { return facts };
    GeckoTerminalFacts {
        holders: count_at(info, &["holders", "count"]),
        top10_share: share_at(info, &["holders", "distribution_percentage", "top_10"]),
        dev_share: share_at(info, &["developer_holding_percentage"]),
        mint_authority_open: yes_or_no(info, "mint_authority"),
        freeze_authority_open: yes_or_no(info, "freeze_authority"),
        twitter: text_at(info, &["twitter_handle"]),
        telegram: text_at(info, &["telegram_handle"]),
        website: (0..list_at(info, &["websites"]).len()).find_map(|n| text_at(info, &["websites", &n.to_string()])),
        ..with_launchpad(facts, info)
    }
}

fn yes_or_no(info: &Value, key: &str) -> Option<bool> {
    match at(info, &[key])? {
        Value::Bool(flag) => Some(*flag),
        Value::String(word) if word.eq_ignore_ascii_case("yes") => Some(true),
        Value::String(word) if word.eq_ignore_ascii_case("no") => Some(false),
        _ => None,
    }
}

/// Returns the pools in which the mint is the base token. A pool without relationships counts.
fn base_pools<'a>(body: &'a Value, mint: &'a str) -> impl Iterator<Item = &'a Value> {
    list_at(body, &["data"]).iter().filter(move |pool| {
        let base = text_at(pool, &["relationships", "base_token", "data", "id"]);
        base.is_none_or(|id| id.strip_prefix(NETWORK) == Some(mint))
    })
}

fn first_pool_at(body: &Value, mint: &str) -> Option<Time> {
    base_pools(body, mint).filter_map(|pool| time_at(pool, &["attributes", "pool_created_at"])).min()
}

/// Returns the address of the pool with the largest reserve in which the mint is the base token.
pub(in crate::tokens) fn main_pool(body: &Value, mint: &str) -> Option<String> {
    let reserve = |pool: &Value| number_at(pool, &["attributes", "reserve_in_usd"]).unwrap_or_default();
    let largest = base_pools(body, mint).max_by(|a, b| reserve(a).total_cmp(&reserve(b)));
    text_at(largest?, &["attributes", "address"])
}

/// Returns the candles in time order; the service sends the newest first. Candles of a pool with another base token are
/// prices of that token and are left out.
pub(in crate::tokens) fn candles(body: &Value, mint: &str) -> Vec<Candle> {
    if text_at(body, &["meta", "base", "address"]).is_some_and(|base| base != mint) {
        return Vec::new();
    }
    let rows = list_at(body, &["data", "attributes", "ohlcv_list"]).iter();
    let mut candles: Vec<Candle> = rows.filter_map(candle).collect();
    candles.sort_by_key(|candle| candle.at);
    candles
}

/// Reads a row of start, open, high, low, close and volume.
fn candle(row: &Value) -> Option<Candle> {
    let row = row.as_array().filter(|row| row.len() >= CANDLE_VALUES)?;
    Some(Candle { at: time(row.first()?)?, close: number(row.get(4)?)? })
}
