//! Lenient deserialisers for the formats of third parties: many programs write `null` for unknown values and quote their numbers. Ambiguous values are errors.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::event::InvalidEvent;

/// Seconds of the years 1 to 9999, the range of an event's time. Larger values are usually milliseconds.
const VALID_SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// Converts seconds since 1970.
///
/// # Errors
/// The error names `path` if the number is out of range.
pub fn unix_time(seconds: i64, path: &str) -> Result<domain::Time, InvalidEvent> {
    let read = domain::Time::from_timestamp(seconds, 0).filter(|_| VALID_SECONDS.contains(&seconds));
    read.ok_or_else(|| {
        InvalidEvent::new(path, format!("{seconds} is not a time in seconds since 1970; it may be in milliseconds"))
    })
}

/// Reads null as the default.
pub fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// Reads text; a number as its text, null as an empty string.
pub fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(unexpected("text", &other)),
    }
}

/// Reads a number, quoted or not; null as zero.
pub fn number<'de, D: Deserializer<'de>, T: Default + DeserializeOwned>(from: D) -> Result<T, D::Error> {
    number_opt(from).map(Option::unwrap_or_default)
}

/// Reads a number, quoted or not; null as `None`.
pub fn number_opt<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(from)?;
    let read = match &value {
        Value::Null => return Ok(None),
        Value::String(text) => serde_json::from_str(text.trim()).ok(),
        other => serde_json::from_value(other.clone()).ok(),
    };
    let kind = std::any::type_name::<T>();
    read.map(Some).ok_or_else(|| unexpected(if kind == "f64" { "a number" } else { "a whole number in range" }, &value))
}

fn unexpected<E: Error>(expected: &str, found: &Value) -> E {
    let found: String = found.to_string().chars().take(60).collect();
    E::custom(format!("found {found}, expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Row {
        #[serde(deserialize_with = "text")]
        name: String,
        #[serde(deserialize_with = "number")]
        lamports: u64,
        #[serde(deserialize_with = "number_opt")]
        amount: Option<f64>,
        #[serde(deserialize_with = "or_default")]
        list: Vec<u8>,
    }

    #[test]
    fn unambiguous_values_are_read_and_others_are_quoted_in_the_error() {
        let row = |text: &str| serde_json::from_str::<Row>(text).map_err(|error| error.to_string());
        let nothing = r#"{"name":null,"lamports":null,"amount":null,"list":null}"#;
        assert_eq!(row(nothing), row("{}"));
        let quoted = row(r#"{"name":7,"lamports":"18446744073709551615","amount":" 1e-3 ","list":[1]}"#).unwrap();
        assert_eq!(quoted, Row { name: "7".into(), lamports: u64::MAX, amount: Some(0.001), list: vec![1] });
        for (bad, expected) in [
            (r#"{"name":["a","b"]}"#, r#"found ["a","b"], expected text"#),
            (r#"{"lamports":-1}"#, "found -1, expected a whole number in range"),
            (r#"{"lamports":1.5}"#, "found 1.5, expected a whole number"),
            (r#"{"lamports":"18446744073709551616"}"#, "expected a whole number"),
            (r#"{"amount":"NaN"}"#, r#"found "NaN", expected a number"#),
            (r#"{"amount":true}"#, "found true, expected a number"),
        ] {
            let error = row(bad).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
