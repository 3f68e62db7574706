//! Stances of quotes towards statements, judged by a model without tools that sees nothing else.
//!
//! Quotes are untrusted input. They are passed as data, and the reply can contain only stances of the requested pairs.

use std::collections::{BTreeMap, BTreeSet};

use domain::Stance;
use llm::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Names of the system prompt and the user prompt; the latter takes a list of [`StanceQuery`] as `input`.
pub const PROMPTS: [&str; 2] = ["judge_stances_system.md", "judge_stances.md"];

/// A statement and the quotes whose stance is requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StanceQuery {
    /// Unique within the request.
    pub id: String,
    /// One self-contained statement.
    pub text: String,
    /// Quotes that may support or refute it.
    pub evidence: Vec<Quote>,
}

/// A quote from one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Unique within the statement.
    pub id: String,
    /// Text of the quote.
    pub text: String,
}

/// The model's reply.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct StanceReply {
    stances: Vec<StanceRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct StanceRow {
    statement: String,
    evidence: String,
    stance: Stance,
}

/// Stance by (statement id, quote id).
pub type Stances = BTreeMap<(String, String), Stance>;

/// JSON Schema of the reply. The tool's name states the task.
pub fn schema() -> Schema {
    let stance = json!({
        "type": "object",
        "properties": {
            "statement": {"type": "string", "description": "The statement's id."},
            "evidence": {"type": "string", "description": "The id of the evidence."},
            "stance": {"type": "string", "enum": ["supports", "refutes", "neutral"]},
        },
        "required": ["statement", "evidence", "stance"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"stances": {"type": "array", "items": stance}},
        "required": ["stances"],
        "additionalProperties": false,
    });
    Schema::new("judge_stances", "Gives the stance of every piece of evidence to its statement.", shape)
}

/// Extracts the stances of the requested pairs from a reply. Other pairs are ignored.
///
/// # Errors
/// Lists the pairs without a stance, for the one retry.
pub fn match_stances(asked: &[StanceQuery], reply: StanceReply) -> Result<Stances, Vec<String>> {
    let pairs: BTreeSet<(&str, &str)> = asked
        .iter()
        .flat_map(|statement| statement.evidence.iter().map(|quote| (statement.id.as_str(), quote.id.as_str())))
        .collect();
    let given = reply.stances.into_iter().map(|one| ((one.statement, one.evidence), one.stance));
    let given: Stances = given.filter(|((one, other), _)| pairs.contains(&(one, other))).collect();
    let missing = pairs.iter().filter(|(one, other)| !given.contains_key(&((*one).to_owned(), (*other).to_owned())));
    let missing: Vec<String> =
        missing.map(|(one, other)| format!("stances: the stance of {other} to {one} is missing")).collect();
    if missing.is_empty() { Ok(given) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Vec<StanceQuery> {
        let quote = |id: &str| Quote { id: id.into(), text: "Words.".into() };
        vec![StanceQuery { id: "f1".into(), text: "A statement.".into(), evidence: vec![quote("c1"), quote("c2")] }]
    }

    fn answer(rows: &[(&str, &str, &str)]) -> StanceReply {
        let rows: Vec<_> = rows.iter().map(|(f, c, s)| json!({"statement": f, "evidence": c, "stance": s})).collect();
        serde_json::from_value(json!({ "stances": rows })).unwrap()
    }

    #[test]
    fn only_requested_pairs_are_returned_and_a_missing_pair_is_an_error() {
        let reply = |stance: &str| {
            let text = json!({"stances": [{"statement": "f1", "evidence": "c1", "stance": stance}]}).to_string();
            let (blocks, stop) = (vec![llm::Block::Text { text }], llm::StopReason::EndTurn);
            llm::ModelReply { blocks, stop, usage: llm::Usage::default(), model: String::new(), id: String::new() }
        };
        assert!(schema().read(&reply("refutes")).is_ok() && schema().read(&reply("doubts")).is_err());
        let whole = answer(&[("f1", "c1", "supports"), ("f1", "c2", "neutral"), ("f9", "c1", "refutes")]);
        let stances = match_stances(&asked(), whole).unwrap();
        assert_eq!(stances.len(), 2);
        assert_eq!(stances[&("f1".to_owned(), "c1".to_owned())], Stance::Supports);
        let errors = super::match_stances(&asked(), answer(&[("f1", "c1", "supports")])).unwrap_err();
        assert_eq!(errors, ["stances: the stance of c2 to f1 is missing"]);
    }
}
