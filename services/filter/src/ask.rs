//! What the model is asked: which operations on these ids, for this question.

use domain::effect::subject_label;
use domain::{Research, ResearchTask, Source, Subject};
use serde_json::{Value, json};

/// Longest text of an item that is shown, in characters.
const LONGEST: usize = 500;

/// Up to this many findings and timeline entries (after exact duplicates are gone) there is nothing that a model could
/// spare anybody: a person reads them as fast, and every profile lets them through.
pub const SMALL: usize = 5;

/// The schema of the tool `filter_operations`.
pub fn schema() -> Value {
    let id = json!({ "type": "string", "minLength": 1 });
    let ids = json!({ "type": "array", "items": id });
    let operation = |name: &str, required: &[&str], properties: Value| {
        let mut properties = properties;
        properties["op"] = json!({ "const": name });
        let mut all = vec!["op"];
        all.extend(required);
        json!({ "type": "object", "required": all, "properties": properties })
    };
    json!({
        "type": "object",
        "required": ["operations"],
        "properties": { "operations": { "type": "array", "items": { "oneOf": [
            operation("drop", &["id"], json!({ "id": id, "reason": { "type": "string" } })),
            operation("merge", &["into", "from"], json!({ "into": id, "from": ids, "reason": { "type": "string" } })),
            operation("reorder", &["ids"], json!({ "ids": ids })),
            operation("downgrade", &["id", "to"], json!({
                "id": id, "to": { "enum": ["contested", "unclear"] }, "reason": { "type": "string" },
            })),
        ]}}},
    })
}

/// What the model is told.
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
        "question": question(task),
        "findings": findings.collect::<Vec<_>>(),
        "timeline": timeline.collect::<Vec<_>>(),
        "sources": research.sources.iter().map(source).collect::<Vec<_>>(),
        "open_questions": questions.collect::<Vec<_>>(),
    })
}

/// What the research shall answer.
pub fn question(task: &ResearchTask) -> String {
    match &task.subject {
        Subject::Question { question, context, .. } => format!("{} (for: {context})", question.text),
        Subject::Miss { query, context, .. } if !context.is_empty() => format!("{query} ({context})"),
        Subject::Identifier { identifier, symbol } if !symbol.is_empty() => format!("What is {symbol} ({identifier})?"),
        _ => subject_label(task),
    }
}

/// Is there anything for a model to decide? The caps decide alone otherwise.
pub fn worthwhile(research: &Research) -> bool {
    research.findings.len() + research.timeline.len() > SMALL
}

fn source(source: &Source) -> Value {
    json!({ "id": source.id, "title": shorten(&source.title), "publisher": source.publisher, "tier": source.tier.name() })
}

fn shorten(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}
