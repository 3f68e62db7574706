//! Canonical protobuf JSON, with errors that name the field.

use serde::de::DeserializeOwned;

use crate::event::InvalidEvent;

/// Reads a message in the canonical protobuf JSON mapping.
///
/// # Errors
/// Names the field where reading stopped; an unknown field is named with those that exist.
pub fn parse<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, InvalidEvent> {
    serde_json::from_slice(bytes).map_err(|error| {
        let path = path_at(bytes, offset_of(bytes, error.line(), error.column()));
        let path = if path.is_empty() || path.starts_with('[') { "body".to_owned() } else { path };
        InvalidEvent::new(path, format!("{error}; the canonical protobuf JSON of auspex.v1 is expected"))
    })
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
            b'[' => levels.push(Level::List(0)),
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
        ];
        for (text, path) in cases {
            let error = parse::<v1::Event>(text.as_bytes()).unwrap_err();
            assert_eq!(error.path, path, "{text}: {error}");
        }
    }
}
