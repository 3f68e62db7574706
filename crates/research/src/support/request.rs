//! The model call that judges what code cannot: whether the quotes of each finding jointly support it.
//!
//! Quotes are untrusted input. They are passed as data, and the reply can contain only verdicts about the requested
//! findings and ids of their evidence.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use llm::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Evidence, Verdict};

/// Names of the system prompt and the user prompt; the latter takes a list of [`SupportQuery`] as `input`.
pub const PROMPTS: [&str; 2] = ["judge_support_system.md", "judge_support.md"];

/// A finding and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportQuery {
    /// Unique within the request.
    pub id: String,
    /// One self-contained statement.
    pub finding: String,
    /// The quotes that it cites, and others that bear on it.
    pub evidence: Vec<QueryEvidence>,
}

/// One piece of evidence of a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryEvidence {
    /// Unique within the finding.
    pub id: String,
    /// Words of the page; empty for a data service.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quote: String,
    /// The fact that a data service returned; empty beside a quote.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub claim: String,
    /// Title of the page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Publisher of the page, or the name of the data service.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub publisher: String,
    /// Day of publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<NaiveDate>,
    /// True if the finding cites it.
    pub cited: bool,
}

impl QueryEvidence {
    /// Returns the evidence that code compares: the quote, or the fact if there is none.
    pub fn comparable(&self) -> Evidence {
        let text = if self.quote.trim().is_empty() { &self.claim } else { &self.quote };
        Evidence {
            text: text.clone(),
            title: self.title.clone(),
            publisher: self.publisher.clone(),
            published: self.published,
        }
    }
}

/// The model's reply.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SupportReply {
    findings: Vec<SupportRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct SupportRow {
    finding: String,
    verdict: Verdict,
    #[serde(default)]
    supports: Vec<String>,
    #[serde(default)]
    refutes: Vec<String>,
}

/// The verdict about one finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportVerdict {
    /// Whether its evidence jointly supports it.
    pub verdict: Verdict,
    /// Ids of the evidence that supports it alone.
    pub supports: Vec<String>,
    /// Ids of the evidence that refutes it.
    pub refutes: Vec<String>,
}

/// Verdict by id of the finding.
pub type SupportVerdicts = BTreeMap<String, SupportVerdict>;

/// JSON Schema of the reply. The tool's name states the task.
pub fn schema() -> Schema {
    // The prompt says what each member is.
    let ids = json!({"type": "array", "items": {"type": "string"}});
    let finding = json!({
        "type": "object",
        "properties": {
            "finding": {"type": "string"},
            "verdict": {"type": "string", "enum": ["supported", "contradicted", "unsupported"]},
            "supports": ids,
            "refutes": ids,
        },
        "required": ["finding", "verdict", "supports", "refutes"],
        "additionalProperties": false,
    });
    let shape = json!({
        "type": "object",
        "properties": {"findings": {"type": "array", "items": finding}},
        "required": ["findings"],
        "additionalProperties": false,
    });
    Schema::new("judge_support", "Gives one verdict for every finding.", shape)
}

/// Extracts the verdicts about the requested findings from a reply. Other findings and unknown ids are ignored.
///
/// # Errors
/// Lists the findings without a verdict, for the one retry.
pub fn match_verdicts(queries: &[SupportQuery], reply: SupportReply) -> Result<SupportVerdicts, Vec<String>> {
    let mut verdicts = SupportVerdicts::new();
    for row in reply.findings {
        let Some(query) = queries.iter().find(|query| query.id == row.finding) else { continue };
        let keep = |ids: Vec<String>| -> Vec<String> {
            ids.into_iter().filter(|id| query.evidence.iter().any(|evidence| evidence.id == *id)).collect()
        };
        let verdict = SupportVerdict { verdict: row.verdict, supports: keep(row.supports), refutes: keep(row.refutes) };
        verdicts.insert(row.finding, verdict);
    }
    let missing = queries.iter().filter(|query| !verdicts.contains_key(&query.id));
    let missing: Vec<String> =
        missing.map(|query| format!("findings: the verdict about {} is missing", query.id)).collect();
    if missing.is_empty() { Ok(verdicts) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queries() -> Vec<SupportQuery> {
        let evidence = QueryEvidence { id: "c1".into(), quote: "Words.".into(), ..QueryEvidence::default() };
        let query =
            |id: &str| SupportQuery { id: id.into(), finding: "A finding.".into(), evidence: vec![evidence.clone()] };
        vec![query("f1"), query("f2")]
    }

    #[test]
    fn a_missing_verdict_is_an_error_and_unknown_ids_are_ignored() {
        let row = |id: &str| json!({"finding": id, "verdict": "supported", "supports": ["c1", "c9"], "refutes": []});
        let reply = |rows: &[serde_json::Value]| serde_json::from_value(json!({ "findings": rows })).unwrap();
        let verdicts = match_verdicts(&queries(), reply(&[row("f1"), row("f2"), row("f7")])).unwrap();
        let expected = SupportVerdict { verdict: Verdict::Supported, supports: vec!["c1".into()], refutes: Vec::new() };
        assert_eq!((verdicts.len(), &verdicts["f1"]), (2, &expected));
        let errors = match_verdicts(&queries(), reply(&[row("f2")])).unwrap_err();
        assert_eq!(errors, ["findings: the verdict about f1 is missing"]);
    }

    #[test]
    fn a_fact_without_a_quote_is_compared_by_its_text() {
        let fact = QueryEvidence { claim: "WIF has 200 holders.".into(), ..QueryEvidence::default() };
        assert_eq!(fact.comparable().text, "WIF has 200 holders.");
        assert_eq!(queries()[0].evidence[0].comparable().text, "Words.");
    }
}
