//! Validation of fields. Each error names the field and how to fix it.

use std::fmt::Display;
use std::str::FromStr;

use domain::{EntityId, EventId, JobId, MicroUsd, Probability, RunId, Tenant, Time};
use pbjson_types::Timestamp;

use crate::event::InvalidEvent;

/// Maximum length in bytes of names, addresses, symbols, keys and tags, each of which becomes a label or a column.
pub(crate) const NAME: usize = 512;
/// Maximum length in bytes of titles, questions, queries and page addresses, which a prompt quotes on one line.
pub(crate) const LINE: usize = 4 * 1024;
/// Maximum length in bytes of backgrounds, criteria and descriptions. A prompt contains several, and a message has at
/// most 512 KiB.
pub(crate) const TEXT: usize = 64 * 1024;
/// Maximum number of list entries in a published event; a transaction has at most 256 accounts.
pub(crate) const LIST: usize = 1_000;

/// Range of `google.protobuf.Timestamp` in seconds since 1970: from 0001-01-01 to the last second of 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

type Checked<T> = Result<T, InvalidEvent>;

/// Converts a required message.
pub(crate) fn required<W, D>(value: Option<W>, path: &str) -> Checked<D>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    nested(value.ok_or_else(|| InvalidEvent::new(path, "is missing; it is required"))?, path)
}

/// Converts a message and prefixes the paths of its errors.
pub(crate) fn nested<W, D>(value: W, path: &str) -> Checked<D>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    D::try_from(value).map_err(|error| error.within(path))
}

/// Converts an optional message.
pub(crate) fn optional<W, D>(value: Option<W>, path: &str) -> Checked<Option<D>>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    value.map(|value| nested(value, path)).transpose()
}

/// Converts the messages of a list.
pub(crate) fn each<W, D>(values: Vec<W>, path: &str) -> Checked<Vec<D>>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    values.into_iter().enumerate().map(|(index, value)| nested(value, &format!("{path}[{index}]"))).collect()
}

/// Checks that a list has at most [`LIST`] entries.
pub(crate) fn bounded<T>(values: Vec<T>, path: &str) -> Checked<Vec<T>> {
    if values.len() > LIST {
        let problem = format!("has {} entries, at most {LIST} are allowed; send several events", values.len());
        return Err(InvalidEvent::new(path, problem));
    }
    Ok(values)
}

/// Checks that a list is not empty and has at most [`LIST`] entries.
pub(crate) fn filled<T>(values: Vec<T>, path: &str) -> Checked<Vec<T>> {
    if values.is_empty() {
        return Err(InvalidEvent::new(path, "is empty; at least one is needed"));
    }
    bounded(values, path)
}

/// Checks that a text has at most `max` bytes; it may be empty. Rejects U+0000, the only character that Postgres cannot
/// store: the event would be dead-lettered later, when the publisher no longer gets an answer.
pub(crate) fn text(value: String, path: &str, max: usize) -> Checked<String> {
    if value.len() > max {
        let problem = format!("is {} bytes long, at most {max} are allowed; shorten it", value.len());
        return Err(InvalidEvent::new(path, problem));
    }
    if value.contains('\0') {
        return Err(InvalidEvent::new(path, "contains the character U+0000 (NUL), which cannot be stored; remove it"));
    }
    Ok(value)
}

/// Checks that a text is not blank and has at most `max` bytes.
pub(crate) fn filled_text(value: String, path: &str, max: usize) -> Checked<String> {
    if value.trim().is_empty() {
        return Err(InvalidEvent::new(path, "is empty; it must contain text"));
    }
    text(value, path, max)
}

/// Checks a list of texts of at most `max` bytes each.
pub(crate) fn texts(values: Vec<String>, path: &str, max: usize) -> Checked<Vec<String>> {
    bounded(values, path)?
        .into_iter()
        .enumerate()
        .map(|(index, value)| text(value, &format!("{path}[{index}]"), max))
        .collect()
}

/// Checks that a number is in `low..=high`. NaN is rejected.
pub(crate) fn within(value: f64, path: &str, (low, high): (f64, f64)) -> Checked<f64> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be from {low} to {high}")))
}

/// Checks that a number is in `0..=1`.
pub(crate) fn fraction(value: f64, path: &str) -> Checked<f64> {
    within(value, path, (0.0, 1.0))
}

/// Checks that an amount is finite and not negative.
pub(crate) fn amount(value: f64, path: &str) -> Checked<f64> {
    if value.is_finite() && value >= 0.0 {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be a finite number that is not negative")))
}

/// Checks that a count is in `low..=high`.
pub(crate) fn count(value: u32, path: &str, (low, high): (u32, u32)) -> Checked<u32> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be from {low} to {high}")))
}

