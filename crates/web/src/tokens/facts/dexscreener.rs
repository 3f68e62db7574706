//! DexScreener: the pairs of a mint. The mint may be the quote of a pair, whose price and links are those of the other
//! token.

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{at, count_at, list_at, number_at, sum, text_at, time_at};
use super::{RawReply, TokenReply, read_with};

/// What DexScreener states about a mint. Only pairs with the mint as base token count.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DexScreenerFacts {
    /// Price in US dollars on the pair with the most liquidity.
    pub price_usd: Option<f64>,
    /// Always `None`: the reply does not date its price.
    pub price_at: Option<Time>,
    /// Time of the first pair.
    pub first_pair_at: Option<Time>,
    /// Sum of the volumes of the last 24 hours in US dollars.
    pub volume_24h_usd: Option<f64>,
    /// Sum of the liquidity in US dollars; `None` on a bonding curve.
    pub liquidity_usd: Option<f64>,
    /// Exchange of the pair with the most liquidity.
    pub main_dex: Option<String>,
    /// Number of active paid boosts.
    pub boosts: Option<u64>,
    /// Link to X that the issuer states.
    pub twitter: Option<String>,
    /// Link to Telegram that the issuer states.
    pub telegram: Option<String>,
    /// Website that the issuer states.
    pub website: Option<String>,
}

/// Reads the list of pairs.
pub fn read(reply: RawReply<'_>, mint: &str) -> TokenReply<DexScreenerFacts> {
    read_with(reply, |body| match body.get("pairs").unwrap_or(body) {
        Value::Array(pairs) if pairs.is_empty() => TokenReply::NotFound,
        Value::Null if body.is_object() => TokenReply::NotFound,
        Value::Array(pairs) => TokenReply::Found(facts(pairs, mint)),
        _ => TokenReply::Failed,
    })
}

fn facts(pairs: &[Value], mint: &str) -> DexScreenerFacts {
    let mut pairs: Vec<&Value> = pairs.iter().filter(|pair| is_base(pair, mint)).collect();
    let liquidity = |pair: &Value| number_at(pair, &["liquidity", "usd"]);
    // The sort is stable: pairs without liquidity keep the service's order.
    pairs.sort_by(|a, b| liquidity(b).unwrap_or_default().total_cmp(&liquidity(a).unwrap_or_default()));
    let first = |read: &dyn Fn(&Value) -> Option<String>| pairs.iter().find_map(|pair| read(pair));
    DexScreenerFacts {
        price_usd: pairs.iter().find_map(|pair| number_at(pair, &["priceUsd"])),
        price_at: None,
        first_pair_at: pairs.iter().filter_map(|pair| time_at(pair, &["pairCreatedAt"])).min(),
        volume_24h_usd: sum(pairs.iter().filter_map(|pair| number_at(pair, &["volume", "h24"]))),
        liquidity_usd: sum(pairs.iter().filter_map(|pair| liquidity(pair))),
        main_dex: pairs.first().and_then(|pair| text_at(pair, &["dexId"])),
        // A pair without boosts lacks the field.
        boosts: pairs.iter().map(|pair| count_at(pair, &["boosts", "active"]).unwrap_or_default()).max(),
        twitter: first(&|pair| social(pair, "twitter")),
        telegram: first(&|pair| social(pair, "telegram")),
        website: first(&|pair| list_at(pair, &["info", "websites"]).iter().find_map(|site| text_at(site, &["url"]))),
    }
}

fn is_base(pair: &Value, mint: &str) -> bool {
    at(pair, &["baseToken", "address"]).and_then(Value::as_str) == Some(mint)
}

fn social(pair: &Value, kind: &str) -> Option<String> {
    let socials = list_at(pair, &["info", "socials"]);
    let is_kind = |social: &&Value| text_at(social, &["type"]).is_some_and(|name| name.eq_ignore_ascii_case(kind));
    socials.iter().filter(is_kind).find_map(|social| text_at(social, &["url"]))
}
