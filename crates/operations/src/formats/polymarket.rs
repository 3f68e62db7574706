//! Polymarket trades from a scout's feed or from Polymarket's Data API, in both of its versions.

mod feed;
mod listed;

use std::collections::HashMap;

use domain::event::{ScoutAlert, Side};
use domain::{Event, EventId, EventKind, JobId, Tenant};
use proto::event::InvalidEvent;
use serde_json::value::RawValue;

use super::{Format, Options, Read, checked, one_or_many, unreadable};

/// Parses one trade per record, or a list of them.
///
/// Neither source has trade ids (a transaction may settle several trades), and identical rows are different trades.
/// Event ids are derived from the row's content and the number of identical rows before it, so publishing a file again
/// publishes nothing new.
pub struct Polymarket {
    tenant: Tenant,
    seen: HashMap<JobId, usize>,
}

/// A parsed row with the hash of the fields that identify the trade.
struct ParsedTrade {
    alert: ScoutAlert,
    content: JobId,
}

impl Polymarket {
    /// Creates the parser.
    pub fn new(options: &Options) -> Self {
        Self { tenant: options.tenant.clone(), seen: HashMap::new() }
    }

    fn event(&mut self, record: &str) -> Read {
        let ParsedTrade { alert, content } = parse(record)?;
        let before = self.seen.entry(content).or_default();
        let id = format!("polymarket-{content}-{before}");
        let event = Event {
            id: EventId::parse(&id).map_err(|error| InvalidEvent::new("id", error.to_string()))?,
            tenant: self.tenant.clone(),
            source: "polymarket".to_owned(),
            occurred_at: alert.trade.time,
            budget: None,
            kind: EventKind::ScoutAlert(alert),
        };
        let event = checked(&event)?;
        *before += 1;
        Ok(event)
    }
}

impl Format for Polymarket {
    fn read(&mut self, record: &str) -> Vec<Read> {
        one_or_many(record, |record| self.event(record))
    }
}

/// Parses a row. The sources use different field names; only the Data API names a proxy wallet.
fn parse(record: &str) -> Result<ParsedTrade, InvalidEvent> {
    #[derive(serde::Deserialize)]
    struct WalletField<'a> {
        #[serde(borrow, rename = "proxyWallet")]
        first: Option<&'a RawValue>,
        #[serde(borrow, rename = "proxy_wallet")]
        second: Option<&'a RawValue>,
        /// The row, in a message of the stream of live data.
        #[serde(borrow)]
        payload: Option<&'a RawValue>,
    }
    let read = |record| serde_json::from_str::<WalletField<'_>>(record).map_err(|error| unreadable(&error));
    let mut record = record;
    let mut fields = read(record)?;
    if let Some(payload) = fields.payload {
        record = payload.get();
        fields = read(record)?;
    }
    if fields.first.or(fields.second).is_some() { listed::parse(record) } else { feed::parse(record) }
}

fn side(text: &str) -> Result<Side, InvalidEvent> {
    match text.to_ascii_lowercase().as_str() {
        "buy" => Ok(Side::Buy),
        "sell" => Ok(Side::Sell),
        "" => Err(InvalidEvent::new("side", "is empty; a trade is a buy or a sell")),
        _ => Err(InvalidEvent::new("side", format!("is {text:?}; it must be buy or sell"))),
    }
}

fn number(text: &RawValue, path: &str) -> Result<f64, InvalidEvent> {
    text.get().trim_matches('"').parse().map_err(|_| InvalidEvent::new(path, format!("{text} is not a number")))
}

fn dollars(amount: Option<domain::MicroUsd>, path: &str, text: &str) -> Result<domain::MicroUsd, InvalidEvent> {
    amount.ok_or_else(|| InvalidEvent::new(path, format!("{text} is not an amount in dollars")))
}

/// Returns the price of YES (one minus the price of `No`), or the traded outcome's price if the market is not a yes/no
/// question.
fn yes_price(outcome: &str, price: f64) -> f64 {
    if outcome.trim().eq_ignore_ascii_case("no") { 1.0 - price } else { price }
}
