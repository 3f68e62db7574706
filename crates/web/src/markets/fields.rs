//! Fields of the sites' replies.

use chrono::{DateTime, TimeZone, Utc};
use domain::{MicroUsd, Time};
use serde_json::Value;

use super::{MarketOutcome, Quote};

/// Maximum length of a question or title, in characters.
pub(super) const MAX_TITLE: usize = 400;
/// Maximum length of criteria, in characters.
pub(super) const MAX_CRITERIA: usize = 4_000;

/// Days before a time in which its last price is looked for.
pub(super) const PRICE_DAYS: i64 = 30;

/// Returns how a market was resolved; `None` while it is open.
pub(super) fn outcome(resolution: &str) -> Option<MarketOutcome> {
    match resolution {
        "" => None,
        "yes" => Some(MarketOutcome::Yes),
        "no" => Some(MarketOutcome::No),
        _ => Some(MarketOutcome::Other),
    }
}

/// Returns a text on one line, cut to a length; empty if it is absent.
pub(super) fn line(value: &Value, key: &str, most: usize) -> String {
    let text = value[key].as_str().unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().filter(|c| !c.is_control()).take(most).collect()
}

/// Returns a part of an address: lower-case letters, digits and `-`; empty for anything else.
pub(super) fn slug(value: &Value, key: &str) -> String {
    let text = value[key].as_str().unwrap_or_default();
    let is_plain = text.len() <= 200 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_plain { text.to_owned() } else { String::new() }
}

/// Returns a number, which some sites write as a text.
pub(super) fn number(value: &Value, key: &str) -> Option<f64> {
    let value = &value[key];
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    number.is_finite().then_some(number)
}

/// Returns a probability.
pub(super) fn share(value: &Value, key: &str) -> Option<f64> {
    number(value, key).filter(|share| (0.0..=1.0).contains(share))
}

/// Returns an RFC 3339 time.
pub(super) fn time(value: &Value, key: &str) -> Option<Time> {
    DateTime::parse_from_rfc3339(value[key].as_str()?).ok().map(|time| time.with_timezone(&Utc))
}

/// Returns a time in milliseconds.
pub(super) fn millis(value: &Value, key: &str) -> Option<Time> {
    Utc.timestamp_millis_opt(value[key].as_i64()?).single()
}

/// Returns a time in seconds, which may have a fraction.
pub(super) fn seconds(value: &Value, key: &str) -> Option<Time> {
    let seconds = number(value, key)?;
    #[expect(clippy::cast_possible_truncation, reason = "out of range is refused by chrono")]
    Utc.timestamp_millis_opt((seconds * 1000.0) as i64).single()
}

/// Returns an amount of dollars that is written as a text or a number, without fractions of a micro-dollar.
pub(super) fn dollars(value: &Value, key: &str) -> Option<MicroUsd> {
    let text = match &value[key] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction: String = fraction.chars().take(6).collect();
    MicroUsd::parse_dollars(&format!("{whole}.{fraction}")).ok()
}

/// Returns the newest of the points before a time.
pub(super) fn last_before(points: impl Iterator<Item = Quote>, before: Time) -> Option<Quote> {
    points.filter(|point| point.at < before).max_by_key(|point| point.at)
}

/// Returns a list inside a JSON text, as Gamma writes lists.
pub(super) fn inner_list(value: &Value, key: &str) -> Vec<String> {
    let text = value[key].as_str().unwrap_or_default();
    serde_json::from_str(text).unwrap_or_default()
}
