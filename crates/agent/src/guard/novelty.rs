//! Detection of new information in results. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum number of remembered statements per result, which keeps a stored run small.
const MAX_STATEMENTS: usize = 256;
/// Minimum length of a statement in characters; shorter texts are labels.
const MIN_STATEMENT_CHARS: usize = 4;

/// Statements of all results, by fingerprint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Novelty(BTreeSet<String>);

impl Novelty {
    /// Records a result. Returns `true` if it contains new information; text of the call itself is not new.
    pub(crate) fn record(&mut self, content: &str, input: &Value) -> bool {
        let mut echo = BTreeSet::new();
        texts(input, &mut |text| {
            echo.insert(text);
        });
        let mut statements = Vec::new();
        match serde_json::from_str(content) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => texts(&value, &mut |text| statements.push(text)),
            _ => statements.extend(content.lines().map(normalized)),
        }
        statements.retain(|text| text.chars().count() >= MIN_STATEMENT_CHARS && !echo.contains(text));
        if statements.is_empty() {
            // A short answer such as "no" is new once.
            statements.push(normalized(content));
        }
        let mut news = false;
        for statement in statements.iter().take(MAX_STATEMENTS) {
            news |= self.0.insert(super::fingerprint(statement));
        }
        news
    }
}

/// Returns every text and number of a value.
fn texts(value: &Value, take: &mut impl FnMut(String)) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| texts(field, take)),
        Value::Array(items) => items.iter().for_each(|item| texts(item, take)),
        Value::String(text) => take(normalized(text)),
        Value::Number(number) => take(number.to_string()),
        Value::Bool(_) | Value::Null => {}
    }
}

fn normalized(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_hits_in_another_order_are_not_new_and_one_more_hit_is() {
        let mut known = Novelty::default();
        let hit = |n: u32| json!({"url": format!("https://example.org/{n}"), "title": format!("Title {n}")});
        let found = |hits: Vec<Value>, query: &str| json!({"query": query, "results": hits}).to_string();
        let asked = |query: &str| json!({"query": query});
        assert!(known.record(&found(vec![hit(1), hit(2)], "zebras"), &asked("zebras")));
        assert!(
            !known.record(&found(vec![hit(2), hit(1)], "zebra coins"), &asked("zebra coins")),
            "an echo is no news"
        );
        assert!(known.record(&found(vec![hit(2), hit(3)], "more"), &asked("more")));
    }

    #[test]
    fn a_short_answer_is_new_once() {
        let mut known = Novelty::default();
        assert!(known.record(r#"{"exists": false}"#, &json!({"id": "one"})));
        assert!(!known.record(r#"{"exists": false}"#, &json!({"id": "two"})));
        assert!(known.record("words\nand more words", &Value::Null));
        assert!(!known.record("And  more WORDS", &Value::Null));
    }
}
