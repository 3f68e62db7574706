//! The final answer of a loop. The notebook keeps it; the handler converts it to research, and the journal writes the
//! research under a fence with the job's outcome.

use std::collections::BTreeSet;

use agent::{Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::notebook::{Notebook, Notes};
use crate::session::Session;
use crate::{STORE_RESULTS, cited, schema};

/// The final answer, as the model gives it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResearchReport {
    /// Two or three sentences.
    pub summary: String,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Findings in order of importance.
    pub findings: Vec<ReportedFinding>,
    /// Dated events found.
    pub timeline: Vec<ReportedEvent>,
    /// Questions that stay open.
    pub open_questions: Vec<String>,
    /// Sentiment, −1 to 1.
    pub sentiment: Option<f64>,
    /// Risks, one phrase each.
    pub risks: Vec<String>,
    /// Opportunities, one phrase each.
    pub opportunities: Vec<String>,
    /// Time to live of the research, in seconds.
    pub ttl: Option<u64>,
}

/// A finding, as the model gives it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportedFinding {
    /// One self-contained statement.
    pub text: String,
    /// Ids of the sources that support it.
    pub sources: Vec<String>,
    /// Ids of the sources that contradict it.
    pub contradicted_by: Vec<String>,
    /// Ids of the claims that it rests on; code takes the quote from the first.
    pub claims: Vec<String>,
    /// Verbatim words of a source: of a report made of claims, or of a model that was not asked for claims.
    pub quote: String,
    /// Importance, 0 to 1.
    pub importance: Option<f64>,
}

/// A dated event, as the model gives it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportedEvent {
    /// Date, in any common form.
    pub at: String,
    /// Description of it.
    pub text: String,
    /// Ids of the sources.
    pub sources: Vec<String>,
}

impl ReportedFinding {
    /// Returns the finding without unknown sources, or `None` if no source is left or the text is empty.
    pub fn with_known_sources(&self, notebook: &Notebook) -> Option<Self> {
        let known = |ids: &[String]| -> Vec<String> {
            let mut seen = BTreeSet::new();
            ids.iter().filter(|id| notebook.source(id).is_some() && seen.insert((*id).clone())).cloned().collect()
        };
        let (sources, contradicted_by) = (known(&self.sources), known(&self.contradicted_by));
        let cited = !sources.is_empty() || !contradicted_by.is_empty();
        let grounded = cited && !self.text.trim().is_empty();
        grounded.then(|| Self { sources, contradicted_by, ..self.clone() })
    }
}

impl ResearchReport {
    /// Returns the beginnings of the findings that cite no known source, so that the model can correct them.
    pub fn ungrounded(&self, notebook: &Notebook) -> Vec<String> {
        let lost = self.findings.iter().filter(|finding| finding.with_known_sources(notebook).is_none());
        lost.map(|finding| finding.text.chars().take(120).collect()).collect()
    }
}

pub(crate) struct StoreResults;

/// The number of findings kept, and the findings dropped.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredReport {
    stored: usize,
    dropped_for_lack_of_a_source: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<RefusedFinding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'static str>,
}

/// A finding that its own quotes contradict.
#[derive(Serialize)]
struct RefusedFinding {
    finding: String,
    reason: String,
}

/// What the model should do about refused findings.
const REFUSED: &str = "The answer is not stored yet. Correct or drop the refused findings and give the whole answer again. A finding that its quotes contradict is never published as supported.";

impl Tool<Session, Notes> for StoreResults {
    type Input = ResearchReport;
    type Output = StoredReport;

    fn spec(&self) -> ToolSpec {
        let about = "Gives your final answer and ends the research.";
        schema(STORE_RESULTS, about, 3, &fields())
    }

    fn described_fields(&self, session: &Session) -> Option<&'static [&'static str]> {
        Some(if session.scope.topics.has_entity_ids() { &ENTITY_FIELDS } else { &QUESTION_FIELDS })
    }

    fn origin(&self) -> Origin {
        Origin::Own
    }

    fn is_pure(&self) -> bool {
        true
    }

    async fn call(
        &self,
        session: &Session,
        report: ResearchReport,
    ) -> Result<ToolAnswer<StoredReport, Notes>, ToolError> {
        let notebook = &session.notebook;
        let dropped = report.ungrounded(notebook);
        // If no finding has a known source, the ids were wrong rather than the findings: the model may try again.
        if !report.findings.is_empty() && dropped.len() == report.findings.len() {
            let known: Vec<&str> = notebook.sources().iter().map(|source| source.id.as_str()).take(40).collect();
            return Err(ToolError::to_model(format!(
                "no finding cites a source of this task; the source ids are: {}",
                known.join(", ")
            )));
        }
        let contradicted = if notebook.refused_once() { Vec::new() } else { cited::contradictions(&report, notebook) };
        let refused: Vec<RefusedFinding> =
            contradicted.into_iter().map(|(finding, reason)| RefusedFinding { finding, reason }).collect();
        let is_refused = !refused.is_empty();
        let stored = if is_refused { 0 } else { report.findings.len() - dropped.len() };
        let advice = is_refused.then_some(REFUSED);
        let output = StoredReport { stored, dropped_for_lack_of_a_source: dropped, refused, advice };
        // A refused answer is kept, in case that the loop ends before another one.
        Ok(ToolAnswer { output, notes: Notes { report: Some(report), is_refused, ..Notes::default() } })
    }
}

/// Fields of the answer to a question, and of research about an entity.
const QUESTION_FIELDS: [&str; 5] = ["summary", "confidence", "findings", "timeline", "openQuestions"];
const ENTITY_FIELDS: [&str; 8] =
    ["summary", "confidence", "findings", "timeline", "openQuestions", "sentiment", "risks", "opportunities"];

/// Returns the schema of the result of a todo. Other fields of an answer are accepted.
pub(crate) fn todo_schema() -> Value {
    let described = fields().into_iter().filter(|(name, _)| QUESTION_FIELDS.contains(name));
    let properties: serde_json::Map<String, Value> = described.map(|(name, field)| (name.to_owned(), field)).collect();
    json!({"type": "object", "properties": properties, "required": ["summary", "confidence", "findings"]})
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
            "claims": {"type": "array", "maxItems": 20, "items": {"type": "string"}, "description": "Ids of the claims that it rests on, the closest first."},
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
