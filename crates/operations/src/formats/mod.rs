//! Files with events: their records, and parsers of third-party formats. Each record becomes events or refusals. Pure.

mod canonical;
mod decimal;
mod document;
mod forecastbench;
pub mod helius;
mod polymarket;
mod refusal;

use domain::{Event, Tenant};
use proto::event::InvalidEvent;
use serde::Deserialize;
use serde_json::value::RawValue;

pub use document::{Record, Records, Unreadable};
pub use forecastbench::{ForecastBench, with_current_value};
pub use helius::Helius;
pub use polymarket::Polymarket;
pub use refusal::{Place, Refusal};

/// Format of an event file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatName {
    /// One `auspex.v1.Event` per line, in canonical protobuf JSON.
    Json,
    /// Enhanced transactions of Helius webhooks: objects, arrays, or `{"event": …}`.
    Helius,
    /// Polymarket trades from its Data API or a scout's feed: objects or arrays.
    Polymarket,
    /// ForecastBench questions, one per line, or a whole question set.
    Forecastbench,
}

/// Options for all events of a file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Tenant of events that name none.
    pub tenant: Tenant,
    /// Removes the crowd's price from questions.
    pub no_crowd: bool,
}

/// An event, or the reason why it is invalid.
pub type Read = Result<Event, InvalidEvent>;

/// Parses records of a file. A parser may keep state, but the same file always gives the same events.
pub trait Format: Send {
    /// Parses one record into one event, or into several if it is a list. An invalid entry of a list affects no other.
    fn read(&mut self, record: &str) -> Vec<Read>;
}

impl FormatName {
    /// All formats, in the order in which a record is tried.
    pub const ALL: [Self; 4] = [Self::Json, Self::Helius, Self::Polymarket, Self::Forecastbench];

    /// Returns the name of an option.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Helius => "helius",
            Self::Polymarket => "polymarket",
            Self::Forecastbench => "forecastbench",
        }
    }

    /// Describes the records of the format.
    pub fn about(self) -> &'static str {
        match self {
            Self::Json => "One `auspex.v1.Event` per line, in canonical protobuf JSON",
            Self::Helius => "Enhanced transactions of Helius webhooks: objects, arrays, or `{\"event\": …}`",
            Self::Polymarket => "Polymarket trades from its Data API or a scout's feed: objects or arrays",
            Self::Forecastbench => "ForecastBench questions, one per line, or a whole question set",
        }
    }

    /// Creates a parser for this format.
    pub fn reader(self, options: &Options) -> Box<dyn Format> {
        match self {
            Self::Json => Box::new(canonical::Canonical::new(options)),
            Self::Helius => Box::new(Helius::new(options)),
            Self::Polymarket => Box::new(Polymarket::new(options)),
            Self::Forecastbench => Box::new(ForecastBench::new(options)),
        }
    }
}

/// Returns the first format in which a record has an event; `None` if it has one in no format. A record is
/// read by its own parser, so that the others keep their state.
pub fn recognise(record: &str, options: &Options) -> Option<FormatName> {
    let has_event = |name: &FormatName| name.reader(options).read(record).iter().any(Result::is_ok);
    FormatName::ALL.into_iter().find(has_event)
}

/// Parses an object, an array of objects, or a page with such an array; an error in an array contains the index.
fn one_or_many(record: &str, mut event: impl FnMut(&str) -> Read) -> Vec<Read> {
    if !record.starts_with('[') {
        return match Page::read(record) {
            Some((name, records)) => entries(&records, name, event),
            None => vec![event(record)],
        };
    }
    match serde_json::from_str::<Vec<&RawValue>>(record) {
        Ok(records) => entries(&records, "", event),
        Err(error) => vec![Err(unreadable(&error))],
    }
}

/// A page of a list, in the envelope of an API.
#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    results: Option<&'a RawValue>,
    #[serde(borrow)]
    items: Option<&'a RawValue>,
    #[serde(borrow)]
    records: Option<&'a RawValue>,
    #[serde(borrow)]
    trades: Option<&'a RawValue>,
}

impl<'a> Page<'a> {
    /// Returns the name of the list and its entries; `None` if the record is not a page.
    fn read(record: &'a str) -> Option<(&'static str, Vec<&'a RawValue>)> {
        let Self { data, results, items, records, trades } = serde_json::from_str(record).ok()?;
        let lists = [("data", data), ("results", results), ("items", items), ("records", records), ("trades", trades)];
        lists.into_iter().find_map(|(name, list)| Some((name, serde_json::from_str(list?.get()).ok()?)))
    }
}

/// Parses the entries of the list `name`.
fn entries(records: &[&RawValue], name: &str, mut event: impl FnMut(&str) -> Read) -> Vec<Read> {
    let numbered = records.iter().enumerate();
    numbered
        .map(|(index, record)| event(record.get()).map_err(|error| error.within(&format!("{name}[{index}]"))))
        .collect()
}

/// Applies the checks of the wire format to an event.
fn checked(event: &Event) -> Result<Event, InvalidEvent> {
    Event::try_from(proto::v1::Event::from(event))
}

/// Error of a record that does not have the expected structure.
fn unreadable(error: &serde_json::Error) -> InvalidEvent {
    InvalidEvent::new(refusal::RECORD, format!("cannot parse ({error})"))
}
