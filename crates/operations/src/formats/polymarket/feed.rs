//! Rows of a scout's feed: trader with tags, trade and market in one flat object.

use chrono::NaiveDateTime;
use domain::JobId;
use domain::event::{Market, ScoutAlert, Trade, Trader};
use proto::event::InvalidEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{ParsedTrade, dollars, number, side, yes_price};
use crate::formats::{decimal, unreadable};
use proto::lenient::any_text;

/// One trade. Numbers are kept as text, so that they can be parsed exactly.
#[derive(Debug, Deserialize)]
struct Row<'a> {
    #[serde(default, deserialize_with = "any_text")]
    trade_dttm: String,
    trader_id: String,
    #[serde(default, deserialize_with = "any_text")]
    trader_name: String,
    side: String,
    #[serde(borrow)]
    amount: &'a RawValue,
    #[serde(borrow)]
    price: &'a RawValue,
    #[serde(borrow)]
    value: &'a RawValue,
    #[serde(default, deserialize_with = "any_text")]
    event_id: String,
    market_title: String,
    #[serde(default, deserialize_with = "any_text")]
    market_subtitle: String,
    #[serde(default, deserialize_with = "any_text")]
    outcome: String,
    #[serde(default, deserialize_with = "any_text")]
    trader_tags: String,
}

pub(super) fn parse(record: &str) -> Result<ParsedTrade, InvalidEvent> {
    let row: Row<'_> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    Ok(ParsedTrade { alert: alert(&row)?, content: content(&row) })
}

fn content(row: &Row<'_>) -> JobId {
    JobId::named(&[
        "polymarket",
        &row.trade_dttm,
        &row.trader_id,
        &row.trader_name,
        &row.side,
        row.amount.get(),
        row.price.get(),
        row.value.get(),
        &row.event_id,
        &row.market_title,
        &row.market_subtitle,
        &row.outcome,
        &row.trader_tags,
    ])
}

fn alert(row: &Row<'_>) -> Result<ScoutAlert, InvalidEvent> {
    let price = number(row.price, "price")?;
    let trade = Trade {
        side: side(&row.side)?,
        usd_value: dollars(decimal::micro_usd(row.value.get()), "value", row.value.get())?,
        price,
        size: number(row.amount, "amount")?,
        outcome: row.outcome.clone(),
        // A time that cannot be read costs the time only.
        time: parse_time(&row.trade_dttm),
    };
    let trader = Trader {
        address: row.trader_id.clone(),
        alias: row.trader_name.clone(),
        tags: row.trader_tags.split(';').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        ..Trader::default()
    };
    let market = Market {
        condition_id: row.event_id.clone(),
        question: question(row),
        price: Some(yes_price(&row.outcome, price)),
        ..Market::default()
    };
    Ok(ScoutAlert { trader, trade, market })
}

/// Builds the question from the title of the market group and the subtitle of the market.
fn question(row: &Row<'_>) -> String {
    let (title, subtitle) = (row.market_title.trim(), row.market_subtitle.trim());
    if subtitle.is_empty() || subtitle == title { title.to_owned() } else { format!("{title} — {subtitle}") }
}

/// Parses `2025-01-12 00:04:19` in UTC, or RFC 3339.
fn parse_time(text: &str) -> Option<domain::Time> {
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Some(time.to_utc());
    }
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f").ok().map(|time| time.and_utc())
}
