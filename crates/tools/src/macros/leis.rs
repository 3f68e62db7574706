//! LEIs in the strings of a document.

use domain::{LeiCheck, LeiStatus, SearchQuality, json_pointer, lei};
use serde_json::Value;

/// Finds the LEIs in every string of a document, in document order; the fields of an object are in alphabetical order.
/// The status is `BadChecksum`, or `Unverified` until GLEIF is asked.
pub fn find_leis(data: &Value) -> Vec<LeiCheck> {
    let mut checks = Vec::new();
    visit(data, &mut String::new(), &mut checks);
    checks
}

fn visit(value: &Value, path: &mut String, checks: &mut Vec<LeiCheck>) {
    match value {
        Value::String(text) => {
            checks.extend(lei::find(text).into_iter().map(|found| {
                let status = if found.valid { LeiStatus::Unverified } else { LeiStatus::BadChecksum };
                LeiCheck { path: path.clone(), lei: found.text, status, note: String::new() }
            }));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                descend(&index.to_string(), item, (path, checks));
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                descend(&json_pointer::escape(key), value, (path, checks));
            }
        }
        _ => {}
    }
}

fn descend(segment: &str, value: &Value, (path, checks): (&mut String, &mut Vec<LeiCheck>)) {
    let length = path.len();
    path.push('/');
    path.push_str(segment);
    visit(value, path, checks);
    path.truncate(length);
}

/// Returns the field `search_quality` of the data: `HIGH`, `MEDIUM` or `LOW` in any case.
pub fn search_quality(data: &Value) -> Option<SearchQuality> {
    match data.get("search_quality")?.as_str()?.trim().to_ascii_uppercase().as_str() {
        "HIGH" => Some(SearchQuality::High),
        "MEDIUM" => Some(SearchQuality::Medium),
        "LOW" => Some(SearchQuality::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn leis_are_found_in_every_nested_string_with_their_paths() {
        let data = json!({
            "apex": {"lei": "7LTWFZYICNSX8D621K86"},
            "entities": [{"note": "formerly 7LTWFZYICNSX8D621K86 and 7LTWFZYICNSX8D621K87"}, {"a/b~c": ["7ltwfzyicnsx8d621k86"]}],
            "7LTWFZYICNSX8D621K86": 1,
        });
        let found: Vec<_> = find_leis(&data).into_iter().map(|c| (c.path, c.lei, c.status)).collect();
        let valid = || "7LTWFZYICNSX8D621K86".to_owned();
        let expected = [
            ("/apex/lei".to_owned(), valid(), LeiStatus::Unverified),
            ("/entities/0/note".to_owned(), valid(), LeiStatus::Unverified),
            ("/entities/0/note".to_owned(), "7LTWFZYICNSX8D621K87".to_owned(), LeiStatus::BadChecksum),
            ("/entities/1/a~1b~0c/0".to_owned(), valid(), LeiStatus::Unverified),
        ];
        assert_eq!(found, expected);
        assert!(found.iter().all(|(path, ..)| data.pointer(path).is_some_and(Value::is_string)));
    }

    #[test]
    fn search_quality_is_read_in_any_case() {
        assert_eq!(search_quality(&json!({"search_quality": "high "})), Some(SearchQuality::High));
        assert_eq!(search_quality(&json!({"search_quality": "Medium"})), Some(SearchQuality::Medium));
        assert_eq!(search_quality(&json!({"search_quality": "LOW"})), Some(SearchQuality::Low));
        for other in [json!({}), json!({"search_quality": "good"}), json!({"search_quality": 1}), json!([])] {
            assert_eq!(search_quality(&other), None);
        }
    }
}
