//! Converts the model's answer to opinions. Decisions about other transactions than the requested ones are ignored.

use std::collections::HashMap;

use serde::Deserialize;

use crate::rules::Opinion;

/// The tool input filled in by the model.
#[derive(Debug, Deserialize)]
pub struct ClassifyReply {
    /// One decision per transaction.
    #[serde(default)]
    pub decisions: Vec<ModelDecision>,
}

/// The model's decision about one transaction.
#[derive(Debug, Deserialize)]
pub struct ModelDecision {
    /// The transaction's id in the request: `t1`, …
    pub id: String,
    /// `true` if the transaction deserves attention.
    pub interesting: bool,
    /// Relevance score, 0 to 1.
    pub score: f64,
    /// Reason in one sentence.
    #[serde(default)]
    pub reason: String,
    /// Identifiers worth researching; all if absent.
    #[serde(default)]
    pub research: Option<Vec<String>>,
}

/// An opinion with the identifiers to research (`None`: all).
#[derive(Debug, Clone, PartialEq)]
pub struct ModelOpinion {
    /// The model's opinion.
    pub opinion: Opinion,
    /// Identifiers as the model named them; the caller keeps those of the transaction.
    pub research: Option<Vec<String>>,
}

/// Maximum length of a reason in characters; it becomes part of a message and a report.
const MAX_REASON_CHARS: usize = 400;

/// Returns the opinions by id. Decisions about unknown ids and decisions with a non-finite score are ignored; the first
/// of several decisions about the same transaction wins.
pub fn opinions(reply: ClassifyReply, asked: &[String]) -> HashMap<String, ModelOpinion> {
    let mut opinions = HashMap::new();
    for decision in reply.decisions {
        if asked.contains(&decision.id) && decision.score.is_finite() {
            opinions.entry(decision.id.clone()).or_insert_with(|| opinion(decision));
        }
    }
    opinions
}

fn opinion(decision: ModelDecision) -> ModelOpinion {
    let reason: String = decision.reason.trim().chars().filter(|c| !c.is_control()).take(MAX_REASON_CHARS).collect();
    let reason = if reason.is_empty() { "the model gave no reason".to_owned() } else { reason };
    ModelOpinion {
        opinion: Opinion { interesting: decision.interesting, score: decision.score.clamp(0.0, 1.0), reason },
        research: decision.research,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(json: serde_json::Value) -> HashMap<String, ModelOpinion> {
        opinions(serde_json::from_value(json).unwrap(), &["t1".to_owned(), "t2".to_owned()])
    }

    #[test]
    fn unknown_ids_are_ignored_and_the_first_decision_wins() {
        let all = parsed(serde_json::json!({ "decisions": [
            { "id": "t1", "interesting": true, "score": 7.0, "reason": " big\n " },
            { "id": "t1", "interesting": false, "score": 0.1, "reason": "no" },
            { "id": "t9", "interesting": true, "score": 1.0, "reason": "invented" },
        ]}));
        assert_eq!(all.len(), 1);
        let opinion = &all["t1"].opinion;
        assert!(opinion.interesting);
        assert!((opinion.score - 1.0).abs() < 1e-12);
        assert_eq!(opinion.reason, "big");
        assert_eq!(all["t1"].research, None);
    }

    #[test]
    fn an_empty_answer_has_no_opinions() {
        assert!(parsed(serde_json::json!({})).is_empty());
    }
}
