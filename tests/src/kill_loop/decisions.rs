//! Decisions about macros that wait for a review.

use domain::JobId;
use serde_json::{Value, json};

/// A decision about a macro's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Approve,
    Reject,
}

impl Decision {
    /// Returns the verb of the route.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Reject => "reject",
        }
    }

    /// Returns the state of the result after the decision.
    pub(super) fn state(self) -> &'static str {
        match self {
            Self::Approve => "approved",
            Self::Reject => "rejected",
        }
    }

    pub(super) fn body(self) -> Value {
        match self {
            Self::Approve => json!({ "edits": client_group() }),
            Self::Reject => json!({ "reason": "the wrong group" }),
        }
    }
}

/// A macro's result that waits for a decision.
pub(super) struct Pending {
    pub(super) result: JobId,
    /// Version of the session.
    pub(super) version: i64,
}

impl Pending {
    /// Reads an item of the queue.
    pub(super) fn read(item: &Value) -> Option<Self> {
        Some(Self { result: item["result_id"].as_str()?.parse().ok()?, version: item["session_version"].as_i64()? })
    }
}

/// Data that a reviewer approves in place of what the model found: the generated corpus has no corporate group.
fn client_group() -> Value {
    let source = json!({ "url": "https://zebras.example/" });
    let apex = json!({ "name": "Ministry of Zebras", "jurisdiction": "SE", "role": "apex", "source": source });
    json!({ "client_name": "Ministry of Zebras", "apex": apex, "entities": [], "search_quality": "LOW" })
}

/// Describes how two lists differ, regardless of their order; `None` if they are equal.
pub(super) fn difference(mut stored: Vec<String>, expected: impl Iterator<Item = String>) -> Option<String> {
    let mut expected: Vec<String> = expected.collect();
    stored.sort();
    expected.sort();
    let other = |these: &[String], those: &[String]| these.iter().find(|one| !those.contains(one)).cloned();
    (stored != expected).then(|| {
        let (missing, unexpected) = (other(&expected, &stored), other(&stored, &expected));
        let (stored, expected) = (stored.len(), expected.len());
        format!("{stored} stored, {expected} expected; missing: {missing:?}, unexpected: {unexpected:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_an_unexpected_and_a_repeated_entry_are_differences() {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let differ = |stored: &str, expected: &str| difference(list(stored), list(expected).into_iter());
        assert_eq!(differ("b a", "a b"), None);
        assert!(differ("a", "a b").unwrap().contains(r#"missing: Some("b"), unexpected: None"#));
        assert!(differ("a b", "a").unwrap().contains(r#"unexpected: Some("b")"#));
        assert!(differ("a a", "a").unwrap().contains("2 stored, 1 expected"));
    }
}
