//! Other people's formats, line by line, to events. Pure: text in, events or a refusal out.

mod canonical;
mod decimal;
mod document;
pub(crate) mod forecastbench;
pub mod helius;
mod lenient;
mod polymarket;
mod refusal;

use clap::ValueEnum;
use domain::{Event, Tenant};
use proto::event::InvalidEvent;
use serde_json::value::RawValue;

pub use document::{Record, Records, Unreadable};
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
    /// Trades on Polymarket, as its Data API lists them or as a scout's feed does: objects or arrays.
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

/// An event, or what is wrong with what should have been one.
pub type Read = Result<Event, InvalidEvent>;

/// Turns one record of a file into events. It may count what it has seen: the same file always makes the same events.
pub trait Format: Send {
    /// What one record holds: an event, or many where it is a list, each for itself or what is wrong with it. One bad entry of a
    /// list spoils no other.
    fn read(&mut self, record: &str) -> Vec<Read>;
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
fn one_or_many(record: &str, mut event: impl FnMut(&str) -> Read) -> Vec<Read> {
    if !record.starts_with('[') {
        return vec![event(record)];
    }
    match serde_json::from_str::<Vec<&RawValue>>(record) {
        Ok(records) => entries(&records, "", event),
        Err(error) => vec![Err(unreadable(&error))],
    }
}

/// The events of a list that is called `name`.
fn entries(records: &[&RawValue], name: &str, mut event: impl FnMut(&str) -> Read) -> Vec<Read> {
    let numbered = records.iter().enumerate();
    numbered
        .map(|(index, record)| event(record.get()).map_err(|error| error.within(&format!("{name}[{index}]"))))
        .collect()
}

/// Holds a made event against the same checks as one that came over the wire.
fn checked(event: &Event) -> Result<Event, InvalidEvent> {
    Event::try_from(proto::v1::Event::from(event))
}

/// A record that is not of the expected shape.
fn unreadable(error: &serde_json::Error) -> InvalidEvent {
    InvalidEvent::new("record", format!("cannot be read ({error}); is --format right?"))
}

/// The years 1 to 9999, as an event may say them: what is later was counted in something smaller than seconds.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// A seconds-since-1970 timestamp, or what is wrong with it.
fn unix_time(seconds: i64, path: &str) -> Result<domain::Time, InvalidEvent> {
    let read = domain::Time::from_timestamp(seconds, 0).filter(|_| SECONDS.contains(&seconds));
    read.ok_or_else(|| {
        InvalidEvent::new(path, format!("{seconds} is no time in seconds since 1970; are these milliseconds?"))
    })
}
