//! JSON values in text fields.

use serde_json::{Map, Number, Value};

use super::check;
use crate::event::InvalidEvent;

/// Integers beyond this magnitude have no exact form as a double (2⁵³).
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses a value of at most `max` bytes. Rejects what cannot be stored exactly: U+0000, and integers beyond 64 bits.
pub(crate) fn value(text: String, path: &str, max: usize) -> Result<Value, InvalidEvent> {
    let text = check::text(text, path, max)?;
    let value = serde_json::from_str(&text)
        .map_err(|error| InvalidEvent::new(path, format!("is not JSON ({error}); text needs quotes: \"text\"")))?;
    storable(&value).map_err(|problem| InvalidEvent::new(path, problem))?;
    Ok(value)
}

/// Parses a map of values, each of at most `max` bytes.
pub(crate) fn object(
    texts: impl IntoIterator<Item = (String, String)>,
    path: &str,
    max: usize,
) -> Result<Map<String, Value>, InvalidEvent> {
    let parse = |(key, text): (String, String)| {
        self::key(&key, path)?;
        let parsed = value(text, &format!("{path}[{key}]"), max)?;
        Ok((key, parsed))
    };
    texts.into_iter().map(parse).collect()
}

/// Checks the name of a parameter.
pub(crate) fn key(key: &str, path: &str) -> Result<(), InvalidEvent> {
    if key.trim().is_empty() || key.len() > check::NAME || key.contains('\0') {
        let problem = format!("has a name that is empty, longer than {} bytes or holds NUL", check::NAME);
        return Err(InvalidEvent::new(path, problem));
    }
    Ok(())
}

fn storable(value: &Value) -> Result<(), String> {
    match value {
        Value::String(text) => storable_text(text),
        Value::Number(number) => exact(number),
        Value::Array(elements) => elements.iter().try_for_each(storable),
        Value::Object(members) => members.iter().try_for_each(|(key, value)| {
            storable_text(key)?;
            storable(value)
        }),
        Value::Null | Value::Bool(_) => Ok(()),
    }
}

fn storable_text(text: &str) -> Result<(), String> {
    if text.contains('\0') {
        return Err("contains the character U+0000 (NUL), which cannot be stored; remove it".to_owned());
    }
    Ok(())
}

/// A number without a fraction that only fits a double was an integer of more than 64 bits, or was written with an
/// exponent.
fn exact(number: &Number) -> Result<(), String> {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(double) if double.fract() == 0.0 && double.abs() > MAX_EXACT => {
            Err(format!("contains {number}, which has no exact 64-bit form; send it as text"))
        }
        _ => Ok(()),
    }
}
