//! Jupiter Tokens V2: a search whose rows come in any order and may be of other mints.

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{at, count_at, flag, key_at, number_at, share_at, text_at, time_at};
use super::{RawReply, TokenReply, read_with};

/// What Jupiter states about a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JupiterFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Time of the price.
    pub price_at: Option<Time>,
    /// Time of the first pool or bonding curve.
    pub first_pool_at: Option<Time>,
    /// Address of the developer.
    pub dev: Option<String>,
    /// Share of the supply that the developer holds.
    pub dev_share: Option<f64>,
    /// Share of the largest holders, by Jupiter's own count.
    pub top_holders_share: Option<f64>,
    /// Buys plus sells of the last 24 hours in US dollars.
    pub volume_24h_usd: Option<f64>,
    /// Liquidity in US dollars.
    pub liquidity_usd: Option<f64>,
    /// Number of holders.
    pub holders: Option<u64>,
    /// Launchpad of the token.
    pub launchpad: Option<String>,
    /// Time at which the token left its bonding curve.
    pub graduated_at: Option<Time>,
    /// Set if the mint authority is active.
    pub mint_authority_open: Option<bool>,
    /// Set if the freeze authority is active.
    pub freeze_authority_open: Option<bool>,
    /// Set if Jupiter's audit flags the token as suspicious.
    pub suspicious: Option<bool>,
    /// Set if the token is on Jupiter's verified list.
    pub verified: Option<bool>,
    /// Jupiter's label of the organic trading: `low`, `medium` or `high`.
    pub organic_label: Option<String>,
    /// Link to X that the issuer states.
    pub twitter: Option<String>,
    /// Link to Telegram that the issuer states.
    pub telegram: Option<String>,
    /// Website that the issuer states.
    pub website: Option<String>,
}

/// Reads the reply to a search for one or several mints.
pub fn read(reply: RawReply<'_>, mint: &str) -> TokenReply<JupiterFacts> {
    read_with(reply, |body| {
        let Some(rows) = body.as_array() else { return TokenReply::Failed };
        rows.iter().find(|row| is_row_of(row, mint)).map_or(TokenReply::NotFound, |row| TokenReply::Found(facts(row)))
    })
}

/// Returns `true` for the row of the mint.
pub(in crate::tokens) fn is_row_of(row: &Value, mint: &str) -> bool {
    row.get("id").and_then(Value::as_str) == Some(mint)
}

/// Reads one row.
pub(in crate::tokens) fn facts(row: &Value) -> JupiterFacts {
    JupiterFacts {
        price_usd: number_at(row, &["usdPrice"]),
        price_at: time_at(row, &["updatedAt"]),
        first_pool_at: time_at(row, &["createdAt"]).or_else(|| time_at(row, &["firstPool", "createdAt"])),
        dev: key_at(row, &["dev"]),
        dev_share: share_at(row, &["audit", "devBalancePercentage"]),
        top_holders_share: share_at(row, &["audit", "topHoldersPercentage"]),
        volume_24h_usd: volume(row),
        liquidity_usd: number_at(row, &["liquidity"]),
        holders: count_at(row, &["holderCount"]),
        launchpad: text_at(row, &["launchpad"]),
        graduated_at: time_at(row, &["graduatedAt"]),
        mint_authority_open: is_open(row, "mintAuthority", "mintAuthorityDisabled"),
        freeze_authority_open: is_open(row, "freezeAuthority", "freezeAuthorityDisabled"),
        suspicious: audit(row).and_then(|audit| is_set(audit, "isSus")),
        // Jupiter sends the field for listed tokens only.
        verified: is_set(row, "isVerified"),
        organic_label: text_at(row, &["organicScoreLabel"]),
        twitter: text_at(row, &["twitter"]),
        telegram: text_at(row, &["telegram"]),
        website: text_at(row, &["website"]),
    }
}

fn audit(row: &Value) -> Option<&Value> {
    at(row, &["audit"]).filter(|audit| audit.is_object())
}

fn volume(row: &Value) -> Option<f64> {
    Some(number_at(row, &["stats24h", "buyVolume"])? + number_at(row, &["stats24h", "sellVolume"])?)
}

/// Returns a flag that Jupiter sends only if it is set; `None` for a value of another type.
fn is_set(value: &Value, key: &str) -> Option<bool> {
    match value.get(key) {
        None | Some(Value::Null) => Some(false),
        Some(value) => flag(value),
    }
}

/// An audit states only that an authority is disabled; without the statement it is open. A row without an audit states
/// an authority by its address.
fn is_open(row: &Value, authority: &str, disabled: &str) -> Option<bool> {
    match audit(row) {
        Some(audit) => is_set(audit, disabled).map(|disabled| !disabled),
        None => key_at(row, &[authority]).map(|_| true),
    }
}
