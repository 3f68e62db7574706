//! Canonical protobuf JSON, with errors that name the field.

use domain::EventKind;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::event::InvalidEvent;

/// Some programs write it before UTF-8 text. It is not part of JSON.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the text behind a byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Parses a message in the canonical protobuf JSON mapping. As the mapping requires, `null` is accepted for every field
/// and means that the field is not set.
///
/// # Errors
/// The error names the field at which parsing stopped; for an unknown field it lists the known ones.
pub fn parse<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, InvalidEvent> {
    let bytes = without_mark(bytes);
    // The code that pbjson generates accepts null for messages and optional fields only. Events without nulls are
    // parsed once.
    serde_json::from_slice(bytes).or_else(|error| {
        let without_nulls = without_nulls(bytes, &error);
        let bytes = without_nulls.as_deref().unwrap_or(bytes);
        match crate::spelling::canonical(bytes)?.or(without_nulls.clone()) {
            Some(text) => serde_json::from_slice(&text).map_err(|error| invalid(&text, &error)),
            None => Err(invalid(bytes, &error)),
        }
    })
}

/// Returns the JSON without null fields, if a null caused the error.
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
        // A null in a list is kept and therefore rejected: an entry is missing.
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

fn invalid(bytes: &[u8], error: &serde_json::Error) -> InvalidEvent {
    let place = Place { bytes, end: offset_of(bytes, error.line(), error.column()) };
    let path = path_at(bytes, place.end);
    let path = if path.is_empty() || path.starts_with('[') { "body".to_owned() } else { path };
    let problem = duplicate(error, &path).unwrap_or_else(|| describe(error, &place));
    InvalidEvent::new(path, problem)
}

/// Describes a field that is given twice. serde reports a second kind of an event as one.
fn duplicate(error: &serde_json::Error, path: &str) -> Option<String> {
    if !error.to_string().starts_with("duplicate field `") {
        return None;
    }
    Some(match EventKind::NAMES.contains(&path) {
        true => format!("is given twice or beside another kind; an event has one of {}", EventKind::NAMES.join(", ")),
        false => "is given twice".to_owned(),
    })
}

/// First bytes of gzip data.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Describes a JSON error for the publisher. serde names the type that its visitor expected; this names the value found
/// and the value wanted.
fn describe(error: &serde_json::Error, place: &Place<'_>) -> String {
    let message = error.to_string();
    if place.bytes.starts_with(&GZIP) {
        return "is compressed, which is not supported; send it uncompressed".to_owned();
    }
    match expectation(&message) {
        Some(wanted) => match place.value() {
            Some(found) => format!("is {found}, which {wanted}"),
            None => format!("has a value that {wanted}"),
        },
        // Both pbjson and serde add the word.
        None => format!(
            "{}; the canonical protobuf JSON of auspex.v1 is expected",
            message.replace("expected expected", "expected")
        ),
    }
}

/// Returns the expected kind of value for messages of pbjson (numbers) and chrono (times), which do not name it.
fn expectation(message: &str) -> Option<&'static str> {
    const NUMBER: [&str; 7] = [
        "untagged enum Content",
        "invalid digit found in string",
        "invalid float literal",
        "cannot parse integer",
        "cannot parse float",
        "number too large",
        "number too small",
    ];
    const TIME: [&str; 7] = [
        "input is out of range",
        "no possible date and time",
        "input is not enough",
        "input contains invalid characters",
        "premature end of input",
        "trailing input",
        "expected a date string",
    ];
    let contains = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    if contains(&NUMBER) {
        return Some(
            "is not a number that this field accepts; counts, and money in micro-dollars, are whole and not negative",
        );
    }
    contains(&TIME).then_some("is not a time; write it like 2026-11-22T08:30:00Z")
}

/// The position at which parsing stopped.
struct Place<'a> {
    bytes: &'a [u8],
    end: usize,
}

impl Place<'_> {
    /// Maximum length of a quoted value, in bytes.
    const MAX_QUOTED_BYTES: usize = 80;

    /// Returns the source text of the scalar that was read last. serde reports the position of its end or of the next
    /// byte.
    fn value(&self) -> Option<&str> {
        let end = self.bytes.get(..self.end)?.iter().rposition(|byte| !b",]} \t\r\n".contains(byte))? + 1;
        let read = std::str::from_utf8(&self.bytes[end.saturating_sub(Self::MAX_QUOTED_BYTES)..end]).ok()?;
        let starts = read.char_indices().filter(|(_, c)| *c == ':' || *c == '[' || *c == ',').map(|(at, _)| at + 1);
        let mut values = starts.map(|start| read[start..].trim()).filter(|value| !value.is_empty());
        values.find(|value| is_scalar(value))
    }
}

