//! The final answer. It is kept in the notebook; the handler turns it into research and the journal writes it, fenced, with
//! the job's outcome.

use agent::{Answer, Tool, ToolError};
use serde_json::{Value, json};
use store::Memory;
use web::Web;

use super::{ANSWER, spec};
use crate::assemble::{self, Report};
use crate::desk::Desk;
use crate::notebook::Notes;

pub(super) struct StoreResults;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for StoreResults {
    type Args = Report;

    fn spec(&self) -> llm::Tool {
        let about = "Gives your final answer and ends the research. Every finding cites source ids that tools of this task gave you.";
        spec(ANSWER, about, 3, &fields())
    }

    async fn call(&self, desk: &Desk<M, W>, report: Report) -> Result<Answer<Notes>, ToolError> {
        let lost = assemble::ungrounded(&report, &desk.notebook);
        // All findings lost means that the ids were wrong, not the findings: worth another try.
        if !report.findings.is_empty() && lost.len() == report.findings.len() {
            let known: Vec<&str> = desk.notebook.sources().iter().map(|source| source.id.as_str()).take(40).collect();
            return Err(ToolError::told(format!(
                "no finding cites a source of this task; the source ids are: {}",
                known.join(", ")
            )));
        }
        let content = json!({"stored": report.findings.len() - lost.len(), "droppedForLackOfASource": lost});
        Ok(Answer { content, notes: Notes { report: Some(report), ..Notes::default() } })
    }
}

fn fields() -> [(&'static str, Value); 11] {
    let ids = json!({"type": "array", "maxItems": 20, "items": {"type": "string"}});
    let share = json!({"type": "number", "minimum": 0, "maximum": 1});
    let texts = json!({"type": "array", "maxItems": 20, "items": {"type": "string", "maxLength": 1000}});
    let finding = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "One self-contained statement."},
            "sources": ids, "contradictedBy": ids,
            "quote": {"type": "string", "maxLength": 2000, "description": "Words of a cited source, exactly as a claim quotes them."},
            "importance": share,
        },
        "required": ["text", "sources"],
    });
    let dated = json!({
        "type": "object",
        "properties": {"at": {"type": "string"}, "text": {"type": "string", "maxLength": 2000}, "sources": ids},
        "required": ["at", "text", "sources"],
    });
    [
        (
            "summary",
            json!({"type": "string", "minLength": 1, "maxLength": 4000, "description": "Two or three sentences."}),
        ),
        ("confidence", share),
        ("findings", json!({"type": "array", "maxItems": 60, "items": finding})),
        ("timeline", json!({"type": "array", "maxItems": 60, "items": dated})),
        ("openQuestions", texts.clone()),
        ("sentiment", json!({"type": "number", "minimum": -1, "maximum": 1})),
        ("risks", texts.clone()),
        ("opportunities", texts),
        ("entityId", json!({"type": "string"})),
        ("sources", json!({"description": "Not needed: sources are known by their ids."})),
        (
            "ttl",
            json!({"type": "integer", "minimum": 60, "default": 3600, "description": "Seconds until it should be researched again."}),
        ),
    ]
}
