//! Synopsis of a result that is too long to read at once: its outline and its beginning. Pure.

use serde_json::{Map, Value, json};

/// Maximum characters of the beginning.
const BEGINNING_CHARS: usize = 1_500;
/// Maximum number of fields and entries in the outline.
const MAX_FIELDS: usize = 12;
/// Maximum depth of the outline.
const MAX_DEPTH: usize = 3;
/// Maximum characters of a text in the outline.
const MAX_TEXT_CHARS: usize = 80;

/// Returns a synopsis of `content` with the reference under which `tool` reads it in parts.
pub fn synopsis(content: &str, reference: &str, tool: &str) -> String {
    let outline = serde_json::from_str(content).map_or(Value::Null, |value: Value| outline(&value, 0));
    json!({
        "oversized": true,
        "characters": content.chars().count(),
        "reference": reference,
        "readWith": tool,
        "outline": outline,
        "beginning": content.chars().take(BEGINNING_CHARS).collect::<String>(),
    })
    .to_string()
}

fn outline(value: &Value, depth: usize) -> Value {
    match value {
        Value::Object(fields) if depth >= MAX_DEPTH => json!(format!("object of {} fields", fields.len())),
        Value::Object(fields) => {
            let named = fields.iter().take(MAX_FIELDS).map(|(key, field)| (short(key), outline(field, depth + 1)));
            let mut shown: Map<String, Value> = named.collect();
            if fields.len() > MAX_FIELDS {
                shown.insert("…".to_owned(), json!(format!("{} more fields", fields.len() - MAX_FIELDS)));
            }
            Value::Object(shown)
        }
        Value::Array(entries) => match entries.first() {
            Some(first) if depth < MAX_DEPTH => json!({"entries": entries.len(), "first": outline(first, depth + 1)}),
            _ => json!(format!("list of {} entries", entries.len())),
        },
        Value::String(text) if text.chars().nth(MAX_TEXT_CHARS).is_some() => {
            json!(format!("{}… ({} characters)", short(text), text.chars().count()))
        }
        other => other.clone(),
    }
}

fn short(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synopsis_is_short_for_any_result_and_names_its_reader() {
        let deep = (0..100).fold(json!("end"), |inner, _| json!([inner]));
        let wide: Map<String, Value> = (0..5_000).map(|n| (format!("key{n}"), json!("x".repeat(500)))).collect();
        let prices =
            json!({"prices": (0..9_000).map(|n| json!([n, 1.5])).collect::<Vec<_>>(), "deep": deep, "wide": wide});
        for content in [prices.to_string(), "no json ".repeat(9_000)] {
            let text = synopsis(&content, "r1", "read_result");
            assert!(text.len() < 8_000, "{}", text.len());
            let read: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&read["reference"], &read["readWith"]), (&json!("r1"), &json!("read_result")));
            assert_eq!(read["characters"], content.chars().count());
        }
        let read: Value = serde_json::from_str(&synopsis(&prices.to_string(), "r1", "read_result")).unwrap();
        assert_eq!(read["outline"]["prices"], json!({"entries": 9000, "first": {"entries": 2, "first": 0}}));
    }
}
