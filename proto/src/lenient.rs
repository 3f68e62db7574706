//! Lenient deserialisers for the formats of third parties: many programs write `null` for unknown values and quote
//! their numbers. Ambiguous values are errors, except in the functions whose name begins with `any` or `valid`: there
//! they count as absent, because an event is worth more than one of its optional fields.

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

/// Reads text; a number as its text, and anything else as an empty text: a field that cannot be read costs that field
/// only.
pub fn any_text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(text(Value::deserialize(from)?).unwrap_or_default())
}

/// Reads an optional text; anything that is none as `None`.
pub fn any_text_opt<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    any_text(from).map(|text| Some(text).filter(|text| !text.is_empty()))
}

/// Reads a number, quoted or not; anything else as zero.
pub fn any_number<'de, D: Deserializer<'de>, T: Default + DeserializeOwned>(from: D) -> Result<T, D::Error> {
    any_number_opt(from).map(Option::unwrap_or_default)
}

/// Reads a number, quoted or not; anything else as `None`.
pub fn any_number_opt<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    Ok(number_opt(Value::deserialize(from)?).ok().flatten())
}

/// Reads a value; one that cannot be read as the default.
pub fn any_or_default<'de, D: Deserializer<'de>, T: Default + DeserializeOwned>(from: D) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

/// Reads the entries of a list that can be read, and leaves out the others; a value that is not a list is empty.
pub fn valid_entries<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let Value::Array(entries) = Value::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(entries.into_iter().filter_map(|entry| serde_json::from_value(entry).ok()).collect())
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

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Loose {
        #[serde(deserialize_with = "any_text")]
        name: String,
        #[serde(deserialize_with = "any_text_opt")]
        owner: Option<String>,
        #[serde(deserialize_with = "any_number")]
        lamports: u64,
        #[serde(deserialize_with = "any_number_opt")]
        amount: Option<f64>,
        #[serde(deserialize_with = "valid_entries")]
        list: Vec<u8>,
        #[serde(deserialize_with = "any_or_default")]
        row: Option<Row>,
    }

    #[test]
    fn an_ambiguous_value_costs_its_field_only() {
        let bad = r#"{"name":["a"],"owner":{},"lamports":-1,"amount":"NaN","list":"none","row":[{}]}"#;
        assert_eq!(serde_json::from_str::<Loose>(bad).unwrap(), Loose::default());
        let part =
            r#"{"name":7,"owner":"b","lamports":"9","amount":" 0.5","list":[1,null,"x",300,2],"row":{"name":"c"}}"#;
        let read: Loose = serde_json::from_str(part).unwrap();
        assert_eq!((read.name.as_str(), read.owner.as_deref(), read.lamports), ("7", Some("b"), 9));
        assert_eq!((read.amount, read.list, read.row.unwrap().name), (Some(0.5), vec![1, 2], "c".to_owned()));
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
