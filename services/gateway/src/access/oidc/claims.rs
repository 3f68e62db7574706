//! Claims of a token. Pure.

use domain::access::AccessScope;
use serde_json::{Map, Value};

/// Prefix that distinguishes our scopes from those of other services.
const PREFIX: &str = "auspex:";

/// Finds a claim by its name, or else by a path with dots.
pub(super) fn find<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    if let Some(value) = claims.get(name) {
        return Some(value);
    }
    let mut parts = name.split('.');
    let first = claims.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}

/// Returns the known scopes of a text with spaces or of a list, each once. `operate` is not among them: it shows the
/// work of all tenants, so an operator grants it by creating a token, and no issuer does.
pub(super) fn scopes(claim: Option<&Value>) -> Vec<AccessScope> {
    let words: Vec<&str> = match claim {
        Some(Value::String(text)) => text.split_ascii_whitespace().collect(),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let parsed = words.into_iter().filter_map(|word| word.strip_prefix(PREFIX).unwrap_or(word).parse().ok());
    let mut scopes: Vec<AccessScope> = parsed.filter(|scope| *scope != AccessScope::Operate).collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_claim_is_found_by_name_before_path() {
        let claims = json!({ "https://a.example/tenant": "one", "a": { "b": { "c": "two" } }, "a.b": "three" });
        let claims = claims.as_object().unwrap();
        assert_eq!(find(claims, "https://a.example/tenant"), Some(&json!("one")));
        assert_eq!(find(claims, "a.b.c"), Some(&json!("two")));
        assert_eq!(find(claims, "a.b"), Some(&json!("three")));
        assert_eq!(find(claims, "a.x.c"), None);
    }

    #[test]
    fn scopes_are_a_text_or_a_list_and_unknown_ones_grant_nothing() {
        let expected = [AccessScope::Publish, AccessScope::Read];
        assert_eq!(scopes(Some(&json!("openid auspex:read publish read"))), expected);
        assert_eq!(scopes(Some(&json!(["read", 7, "auspex:publish", "root"]))), expected);
        for none in [
            json!(""),
            json!("openid"),
            json!("operate auspex:operate"),
            json!(true),
            json!({ "read": true }),
            json!("READ"),
        ] {
            assert!(scopes(Some(&none)).is_empty(), "{none}");
        }
        assert!(scopes(None).is_empty());
    }
}
