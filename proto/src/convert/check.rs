//! The checks that conversions are made of. Each names the field and says how to mend it.

use std::fmt::Display;
use std::str::FromStr;

use domain::{EntityId, EventId, JobId, MicroUsd, Probability, RunId, Tenant, Time};
use pbjson_types::Timestamp;

use crate::event::InvalidEvent;

/// Names, addresses, symbols, keys, tags: nothing of the kind is longer, and each becomes a label or a column.
pub(crate) const NAME: usize = 512;
/// Titles, questions, queries, addresses of pages: what a prompt quotes on one line.
pub(crate) const LINE: usize = 4 * 1024;
/// Backgrounds, criteria, descriptions: a prompt holds several of them, and a message is at most 512 KiB.
pub(crate) const TEXT: usize = 64 * 1024;
/// Entries of a list in a published event; a transaction has at most 256 accounts.
pub(crate) const LIST: usize = 1_000;

/// 0001-01-01 and the last second of 9999: the range of `google.protobuf.Timestamp`.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

type Checked<T> = Result<T, InvalidEvent>;

/// A message that must be there.
pub(crate) fn required<W, D>(value: Option<W>, path: &str) -> Checked<D>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    nested(value.ok_or_else(|| InvalidEvent::new(path, "is missing; it is required"))?, path)
}

/// A message, its errors seen from here.
pub(crate) fn nested<W, D>(value: W, path: &str) -> Checked<D>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    D::try_from(value).map_err(|error| error.within(path))
}

/// A message that may be absent.
pub(crate) fn optional<W, D>(value: Option<W>, path: &str) -> Checked<Option<D>>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    value.map(|value| nested(value, path)).transpose()
}

/// Every message of a list.
pub(crate) fn each<W, D>(values: Vec<W>, path: &str) -> Checked<Vec<D>>
where
    D: TryFrom<W, Error = InvalidEvent>,
{
    values.into_iter().enumerate().map(|(index, value)| nested(value, &format!("{path}[{index}]"))).collect()
}

/// A list of at most [`LIST`] entries.
pub(crate) fn bounded<T>(values: Vec<T>, path: &str) -> Checked<Vec<T>> {
    if values.len() > LIST {
        let problem = format!("has {} entries, at most {LIST} are allowed; send several events", values.len());
        return Err(InvalidEvent::new(path, problem));
    }
    Ok(values)
}

/// A list that must hold something.
pub(crate) fn filled<T>(values: Vec<T>, path: &str) -> Checked<Vec<T>> {
    if values.is_empty() {
        return Err(InvalidEvent::new(path, "is empty; at least one is needed"));
    }
    bounded(values, path)
}

/// Text of at most `most` bytes; may be empty. U+0000 is the one character that Postgres cannot store: what holds it would be
/// given up later, by somebody who can no longer ask the publisher.
pub(crate) fn text(value: String, path: &str, most: usize) -> Checked<String> {
    if value.len() > most {
        let problem = format!("is {} bytes long, at most {most} are allowed; shorten it", value.len());
        return Err(InvalidEvent::new(path, problem));
    }
    if value.contains('\0') {
        return Err(InvalidEvent::new(path, "holds the character U+0000 (NUL), which cannot be stored; remove it"));
    }
    Ok(value)
}

/// Text of at most `most` bytes that says something.
pub(crate) fn filled_text(value: String, path: &str, most: usize) -> Checked<String> {
    if value.trim().is_empty() {
        return Err(InvalidEvent::new(path, "is empty; it must say something"));
    }
    text(value, path, most)
}

/// A short list of short texts.
pub(crate) fn texts(values: Vec<String>, path: &str, most: usize) -> Checked<Vec<String>> {
    bounded(values, path)?
        .into_iter()
        .enumerate()
        .map(|(index, value)| text(value, &format!("{path}[{index}]"), most))
        .collect()
}

/// A number from `low` to `high`, both included; never NaN.
pub(crate) fn within(value: f64, path: &str, (low, high): (f64, f64)) -> Checked<f64> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be from {low} to {high}")))
}

/// A number from 0 to 1.
pub(crate) fn fraction(value: f64, path: &str) -> Checked<f64> {
    within(value, path, (0.0, 1.0))
}

