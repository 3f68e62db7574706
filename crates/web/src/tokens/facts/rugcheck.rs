//! RugCheck's full report.

mod accounts;
mod liquidity;

use domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::{at, count_at, flag_at, key_at, list_at, number_at, part, share_at, sum, text_at, time_at};
use super::{RawReply, TokenReply, read_with};
use accounts::NoHolders;

/// Number of holders whose shares are added up.
const TOP: usize = 10;

/// What RugCheck states about a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RugCheckFacts {
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Always `None`: the report does not date its price.
    pub price_at: Option<Time>,
    /// Time at which RugCheck first saw the mint.
    pub detected_at: Option<Time>,
    /// Address of the creator.
    pub creator: Option<String>,
    /// Share of the supply that the creator holds.
    pub dev_share: Option<f64>,
    /// Share of the ten largest holders. Pools, bonding curves and lockers do not count; the creator does.
    pub top10_share: Option<f64>,
    /// Share of the largest holder, counted in the same way.
    pub largest_share: Option<f64>,
    /// Share of the listed holders that are marked as insiders.
    pub insider_share: Option<f64>,
    /// Number of the listed holders that are marked as insiders.
    pub insiders: Option<u64>,
    /// Number of listed accounts that belong to pools, bonding curves and lockers.
    pub accounts_left_out: Option<u64>,
    /// Locked share of the liquidity; `None` before the token left its bonding curve.
    pub lp_locked_share: Option<f64>,
    /// Liquidity in US dollars; `None` without markets.
    pub liquidity_usd: Option<f64>,
    /// Number of holders.
    pub holders: Option<u64>,
    /// Set if RugCheck calls the token rugged.
    pub rugged: Option<bool>,
    /// Sum of the scores of the risks, without an upper limit; higher is riskier.
    pub score: Option<f64>,
    /// Score from 0 to 100; higher is riskier.
    pub score_normalised: Option<f64>,
    /// Risks that RugCheck names.
    pub risks: Option<Vec<Risk>>,
    /// Set if the mint authority is active.
    pub mint_authority_open: Option<bool>,
    /// Set if the freeze authority is active.
    pub freeze_authority_open: Option<bool>,
    /// Fee of each transfer in per cent.
    pub transfer_fee_pct: Option<f64>,
    /// Earliest end of a lock of tokens.
    pub locked_until: Option<Time>,
}

/// A risk found by RugCheck.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// Name of the risk.
    pub name: String,
    /// Severity, such as `warn` or `danger`.
    pub level: String,
    /// Explanation for people.
    pub description: String,
}

/// Reads the report.
pub fn read(reply: RawReply<'_>) -> TokenReply<RugCheckFacts> {
    read_with(reply, |body| {
        let is_report = ["mint", "topHolders", "score", "risks"].iter().any(|key| body.get(key).is_some());
        if is_report { TokenReply::Found(facts(body)) } else { TokenReply::Failed }
    })
}

fn facts(report: &Value) -> RugCheckFacts {
    let creator = key_at(report, &["creator"]);
    let excluded = NoHolders::of(report, creator.as_deref());
    let listed = list_at(report, &["topHolders"]);
    let holders: Vec<&Value> = listed.iter().filter(|holder| !excluded.contains(holder)).collect();
    let insiders: Vec<&&Value> = holders.iter().filter(|holder| flag_at(holder, &["insider"]) == Some(true)).collect();
    // The largest of shares of which one is not told are not known.
    let mut largest: Option<Vec<f64>> = holders.iter().map(|holder| share(report, holder)).collect();
    largest.iter_mut().for_each(|shares| shares.sort_by(|a, b| b.total_cmp(a)));
    // The sum of no shares is -0.0.
    let if_listed = |sum: Option<f64>| part(sum.filter(|_| !listed.is_empty())? + 0.0);
    RugCheckFacts {
        price_usd: number_at(report, &["price"]),
        price_at: None,
        detected_at: time_at(report, &["detectedAt"]),
        dev_share: creator.as_deref().and_then(|creator| dev_share(report, creator)),
        creator,
        top10_share: if_listed(largest.as_ref().map(|shares| shares.iter().take(TOP).sum())),
        largest_share: largest.as_ref().and_then(|shares| shares.first()).copied(),
        insider_share: if_listed(insiders.iter().map(|holder| share(report, holder)).sum()),
        insiders: (!listed.is_empty()).then_some(insiders.len() as u64),
        accounts_left_out: (!listed.is_empty()).then_some((listed.len() - holders.len()) as u64),
        lp_locked_share: liquidity::locked_share(report),
        liquidity_usd: liquidity::dollars(report),
        holders: count_at(report, &["totalHolders"]),
        rugged: flag_at(report, &["rugged"]),
        score: number_at(report, &["score"]),
        score_normalised: number_at(report, &["score_normalised"]),
        risks: at(report, &["risks"]).and_then(Value::as_array).map(|rows| rows.iter().filter_map(risk).collect()),
        mint_authority_open: is_open(report, "mintAuthority"),
        freeze_authority_open: is_open(report, "freezeAuthority"),
        transfer_fee_pct: transfer_fee(report),
        locked_until: accounts::locked_until(report),
    }
}

/// Returns the share of a row of `topHolders`.
fn share(report: &Value, holder: &Value) -> Option<f64> {
    share_at(holder, &["pct"]).or_else(|| of_supply(report, number_at(holder, &["amount"])?))
}

fn of_supply(report: &Value, amount: f64) -> Option<f64> {
    let supply = number_at(report, &["token", "supply"]).filter(|supply| *supply > 0.0)?;
    part(amount / supply)
}

/// Returns the creator's share: its balance, else what it holds among the largest holders.
fn dev_share(report: &Value, creator: &str) -> Option<f64> {
    let balance = number_at(report, &["creatorBalance"]).and_then(|balance| of_supply(report, balance));
    let is_creator =
        |holder: &&Value| ["owner", "address"].iter().any(|key| text_at(holder, &[key]).as_deref() == Some(creator));
    let rows = list_at(report, &["topHolders"]).iter().filter(is_creator);
    balance.or_else(|| sum(rows.filter_map(|holder| share(report, holder))))
}

/// Reads a risk; `None` without a name.
fn risk(row: &Value) -> Option<Risk> {
    let text = |key: &str| text_at(row, &[key]).unwrap_or_default();
    Some(Risk { name: text_at(row, &["name"])?, level: text("level"), description: text("description") })
}

/// Returns `true` if the authority is an account. The report writes null for a revoked one.
fn is_open(report: &Value, authority: &str) -> Option<bool> {
    let value = at(report, &[authority]).or_else(|| at(report, &["token", authority]))?;
    match value {
        Value::Null => Some(false),
        Value::String(key) => Some(!key.is_empty() && key != super::fields::EMPTY_KEY),
        _ => None,
    }
}

fn transfer_fee(report: &Value) -> Option<f64> {
    let points = ["token_extensions", "transferFeeConfig", "newerTransferFee", "transferFeeBasisPoints"];
    number_at(report, &["transferFee", "pct"]).or_else(|| Some(number_at(report, &points)? / 100.0))
}
