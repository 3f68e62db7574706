//! Other people's formats, line by line, to events. Pure: text in, events or a refusal out.

mod canonical;
mod decimal;
mod document;
pub(crate) mod forecastbench;
pub mod helius;
mod polymarket;
mod refusal;

use clap::ValueEnum;
use domain::{Event, Tenant};
use proto::event::InvalidEvent;
use serde_json::value::RawValue;

pub use document::{Record, Records};
pub use forecastbench::ForecastBench;
pub use helius::Helius;
pub use polymarket::Polymarket;
pub use refusal::{Place, Refusal};

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One `auspex.v1.Event` a line, in canonical protobuf JSON.
    Json,
    /// Enhanced transactions as Helius' webhooks send them: objects, arrays, or `{"event": …}`.
    Helius,
    /// Trades on Polymarket, one a line.
    Polymarket,
    /// Questions of a ForecastBench set, one a line, or a whole question set.
    Forecastbench,
}

/// What the caller says about all events of a file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whom the work is for, where the events themselves do not say.
    pub tenant: Tenant,
    /// Withholds the crowd's price from questions.
    pub no_crowd: bool,
}

/// Turns one record of a file into events. It may count what it has seen: the same file always makes the same events.
pub trait Format: Send {
    /// The events of one record, or what is wrong with it.
    fn read(&mut self, record: &str) -> Result<Vec<Event>, InvalidEvent>;
}

impl FormatName {
    /// A reader of this format.
    pub fn reader(self, options: &Options) -> Box<dyn Format> {
        match self {
            Self::Json => Box::new(canonical::Canonical::new(options)),
            Self::Helius => Box::new(Helius::new(options)),
            Self::Polymarket => Box::new(Polymarket::new(options)),
            Self::Forecastbench => Box::new(ForecastBench::new(options)),
        }
    }
}

/// The event of an object, or those of an array of objects; an error within an array names the place.
fn one_or_many(record: &str, event: impl Fn(&str) -> Result<Event, InvalidEvent>) -> Result<Vec<Event>, InvalidEvent> {
    if !record.starts_with('[') {
        return Ok(vec![event(record)?]);
    }
    let records: Vec<&RawValue> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    let placed =
        |(index, record): (usize, &&RawValue)| event(record.get()).map_err(|error| error.within(&format!("[{index}]")));
    records.iter().enumerate().map(placed).collect()
}

/// Holds a made event against the same checks as one that came over the wire.
fn checked(event: &Event) -> Result<Event, InvalidEvent> {
    Event::try_from(proto::v1::Event::from(event))
}

/// A record that is not of the expected shape.
fn unreadable(error: &serde_json::Error) -> InvalidEvent {
    InvalidEvent::new("record", format!("cannot be read ({error}); is --format right?"))
}

/// A seconds-since-1970 timestamp, or what is wrong with it.
fn unix_time(seconds: i64, path: &str) -> Result<domain::Time, InvalidEvent> {
    domain::Time::from_timestamp(seconds, 0)
        .ok_or_else(|| InvalidEvent::new(path, format!("{seconds} is no time in seconds since 1970")))
}
