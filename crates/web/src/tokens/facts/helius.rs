//! Helius: the asset of a mint by `getAsset`. It needs a key.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{count_at, number_at, text_at};
use super::{RawReply, TokenReply, read_object, read_with};

/// Currencies of a price that count as US dollars.
const DOLLARS: [&str; 2] = ["USDC", "USD"];

/// What Helius states about a mint. Its prices have no time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeliusFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Supply in whole tokens.
    pub supply: Option<f64>,
    /// `true` if an account may mint more.
    pub mint_authority_open: Option<bool>,
    /// `true` if an account may freeze others.
    pub freeze_authority_open: Option<bool>,
    /// `true` if the metadata may be changed.
    pub mutable: Option<bool>,
    /// Website that the issuer states.
    pub website: Option<String>,
}

/// Reads the reply about this mint. The asset of another address is of another form.
pub fn read(reply: RawReply<'_>, mint: &str) -> TokenReply<HeliusFacts> {
    read_with(reply, |body| {
        read_object(body, "result", |asset| (asset.get("id")?.as_str()? == mint).then(|| facts(asset)))
    })
}

fn facts(asset: &Value) -> HeliusFacts {
    let token = |name: &'static str| ["token_info", name];
    let currency = text_at(asset, &["token_info", "price_info", "currency"]);
    let is_dollars = currency.is_some_and(|currency| DOLLARS.contains(&currency.as_str()));
    let price = number_at(asset, &["token_info", "price_info", "price_per_token"]);
    let decimals = count_at(asset, &token("decimals")).and_then(|decimals| i32::try_from(decimals).ok());
    let units = number_at(asset, &token("supply"));
    let open = |name: &str| match asset.get("token_info")?.get(name)? {
        Value::Null => Some(false),
        Value::String(authority) => Some(!authority.is_empty()),
        _ => None,
    };
    HeliusFacts {
        price_usd: price.filter(|_| is_dollars),
        supply: units.zip(decimals).map(|(units, decimals)| units / 10_f64.powi(decimals)),
        mint_authority_open: open("mint_authority"),
        freeze_authority_open: open("freeze_authority"),
        mutable: asset.get("mutable").and_then(Value::as_bool),
        website: text_at(asset, &["content", "links", "external_url"]),
    }
}
