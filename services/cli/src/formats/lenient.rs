//! Other people's JSON is written by programs that say `null` for what they do not know and quote their numbers. Here that is read as it
//! was meant; what cannot be meant is an error.

use std::fmt::Display;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Null is the default.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// Text; a number as it is written; nothing for null.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(wanted("a text", &other)),
    }
}

/// A number, quoted or not; zero for null.
pub(super) fn number<'de, D: Deserializer<'de>, T: Default + DeserializeOwned>(from: D) -> Result<T, D::Error> {
    number_opt(from).map(Option::unwrap_or_default)
}

/// A number, quoted or not.
pub(super) fn number_opt<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(from)?;
    let read = match &value {
        Value::Null => return Ok(None),
        Value::String(text) => serde_json::from_str(text.trim()).ok(),
        other => serde_json::from_value(other.clone()).ok(),
    };
    let kind = std::any::type_name::<T>();
    read.map(Some).ok_or_else(|| wanted(if kind == "f64" { "a number" } else { "a whole number that fits" }, &value))
}

fn wanted<E: Error>(wanted: impl Display, found: &Value) -> E {
    let shown: String = found.to_string().chars().take(60).collect();
    E::custom(format!("{shown} stands where {wanted} should"))
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
    fn what_is_meant_is_read_and_what_is_not_is_quoted() {
        let row = |text: &str| serde_json::from_str::<Row>(text).map_err(|error| error.to_string());
        let nothing = r#"{"name":null,"lamports":null,"amount":null,"list":null}"#;
        assert_eq!(row(nothing), row("{}"));
        let quoted = row(r#"{"name":7,"lamports":"18446744073709551615","amount":" 1e-3 ","list":[1]}"#).unwrap();
        assert_eq!(quoted, Row { name: "7".into(), lamports: u64::MAX, amount: Some(0.001), list: vec![1] });
        for (bad, told) in [
            (r#"{"name":["a","b"]}"#, r#"["a","b"] stands where a text should"#),
            (r#"{"lamports":-1}"#, "-1 stands where a whole number that fits should"),
            (r#"{"lamports":1.5}"#, "1.5 stands where a whole number"),
            (r#"{"lamports":"18446744073709551616"}"#, "stands where a whole number"),
            (r#"{"amount":"NaN"}"#, r#""NaN" stands where a number should"#),
            (r#"{"amount":true}"#, "true stands where a number should"),
        ] {
            let error = row(bad).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
