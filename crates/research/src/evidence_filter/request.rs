//! The model request: input and JSON Schema of the operations.

use domain::effect::subject_label;
use domain::{Research, ResearchTask, Source, Subject};
use llm::Schema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::evidence_filter::Operation;

/// Maximum tokens of the answer: hundreds of ids with short reasons. Writing the evidence again would take ten times that.
pub const MAX_ANSWER_TOKENS: u32 = 3_000;

/// Maximum characters of an item's text in the input.
const MAX_ITEM_CHARS: usize = 500;

/// Number of findings and timeline entries up to which no model is called: a person reads them as fast, and they fit every
/// profile's caps.
pub const MAX_UNFILTERED_ITEMS: usize = 5;

/// The model's answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FilterReply {
    /// Operations in the order in which they are applied.
    pub operations: Vec<Operation>,
}

/// JSON Schema of the answer. The tool's name states the task.
pub fn schema() -> Schema {
    let id = json!({ "type": "string", "minLength": 1 });
    let ids = json!({ "type": "array", "items": id, "minItems": 1 });
    let reason = json!({ "type": "string" });
    let operation = |name: &str, required: &[&str], mut properties: Value| {
        properties["op"] = json!({ "const": name });
        let mut all = vec!["op"];
        all.extend(required);
        json!({ "type": "object", "required": all, "properties": properties })
    };
    let one = |required: &str| json!({ "required": [required] });
    let mut drop = operation("drop", &[], json!({ "ids": ids, "id": id, "reason": reason }));
    drop["anyOf"] = json!([one("ids"), one("id")]);
    let to = json!({ "enum": ["contested", "unclear"] });
    let mut downgrade = operation("downgrade", &["to"], json!({ "ids": ids, "id": id, "to": to, "reason": reason }));
    downgrade["anyOf"] = json!([one("ids"), one("id")]);
    let shape = json!({
        "type": "object",
        "required": ["operations"],
        "properties": { "operations": { "type": "array", "items": { "oneOf": [
            drop,
            operation("merge", &["into", "from"], json!({ "into": id, "from": ids, "reason": reason })),
            operation("reorder", &["ids"], json!({ "ids": ids })),
            downgrade,
        ]}}},
    });
    Schema::new("filter_operations", "Name the operations on the ids of the input.", shape)
}

/// The research as the prompt's input.
pub fn input(task: &ResearchTask, research: &Research) -> Value {
    let findings = research.findings.iter().map(|finding| {
        json!({
            "id": finding.id, "text": shorten(&finding.text), "status": finding.status.name(),
            "sources": finding.sources, "importance": finding.importance,
        })
    });
    let timeline = research.timeline.iter().map(|entry| {
        json!({ "id": entry.id, "at": entry.at.date_naive().to_string(), "text": shorten(&entry.text), "sources": entry.sources })
    });
    let questions = research.open_questions.iter().map(|open| json!({ "id": open.id, "text": shorten(&open.text) }));
    json!({
        "question": label(task),
        "about": if question(task).is_some() { "question" } else { "entity" },
        "findings": findings.collect::<Vec<_>>(),
        "timeline": timeline.collect::<Vec<_>>(),
        "sources": research.sources.iter().map(source).collect::<Vec<_>>(),
        "open_questions": questions.collect::<Vec<_>>(),
    })
}

/// The question that the research answers; `None` for a name, because relevant findings need not repeat it and relevance cannot be
/// computed from words.
pub fn question(task: &ResearchTask) -> Option<String> {
    match &task.subject {
        Subject::Question { question, context, .. } => Some(format!("{} (for: {context})", question.text)),
        Subject::Miss { query, context, .. } if !context.is_empty() => Some(format!("{query} ({context})")),
        Subject::Miss { query, .. } => Some(query.clone()),
        Subject::Identifier { .. } | Subject::Bundle { .. } | Subject::Macro(_) => None,
    }
}

fn label(task: &ResearchTask) -> String {
    let name = || match &task.subject {
        Subject::Identifier { identifier, symbol } if !symbol.is_empty() => format!("What is {symbol} ({identifier})?"),
        _ => subject_label(task),
    };
    question(task).unwrap_or_else(name)
}

/// Returns true if there are enough items for a model to filter; otherwise only the caps apply.
pub fn needs_model(research: &Research) -> bool {
    research.findings.len() + research.timeline.len() > MAX_UNFILTERED_ITEMS
}

fn source(source: &Source) -> Value {
    json!({ "id": source.id, "title": shorten(&source.title), "publisher": source.publisher, "tier": source.tier.name() })
}

fn shorten(text: &str) -> String {
    text.chars().take(MAX_ITEM_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use domain::research::Ending;

    use super::*;
    use crate::evidence_filter::testing::{research, task};

    #[test]
    fn only_a_question_is_compared_by_words() {
        assert_eq!(input(&task(), &research(1))["about"], "question");
        let mut about = task();
        about.subject = Subject::Identifier { identifier: "MintA".into(), symbol: "WIF".into() };
        let input = input(&about, &research(1));
        assert_eq!((&input["about"], &input["question"]), (&json!("entity"), &json!("What is WIF (MintA)?")));
        assert_eq!(question(&about), None);
    }

    fn reply(words: &Value) -> llm::ModelReply {
        let (blocks, stop) = (vec![llm::Block::text(words.to_string())], llm::StopReason::EndTurn);
        llm::ModelReply { blocks, stop, usage: llm::Usage::default(), model: String::new(), id: String::new() }
    }

    #[test]
    fn the_schema_accepts_exactly_the_operations() {
        let schema = schema();
        let accepts = |operation: Value| schema.read(&reply(&json!({ "operations": [operation] }))).is_ok();
        let set = |to: &str| accepts(json!({ "op": "downgrade", "ids": ["f1"], "to": to }));
        assert!(set("unclear") && set("contested") && !set("supported"), "nothing is raised");
        assert!(accepts(json!({ "op": "drop", "id": "f1" })) && !accepts(json!({ "op": "drop" })));
        assert!(
            !accepts(json!({ "op": "add", "ids": ["f1"] }))
                && !accepts(json!({ "op": "edit", "id": "f1", "text": "x" }))
        );
        assert!(needs_model(&research(3)) && !needs_model(&research(2)));
        assert_eq!(research(1).ending, Ending::Complete);
    }
}
