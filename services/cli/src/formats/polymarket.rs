//! Trades on Polymarket, as a scout's feed hands them over.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use domain::event::{Market, ScoutAlert, Side, Trade, Trader};
use domain::{Event, EventId, JobId, Kind, Tenant};
use proto::event::InvalidEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Format, Options, checked, decimal, unreadable};

/// One trade. Numbers stay text until they are read exactly.
#[derive(Debug, Deserialize)]
struct Row<'a> {
    trade_dttm: String,
    trader_id: String,
    #[serde(default)]
    trader_name: String,
    side: String,
    #[serde(borrow)]
    amount: &'a RawValue,
    #[serde(borrow)]
    price: &'a RawValue,
    #[serde(borrow)]
    value: &'a RawValue,
    #[serde(default)]
    event_id: String,
    market_title: String,
    #[serde(default)]
    market_subtitle: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    trader_tags: String,
}

/// Reads one trade a record.
///
/// The feed gives trades no id, and the very same trade may stand there twice. So an event's id is made of the row's
/// content and the number of identical rows before it: publishing the file again publishes nothing new.
pub struct Polymarket {
    tenant: Tenant,
    seen: HashMap<JobId, usize>,
}

impl Polymarket {
    /// A reader.
    pub fn new(options: &Options) -> Self {
        Self { tenant: options.tenant.clone(), seen: HashMap::new() }
    }

    fn id(&mut self, row: &Row<'_>) -> Result<EventId, InvalidEvent> {
        let Row {
            trade_dttm,
            trader_id,
            trader_name,
            side,
            amount,
            price,
            value,
            event_id,
            market_title,
            market_subtitle,
            outcome,
            trader_tags,
        } = row;
        let content = JobId::named(&[
            "polymarket",
            trade_dttm,
            trader_id,
            trader_name,
            side,
            amount.get(),
            price.get(),
            value.get(),
            event_id,
            market_title,
            market_subtitle,
            outcome,
            trader_tags,
        ]);
        let before = self.seen.entry(content).or_default();
        let id = format!("polymarket-{content}-{before}");
        *before += 1;
        EventId::parse(&id).map_err(|error| InvalidEvent::new("id", error.to_string()))
    }
}

impl Format for Polymarket {
    fn read(&mut self, record: &str) -> Result<Vec<Event>, InvalidEvent> {
        let row: Row<'_> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
        let alert = alert(&row)?;
        let event = Event {
            id: self.id(&row)?,
            tenant: self.tenant.clone(),
            source: "polymarket".to_owned(),
            occurred_at: alert.trade.time,
            budget: None,
            kind: Kind::ScoutAlert(alert),
        };
        Ok(vec![checked(&event)?])
    }
}

fn alert(row: &Row<'_>) -> Result<ScoutAlert, InvalidEvent> {
    let price = number(row.price, "price")?;
    let trade = Trade {
        side: side(&row.side)?,
        usd_value: decimal::micro_usd(row.value.get())
            .ok_or_else(|| InvalidEvent::new("value", format!("{} is no amount of dollars", row.value)))?,
        price,
        size: number(row.amount, "amount")?,
        outcome: row.outcome.clone(),
        time: Some(moment(&row.trade_dttm)?),
    };
    let trader = Trader {
        address: row.trader_id.clone(),
        alias: row.trader_name.clone(),
        tags: row.trader_tags.split(';').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
        ..Trader::default()
    };
    let market =
        Market { condition_id: row.event_id.clone(), question: question(row), price: Some(price), ..Market::default() };
    Ok(ScoutAlert { trader, trade, market })
}

/// A group of markets has a title, each of its markets a subtitle.
fn question(row: &Row<'_>) -> String {
    let (title, subtitle) = (row.market_title.trim(), row.market_subtitle.trim());
    if subtitle.is_empty() || subtitle == title { title.to_owned() } else { format!("{title} — {subtitle}") }
}

fn side(text: &str) -> Result<Side, InvalidEvent> {
    match text.to_ascii_lowercase().as_str() {
        "buy" => Ok(Side::Buy),
        "sell" => Ok(Side::Sell),
        _ => Err(InvalidEvent::new("side", format!("is {text:?}; it must be buy or sell"))),
    }
}

fn number(text: &RawValue, path: &str) -> Result<f64, InvalidEvent> {
    text.get().trim_matches('"').parse().map_err(|_| InvalidEvent::new(path, format!("{text} is no number")))
}

/// `2025-01-12 00:04:19`, in UTC, or RFC 3339.
fn moment(text: &str) -> Result<domain::Time, InvalidEvent> {
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Ok(time.to_utc());
    }
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f")
        .map(|time| time.and_utc())
        .map_err(|_| InvalidEvent::new("trade_dttm", format!("{text:?} is no time like 2025-01-12 00:04:19 (UTC)")))
}
