//! Canonical protobuf JSON, with errors that name the field.

mod explained;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::event::InvalidEvent;
use explained::explained;

/// What some programs put before UTF-8 text. It is no part of JSON.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a message in the canonical protobuf JSON mapping. `null` stands for a field that is not set, as the mapping wants it of
/// every field, and publishers write it for what they do not know.
///
/// # Errors
/// Names the field where reading stopped; an unknown field is named with those that exist.
pub fn parse<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, InvalidEvent> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    // What pbjson generates takes null for messages and optional fields only. Most events hold none, and pay nothing for this.
    serde_json::from_slice(bytes).or_else(|error| match without_nulls(bytes, &error) {
        Some(text) => serde_json::from_slice(&text).map_err(|error| invalid(&text, &error)),
        None => Err(invalid(bytes, &error)),
    })
}

/// The same JSON without the fields that are null, if it is one of those that stopped the reading.
fn without_nulls(bytes: &[u8], error: &serde_json::Error) -> Option<Vec<u8>> {
    if !error.to_string().starts_with("invalid type: null") {
        return None;
    }
    let mut value = serde_json::from_slice(bytes).ok()?;
    drop_nulls(&mut value);
    serde_json::to_vec(&value).ok()
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        // A null in a list is an entry that is missing, and nobody knows which: it is refused.
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

fn invalid(bytes: &[u8], error: &serde_json::Error) -> InvalidEvent {
    let place = Place { bytes, end: offset_of(bytes, error.line(), error.column()) };
    let path = path_at(bytes, place.end);
    let path = if path.is_empty() || path.starts_with('[') { "body".to_owned() } else { path };
    InvalidEvent::new(path, explained(error, &place))
}

/// Where reading stopped.
struct Place<'a> {
    bytes: &'a [u8],
    end: usize,
}

impl Place<'_> {
    /// Longest value that is quoted, in bytes.
    const QUOTED: usize = 80;

    /// The number, word or text that was read last, as it stands there. serde counts up to its end, or to the byte after it.
    fn value(&self) -> Option<&str> {
        let end = self.bytes.get(..self.end)?.iter().rposition(|byte| !b",]} \t\r\n".contains(byte))? + 1;
        let read = std::str::from_utf8(&self.bytes[end.saturating_sub(Self::QUOTED)..end]).ok()?;
        let starts = read.char_indices().filter(|(_, c)| *c == ':' || *c == '[' || *c == ',').map(|(at, _)| at + 1);
        let mut values = starts.map(|start| read[start..].trim()).filter(|value| !value.is_empty());
        values.find(|value| is_scalar(value))
    }
}

fn is_scalar(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| !value.is_object() && !value.is_array() && !value.is_null())
}

/// Byte offset of a line and column as serde_json counts them (both from 1, columns in bytes).
fn offset_of(bytes: &[u8], line: usize, column: usize) -> usize {
    let before: usize =
        bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    (before + column).min(bytes.len())
}

/// One level of nesting: an object with its last key, or a list with its index.
enum Level {
    Object(String),
    List(usize),
}

/// The path of the innermost field that was begun before `end`, in protobuf's spelling: `question.market.price`.
fn path_at(bytes: &[u8], end: usize) -> String {
    let mut levels = Vec::new();
    let mut position = 0;
    let mut expects_key = false;
    while position < end {
        match bytes[position] {
            b'{' => {
                levels.push(Level::Object(String::new()));
                expects_key = true;
            }
            // Where a list was begun that is not wanted, the field is at fault, not its first entry.
            b'[' if position + 1 < end => levels.push(Level::List(0)),
            // The bracket where reading stopped still belongs to what it closes.
            b'}' | b']' if position + 1 < end => {
                levels.pop();
            }
            b',' => match levels.last_mut() {
                Some(Level::List(index)) => *index += 1,
                _ => expects_key = true,
            },
            b'"' => {
                let close = closing_quote(bytes, position);
                if let (true, Some(Level::Object(key))) = (expects_key, levels.last_mut()) {
                    *key = String::from_utf8_lossy(&bytes[position + 1..close]).into_owned();
                    expects_key = false;
                }
                position = close;
            }
            _ => {}
        }
        position += 1;
    }
    spelled(&levels)
}

/// Index of the quote that ends the string which begins at `start`, or the end of the bytes.
fn closing_quote(bytes: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    while position < bytes.len() && bytes[position] != b'"' {
        position += if bytes[position] == b'\\' { 2 } else { 1 };
    }
    position.min(bytes.len())
}

fn spelled(levels: &[Level]) -> String {
    let mut path = String::new();
    for level in levels {
        match level {
            Level::Object(key) if key.is_empty() => {}
            Level::Object(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&snake_case(key));
            }
            Level::List(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

/// JSON says `maxSources`, the contract says `max_sources`.
fn snake_case(key: &str) -> String {
    let mut snake = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1;

    #[test]
    fn errors_name_the_field() {
        let cases = [
            (
                r#"{"id":"a","transaction":{"legs":[{"mint":"m"},{"mint":"n","amount":"x"}]}}"#,
                "transaction.legs[1].amount",
            ),
            (r#"{"id":"a","question":{"text":"q","markt":{}}}"#, "question.markt"),
            (r#"{"id":"a","retrievalMiss":{"maxSources":-1}}"#, "retrieval_miss.max_sources"),
            (r#"{"id":"a",  "weather": {"rain": true}}"#, "weather"),
            (r#"{"id":7}"#, "id"),
            ("[]", "body"),
            ("", "body"),
            ("{\"id\": \"a\\\"b\",\n\"tenant\": {}}", "tenant"),
            (r#"{"id":"a","question":["text"]}"#, "question"),
            (r#"{"id":"a","transaction":{"wallets":["w",null]}}"#, "transaction.wallets[1]"),
        ];
        for (text, path) in cases {
            let error = parse::<v1::Event>(text.as_bytes()).unwrap_err();
            assert_eq!(error.path, path, "{text}: {error}");
        }
    }
    #[test]
    fn null_is_a_field_that_is_not_set_and_a_byte_order_mark_is_nothing() {
        let bare = r#"{"id":"a","question":{"text":"q","market":{"price":0.25}}}"#;
        let nulls = r#"{"id":"a","tenant":null,"source":null,"occurredAt":null,"budgetMicroUsd":null,"transaction":null,
            "question":{"text":"q","background":null,"closes":null,"topic":null,"config":null,
            "market":{"conditionId":null,"question":null,"price":0.25,"volumeMicroUsd":null,"url":null}}}"#;
        let expected = parse::<v1::Event>(bare.as_bytes()).unwrap();
        for same in [nulls.to_owned(), format!("\u{feff}{bare}"), format!("\u{feff}{nulls}")] {
            assert_eq!(parse::<v1::Event>(same.as_bytes()).unwrap(), expected, "{same}");
        }
        let error = parse::<v1::Event>(br#"{"id":null,"question":{"text":null,"markt":7}}"#).unwrap_err();
        assert_eq!(error.path, "question.markt", "another mistake is still told: {error}");
    }
}
