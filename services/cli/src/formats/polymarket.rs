//! Trades on Polymarket, as a scout's feed hands them over, or as Polymarket's Data API lists them.

mod feed;
mod listed;

use std::collections::HashMap;

use domain::event::{ScoutAlert, Side};
use domain::{Event, EventId, JobId, Kind, Tenant};
use proto::event::InvalidEvent;
use serde_json::value::RawValue;

use super::{Format, Options, Read, checked, one_or_many, unreadable};

/// Reads one trade a record, or a list of them.
///
/// Neither source gives a trade an id (a transaction may settle several), and the very same trade may stand there twice. So an event's
/// id is made of the row's content and the number of identical rows before it: publishing the file again publishes nothing new.
pub struct Polymarket {
    tenant: Tenant,
    seen: HashMap<JobId, usize>,
}

/// What a row says, and the parts of it that make it the trade that it is.
struct Told {
    alert: ScoutAlert,
    content: JobId,
}

impl Polymarket {
    /// A reader.
    pub fn new(options: &Options) -> Self {
        Self { tenant: options.tenant.clone(), seen: HashMap::new() }
    }

    fn event(&mut self, record: &str) -> Read {
        let Told { alert, content } = told(record)?;
        let before = self.seen.entry(content).or_default();
        let id = format!("polymarket-{content}-{before}");
        let event = Event {
            id: EventId::parse(&id).map_err(|error| InvalidEvent::new("id", error.to_string()))?,
            tenant: self.tenant.clone(),
            source: "polymarket".to_owned(),
            occurred_at: alert.trade.time,
            budget: None,
            kind: Kind::ScoutAlert(alert),
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

/// The two sources name everything differently; the wallet tells them apart.
fn told(record: &str) -> Result<Told, InvalidEvent> {
    #[derive(serde::Deserialize)]
    struct Kindred<'a> {
        #[serde(borrow, rename = "proxyWallet")]
        wallet: Option<&'a RawValue>,
    }
    let kindred: Kindred<'_> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    if kindred.wallet.is_some() { listed::told(record) } else { feed::told(record) }
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

fn dollars(read: Option<domain::MicroUsd>, path: &str, said: &str) -> Result<domain::MicroUsd, InvalidEvent> {
    read.ok_or_else(|| InvalidEvent::new(path, format!("{said} is no amount of dollars")))
}

/// The price of YES, or of the traded outcome where the market is not asked as yes or no: a price paid for `No` is one minus that.
fn yes_price(outcome: &str, price: f64) -> f64 {
    if outcome.trim().eq_ignore_ascii_case("no") { 1.0 - price } else { price }
}
