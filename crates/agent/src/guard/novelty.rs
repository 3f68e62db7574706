//! Which results say something that was not known. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Statements of one result that are remembered: a stored run stays small, and what is new is seldom only at the end.
const STATEMENTS: usize = 256;
/// Shorter texts are labels.
const SHORTEST: usize = 4;

/// Everything that results have said, by fingerprint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Novelty(BTreeSet<String>);

impl Novelty {
    /// Takes a result in; answers whether it says anything new. What a call itself said is no news when it comes back.
    pub(crate) fn takes(&mut self, content: &str, input: &Value) -> bool {
        let mut echo = BTreeSet::new();
        texts(input, &mut |text| {
            echo.insert(text);
        });
        let mut statements = Vec::new();
        match serde_json::from_str(content) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => texts(&value, &mut |text| statements.push(text)),
            _ => statements.extend(content.lines().map(even)),
        }
        statements.retain(|text| text.chars().count() >= SHORTEST && !echo.contains(text));
        if statements.is_empty() {
            // A bare "no" is an answer, once.
            statements.push(even(content));
        }
        let mut news = false;
        for statement in statements.iter().take(STATEMENTS) {
            news |= self.0.insert(super::fingerprint(statement));
        }
        news
    }
}

/// Every text and number of a value.
fn texts(value: &Value, take: &mut impl FnMut(String)) {
    match value {
        Value::Object(fields) => fields.values().for_each(|field| texts(field, take)),
        Value::Array(items) => items.iter().for_each(|item| texts(item, take)),
        Value::String(text) => take(even(text)),
        Value::Number(number) => take(number.to_string()),
        Value::Bool(_) | Value::Null => {}
    }
}

fn even(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_hits_in_another_order_are_no_news_and_one_more_is() {
        let mut known = Novelty::default();
        let hit = |n: u32| json!({"url": format!("https://example.org/{n}"), "title": format!("Title {n}")});
        let found = |hits: Vec<Value>, query: &str| json!({"query": query, "results": hits}).to_string();
        let asked = |query: &str| json!({"query": query});
        assert!(known.takes(&found(vec![hit(1), hit(2)], "zebras"), &asked("zebras")));
        assert!(!known.takes(&found(vec![hit(2), hit(1)], "zebra coins"), &asked("zebra coins")), "an echo is no news");
        assert!(known.takes(&found(vec![hit(2), hit(3)], "more"), &asked("more")));
    }

    #[test]
    fn a_bare_no_is_news_once() {
        let mut known = Novelty::default();
        assert!(known.takes(r#"{"exists": false}"#, &json!({"id": "one"})));
        assert!(!known.takes(r#"{"exists": false}"#, &json!({"id": "two"})));
        assert!(known.takes("words\nand more words", &Value::Null));
        assert!(!known.takes("And  more WORDS", &Value::Null));
    }
}