/// An amount of things: finite and not negative.
pub(crate) fn amount(value: f64, path: &str) -> Checked<f64> {
    if value.is_finite() && value >= 0.0 {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be a finite number that is not negative")))
}

/// A count from `low` to `high`.
pub(crate) fn count(value: u32, path: &str, (low, high): (u32, u32)) -> Checked<u32> {
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(InvalidEvent::new(path, format!("is {value}; it must be from {low} to {high}")))
}

/// Micro-dollars that fit a signed column.
pub(crate) fn money(value: u64, path: &str) -> Checked<MicroUsd> {
    if value > MicroUsd::MAX.0 {
        let problem = format!("is {value}; at most {} micro-dollars fit", MicroUsd::MAX.0);
        return Err(InvalidEvent::new(path, problem));
    }
    Ok(MicroUsd(value))
}

/// Micro-dollars that may be absent.
pub(crate) fn money_opt(value: Option<u64>, path: &str) -> Checked<Option<MicroUsd>> {
    value.map(|value| money(value, path)).transpose()
}

/// A probability that a forecast may state.
pub(crate) fn probability(value: f64, path: &str) -> Checked<Probability> {
    Probability::clamp(value).map_err(|error| InvalidEvent::new(path, format!("{error}")))
}

/// A moment of the years 1 to 9999.
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

/// `23:59:60` reaches us as a 59th second with more nanoseconds than a second has. Here it is the end of its minute, as in [`stamp`].
fn without_leap(value: &Timestamp) -> Timestamp {
    let leaps = value.seconds.rem_euclid(60) == 59 && (1_000_000_000..2_000_000_000).contains(&value.nanos);
    Timestamp { seconds: value.seconds, nanos: if leaps { 999_999_999 } else { value.nanos } }
}

/// A moment that may be absent.
pub(crate) fn time_opt(value: Option<Timestamp>, path: &str) -> Checked<Option<Time>> {
    value.map(|value| time(value, path)).transpose()
}

/// A moment that must be there.
pub(crate) fn time_required(value: Option<Timestamp>, path: &str) -> Checked<Time> {
    time(value.ok_or_else(|| InvalidEvent::new(path, "is missing; it is required"))?, path)
}

/// A moment for the wire. Beyond the years 1 to 9999 the nearest of them; a leap second is the end of its second.
pub(crate) fn stamp(time: Time) -> Timestamp {
    let nanos = time.timestamp_subsec_nanos().min(999_999_999);
    Timestamp {
        seconds: time.timestamp().clamp(*SECONDS.start(), *SECONDS.end()),
        nanos: i32::try_from(nanos).unwrap_or(0),
    }
}

/// The value of an enum's number. Number 0 is "not said".
pub(crate) fn choice<W, D>(number: i32, path: &str, pick: impl Fn(W) -> Option<D>) -> Checked<D>
where
    W: TryFrom<i32>,
{
    match W::try_from(number).ok().and_then(pick) {
        Some(value) => Ok(value),
        None if number == 0 => Err(InvalidEvent::new(path, "is not set; it is required")),
        None => Err(InvalidEvent::new(
            path,
            format!("has the unknown value {number}; this Auspex does not know it, use a documented one"),
        )),
    }
}

/// A tenant's name; empty means `default`.
pub(crate) fn tenant(value: &str, path: &str) -> Checked<Tenant> {
    Tenant::parse(value).map_err(|error| InvalidEvent::new(path, format!("{error}")))
}

/// A publisher's id.
pub(crate) fn event_id(value: &str, path: &str) -> Checked<EventId> {
    EventId::parse(value).map_err(|error| match error {
        domain::InvalidId::Empty => InvalidEvent::new(
            path,
            "is empty; give the event an id of its own (1 to 200 bytes), the same whenever it is sent again",
        ),
        domain::InvalidId::Character { found } => {
            InvalidEvent::new(path, format!("holds the control character {found:?}; remove it"))
        }
        other => InvalidEvent::new(path, other.to_string()),
    })
}

/// A slug.
pub(crate) fn slug(value: &str, path: &str) -> Checked<EntityId> {
    EntityId::parse(value).map_err(|_| {
        InvalidEvent::new(path, format!("is no slug ({value:?}): use 1 to {} of a-z, 0-9 and '-'", EntityId::MAX_LEN))
    })
}

/// A derived id.
pub(crate) fn job(value: &str, path: &str) -> Checked<JobId> {
    uuid(value, path)
}

/// A run's id.
pub(crate) fn run(value: &str, path: &str) -> Checked<RunId> {
    uuid(value, path)
}

fn uuid<T: FromStr<Err = impl Display>>(value: &str, path: &str) -> Checked<T> {
    value.parse().map_err(|error| InvalidEvent::new(path, format!("{error}")))
}