fn is_scalar(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| !value.is_object() && !value.is_array() && !value.is_null())
}

/// Returns the byte offset of a line and column as serde_json counts them (both from 1, columns in bytes).
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

/// Returns the path of the innermost field that begins before `end`, in protobuf spelling: `question.market.price`.
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
            // For an unexpected list the error is at the field and not at the first entry.
            b'[' if position + 1 < end => levels.push(Level::List(0)),
            // The bracket at which parsing stopped belongs to the level that it closes.
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
    format_path(&levels)
}

/// Returns the index of the closing quote of the string that begins at `start`, or the end of the bytes.
fn closing_quote(bytes: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    while position < bytes.len() && bytes[position] != b'"' {
        position += if bytes[position] == b'\\' { 2 } else { 1 };
    }
    position.min(bytes.len())
}

fn format_path(levels: &[Level]) -> String {
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

/// Converts the spelling of JSON, `maxSources`, to that of the schema, `max_sources`.
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
    fn null_means_not_set_and_a_byte_order_mark_is_ignored() {
        let bare = r#"{"id":"a","question":{"text":"q","market":{"price":0.25}}}"#;
        let nulls = r#"{"id":"a","tenant":null,"source":null,"occurredAt":null,"budgetMicroUsd":null,"transaction":null,
            "question":{"text":"q","background":null,"closes":null,"topic":null,"config":null,
            "market":{"conditionId":null,"question":null,"price":0.25,"volumeMicroUsd":null,"url":null}}}"#;
        let expected = parse::<v1::Event>(bare.as_bytes()).unwrap();
        for same in [nulls.to_owned(), format!("\u{feff}{bare}"), format!("\u{feff}{nulls}")] {
            assert_eq!(parse::<v1::Event>(same.as_bytes()).unwrap(), expected, "{same}");
        }
        let error = parse::<v1::Event>(br#"{"id":null,"question":{"text":null,"markt":7}}"#).unwrap_err();
        assert_eq!(error.path, "question.markt", "another error is still reported: {error}");
    }

    #[test]
    fn errors_name_the_value_found_and_the_value_wanted() {
        let question = |config: &str| format!(r#"{{"id":"a","question":{{"text":"q",{config}}}}}"#);
        let cases = [
            (r#"{"id":"a","budgetMicroUsd":-1}"#.to_owned(), "budget_micro_usd", "is -1, which is not a number"),
            (r#"{"id":"a","budgetMicroUsd":"-1"}"#.to_owned(), "budget_micro_usd", "is \"-1\", which is not a number"),
            (r#"{"id":"a","budgetMicroUsd":1.5}"#.to_owned(), "budget_micro_usd", "is 1.5, which is not a number"),
            (r#"{"id":"a","budgetMicroUsd":""}"#.to_owned(), "budget_micro_usd", "is \"\", which is not a number"),
            (r#"{"id":"a","budgetMicroUsd": true }"#.to_owned(), "budget_micro_usd", "is true, which is not a number"),
            (question(r#""market":{"price":"much"}"#), "question.market.price", "is \"much\", which is not a number"),
            (question(r#""market":{"price":{}}"#), "question.market.price", "has a value that is not a number"),
            (question(r#""closes":"2026-02-30T00:00:00Z""#), "question.closes", "is not a time; write it like 2026-"),
            (question(r#""closes":"tomorrow""#), "question.closes", "is \"tomorrow\", which is not a time"),
            (question(r#""closes":1700000000"#), "question.closes", "is 1700000000, which is not a time"),
            (question(r#""txt":1"#), "question.txt", "unknown field `txt`"),
            (question(r#""text":"again""#), "question.text", "is given twice"),
            (
                r#"{"id":"a","question":{"text":"q"},"retrievalMiss":{"query":"x"}}"#.to_owned(),
                "retrieval_miss",
                "one of transaction, scout_alert, question",
            ),
        ];
        let packed = parse::<v1::Event>(&[0x1f, 0x8b, 8, 0]).unwrap_err();
        assert!(packed.path == "body" && packed.problem.starts_with("is compressed"), "{packed}");
        for (text, path, problem) in cases {
            let error = parse::<v1::Event>(text.as_bytes()).unwrap_err();
            assert_eq!(error.path, path, "{text}: {error}");
            assert!(error.problem.contains(problem), "{text}: {error}");
        }
    }
}
