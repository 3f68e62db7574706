//! What each quote says to each statement, asked of a model that has no tools and sees nothing but the two.
//!
//! Quotes are words of strangers: they go in as data, and all that can come back is a stance for a pair that was asked.

use std::collections::{BTreeMap, BTreeSet};

use domain::Stance;
use llm::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The prompts, for the worker that renders them; `input` is a list of [`Statement`]s.
pub const PROMPTS: [(&str, &str); 2] = [
    ("judge_stances_system.md", include_str!("../prompts/judge_stances_system.md")),
    ("judge_stances.md", include_str!("../prompts/judge_stances.md")),
];

/// A statement and what was said that may bear on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Unique within the request.
    pub id: String,
    /// One self-contained statement.
    pub text: String,
    /// What was said.
    pub evidence: Vec<Said>,
}

/// Words of one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Unique within the statement.
    pub id: String,
    /// The words.
    pub text: String,
}

/// The model's answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Answer {
    stances: Vec<One>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct One {
    statement: String,
    evidence: String,
    stance: Stance,
}

/// (statement, evidence) → stance.
pub type Stances = BTreeMap<(String, String), Stance>;

/// The answer's shape; the tool's name says the task.
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

/// The stances of an answer: each pair that was asked must be there; what was not asked is ignored.
///
/// # Errors
/// Names the pairs without an answer, for the one retry.
pub fn stances(asked: &[Statement], answer: Answer) -> Result<Stances, Vec<String>> {
    let pairs: BTreeSet<(&str, &str)> = asked
        .iter()
        .flat_map(|statement| statement.evidence.iter().map(|said| (statement.id.as_str(), said.id.as_str())))
        .collect();
    let given = answer.stances.into_iter().map(|one| ((one.statement, one.evidence), one.stance));
    let given: Stances = given.filter(|((one, other), _)| pairs.contains(&(one, other))).collect();
    let missing = pairs.iter().filter(|(one, other)| !given.contains_key(&((*one).to_owned(), (*other).to_owned())));
    let missing: Vec<String> =
        missing.map(|(one, other)| format!("stances: the stance of {other} to {one} is missing")).collect();
    if missing.is_empty() { Ok(given) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Vec<Statement> {
        let said = |id: &str| Said { id: id.into(), text: "Words.".into() };
        vec![Statement { id: "f1".into(), text: "A statement.".into(), evidence: vec![said("c1"), said("c2")] }]
    }

    fn answer(rows: &[(&str, &str, &str)]) -> Answer {
        let rows: Vec<_> = rows.iter().map(|(f, c, s)| json!({"statement": f, "evidence": c, "stance": s})).collect();
        serde_json::from_value(json!({ "stances": rows })).unwrap()
    }

    #[test]
    fn every_pair_has_its_stance_and_nothing_else_has_one() {
        let reply = |stance: &str| {
            let text = json!({"stances": [{"statement": "f1", "evidence": "c1", "stance": stance}]}).to_string();
            let (blocks, stop) = (vec![llm::Block::Text { text }], llm::StopReason::EndTurn);
            llm::Reply { blocks, stop, usage: llm::Usage::default(), model: String::new(), id: String::new() }
        };
        assert!(schema().read(&reply("refutes")).is_ok() && schema().read(&reply("doubts")).is_err());
        let whole = answer(&[("f1", "c1", "supports"), ("f1", "c2", "neutral"), ("f9", "c1", "refutes")]);
        let stances = stances(&asked(), whole).unwrap();
        assert_eq!(stances.len(), 2);
        assert_eq!(stances[&("f1".to_owned(), "c1".to_owned())], Stance::Supports);
        let errors = super::stances(&asked(), answer(&[("f1", "c1", "supports")])).unwrap_err();
        assert_eq!(errors, ["stances: the stance of c2 to f1 is missing"]);
    }
}