/// Checks that micro-dollars fit into a signed column.
pub(crate) fn money(value: u64, path: &str) -> Checked<MicroUsd> {
    if value > MicroUsd::MAX.0 {
        let problem = format!("is {value}; at most {} micro-dollars fit", MicroUsd::MAX.0);
        return Err(InvalidEvent::new(path, problem));
    }
    Ok(MicroUsd(value))
}

/// Checks optional micro-dollars.
pub(crate) fn money_opt(value: Option<u64>, path: &str) -> Checked<Option<MicroUsd>> {
    value.map(|value| money(value, path)).transpose()
}

/// Converts a probability, clamped to the range of forecasts.
pub(crate) fn probability(value: f64, path: &str) -> Checked<Probability> {
    Probability::clamp(value).map_err(|error| InvalidEvent::new(path, format!("{error}")))
}

/// Converts a time in the years 1 to 9999.
pub(crate) fn time(value: Timestamp, path: &str) -> Checked<Time> {
    let Timestamp { seconds, nanos } = without_leap(&value);
    let nanos = u32::try_from(nanos).ok().filter(|nanos| *nanos < 1_000_000_000);
    match nanos.filter(|_| SECONDS.contains(&seconds)).and_then(|nanos| Time::from_timestamp(seconds, nanos)) {
        Some(time) => Ok(time),
        None => Err(InvalidEvent::new(
            path,
            format!(
                "{seconds} s and {} ns since 1970 is out of range; use the years 1 to 9999, in seconds, and 0 to 999999999 ns",
                value.nanos
            ),
        )),
    }
}

/// Maps a leap second to the end of its minute, as [`stamp`] does. `23:59:60` is received as second 59 with 1e9
/// nanoseconds or more.
fn without_leap(value: &Timestamp) -> Timestamp {
    let leaps = value.seconds.rem_euclid(60) == 59 && (1_000_000_000..2_000_000_000).contains(&value.nanos);
    Timestamp { seconds: value.seconds, nanos: if leaps { 999_999_999 } else { value.nanos } }
}

/// Converts an optional time.
pub(crate) fn time_opt(value: Option<Timestamp>, path: &str) -> Checked<Option<Time>> {
    value.map(|value| time(value, path)).transpose()
}

/// Converts a required time.
pub(crate) fn time_required(value: Option<Timestamp>, path: &str) -> Checked<Time> {
    time(value.ok_or_else(|| InvalidEvent::new(path, "is missing; it is required"))?, path)
}

/// Converts a time to the wire, clamped to the years 1 to 9999. A leap second becomes the end of its second.
pub(crate) fn stamp(time: Time) -> Timestamp {
    let nanos = time.timestamp_subsec_nanos().min(999_999_999);
    Timestamp {
        seconds: time.timestamp().clamp(*SECONDS.start(), *SECONDS.end()),
        nanos: i32::try_from(nanos).unwrap_or(0),
    }
}

/// Converts an enum number. Number 0 means that the field is not set.
pub(crate) fn choice<W, D>(number: i32, path: &str, pick: impl Fn(W) -> Option<D>) -> Checked<D>
where
    W: TryFrom<i32>,
{
    match W::try_from(number).ok().and_then(pick) {
        Some(value) => Ok(value),
        None if number == 0 => Err(InvalidEvent::new(path, "is not set; it is required")),
        None => Err(InvalidEvent::new(path, format!("has the unknown value {number}; use a documented value"))),
    }
}

/// Parses a tenant; an empty value means `default`.
pub(crate) fn tenant(value: &str, path: &str) -> Checked<Tenant> {
    Tenant::parse(value).map_err(|error| InvalidEvent::new(path, format!("{error}")))
}

/// Parses a publisher's id.
pub(crate) fn event_id(value: &str, path: &str) -> Checked<EventId> {
    EventId::parse(value).map_err(|error| match error {
        domain::InvalidId::Empty => InvalidEvent::new(
            path,
            "is empty; give the event a unique id (1 to 200 bytes) that stays the same when it is sent again",
        ),
        domain::InvalidId::Character { found } => {
            InvalidEvent::new(path, format!("contains the control character {found:?}; remove it"))
        }
        other => InvalidEvent::new(path, other.to_string()),
    })
}

/// Parses an entity slug.
pub(crate) fn slug(value: &str, path: &str) -> Checked<EntityId> {
    EntityId::parse(value).map_err(|_| {
        InvalidEvent::new(
            path,
            format!("is not a slug ({value:?}): use 1 to {} of a-z, 0-9 and '-'", EntityId::MAX_LEN),
        )
    })
}

/// Parses a derived id.
pub(crate) fn job(value: &str, path: &str) -> Checked<JobId> {
    uuid(value, path)
}

/// Parses a run's id.
pub(crate) fn run(value: &str, path: &str) -> Checked<RunId> {
    uuid(value, path)
}

fn uuid<T: FromStr<Err = impl Display>>(value: &str, path: &str) -> Checked<T> {
    value.parse().map_err(|error| InvalidEvent::new(path, format!("{error}")))
}
