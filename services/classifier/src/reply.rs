//! The model's answer as opinions: what it says about transactions it was asked about; everything else is not heard.

use std::collections::HashMap;

use serde::Deserialize;

use crate::rules::Opinion;

/// The tool's input as the model filled it.
#[derive(Debug, Deserialize)]
pub struct Reply {
    /// One per transaction.
    #[serde(default)]
    pub decisions: Vec<Decision>,
}

/// What the model says about one transaction.
#[derive(Debug, Deserialize)]
pub struct Decision {
    /// The id it had in the question: `t1`, …
    pub id: String,
    /// Deserves attention.
    pub interesting: bool,
    /// 0 to 1.
    pub score: f64,
    /// One sentence.
    #[serde(default)]
    pub reason: String,
    /// Identifiers worth researching; all of them if absent.
    #[serde(default)]
    pub research: Option<Vec<String>>,
}

/// An opinion with the identifiers that it wants researched (`None`: all).
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The opinion.
    pub opinion: Opinion,
    /// Identifiers, as the model named them; the caller keeps those that the transaction has.
    pub research: Option<Vec<String>>,
}

/// Longest reason that is kept, in characters: it goes into a message and a report, and a model may ramble.
const REASON_LIMIT: usize = 400;

/// The opinions by id. A decision about something that was not asked is not heard, of two about the same the first
/// stands, and a score that is no number makes the decision unusable.
pub fn opinions(reply: Reply, asked: &[String]) -> HashMap<String, Heard> {
    let mut heard = HashMap::new();
    for decision in reply.decisions {
        if asked.contains(&decision.id) && decision.score.is_finite() {
            heard.entry(decision.id.clone()).or_insert_with(|| opinion(decision));
        }
    }
    heard
}

fn opinion(decision: Decision) -> Heard {
    let reason: String = decision.reason.trim().chars().filter(|c| !c.is_control()).take(REASON_LIMIT).collect();
    let reason = if reason.is_empty() { "the model gave no reason".to_owned() } else { reason };
    Heard {
        opinion: Opinion { interesting: decision.interesting, score: decision.score.clamp(0.0, 1.0), reason },
        research: decision.research,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(json: serde_json::Value) -> HashMap<String, Heard> {
        opinions(serde_json::from_value(json).unwrap(), &["t1".to_owned(), "t2".to_owned()])
    }

    #[test]
    fn only_what_was_asked_is_heard_and_the_first_word_stands() {
        let all = heard(serde_json::json!({ "decisions": [
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
    fn an_empty_answer_hears_nothing() {
        assert!(heard(serde_json::json!({})).is_empty());
    }
}
