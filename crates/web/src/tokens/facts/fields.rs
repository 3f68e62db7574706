//! Typed access to the fields of a JSON reply. Each function returns `None` for an absent, null or invalid value.

use domain::Time;
use serde_json::Value;

/// Seconds of 1 January 2009. An earlier time is the zero value of the service's language, not a time.
const FIRST_SECOND: i64 = 1_230_768_000;
/// Difference by which rounded shares may exceed the whole.
const ROUNDING: f64 = 0.001;
/// Numbers above this are milliseconds.
const FIRST_MILLISECONDS: f64 = 1e11;
/// The address with the value zero, which means that an account is absent.
pub(super) const EMPTY_KEY: &str = "11111111111111111111111111111111";

/// Returns the value at a path of keys and positions.
pub(super) fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| match value {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        _ => value.get(key),
    })
}

/// Returns a finite number of at least 0, from a number or a string.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite() && *number >= 0.0)
}

pub(super) fn number_at(value: &Value, path: &[&str]) -> Option<f64> {
    number(at(value, path)?)
}

/// Returns a percentage as a fraction of 1. More than the whole, apart from rounding, is no share.
pub(super) fn share_at(value: &Value, path: &[&str]) -> Option<f64> {
    part(number_at(value, path)? / 100.0)
}

/// Returns a fraction of 1; `None` if it is more than the whole, apart from rounding.
pub(super) fn part(share: f64) -> Option<f64> {
    (share <= 1.0 + ROUNDING).then(|| share.min(1.0))
}

/// Returns a whole number.
pub(super) fn count_at(value: &Value, path: &[&str]) -> Option<u64> {
    let count = number_at(value, path)?;
    (count.fract() == 0.0 && count <= u64::MAX as f64).then_some(count as u64)
}

pub(super) fn flag_at(value: &Value, path: &[&str]) -> Option<bool> {
    flag(at(value, path)?)
}

/// Returns a truth value, from a boolean or a string.
pub(super) fn flag(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| value.as_str()?.trim().to_ascii_lowercase().parse().ok())
}

/// Returns a text that is not blank.
pub(super) fn text_at(value: &Value, path: &[&str]) -> Option<String> {
    let text = at(value, path)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns an address other than the empty key.
pub(super) fn key_at(value: &Value, path: &[&str]) -> Option<String> {
    text_at(value, path).filter(|key| key != EMPTY_KEY)
}

/// Returns the elements of a list; none if it is absent.
pub(super) fn list_at<'a>(value: &'a Value, path: &[&str]) -> &'a [Value] {
    at(value, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns a time from a text of RFC 3339, with or without a zone, or from seconds or milliseconds.
pub(super) fn time(value: &Value) -> Option<Time> {
    let parsed = match (number(value), value.as_str()) {
        (Some(number), _) if number >= FIRST_MILLISECONDS => Time::from_timestamp_millis(number as i64),
        (Some(number), _) => Time::from_timestamp(number as i64, 0),
        (None, Some(text)) => parse_time(text.trim()),
        (None, None) => None,
    };
    parsed.filter(|time| time.timestamp() >= FIRST_SECOND)
}

fn parse_time(text: &str) -> Option<Time> {
    text.parse().or_else(|_| format!("{text}Z").parse()).ok()
}

pub(super) fn time_at(value: &Value, path: &[&str]) -> Option<Time> {
    time(at(value, path)?)
}

/// Adds numbers; `None` if there is none.
pub(super) fn sum(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    numbers.fold(None, |sum, number| Some(sum.unwrap_or(0.0) + number))
}
