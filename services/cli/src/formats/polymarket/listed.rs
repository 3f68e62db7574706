//! Rows of Polymarket's Data API (`/trades`, and the trades of `/activity`).

use domain::JobId;
use domain::event::{Market, ScoutAlert, Trade, Trader};
use proto::event::InvalidEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{ParsedTrade, dollars, number, side, yes_price};
use crate::formats::{decimal, unreadable};
use proto::lenient::{number_opt, text, unix_time};

/// One trade, limited to the fields in use.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    proxy_wallet: String,
    side: String,
    #[serde(default, deserialize_with = "text")]
    asset: String,
    #[serde(default, deserialize_with = "text")]
    condition_id: String,
    #[serde(borrow)]
    size: &'a RawValue,
    #[serde(borrow)]
    price: &'a RawValue,
    /// Amount paid, only in `/activity`.
    #[serde(borrow)]
    usdc_size: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "number_opt")]
    timestamp: Option<i64>,
    #[serde(default, deserialize_with = "text")]
    title: String,
    #[serde(default, deserialize_with = "text")]
    event_slug: String,
    #[serde(default, deserialize_with = "text")]
    outcome: String,
    #[serde(default, deserialize_with = "text")]
    name: String,
    #[serde(default, deserialize_with = "text")]
    pseudonym: String,
    #[serde(default, deserialize_with = "text")]
    transaction_hash: String,
}

pub(super) fn parse(record: &str) -> Result<ParsedTrade, InvalidEvent> {
    let row: Row<'_> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    Ok(ParsedTrade { alert: alert(&row)?, content: content(&row) })
}

/// Hashes the fields that identify the trade; names and titles may change between two requests.
fn content(row: &Row<'_>) -> JobId {
    JobId::named(&[
        "polymarket-listed",
        &row.proxy_wallet,
        &row.transaction_hash,
        &row.timestamp.map(|at| at.to_string()).unwrap_or_default(),
        &row.side,
        &row.asset,
        &row.condition_id,
        &row.outcome,
        row.size.get(),
        row.price.get(),
    ])
}

fn alert(row: &Row<'_>) -> Result<ScoutAlert, InvalidEvent> {
    let price = number(row.price, "price")?;
    let (size, at) = (row.size.get(), row.price.get());
    let usd_value = match row.usdc_size {
        Some(paid) => dollars(decimal::micro_usd(paid.get()), "usdcSize", paid.get())?,
        None => dollars(decimal::product(size, at), "size", &format!("{size} at {at}"))?,
    };
    let trade = Trade {
        side: side(&row.side)?,
        usd_value,
        price,
        size: number(row.size, "size")?,
        outcome: row.outcome.clone(),
        time: row.timestamp.map(|seconds| unix_time(seconds, "timestamp")).transpose()?,
    };
    let alias = if row.name.trim().is_empty() { &row.pseudonym } else { &row.name };
    let trader = Trader { address: row.proxy_wallet.clone(), alias: alias.clone(), ..Trader::default() };
    let url = match row.event_slug.as_str() {
        "" => String::new(),
        slug => format!("https://polymarket.com/event/{slug}"),
    };
    let market = Market {
        condition_id: row.condition_id.clone(),
        question: row.title.trim().to_owned(),
        price: Some(yes_price(&row.outcome, price)),
        url,
        ..Market::default()
    };
    Ok(ScoutAlert { trader, trade, market })
}
